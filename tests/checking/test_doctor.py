"""`minecart doctor`: each fault that was planted is found, and nothing where there is none.

All of it with the real command and real files. After every run it is looked at that nothing was
changed, and that no secret is told.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path

import pytest

from minecart_robbery.checking import machine
from minecart_robbery.record import Record
from tests.checking.asking import SECRET, TOKEN, Findings, doctor, found_in, lines
from tests.record.examples import cause, opening, seating
from tests.record.sql import run
from tests.test_cli import in_a_process, minecart

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
        added = await record.add_match(seating(dm_channel=300), cause(2), opening())
        assert added is not None, "the bot hosts on"
        await record.lease.give_up()
        await record.close()
        return found, said

    found, said = asyncio.run(host_and_ask())
    assert found == {}
    assert f"a bot on this machine hosts from the database (process {os.getpid()} on" in said


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
    monkeypatch.setattr("minecart_robbery.command_line.terminal.is_terminal", lambda: True)
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
    assert isinstance(result.exception, SystemExit)
    assert "words.toml" in result.stdout


# ------------------------------------------------------------------ versions, and the clock


def test_a_python_that_is_too_old_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(platform, "python_version", lambda: "3.10.12")
    assert found_in("python", "fault") == "version 3.10.12 is too old"


def with_version(monkeypatch: pytest.MonkeyPatch, library: str, version: str | None) -> None:
    """Let a library be of that version; None: not be there at all."""
    real = machine.installed

    def installed(name: str) -> str:
        if name != library:
            return real(name)
        if version is None:
            raise metadata.PackageNotFoundError(name)
        return version

    monkeypatch.setattr(machine, "installed", installed)


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

    monkeypatch.setattr(machine, "shipped", none)
    with_version(monkeypatch, "discord-py", "2.6.0")
    assert doctor() == {}


def test_a_program_that_is_not_installed_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machine, "_PROJECT", "no-such-project")
    assert "runs without being installed" in found_in("libraries", "warning")


def test_s6_a_clock_that_is_behind_what_the_record_knows_is_found(folder: Path):
    in_an_hour = int((datetime.now(UTC) + timedelta(hours=1)).timestamp() * 1000)
    snowflake = (in_an_hour - 1_420_070_400_000) << 22
    run(folder / "minecart.db", f"INSERT INTO seen VALUES (1, 200, {snowflake})")
    assert found_in("clock", "warning").startswith("it is at least 3599.")
    assert found_in("clock", "warning").endswith(" s behind Discord's")
