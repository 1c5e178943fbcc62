"""A match typed in as a script: what its lines say, and which line can't be understood.

Nothing is judged here. What a player typed stays text; what a host did at the desk becomes a
command at once, since a script that gets it wrong is malformed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Actor, Desk, Seat
from minecart_robbery.engine.rules import RANGES, SETTINGS, ReadyCheck, Rules
from minecart_robbery.referee.desk import DeskError, desk_command, first_word, newcomer_in
from minecart_robbery.referee.moments import moment_ms, moment_text
from minecart_robbery.words.hearing import Place
from minecart_robbery.words.notices import Names
from minecart_robbery.words.values import Value, choices_of, is_whole

HOST = "host"
NOBODY = "-"
UNLESS_SET = Rules(ready_check=ReadyCheck.NEVER)
"""The designer's rules, but a script has no ready check unless it sets one."""
_LINE_END = re.compile(r"\r\n|\r|\n")
V = TypeVar("V")


class MalformedScriptError(Exception):
    """A line that can't be understood; `line` is its number from 1, 0 for the script as a whole."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line = line


@dataclass(frozen=True, slots=True)
class Typed:
    """`seat`'s player typed `text` in `place`; no seat: somebody who never plays."""

    seat: Seat | None
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """`by` gave a command at the hosts' desk, typed as `text`.

    `newcomer` is the name of whoever plays on by it, where somebody does.
    """

    by: Actor
    command: do.Command
    text: str
    newcomer: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """What happened at `ms`, by whom (as the script names them); None: time passes."""

    ms: int
    name: str
    deed: Typed | Done | None


@dataclass(frozen=True, slots=True)
class Script:
    """Who plays under which rules, and what happened when."""

    names: Names
    rules: Rules
    lines: tuple[Line, ...]


class _Word(StrEnum):
    DMO = "dmo"
    CANDIDATE = "candidate"
    SET = "set"


def parse(text: str) -> Script:
    """Read a script. Raises MalformedScriptError with the number of the line that is wrong."""
    reader = _Reader()
    for number, raw in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        line = raw.strip()
        if line and not line.startswith("#"):
            try:
                reader.take(number, line)
            except DeskError as error:
                raise MalformedScriptError(number, str(error)) from error
    return reader.script()


class _Reader:
    """The script while it is read, line by line."""

    def __init__(self) -> None:
        self.seated: dict[Seat, str] = {}
        self.players: dict[str, Seat] = {}
        self.rules = UNLESS_SET
        self.lines: list[Line] = []

    def script(self) -> Script:
        self._require_players(0)
        dmo, candidate = (self._first_in(seat) for seat in Seat)
        return Script(Names(dmo, candidate), self.rules, tuple(self.lines))

    def _first_in(self, seat: Seat) -> str:
        return next(name for name, sat_in in self.players.items() if sat_in is seat)

    def take(self, number: int, line: str) -> None:
        word, rest = first_word(line)
        if word in tuple(_Word):
            if self.lines:
                raise MalformedScriptError(
                    number, f"'{word}' belongs before the first moment: a match keeps its rules"
                )
            self._declare(number, _Word(word), rest)
            return
        ms = moment_ms(word)
        if ms is None:
            raise MalformedScriptError(
                number,
                f"it starts with '{word}', where a moment (mm:ss.sss), 'dmo', 'candidate', 'set' "
                "or '#' is expected",
            )
        if self.lines and ms < self.lines[-1].ms:
            last = moment_text(self.lines[-1].ms)
            raise MalformedScriptError(
                number, f"moments must not run backwards: {last} came before"
            )
        self.lines.append(self._line(number, ms, rest))

    def _declare(self, number: int, word: _Word, rest: str) -> None:
        match word:
            case _Word.SET:
                self.rules = _with_setting(number, self.rules, rest)
            case _Word.DMO:
                self._seat(number, Seat.DMO, rest)
            case _Word.CANDIDATE:
                self._seat(number, Seat.CANDIDATE, rest)

    def _seat(self, number: int, seat: Seat, rest: str) -> None:
        name, more = first_word(rest)
        if more and not rest.startswith('"'):
            name = rest
        elif more:
            raise MalformedScriptError(number, f"what is '{more}' after the name?")
        if name in ("", HOST, NOBODY):
            raise MalformedScriptError(number, f"'{seat}' needs the name of a player")
        if seat in self.seated:
            raise MalformedScriptError(number, f"the {seat} is named already")
        if name == self.seated.get(seat.other):
            raise MalformedScriptError(number, "the two players need different names")
        self.seated[seat] = name
        self.players[name] = seat

    def _require_players(self, number: int) -> None:
        missing = [seat for seat in Seat if seat not in self.seated]
        if missing:
            raise MalformedScriptError(number, f"the script doesn't say who is the {missing[0]}")

    def _line(self, number: int, ms: int, rest: str) -> Line:
        self._require_players(number)
        name, rest = first_word(rest)
        place, text = first_word(rest)
        if not name or not place:
            raise MalformedScriptError(number, "a name and a place are expected after the moment")
        if name == NOBODY:
            if (place, text) != ("wait", ""):
                raise MalformedScriptError(number, "'-' does nothing but 'wait'")
            return Line(ms, name, None)
        seat = self.players.get(name)
        if seat is None and name != HOST:
            known = ", ".join([*self.players, HOST, NOBODY])
            raise MalformedScriptError(number, f"who is '{name}'? Known here are {known}")
        if place == "desk":
            return Line(ms, name, self._desk_line(number, seat, text))
        if place not in tuple(Place):
            raise MalformedScriptError(
                number, f"'{place}' is no place: dm, sub or desk is expected"
            )
        return Line(ms, name, Typed(seat, Place(place), text))

    def _desk_line(self, number: int, seat: Seat | None, text: str) -> Done:
        by = Desk.HOST if seat is None else seat
        command = desk_command(text, by, self.seated)
        if not isinstance(command, do.Substitute):
            return Done(by, command, text)
        newcomer = newcomer_in(text)
        if newcomer in (HOST, NOBODY, *self.seated.values()):
            raise MalformedScriptError(number, f"'{newcomer}' can't play on for somebody else")
        if self.players.get(newcomer, command.seat) is not command.seat:
            raise MalformedScriptError(number, f"'{newcomer}' has played in the other seat")
        self.players[newcomer] = command.seat
        if by is Desk.HOST:
            self.seated[command.seat] = newcomer
        return Done(by, command, text, newcomer)


def _with_setting(number: int, rules: Rules, rest: str) -> Rules:
    name, value = first_word(rest)
    if value.startswith('"'):
        value, _ = first_word(value)
    if name not in SETTINGS:
        raise MalformedScriptError(
            number, f"'{name}' is no setting; there are {', '.join(SETTINGS)}"
        )
    try:
        return replace(rules, **{name: setting_value(name, value)})
    except ValueError as error:
        raise MalformedScriptError(number, str(error)) from error


def setting_value(name: str, value: str) -> Value:
    """A setting's value as typed. Raises ValueError, saying what is expected, if it isn't one."""
    choices = choices_of(name)
    if choices is not None:
        return _one_of(name, value, choices)
    of_kind = int if is_whole(name) else float
    try:
        return of_kind(value)
    except ValueError:
        least, most = RANGES[name]
        what = "a number" if of_kind is float else "a whole number"
        raise ValueError(
            f"{name} must be {what} from {least:g} to {most:g}, not '{value}'"
        ) from None


def _one_of(name: str, value: str, values: dict[str, V]) -> V:
    if value not in values:
        raise ValueError(f"{name} must be one of: {', '.join(values)}; not '{value}'")
    return values[value]
