"""`minecart doctor`: each fault that was planted is found, and nothing where there is none.

All of it with the real command and real files. After every run it is looked at that nothing was
changed, and that no secret is told.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import platform
import socket
import sqlite3
import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path

import pytest

from minecart_robbery import settings
from minecart_robbery.checking import database as checked_database
from minecart_robbery.checking import versions
from minecart_robbery.record import Record
from minecart_robbery.shipped import shipped
from minecart_robbery.words import catalogue
from tests.record.examples import cause, opening, seating
from tests.record.sql import run
from tests.test_cli import in_a_process, minecart

SECRET = "GabcdE.of-which-no-part-may-be-told"
TOKEN = f"{base64.b64encode(b'123456789012345678').decode().rstrip('=')}.{SECRET}"
Findings = dict[str, dict[str, str | None]]
Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a set-up in it that lacks nothing."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.upper().startswith("MINECART_"):
            monkeypatch.delenv(name)
    (tmp_path / ".env").write_text(f"MINECART_TOKEN={TOKEN}\n")
    asyncio.run(made_record(tmp_path / "minecart.db"))
    return tmp_path


@pytest.fixture
def config(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped files of settings and sentences, to be spoilt."""
    folder = tmp_path_factory.mktemp("config")
    for file in shipped("config").glob("*.toml"):
        (folder / file.name).write_bytes(file.read_bytes())
    for module in (settings, catalogue):
        monkeypatch.setattr(module, "shipped", lambda _, name: folder / name)
    catalogue.sentences.cache_clear()
    return folder


@pytest.fixture(autouse=True)
def _sentences_are_read_again() -> Iterator[None]:
    yield
    catalogue.sentences.cache_clear()


async def made_record(path: Path) -> None:
    """A record with a live match in it."""
    record = await Record.open(path)
    await record.add_match(seating(), cause(), opening())
    await record.close()


def state_of(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files of a folder, when they were changed last, and what is in them."""
    return {
        file.name: (file.stat().st_mtime_ns, file.read_bytes())
        for file in sorted(folder.iterdir())
        if file.is_file() and not file.name.endswith("-shm")
    }


def doctor(*arguments: str, exit_code: int | None = None) -> Findings:
    """What the doctor doesn't find to be in order, each check by its name."""
    before = state_of(Path.cwd())
    result = minecart("doctor", "--offline", "--json", *arguments)
    assert state_of(Path.cwd()) == before, "the doctor changes nothing"
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert SECRET not in result.stdout
    assert exit_code in (None, result.exit_code)
    assert result.exit_code == (1 if found["result"] == "fault" else 0)
    return {it["check"]: it for it in found["checks"] if it["result"] != "ok"}


def found_in(check: str, result: str) -> str:
    """What the doctor finds in this check, which is the only one that isn't well."""
    findings = doctor(exit_code=1 if result == "fault" else 0)
    assert list(findings) == [check]
    assert findings[check]["result"] == result
    assert findings[check]["to_do"]
    return str(findings[check]["found"])


def lines() -> list[str]:
    """What the doctor prints for a person."""
    return minecart("doctor", "--offline").stdout.splitlines()


def leased_by(process: int, host: str = "", heard: datetime | None = None) -> None:
    """Somebody holds the database."""
    at = (heard or datetime.now(UTC)).strftime("%Y-%m-%d %H:%M:%S")
    holder = f"{process}, '{at}', '{at}'"
    name = host or socket.gethostname()
    run(Path("minecart.db"), f"INSERT INTO lease VALUES (1, 'a-token', 7, '{name}', {holder})")


def a_dead_process() -> int:
    """The id of a process that has just ended."""
    command = [sys.executable, "-c", "import os; print(os.getpid())"]
    return int(subprocess.run(command, capture_output=True, check=True).stdout)


# ------------------------------------------------------------------ all is well


def test_nothing_is_found_where_all_is_well():
    assert doctor(exit_code=0) == {}
    assert lines()[-1] == "All is well: 11 things checked."


def test_nothing_is_found_before_the_first_start(folder: Path):
    (folder / "minecart.db").unlink()
    assert doctor(exit_code=0) == {}
    assert any("minecart.db is not there yet" in line for line in lines())
    assert not (folder / "minecart.db").exists()


def test_nothing_is_found_while_a_bot_hosts_from_the_database_and_the_bot_hosts_on():
    async def host_and_ask() -> tuple[Findings, str]:
        record = await Record.open(Path("minecart.db"))
        await record.lease.take()
        found = await asyncio.to_thread(doctor)
        said = "\n".join(await asyncio.to_thread(lines))
        added = await record.add_match(seating(dm_channel=300), cause("i:2"), opening())
        assert added is not None, "the bot hosts on"
        await record.lease.give_up()
        await record.close()
        return found, said

    found, said = asyncio.run(host_and_ask())
    assert found == {}
    assert f"process {os.getpid()} on this machine hosts from the database since" in said


def test_the_form_for_programs_stays_as_it_is():
    told = json.loads(minecart("doctor", "--offline", "--json").stdout)
    assert list(told) == ["result", "checks"]
    assert told["result"] == "ok"
    assert [check["check"] for check in told["checks"]] == [
        "python",
        "libraries",
        "sentences",
        "settings",
        "database",
        "schema",
        "matches",
        "lease",
        "writing",
        "disk",
        "token",
    ]
    for check in told["checks"]:
        assert list(check) == ["check", "result", "found", "to_do"]
        assert (check["result"], check["to_do"]) == ("ok", None)
        assert check["found"]


def test_as_a_command_of_its_own_it_prints_in_utf_8_and_ends_with_1_for_a_fault(folder: Path):
    (folder / ".env").write_text("")
    result = in_a_process("doctor", "--offline", PYTHONIOENCODING="ascii")
    said = result.stdout.decode("utf-8")
    assert (result.returncode, result.stderr) == (1, b"")
    assert "fault  token" in said
    assert "→ Put the bot's token into .env" in said
    assert said.endswith("\n1 fault, 0 warnings.\n".replace("\n", os.linesep))


def test_on_a_terminal_it_fits_into_80_columns(monkeypatch: pytest.MonkeyPatch, folder: Path):
    (folder / ".env").write_text(
        "MINECART_TOKEN=x\nMINECART_RULES__TARGET_GEMS=100\nMINECART_X=1\n"
    )
    monkeypatch.setattr("minecart_robbery.command_line.printing.is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    assert max(map(len, lines())) <= 80


# ------------------------------------------------------------------ the token


@pytest.mark.parametrize("content", ["", "MINECART_TOKEN=\n", 'MINECART_TOKEN="  "\n'])
def test_a_token_that_is_missing_is_found(folder: Path, content: str):
    (folder / ".env").write_text(content)
    assert found_in("token", "fault") == "MINECART_TOKEN is not set"


@pytest.mark.parametrize(
    "token",
    [
        SECRET,
        "123456789012345678",
        f"Bot {TOKEN}",
        f"{TOKEN}.{SECRET}",
        f"!.{SECRET}",
        f"bm9ib2R5.{SECRET}",
        f"A.{SECRET}",
        f"MTAw.ü.{SECRET}",
    ],
)
def test_a_token_that_cannot_be_one_is_found_and_not_told(folder: Path, token: str):
    (folder / ".env").write_text(f"MINECART_TOKEN={token}\n", encoding="utf-8")
    assert "doesn't look like one" in found_in("token", "fault")


# ------------------------------------------------------------------ settings and sentences


def test_every_unknown_setting_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / ".env").write_text(f"MINECART_TOKEN={TOKEN}\nMINECART_TARGET_GEMS=9\n")
    monkeypatch.setenv("MINECART_TOKENS", "1")
    said = "\n".join(lines())
    assert "MINECART_TARGET_GEMS in .env is no setting of this program" in said
    assert "MINECART_TOKENS in the environment is no setting of this program" in said
    assert doctor(exit_code=1).keys() == {"settings"}


def test_every_setting_out_of_its_range_is_found(folder: Path):
    values = "MINECART_SWEEP_SECONDS=900\nMINECART_RULES__TARGET_GEMS=100\n"
    (folder / ".env").write_text(f"MINECART_TOKEN={TOKEN}\n{values}")
    said = "\n".join(lines())
    assert "MINECART_SWEEP_SECONDS: must be a number from 1 to 60" in said
    assert "MINECART_RULES__TARGET_GEMS: must be a whole number from 1 to 99" in said
    assert doctor(exit_code=1).keys() == {"settings"}


def test_an_env_file_that_is_no_text_is_found(folder: Path):
    (folder / ".env").write_bytes(b"MINECART_TOKEN=\xff\xfe")
    assert ".env is not UTF-8 text" in found_in("settings", "fault")


def test_files_of_settings_that_are_no_toml_are_found_each(config: Path):
    (config / "house.toml").write_text("sweep_seconds = \n")
    (config / "rules.toml").write_bytes(b"\xff")
    said = "\n".join(lines())
    for name in ("house.toml", "rules.toml"):
        assert f"{config / name} is not valid TOML" in said
    assert doctor(exit_code=1).keys() == {"settings"}


def test_an_unknown_setting_in_a_file_is_found(config: Path):
    with (config / "rules.toml").open("a") as file:
        file.write("gems = 3\n")
    assert "unknown setting 'gems'" in found_in("settings", "fault")


def test_a_file_of_settings_that_is_gone_is_found(config: Path):
    (config / "house.toml").unlink()
    assert "house.toml can't be read" in found_in("settings", "fault")


@pytest.mark.parametrize(
    "spoilt", ["[check\n", "check = 1\n", '[check]\nclock = "{"\n', "[check]\nclock = [1]\n"]
)
def test_sentences_that_cannot_be_read_are_found_and_nothing_else_is_said(
    config: Path, spoilt: str
):
    (config / "words.toml").write_text(spoilt)
    assert "config/words.toml can't be used" in found_in("sentences", "fault")
    (told,) = json.loads(minecart("doctor", "--json").stdout)["checks"]
    assert told["check"] == "sentences"


def test_a_person_too_is_told_of_sentences_that_cannot_be_read(config: Path):
    (config / "words.toml").unlink()
    result = minecart("doctor")
    assert (result.exit_code, result.stderr) == (1, "")
    assert "words.toml" in result.stdout


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
    run(folder / "minecart.db", "INSERT INTO chair VALUES (99, 'dmo', 1, 'Nobody', 2)")
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


def test_a_database_that_another_program_has_for_itself_is_found(folder: Path):
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


def test_a_database_that_may_only_be_read_is_found(folder: Path):
    path = folder / "minecart.db"
    written = bytearray(path.read_bytes())
    written[18] = 9  # by SQLite's file format: whoever doesn't know this number must not write
    path.write_bytes(written)
    assert "can't be written" in found_in("writing", "fault")


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


def test_a_database_that_another_machine_holds_is_found():
    leased_by(4711, host="elsewhere")
    assert "elsewhere, holds the database as process 4711" in found_in("lease", "warning")


def test_a_hold_that_a_killed_process_has_left_is_found():
    process = a_dead_process()
    leased_by(process)
    assert f"process {process} has left the database held" in found_in("lease", "warning")


def test_a_hold_of_a_process_that_is_there_but_was_not_heard_of_for_long_is_found():
    leased_by(os.getpid(), heard=datetime.now(UTC) - timedelta(minutes=1))
    assert f"process {os.getpid()} has left" in found_in("lease", "warning")


# ------------------------------------------------------------------ versions, and the clock


def test_a_python_that_is_too_old_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(platform, "python_version", lambda: "3.10.12")
    assert found_in("python", "fault") == "version 3.10.12 is too old"


def with_version(monkeypatch: pytest.MonkeyPatch, library: str, version: str | None) -> None:
    """Let a library be of that version; None: not be there at all."""
    real = versions.installed

    def installed(name: str) -> str:
        if name != library:
            return real(name)
        if version is None:
            raise metadata.PackageNotFoundError(name)
        return version

    monkeypatch.setattr(versions, "installed", installed)


@pytest.mark.parametrize(
    ("version", "result", "said"),
    [
        ("2.5.2", "fault", "discord-py 2.5.2 is too old"),
        (None, "fault", "discord-py is not installed"),
        ("2.6.0", "warning", "discord-py 2.6.0 is older than"),
    ],
)
def test_a_library_that_is_missing_or_too_old_is_found(
    monkeypatch: pytest.MonkeyPatch, version: str | None, result: str, said: str
):
    with_version(monkeypatch, "discord-py", version)
    assert found_in("libraries", result).startswith(said)


@pytest.mark.parametrize("version", ["99.0", "99", "99.0rc1"])
def test_a_library_that_is_newer_is_none_of_the_doctors_business(
    monkeypatch: pytest.MonkeyPatch, version: str
):
    with_version(monkeypatch, "discord-py", version)
    assert doctor() == {}


def test_without_the_list_of_what_was_tested_the_least_versions_have_to_do(
    monkeypatch: pytest.MonkeyPatch,
):
    def none(*parts: str) -> Path:
        raise FileNotFoundError(parts)

    monkeypatch.setattr(versions, "shipped", none)
    with_version(monkeypatch, "discord-py", "2.6.0")
    assert doctor() == {}


def test_a_program_that_is_not_installed_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(versions, "_PROJECT", "no-such-project")
    assert "runs without being installed" in found_in("libraries", "warning")


def test_s6_a_clock_that_is_behind_what_the_record_knows_is_found(folder: Path):
    in_an_hour = int((datetime.now(UTC) + timedelta(hours=1)).timestamp() * 1000)
    snowflake = (in_an_hour - 1_420_070_400_000) << 22
    run(folder / "minecart.db", f"INSERT INTO seen VALUES (1, 200, {snowflake})")
    assert found_in("clock", "warning").startswith("it is at least 3599.")
    assert found_in("clock", "warning").endswith(" s behind Discord's")


def test_two_faults_are_both_found_and_counted(folder: Path):
    (folder / ".env").write_text("")
    leased_by(4711, host="elsewhere")
    assert lines()[-1] == "1 fault, 1 warning."
    assert doctor(exit_code=1).keys() == {"lease", "token"}
