"""A migration that is cut short, by a kill or a full disk, leaves no half-done database (S39)."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from functools import partialmethod
from pathlib import Path

import pytest
from yoyo.backends.core.sqlite3 import SQLiteBackend

from minecart_robbery.record import Record, RecordBusyError, RecordError, lease, migrating
from minecart_robbery.shipped import shipped
from tests.record.sql import rows, run, shape

NEXT = "-- depends: 0001.the-record\nCREATE TABLE next_thing (id INTEGER);\n"
LAST = "-- depends: 0002.next\nCREATE TABLE last_thing (id INTEGER);\n"
STANDS_STILL = """
import pkgutil, sys, time
from pathlib import Path
from minecart_robbery.record import migrating

path, folder, owner, name = sys.argv[1:]

def stand_still(*_, **__):
    print("here", flush=True)
    time.sleep(600)

if owner:
    setattr(pkgutil.resolve_name(owner), name, stand_still)
migrating.shipped = lambda *_: Path(folder)
migrating.bring_up_to_date(Path(path))
"""
"""Migrates, but for a function that never comes back."""
PLACES = [
    ("minecart_robbery.record.migrating", "back_up"),
    ("minecart_robbery.record.backup:os", "replace"),
    ("minecart_robbery.record.migrating", "_apply"),
    ("yoyo.backends.base:DatabaseBackend", "mark_one"),
    ("yoyo.backends.base:TransactionManager", "_do_commit"),
    ("yoyo.backends.base:DatabaseBackend", "_delete_lock_row"),
]
PLACES_OF_A_NEW_ONE = [
    ("yoyo.backends.base:DatabaseBackend", "_check_transactional_ddl"),
    ("yoyo.internalmigrations", "upgrade"),
    ("yoyo.internalmigrations", "mark_schema_version"),
    ("minecart_robbery.record.migrating", "_apply"),
    ("yoyo.backends.base:DatabaseBackend", "mark_one"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of migrations that the test may add to; the shipped ones stand in it."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for file in shipped("migrations").glob("*.sql"):
        (folder / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(migrating, "shipped", lambda *_: folder)
    monkeypatch.setattr(SQLiteBackend, "lock", partialmethod(SQLiteBackend.lock, timeout=0.01))
    return folder


def add_two(folder: Path) -> None:
    """Two more migrations than the database has."""
    (folder / "0002.next.sql").write_text(NEXT)
    (folder / "0002.nextmost.sql").write_text(LAST)


async def opened_and_closed(path: Path) -> None:
    """Open a record and close it again."""
    await (await Record.open(path)).close()


def migrates(path: Path, folder: Path, owner: str, name: str) -> subprocess.Popen[str]:
    """A process that has come as far as this function in migrating, and stands there."""
    process = subprocess.Popen(
        [sys.executable, "-c", STANDS_STILL, str(path), str(folder), owner, name],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    return process


def killed(process: subprocess.Popen[str]) -> int:
    """Kill a process as nothing can be that tidies up; gives its id."""
    process.kill()
    process.communicate()
    return process.pid


@pytest.mark.parametrize(("owner", "name"), PLACES)
async def test_s39_after_a_kill_while_it_migrates_the_next_start_migrates(
    path, folder, owner, name
):
    await opened_and_closed(path)
    salt = rows(path, "SELECT salt FROM house")
    add_two(folder)
    killed(migrates(path, folder, owner, name))
    await opened_and_closed(path)
    assert {("next_thing",), ("last_thing",)} <= set(rows(path, "SELECT name FROM sqlite_master"))
    assert rows(path, "SELECT salt FROM house") == salt
    assert [it.name for it in path.parent.glob("*.part")] == []
    assert rows(path, "SELECT * FROM yoyo_lock") == []


@pytest.mark.parametrize(("owner", "name"), PLACES_OF_A_NEW_ONE)
async def test_s39_after_a_kill_while_it_makes_the_file_the_next_start_makes_it(
    path, folder, owner, name
):
    killed(migrates(path, folder, owner, name))
    await opened_and_closed(path)
    assert rows(path, "SELECT count(*) FROM house") == [(1,)]


@pytest.mark.parametrize(("owner", "name"), PLACES[3:5])
async def test_s39_a_kill_between_two_migrations_leaves_neither(path, folder, owner, name):
    await opened_and_closed(path)
    before = shape(path)
    add_two(folder)
    process = migrates(path, folder, owner, name)
    killed(process)
    assert shape(path) == before


async def test_s39_the_lock_of_a_process_that_is_gone_is_broken_and_logged(path, folder, caplog):
    await opened_and_closed(path)
    add_two(folder)
    process = killed(migrates(path, folder, "minecart_robbery.record.migrating", "_apply"))
    await opened_and_closed(path)
    assert f"process {process} was stopped while it migrated" in caplog.text
    assert "its lock is broken" in caplog.text


async def test_s39_the_lock_of_a_process_that_lives_is_never_broken(path, folder):
    await opened_and_closed(path)
    before = shape(path)
    add_two(folder)
    process = migrates(path, folder, "minecart_robbery.record.migrating", "_apply")
    try:
        with pytest.raises(RecordBusyError, match=rf"\(process {process.pid}\)"):
            await opened_and_closed(path)
        assert rows(path, "SELECT pid FROM yoyo_lock") == [(process.pid,)]
        assert shape(path) == before
    finally:
        killed(process)


async def test_s39_a_lock_by_the_id_that_this_process_has_now_is_broken(path, folder):
    """In a container the bot has the same id at each start."""
    await opened_and_closed(path)
    add_two(folder)
    run(path, f"INSERT INTO yoyo_lock (locked, ctime, pid) VALUES (1, '2026', {os.getpid()})")
    await opened_and_closed(path)
    assert ("last_thing",) in rows(path, "SELECT name FROM sqlite_master")


@pytest.mark.parametrize("process", [0, -1, 2**40, 2**62])
async def test_s39_a_lock_by_an_id_that_no_process_can_have_is_broken(path, process):
    await opened_and_closed(path)
    run(path, f"INSERT INTO yoyo_lock (locked, ctime, pid) VALUES (1, '2026', {process})")
    await opened_and_closed(path)
    assert rows(path, "SELECT * FROM yoyo_lock") == []


# ------------------------------------------------------------- the backup


async def test_s39_a_migration_that_fails_keeps_the_backup_and_says_where(path, folder):
    await opened_and_closed(path)
    older = shape(path)
    (folder / "0002.next.sql").write_text(NEXT)
    (folder / "0002.nextmost.sql").write_text(LAST + "CREATE TABLE house (id INTEGER);\n")
    backup = path.with_name("record.db.before-0002.next.backup")
    with pytest.raises(RecordError) as refused:
        await opened_and_closed(path)
    assert f"It is as it was, and a backup is at {backup}" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert shape(backup) == shape(path) == older


async def test_s39_without_a_backup_nothing_is_migrated(path, folder):
    await opened_and_closed(path)
    older = shape(path)
    add_two(folder)
    path.with_name("record.db.before-0002.next.backup.part").mkdir()
    with pytest.raises(RecordError) as refused:
        await opened_and_closed(path)
    assert "no backup can be made" in str(refused.value)
    assert "so nothing was changed" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert shape(path) == older
    path.with_name("record.db.before-0002.next.backup.part").rmdir()
    await opened_and_closed(path)
    assert shape(path) != older


@pytest.mark.skipif(sys.platform == "win32", reason="there the room for a file can't be limited")
async def test_s39_a_full_disk_is_one_clear_line_and_leaves_no_half_backup(path, folder):
    await opened_and_closed(path)
    run(path, f"INSERT INTO server VALUES {', '.join(f'({it}, {it})' for it in range(100_000))}")
    older = shape(path)
    files = {it.name for it in path.parent.iterdir()}
    add_two(folder)
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (300_000,) * 2)\n"
    full = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", limited + STANDS_STILL, str(path), str(folder), "", ""],
        capture_output=True,
        text=True,
        check=False,
    )
    assert full.stderr.splitlines()[-1].startswith("minecart_robbery.record.errors.RecordError: ")
    assert "no backup can be made at" in full.stderr
    assert shape(path) == older
    assert {it.name for it in path.parent.iterdir()} == files
    await opened_and_closed(path)


# ------------------------------------------------------------- under a living house


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for the lock doesn't wait for long."""
    monkeypatch.setattr(lease, "PATIENCE_SECONDS", 0.05)


@pytest.mark.usefixtures("hurry")
async def test_s14_a_database_is_not_migrated_under_a_living_house(path, folder):
    house = await Record.open(path)
    await house.lease.take()
    older = shape(path)
    add_two(folder)

    with pytest.raises(RecordBusyError, match=f"hosts from .*: process {os.getpid()}"):
        await opened_and_closed(path)
    await house.set_hosts_role(1, 10)
    await house.lease.give_up()
    await house.close()
    assert shape(path) == older


@pytest.mark.usefixtures("hurry")
async def test_s14_a_house_that_was_killed_does_not_keep_the_next_version_from_migrating(
    path, folder
):
    await opened_and_closed(path)
    run(path, "INSERT INTO lease VALUES (1, 'dead')")
    add_two(folder)
    await opened_and_closed(path)
    assert ("last_thing",) in rows(path, "SELECT name FROM sqlite_master")
    house = await Record.open(path)
    await house.lease.take()
    await house.set_hosts_role(1, 10)
    await house.lease.give_up()
    await house.close()


async def test_s39_a_database_locked_by_another_program_may_be_tried_again(path, monkeypatch):
    await opened_and_closed(path)
    connect = sqlite3.connect

    def impatient(*rest, **named):
        return connect(*rest, **(named | {"timeout": 0.01}))

    monkeypatch.setattr(sqlite3, "connect", impatient)
    another = sqlite3.connect(path, isolation_level=None)
    another.execute("BEGIN EXCLUSIVE")
    with pytest.raises(RecordBusyError, match="in use by another program"):
        await opened_and_closed(path)
    another.close()
