"""Who sits in the seats of a match, and who did before somebody else played on, in the database."""

from __future__ import annotations

from dataclasses import dataclass

import aiosqlite

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record.rows import Chair


@dataclass(frozen=True, slots=True)
class Sat:
    """Whoever sat in a seat until event number `until`, by which somebody else took it (S33)."""

    seat: Seat
    person: int
    name: str
    until: int


async def take_chair(db: aiosqlite.Connection, match: int, chair: Chair, cause: str) -> None:
    """Let somebody else sit in a seat, by the cause of that key; who sat there stays on record.

    The channel of the seat stays what it is.
    """
    await db.execute(
        "INSERT INTO sat SELECT chair.match, cause.number, seat, chair.person, name"
        " FROM chair JOIN cause ON cause.match = chair.match AND key = ?"
        " WHERE chair.match = ? AND seat = ?",
        (cause, match, chair.seat),
    )
    await db.execute(
        "UPDATE chair SET person = ?, name = ?, since = ? WHERE match = ? AND seat = ?",
        (chair.person, chair.name, chair.since, match, chair.seat),
    )


async def who_sat(db: aiosqlite.Connection, match: int) -> tuple[Sat, ...]:
    """Who sat in the seats of a match before, in the order in which they left them."""
    rows = await db.execute_fetchall(
        "SELECT seat, person, name, min(event.number) FROM sat"
        " JOIN event ON event.match = sat.match AND event.cause = sat.cause"
        " WHERE sat.match = ? GROUP BY sat.cause, seat ORDER BY sat.cause",
        (match,),
    )
    return tuple(Sat(Seat(seat), person, name, until) for seat, person, name, until in rows)
