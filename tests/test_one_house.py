"""Two copies of the bot on one database: one hosts, the other one says who does (S14)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from minecart_robbery.record.lease import holder, is_hosted
from tests.patience import HANGS_S
from tests.stand_in import StandIn, programs, stand_in
from tests.stand_in.programs import minecart_run
from tests.stand_in.server import TOKEN
from tests.test_start_up import LOG_LINE, TRY_AGAIN, ended, logged

HURRIED = """
from minecart_robbery.record import lease

lease.PATIENCE_SECONDS, lease.LOOK_SECONDS = 0.5, 0.2
"""
"""Everything about the lease goes more quickly than in earnest."""
ONLINE = "has connected to Gateway"
Process = asyncio.subprocess.Process
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="there no process can be stopped")


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StandIn]:
    """A Discord for bots in a hurry."""
    monkeypatch.setattr(programs, "COMMAND", HURRIED + programs.COMMAND)
    async with stand_in() as discord:
        yield discord


async def started(folder: Path, discord: StandIn) -> Process:
    """A bot that was started on the database in this folder."""
    return await minecart_run(folder, discord.address, MINECART_TOKEN=TOKEN)


async def hosting(folder: Path, discord: StandIn) -> Process:
    """A bot that hosts from the database in this folder."""
    process = await started(folder, discord)
    await logged(process, ONLINE)
    return process


async def killed(process: Process) -> None:
    """End a process as nothing can be that tidies up."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()


async def one_line(process: Process) -> str:
    """The one line in which a bot says why it ends, so that a supervisor may try again."""
    code, lines = await ended(process)
    said = [line for line in lines if not LOG_LINE.match(line) and " ERROR " not in line]
    assert (code, len(said)) == (TRY_AGAIN, 1), lines
    return said[0].removeprefix("minecart: ")


def noted(folder: Path) -> int | None:
    """Which process hosts from the database in this folder, as noted beside it; None: nobody."""
    found = holder(folder / "minecart.db")
    return None if found is None else found.process


async def test_s14_the_second_of_two_bots_says_who_hosts_and_the_first_goes_on(tmp_path, discord):
    first = await hosting(tmp_path, discord)
    try:
        said = await one_line(await started(tmp_path, discord))
        who = f"process {first.pid} on {re.escape(socket.gethostname())}"
        time = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"
        assert re.search(
            f"another process hosts from .*minecart.db: {who}, since {time}; stop", said
        )
        assert first.returncode is None
        assert noted(tmp_path) == first.pid
    finally:
        await killed(first)


async def test_s60_after_a_kill_the_next_start_hosts_by_itself(tmp_path, discord):
    first = await hosting(tmp_path, discord)
    await killed(first)
    assert noted(tmp_path) == first.pid
    second = await hosting(tmp_path, discord)
    assert noted(tmp_path) == second.pid
    await killed(second)


@needs_posix
@pytest.mark.parametrize("stop", ["SIGINT", "SIGTERM", "SIGHUP"])
async def test_s59_a_bot_that_is_stopped_leaves_the_database_to_the_next_one(
    tmp_path, discord, stop
):
    first = await hosting(tmp_path, discord)
    first.send_signal(getattr(signal, stop))
    assert (await ended(first))[0] == 0
    assert noted(tmp_path) is None
    second = await hosting(tmp_path, discord)
    await killed(second)


@needs_posix
async def test_s14_a_bot_that_stands_still_is_named_to_the_second_one(tmp_path, discord):
    first = await hosting(tmp_path, discord)
    first.send_signal(signal.SIGSTOP)
    try:
        assert f"process {first.pid} on" in await one_line(await started(tmp_path, discord))
    finally:
        await killed(first)


@needs_posix
async def test_s14_a_bot_whose_lock_was_taken_away_ends_with_one_line(tmp_path, discord):
    first = await hosting(tmp_path, discord)
    second = None
    try:
        (tmp_path / "minecart.db.lock").unlink()
        second = await hosting(tmp_path, discord)
        said = await one_line(first)
        assert f"any more, it is held by process {second.pid} on" in said
        assert "it has stopped hosting" in said
        assert second.returncode is None
        assert noted(tmp_path) == second.pid
    finally:
        for process in (first, *([second] if second else [])):
            await killed(process)


UP = """
import sys

try:
    print("up", flush=True)
    from minecart_robbery.__main__ import main

    main()
except KeyboardInterrupt:
    sys.exit(130)
"""
"""The command, which says when Python itself has started."""


@needs_posix
@pytest.mark.parametrize("stop", ["SIGINT", "SIGTERM", "SIGHUP"])
async def test_s59_whatever_stops_it_in_the_first_moments_of_its_start_there_is_no_traceback(
    tmp_path, stop
):
    for tenths in range(0, 15, 5):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", UP, "rehearse", "--no-open"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=tmp_path,
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"up\n"
        await asyncio.sleep(tenths / 10)
        process.send_signal(getattr(signal, stop))
        await ended_quietly(process, getattr(signal, stop), tmp_path)


async def ended_quietly(process: Process, stop: signal.Signals, folder: Path) -> None:
    """Wait until a rehearsal that was stopped has ended, with nothing left behind."""
    try:
        async with asyncio.timeout(HANGS_S):
            _, errors = await process.communicate()
    finally:
        await killed(process)
    assert process.returncode in (0, 130, -stop)
    assert b"Traceback" not in errors
    assert not is_hosted(folder / "rehearsal.db")


LOSES_IT = """
import signal
import sys

from minecart_robbery.__main__ import main


class Lost:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)


class Importing:
    def find_spec(self, name, path=None, target=None):
        if name == "minecart_robbery.rehearsal":
            Lost()


sys.meta_path.insert(0, Importing())
sys.unraisablehook = lambda lost: None
main()
"""
"""The command, to which Ctrl-C comes where no exception can be raised."""


@needs_posix
async def test_s59_a_ctrl_c_that_python_loses_while_it_imports_stops_it_all_the_same(tmp_path):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", LOSES_IT, "rehearse", "--no-open"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=tmp_path,
    )
    await ended_quietly(process, signal.SIGINT, tmp_path)


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
