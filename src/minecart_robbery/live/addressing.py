"""How a notice is to be delivered: as a reply, starting a clock, or once that has started."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.phases import Match, clock_of
from minecart_robbery.live.letters import Letter
from minecart_robbery.record import Cause, Seating
from minecart_robbery.words.hearing import Place
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.pads import PadKey, PadName, Takes


@dataclass(frozen=True, slots=True)
class Typed:
    """What the player in `seat` typed in `place`: the text, its message's id, and its moment.

    An edit is the same message with another cause and moment (R16). What was said by a slash
    command or a press has an `interaction` of that id instead; a press was on the pad `pressed`.
    """

    seat: Seat
    place: Place
    text: str
    message: int
    cause: Cause
    at: Moment
    interaction: int = 0
    pressed: PadKey | None = None


def place_of(seating: Seating, channel: int) -> tuple[Place, Seat | None] | None:
    """Which of a match's places a channel is, and whose; None if it is none of them."""
    if channel == seating.dm_channel:
        return Place.DM, None
    for chair in seating.chairs():
        if chair.channel == channel:
            return Place.SUB, chair.seat
    return None


def places_of(seating: Seating) -> Iterator[tuple[Audience, int]]:
    """Who reads in which of a match's channels: everybody in the DM channel, each player alone."""
    yield Audience.PUBLIC, seating.dm_channel
    yield from ((Audience.player(chair.seat), chair.channel) for chair in seating.chairs())


def moved_audiences(before: Seating, after: Seating) -> frozenset[Audience]:
    """Who is reached in another channel than before (S28)."""
    return frozenset(audience for audience, _ in set(places_of(before)) ^ set(places_of(after)))


def letter_for(notice: Notice, before: Match, after: Match, typed: Typed | None) -> Letter:
    """A public notice that starts a clock bears it, and prompts wait for it.

    A player's own acknowledgement of what was `typed` is a reply to it, or its interaction's
    answer; so is what takes the place of the pad that was pressed.
    """
    started = _clock_started(before, after)
    if started is not None and notice.to is Audience.PUBLIC and notice.lines:
        return Letter(notice, clock_from=started)
    if started is not None and notice.clock is not None:
        return Letter(notice, prompts_for=started)
    if typed is not None and notice.to.seat is typed.seat:
        return _acknowledgement(notice, typed)
    takes = notice.takes
    if typed is not None and typed.pressed is not None and takes is not None:
        is_its_pad = takes.key == typed.pressed
        return Letter(notice, answers=typed.interaction if is_its_pad else 0)
    return Letter(notice)


def _acknowledgement(notice: Notice, typed: Typed) -> Letter:
    """Who presses gets buttons back, who types goes on typing; a command changes no prompt.

    What was chosen on buttons shown to one player alone takes their place; what is asked of one in
    public is answered by taking those buttons away.
    """
    match typed.pressed:
        case PadKey(name=PadName.ROLE):
            return Letter(notice)
        case PadKey(name=PadName.CHOICE) as key:
            return Letter(replace(notice, takes=Takes(key)), answers=typed.interaction)
        case PadKey():
            return Letter(notice, answers=typed.interaction)
        case None:
            pass
    if typed.interaction:
        return Letter(replace(notice, pad=None, takes=None), answers=typed.interaction)
    reply_to = typed.message if typed.place is Place.SUB else 0
    return Letter(replace(notice, pad=None), reply_to)


def _clock_started(before: Match, after: Match) -> Moment | None:
    """Since when the clock counts that the house has just started; None if it started none."""
    clock, old_clock = clock_of(after.phase), clock_of(before.phase)
    if clock is None or clock.is_start_known:
        return None
    is_new = old_clock is None or old_clock.counts_from != clock.counts_from
    return clock.counts_from if is_new else None
