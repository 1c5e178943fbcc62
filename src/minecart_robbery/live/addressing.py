"""How a notice is to be delivered: as a reply, starting a clock, or once that has started."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match, PauseCause, Paused, PickingRole, TurnOpen
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.live.letters import Letter
from minecart_robbery.record import Cause, Seating
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import PanelKey, PanelName, Takes
from minecart_robbery.words.player_input import Place


@dataclass(frozen=True, slots=True)
class Typed:
    """What the player in `seat` typed in `place`: the text, its message's id, and its moment.

    An edit is the same message with another cause and moment (R16); `sent` is when it was sent
    first. What was said by a slash command or a press has an `interaction` of that id instead; a
    press was on the panel `pressed`.
    """

    seat: Seat
    place: Place
    text: str
    message: int
    cause: Cause
    at: Moment
    interaction: int = 0
    pressed: PanelKey | None = None
    sent: Moment | None = None


def place_of(seating: Seating, channel: int) -> tuple[Place, Seat | None] | None:
    """Which of a match's places a channel is, and whose; None if it is none of them."""
    if channel == seating.dm_channel:
        return Place.DM, None
    for chair in seating.chairs():
        if chair.channel == channel:
            return Place.SUB, chair.seat
    return None


def own_place(
    seating: Seating, person: int, channel: int, sent: int | None = None
) -> tuple[Seat, Place] | None:
    """In which seat and place a player is heard in a channel; None: nobody is, or nothing (R19).

    What they `sent`, by its id, before they took the seat of somebody else is none of a player's.
    """
    seat, found = seating.seat_of(person, sent), place_of(seating, channel)
    if seat is None or found is None or found[1] not in (None, seat):
        return None
    return seat, found[0]


def places_of(seating: Seating) -> Iterator[tuple[Audience, int]]:
    """Who reads in which of a match's channels: everybody in the DM channel, each player alone."""
    yield Audience.PUBLIC, seating.dm_channel
    yield from ((Audience.player(chair.seat), chair.channel) for chair in seating.chairs())


def moved_audiences(before: Seating, after: Seating) -> frozenset[Audience]:
    """Who is reached in another channel than before (S28)."""
    return frozenset(audience for audience, _ in set(places_of(before)) ^ set(places_of(after)))


def letters_for(
    notice: Notice, before: Match, after: Match, typed: Typed | None
) -> Iterator[Letter]:
    """A public notice that starts or stops a clock bears it, and prompts wait for a start.

    A player's own acknowledgement of what was `typed` is a reply to it, or its interaction's
    answer; so is what takes the place of the panel that was pressed.
    """
    started, stopped = _clock_started(before, after), _clock_stopped(before, after)
    if stopped is not None and notice.to is Audience.PUBLIC and notice.lines:
        yield Letter(notice, stops_at=stopped)
    elif started is not None and notice.to is Audience.PUBLIC and notice.lines:
        yield Letter(notice, clock_from=started)
    elif notice.to is not Audience.PUBLIC and _is_prompt(notice):
        yield Letter(notice, prompts_for=started)
    elif typed is not None and notice.to.seat is typed.seat:
        yield from _acknowledgements(notice, before, typed)
    elif typed is not None and _takes_pressed_panel(notice, typed):
        yield Letter(notice, answers=typed.interaction)
    else:
        begins = is_paused_by_house(after) and not is_paused_by_house(before)
        yield Letter(notice, for_pause=begins and notice.to is Audience.HOSTS)


def is_paused_by_house(match: Match) -> bool:
    """Whether the house has paused the match."""
    return match.pause is not None and match.pause.cause is PauseCause.HOUSE


def _is_prompt(notice: Notice) -> bool:
    """Whether a player is asked for something by it, or it takes an older prompt's buttons."""
    return notice.clock is not None or (notice.takes is not None and notice.takes.is_older)


def _takes_pressed_panel(notice: Notice, typed: Typed) -> bool:
    """Both players' panels of a turn have one key; that which was pressed stands where it was."""
    where = Audience.PUBLIC if typed.place is Place.DM else Audience.player(typed.seat)
    takes = notice.takes
    return takes is not None and takes.key == typed.pressed and notice.to is where


def _acknowledgements(notice: Notice, before: Match, typed: Typed) -> Iterator[Letter]:
    """Who presses or types a pick is left with one button to change or keep it (R15, R16).

    What was chosen on buttons shown to one player alone takes their place; what is asked of one in
    public is acknowledged in that player's own channel. A command is answered beside its turn's
    prompt, which it changes only where that may name an earlier pick.
    """
    match typed.pressed:
        case PanelKey(name=PanelName.ROLE):
            yield Letter(notice)
        case PanelKey(name=PanelName.CHOICE) as key:
            yield Letter(replace(notice, takes=Takes(key)), answers=typed.interaction)
        case PanelKey():
            yield Letter(notice, answers=typed.interaction)
        case None if typed.interaction:
            yield Letter(replace(notice, panel=None, takes=None), answers=typed.interaction)
            if notice.takes is not None and _has_picked(typed.seat, before):
                yield Letter(notice)
        case None:
            reply_to = typed.message if typed.place is Place.SUB else 0
            yield Letter(notice, reply_to)


def _has_picked(seat: Seat, match: Match) -> bool:
    turn = match.current
    return isinstance(turn, TurnOpen) and seat in project(turn, match.rules.turn_ms).picks


def _clock_stopped(before: Match, after: Match) -> Moment | None:
    """Since when the clock stands that a host has just stopped; None if none has."""
    match before.current, after.pause, after.unpaused:
        case (
            TurnOpen() | PickingRole(),
            Paused(PauseCause.HOST),
            TurnOpen() | PickingRole(),
        ):
            clock = after.clock
            return None if clock is None else clock.pauses[-1].since
        case _:
            return None


def _clock_started(before: Match, after: Match) -> Moment | None:
    """Since when the clock counts that the house has just started; None if it started none."""
    clock, old_clock = after.clock, before.clock
    if clock is None or clock.is_start_known:
        return None
    is_new = old_clock is None or old_clock.counts_from != clock.counts_from
    return clock.counts_from if is_new else None
