"""The command `minecart rehearse`: bad input is one clear line, and a kill costs nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record import Record
from minecart_robbery.rehearsal import server
from minecart_robbery.rehearsal.running import RehearsalError, wished
from minecart_robbery.settings import load_settings
from tests.patience import HANGS_S
from tests.record.examples import cause, opening, seating
from tests.test_cli import assert_one_line_refuses, minecart

COMMAND = """
from minecart_robbery.rehearsal import running
from minecart_robbery.rehearsal.server import DOOR, INDEX, LANDING, File
from minecart_robbery.cli import app

running.pages = lambda: {name: File(b"", "text/html") for name in (DOOR, INDEX, LANDING)}
app(prog_name="minecart")
"""
"""The command, with an empty page."""


async def refused(*options: str) -> tuple[int | None, str]:
    """The exit code with which the command refuses to start, and the one line that it says."""
    process = await started(*options)
    async with asyncio.timeout(HANGS_S):
        out, errors = await process.communicate()
    assert out == b""
    (line,) = [it for it in errors.decode().splitlines() if it.startswith("minecart: ")]
    return process.returncode, line.removeprefix("minecart: ")


async def started(*options: str, opens: bool = False) -> asyncio.subprocess.Process:
    """The command, in the working folder; it `opens` a browser."""
    arguments = ("-c", COMMAND, "rehearse", *(() if opens else ("--no-open",)), *options)
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONUTF8": "1"},
    )


@asynccontextmanager
async def serving(
    *options: str, opens: bool = False
) -> AsyncIterator[tuple[asyncio.subprocess.Process, list[str]]]:
    """The command while it serves, and the links that it printed; killed in the end."""
    process = await started(*options, opens=opens)
    assert process.stdout is not None
    links: list[str] = []
    try:
        async with asyncio.timeout(HANGS_S):
            while not links or "/d/" not in links[-1]:
                line = (await process.stdout.readline()).decode()
                assert line, (await process.communicate())[1].decode()
                links += [line.split()[-1]] if "http" in line else []
        yield process, links
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def status(link: str) -> int:
    """What a link answers."""
    async with aiohttp.ClientSession() as session, session.get(link) as answer:
        return answer.status


async def test_it_prints_links_that_work_and_goes_on_with_the_same_after_a_kill():
    async with serving("--bot", "random") as (_, links):
        assert [await status(link) for link in links] == [200] * 5
        assert all(link.startswith("http://127.0.0.1:") for link in links)
    async with serving("--dmo", "Somebody else") as (_, again):
        assert again == links
        assert [await status(link) for link in links] == [200] * 5


async def test_without_a_match_it_prints_where_to_set_one_up():
    async with serving() as (_, links):
        assert len(links) == 1
    assert "rehearsal.db" in os.listdir()


async def test_another_port_is_taken_where_the_last_one_is_in_use():
    async with serving("--data", "a.db") as (_, links):
        port = int(links[0].split(":")[2].split("/")[0])
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", port))
        taken.listen()
        async with serving("--data", "a.db") as (_, again):
            assert again[0] != links[0]
            assert await status(again[0]) == 200


@pytest.mark.skipif(sys.platform == "win32", reason="there these signals end a process at once")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
async def test_s59_a_stop_or_a_closed_terminal_closes_it_in_good_order(name: str):
    async with serving("--bot", "random") as (process, _):
        process.send_signal(getattr(signal, name))
        async with asyncio.timeout(HANGS_S):
            assert await process.wait() == 0
        assert process.stderr is not None
        assert await process.stderr.read() == b""
    with contextlib.closing(sqlite3.connect("rehearsal.db")) as database:
        assert database.execute("SELECT count(*) FROM lease").fetchone() == (0,)


@pytest.mark.skipif(sys.platform == "win32", reason="there these signals end a process at once")
async def test_s59_ctrl_c_ends_it_while_the_browser_that_it_started_is_still_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho $$ "$1" > {opened}\nexec >&- 2>&-\nexec sleep 1000\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    async with serving(opens=True) as (process, links):
        async with asyncio.timeout(HANGS_S):
            while not opened.exists() or not opened.read_text():  # noqa: ASYNC110  # a file
                await asyncio.sleep(0.01)
        number, address = opened.read_text().split()
        try:
            process.send_signal(signal.SIGINT)
            async with asyncio.timeout(HANGS_S):
                assert await process.wait() == 0
        finally:
            os.kill(int(number), signal.SIGKILL)
        assert address == links[0]


async def test_a_port_in_use_is_said_to_be_and_nothing_is_made():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, said = await refused("--port", str(port))
    assert (code, f"port {port} is in use" in said, "--port" in said) == (2, True, True)
    assert os.listdir() == []


async def test_data_that_another_process_rehearses_with_is_refused_by_its_option():
    async with serving("--data", "a.db"):
        code, said = await refused("--data", "a.db")
    assert (code, "another process hosts from the database a.db" in said) == (1, True)
    assert "set --data to another file" in said


@pytest.mark.parametrize("content", [b"not a database at all, " * 100, b"\0" * 4096])
async def test_a_file_that_is_no_database_is_refused_and_not_touched(tmp_path, content):
    path = tmp_path / "a.db"
    path.write_bytes(content)
    code, said = await refused("--data", "a.db")
    assert (code, "--data" in said, "MINECART" in said) == (2, True, False)
    assert path.read_bytes() == content


async def test_a_folder_is_no_data_file():
    code, said = await refused("--data", ".")
    assert (code, "--data" in said) == (2, True)


async def test_a_database_with_matches_from_discord_is_refused_and_they_are_left_alone():
    record = await Record.open(Path("bot.db"))
    added = await record.add_match(seating(), cause(), opening())
    assert added is not None
    await record.close()
    code, said = await refused("--data", "bot.db")
    assert (code, "hosted on Discord" in said) == (2, True)
    record = await Record.open(Path("bot.db"))
    assert len(await record.events(added[0].match)) == 1
    await record.close()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--bot", "cheater"), "there is no player 'cheater': write --bot random"),
        (
            ("--bot", "random:host"),
            "there is no seat 'host': write --bot random:dmo or --bot random:candidate",
        ),
        (
            ("--bot", "random:"),
            "there is no seat '': write --bot random:dmo or --bot random:candidate",
        ),
        (("--dmo", "x" * 33), "Each player needs a name of 1 to 32 letters."),
        (("--candidate", "cora"), "The two players need different names."),
    ],
)
def test_who_can_t_play_is_refused_in_one_line(options: tuple[str, ...], why: str):
    assert_one_line_refuses(minecart("rehearse", "--no-open", *options), why)
    assert os.listdir() == []


def test_an_unknown_setting_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MINECART_SPEED", "2")
    result = minecart("rehearse", "--no-open")
    assert (result.exit_code, "MINECART_SPEED" in result.stderr) == (2, True)


def test_without_the_files_of_the_page_that_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(server.pages, "__defaults__", (tmp_path / "nowhere",))
    result = minecart("rehearse", "--no-open")
    assert (result.exit_code, "install minecart-robbery again" in result.stderr) == (2, True)


def test_what_is_wished_for_is_filled_in():
    settings, nobody = load_settings(), dict.fromkeys(Seat)
    assert wished(nobody, [], settings) is None
    wish = wished(nobody, ["random", "random:dmo"], settings)
    assert wish is not None
    assert dict(wish.names) == {Seat.DMO: "Cora", Seat.CANDIDATE: "Zac"}
    assert dict(wish.players) == dict.fromkeys(Seat, "random")
    named = wished({Seat.DMO: " Zac ", Seat.CANDIDATE: "Cora"}, [], settings)
    assert named is not None
    assert named.names[Seat.DMO] == "Zac"
    with pytest.raises(RehearsalError):
        wished({Seat.DMO: "Zac", Seat.CANDIDATE: None}, [], settings)
