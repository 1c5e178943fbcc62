"""What a rehearsal keeps beside its matches: its channels, its links, who plays by itself.

On Discord all of that is Discord's. What the bodies say is the business of a floor above.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record.database import Database


@dataclass(frozen=True, slots=True)
class KeptMessage:
    """A message of a match's channel as it stands now; `change` is the number of its last change.

    `nonce` is what it bore when it was sent, so that it stands only once. `edited` is in ms.
    """

    id: int
    match: int
    channel: int
    change: int
    sender: str
    private_to: Seat | None
    nonce: str | None
    mark: str | None
    edited: int | None
    is_deleted: bool
    body: str


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """What a rehearsed match has: the secret of each view, the player of each seat that has one.

    `board` is what is shown of its table since change number `change`.
    """

    match: int
    links: Mapping[str, str]
    players: Mapping[Seat, str]
    change: int = 0
    board: str = ""


_MESSAGE = (
    "SELECT id, match, channel, change, sender, private_to, nonce, mark, edited, is_deleted, body"
    " FROM rehearsal_message"
)


class Rehearsals:
    """The rehearsals in an open database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def setting_up(self) -> tuple[str, int | None] | None:
        """The secret of the page on which matches are set up, and its last port; None: no page."""
        rows = await self._database.read("SELECT director, port FROM rehearsal")
        return next(((director, port) for director, port in rows), None)

    async def set_up(self, director: str, port: int | None) -> None:
        """Let this be the page on which matches are set up."""
        async with self._database.writing() as db:
            await db.execute("INSERT OR REPLACE INTO rehearsal VALUES (1, ?, ?)", (director, port))

    async def matches(self) -> tuple[KeptMatch, ...]:
        """All rehearsed matches, in the order of opening."""
        rows = await self._database.read(
            "SELECT match, links, players, change, board FROM rehearsal_match ORDER BY match"
        )
        return tuple(
            KeptMatch(match, json.loads(links), _players(players), change, board)
            for match, links, players, change, board in rows
        )

    async def put_match(self, kept: KeptMatch) -> None:
        """Write down a match, or how it stands now."""
        values = (kept.match, json.dumps(dict(kept.links)), json.dumps(dict(kept.players)))
        async with self._database.writing() as db:
            await db.execute(
                "INSERT OR REPLACE INTO rehearsal_match VALUES (?, ?, ?, ?, ?)",
                (*values, kept.change, kept.board),
            )

    async def put(self, message: KeptMessage) -> None:
        """Write down a message, or how it stands now."""
        async with self._database.writing() as db:
            await db.execute(
                "INSERT INTO rehearsal_message (id, match, channel, change, sender, private_to,"
                " nonce, mark, edited, is_deleted, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET change = excluded.change, mark = excluded.mark,"
                " edited = excluded.edited, is_deleted = excluded.is_deleted, body = excluded.body",
                (
                    message.id,
                    message.match,
                    message.channel,
                    message.change,
                    message.sender,
                    message.private_to,
                    message.nonce,
                    message.mark,
                    message.edited,
                    message.is_deleted,
                    message.body,
                ),
            )

    async def message(self, number: int) -> KeptMessage | None:
        """The message with that id."""
        found = await self._messages(f"{_MESSAGE} WHERE id = ?", number)
        return next(iter(found), None)

    async def sent_with(self, nonce: str) -> KeptMessage | None:
        """The message that was sent with that nonce."""
        found = await self._messages(f"{_MESSAGE} WHERE nonce = ?", nonce)
        return next(iter(found), None)

    async def changed(self, match: int, after: int) -> tuple[KeptMessage, ...]:
        """The messages of a match that have changed since that change, in the order of changes."""
        return await self._messages(
            f"{_MESSAGE} WHERE match = ? AND change > ? ORDER BY change", match, after
        )

    async def standing(self, channel: int, after: int) -> tuple[KeptMessage, ...]:
        """The messages that stand in a channel behind the one with that id, oldest first."""
        return await self._messages(
            f"{_MESSAGE} WHERE channel = ? AND id > ? AND NOT is_deleted ORDER BY id",
            channel,
            after,
        )

    async def last(self) -> tuple[int, int]:
        """The greatest id of a message, and the greatest number of a change; 0 for none."""
        rows = await self._database.read(
            "SELECT (SELECT coalesce(max(id), 0) FROM rehearsal_message),"
            " max((SELECT coalesce(max(change), 0) FROM rehearsal_message),"
            " (SELECT coalesce(max(change), 0) FROM rehearsal_match))"
        )
        return next((message, change) for message, change in rows)

    async def _messages(self, query: str, *values: int | str) -> tuple[KeptMessage, ...]:
        async with self._database.reading() as db:
            rows = await db.execute_fetchall(query, values)
        return tuple(_message(row) for row in rows)


def _message(row: sqlite3.Row) -> KeptMessage:
    number, match, channel, change, sender, private_to, nonce, mark, edited, is_deleted, body = row
    whose = None if private_to is None else Seat(private_to)
    return KeptMessage(
        number, match, channel, change, sender, whose, nonce, mark, edited, bool(is_deleted), body
    )


def _players(body: str) -> dict[Seat, str]:
    return {Seat(seat): player for seat, player in json.loads(body).items()}
