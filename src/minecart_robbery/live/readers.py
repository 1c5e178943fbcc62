"""Who reads a match's submissions channels, held against what its hosts have been told (S20)."""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine.match import PauseCause, Paused
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.hosts_log import dated, owed_in
from minecart_robbery.live.room import Room
from minecart_robbery.record import Delivery, Readers, Record
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Notice
from minecart_robbery.words.telling.hosts_log import noted
from minecart_robbery.words.telling.readers import Readership, Readerships, new_readers_notice


def told_of(readerships: Readerships) -> Readers:
    """What the hosts know once they have been told of all these."""
    return {seat: readership.ids() for seat, readership in readerships.items()}


async def told_of_new_readers(
    record: Record,
    room: Room,
    match: int,
    readerships: Readerships,
    pause: Paused | None,
    now_ms: int,
) -> tuple[Delivery, ...]:
    """Note who can read now, and give what is owed to the hosts if some of them are new.

    Who can read no more is forgotten, so that they are new when they come again.
    """
    known = await record.readers(match)
    now = {
        seat: it.ids() if it.is_complete else it.ids() | known[seat]
        for seat, it in readerships.items()
    }
    changed = [seat for seat, ids in now.items() if ids != known[seat]]
    if not changed:
        return ()
    news = [
        notice
        for seat in changed
        for notice in _news(seat, readerships[seat], known[seat], room.names, pause)
    ]
    letters = dated([*news, *noted(news)], now_ms)
    return await record.know_readers(match, now, await owed_in(room, letters))


def _news(
    seat: Seat, readership: Readership, known: frozenset[int], names: Names, pause: Paused | None
) -> Iterator[Notice]:
    """What the hosts hear; of the opponent no second time, if the match waits for them."""
    if pause is not None and pause.cause is PauseCause.AWAY:
        known |= {it.person for it in readership.people if it.is_opponent}
    notice = new_readers_notice(seat, readership, known, names)
    if notice is not None:
        yield notice
