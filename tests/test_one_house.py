"""Two copies of the bot on one database: one hosts, the other one says who does (S14)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chat import fake_discord as fake
from tests.chat.fake_discord import TOKEN, FakeDiscord, fake_discord, minecart_run
from tests.test_start_up import LOG_LINE, TRY_AGAIN, ended, logged

HURRIED = """
from minecart_robbery.record import lease

lease.BEAT_SECONDS, lease.LOOK_SECONDS = 0.1, 0.2
"""
"""Everything about the lease goes more quickly than in earnest."""
ONLINE = "has connected to Gateway"
Process = asyncio.subprocess.Process
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="there no process can be stopped")


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    """A Discord for bots in a hurry."""
    monkeypatch.setattr(fake, "COMMAND", HURRIED + fake.COMMAND)
    async with fake_discord() as discord:
        yield discord


async def started(folder: Path, discord: FakeDiscord) -> Process:
    """A bot that was started on the database in this folder."""
    return await minecart_run(folder, discord.address, MINECART_TOKEN=TOKEN)


async def hosting(folder: Path, discord: FakeDiscord) -> Process:
    """A bot that hosts from the database in this folder."""
    process = await started(folder, discord)
    await logged(process, ONLINE)
    return process


async def killed(process: Process) -> None:
    """End a process as nothing can be that tidies up."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()


async def sleeps(process: Process, folder: Path) -> None:
    """Suspend a process while it writes nothing: nobody can take a database from under a write."""
    async with asyncio.timeout(20):
        while True:
            process.send_signal(signal.SIGSTOP)
            with contextlib.closing(sqlite3.connect(folder / "minecart.db", timeout=1)) as database:
                try:
                    database.execute("BEGIN IMMEDIATE")
                except sqlite3.OperationalError:
                    process.send_signal(signal.SIGCONT)
                    await asyncio.sleep(0.05)
                else:
                    return


async def one_line(process: Process) -> str:
    """The one line in which a bot says why it ends, so that a supervisor may try again."""
    code, lines = await ended(process)
    said = [line for line in lines if not LOG_LINE.match(line) and " ERROR " not in line]
    assert (code, len(said)) == (TRY_AGAIN, 1), lines
    return said[0].removeprefix("minecart: ")


def leases(folder: Path) -> list[tuple[int]]:
    """Which process holds the lease of the database in this folder."""
    with contextlib.closing(sqlite3.connect(folder / "minecart.db")) as database:
        return database.execute("SELECT process FROM lease").fetchall()


async def test_s14_the_second_of_two_bots_says_who_hosts_and_the_first_goes_on(tmp_path, discord):
    first = await hosting(tmp_path, discord)
    try:
        said = await one_line(await started(tmp_path, discord))
        time = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"
        who = f"process {first.pid} on {re.escape(socket.gethostname())}"
        assert re.search(f"another process hosts from .*minecart.db: {who}, since {time}, ", said)
        assert re.search(f"last heard of at {time}; stop that one first", said)
        assert first.returncode is None
        assert leases(tmp_path) == [(first.pid,)]
    finally:
        await killed(first)


async def test_s14_after_a_kill_the_next_start_goes_on_by_itself(tmp_path, discord):
    first = await hosting(tmp_path, discord)
    await killed(first)
    assert leases(tmp_path) == [(first.pid,)]
    second = await hosting(tmp_path, discord)
    assert leases(tmp_path) == [(second.pid,)]
    await killed(second)


@needs_posix
async def test_s14_a_bot_that_is_stopped_leaves_the_database_to_the_next_one_at_once(
    tmp_path, discord
):
    first = await hosting(tmp_path, discord)
    second = await started(tmp_path, discord)
    await logged(second, f"held by process {first.pid} on")
    first.send_signal(signal.SIGTERM)
    assert (await ended(first))[0] == 0
    await logged(second, ONLINE)
    second.send_signal(signal.SIGINT)
    assert (await ended(second))[0] == 0
    assert leases(tmp_path) == []


@needs_posix
async def test_s14_a_bot_that_slept_while_another_took_over_stops_hosting(tmp_path, discord):
    first = await hosting(tmp_path, discord)
    second = None
    try:
        await sleeps(first, tmp_path)
        second = await hosting(tmp_path, discord)
        first.send_signal(signal.SIGCONT)
        said = await one_line(first)
        assert f"any more, it is held by process {second.pid} on" in said
        assert "it has stopped hosting" in said
        assert second.returncode is None
        assert leases(tmp_path) == [(second.pid,)]
    finally:
        for process in (first, *([second] if second else [])):
            await killed(process)


@needs_posix
@pytest.mark.parametrize("stop", ["SIGINT", "SIGTERM"])
async def test_a_bot_that_waits_for_the_database_can_be_stopped(tmp_path, discord, stop):
    first = await hosting(tmp_path, discord)
    try:
        second = await started(tmp_path, discord)
        await logged(second, "waiting for the database")
        second.send_signal(getattr(signal, stop))
        code, lines = await ended(second)
        assert code == 0, lines
        assert [line for line in lines if not LOG_LINE.match(line)] == []
        assert leases(tmp_path) == [(first.pid,)]
    finally:
        await killed(first)


async def test_the_referee_needs_no_lease(tmp_path, discord):
    first = await hosting(tmp_path, discord)
    try:
        script = b"dmo Cora\ncandidate Zac\n00:00 host desk start\n"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "minecart_robbery", "referee", "-"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        out, _ = await process.communicate(script)
        assert process.returncode == 0
        assert b"Round 1" in out
    finally:
        await killed(first)
