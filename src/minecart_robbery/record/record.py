"""The record's one connection: what is written stands before anybody acts on it.

One writer at a time: transactions of two tables never interleave. What an input causes is written
in one transaction, with what it owes to people; an input that was seen before writes nothing.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import aiosqlite

from minecart_robbery.engine.events import Event
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record.migrating import RecordError, bring_up_to_date
from minecart_robbery.record.readers import (
    NO_READERS,
    Readers,
    forget_readers,
    known_readers,
    put_readers,
)
from minecart_robbery.record.rows import Cause, Chair, Delivery, Owed, SealedEvent, Seating
from minecart_robbery.record.sealing import Fingerprint, chain
from minecart_robbery.record.seals import (
    last_hash,
    put_seals,
    seal_older_events,
    sealed_events,
)
from minecart_robbery.record.written import VERSION, read_back, written

BUSY_MS = 5000
"""How long a write waits for somebody else's, such as a backup program's, before it fails."""


class Record:
    """An open record. Make one with `Record.open`, and close it in the end."""

    def __init__(self, connection: aiosqlite.Connection, salt: str) -> None:
        self._connection = connection
        self._salt = salt
        self._one_at_a_time = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Record:
        """Open the record in the file `path`, made or migrated if need be. Raises RecordError."""
        await asyncio.to_thread(bring_up_to_date, path)
        connection = await aiosqlite.connect(path, isolation_level=None)
        try:
            for pragma in (
                "journal_mode = WAL",
                "synchronous = FULL",
                "foreign_keys = ON",
                f"busy_timeout = {BUSY_MS}",
            ):
                await connection.execute(f"PRAGMA {pragma}")
            (salt,) = await _one_row(connection, "SELECT salt FROM house")
            record = cls(connection, salt)
            async with record._writing() as db:
                await seal_older_events(db)
        except sqlite3.Error as error:
            await connection.close()
            raise RecordError(f"the database {path} can't be used ({error})") from error
        except BaseException:
            await connection.close()
            raise
        return record

    async def close(self) -> None:
        """Close the connection, after the transaction that may be under way."""
        async with self._one_at_a_time:
            await self._connection.close()

    @asynccontextmanager
    async def _writing(self) -> AsyncGenerator[aiosqlite.Connection]:
        """A transaction: whatever goes wrong in it, a cancellation too, nothing of it stays."""
        async with self._one_at_a_time:
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                await self._connection.execute("COMMIT")
            except BaseException:
                await asyncio.shield(self._roll_back())
                raise

    async def _roll_back(self) -> None:
        with suppress(sqlite3.OperationalError):  # none was begun, or it was committed after all
            await self._connection.execute("ROLLBACK")

    async def _read(self, query: str, *values: int) -> list[sqlite3.Row]:
        """What stands in the record, and not what a transaction under way may yet undo."""
        async with self._one_at_a_time:
            return list(await self._connection.execute_fetchall(query, values))

    async def add_match(
        self,
        seating: Seating,
        cause: Cause,
        events: Sequence[Event],
        owed: Sequence[Owed] = (),
        readers: Readers = NO_READERS,
    ) -> tuple[Seating, tuple[Delivery, ...]] | None:
        """Begin a match with its first events, and give its seating with the number it now has.

        With it come the deliveries that it owes; `readers` are known from now on. `seating.match`
        is not looked at. None: a live match stands in that DM channel already.
        """
        async with self._writing() as db:
            try:
                cursor = await db.execute(
                    "INSERT INTO match (server, dm_channel, version) VALUES (?, ?, ?)",
                    (seating.server, seating.dm_channel, VERSION),
                )
            except sqlite3.IntegrityError:
                return None
            assert cursor.lastrowid is not None
            match = cursor.lastrowid
            for chair in seating.chairs():
                await db.execute(
                    "INSERT INTO chair VALUES (?, ?, ?, ?, ?)",
                    (match, chair.seat, chair.person, chair.name, chair.channel),
                )
            deliveries = await self._add(db, match, cause, events, owed)
            await put_readers(db, match, readers)
        return replace(seating, match=match), deliveries

    async def append(
        self,
        match: int,
        cause: Cause,
        events: Sequence[Event],
        owed: Sequence[Owed] = (),
        *,
        is_live: bool = True,
    ) -> tuple[Delivery, ...] | None:
        """Add what `cause` came to, and give the deliveries it owes, with their numbers.

        None: this cause was written before, and nothing is written now (S13). `is_live` false: the
        match has ended with these events.
        """
        async with self._writing() as db:
            if await _is_known(db, match, cause):
                return None
            deliveries = await self._add(db, match, cause, events, owed)
            if not is_live:
                await db.execute("UPDATE match SET is_live = 0 WHERE id = ?", (match,))
                await forget_readers(db, match)
            return deliveries

    async def know_readers(
        self, match: int, readers: Readers, owed: Sequence[Owed]
    ) -> tuple[Delivery, ...]:
        """Let these be the known readers, and give the deliveries owed because of them (S20)."""
        async with self._writing() as db:
            await put_readers(db, match, readers)
            if not owed:
                return ()
            number = await _next_number(db, "cause", match)
            return await self._add(db, match, Cause(f"w:{number}"), (), owed)

    async def readers(self, match: int) -> dict[Seat, frozenset[int]]:
        """Who is known to read the submissions channel of each seat."""
        async with self._one_at_a_time:
            return await known_readers(self._connection, match)

    async def move_match(
        self,
        seating: Seating,
        cause: Cause,
        owed: Sequence[Owed],
        readers: Readers = NO_READERS,
    ) -> tuple[Delivery, ...] | None:
        """Bind a match to the channels of `seating`, and give the deliveries that it owes (S28).

        The channels that it had stay on record; `readers` are known from now on. None: another
        live match stands in that DM channel, or this cause was written before, and nothing is
        written now.
        """
        match = seating.match
        before = await self._bound(match)
        async with self._writing() as db:
            if await _is_known(db, match, cause):
                return None
            try:
                await db.execute(
                    "UPDATE match SET dm_channel = ? WHERE id = ?", (seating.dm_channel, match)
                )
            except sqlite3.IntegrityError:
                return None
            for chair in seating.chairs():
                await db.execute(
                    "UPDATE chair SET channel = ? WHERE match = ? AND seat = ?",
                    (chair.channel, match, chair.seat),
                )
            number = await _next_number(db, "cause", match)
            deliveries = await self._add(db, match, cause, (), owed)
            places = zip(("dm", *Seat), before.channels(), seating.channels(), strict=True)
            await db.executemany(
                "INSERT INTO moved VALUES (?, ?, ?, ?)",
                [(match, number, place, was) for place, was, now in places if was != now],
            )
            await put_readers(db, match, readers)
            return deliveries

    async def _bound(self, match: int) -> Seating:
        rows = await self._read("SELECT id, server, dm_channel FROM match WHERE id = ?", match)
        return await self._seating(*rows[0])

    async def _add(
        self,
        db: aiosqlite.Connection,
        match: int,
        cause: Cause,
        events: Sequence[Event],
        owed: Sequence[Owed],
    ) -> tuple[Delivery, ...]:
        number = await _next_number(db, "cause", match)
        await db.execute(
            "INSERT INTO cause VALUES (?, ?, ?, ?)", (match, number, cause.key, cause.person)
        )
        first = await _next_number(db, "event", match)
        bodies = [written(event) for event in events]
        await db.executemany(
            "INSERT INTO event VALUES (?, ?, ?, ?)",
            [(match, first + index, number, body) for index, body in enumerate(bodies)],
        )
        await put_seals(db, match, first, cause.key, bodies)
        deliveries: list[Delivery] = []
        for index, due in enumerate(owed):
            nonce = f"{self._salt}{match:x}.{number:x}.{index:x}"
            cursor = await db.execute(
                "INSERT INTO delivery (match, cause, audience, body, nonce) VALUES (?, ?, ?, ?, ?)",
                (match, number, due.audience, due.body, nonce),
            )
            assert cursor.lastrowid is not None
            deliveries.append(Delivery(cursor.lastrowid, due.audience, due.body, nonce))
        return tuple(deliveries)

    async def tick(self, delivery: int, message: int) -> None:
        """Note that a delivery was made, as the message of that id."""
        async with self._writing() as db:
            await db.execute("UPDATE delivery SET message = ? WHERE id = ?", (message, delivery))

    async def owed(self, match: int) -> tuple[Delivery, ...]:
        """What is still owed to people, oldest first."""
        rows = await self._read(
            "SELECT id, audience, body, nonce FROM delivery"
            " WHERE match = ? AND message IS NULL ORDER BY id",
            match,
        )
        return tuple(Delivery(*row) for row in rows)

    async def delivered(self, match: int) -> tuple[tuple[Delivery, int], ...]:
        """What was delivered, oldest first, each with the id of its message."""
        rows = await self._read(
            "SELECT id, audience, body, nonce, message FROM delivery"
            " WHERE match = ? AND message > 0 ORDER BY id",
            match,
        )
        return tuple((Delivery(*row), message) for *row, message in rows)

    async def events(self, match: int) -> tuple[Event, ...]:
        """All events of a match, in their order."""
        rows = await self._read("SELECT body FROM event WHERE match = ? ORDER BY number", match)
        return tuple(read_back(body) for (body,) in rows)

    async def sealed_events(self, match: int) -> tuple[SealedEvent, ...]:
        """All events of a match as they stand in the record, in their order, with their seals."""
        async with self._one_at_a_time:
            return await sealed_events(self._connection, match)

    async def fingerprint(
        self, match: int, cause: Cause | None = None, events: Sequence[Event] = ()
    ) -> Fingerprint:
        """The hash of the last event: as it is, or once `cause` has come to these events.

        Raises ValueError if there is no event.
        """
        async with self._one_at_a_time:
            hashes = [await last_hash(self._connection, match)]
            if cause is not None:
                first = await _next_number(self._connection, "event", match)
                hashes += chain(match, first, cause.key, map(written, events), hashes[0])
        return Fingerprint(hashes[-1])

    async def written_in(self, match: int) -> int:
        """The form in which the events of a match are written down (S42)."""
        rows = await self._read("SELECT version FROM match WHERE id = ?", match)
        return next(version for (version,) in rows)

    async def matches(self) -> tuple[Seating, ...]:
        """All matches, in the order of opening."""
        rows = await self._read("SELECT id, server, dm_channel FROM match ORDER BY id")
        return tuple([await self._seating(*row) for row in rows])

    async def unfinished_matches(self) -> tuple[Seating, ...]:
        """The matches that have not ended or still owe something, in the order of opening."""
        rows = await self._read(
            "SELECT id, server, dm_channel FROM match WHERE is_live"
            " OR id IN (SELECT match FROM delivery WHERE message IS NULL) ORDER BY id"
        )
        return tuple([await self._seating(*row) for row in rows])

    async def _seating(self, match: int, server: int, dm_channel: int) -> Seating:
        rows = await self._read(
            "SELECT seat, person, name, channel FROM chair WHERE match = ?", match
        )
        chairs = {Seat(seat): Chair(Seat(seat), *rest) for seat, *rest in rows}
        return Seating(match, server, dm_channel, chairs[Seat.DMO], chairs[Seat.CANDIDATE])

    async def hosts_role(self, server: int) -> int | None:
        """The id of the server's hosts' role, None if none was set."""
        rows = await self._read("SELECT hosts_role FROM server WHERE id = ?", server)
        return next((role for (role,) in rows), None)

    async def set_hosts_role(self, server: int, role: int | None) -> None:
        """Set the server's hosts' role, or, with None, no role."""
        async with self._writing() as db:
            await db.execute(
                "INSERT INTO server (id, hosts_role) VALUES (?, ?)"
                " ON CONFLICT (id) DO UPDATE SET hosts_role = excluded.hosts_role",
                (server, role),
            )

    async def commands_shape(self) -> str | None:
        """The shape of the slash commands that were synced last, None if none were."""
        rows = await self._read("SELECT commands_shape FROM house")
        return next(shape for (shape,) in rows)

    async def set_commands_shape(self, shape: str) -> None:
        """Note the shape of the slash commands that were just synced."""
        async with self._writing() as db:
            await db.execute("UPDATE house SET commands_shape = ?", (shape,))


async def _one_row(db: aiosqlite.Connection, query: str) -> sqlite3.Row:
    rows = list(await db.execute_fetchall(query))
    return rows[0]


async def _is_known(db: aiosqlite.Connection, match: int, cause: Cause) -> bool:
    found = await db.execute_fetchall(
        "SELECT 1 FROM cause WHERE match = ? AND key = ?", (match, cause.key)
    )
    return bool(list(found))


async def _next_number(db: aiosqlite.Connection, table: str, match: int) -> int:
    rows = await db.execute_fetchall(
        f"SELECT coalesce(max(number), 0) + 1 FROM {table} WHERE match = ?", (match,)
    )
    return next(number for (number,) in rows)
