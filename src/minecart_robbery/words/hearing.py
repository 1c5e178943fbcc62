"""What a player's words come to at the table: a command, an answer, or nothing.

`read` knows what words mean; `hear` knows where they were said and what the match waits for. Typed
words go through here wherever they are typed: in a script, on Discord, on a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.nouns import Accelerate, Join, Role, Seat, Track
from minecart_robbery.engine.phases import (
    CalledOff,
    Match,
    Over,
    PickingRole,
    WaitingToStart,
    gone_on,
)
from minecart_robbery.words.answers import ask_back_line, hint_line
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.reading import (
    CallsHost,
    NearMiss,
    Reading,
    SaysBonus,
    SaysKeep,
    SaysReady,
    SaysRole,
    SaysTrack,
    TwoReadings,
    Unfinished,
    read,
)


class Place(StrEnum):
    """Where a player types: the DM channel, or the player's own submissions channel."""

    DM = "dm"
    SUB = "sub"


class AnswerKind(StrEnum):
    """What kind of answer words get that come to no command."""

    REFUSED = "refused"
    ASKED_BACK = "asked_back"
    HINTED = "hinted"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said back to the player who typed; nothing else happens.

    `is_private`: in the player's submissions channel, wherever the words were typed (S21).
    """

    kind: AnswerKind
    text: str
    is_private: bool = False


PlayerCommand = do.Say | do.PickRole | do.SayReady | do.CallHost


def hear(text: str, seat: Seat, place: Place, match: Match) -> PlayerCommand | Answer | None:
    """What `text`, typed by the player in `seat`, comes to. None: it is left alone (R20).

    Picks belong in the submissions channel (R19), bonus actions in the DM channel (R10), a role
    pick in either (R27).
    """
    reading = read(text)
    if reading is None or isinstance(match.phase, Over | CalledOff):
        return None
    if isinstance(match.phase, WaitingToStart):
        return _before_the_start(reading, seat, place)
    if isinstance(reading, SaysRole):
        return _role_word(reading, seat, place, match)
    if place is Place.DM and _is_about_roles(reading) and not _is_role_to_pick(match):
        return None
    return _in_the_dm_channel(reading, seat) if place is Place.DM else _in_the_sub(reading, seat)


def _before_the_start(reading: Reading, seat: Seat, place: Place) -> PlayerCommand | Answer | None:
    match reading:
        case SaysReady() if place is Place.DM:
            return _refused("ready_in_dm")
        case SaysReady():
            return do.SayReady(seat)
        case CallsHost():
            return do.CallHost(seat)
        case SaysTrack(track) if place is Place.SUB:
            return do.Say(seat, track)
        case SaysBonus(bonus) if place is Place.DM:
            return do.Say(seat, bonus)
        case _:
            return None


def _role_word(
    reading: SaysRole, seat: Seat, place: Place, match: Match
) -> PlayerCommand | Answer | None:
    """Where no role is to be picked, "thief!" in the DM channel is talk; elsewhere an attempt."""
    if place is Place.DM and not _is_role_to_pick(match):
        return None
    return do.PickRole(seat, reading.role)


def _is_role_to_pick(match: Match) -> bool:
    return isinstance(gone_on(match.phase), PickingRole)


def _is_about_roles(reading: Reading) -> bool:
    return isinstance(reading, TwoReadings) and any(
        isinstance(option, Role) for option in reading.options
    )


def _in_the_dm_channel(reading: Reading, seat: Seat) -> PlayerCommand | Answer | None:
    match reading:
        case SaysBonus(bonus):
            return do.Say(seat, bonus)
        case SaysTrack():
            return _pick_in_dm()
        case CallsHost():
            return do.CallHost(seat)
        case TwoReadings(options) if any(not isinstance(option, Track) for option in options):
            return Answer(AnswerKind.ASKED_BACK, ask_back_line(reading))
        case NearMiss(nearest=meant) if isinstance(read(meant), SaysTrack):
            return _pick_in_dm()
        case NearMiss() | Unfinished():
            return Answer(AnswerKind.HINTED, hint_line(reading))
        case _:
            return None


def _in_the_sub(reading: Reading, seat: Seat) -> PlayerCommand | Answer | None:
    match reading:
        case SaysTrack(track):
            return do.Say(seat, track)
        case SaysKeep():
            return do.Say(seat, KEEP)
        case SaysBonus() | Unfinished():
            return _refused("bonus_in_sub")
        case CallsHost():
            return do.CallHost(seat)
        case TwoReadings(options) if options and all(_is_bonus(option) for option in options):
            return _refused("bonus_in_sub")
        case TwoReadings():
            return Answer(AnswerKind.ASKED_BACK, ask_back_line(reading))
        case NearMiss(nearest=meant) if isinstance(read(meant), SaysBonus):
            return _refused("bonus_in_sub")
        case NearMiss():
            return Answer(AnswerKind.HINTED, hint_line(reading))
        case _:
            return None


def _is_bonus(option: Track | Role | Accelerate | Join) -> bool:
    return isinstance(option, Accelerate | Join)


def _pick_in_dm() -> Answer:
    return Answer(AnswerKind.REFUSED, say("refused", "pick_in_dm"), is_private=True)


def _refused(name: str) -> Answer:
    return Answer(AnswerKind.REFUSED, say("refused", name))
