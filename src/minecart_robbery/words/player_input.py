"""What a player's words or press come to at the table: a command, an answer, or nothing.

`read` knows what words mean; `interpret` knows where they were said and what the match waits for.
Typed words go through here wherever they are typed: in a script, on Discord, on a page. A press
comes to what the same words would, if they are still meant (S25).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.match import (
    Match,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
)
from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join, Role, Seat, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.words.answers import ask_back_line, hint_line, refusal_line
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.panels import Panel, PanelKey, PanelName
from minecart_robbery.words.reading import (
    CallsHost,
    Meant,
    NearMiss,
    Reading,
    SaysBonus,
    SaysKeep,
    SaysReady,
    SaysRole,
    SaysTrack,
    TwoReadings,
    Unfinished,
    attempt,
    read,
)
from minecart_robbery.words.telling.panels import (
    CHANGE,
    choice_panel,
    occasion_in,
    occasion_of,
    pick_panel,
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


def interpret(text: str, seat: Seat, place: Place, match: Match) -> PlayerCommand | Answer | None:
    """What `text`, typed by the player in `seat`, comes to. None: it is left alone (R20).

    Picks belong in the submissions channel (R19), bonus actions in the DM channel (R10), a role
    pick in either (R27).
    """
    if match.has_ended:
        return None
    reading = read(text)
    if reading is None and place is Place.SUB and isinstance(match.phase, TurnOpen):
        reading = attempt(text)
    return None if reading is None else _come_to(reading, seat, place, match)


def _come_to(
    reading: Reading, seat: Seat, place: Place, match: Match
) -> PlayerCommand | Answer | None:
    has_started = not isinstance(match.current, WaitingToStart)
    match reading:
        case NearMiss():
            return _near_miss(reading, seat, place, match)
        case CallsHost():
            return do.CallHost(seat)
        case SaysReady() if not _is_readiness_awaited(match):
            return None
        case SaysReady():
            return do.SayReady(seat) if place is Place.SUB else _refused("ready_in_dm")
        case SaysRole(role):
            return do.PickRole(seat, role) if _is_a_role_pick(place, match) else None
        case SaysTrack() | SaysBonus():
            come_to = _in_its_place(reading, seat, place)
            return come_to if has_started or not isinstance(come_to, Answer) else None
        case _ if has_started:
            return _asked_or_hinted(reading, seat, place, match)
        case _:
            return None


def _near_miss(
    reading: NearMiss, seat: Seat, place: Place, match: Match
) -> PlayerCommand | Answer | None:
    """A hint only where the nearest words would do something; else what they would get."""
    meant = read(reading.nearest)
    assert meant is not None, "the nearest words have a meaning"
    would = _come_to(meant, seat, place, match)
    if would is None or isinstance(would, Answer):
        return would
    if isinstance(would, do.Say) and isinstance(match.current, WaitingToStart):
        return None
    return Answer(AnswerKind.HINTED, hint_line(reading))


def _is_a_role_pick(place: Place, match: Match) -> bool:
    """Where no role is to be picked, "thief!" in the DM channel is talk; elsewhere an attempt."""
    if isinstance(match.current, WaitingToStart):
        return False
    return place is Place.SUB or _is_role_to_pick(match)


def _is_role_to_pick(match: Match) -> bool:
    return isinstance(match.phase, PickingRole)


def _is_readiness_awaited(match: Match) -> bool:
    """To be ready can be said in a pause, too: it is no move in the game."""
    return isinstance(match.unpaused, WaitingToStart | ReadyCheck)


def _in_its_place(
    reading: SaysTrack | SaysBonus, seat: Seat, place: Place
) -> PlayerCommand | Answer:
    """Picks belong in the submissions channel, bonus actions in the DM channel (R10, R19)."""
    match reading, place:
        case SaysTrack(track), Place.SUB:
            return do.Say(seat, track)
        case SaysBonus(bonus), Place.DM:
            return do.Say(seat, bonus)
        case SaysTrack(), _:
            return _refused("pick_in_dm", is_private=True)
        case _:
            return _refused("bonus_in_sub")


def _asked_or_hinted(
    reading: Reading, seat: Seat, place: Place, match: Match
) -> PlayerCommand | Answer | None:
    is_in_dm = place is Place.DM
    match reading:
        case SaysKeep() if is_in_dm:
            is_open = isinstance(match.current, TurnOpen)
            return _refused("keep_in_dm", is_private=True) if is_open else None
        case SaysKeep():
            return do.Say(seat, KEEP)
        case TwoReadings(options) if is_in_dm:
            return _asked_back_in_dm(options, match)
        case TwoReadings(options) if options and all(_is_bonus(option) for option in options):
            return _refused("bonus_in_sub")
        case TwoReadings():
            return Answer(AnswerKind.ASKED_BACK, ask_back_line(reading))
        case Unfinished() if is_in_dm:
            return Answer(AnswerKind.HINTED, hint_line(reading))
        case _:
            return _refused("bonus_in_sub")


def _asked_back_in_dm(options: tuple[Meant, ...], match: Match) -> Answer | None:
    """In the DM channel, tracks are talk, and so are roles where none is to be picked.

    So nobody is asked there whether a track was meant: the answer would give a pick away (S21).
    """
    is_about_roles = any(isinstance(option, Role) for option in options)
    openly = tuple(option for option in options if not isinstance(option, Track))
    if not openly or (is_about_roles and not _is_role_to_pick(match)):
        return None
    return Answer(AnswerKind.ASKED_BACK, ask_back_line(TwoReadings(openly)))


def _is_bonus(option: Meant) -> bool:
    return isinstance(option, Accelerate | Join)


def _refused(name: str, *, is_private: bool = False) -> Answer:
    return Answer(AnswerKind.REFUSED, say("refused", name), is_private)


_TRIED = {
    BonusKind.ACCELERATE: Accelerate(Track.NORTH),
    BonusKind.JOIN: Join(Track.NORTH, Track.CENTRAL),
}


def interpret_press(
    text: str, pressed: PanelKey, seat: Seat, place: Place, match: Match
) -> PlayerCommand | Answer | Panel | None:
    """What pressing `text` comes to on the panel `pressed`; a stale press is told so.

    A panel: that is what it shows.
    """
    if match.has_ended:
        return None
    if is_stale(pressed, match) and not isinstance(read(text), CallsHost):
        return Answer(AnswerKind.REFUSED, say("refused", f"stale_{pressed.name}"))
    if text == CHANGE:
        return pick_panel(pressed.occasion)
    return interpret(text, seat, place, match)


def is_stale(key: PanelKey, match: Match) -> bool:
    """Whether what a panel was put there for is over."""
    now = occasion_of(match)
    match key.name:
        case PanelName.WELCOME:
            return False
        case PanelName.BONUS:
            return now is not None and now.round != key.occasion.round
        case _:
            return now != key.occasion


def opened_by(says: str, pressed: PanelKey) -> BonusKind | None:
    """The bonus action whose choices a press shows; None where it says something itself."""
    is_opener = pressed.name is PanelName.BONUS and says in tuple(BonusKind)
    return BonusKind(says) if is_opener else None


def choices(
    kind: BonusKind, pressed: PanelKey, seat: Seat, match: Match, at: Moment, names: Names
) -> tuple[str, Panel] | str:
    """What a bonus action can be played on, with a word about it; or why it can't be played now."""
    if is_stale(pressed, match):
        return say("refused", f"stale_{pressed.name}")
    tried = decide(match, do.Say(seat, _TRIED[kind]), at)
    if isinstance(tried, Refusal):
        return refusal_line(tried, names)
    return say("panels", f"which_{kind}"), choice_panel(kind, occasion_in(match))
