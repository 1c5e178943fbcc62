"""Who is known to read the submissions channels of a match, in the database (S20)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

import aiosqlite

from minecart_robbery.engine.nouns import Seat

Readers = Mapping[Seat, Collection[int]]
"""The ids of those who can read the submissions channel of a seat, for some seats."""

NO_READERS: Readers = MappingProxyType({})


async def put_readers(db: aiosqlite.Connection, match: int, readers: Readers) -> None:
    """Let these be the known readers of the seats that are named, and no others."""
    known = await known_readers(db, match)
    for seat, people in readers.items():
        gone, new = known[seat] - set(people), set(people) - known[seat]
        await db.executemany(
            "DELETE FROM reader WHERE match = ? AND seat = ? AND person = ?",
            [(match, seat, person) for person in gone],
        )
        await db.executemany(
            "INSERT INTO reader VALUES (?, ?, ?)", [(match, seat, person) for person in new]
        )


async def known_readers(db: aiosqlite.Connection, match: int) -> dict[Seat, frozenset[int]]:
    """The known readers of both seats."""
    rows = await db.execute_fetchall("SELECT seat, person FROM reader WHERE match = ?", (match,))
    found = [(Seat(seat), person) for seat, person in rows]
    return {seat: frozenset(person for of, person in found if of is seat) for seat in Seat}


async def forget_readers(db: aiosqlite.Connection, match: int) -> None:
    """Know nobody of a match any more: it has ended."""
    await db.execute("DELETE FROM reader WHERE match = ?", (match,))
