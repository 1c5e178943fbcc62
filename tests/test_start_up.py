"""Each bad start-up of the real command: one clear line that says what to do, and an exit code.

1 where another try, unchanged, may succeed, as when Discord can't be reached; 2 where none can.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import sys
from pathlib import Path

import pytest

from minecart_robbery.record import Record
from tests.patience import HANGS_S
from tests.stand_in import stand_in
from tests.stand_in.programs import minecart_run
from tests.stand_in.server import CONTENT, CONTENT_LIMITED, MEMBERS, MEMBERS_LIMITED, TOKEN

NOWHERE = "http://127.0.0.1:9"
TRY_AGAIN, NO_USE = 1, 2
"""Exit codes, for a supervisor: another try, unchanged, may succeed; none can."""
LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ (DEBUG|INFO|WARNING) ")


async def ended(process: asyncio.subprocess.Process) -> tuple[int, list[str]]:
    """The exit code of a command that ends by itself, and its lines on standard error."""
    try:
        async with asyncio.timeout(HANGS_S):
            out, errors = await process.communicate()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    assert out == b""
    assert process.returncode is not None
    return process.returncode, errors.decode().splitlines()


async def logged(process: asyncio.subprocess.Process, words: str) -> None:
    """Wait until a command has logged these words."""
    assert process.stderr is not None
    try:
        async with asyncio.timeout(HANGS_S):
            while words not in (line := (await process.stderr.readline()).decode()):
                assert line, f"it ended before it logged: {words}"
    except BaseException:
        process.kill()
        raise


async def refusal(
    folder: Path, address: str = NOWHERE, exit_code: int = NO_USE, **environment: str
) -> str:
    """What `minecart run` says when it refuses to start: one line beside what is logged."""
    code, lines = await ended(await minecart_run(folder, address, **environment))
    said = [line for line in lines if not LOG_LINE.match(line)]
    assert code == exit_code, lines
    assert len(said) == 1, said
    assert said[0].startswith("minecart: ")
    return said[0].removeprefix("minecart: ")


async def made_record(folder: Path) -> Path:
    """A record in the place where the program looks for it, with something in it."""
    path = folder / "minecart.db"
    record = await Record.open(path)
    await record.set_hosts_role(1, 2)
    await record.close()
    return path


def contents(path: Path) -> list[str]:
    """All that a database holds, as SQL."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


async def test_without_a_token_it_says_where_the_token_goes(tmp_path: Path):
    said = await refusal(tmp_path)
    assert said.startswith("MINECART_TOKEN is not set")
    assert ".env" in said
    assert os.listdir(tmp_path) == []


async def test_an_empty_token_in_the_env_file_is_no_token(tmp_path: Path):
    (tmp_path / ".env").write_text("MINECART_TOKEN=\n")
    assert (await refusal(tmp_path)).startswith("MINECART_TOKEN is not set")


@pytest.mark.parametrize("token", ["wrong", "wröng", "two words", "wrong\nlines"])
async def test_a_wrong_token_is_said_to_be_wrong_and_is_not_shown(tmp_path: Path, token: str):
    before = contents(await made_record(tmp_path))
    async with stand_in() as discord:
        said = await refusal(tmp_path, discord.address, MINECART_TOKEN=token)
    assert "token" in said
    assert "MINECART_TOKEN" in said
    assert token.split()[0] not in said
    assert contents(tmp_path / "minecart.db") == before


@pytest.mark.parametrize(
    ("flags", "off"),
    [
        (0, "Server Members Intent and Message Content Intent"),
        (MEMBERS, "Message Content Intent"),
        (MEMBERS_LIMITED, "Message Content Intent"),
        (CONTENT, "Server Members Intent"),
        (CONTENT_LIMITED, "Server Members Intent"),
        (MEMBERS | CONTENT, "Server Members Intent and Message Content Intent"),
    ],
)
async def test_s26_a_privileged_intent_switched_off_is_said_by_the_name_of_its_switch(
    tmp_path: Path, flags: int, off: str
):
    async with stand_in(close_code=4014, flags=flags) as discord:
        said = await refusal(tmp_path, discord.address, MINECART_TOKEN=TOKEN)
    assert said.endswith(f"in the developer portal (your application, Bot) switch on {off}")
    assert contents(tmp_path / "minecart.db")


@pytest.mark.parametrize("close_code", [4004, 4013])
async def test_a_gateway_that_shuts_the_bot_out_for_good_is_one_line(
    tmp_path: Path, close_code: int
):
    async with stand_in(close_code=close_code) as discord:
        said = await refusal(tmp_path, discord.address, MINECART_TOKEN=TOKEN)
    assert "Discord" in said


@pytest.mark.parametrize("status", [403, 429, 503])
async def test_a_discord_that_turns_the_bot_away_may_be_tried_again(tmp_path: Path, status: int):
    async with stand_in(status=status) as discord:
        said = await refusal(tmp_path, discord.address, TRY_AGAIN, MINECART_TOKEN=TOKEN)
    assert f"Discord turned the bot away ({status}" in said
    assert "start it again" in said


async def test_a_discord_out_of_reach_is_said_to_be_and_may_be_tried_again(tmp_path: Path):
    before = contents(await made_record(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        said = await refusal(tmp_path, address, TRY_AGAIN, MINECART_TOKEN=TOKEN)
    assert "Discord can't be reached" in said
    assert "connection" in said
    assert contents(tmp_path / "minecart.db") == before


async def test_an_unknown_setting_is_refused_by_its_name(tmp_path: Path):
    (tmp_path / ".env").write_text("MINECART_TOKEN=t\nMINECART_TARGET_GEMS=9\n")
    said = await refusal(tmp_path)
    assert "MINECART_TARGET_GEMS in .env" in said
    assert "take it out" in said


async def test_a_setting_out_of_its_range_is_refused_by_its_name_with_the_range(tmp_path: Path):
    said = await refusal(tmp_path, MINECART_TOKEN="t", MINECART_RULES__TARGET_GEMS="100")
    assert said.startswith("MINECART_RULES__TARGET_GEMS: ")
    assert "from 1 to 99" in said
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("where", ["a-file/minecart.db", ".", "a-file/deeper/minecart.db"])
async def test_a_database_that_cannot_be_made_is_said_to_be(tmp_path: Path, where: str):
    (tmp_path / "a-file").write_text("in the way")
    said = await refusal(tmp_path, MINECART_TOKEN="t", MINECART_DATABASE=where)
    assert "database" in said
    assert "MINECART_DATABASE" in said
    assert (tmp_path / "a-file").read_text() == "in the way"


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="root may write where nobody may"
)
@pytest.mark.parametrize("mode", [0o444, 0o000])
async def test_a_database_that_cannot_be_written_is_said_to_be(tmp_path: Path, mode: int):
    path = await made_record(tmp_path)
    before = path.read_bytes()
    path.chmod(mode)
    said = await refusal(tmp_path, MINECART_TOKEN="t")
    path.chmod(0o644)
    assert "can't be opened for writing" in said
    assert "MINECART_DATABASE" in said
    assert path.read_bytes() == before


async def test_a_database_that_may_only_be_read_is_said_to_be(tmp_path: Path):
    path = await made_record(tmp_path)
    written = bytearray(path.read_bytes())
    written[18] = 9  # by SQLite's file format: whoever doesn't know this number must not write
    path.write_bytes(written)
    said = await refusal(tmp_path, MINECART_TOKEN="t")
    assert "can't be opened for writing" in said
    assert "MINECART_DATABASE" in said
    assert path.read_bytes() == written


async def test_a_database_of_a_newer_version_is_refused_and_not_touched(tmp_path: Path):
    path = await made_record(tmp_path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE of_tomorrow (x)")
        database.execute(
            "INSERT INTO _yoyo_migration (migration_hash, migration_id) VALUES ('f00', '9999.new')"
        )
        database.commit()
    before = contents(path)
    said = await refusal(tmp_path, MINECART_TOKEN="t")
    assert "newer version" in said
    assert "install that version" in said
    assert contents(path) == before


@pytest.mark.parametrize("content", [b"not a database at all, " * 100, b"\0" * 4096])
async def test_a_file_that_is_no_database_is_refused_and_not_touched(
    tmp_path: Path, content: bytes
):
    path = tmp_path / "minecart.db"
    path.write_bytes(content)
    said = await refusal(tmp_path, MINECART_TOKEN="t")
    assert "not a database" in said
    assert path.read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="there these signals end a process at once")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_and_a_supervisors_stop_close_a_running_bot_in_good_order(
    tmp_path: Path, stop: signal.Signals
):
    async with stand_in() as discord:
        process = await minecart_run(tmp_path, discord.address, MINECART_TOKEN=TOKEN)
        await logged(process, "has connected to Gateway")
        process.send_signal(stop)
        code, lines = await ended(process)
    assert code == 0, lines
    assert [line for line in lines if not LOG_LINE.match(line)] == []
    assert "minecart.db-wal" not in os.listdir(tmp_path), "closing takes it away"
    assert contents(tmp_path / "minecart.db")
