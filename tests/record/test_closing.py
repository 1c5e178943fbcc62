"""Closing a record: nothing is lost, and nothing keeps the process from ending (S39)."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from minecart_robbery.record import Record, RecordError
from tests.patience import HANGS_S
from tests.record.examples import EVERY_KIND, OPENED, cause, owed
from tests.record.sql import rows, run

EVENTS = EVERY_KIND[2:5]

OPENS_WRITES_AND_ENDS = """
import asyncio, sys
from pathlib import Path
from minecart_robbery.record import Record, RecordError

async def main():
    record = await Record.open(Path(sys.argv[1]))
    await record.set_hosts_role(1, 10)
    await record.close()

asyncio.run(main())
"""

OPENS_WITHOUT_MIGRATING = """
import asyncio, sys
from pathlib import Path
from minecart_robbery.record import Record, database

database.bring_up_to_date = lambda path: None
asyncio.run(Record.open(Path(sys.argv[1])))
"""


async def test_s39_closing_waits_for_the_transaction_under_way(record, match, path):
    writing = asyncio.create_task(record.append(match, cause(), EVENTS, owed("a", "b")))
    await asyncio.sleep(0)
    await record.close()
    assert await writing is not None
    assert rows(path, "SELECT count(*) FROM event") == [(4,)]


async def test_after_closing_nothing_is_left_beside_the_file(path):
    record = await Record.open(path)
    await record.set_hosts_role(1, 10)
    await record.close()
    assert {file.name for file in path.parent.iterdir()} == {"record.db", "record.db.lock"}


async def test_s39_closing_ends_the_thread_of_the_connection(path):
    before = set(threading.enumerate())
    record = await Record.open(path)
    mine = set(threading.enumerate()) - before
    await record.close()
    for thread in mine:
        thread.join(0 if thread.name.startswith("asyncio") else HANGS_S)
    assert [it for it in mine if it.is_alive() and not it.name.startswith("asyncio")] == []


def ended(program: str, path: Path) -> tuple[int, str]:
    """Run a program on this file; its exit code and what it says on standard error."""
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", program, str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        _, said = process.communicate(timeout=HANGS_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail("the process did not end by itself", pytrace=False)
    return process.returncode, said


def test_s39_the_process_ends_once_the_record_is_closed(path):
    assert ended(OPENS_WRITES_AND_ENDS, path) == (0, "")
    assert rows(path, "SELECT hosts_role FROM server") == [(10,)]


def test_s39_the_process_ends_when_an_opening_fails_at_the_last(path):
    """A thread left behind would keep it alive after its one line of refusal."""
    run(path, "CREATE TABLE anything (id INTEGER)")
    exit_code, said = ended(OPENS_WITHOUT_MIGRATING, path)
    assert exit_code == 1
    assert "no such table: house" in said


async def test_s39_an_opening_that_fails_at_the_last_closes_its_connection(path, monkeypatch):
    run(path, "CREATE TABLE anything (id INTEGER)")
    opened: list[aiosqlite.Connection] = []

    def connect(*rest: Any, **named: Any) -> aiosqlite.Connection:
        opened.append(aiosqlite.Connection(lambda: sqlite3.connect(*rest, **named), 64))
        return opened[0]

    monkeypatch.setattr("minecart_robbery.record.database.bring_up_to_date", lambda _path: None)
    monkeypatch.setattr(aiosqlite, "connect", connect)
    with pytest.raises(RecordError):
        await Record.open(path)
    with pytest.raises(ValueError, match="no active connection"):
        _ = opened[0].in_transaction


async def test_another_process_can_read_while_the_record_is_open(record, match, path):
    await record.append(match, cause(), EVENTS)
    assert len(rows(path, "SELECT body FROM event")) == len((OPENED, *EVENTS))
