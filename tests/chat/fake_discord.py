"""A tiny Discord on this machine, for starting the real command against: login and gateway only.

It answers the few requests that the bot makes before it is ready. What the bot does after that is
tested with simcord.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

APPLICATION = "100"
TOKEN = "MTAw.GabcdE.the-token"
"""It has the shape of one: the application's id in base 64, and two parts more."""
DISPATCH, HEARTBEAT, IDENTIFY, HELLO, HEARTBEAT_ACK = 0, 1, 2, 10, 11

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

_USER = {"id": APPLICATION, "username": "minecart", "discriminator": "0", "avatar": None}
MEMBERS, MEMBERS_LIMITED, CONTENT, CONTENT_LIMITED = 1 << 14, 1 << 15, 1 << 18, 1 << 19
"""What the application says of its privileged intents; small bots are granted the limited ones."""
_FLAGS = CONTENT | MEMBERS
_APPLICATION = {
    "id": APPLICATION,
    "name": "minecart",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": _USER,
    "verify_key": "",
    "flags": _FLAGS,
}
_READY = {
    "v": 10,
    "user": _USER,
    "guilds": [],
    "session_id": "s",
    "resume_gateway_url": "",
    "application": {"id": APPLICATION, "flags": _FLAGS},
}


@dataclass
class FakeDiscord:
    """A Discord that listens on this machine at `address`.

    It closes the gateway with `close_code` instead of letting the bot in, if that isn't 0, and
    answers every request with `status`, if that isn't 200. The application has these `flags`,
    and sends interactions to `endpoint`. Its clock is `ahead_s` ahead of this machine's.
    """

    address: str = ""
    close_code: int = 0
    status: int = 200
    flags: int = _FLAGS
    endpoint: str | None = None
    ahead_s: int = 0

    async def me(self, request: web.Request) -> web.Response:
        """`GET /users/@me`: who the bot is, if its token is right."""
        is_right = request.headers.get("Authorization") == f"Bot {TOKEN}"
        if self.status != 200:
            return _answer({"message": "not today", "code": 0}, self.status)
        if not is_right:
            return _answer({"message": "401: Unauthorized", "code": 0}, 401)
        return _answer(_USER)

    async def application(self, _: web.Request) -> web.Response:
        """`GET /oauth2/applications/@me`."""
        said = {"flags": self.flags, "interactions_endpoint_url": self.endpoint}
        return _answer(_APPLICATION | said)

    async def timed(self, _: web.Request, response: web.StreamResponse) -> None:
        """Say in a response when it was given."""
        response.headers["Date"] = formatdate(time.time() + self.ahead_s, usegmt=True)

    async def commands(self, _: web.Request) -> web.Response:
        """`PUT /applications/{id}/commands`."""
        return _answer([])

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """The gateway: hello, and after the bot has said who it is, ready or the door."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 45000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            op = message.json()["op"]
            if op == HEARTBEAT:
                await socket.send_json({"op": HEARTBEAT_ACK})
            elif op == IDENTIFY and self.close_code:
                await socket.close(code=self.close_code)
            elif op == IDENTIFY:
                await socket.send_json({"op": DISPATCH, "t": "READY", "s": 1, "d": _READY})
        return socket


def _answer(body: Any, status: int = 200) -> web.Response:
    """JSON without a charset, as Discord sends it; discord.py takes nothing else for JSON."""
    return web.Response(
        body=json.dumps(body).encode(), status=status, content_type="application/json"
    )


@asynccontextmanager
async def fake_discord(
    close_code: int = 0, status: int = 200, flags: int = _FLAGS, **others: Any
) -> AsyncGenerator[FakeDiscord]:
    """A Discord that runs as long as this context; `others` are more of its fields."""
    discord = FakeDiscord(close_code=close_code, status=status, flags=flags, **others)
    app = web.Application()
    app.on_response_prepare.append(discord.timed)
    app.router.add_get("/api/users/@me", discord.me)
    app.router.add_get("/api/oauth2/applications/@me", discord.application)
    app.router.add_put("/api/applications/{id}/commands", discord.commands)
    app.router.add_get("/gateway", discord.gateway)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    discord.address = f"http://{host}:{port}"
    try:
        yield discord
    finally:
        await runner.cleanup()


async def minecart_run(
    folder: Path, address: str, **environment: str
) -> asyncio.subprocess.Process:
    """`minecart run`, started in `folder` against the Discord at `address`."""
    return await minecart(folder, address, "run", **environment)


async def minecart(
    folder: Path, address: str, *arguments: str, **environment: str
) -> asyncio.subprocess.Process:
    """The command `minecart`, started in `folder` against the Discord at `address`.

    Of the environment of the tests it gets what is no setting of the program.
    """
    inherited = {k: v for k, v in os.environ.items() if not k.upper().startswith("MINECART_")}
    return await asyncio.create_subprocess_exec(
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
