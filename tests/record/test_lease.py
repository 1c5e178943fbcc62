"""One house per database: whoever holds the lease writes, and nobody else does (S14)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minecart_robbery.record import Cause, LeaseLostError, Record, RecordBusyError, lease
from minecart_robbery.record.lease import PATIENCE_LOOKS, SILENT_LOOKS, Holder, Vigil
from tests.record.examples import EVERY_KIND, OPENED, cause, opening, owed, seating
from tests.record.sql import rows, run

FIRST = EVERY_KIND[2]
CORAS = Holder("c0", 7, "mine-1", 4711, "2026-01-01 00:00:00", "2026-01-01 00:00:09")


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody looks and beats more often than in earnest."""
    monkeypatch.setattr(lease, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(lease, "BEAT_SECONDS", 0.001)


@pytest.fixture
async def other(path: Path, record: Record) -> AsyncIterator[Record]:
    """The same record, opened by a second process."""
    del record  # which was first
    other = await Record.open(path)
    yield other
    await other.close()


@contextlib.asynccontextmanager
async def living(record: Record) -> AsyncIterator[asyncio.Task[Any]]:
    """The house of this record holds the lease, and beats."""
    await record.lease.take()
    keeping = asyncio.create_task(record.lease.keep())
    yield keeping
    keeping.cancel()
    await asyncio.wait([keeping])


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110  # nobody tells of it
            await asyncio.sleep(0.001)


def whole(path: Path) -> list[tuple[Any, ...]]:
    """All that stands in the tables of the record, but for the lease."""
    tables = ("match", "chair", "cause", "event", "delivery", "server", "house", "moved")
    return [(table, *row) for table in tables for row in rows(path, f"SELECT * FROM {table}")]


# ------------------------------------------------------------- looking


def looks(vigil: Vigil, holder: Holder, times: int) -> list[bool]:
    """What so many looks at the same lease come to."""
    return [vigil.is_free(holder) for _ in range(times)]


def test_a_lease_that_nobody_holds_is_free():
    assert Vigil(Path("m.db")).is_free(None)


def test_s14_a_lease_without_a_beat_runs_out_by_itself():
    came = looks(Vigil(Path("m.db")), CORAS, SILENT_LOOKS + 1)
    assert came == [False] * SILENT_LOOKS + [True]


def test_it_runs_out_within_fifteen_seconds_and_not_before_three_beats_were_missed():
    assert SILENT_LOOKS * lease.LOOK_SECONDS < PATIENCE_LOOKS * lease.LOOK_SECONDS
    assert SILENT_LOOKS * 0.5 > 3 * 3.0
    assert PATIENCE_LOOKS * 0.5 <= 15


def test_s14_a_lease_with_one_beat_in_time_does_not_run_out():
    vigil = Vigil(Path("m.db"))
    looks(vigil, CORAS, SILENT_LOOKS)
    beaten = replace(CORAS, beats=8)
    assert not any(looks(vigil, beaten, PATIENCE_LOOKS - SILENT_LOOKS))
    with pytest.raises(RecordBusyError):
        vigil.is_free(beaten)


def test_a_lease_that_another_has_taken_meanwhile_is_looked_at_anew():
    vigil = Vigil(Path("m.db"))
    looks(vigil, CORAS, SILENT_LOOKS)
    assert not vigil.is_free(replace(CORAS, token="2a"))


def test_a_lease_that_is_given_up_while_one_waits_is_free_at_once():
    vigil = Vigil(Path("m.db"))
    looks(vigil, CORAS, 3)
    assert vigil.is_free(None)


@pytest.mark.parametrize("heard", ["1970-01-01 00:00:00", "2999-01-01 00:00:00"])
def test_s6_the_wall_clock_of_neither_counts(heard):
    vigil = Vigil(Path("m.db"))
    for beat in range(PATIENCE_LOOKS):
        assert not vigil.is_free(replace(CORAS, heard=heard, beats=beat))


def test_who_waits_says_so_in_the_log_once(caplog):
    caplog.set_level(logging.INFO)
    looks(Vigil(Path("m.db")), CORAS, 5)
    (line,) = caplog.messages
    assert "waiting for the database m.db, held by process 4711 on mine-1" in line


# ------------------------------------------------------------- taking and giving up


async def test_s14_a_second_house_is_refused_and_told_who_is_there(record, other, path):
    async with living(record):
        with pytest.raises(RecordBusyError) as refused:
            await other.lease.take()
    line = str(refused.value)
    (since,) = rows(path, "SELECT since FROM lease")[0]
    assert f"process {os.getpid()} on {socket.gethostname()}, since {since} UTC, last heard" in line
    assert str(path) in line
    assert "MINECART_DATABASE" in line
    assert "\n" not in line


async def test_s14_the_lease_of_a_house_that_was_killed_runs_out(record, other, caplog):
    await record.lease.take()  # and never a beat
    await other.lease.take()
    assert "a house that is gone" in caplog.text
    await other.set_hosts_role(1, 10)


async def test_a_lease_that_is_given_up_can_be_taken_and_leaves_nothing(record, other, path):
    await record.lease.take()
    await record.lease.give_up()
    assert rows(path, "SELECT * FROM lease") == []
    await other.lease.take()
    await other.set_hosts_role(1, 10)


async def test_who_waits_goes_on_as_soon_as_the_lease_is_given_up(record, other):
    async with living(record):
        taking = asyncio.create_task(other.lease.take())
        await asyncio.sleep(0.03)
        assert not taking.done()
        await record.lease.give_up()
        await taking
        await other.set_hosts_role(1, 10)


async def test_s14_of_many_who_wait_for_a_dead_lease_one_gets_it(record, path):
    await record.lease.take()
    others = [await Record.open(path) for _ in range(4)]

    async def host(mine: Record) -> None:
        async with living(mine) as keeping:
            await asyncio.wait([keeping], timeout=1)

    came = await asyncio.gather(*(host(mine) for mine in others), return_exceptions=True)
    for mine in others:
        await mine.close()
    assert [str(it) for it in came if it is not None and not isinstance(it, RecordBusyError)] == []
    assert len([it for it in came if it is None]) == 1


async def test_to_give_up_what_was_never_taken_is_nothing(record, other, path):
    await other.lease.take()
    await record.lease.give_up()
    assert len(rows(path, "SELECT * FROM lease")) == 1


async def test_s39_a_database_locked_by_another_program_is_one_clear_line(record, path):
    await record._database._connection.execute("PRAGMA busy_timeout = 1")  # pyright: ignore[reportPrivateUsage]
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")
        with pytest.raises(RecordBusyError, match=r"can't be written just now \(database is lock"):
            await record.lease.take()


async def test_s39_a_beat_that_cannot_be_written_is_logged_and_tried_again(record, path, caplog):
    async with living(record) as keeping:
        await record._database._connection.execute("PRAGMA busy_timeout = 1")  # pyright: ignore[reportPrivateUsage]
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as another:
            another.execute("BEGIN IMMEDIATE")
            await until(lambda: "can't be renewed" in caplog.text)
        before = rows(path, "SELECT beats FROM lease")
        await until(lambda: rows(path, "SELECT beats FROM lease") != before)
        assert not keeping.done()


# ------------------------------------------------------------- writing

Write = Callable[[Record, int], Awaitable[Any]]
WRITES: dict[str, Write] = {
    "append": lambda record, match: record.append(match, cause(), [FIRST], owed("a")),
    "end": lambda record, match: record.append(match, cause(), [FIRST], is_live=False),
    "add": lambda record, match: record.add_match(seating(500), Cause("i:9"), opening()),
    "move": lambda record, match: record.move_match(
        replace(seating(700), match=match), Cause("i:8"), owed("b")
    ),
    "tick": lambda record, match: record.tick(1, 777),
    "hosts": lambda record, match: record.set_hosts_role(1, 10),
    "shape": lambda record, match: record.set_commands_shape("x"),
}


@pytest.mark.parametrize("write", WRITES)
async def test_s14_a_house_that_has_lost_its_lease_writes_nothing(
    record, match, other, path, write
):
    await record.append(match, cause(0), [], owed("due"))
    await record.lease.take()
    await other.lease.take()
    before = whole(path)
    with pytest.raises(LeaseLostError):
        await WRITES[write](record, match)
    assert whole(path) == before
    await WRITES[write](other, match)
    assert whole(path) != before


@pytest.mark.parametrize("write", WRITES)
async def test_s14_who_never_took_the_lease_writes_nothing_while_another_hosts(
    record, match, other, path, write
):
    await record.append(match, cause(0), [], owed("due"))
    await other.lease.take()
    before = whole(path)
    with pytest.raises(LeaseLostError, match="can't be written: it is held by process"):
        await WRITES[write](record, match)
    assert whole(path) == before


async def test_what_was_lost_stays_lost_after_the_other_has_given_it_up(record, match, other):
    await record.lease.take()
    await other.lease.take()
    await other.lease.give_up()
    with pytest.raises(LeaseLostError, match="nobody hosts from it now"):
        await record.append(match, cause(), [FIRST])
    assert await record.events(match) == (OPENED,)


async def test_after_giving_up_nothing_more_is_written(record, match):
    await record.lease.take()
    await record.lease.give_up()
    with pytest.raises(LeaseLostError):
        await record.append(match, cause(), [FIRST])


async def test_without_a_lease_all_can_be_read_while_another_hosts(record, match, other):
    async with living(other):
        assert await record.events(match) == (OPENED,)
        assert len(await record.unfinished_matches()) == 1


async def test_s14_a_house_that_wakes_up_without_its_lease_stops_at_its_next_beat(
    record, other, path, caplog
):
    await record.lease.take()
    await other.lease.take()
    keeping = asyncio.create_task(record.lease.keep())
    with pytest.raises(LeaseLostError, match="it has stopped hosting"):
        await keeping
    assert "is lost: it is held by process" in caplog.text
    assert rows(path, "SELECT beats FROM lease") == [(0,)]


async def test_s14_a_write_that_finds_the_lease_lost_stops_the_house_at_once(
    record, match, other, monkeypatch
):
    monkeypatch.setattr(lease, "BEAT_SECONDS", 3600)
    async with living(record) as keeping:
        await other.lease.take()
        with pytest.raises(LeaseLostError):
            await record.append(match, cause(), [FIRST])
        with pytest.raises(LeaseLostError):
            await asyncio.wait_for(keeping, 5)


async def test_s14_one_input_that_two_houses_settle_is_settled_once(record, match, other):
    """Each as if alone: the one that lost its lease doesn't get to write its own draw."""
    await record.lease.take()
    await other.lease.take()
    came = await asyncio.gather(
        *(house.append(match, Cause("t:1:9"), [FIRST], owed("a")) for house in (record, other)),
        return_exceptions=True,
    )
    assert isinstance(came[0], LeaseLostError)
    assert await other.events(match) == (OPENED, FIRST)


async def test_a_lease_that_another_program_took_away_is_lost(record, match, path):
    await record.lease.take()
    run(path, "DELETE FROM lease")
    with pytest.raises(LeaseLostError):
        await record.append(match, cause(), [FIRST])
