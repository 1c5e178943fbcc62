"""The real command `minecart`, started as a process of its own that talks to a stand-in."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path

from tests.stand_in.server import PATIENCE_S, TOKEN

COMMAND = """
import sys
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

address = sys.argv.pop(1)
Route.BASE = address + "/api"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/gateway")

from minecart_robbery.cli import app

app(prog_name="minecart")
"""
"""The command `minecart`, with the address of a Discord to talk to before its arguments."""

THROUGH: tuple[str, ...] = ()
"""The command through which Python is started, if any, that changes where or as whom it runs."""

READY = "unfinished matches seated again"
"""What is logged when the bot hosts."""


async def minecart(
    folder: Path, address: str, *arguments: str, **environment: str
) -> asyncio.subprocess.Process:
    """The command `minecart`, started in `folder` against the Discord at `address`.

    Of the environment of the tests it gets what is no setting of the program.
    """
    inherited = {k: v for k, v in os.environ.items() if not k.upper().startswith("MINECART_")}
    return await asyncio.create_subprocess_exec(
        *THROUGH,
        sys.executable,
        "-c",
        COMMAND,
        address,
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env=inherited | {"PYTHONUTF8": "1"} | environment,
    )


async def minecart_run(
    folder: Path, address: str, **environment: str
) -> asyncio.subprocess.Process:
    """`minecart run`, started in `folder` against the Discord at `address`."""
    return await minecart(folder, address, "run", **environment)


class Bot:
    """`minecart run` as a process, and what it has logged since it was started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, folder: Path, address: str, **environment: str) -> Bot:
        """Start it on the database in `folder`, with the right token."""
        settings = {"MINECART_TOKEN": TOKEN} | environment
        return cls(await minecart_run(folder, address, **settings))

    async def logged(self, words: str) -> None:
        """Wait until it has logged these words."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not any(words in line for line in self.lines):
                    assert not self._reading.done(), f"it has ended: {self.lines[-20:]}"
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"it never logged {words!r}: {self.lines[-20:]}") from None

    def kill(self) -> None:
        """End it as nothing can be that tidies up."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def ended(self) -> int:
        """Its exit code, once it has ended."""
        async with asyncio.timeout(PATIENCE_S):
            await self._reading
            return await self.process.wait()

    async def _read(self) -> None:
        assert self.process.stderr is not None
        assert self.process.stdout is not None
        while line := await self.process.stderr.readline():
            self.lines.append(line.decode().rstrip())
            self._news.set()
        await self.process.stdout.read()
        self._news.set()
