"""What a player's press comes to: what the same words would, if they are still meant (S25)."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join, Seat, Track
from minecart_robbery.engine.phases import CalledOff, Match, Over
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.words.answers import refusal_line
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.hearing import Answer, AnswerKind, Place, PlayerCommand, hear
from minecart_robbery.words.notices import Names
from minecart_robbery.words.panels import Panel, PanelKey, PanelName
from minecart_robbery.words.reading import CallsHost, read
from minecart_robbery.words.telling.panels import (
    CHANGE,
    choice_panel,
    occasion_in,
    occasion_of,
    pick_panel,
)

_TRIED = {
    BonusKind.ACCELERATE: Accelerate(Track.NORTH),
    BonusKind.JOIN: Join(Track.NORTH, Track.CENTRAL),
}


def hear_press(
    text: str, pressed: PanelKey, seat: Seat, place: Place, match: Match
) -> PlayerCommand | Answer | Panel | None:
    """What pressing `text` comes to on the panel `pressed`; a stale press is told so.

    A panel: that is what it shows.
    """
    if isinstance(match.phase, Over | CalledOff):
        return None
    if is_stale(pressed, match) and not isinstance(read(text), CallsHost):
        return Answer(AnswerKind.REFUSED, say("refused", f"stale_{pressed.name}"))
    if text == CHANGE:
        return pick_panel(pressed.occasion)
    return hear(text, seat, place, match)


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
