"""`minecart doctor` finds what is wrong with the database, its disk, and who hosts from it."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import sys
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest

from minecart_robbery.checking import database as checked_database
from minecart_robbery.record import inspecting
from minecart_robbery.record.lease import HostLock
from minecart_robbery.shipped import shipped
from tests.checking.asking import TOKEN, doctor, found_in, lines
from tests.record.sql import run

Usage = namedtuple("Usage", "total used free")


# ------------------------------------------------------------------ the database


@pytest.mark.parametrize("content", [b"not a database at all, " * 100, b"\0" * 4096])
def test_a_file_that_is_no_database_is_found(folder: Path, content: bytes):
    (folder / "minecart.db").write_bytes(content)
    assert "is damaged, or no database" in found_in("database", "fault")


def test_a_database_that_is_damaged_inside_is_found(folder: Path):
    path = folder / "minecart.db"
    written = bytearray(path.read_bytes())
    size = int.from_bytes(written[16:18], "big")
    for page in range(2, len(written) // size):
        written[page * size : page * size + 64] = b"\xff" * 64
    path.write_bytes(written)
    assert "is damaged, or no database" in found_in("database", "fault")


def test_rows_that_belong_to_nothing_are_found(folder: Path):
    run(folder / "minecart.db", "INSERT INTO chair VALUES (99, 'dmo', 1, 'Nobody', 2, 0)")
    assert "of chair belongs to nothing" in found_in("database", "fault")


def test_a_database_of_another_program_is_found(folder: Path):
    (folder / "minecart.db").unlink()
    run(folder / "minecart.db", "CREATE TABLE recipe (name TEXT)")
    assert "belongs to another program" in found_in("database", "fault")


def test_a_database_of_a_newer_version_is_found(folder: Path):
    newer = "INSERT INTO _yoyo_migration (migration_hash, migration_id) VALUES ('f', '9999.new')"
    run(folder / "minecart.db", newer)
    assert "a newer version has changed the database (9999.new)" in found_in("schema", "fault")


def test_migrations_that_are_still_to_be_done_are_found_and_not_done(folder: Path):
    (name,) = (it.stem for it in shipped("migrations").glob("0008.*.sql"))
    undo = f"DELETE FROM _yoyo_migration WHERE migration_id = '{name}'; DROP TABLE server_setting"
    run(folder / "minecart.db", undo)
    assert found_in("schema", "warning").endswith(f"still to be done: {name}")


def test_an_empty_file_is_found_to_wait_for_its_first_start(folder: Path):
    (folder / "minecart.db").write_bytes(b"")
    assert "0001.the-record" in found_in("schema", "warning")


def test_a_live_match_that_this_version_cannot_read_is_found(folder: Path):
    spoil = 'DROP TRIGGER events_are_never_changed; UPDATE event SET body = \'{"type": "later"}\''
    run(folder / "minecart.db", spoil)
    assert found_in("matches", "fault").endswith(": 1")


def test_a_database_that_another_program_has_for_itself_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(inspecting, "_PATIENCE_S", 0.01)
    (folder / "minecart.db").unlink()
    with closing(sqlite3.connect("minecart.db", isolation_level=None)) as database:
        database.execute("CREATE TABLE yoyo_lock (pid INTEGER)")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("INSERT INTO yoyo_lock VALUES (1)")
        assert "is in use by another program" in found_in("database", "warning")


# ------------------------------------------------------------------ writing, and room


def test_a_database_in_a_place_that_cannot_be_is_found(folder: Path):
    (folder / ".env").write_text(f"MINECART_TOKEN={TOKEN}\nMINECART_DATABASE=.env/minecart.db\n")
    assert "can't be written" in found_in("writing", "fault")


def test_a_folder_in_the_databases_place_is_found(folder: Path):
    (folder / ".env").write_text(f"MINECART_TOKEN={TOKEN}\nMINECART_DATABASE=.\n")
    assert "it is not a file" in found_in("database", "fault")


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="root may write where nobody may"
)
def test_a_database_that_this_user_may_not_write_is_found(folder: Path):
    (folder / "minecart.db").chmod(0o444)
    assert "can't be written" in found_in("writing", "fault")


@pytest.mark.parametrize(
    ("free", "result", "said"),
    [
        (19_999_999, "fault", "only 19 MB are free"),
        (150_000_000, "warning", "only 150 MB are free"),
    ],
)
def test_a_disk_without_room_is_found(
    monkeypatch: pytest.MonkeyPatch, free: int, result: str, said: str
):
    monkeypatch.setattr(checked_database.shutil, "disk_usage", lambda _: Usage(10**9, 0, free))
    assert found_in("disk", result) == said


# ------------------------------------------------------------------ who hosts


def test_s14_whoever_hosts_is_named(folder: Path):
    lock = HostLock(folder / "minecart.db")
    assert lock.try_once()
    try:
        said = " ".join(line.strip() for line in lines())
    finally:
        lock.release()
    assert f"(process {os.getpid()} on {socket.gethostname()}, since" in said


def test_s60_what_a_killed_host_has_left_beside_the_database_holds_nothing(folder: Path):
    (folder / "minecart.db.lock").touch()
    note = {"process": 1, "host": socket.gethostname(), "since": "2026-01-01 00:00:00"}
    (folder / "minecart.db.host").write_text(json.dumps(note))
    run(folder / "minecart.db", "INSERT INTO lease VALUES (1, 'dead')")
    assert any("nobody hosts from the database now" in line for line in lines())
    assert doctor(exit_code=0) == {}


def test_two_faults_are_both_found_and_counted(folder: Path):
    (folder / ".env").write_text("")
    newer = "INSERT INTO _yoyo_migration (migration_hash, migration_id) VALUES ('f', '9999.new')"
    run(folder / "minecart.db", newer)
    assert lines()[-1] == "2 faults, 0 warnings."
    assert doctor(exit_code=1).keys() == {"schema", "token"}
