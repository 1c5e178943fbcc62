"""What a match has told its people and heard of them, in the database: deliveries, seen ids."""

from __future__ import annotations

import hashlib
from collections import Counter

import aiosqlite

from minecart_robbery.record.rows import Delivery, Owed

NOT_SENT = 0
"""In place of a message's id: nobody is to be told, or there was no need to any more."""

NONCE_BYTES = 12
"""In hexadecimal digits that makes one less than Discord takes."""


async def add_delivery(
    db: aiosqlite.Connection, salt: str, match: int, cause: int, index: int, due: Owed
) -> Delivery:
    """Write down what is owed, number `index` of what cause number `cause` came to.

    The nonce is of this record's `salt`, so that it is no other record's, and tells nobody who sees
    it how much has happened (S19).
    """
    number = f"{match}.{cause}.{index}".encode()
    nonce = hashlib.blake2b(number, digest_size=NONCE_BYTES, key=salt.encode()).hexdigest()
    cursor = await db.execute(
        "INSERT INTO delivery (match, cause, audience, body, nonce, message)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (match, cause, due.audience, due.body, nonce, None if due.is_due else NOT_SENT),
    )
    rows = await db.execute_fetchall(
        "SELECT count(*) FROM delivery WHERE match = ? AND audience = ?", (match, due.audience)
    )
    assert cursor.lastrowid is not None
    mark = _mark(match, due.audience, next(count for (count,) in rows))
    return Delivery(cursor.lastrowid, due.audience, due.body, nonce, mark)


async def deliveries_of(db: aiosqlite.Connection, match: int) -> list[tuple[Delivery, int | None]]:
    """All deliveries of a match, oldest first, each with its message's id; None: still owed."""
    rows = await db.execute_fetchall(
        "SELECT id, audience, body, nonce, message FROM delivery WHERE match = ? ORDER BY id",
        (match,),
    )
    so_far, found = Counter[str](), list[tuple[Delivery, int | None]]()
    for number, audience, body, nonce, message in rows:
        so_far[audience] += 1
        mark = _mark(match, audience, so_far[audience])
        found.append((Delivery(number, audience, body, nonce, mark), message))
    return found


def _mark(match: int, audience: str, number: int) -> str:
    """Each audience has its own count: from a common one players saw that the opponent acts."""
    return f"{match} · {audience[0].upper()}{number}"


async def put_seen(db: aiosqlite.Connection, match: int, channel: int, message: int) -> None:
    """Note the last message that was heard in a channel, unless a later one was. None: 0."""
    if message:
        await db.execute(
            "INSERT INTO seen VALUES (?, ?, ?) ON CONFLICT (match, channel)"
            " DO UPDATE SET message = max(message, excluded.message)",
            (match, channel, message),
        )
