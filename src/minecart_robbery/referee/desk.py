"""What is typed at the hosts' desk, in a script: start, pause, resume, corrections and others."""

from __future__ import annotations

import re
from collections.abc import Mapping

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Actor, Role, Seat, Track
from minecart_robbery.engine.rules import PickedBy, Starter, StartsAs
from minecart_robbery.words.desk import which_rounds

_FIRST = re.compile(r'"([^"]*)"\s*(.*)|(?!")(\S*)\s*(.*)', re.DOTALL)
_PLAYED = re.compile(r"round\s+([0-9]{1,4})(?:\s+turn\s+([0-9]{1,4}))?(?:\s+(.*))?", re.DOTALL)
_GEMS = re.compile(r"[+-]?[0-9]{1,4}")
_SECONDS = re.compile(r"(?!0+$)[0-9]{1,5}")


class DeskError(Exception):
    """What was typed at the desk is no command; the message says what is expected."""


def first_word(text: str) -> tuple[str, str]:
    """The first word of a text, or what stands in quotes there, and the rest.

    Raises DeskError where a quote is opened and not closed.
    """
    found = _FIRST.fullmatch(text.strip())
    if found is None:
        raise DeskError(f"a quote is opened and not closed: {text.strip()[:20]}")
    quoted, after_quoted, word, after_word = found.groups()
    return (word, after_word) if quoted is None else (quoted, after_quoted)


def desk_command(text: str, by: Actor, seated: Mapping[Seat, str]) -> do.Command:
    """The command that `text` is. Raises DeskError if it is none."""
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
            raise DeskError(
                f"the desk doesn't know '{text}': start, skip-ready, pause [reason], resume, "
                "call-off [reason], starter odd|even|N NAME [thief|miner|chooses [reason]], "
                "pick NAME north|central|south [reason], take-back round N [turn N] [reason], "
                "award NAME GEMS [reason], extend SECONDS [reason], settle-now [reason], "
                "substitute NAME NEW-NAME [reason] and forfeit NAME [reason] are expected"
            )


def newcomer_in(text: str) -> str:
    """The name of whoever plays on by this substitution. Raises DeskError where none stands."""
    _, rest = first_word(text)
    name, rest = first_word(rest)
    newcomer, _ = first_word(rest)
    if not newcomer:
        raise DeskError(f"'substitute {name}': the name of whoever plays on is expected")
    return newcomer


def _starter(rest: str, by: Actor, seated: Mapping[Seat, str]) -> do.Command:
    word, rest = first_word(rest)
    name, rest = first_word(rest)
    role, note = first_word(rest)
    rounds = which_rounds(word)
    if rounds is None:
        raise DeskError(f"'starter {word}': odd, even or the number of a round is expected")
    seat = _seat(name, seated)
    if role in tuple(Role):
        starter: Starter = StartsAs(seat, Role(role))
    elif role in ("", "chooses"):
        starter = PickedBy(seat)
    else:
        raise DeskError(f"'{role}' is no role: thief, miner or chooses is expected")
    return do.SetStarter(by, rounds, starter, note)


def _pick(rest: str, by: Actor, seated: Mapping[Seat, str]) -> do.Command:
    name, rest = first_word(rest)
    track, note = first_word(rest)
    seat = _seat(name, seated)
    if track not in tuple(Track):
        raise DeskError(f"'{track}' is no track: north, central or south is expected")
    return do.PickFor(by, seat, Track(track), note)


def _take_back(rest: str, by: Actor) -> do.Command:
    found = _PLAYED.fullmatch(rest)
    if found is None:
        raise DeskError(f"'take-back {rest}': round N [turn N] [reason] is expected")
    number, turn, note = found.groups()
    return do.TakeBack(by, int(number), None if turn is None else int(turn), note or "")


def _award(rest: str, by: Actor, seated: Mapping[Seat, str]) -> do.Command:
    name, rest = first_word(rest)
    gems, note = first_word(rest)
    seat = _seat(name, seated)
    if not _GEMS.fullmatch(gems):
        raise DeskError(f"'{gems}' is no number of gems: 3 or -3, for example, is expected")
    return do.Award(by, seat, int(gems), note)


def _extend(rest: str, by: Actor) -> do.Command:
    seconds, note = first_word(rest)
    if not _SECONDS.fullmatch(seconds):
        raise DeskError(f"'{seconds}' is no time to give: a whole number of seconds is expected")
    return do.ExtendClock(by, int(seconds) * 1000, note)


def _seat(name: str, seated: Mapping[Seat, str]) -> Seat:
    for seat, seated_name in seated.items():
        if seated_name == name:
            return seat
    raise DeskError(f"'{name}' doesn't play here: {' or '.join(seated.values())} is expected")
