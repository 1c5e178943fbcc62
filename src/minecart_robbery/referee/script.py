"""A match typed in as a script: what its lines say, and which line can't be understood.

Nothing is judged here. What a player typed stays text; what a host did at the desk becomes a
command at once, since a script that gets it wrong is malformed.

A line begins with a moment: `mm:ss`, `mm:ss.sss` or `h:mm:ss.sss`, which are milliseconds inside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Actor, Desk, Role, Seat, Track
from minecart_robbery.engine.rules import (
    RANGES,
    SETTINGS,
    PickedBy,
    ReadyRounds,
    Rules,
    Starter,
    StartsAs,
)
from minecart_robbery.words.names import Names
from minecart_robbery.words.player_input import Place
from minecart_robbery.words.rules import Value, choices_of, is_whole, which_rounds

HOST = "host"
NOBODY = "-"
UNLESS_SET = Rules(ready_check=ReadyRounds.NEVER)
"""The designer's rules, but a script has no ready check unless it sets one."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_MOMENT = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):([0-5]?\d)(?:\.(\d{1,3}))?", re.ASCII)
_FIRST = re.compile(r'"([^"]*)"\s*(.*)|(?!")(\S*)\s*(.*)', re.DOTALL)
_PLAYED = re.compile(r"round\s+([0-9]{1,4})(?:\s+turn\s+([0-9]{1,4}))?(?:\s+(.*))?", re.DOTALL)
_GEMS = re.compile(r"[+-]?[0-9]{1,4}")
_SECONDS = re.compile(r"(?!0+$)[0-9]{1,5}")


class MalformedScriptError(Exception):
    """A line that can't be understood; `line` is its number from 1, 0 for the script as a whole."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line = line


class LineError(Exception):
    """A line, or a part of one, that can't be understood; the message says what is expected."""


@dataclass(frozen=True, slots=True)
class Message:
    """`seat`'s player typed `text` in `place`; no seat: somebody who never plays."""

    seat: Seat | None
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class DeskCommand:
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
    action: Message | DeskCommand | None


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
                reader.take(line)
            except LineError as error:
                raise MalformedScriptError(number, str(error)) from error
    try:
        return reader.script()
    except LineError as error:
        raise MalformedScriptError(0, str(error)) from error


class _Reader:
    """The script while it is read, line by line."""

    def __init__(self) -> None:
        self.seated: dict[Seat, str] = {}
        self.players: dict[str, Seat] = {}
        self.rules = UNLESS_SET
        self.lines: list[Line] = []

    def script(self) -> Script:
        self._require_players()
        dmo, candidate = (
            next(name for name, sat_in in self.players.items() if sat_in is seat) for seat in Seat
        )
        return Script(Names(dmo, candidate), self.rules, tuple(self.lines))

    def take(self, line: str) -> None:
        word, rest = first_word(line)
        if word in tuple(_Word):
            if self.lines:
                raise LineError(
                    f"'{word}' belongs before the first moment: a match keeps its rules"
                )
            self._declare(_Word(word), rest)
            return
        ms = moment_ms(word)
        if ms is None:
            raise LineError(
                f"it starts with '{word}', where a moment (mm:ss.sss), 'dmo', 'candidate', 'set' "
                "or '#' is expected",
            )
        if self.lines and ms < self.lines[-1].ms:
            last = moment_text(self.lines[-1].ms)
            raise LineError(f"moments must not run backwards: {last} came before")
        self.lines.append(self._line(ms, rest))

    def _declare(self, word: _Word, rest: str) -> None:
        match word:
            case _Word.SET:
                self.rules = _with_setting(self.rules, rest)
            case _Word.DMO:
                self._seat(Seat.DMO, rest)
            case _Word.CANDIDATE:
                self._seat(Seat.CANDIDATE, rest)

    def _seat(self, seat: Seat, rest: str) -> None:
        name, more = first_word(rest)
        if more and not rest.startswith('"'):
            name = rest
        elif more:
            raise LineError(f"what is '{more}' after the name?")
        if name in ("", HOST, NOBODY):
            raise LineError(f"'{seat}' needs the name of a player")
        if seat in self.seated:
            raise LineError(f"the {seat} is named already")
        if name == self.seated.get(seat.other):
            raise LineError("the two players need different names")
        self.seated[seat] = name
        self.players[name] = seat

    def _require_players(self) -> None:
        missing = [seat for seat in Seat if seat not in self.seated]
        if missing:
            raise LineError(f"the script doesn't say who is the {missing[0]}")

    def _line(self, ms: int, rest: str) -> Line:
        self._require_players()
        name, rest = first_word(rest)
        place, text = first_word(rest)
        if not name or not place:
            raise LineError("a name and a place are expected after the moment")
        if name == NOBODY:
            if (place, text) != ("wait", ""):
                raise LineError("'-' does nothing but 'wait'")
            return Line(ms, name, None)
        seat = self.players.get(name)
        if seat is None and name != HOST:
            known = ", ".join([*self.players, HOST, NOBODY])
            raise LineError(f"who is '{name}'? Known here are {known}")
        if place == "desk":
            return Line(ms, name, self._desk_line(seat, text))
        if place not in tuple(Place):
            raise LineError(f"'{place}' is no place: dm, sub or desk is expected")
        return Line(ms, name, Message(seat, Place(place), text))

    def _desk_line(self, seat: Seat | None, text: str) -> DeskCommand:
        by = Desk.HOST if seat is None else seat
        command = desk_command(text, by, self.seated)
        if not isinstance(command, do.Substitute):
            return DeskCommand(by, command, text)
        newcomer = newcomer_in(text)
        if newcomer in (HOST, NOBODY, *self.seated.values()):
            raise LineError(f"'{newcomer}' can't play on for somebody else")
        if self.players.get(newcomer, command.seat) is not command.seat:
            raise LineError(f"'{newcomer}' has played in the other seat")
        self.players[newcomer] = command.seat
        if by is Desk.HOST:
            self.seated[command.seat] = newcomer
        return DeskCommand(by, command, text, newcomer)


def _with_setting(rules: Rules, rest: str) -> Rules:
    name, value = first_word(rest)
    if value.startswith('"'):
        value, _ = first_word(value)
    if name not in SETTINGS:
        raise LineError(f"'{name}' is no setting; there are {', '.join(SETTINGS)}")
    typed = setting_value(name, value)
    try:
        return replace(rules, **{name: typed})
    except ValueError as error:
        raise LineError(str(error)) from error


def setting_value(name: str, value: str) -> Value:
    """A setting's value as typed. Raises LineError if it isn't one."""
    choices = choices_of(name)
    if choices is not None:
        if value not in choices:
            raise LineError(f"{name} must be one of: {', '.join(choices)}; not '{value}'")
        return choices[value]
    try:
        return int(value) if is_whole(name) else float(value)
    except ValueError as error:
        least, most = RANGES[name]
        what = "a whole number" if is_whole(name) else "a number"
        raise LineError(
            f"{name} must be {what} from {least:g} to {most:g}, not '{value}'"
        ) from error


# ---------------------------------------------------------------- moments


def moment_ms(text: str) -> int | None:
    """The moment in ms since the script's start; None if it isn't one.

    With hours, the minutes go up to 59; without, as far as they like.
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, fraction = found.groups()
    if hours is not None and int(minutes) > 59:
        return None
    whole = (int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)
    return whole * 1000 + int((fraction or "0").ljust(3, "0"))


def moment_text(ms: int) -> str:
    """The moment as a script would write it, to the millisecond."""
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    text = f"{minutes:02}:{rest // 1000:02}.{rest % 1000:03}"
    return f"{hours}:{text}" if hours else text


# ---------------------------------------------------------------- the hosts' desk


def first_word(text: str) -> tuple[str, str]:
    """The first word of a text, or what stands in quotes there, and the rest.

    Raises LineError where a quote is opened and not closed.
    """
    found = _FIRST.fullmatch(text.strip())
    if found is None:
        raise LineError(f"a quote is opened and not closed: {text.strip()[:20]}")
    quoted, after_quoted, word, after_word = found.groups()
    return (word, after_word) if quoted is None else (quoted, after_quoted)


def desk_command(text: str, by: Actor, seated: Mapping[Seat, str]) -> do.Command:
    """The command that `text` is. Raises LineError if it is none."""
    word, rest = first_word(text)
    match word:
        case "start" if not rest:
            return do.StartMatch(by)
        case "skip-ready" if not rest:
            return do.SkipReady(by)
        case "resume" if not rest:
            return do.ResumeMatch(by)
        case "pause":
            return do.PauseMatch(by, rest)
        case "call-off":
            return do.CallOff(by, rest)
        case "starter":
            return _starter(rest, by, seated)
        case "pick":
            return _pick(rest, by, seated)
        case "substitute":
            name, rest = first_word(rest)
            _, note = first_word(rest)
            return do.Substitute(by, _seat(name, seated), note)
        case "forfeit":
            name, note = first_word(rest)
            return do.Forfeit(by, _seat(name, seated), note)
        case "take-back":
            return _take_back(rest, by)
        case "award":
            return _award(rest, by, seated)
        case "extend":
            return _extend(rest, by)
        case "settle-now":
            return do.EndClock(by, rest)
        case _:
            raise LineError(
                f"the desk doesn't know '{text}': start, skip-ready, pause [reason], resume, "
                "call-off [reason], starter odd|even|N NAME [thief|miner|chooses [reason]], "
                "pick NAME north|central|south [reason], take-back round N [turn N] [reason], "
                "award NAME GEMS [reason], extend SECONDS [reason], settle-now [reason], "
                "substitute NAME NEW-NAME [reason] and forfeit NAME [reason] are expected"
            )


def newcomer_in(text: str) -> str:
    """The name of whoever plays on by this substitution. Raises LineError where none stands."""
    _, rest = first_word(text)
    name, rest = first_word(rest)
    newcomer, _ = first_word(rest)
    if not newcomer:
        raise LineError(f"'substitute {name}': the name of whoever plays on is expected")
    return newcomer


def _starter(rest: str, by: Actor, seated: Mapping[Seat, str]) -> do.Command:
    word, rest = first_word(rest)
    name, rest = first_word(rest)
    role, note = first_word(rest)
    rounds = which_rounds(word)
    if rounds is None:
        raise LineError(f"'starter {word}': odd, even or the number of a round is expected")
    seat = _seat(name, seated)
    if role in tuple(Role):
        starter: Starter = StartsAs(seat, Role(role))
    elif role in ("", "chooses"):
        starter = PickedBy(seat)
    else:
        raise LineError(f"'{role}' is no role: thief, miner or chooses is expected")
    return do.SetStarter(by, rounds, starter, note)


def _pick(rest: str, by: Actor, seated: Mapping[Seat, str]) -> do.Command:
    name, rest = first_word(rest)
    track, note = first_word(rest)
    seat = _seat(name, seated)
    if track not in tuple(Track):
        raise LineError(f"'{track}' is no track: north, central or south is expected")
    return do.PickFor(by, seat, Track(track), note)


def _take_back(rest: str, by: Actor) -> do.Command:
    found = _PLAYED.fullmatch(rest)
    if found is None:
        raise LineError(f"'take-back {rest}': round N [turn N] [reason] is expected")
    number, turn, note = found.groups()
    return do.TakeBack(by, int(number), None if turn is None else int(turn), note or "")


def _award(rest: str, by: Actor, seated: Mapping[Seat, str]) -> do.Command:
    name, rest = first_word(rest)
    gems, note = first_word(rest)
    seat = _seat(name, seated)
    if not _GEMS.fullmatch(gems):
        raise LineError(f"'{gems}' is no number of gems: 3 or -3, for example, is expected")
    return do.Award(by, seat, int(gems), note)


def _extend(rest: str, by: Actor) -> do.Command:
    seconds, note = first_word(rest)
    if not _SECONDS.fullmatch(seconds):
        raise LineError(f"'{seconds}' is no time to give: a whole number of seconds is expected")
    return do.ExtendClock(by, int(seconds) * 1000, note)


def _seat(name: str, seated: Mapping[Seat, str]) -> Seat:
    for seat, seated_name in seated.items():
        if seated_name == name:
            return seat
    raise LineError(f"'{name}' doesn't play here: {' or '.join(seated.values())} is expected")
