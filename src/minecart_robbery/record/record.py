"""The record: what is written stands before anybody acts on it.

What an input causes is written in one transaction, with what it owes to people; an input that was
seen before writes nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import aiosqlite

from minecart_robbery.engine.events import Event
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record.chairs import Sat, take_chair, who_sat
from minecart_robbery.record.database import Database
from minecart_robbery.record.deliveries import (
    NOT_SENT,
    add_delivery,
    bodies_for,
    delivered_by,
    owed_by,
    put_seen,
)
from minecart_robbery.record.inspecting import APPLIED, Contents, contents
from minecart_robbery.record.lease import Lease, token_in
from minecart_robbery.record.made import NOT_PUT_AWAY, MadeChannels, done_with_made, put_made
from minecart_robbery.record.readers import (
    NO_READERS,
    Readers,
    forget_readers,
    known_readers,
    put_readers,
)
from minecart_robbery.record.rehearsals import Rehearsals
from minecart_robbery.record.rows import Cause, Chair, Delivery, Owed, SealedEvent, Seating
from minecart_robbery.record.sealing import Fingerprint, chain
from minecart_robbery.record.seals import (
    last_hash,
    put_seals,
    seal_older_events,
    sealed_events,
)
from minecart_robbery.record.server_settings import ServerSettings
from minecart_robbery.record.written import VERSION, read_back, written

NEVER = 2**62
"""A time in ms after which nothing ever happens."""


class Record:
    """An open record. Make one with `Record.open`, and close it in the end.

    Whoever hosts from it takes its `lease` before. What is written while another process holds
    that, or after it was lost, raises LeaseLostError, and nothing is written (S14).
    """

    def __init__(self, database: Database, salt: str) -> None:
        self._database = database
        self._salt = salt
        self._passed: dict[int, dict[int, int]] = {}
        self.rehearsals = Rehearsals(database)
        self.settings = ServerSettings(database)
        self.made = MadeChannels(database)

    @classmethod
    async def open(cls, path: Path) -> Record:
        """Open the record in the file `path`, made or migrated if need be. Raises RecordError."""
        database = await Database.open(path)
        async with database.closed_if_unusable():
            ((salt,),) = await database.read("SELECT salt FROM house")
            ((is_sealed,),) = await database.read("SELECT is_sealed FROM house")
            if not is_sealed:
                async with database.writing() as db:
                    await seal_older_events(db)
        return cls(database, salt)

    @classmethod
    async def open_to_read(cls, path: Path, uri: str) -> Record:
        """Open the record in the file `path` by that address, as it stands at one moment.

        It has to be up to date, and isn't changed. Raises RecordError.
        """
        database = await Database.open_to_read(path, uri)
        async with database.closed_if_unusable():
            ((salt,),) = await database.read("SELECT salt FROM house")
        return cls(database, salt)

    @property
    def lease(self) -> Lease:
        """Who may write into this record."""
        return self._database.lease

    async def close(self) -> None:
        """Close the record, after the transaction that may be under way."""
        await self._database.close()

    async def add_match(
        self,
        seating: Seating,
        cause: Cause,
        events: Sequence[Event],
        owed: Sequence[Owed] = (),
        readers: Readers = NO_READERS,
        *,
        since: int = 0,
        made: Sequence[int] = (),
    ) -> tuple[Seating, tuple[Delivery, ...]] | None:
        """Begin a match with its first events, and give its seating with the number it now has.

        With it come the deliveries that it owes; `readers` are known from now on. `seating.match`
        is not looked at. What stands in its channels up to message number `since` is not part of
        it. The channels `made` were made for it, and no others. None: a live match stands in that
        DM channel already.
        """
        async with self._database.writing() as db:
            try:
                cursor = await db.execute(
                    "INSERT INTO match (server, dm_channel, version, since) VALUES (?, ?, ?, ?)",
                    (seating.server, seating.dm_channel, VERSION, since),
                )
            except sqlite3.IntegrityError:
                return None
            assert cursor.lastrowid is not None
            match = cursor.lastrowid
            for chair in seating.chairs():
                await db.execute(
                    "INSERT INTO chair (match, seat, person, name, channel) VALUES (?, ?, ?, ?, ?)",
                    (match, chair.seat, chair.person, chair.name, chair.channel),
                )
            deliveries = await self._add(db, match, cause, events, owed)
            await put_readers(db, match, readers)
            await put_made(db, match, made)
        return replace(seating, match=match), deliveries

    async def append(
        self,
        match: int,
        cause: Cause,
        events: Sequence[Event],
        owed: Sequence[Owed] = (),
        *,
        is_live: bool = True,
        chair: Chair | None = None,
        readers: Readers = NO_READERS,
    ) -> tuple[Delivery, ...] | None:
        """Add what `cause` came to, and give the deliveries it owes, with their numbers.

        None: this cause was written before, and nothing is written now (S13). `is_live` false: the
        match has ended with these events, or had before. True with events: it is open, also if it
        had ended (R32). `chair`: who sits in its seat from now on (S33).
        `readers` are known from now on.
        """
        async with self._database.writing() as db:
            if await _is_known(db, match, cause):
                return None
            deliveries = await self._add(db, match, cause, events, owed)
            if chair is not None:
                await take_chair(db, match, chair, cause.key)
            await put_readers(db, match, readers)
            if not is_live:
                ended = events[-1].at.ms if events else None
                await db.execute(
                    "UPDATE match SET is_live = 0, ended = coalesce(?, ended) WHERE id = ?",
                    (ended, match),
                )
                await forget_readers(db, match)
                self._passed.pop(match, None)
            elif events:
                await db.execute(
                    "UPDATE match SET is_live = 1, ended = NULL WHERE id = ? AND NOT is_live",
                    (match,),
                )
            return deliveries

    async def know_readers(
        self, match: int, readers: Readers, owed: Sequence[Owed]
    ) -> tuple[Delivery, ...]:
        """Let these be the known readers, and give the deliveries owed because of them (S20)."""
        async with self._database.writing() as db:
            await put_readers(db, match, readers)
            if not owed:
                return ()
            number = await _next_number(db, "cause", match)
            return await self._add(db, match, Cause(f"w:{number}"), (), owed)

    async def readers(self, match: int) -> dict[Seat, frozenset[int]]:
        """Who is known to read the submissions channel of each seat."""
        async with self._database.reading() as db:
            return await known_readers(db, match)

    async def move_match(
        self,
        seating: Seating,
        cause: Cause,
        owed: Sequence[Owed],
        readers: Readers = NO_READERS,
        *,
        since: int = 0,
    ) -> tuple[Delivery, ...] | None:
        """Bind a match to the channels of `seating`, and give the deliveries that it owes (S28).

        The channels that it had stay on record; in new ones, what stands there up to message number
        `since` is not part of it. `readers` are known from now on. None: another live match stands
        in that DM channel, or this cause was written before, and nothing is written now.
        """
        match = seating.match
        before = await self.seating(match)
        async with self._database.writing() as db:
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
            for channel in set(seating.channels()) - set(before.channels()):
                await put_seen(db, match, channel, since)
            await put_readers(db, match, readers)
            return deliveries

    async def saw(self, match: int, cause: Cause) -> None:
        """Note that a message was heard, though it came to nothing."""
        async with self._database.writing() as db:
            await self._put_cursors(db, match, cause)

    def passed(self, match: int, channel: int, message: int) -> None:
        """Move a channel's read cursor: up to this message nothing has to be read again (S49).

        It is written with whatever is written next, so after a crash it may stand further back.
        """
        cursors = self._passed.setdefault(match, {})
        cursors[channel] = max(message, cursors.get(channel, 0))

    async def seen(self, match: int) -> dict[int, int]:
        """The read cursor of each channel of a match: the message heard or passed last (S2).

        Where none was, the one after which the match began there; 0 where that is not known.
        """
        bound, since = await self.seating(match), await self.since(match)
        rows = await self._database.read("SELECT channel, message FROM seen WHERE match = ?", match)
        heard = {channel: message for channel, message in rows}
        for channel, message in self._passed.get(match, {}).items():
            heard[channel] = max(message, heard.get(channel, 0))
        return {channel: heard.get(channel, since) for channel in bound.channels()}

    async def since(self, match: int) -> int:
        """The id of the message after which a match began, 0 if that is not known."""
        rows = await self._database.read("SELECT since FROM match WHERE id = ?", match)
        return next(since for (since,) in rows)

    async def seating(self, match: int) -> Seating:
        """Where a match is played, and who sits there now."""
        rows = await self._database.read(
            "SELECT id, server, dm_channel FROM match WHERE id = ?", match
        )
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
        await self._put_cursors(db, match, cause)
        await done_with_made(db, match, cause.key)
        first = await _next_number(db, "event", match)
        bodies = [written(event) for event in events]
        await db.executemany(
            "INSERT INTO event VALUES (?, ?, ?, ?)",
            [(match, first + index, number, body) for index, body in enumerate(bodies)],
        )
        await put_seals(db, match, first, cause.key, bodies)
        added = [
            (due, await add_delivery(db, self._salt, match, number, at, due))
            for at, due in enumerate(owed)
        ]
        return tuple(delivery for due, delivery in added if due.is_due)

    async def _put_cursors(self, db: aiosqlite.Connection, match: int, cause: Cause) -> None:
        await put_seen(db, match, cause.channel, cause.message)
        for channel, message in self._passed.get(match, {}).items():
            await put_seen(db, match, channel, message)

    async def tick(self, delivery: int, message: int) -> None:
        """Note that a delivery was made, as the message of that id."""
        async with self._database.writing() as db:
            await db.execute("UPDATE delivery SET message = ? WHERE id = ?", (message, delivery))

    async def give_up_owed(self, match: int) -> None:
        """Owe nobody anything any more of what a match owes until now (S45)."""
        async with self._database.writing() as db:
            await db.execute(
                "UPDATE delivery SET message = ? WHERE match = ? AND message IS NULL",
                (NOT_SENT, match),
            )

    async def owed(self, match: int) -> tuple[Delivery, ...]:
        """What is still owed to people, oldest first."""
        async with self._database.reading() as db:
            return await owed_by(db, match)

    async def delivered(self, match: int) -> tuple[tuple[Delivery, int], ...]:
        """What was delivered, oldest first, each with the id of its message."""
        async with self._database.reading() as db:
            return await delivered_by(db, match)

    async def told(self, match: int, audience: str) -> tuple[str, ...]:
        """What was written down for an audience, oldest first, whether it was told or not."""
        async with self._database.reading() as db:
            return await bodies_for(db, match, audience)

    async def events(self, match: int, after: int = 0) -> tuple[Event, ...]:
        """The events of a match behind number `after`, in their order; behind 0 are all."""
        rows = await self._database.read(
            "SELECT body FROM event WHERE match = ? AND number > ? ORDER BY number", match, after
        )
        return tuple(read_back(body) for (body,) in rows)

    async def caused(self, match: int, key: str) -> tuple[Event, ...] | None:
        """The events that the cause of this key came to in a match; None: it was never written."""
        async with self._database.reading() as db:
            causes = list(
                await db.execute_fetchall(
                    "SELECT number FROM cause WHERE match = ? AND key = ?", (match, key)
                )
            )
            if not causes:
                return None
            rows = await db.execute_fetchall(
                "SELECT body FROM event WHERE match = ? AND cause = ? ORDER BY number",
                (match, causes[0][0]),
            )
        return tuple(read_back(body) for (body,) in rows)

    async def sealed_events(self, match: int) -> tuple[SealedEvent, ...]:
        """All events of a match as they stand in the record, in their order, with their seals."""
        async with self._database.reading() as db:
            return await sealed_events(db, match)

    async def fingerprint(
        self, match: int, cause: Cause | None = None, events: Sequence[Event] = ()
    ) -> Fingerprint:
        """The hash of the last event: as it is, or once `cause` has come to these events.

        Raises ValueError if there is no event.
        """
        async with self._database.reading() as db:
            hashes = [await last_hash(db, match)]
            if cause is not None:
                first = await _next_number(db, "event", match)
                hashes += chain(match, first, cause.key, map(written, events), hashes[0])
        return Fingerprint(hashes[-1])

    async def written_in(self, match: int) -> int:
        """The form in which the events of a match are written down (S42)."""
        rows = await self._database.read("SELECT version FROM match WHERE id = ?", match)
        return next(version for (version,) in rows)

    async def matches(self) -> tuple[Seating, ...]:
        """All matches, in the order of opening."""
        rows = await self._database.read("SELECT id, server, dm_channel FROM match ORDER BY id")
        return tuple([await self._seating(*row) for row in rows])

    async def unfinished_matches(self, ended_after: int = NEVER) -> tuple[Seating, ...]:
        """The matches that have not ended or still owe something, in the order of opening.

        Or for which channels were made that have still to be done with, or that have ended after
        that time in ms, and may be reopened (R32).
        """
        rows = await self._database.read(
            "SELECT id, server, dm_channel FROM match WHERE id IN"
            " (SELECT id FROM match WHERE is_live"
            " UNION SELECT match FROM delivery WHERE message IS NULL"
            f" UNION {NOT_PUT_AWAY}"
            " UNION SELECT id FROM match WHERE ended > ?) ORDER BY id",
            ended_after,
        )
        return tuple([await self._seating(*row) for row in rows])

    async def live_matches(self, besides: Collection[int] = ()) -> tuple[Seating, ...]:
        """The matches that have not ended, in the order of opening, besides those numbers."""
        rows = await self._database.read(
            "SELECT id, server, dm_channel FROM match INDEXED BY one_live_match_per_dm_channel"
            " WHERE is_live ORDER BY id"
        )
        return tuple([await self._seating(*row) for row in rows if row[0] not in besides])

    async def has_ended(self, match: int) -> bool:
        """Whether a match has ended; False, too, if there is none of that number."""
        return bool(
            await self._database.read("SELECT 1 FROM match WHERE id = ? AND NOT is_live", match)
        )

    async def last_ended(self, server: int, channel: int) -> int | None:
        """The number of the last match of a server that was played in a channel and has ended."""
        rows = await self._database.read(
            "SELECT id FROM match WHERE id IN (SELECT id FROM match WHERE dm_channel = ?"
            " UNION SELECT match FROM chair WHERE channel = ?)"
            " AND server = ? AND NOT is_live ORDER BY id DESC LIMIT 1",
            channel,
            channel,
            server,
        )
        return next((match for (match,) in rows), None)

    async def has_ended_in(self, server: int, match: int) -> bool:
        """Whether a match of that server has ended; False, too, if there is none of that number."""
        return bool(
            await self._database.read(
                "SELECT 1 FROM match WHERE id = ? AND server = ? AND NOT is_live", match, server
            )
        )

    async def _seating(self, match: int, server: int, dm_channel: int) -> Seating:
        rows = await self._database.read(
            "SELECT seat, person, name, channel, since FROM chair WHERE match = ?", match
        )
        chairs = {Seat(seat): Chair(Seat(seat), *rest) for seat, *rest in rows}
        sat = await self._database.read("SELECT person FROM sat WHERE match = ?", match)
        former = {person for (person,) in sat} - {chair.person for chair in chairs.values()}
        dmo, candidate = chairs[Seat.DMO], chairs[Seat.CANDIDATE]
        return Seating(match, server, dm_channel, dmo, candidate, frozenset(former))

    async def who_sat(self, match: int) -> tuple[Sat, ...]:
        """Who sat in the seats of a match before others played on there, in their order (S33)."""
        async with self._database.reading() as db:
            return await who_sat(db, match)

    async def is_ours(self) -> bool | None:
        """Whether this process may write; None: it may not, though nobody hosts."""
        async with self._database.reading() as db:
            token = await token_in(db)
        return self._database.lease.is_held_as(token) or (False if token else None)

    async def contents(self, seated: Collection[int]) -> Contents:
        """What stands in the database, asked over the one connection that has it open (S63).

        A live match that isn't `seated` counts as one that can't be.
        """
        applied = {hash: name for hash, name in await self._database.read(APPLIED)}
        rows = await self._database.read(
            "SELECT id FROM match INDEXED BY one_live_match_per_dm_channel"
            " WHERE is_live ORDER BY id"
        )
        live = tuple(match for (match,) in rows)
        return contents(applied, live, tuple(match for match in live if match not in seated))

    async def hosts_role(self, server: int) -> int | None:
        """The id of the server's hosts' role, None if none was set."""
        rows = await self._database.read("SELECT hosts_role FROM server WHERE id = ?", server)
        return next((role for (role,) in rows), None)

    async def set_hosts_role(self, server: int, role: int | None) -> None:
        """Set the server's hosts' role, or, with None, no role."""
        async with self._database.writing() as db:
            await db.execute(
                "INSERT INTO server (id, hosts_role) VALUES (?, ?)"
                " ON CONFLICT (id) DO UPDATE SET hosts_role = excluded.hosts_role",
                (server, role),
            )

    async def commands_shape(self) -> str | None:
        """The shape of the slash commands that were synced last, None if none were."""
        rows = await self._database.read("SELECT commands_shape FROM house")
        return next(shape for (shape,) in rows)

    async def set_commands_shape(self, shape: str) -> None:
        """Note the shape of the slash commands that were just synced."""
        async with self._database.writing() as db:
            await db.execute("UPDATE house SET commands_shape = ?", (shape,))


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
