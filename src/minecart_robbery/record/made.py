"""The channels that were made for a match, in the database: by them alone is known what is ours.

Once such a match has ended something may be done with them; that it was is a cause of the match.
"""

from __future__ import annotations

from collections.abc import Sequence

import aiosqlite

from minecart_robbery.record.database import Database
from minecart_robbery.record.rows import PUT_AWAY

NOT_PUT_AWAY = "SELECT match FROM made_channel WHERE NOT is_put_away"
"""The query for the matches for which channels were made that have still to be done with."""


class MadeChannels:
    """The channels that were made for the matches of a record."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def to_put_away(self, match: int) -> tuple[int, ...]:
        """The channels that were made for a match, in that order; none once they are done with."""
        rows = await self._database.read(
            "SELECT channel FROM made_channel WHERE match = ? AND NOT is_put_away ORDER BY number",
            match,
        )
        return tuple(channel for (channel,) in rows)


async def put_made(db: aiosqlite.Connection, match: int, channels: Sequence[int]) -> None:
    """Write down which channels were made for a match, in their order."""
    await db.executemany(
        "INSERT INTO made_channel (match, number, channel) VALUES (?, ?, ?)",
        [(match, number, channel) for number, channel in enumerate(channels, start=1)],
    )


async def done_with_made(db: aiosqlite.Connection, match: int, cause: str) -> None:
    """Note that the channels made for a match are done with, if the cause of that key says so."""
    if cause == PUT_AWAY:
        await db.execute("UPDATE made_channel SET is_put_away = 1 WHERE match = ?", (match,))
