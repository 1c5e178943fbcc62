"""A match whose record this version can't read: called off, and closed, without reading it (S45).

That a host has called it off is an event like any other, chained to the last one by its hash alone.
A version that can read all of it finds a match that was called off by the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from minecart_robbery.engine import Steps, steps_of
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import MatchCalledOff, MatchOpened
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.hosts_log import dated, owed_in
from minecart_robbery.live.room import Room
from minecart_robbery.record import Cause, Delivery, Record
from minecart_robbery.words.telling.events import telling
from minecart_robbery.words.telling.hosts_log import log_notices
from minecart_robbery.words.telling.sealing import with_fingerprint

_NEVER = Moment(0)


def over_unread() -> Match:
    """A match that is over, in place of one that can't be read: all that is left is to close it."""
    return _calling_off(MatchCalledOff(_NEVER, ""))[-1].after


def _calling_off(called_off: MatchCalledOff) -> Steps:
    """That event in a match of which nothing else is known."""
    _opening, *later = steps_of(None, [MatchOpened(_NEVER, Rules()), called_off])
    return tuple(later)


async def call_off_unread(
    record: Record, room: Room, match: int, called_off: MatchCalledOff, cause: Cause, host: str
) -> Sequence[Delivery] | None:
    """Write down that a host has called it off, and give what that owes; None: it was before.

    What was owed until then is owed no more: nobody knows what it says.
    """
    names = replace(room.names, host=host)
    sealed = await record.fingerprint(match, cause, (called_off,))
    steps = _calling_off(called_off)
    told = telling(steps, names)
    notices = with_fingerprint(told, match, sealed.short, sealed.full)
    logged = log_notices(steps, names)
    letters = await owed_in(room, dated((*notices, *logged), called_off.at.ms))
    await record.give_up_owed(match)
    return await record.append(match, cause, (called_off,), letters, is_live=False)
