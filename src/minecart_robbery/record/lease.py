"""Who hosts from a database: one process at a time (S14, S60).

It holds a lock of the operating system's on a file of its own beside the database, which goes with
the process, however that ends; so whoever is started again hosts at once. Who holds it stands in a
second file, since where a file is locked it may not be readable. The holder's token stands in the
database, and each writing transaction looks whether it still does: a lock file that somebody has
taken away lets another process in, and from then on this one writes nothing.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import aiosqlite
from filelock import FileLock, Timeout

from minecart_robbery.record.errors import LeaseLostError, RecordBusyError, RecordError

_LOG = logging.getLogger(__name__)

PATIENCE_SECONDS = 3.0
"""So long is waited for a process that is just about to end."""
TRY_SECONDS = 0.1
"""How often it is tried meanwhile."""
LOOK_SECONDS = 3.0
"""How often a host looks whether the database is still its own."""

Opened = Callable[[], AbstractAsyncContextManager[aiosqlite.Connection]]


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that hosts. `since` is its machine's time (UTC), for people to read."""

    process: int
    host: str
    since: str

    def __str__(self) -> str:
        return f"process {self.process} on {self.host}, since {self.since} UTC"


class HostLock:
    """The lock on the file beside the database at `path`; only its holder hosts, or migrates."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(
            _beside(path, "lock"), thread_local=False, is_singleton=False, preserve_lock_file=True
        )
        self._named = _beside(path, "host")
        self._me: Holder | None = None

    def try_once(self) -> bool:
        """Take the lock if nobody holds it. Raises RecordError where no lock can be made."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        except OSError as error:
            raise RecordError(
                f"the database {self._path} can't be hosted from: its lock can't be made there "
                f"({error.strerror or error}); check that this user may write in that folder, or "
                "set MINECART_DATABASE"
            ) from error
        self._me = Holder(os.getpid(), socket.gethostname(), _now())
        try:
            self._named.write_text(json.dumps(asdict(self._me)), encoding="utf-8")
        except OSError as error:  # it only names this process to others
            _LOG.warning("who hosts can't be noted in %s: %s", self._named, error)
        return True

    def take(self) -> None:
        """Take the lock, waiting a little. Raises RecordBusyError. Blocks: use a thread."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not self.try_once():
            if time.monotonic() >= until:
                raise self.is_busy()
            time.sleep(TRY_SECONDS)

    def release(self) -> None:
        """Let the lock go, if it is held."""
        if self._lock.is_locked:
            if holder(self._path) == self._me:
                with suppress(OSError):
                    self._named.unlink()
            self._lock.release()

    def is_busy(self) -> RecordBusyError:
        """That somebody else holds the lock, who it is, and what to do, in one line."""
        return RecordBusyError(
            f"another process hosts from the database {self._path}: {named(self._path)}; stop that "
            "one first, or set MINECART_DATABASE to another file"
        )


class Lease:
    """This process's lease of the record at `path`, to be taken.

    `transaction` and `reading` give the connection, to write and to read.
    """

    def __init__(self, path: Path, transaction: Opened, reading: Opened) -> None:
        self._path = path
        self._transaction = transaction
        self._reading = reading
        self._lock = HostLock(path)
        self._token = ""
        self._lost: LeaseLostError | None = None
        self._is_lost = asyncio.Event()

    async def take(self) -> None:
        """Take the lease, waiting a little for whoever is about to give it up.

        Raises RecordBusyError, saying who holds it, if its holder lives on; RecordError if there
        can be no lock.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        while not self._lock.try_once():
            if time.monotonic() >= until:
                raise self._lock.is_busy()
            await asyncio.sleep(TRY_SECONDS)
        token = secrets.token_hex(8)
        try:
            async with self._transaction() as db:
                await db.execute("INSERT OR REPLACE INTO lease VALUES (1, ?)", (token,))
        except sqlite3.Error as error:
            self._lock.release()
            raise RecordBusyError(
                f"the database {self._path} can't be written just now ({error}): look whether "
                "another program uses it, and whether the disk is full"
            ) from error
        self._token = token

    def is_held_as(self, token: str) -> bool:
        """Whether this process may write, if that `token` stands in the database; "": none does."""
        return self._token == token

    async def check(self, db: aiosqlite.Connection) -> None:
        """Look, in a transaction, whether this process may write.

        It may while its token stands there, and if it never took the lease, while none does. Raises
        LeaseLostError.
        """
        token = await token_in(db)
        if self.is_held_as(token):
            return
        by = f"it is held by {named(self._path)}" if token else "nobody hosts from it now"
        if not self._token:
            raise LeaseLostError(f"the database {self._path} can't be written: {by}")
        if self._lost is None:
            _LOG.error("the lease of the database %s is lost: %s", self._path, by)
        self._lost = LeaseLostError(
            f"this process doesn't hold the database {self._path} any more, {by}: it has stopped "
            "hosting, and wrote nothing since"
        )
        self._is_lost.set()
        raise self._lost

    async def keep(self) -> NoReturn:
        """Look now and then, until the lease turns out to be lost; then raises LeaseLostError."""
        while self._lost is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_lost.wait(), LOOK_SECONDS)
            with suppress(LeaseLostError, sqlite3.Error):  # the next look, or the next write, tells
                async with self._reading() as db:
                    await self.check(db)
        raise self._lost

    async def give_up(self) -> None:
        """Give the lease up, if it is still held; from then on this process may not write."""
        try:
            if self._token:
                async with self._transaction() as db:
                    await db.execute("DELETE FROM lease WHERE token = ?", (self._token,))
        except sqlite3.Error as error:
            _LOG.info("the database can't be written, so its token stays there: %s", error)
        finally:
            self._lock.release()


async def token_in(db: aiosqlite.Connection) -> str:
    """The token of whoever hosts, or of one who died hosting; "" if there is none."""
    rows = await db.execute_fetchall("SELECT token FROM lease")
    return next((token for (token,) in rows), "")


def holder(path: Path) -> Holder | None:
    """Who hosts from the database at `path`, as noted beside it; None if nothing is noted."""
    try:
        found: Any = json.loads(_beside(path, "host").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    match found:
        case {"process": int(process), "host": str(host), "since": str(since)}:
            return Holder(process, host, since)
        case _:
            return None


def named(path: Path) -> str:
    """The same in words."""
    found = holder(path)
    return "a process that has left no name" if found is None else str(found)


def is_hosted(path: Path) -> bool | None:
    """Whether somebody hosts from the database at `path`; None: this user can't tell.

    It holds the lock for an instant, which whoever starts just then waits for.
    """
    file = _beside(path, "lock")
    if not file.exists():
        return False
    lock = FileLock(file, thread_local=False, is_singleton=False, preserve_lock_file=True)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except OSError:
        return None
    lock.release()
    return False


def _beside(path: Path, kind: str) -> Path:
    return path.with_name(f"{path.name}.{kind}")


def _now() -> str:
    """The time by this machine's clock, for people to read."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
