"""The referee's run through a script: virtual time, one line after the other, and what comes of it.

A line's moment is the one at which Discord received it, so nothing is ever on its way; the windows
after the last pick and after a deadline (R18) pass all the same, as they would at a live table. The
bot's own posts are received at once. After the last line only the window of a turn passes in which
all needed picks are in, so that its result is told (R36).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from minecart_robbery.engine import Steps, decide, due, events_of
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.deadlines import decided_turn
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Role, Seat
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.referee.objects import answer_object, event_object
from minecart_robbery.referee.script import DeskCommand, Line, Message, Script
from minecart_robbery.words.answers import refusal_line
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Notice
from minecart_robbery.words.player_input import Answer, AnswerKind, interpret
from minecart_robbery.words.telling.events import telling


@dataclass(frozen=True, slots=True)
class Entry:
    """What happened at `ms`: a line of the script, if one did it, and all that came of it.

    `names` are those of the players from then on, `notices` what the bot said of it, `answer` what
    it told the line's author alone, and `objects` the same for a program, each ready for JSON.
    """

    ms: int
    line: Line | None
    names: Names
    events: tuple[Event, ...]
    notices: tuple[Notice, ...]
    answer: str | None
    objects: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules make of a script: its entries in order, and the match as it stands then."""

    entries: tuple[Entry, ...]
    match: Match


def adjudicate(script: Script, seed: int = 0) -> Ruling:
    """Run through `script`. `seed` gives the draws that a random role default needs (R27)."""
    table = _VirtualTable(script, random.Random(seed))
    for number, line in enumerate(script.lines, start=1):
        table.let_time_pass(line.ms, 2 * number - 1)
        table.take(line, Moment(line.ms, snowflake=2 * number))
    table.settle_decided(2 * len(script.lines) + 1)
    return Ruling(tuple(table.entries), table.match)


class _VirtualTable:
    """A table without a clock: time is what the next line says."""

    def __init__(self, script: Script, draws: random.Random) -> None:
        self.script = script
        self.draws = draws
        self.names = script.names
        self.entries: list[Entry] = []
        opened = Moment(script.lines[0].ms if script.lines else 0)
        opening = decide(None, do.OpenMatch(script.rules), opened)
        assert not isinstance(opening, Refusal), "a match that doesn't exist can be opened"
        self.match, events = opening[-1].after, events_of(opening)
        objects = tuple(event_object(event, script.rules, script.names) for event in events)
        self.entries.append(Entry(opened.ms, None, self.names, events, (), None, objects))

    def let_time_pass(self, until_ms: int, snowflake: int) -> None:
        """Expire every clock that runs out, window and all, before `until_ms`."""
        while (due_ms := due(self.match)) is not None and due_ms < until_ms:
            expire = do.Expire(self.draws.choice(tuple(Role)))
            self._do(expire, Moment(due_ms, snowflake=snowflake), None)

    def settle_decided(self, snowflake: int) -> None:
        """After the last line a turn that is decided is settled; nothing else passes (R36)."""
        due_ms = due(self.match)
        if due_ms is not None and decided_turn(self.match) is not None:
            expire = do.Expire(self.draws.choice(tuple(Role)))
            self._do(expire, Moment(due_ms, snowflake=snowflake), None)

    def take(self, line: Line, at: Moment) -> None:
        """Let one line of the script happen. Who doesn't play at that time is left alone."""
        match line.action:
            case Message(seat=Seat() as seat) | DeskCommand(by=Seat() as seat) if (
                self.names.bare_of(seat) != line.name
            ):
                self._left_alone(line)
            case DeskCommand(command=command):
                self._do(command, at, line)
            case Message(seat=Seat() as seat, place=place, text=text):
                outcome = interpret(text, seat, place, self.match)
                match outcome:
                    case None:
                        self._left_alone(line)
                    case Answer(kind, answer):
                        self._answered(line, kind, answer)
                    case command:
                        self._do(command, at, line)
            case Message():
                self._left_alone(line)
            case None:
                pass

    def _do(self, command: do.Command, at: Moment, line: Line | None) -> None:
        decision = decide(self.match, command, at)
        if isinstance(decision, Refusal):
            assert line is not None, "time expires nothing that isn't due"
            self._answered(line, AnswerKind.REFUSED, refusal_line(decision, self.names))
            return
        names, rules = self._names_after(command, line), self.match.rules
        self._happened(decision)
        self._posts_are_received(at)
        self.names = replace(names, before="")
        events, notices = events_of(decision), telling(decision, names)
        objects = tuple(event_object(event, rules, names, _text(line)) for event in events)
        self.entries.append(Entry(at.ms, line, names, events, notices, None, objects))

    def _happened(self, steps: Steps) -> None:
        self.match = steps[-1].after if steps else self.match

    def _names_after(self, command: do.Command, line: Line | None) -> Names:
        """What people are called once this command was taken; a script's host has no name."""
        match command, line:
            case do.Substitute(seat=seat), Line(action=DeskCommand(newcomer=newcomer)):
                return self.names.once_taken(seat, newcomer)
            case _:
                return self.names

    def _posts_are_received(self, at: Moment) -> None:
        """The bot's own posts are received at once: the clocks that they start run as told."""
        started = decide(self.match, do.StartClock(), at)
        if not isinstance(started, Refusal):
            self._happened(started)

    def _answered(self, line: Line, kind: AnswerKind, answer: str) -> None:
        told = answer_object(kind, line.ms, line.name, _text(line), answer)
        self.entries.append(Entry(line.ms, line, self.names, (), (), answer, (told,)))

    def _left_alone(self, line: Line) -> None:
        self.entries.append(Entry(line.ms, line, self.names, (), (), None, ()))


def _text(line: Line | None) -> str:
    match line:
        case Line(action=Message(text=text) | DeskCommand(text=text)):
            return text
        case _:
            return ""
