"""What a match has told its people and heard of them, in the database: deliveries, seen ids."""

from __future__ import annotations

import hashlib

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
    key = f"{match}.{cause}.{index}".encode()
    nonce = hashlib.blake2b(key, digest_size=NONCE_BYTES, key=salt.encode()).hexdigest()
    rows = await db.execute_fetchall(
        "SELECT coalesce(max(number), 0) + 1 FROM delivery WHERE match = ? AND audience = ?",
        (match, due.audience),
    )
    number = next(number for (number,) in rows)
    cursor = await db.execute(
        "INSERT INTO delivery (match, cause, audience, number, body, nonce, message)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            match,
            cause,
            due.audience,
            number,
            due.body,
            nonce,
            None if due.is_due else NOT_SENT,
        ),
    )
    assert cursor.lastrowid is not None
    mark = _mark(match, due.audience, number)
    return Delivery(cursor.lastrowid, due.audience, due.body, nonce, mark)


async def owed_by(db: aiosqlite.Connection, match: int) -> tuple[Delivery, ...]:
    """The deliveries of a match that are still owed, oldest first."""
    rows = await db.execute_fetchall(
        "SELECT id, audience, body, nonce, number FROM delivery"
        " WHERE match = ? AND message IS NULL ORDER BY id",
        (match,),
    )
    return tuple(_delivery(match, *row) for row in rows)


async def delivered_by(db: aiosqlite.Connection, match: int) -> tuple[tuple[Delivery, int], ...]:
    """What a match has delivered, oldest first, each with the id of its message."""
    rows = await db.execute_fetchall(
        "SELECT message, id, audience, body, nonce, number FROM delivery"
        " WHERE match = ? AND message > ? ORDER BY id",
        (match, NOT_SENT),
    )
    return tuple((_delivery(match, *row), message) for message, *row in rows)


async def bodies_for(db: aiosqlite.Connection, match: int, audience: str) -> tuple[str, ...]:
    """What was written down for an audience of a match, oldest first, whether told or not."""
    rows = await db.execute_fetchall(
        "SELECT body FROM delivery WHERE match = ? AND audience = ? ORDER BY number",
        (match, audience),
    )
    return tuple(body for (body,) in rows)


def _delivery(match: int, id: int, audience: str, body: str, nonce: str, number: int) -> Delivery:
    return Delivery(id, audience, body, nonce, _mark(match, audience, number))


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
