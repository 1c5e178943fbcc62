"""Nothing can be written for a while: a full disk, a long lock (S48). Nobody pays for it.

The record is a real file: the disk is made full by a limit on its pages, and the lock is held by
another connection.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from minecart_robbery.engine.events import ClockRestarted, TurnSettled
from minecart_robbery.engine.nouns import Fault
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.faults import REST_MS
from minecart_robbery.live.room import Failure
from tests.live.hand_clock import START
from tests.live.hosted import (
    CORA,
    HOSTS,
    NORTH,
    PUBLIC,
    SOUTH,
    TO_CORA,
    TURN_MS,
    ZAC,
    Hosted,
)


async def pragma(hosted: Hosted, statement: str) -> None:
    """Set something of the connection that the house writes with."""
    async with hosted.record._database.reading() as db:  # pyright: ignore[reportPrivateUsage]
        await db.execute(f"PRAGMA {statement}")


@asynccontextmanager
async def full(hosted: Hosted) -> AsyncIterator[None]:
    """The disk is full: the file can't grow, and what it has room for is used up."""
    async with hosted.record._database.writing() as db:  # pyright: ignore[reportPrivateUsage]
        await db.execute("CREATE TABLE IF NOT EXISTS filler (text TEXT)")
    await pragma(hosted, "max_page_count = 1")
    await use_up(hosted)
    try:
        yield
    finally:
        await pragma(hosted, "max_page_count = 1000000")


async def use_up(hosted: Hosted) -> None:
    """Write as long as anything goes in: big rows first, then such as every input has."""
    last = f"FROM cause WHERE match = {hosted.number}"
    causes = f"SELECT match, max(number) + 1, max(number) + 1, 0 {last}"
    for filler in ("INSERT INTO filler VALUES (zeroblob(3000))", f"INSERT INTO cause {causes}"):
        await until_full(hosted, filler)


async def until_full(hosted: Hosted, statement: str) -> None:
    """Do this until the disk is full."""
    for _ in range(10_000):
        try:
            async with hosted.record._database.writing() as db:  # pyright: ignore[reportPrivateUsage]
                await db.execute(statement)
        except sqlite3.OperationalError:
            return
    raise AssertionError("the disk is never full")


@asynccontextmanager
async def locked(hosted: Hosted) -> AsyncIterator[None]:
    """Another process writes, and doesn't come to an end."""
    await pragma(hosted, "busy_timeout = 0")
    with closing(sqlite3.connect(database_of(hosted), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def database_of(hosted: Hosted) -> Path:
    """The file of the record."""
    return hosted.record._database._path  # pyright: ignore[reportPrivateUsage]


both = pytest.mark.parametrize("trouble", [full, locked])


async def fails(hosted: Hosted, typed: Typed) -> None:
    """Something is said, and hearing it fails."""
    with pytest.raises(sqlite3.OperationalError):
        await hosted.table.say(typed)
    await hosted.quiet()


def pressed(hosted: Hosted, *said: object, at: int) -> Typed:
    """The same, pressed and not typed."""
    typed = hosted.typed(*said, at=at)  # pyright: ignore[reportArgumentType]
    return replace(typed, message=0, interaction=typed.message)


async def sweeps(hosted: Hosted, times: int = 1) -> None:
    """The house sweeps, every five seconds."""
    for _ in range(times):
        await hosted.sweep()
        await hosted.move_to(hosted.now + 5000)


async def settled(hosted: Hosted) -> list[TurnSettled]:
    """The turns that were settled."""
    return [it for it in await hosted.events() if isinstance(it, TurnSettled)]


async def restarts(hosted: Hosted) -> list[Fault]:
    """Why the clock was started again, each time that it was."""
    return [it.why for it in await hosted.events() if isinstance(it, ClockRestarted)]


def told(hosted: Hosted) -> list[str]:
    """What the hosts have heard of it while it lasted."""
    return [text for text in hosted.room.texts(HOSTS) if "can't write anything down" in text]


@both
async def test_s48_whoever_pressed_what_could_not_be_written_gets_the_minute_again(
    hosted: Hosted, trouble
):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(40_000)
    async with trouble(hosted):
        await fails(hosted, pressed(hosted, ZAC, "south", at=40_000))
    await sweeps(hosted)
    await hosted.move_to(TURN_MS + 2000)
    assert await settled(hosted) == []
    assert await restarts(hosted) == [Fault.UNWRITTEN]
    assert "The bot could not write down what was said" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.picked(CORA) is NORTH


@both
async def test_s48_also_where_it_was_pressed_in_the_last_moment_and_failed_after_it(
    hosted: Hosted, trouble
):
    await hosted.in_first_turn()
    await hosted.move_to(TURN_MS + 1000)
    async with trouble(hosted):
        await fails(hosted, pressed(hosted, ZAC, "south", at=TURN_MS))
    await hosted.move_to(TURN_MS + 2000)
    await sweeps(hosted)
    assert await settled(hosted) == []
    assert await restarts(hosted) == [Fault.UNWRITTEN]


@both
async def test_s48_nothing_is_judged_while_nothing_can_be_written(hosted: Hosted, trouble):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(50_000)
    async with trouble(hosted):
        await fails(hosted, hosted.typed(CORA, "south", at=50_000))
        await hosted.move_to(TURN_MS + 2000)
        await sweeps(hosted, 20)
        assert (hosted.turn.number, await settled(hosted)) == (1, [])
    await sweeps(hosted)
    assert await settled(hosted) == []
    assert await restarts(hosted) == [Fault.UNWRITTEN]


@both
async def test_s48_what_was_typed_meanwhile_counts_by_its_own_time_however_long_it_lasts(
    hosted: Hosted, trouble
):
    await hosted.in_first_turn()
    async with trouble(hosted):
        await fails(hosted, hosted.typed(CORA, "north", at=1000))
        hosted.room.unheard = [hosted.typed(ZAC, "south", at=30_000)]
        await hosted.move_to(30_000)
        await sweeps(hosted, 20)
    await sweeps(hosted)
    (turn,) = await settled(hosted)
    assert (turn.cart, turn.guard, turn.silent) == (NORTH, SOUTH, ())
    assert turn.over_at == START + 30_000


@both
async def test_s48_a_turn_that_ended_before_it_is_settled_as_it_was(hosted: Hosted, trouble):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(TURN_MS + 1000)
    async with trouble(hosted):
        await hosted.move_to(TURN_MS + 2000)
        await sweeps(hosted, 3)
        assert await settled(hosted) == []
    await sweeps(hosted)
    assert [turn.silent for turn in await settled(hosted)] == [(ZAC,)]


@both
async def test_s48_hosts_are_told_once_while_it_lasts_and_by_no_word_of_the_record(
    hosted: Hosted, trouble
):
    await hosted.in_first_turn()
    async with trouble(hosted):
        await fails(hosted, hosted.typed(CORA, "north", at=1000))
        await sweeps(hosted, 10)
        assert len(told(hosted)) == 1
    await sweeps(hosted, 3)
    assert len(told(hosted)) == 1
    assert not any("can't write" in text for text in await hosted.record.told(hosted.number, HOSTS))


async def test_s48_hosts_whom_that_did_not_reach_are_told_again(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.room.next_trouble[HOSTS] = [Failure.LATER]
    async with locked(hosted):
        await fails(hosted, hosted.typed(CORA, "north", at=1000))
        assert told(hosted) == []
        await sweeps(hosted)
        assert len(told(hosted)) == 1


async def test_s48_a_room_that_breaks_at_it_breaks_nothing_else(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.room.next_trouble[HOSTS] = [OSError]
    async with locked(hosted):
        await fails(hosted, hosted.typed(CORA, "north", at=1000))
        await sweeps(hosted, 3)
    await sweeps(hosted)
    assert (told(hosted), hosted.picked(CORA)) == ([], NORTH)


async def test_s48_a_second_trouble_soon_after_the_first_is_not_told_and_a_later_one_is(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    for at in (0, 10_000):
        async with locked(hosted):
            await fails(hosted, hosted.typed(CORA, "north", at=at + 1000))
        await sweeps(hosted)
    assert len(told(hosted)) == 1
    await hosted.move_to(REST_MS + 60_000)
    async with locked(hosted):
        await fails(hosted, hosted.typed(CORA, "north"))
    assert len(told(hosted)) == 2


async def test_s48_a_fault_after_it_is_over_is_no_such_trouble(hosted: Hosted):
    await hosted.in_first_turn()
    async with locked(hosted):
        await fails(hosted, hosted.typed(CORA, "north", at=1000))
    await sweeps(hosted)
    await hosted.open_match(200)
    hosted.rooms[200].next_trouble[HOSTS] = [RuntimeError]
    hosted.room.next_trouble[TO_CORA] = [RuntimeError]
    await hosted.types(CORA, "south")
    await sweeps(hosted, 2)
    assert len(told(hosted)) == 1
    assert not any("can't write" in text for text in hosted.rooms[200].texts(HOSTS))


async def test_s48_a_lock_of_a_moment_gives_nobody_a_free_minute(hosted: Hosted):
    await hosted.in_first_turn()
    async with locked(hosted):
        await fails(hosted, hosted.typed(CORA, "north", at=1000))
    await hosted.sweep()
    await hosted.move_to(TURN_MS + 2000)
    assert await restarts(hosted) == []
    assert [turn.silent for turn in await settled(hosted)] == [(ZAC,)]
