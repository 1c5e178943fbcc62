"""The one connection to the record's file: transactions that never interleave, under the lease.

It knows nothing of what is kept there.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiosqlite

from minecart_robbery.record.errors import RecordError
from minecart_robbery.record.lease import Lease
from minecart_robbery.record.migrating import bring_up_to_date

BUSY_MS = 5000
"""How long a write waits for somebody else's, such as a backup program's, before it fails."""

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "temp_store = MEMORY",  # there may be no folder for it that this user may write (S56)
    f"busy_timeout = {BUSY_MS}",
)


class Database:
    """An open database. Make one with `Database.open`, and close it in the end.

    What is written while another process holds the `lease`, or after it was lost, raises
    LeaseLostError, and nothing is written (S14).
    """

    def __init__(self, path: Path, connection: aiosqlite.Connection) -> None:
        self._path = path
        self._connection = connection
        self._one_at_a_time = asyncio.Lock()
        self.lease = Lease(path, self._transaction, self.reading)

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open the database in the file `path`, made or migrated if need be.

        Raises RecordError.
        """
        await asyncio.to_thread(bring_up_to_date, path)
        connection = aiosqlite.connect(path, isolation_level=None)
        try:
            await connection
        except BaseException:
            # Its thread would keep a program from ending that is stopped just now.
            connection.stop()  # pyright: ignore[reportUnknownMemberType]
            raise
        database = cls(path, connection)
        async with database.closed_if_unusable():
            for pragma in _PRAGMAS:
                await connection.execute(f"PRAGMA {pragma}")
        return database

    @classmethod
    async def open_to_read(cls, path: Path, uri: str) -> Database:
        """Open the database in the file `path` by that address, as it stands at one moment.

        Nothing can be written, and what others write meanwhile isn't seen. Raises RecordError.
        """
        database = cls(path, await aiosqlite.connect(uri, uri=True, isolation_level=None))
        async with database.closed_if_unusable():
            for statement in ("PRAGMA temp_store = MEMORY", "PRAGMA query_only = ON", "BEGIN"):
                await database._connection.execute(statement)
        return database

    @asynccontextmanager
    async def closed_if_unusable(self) -> AsyncGenerator[None]:
        """What is done at the opening: if it fails the connection is closed.

        Raises RecordError for what the database itself refuses.
        """
        try:
            yield
        except sqlite3.Error as error:
            await self._connection.close()
            raise RecordError(f"the database {self._path} can't be used ({error})") from error
        except BaseException:
            await self._connection.close()
            raise

    async def close(self) -> None:
        """Close the connection, after the transaction that may be under way."""
        async with self._one_at_a_time:
            await self._connection.close()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[aiosqlite.Connection]:
        """For reading what stands there, and not what a transaction under way may yet undo."""
        async with self._one_at_a_time:
            yield self._connection

    async def read(self, query: str, *values: int) -> list[sqlite3.Row]:
        """The rows that a query gives."""
        async with self.reading() as db:
            return list(await db.execute_fetchall(query, values))

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[aiosqlite.Connection]:
        """A transaction of one who may write: nobody else hosts from this record."""
        async with self._transaction() as db:
            await self.lease.check(db)
            yield db

    @asynccontextmanager
    async def _transaction(self) -> AsyncGenerator[aiosqlite.Connection]:
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
