"""The lease: one house per database (S14).

Whoever hosts holds it, and beats as long as it lives. Whoever waits for it looks whether the beats
go on: it counts its own looks and compares no clocks, so that neither a wrong wall clock nor a
machine that slept gives the lease of a living house away (S6). The lease stands in the database,
and each writing transaction looks whether it is still held: what a house does that was suspended,
and whose lease was taken meanwhile, is never written.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import aiosqlite

from minecart_robbery.record.errors import LeaseLostError, RecordBusyError

_LOG = logging.getLogger(__name__)

BEAT_SECONDS = 3.0
"""How often a house says that it lives."""
LOOK_SECONDS = 0.5
"""How often somebody who waits looks at the lease."""
SILENT_LOOKS = 20
"""After so many looks without a beat, for 10 s, the lease has run out."""
PATIENCE_LOOKS = 30
"""After so many looks, for 15 s, at a lease that doesn't run out, its holder is alive."""

HOLDER = "SELECT token, beats, host, process, since, heard FROM lease"
"""Gives one row while somebody holds the lease, for a `Holder`; else none."""

Transaction = Callable[[], AbstractAsyncContextManager[aiosqlite.Connection]]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the lease. The times are the holder's own, for people to read."""

    token: str
    beats: int
    host: str
    process: int
    since: str
    heard: str

    def __str__(self) -> str:
        return (
            f"process {self.process} on {self.host}, since {self.since} UTC, "
            f"last heard of at {self.heard} UTC"
        )


class Vigil:
    """Looks at a lease that somebody else holds, until it is free or its holder is seen to live."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[str, int] | None = None
        self._looks = self._silent = 0

    def is_free(self, holder: Holder | None) -> bool:
        """Whether the lease is free, by one more look. Raises RecordBusyError if it won't be."""
        if holder is None:
            return True
        if self._looks == 0:
            _LOG.info("waiting for the database %s, held by %s", self._path, holder)
        self._looks += 1
        seen = holder.token, holder.beats
        self._silent = self._silent + 1 if seen == self._seen else 0
        self._seen = seen
        if self._silent >= SILENT_LOOKS:
            _LOG.warning("the lease of a house that is gone has run out: %s", holder)
            return True
        if self._looks > PATIENCE_LOOKS:
            raise RecordBusyError(
                f"another process hosts from the database {self._path}: {holder}; stop that one "
                "first, or set MINECART_DATABASE to another file"
            )
        return False


class Lease:
    """This process's lease of the record at `path`, to be taken; `transaction` makes its writes."""

    def __init__(self, path: Path, transaction: Transaction) -> None:
        self._path = path
        self._transaction = transaction
        self._token = ""
        self._lost: LeaseLostError | None = None
        self._is_lost = asyncio.Event()

    async def take(self) -> None:
        """Take the lease, waiting a while for whoever holds it to give it up or to be gone.

        Raises RecordBusyError, saying who holds it, if its holder lives on.
        """
        vigil = Vigil(self._path)
        try:
            while not await self._is_taken(vigil):  # noqa: ASYNC110  # another process, no event
                await asyncio.sleep(LOOK_SECONDS)
        except sqlite3.Error as error:
            raise RecordBusyError(
                f"the database {self._path} can't be written just now ({error}): look whether "
                "another program uses it, and whether the disk is full"
            ) from error

    async def _is_taken(self, vigil: Vigil) -> bool:
        async with self._transaction() as db:
            if not vigil.is_free(await _holder(db)):
                return False
            self._token = secrets.token_hex(8)
            me, now = (socket.gethostname(), os.getpid()), _now()
            await db.execute(
                "INSERT OR REPLACE INTO lease VALUES (1, ?, 0, ?, ?, ?, ?)",
                (self._token, *me, now, now),
            )
            return True

    def is_held_as(self, holder: Holder | None) -> bool:
        """Whether this process may write, if `holder` is what the database says of the lease."""
        return self._token == ("" if holder is None else holder.token)

    async def check(self, db: aiosqlite.Connection) -> None:
        """Look, in a transaction, whether this process may write.

        It may while it holds the lease, and if it never took it, while nobody does. Raises
        LeaseLostError.
        """
        holder = await _holder(db)
        if self.is_held_as(holder):
            return
        by = "nobody hosts from it now" if holder is None else f"it is held by {holder}"
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
        """Beat, until the lease turns out to be lost; then raises LeaseLostError, at once."""
        while self._lost is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_lost.wait(), BEAT_SECONDS)
            try:
                await self._beat()
            except sqlite3.Error as error:
                _LOG.warning("the lease of the database can't be renewed just now: %s", error)
        raise self._lost

    async def _beat(self) -> None:
        async with self._transaction() as db:
            await self.check(db)
            await db.execute("UPDATE lease SET beats = beats + 1, heard = ?", (_now(),))

    async def give_up(self) -> None:
        """Give the lease up, if it is still held; from then on this process may not write."""
        try:
            async with self._transaction() as db:
                await db.execute("DELETE FROM lease WHERE token = ?", (self._token,))
        except sqlite3.Error as error:
            _LOG.warning("the lease can't be given up, and will run out: %s", error)


async def _holder(db: aiosqlite.Connection) -> Holder | None:
    rows = await db.execute_fetchall(HOLDER)
    return next((Holder(*row) for row in rows), None)


def _now() -> str:
    """The time by this machine's clock, for people to read."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
