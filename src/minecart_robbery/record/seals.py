"""The seals in the database: put on with the events, or later on events older than seals are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import aiosqlite

from minecart_robbery.record.rows import SealedEvent
from minecart_robbery.record.sealing import UNSEALED, chain


async def last_hash(db: aiosqlite.Connection, match: int) -> str:
    """The hash of the match's last event, `UNSEALED` if it has none."""
    rows = await db.execute_fetchall(
        "SELECT hash FROM seal WHERE match = ? ORDER BY number DESC LIMIT 1", (match,)
    )
    return next((found for (found,) in rows), UNSEALED)


async def put_seals(
    db: aiosqlite.Connection, match: int, first: int, cause: str, bodies: Sequence[str]
) -> None:
    """Seal what one cause came to, events as written from number `first` on."""
    hashes = chain(match, first, cause, bodies, await last_hash(db, match))
    await _insert(db, ((match, number, it) for number, it in enumerate(hashes, start=first)))


async def _unsealed_matches(db: aiosqlite.Connection) -> tuple[int, ...]:
    """The matches with events that have no seal yet: those written before there were seals."""
    rows = await db.execute_fetchall(
        "SELECT DISTINCT match FROM event"
        " WHERE NOT EXISTS (SELECT 1 FROM seal"
        " WHERE seal.match = event.match AND seal.number = event.number)"
    )
    return tuple(match for (match,) in rows)


async def seal_older_events(db: aiosqlite.Connection) -> None:
    """Seal every event that has no seal yet, once in the life of a record.

    From then on each event is sealed in the transaction that writes it, so nobody looks again.
    """
    for match in await _unsealed_matches(db):
        await _seal_match(db, match)
    await db.execute("UPDATE house SET is_sealed = 1")


async def _seal_match(db: aiosqlite.Connection, match: int) -> None:
    previous, missing = UNSEALED, list[tuple[int, int, str]]()
    for it in await sealed_events(db, match):
        if it.hash == UNSEALED:
            (previous,) = chain(match, it.number, it.cause, (it.body,), previous)
            missing.append((match, it.number, previous))
        else:
            previous = it.hash
    await _insert(db, missing)


async def sealed_events(db: aiosqlite.Connection, match: int) -> tuple[SealedEvent, ...]:
    """All events of a match in their order, with their seals; `UNSEALED` where one has none."""
    rows = await db.execute_fetchall(
        "SELECT event.number, cause.key, event.body, coalesce(seal.hash, '') FROM event"
        " JOIN cause ON cause.match = event.match AND cause.number = event.cause"
        " LEFT JOIN seal ON seal.match = event.match AND seal.number = event.number"
        " WHERE event.match = ? ORDER BY event.number",
        (match,),
    )
    return tuple(SealedEvent(*row) for row in rows)


async def _insert(db: aiosqlite.Connection, seals: Iterable[tuple[int, int, str]]) -> None:
    await db.executemany("INSERT INTO seal VALUES (?, ?, ?)", seals)
