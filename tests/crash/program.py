"""The program that is killed: the real house on a real record, in a process of its own.

It speaks to the world in which it hosts over a pipe, and stands still while it waits for an answer:
so it can be killed at exactly that point.
"""

from __future__ import annotations

import asyncio
import logging
import os
import traceback
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import aiosqlite

from minecart_robbery.engine import replay
from minecart_robbery.engine.clock import Moment
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.house import House
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import LogPlace, Receipt, Stamp
from minecart_robbery.live.shown import Earlier
from minecart_robbery.record import Record, RecordBusyError, Seating, lease
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience
from tests.crash.wire import (
    AtCommit,
    Deliver,
    Do,
    Hear,
    Idle,
    MoveTo,
    Open,
    Order,
    Read,
    Request,
    Start,
)
from tests.crash.world import LOG
from tests.live.hand_clock import HandClock
from tests.live.hosted import calm

MATCH = 1
"""The number of the one match that is hosted here."""


class Wire:
    """The pipe to the world."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def ask(self, request: Request) -> Any:
        """Ask the world for something; nothing else happens here until it has answered."""
        self._pipe.send(request)
        return self._pipe.recv()

    async def ordered(self, idle: Idle) -> Order:
        """The next order; the house goes on with its own affairs meanwhile."""
        self._pipe.send(idle)
        return await asyncio.to_thread(self._pipe.recv)

    def last_word(self, idle: Idle) -> None:
        """Say something to which no answer comes."""
        self._pipe.send(idle)


class WorldRoom:
    """One match's channels in the world at the other end of the pipe."""

    def __init__(self, wire: Wire, seating: Seating) -> None:
        self.names = Names(seating.dmo.name, seating.candidate.name)
        self._wire = wire
        self._seating = seating

    async def deliver(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt:
        """Deliver a letter."""
        return self._wire.ask(Deliver(self._seating, letter, stamp, earlier))

    async def answer(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> None:
        """Nobody presses anything in this world."""

    async def missed(self, seen: Mapping[int, int], since: Moment | None) -> list[Typed]:
        """All that the players have typed."""
        return self._wire.ask(Read(self._seating, seen, since))

    async def hide(self, message: int) -> None:
        """Leave a message where it is: this bot may not delete it."""

    async def has(self, audience: Audience, message: int) -> bool:
        """Nobody deletes messages here."""
        return True

    async def heard(self, typed: Typed) -> None:
        """Nobody presses buttons here."""

    async def log_place(self) -> LogPlace | None:
        """The hosts keep a log, and it can be shown."""
        return LogPlace(LOG)

    async def put_away(self, made: Sequence[int], *, is_last_try: bool) -> tuple[str, ...]:
        """Nothing was made here."""
        raise NotImplementedError

    def move_to(self, seating: Seating) -> None:
        """From now on the match has these channels."""
        self._seating = seating


class Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it, with what was raised."""
        self.kept.append(self.format(record))


def stand_still_at_commits(wire: Wire) -> None:
    """The world is asked before each COMMIT, and after it."""
    given = aiosqlite.Connection.execute

    async def committed(connection: aiosqlite.Connection, sql: str) -> aiosqlite.Cursor:
        wire.ask(AtCommit(is_done=False))
        came = await given(connection, sql)
        wire.ask(AtCommit(is_done=True))
        return came

    def watched(connection: aiosqlite.Connection, sql: str, *rest: Any) -> Awaitable[Any]:
        return committed(connection, sql) if sql == "COMMIT" else given(connection, sql, *rest)

    aiosqlite.Connection.execute = watched  # pyright: ignore[reportAttributeAccessIssue]


class Program:
    """One life of the program."""

    def __init__(self, wire: Wire, record: Record, now_ms: int, errors: Errors) -> None:
        self._wire = wire
        self._clock = HandClock(now_ms)
        self._errors = errors
        self._keeping: asyncio.Task[Any] | None = None
        self._record = record
        self._house = House(record, self._clock, lambda seating: WorldRoom(wire, seating))

    async def live(self, start: Start) -> None:
        """Host, and follow orders for ever after."""
        try:
            await self._record.lease.take()
        except RecordBusyError as error:
            await self._record.close()
            self._wire.last_word(Idle(refused=str(error)))
            return
        if start.beats:
            self._keeping = asyncio.create_task(self._record.lease.keep())
        await self._house.seat_all(start.boot)
        while True:
            await self._quiet()
            await self._follow(await self._wire.ordered(await self._idle()))

    async def _idle(self) -> Idle:
        """How things stand: at the table as in the record, unless errors were logged."""
        events, table = await self._record.events(MATCH), self._house.table(MATCH)
        match = replay(events) if events else None
        assert table is None or table.match == match or self._errors.kept
        return Idle(match, self._clock.next_due_ms, tuple(self._errors.kept))

    async def _follow(self, order: Order) -> None:
        """Do as ordered, then sweep, as the house does every few seconds."""
        table = self._house.table(MATCH)
        match order:
            case Open(seating, rules, cause, at):
                await self._house.open(seating, rules, cause, at)
            case Do(command, cause, at) if table is not None:
                await table.do(command, cause, at)
            case Hear(typed) if table is not None:
                await table.say(typed)
            case MoveTo(now_ms):
                self._clock.move_to(now_ms)
            case _:
                raise AssertionError(f"there is no match for {order}")
        await self._quiet()
        await self._house.sweep()

    async def _quiet(self) -> None:
        """Wait until nothing is under way but the looks at the lease."""
        await calm(lambda others: all(map(_looks, others)))


def _looks(task: asyncio.Task[Any]) -> bool:
    """Whether a task belongs to `Lease.keep`, which on Python 3.11 has one to wait for its loss."""
    return getattr(task.get_coro(), "__qualname__", "") in ("Lease.keep", "Event.wait")


def program(pipe: Connection) -> None:
    """Live, until killed: what a process of its own runs."""
    wire, errors = Wire(pipe), Errors()
    logging.getLogger().addHandler(errors)
    start: Start = pipe.recv()
    try:
        asyncio.run(_program(wire, errors, start))
    except BaseException:
        with suppress(OSError):  # nobody is left to be told
            wire.last_word(Idle(errors=(traceback.format_exc(),)))
    os._exit(1)


async def _program(wire: Wire, errors: Errors, start: Start) -> None:
    lease.PATIENCE_SECONDS, lease.LOOK_SECONDS = 0.1, 0.1
    record = await Record.open(Path(start.path))
    if not start.beats:
        stand_still_at_commits(wire)
    await Program(wire, record, start.now_ms, errors).live(start)
