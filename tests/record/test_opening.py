"""Opening a record: the file is made and migrated, or refused in one clear line (S39, S42)."""

from __future__ import annotations

import sqlite3
from functools import partialmethod
from pathlib import Path
from typing import Any

import pytest
from yoyo.backends.core.sqlite3 import SQLiteBackend

from minecart_robbery.record import Record, RecordError, migrating
from minecart_robbery.shipped import shipped
from tests.record.examples import cause, opening, seating
from tests.record.sql import rows, run, shape

NEXT = "-- depends: 0001.the-record\nCREATE TABLE next_thing (id INTEGER);\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of migrations that the test may add to; the shipped ones stand in it."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for file in shipped("migrations").glob("*.sql"):
        (folder / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(migrating, "shipped", lambda *_: folder)
    return folder


async def opened_and_closed(path: Path) -> None:
    """Open a record and close it again."""
    await (await Record.open(path)).close()


async def why_refused(path: Path) -> str:
    """The one line in which the file is refused."""
    with pytest.raises(RecordError) as refused:
        await opened_and_closed(path)
    line = str(refused.value)
    assert "\n" not in line
    assert str(path) in line
    return line


async def one_pragma(record: Record, name: str) -> Any:
    """A setting of the record's own connection."""
    (row,) = await record._database._connection.execute_fetchall(f"PRAGMA {name}")  # pyright: ignore[reportPrivateUsage]
    return row[0]


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
async def test_s39_the_connection_is_set_up_to_lose_nothing(record, pragma, value):
    assert await one_pragma(record, pragma) == value


async def test_opening_makes_the_file_and_the_folders_above_it(tmp_path):
    path = tmp_path / "var" / "lib" / "record.db"
    await opened_and_closed(path)
    assert rows(path, "SELECT count(*) FROM match") == [(0,)]


async def test_an_empty_file_becomes_a_record(path):
    path.touch()
    await opened_and_closed(path)
    assert rows(path, "SELECT count(*) FROM match") == [(0,)]


async def test_a_second_opening_changes_nothing(path):
    await opened_and_closed(path)
    before = shape(path), rows(path, "SELECT * FROM house")
    await opened_and_closed(path)
    assert (shape(path), rows(path, "SELECT * FROM house")) == before


async def test_what_was_written_is_there_after_a_second_opening(path):
    record = await Record.open(path)
    added = await record.add_match(seating(), cause(), opening())
    await record.close()
    assert added is not None
    again = await Record.open(path)
    assert await again.events(added[0].match) == opening()
    assert await again.unfinished_matches() == (added[0],)
    await again.close()


@pytest.mark.parametrize("name", ["a b.db", "100%25.db", "a#b.db", "why?.db", "Grüße, Köln.db"])
async def test_the_file_may_have_any_name(tmp_path, name):
    path = tmp_path / f"folder of {name}" / name
    await opened_and_closed(path)
    await opened_and_closed(path)
    assert rows(path, "SELECT count(*) FROM house") == [(1,)]
    assert {file.name for file in path.parent.iterdir()} == {name, f"{name}.lock"}


async def test_the_path_may_be_relative_to_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    await opened_and_closed(Path("record.db"))
    assert (tmp_path / "record.db").is_file()


async def test_s39_a_backup_is_made_before_an_older_database_is_migrated(path, folder):
    await opened_and_closed(path)
    older = shape(path)
    (folder / "0002.next.sql").write_text(NEXT)
    await opened_and_closed(path)
    backup = path.with_name("record.db.before-0002.next.backup")
    assert shape(backup) == older
    assert ("next_thing",) in rows(path, "SELECT name FROM sqlite_master")


async def test_the_backup_holds_all_that_was_written_before(path, folder):
    record = await Record.open(path)
    await record.add_match(seating(), cause(), opening())
    (folder / "0002.next.sql").write_text(NEXT)
    other = await Record.open(path)  # what is still in the write-ahead log counts too
    await other.close()
    await record.close()
    backup = path.with_name("record.db.before-0002.next.backup")
    assert rows(backup, "SELECT count(*) FROM event") == [(1,)]


@pytest.mark.usefixtures("folder")
async def test_no_backup_is_made_where_nothing_is_migrated(path):
    await opened_and_closed(path)
    await opened_and_closed(path)
    assert list(path.parent.glob("*.backup")) == []


async def test_no_backup_is_made_of_a_database_that_is_new(path, folder):
    (folder / "0002.next.sql").write_text(NEXT)
    await opened_and_closed(path)
    assert list(path.parent.glob("*.backup")) == []


async def test_s39_a_migration_that_fails_leaves_the_database_as_it_was(path, folder):
    await opened_and_closed(path)
    older = shape(path)
    (folder / "0002.next.sql").write_text(NEXT + "CREATE TABLE house (id INTEGER);\n")
    await why_refused(path)
    assert shape(path) == older
    (folder / "0002.next.sql").unlink()
    await opened_and_closed(path)


async def test_s39_a_newer_database_is_refused_and_left_alone(path, folder):
    (folder / "0002.next.sql").write_text(NEXT)
    await opened_and_closed(path)
    newer = shape(path)
    (folder / "0002.next.sql").unlink()
    assert "newer version" in await why_refused(path)
    assert shape(path) == newer


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path):
    path.write_text("Dear diary, " * 100)
    assert "is not a database of this program" in await why_refused(path)
    assert path.read_text() == "Dear diary, " * 100


async def test_a_database_of_another_program_is_refused_and_left_alone(path):
    run(path, "CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('soup');")
    assert "is not a database of this program" in await why_refused(path)
    assert shape(path) == [("table", "recipe", "CREATE TABLE recipe (name TEXT)")]


async def test_a_folder_in_place_of_the_file_is_refused(path):
    path.mkdir()
    assert "can't be opened for writing" in await why_refused(path)


async def test_a_path_below_a_file_is_refused(tmp_path):
    (tmp_path / "file").touch()
    line = await why_refused(tmp_path / "file" / "record.db")
    assert "can't be made" in line


async def test_a_file_that_may_only_be_read_is_refused(path, monkeypatch):
    """As SQLite says it; root may write to any file, so permissions can't show it here."""

    def read_only(_uri: str) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(migrating, "get_backend", read_only)
    line = await why_refused(path)
    assert "can't be opened for writing (attempt to write a readonly database)" in line
    assert "MINECART_DATABASE" in line


async def test_s39_a_database_that_another_process_migrates_is_refused(path, folder, monkeypatch):
    await opened_and_closed(path)
    (folder / "0002.next.sql").write_text(NEXT)
    run(path, "INSERT INTO yoyo_lock (locked, ctime, pid) VALUES (1, '2026-01-01 00:00:00', 1)")
    impatient = partialmethod(SQLiteBackend.lock, timeout=0.01)
    monkeypatch.setattr(SQLiteBackend, "lock", impatient)
    assert "is being migrated by another process" in await why_refused(path)
