"""One house per database: whoever holds the lease writes, and nobody else does (S14)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minecart_robbery.record import (
    Cause,
    LeaseLostError,
    Record,
    RecordBusyError,
    RecordError,
    lease,
)
from minecart_robbery.record.lease import Holder, HostLock, holder, is_hosted
from tests.record.examples import EVERY_KIND, OPENED, cause, opening, owed, seating
from tests.record.sql import rows, run

FIRST = EVERY_KIND[2]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody tries and looks more often than in earnest, and nobody waits for long."""
    monkeypatch.setattr(lease, "TRY_SECONDS", 0.01)
    monkeypatch.setattr(lease, "PATIENCE_SECONDS", 0.1)
    monkeypatch.setattr(lease, "LOOK_SECONDS", 0.001)


@pytest.fixture
async def other(path: Path, record: Record) -> AsyncIterator[Record]:
    """The same record, opened by a second process."""
    del record  # which was first
    other = await Record.open(path)
    yield other
    await other.close()


@contextlib.asynccontextmanager
async def living(record: Record) -> AsyncIterator[asyncio.Task[Any]]:
    """The house of this record holds the lease, and looks whether it still does."""
    await record.lease.take()
    keeping = asyncio.create_task(record.lease.keep())
    yield keeping
    keeping.cancel()
    await asyncio.wait([keeping])


def lock_is_taken_away(path: Path) -> None:
    """Somebody deletes the file that is locked, as people do with what looks left behind."""
    path.with_name(f"{path.name}.lock").unlink()


def whole(path: Path) -> list[tuple[Any, ...]]:
    """All that stands in the tables of the record, but for the lease."""
    tables = ("match", "chair", "cause", "event", "delivery", "server", "house", "moved")
    return [(table, *row) for table in tables for row in rows(path, f"SELECT * FROM {table}")]


# ------------------------------------------------------------- taking and giving up


async def test_s14_a_second_house_is_refused_and_told_who_is_there(record, other, path):
    async with living(record):
        with pytest.raises(RecordBusyError) as refused:
            await other.lease.take()
        there = holder(path)
    assert there is not None
    assert (there.process, there.host) == (os.getpid(), socket.gethostname())
    line = str(refused.value)
    assert f"process {os.getpid()} on {socket.gethostname()}, since {there.since} UTC" in line
    assert str(path) in line
    assert "MINECART_DATABASE" in line
    assert "\n" not in line


async def test_s60_the_token_of_a_house_that_was_killed_keeps_nobody_out(record, path):
    run(path, "INSERT INTO lease VALUES (1, 'dead')")
    path.with_name(f"{path.name}.lock").touch()
    await record.lease.take()
    await record.set_hosts_role(1, 10)
    await record.lease.give_up()


async def test_a_lease_that_is_given_up_can_be_taken_and_leaves_nothing(record, other, path):
    await record.lease.take()
    assert is_hosted(path)
    await record.lease.give_up()
    assert rows(path, "SELECT * FROM lease") == []
    assert holder(path) is None
    assert not is_hosted(path)
    await other.lease.take()
    await other.set_hosts_role(1, 10)


async def test_who_waits_goes_on_as_soon_as_the_lease_is_given_up(record, other, monkeypatch):
    monkeypatch.setattr(lease, "PATIENCE_SECONDS", 60)
    async with living(record):
        taking = asyncio.create_task(other.lease.take())
        await asyncio.sleep(0.03)
        assert not taking.done()
        await record.lease.give_up()
        await taking
        await other.set_hosts_role(1, 10)


async def test_s14_of_many_who_want_the_lease_one_gets_it(record, path):
    others = [await Record.open(path) for _ in range(4)]
    came = await asyncio.gather(*(it.lease.take() for it in others), return_exceptions=True)
    refused = [it for it in came if it is not None]
    assert len(refused) == 3
    assert all(isinstance(it, RecordBusyError) for it in refused)
    for it in others:
        await it.lease.give_up()
        await it.close()


async def test_to_give_up_what_was_never_taken_is_nothing(record, other, path):
    await other.lease.take()
    await record.lease.give_up()
    assert len(rows(path, "SELECT * FROM lease")) == 1
    assert is_hosted(path)


async def test_s39_a_database_locked_by_another_program_is_one_clear_line(record, path):
    await record._database._connection.execute("PRAGMA busy_timeout = 1")  # pyright: ignore[reportPrivateUsage]
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")
        with pytest.raises(RecordBusyError, match=r"can't be written just now \(database is lock"):
            await record.lease.take()
    assert not is_hosted(path)


async def test_s14_a_host_that_stands_still_in_the_middle_of_a_write_is_named(record, path):
    await record.lease.take()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as stopped:
        stopped.execute("BEGIN IMMEDIATE")
        with pytest.raises(RecordBusyError, match=f"process {os.getpid()} on .*; stop that one"):
            await Record.open(path)


def test_s56_where_no_lock_can_be_made_that_is_one_clear_line(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(RecordError, match="its lock can't be made there") as refused:
        HostLock(tmp_path / "file" / "minecart.db").try_once()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("noted", ["", "nonsense", "[]", '{"process": "x"}', "\x00"])
def test_what_is_noted_of_the_host_may_be_anything(path, noted):
    path.with_name(f"{path.name}.host").write_text(noted)
    assert holder(path) is None


def test_who_hosts_is_read_as_it_was_noted(path):
    noted = {"process": 4711, "host": "mine-1", "since": "2026-01-01 00:00:00"}
    path.with_name(f"{path.name}.host").write_text(json.dumps(noted))
    assert holder(path) == Holder(4711, "mine-1", "2026-01-01 00:00:00")


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
    lock_is_taken_away(path)
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


async def test_what_was_lost_stays_lost_after_the_other_has_given_it_up(record, match, other, path):
    await record.lease.take()
    lock_is_taken_away(path)
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


async def test_s14_a_house_that_has_lost_its_lease_stops_at_its_next_look(
    record, other, path, caplog
):
    await record.lease.take()
    lock_is_taken_away(path)
    await other.lease.take()
    keeping = asyncio.create_task(record.lease.keep())
    with pytest.raises(LeaseLostError, match="it has stopped hosting"):
        await keeping
    assert "is lost: it is held by process" in caplog.text


async def test_s14_a_write_that_finds_the_lease_lost_stops_the_house_at_once(
    record, match, other, path, monkeypatch
):
    monkeypatch.setattr(lease, "LOOK_SECONDS", 3600)
    async with living(record) as keeping:
        lock_is_taken_away(path)
        await other.lease.take()
        with pytest.raises(LeaseLostError):
            await record.append(match, cause(), [FIRST])
        with pytest.raises(LeaseLostError):
            await asyncio.wait_for(keeping, 60)


async def test_s14_one_input_that_two_houses_settle_is_settled_once(record, match, other, path):
    """Each as if alone: the one that lost its lease doesn't get to write its own draw."""
    await record.lease.take()
    lock_is_taken_away(path)
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
