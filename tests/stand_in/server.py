"""The stand-in as a whole: what listens on this machine, and who and what is there."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import TypeVar

from aiohttp import web

from tests.stand_in import channels
from tests.stand_in.faults import Fault, Faults, Kind
from tests.stand_in.gateway import Gateway
from tests.stand_in.interactions import Desk
from tests.stand_in.limits import Limits, Verdict
from tests.stand_in.payloads import role_payload
from tests.stand_in.people import Person
from tests.stand_in.refusals import Limited, Refused, unauthorized
from tests.stand_in.rest import Rest, answer
from tests.stand_in.world import (
    Channel,
    ChannelType,
    Guild,
    Member,
    Overwrite,
    Role,
    User,
    World,
)

APPLICATION = 100
TOKEN = "MTAw.GabcdE.the-token"
"""It has the shape of one: the application's id in base 64, and two parts more."""
MEMBERS, MEMBERS_LIMITED, CONTENT, CONTENT_LIMITED = 1 << 14, 1 << 15, 1 << 18, 1 << 19
"""What the application says of its privileged intents; small bots are granted the limited ones."""
FLAGS = CONTENT | MEMBERS

EVERYBODY = 0x58_8407_CC40
"""What everybody may do in a new server: see, write, embed, read back, open threads and so on."""
PATIENCE_S = 60
"""So long what is waited for may take on a busy machine."""
_PAGE = "<!DOCTYPE html><html><head><title>discord.com | 502</title></head></html>"

T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Call:
    """A request that came in, the how many-th it was, and what it was answered, if it was.

    Whoever hears of it may say that it `is_lost` on the way: then nothing is done.
    """

    number: int
    method: str
    path: str
    at: float = field(default_factory=time.monotonic)
    status: int | None = None
    is_lost: bool = False

    @property
    def kind(self) -> str:
        """Its route, with a star in place of each id and each token."""
        parts = ["*" if len(part) > 15 else part for part in self.path.split("/")]
        return f"{self.method} {'/'.join(parts)}"


class StandIn:
    """A Discord that listens on this machine at `address`.

    `calls` are all requests so far; `hears` is told of each before anything is done about it.
    """

    def __init__(self, flags: int = FLAGS, ahead_s: float = 0) -> None:
        self.address = ""
        self.world = World(APPLICATION, ahead_s)
        self.desk = Desk(self.world)
        self.limits = Limits()
        self.faults = Faults()
        self.gateway = Gateway(self.world, TOKEN, flags)
        self.rest = Rest(self.world, self.desk, self.limits, flags)
        self.calls: list[Call] = []
        self.hears: Callable[[Call], None] = lambda call: None

    # ------------------------------------------------------------- who and what is there

    def add_guild(self, name: str, bot_may: int) -> Guild:
        """A server that the bot is in, with a role of its own that may do `bot_may`."""
        world = self.world
        owner = User(world.new_id(), "owner")
        guild = Guild(world.new_id(), name, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYBODY, 0)
        world.guilds[guild.id], world.users[owner.id] = guild, owner
        guild.members[owner.id] = Member(owner, guild)
        own = self.add_role(guild, world.bot.name, bot_may)
        own.bot = world.bot.id
        guild.members[world.bot.id] = Member(world.bot, guild, {own.id})
        return guild

    def add_role(self, guild: Guild, name: str, permissions: int = 0) -> Role:
        """A role."""
        role = Role(self.world.new_id(), name, permissions, len(guild.roles))
        guild.roles[role.id] = role
        told = {"guild_id": str(guild.id), "role": role_payload(role)}
        self.world.emit("GUILD_ROLE_CREATE", told, guild, None)
        return role

    def add_channel(
        self, guild: Guild, name: str, *overwrites: Overwrite, type: ChannelType = ChannelType.TEXT
    ) -> Channel:
        """A channel that somebody has made."""
        position, by_target = len(guild.channels), {it.id: it for it in overwrites}
        id = self.world.new_id()
        channel = Channel(id, guild, type, name, position=position, overwrites=by_target)
        guild.channels[id] = channel
        channels.tell(self.world, "CHANNEL_CREATE", channel)
        return channel

    def add_person(self, guild: Guild, name: str, *roles: Role) -> Person:
        """Somebody in a server."""
        user = User(self.world.new_id(), name.lower(), global_name=name)
        person = Person(self.world, self.desk, self.rest, Member(user, guild))
        self.world.users[user.id] = user
        person.joins(*roles)
        return person

    # ------------------------------------------------------------- what came in

    def counted(self, since: int = 0, until: int | None = None) -> Counter[str]:
        """How many requests of which kind came in from number `since` on, before `until`."""
        return Counter(call.kind for call in self.calls[since:until])

    # ------------------------------------------------------------- answering

    async def handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request, or fail as a fault says."""
        if not request.path.startswith("/api/"):
            return await handler(request)
        path = request.path.removeprefix("/api")
        call = Call(len(self.calls), request.method, path)
        self.calls.append(call)
        self.hears(call)
        if call.is_lost:
            return _aborted(request)
        fault = self.faults.of(request.method, path)
        response = await self._failing(fault, request, handler)
        call.status = response.status
        return response

    async def _failing(
        self, fault: Fault | None, request: web.Request, handler: Handler
    ) -> web.StreamResponse:
        match fault.kind if fault is not None else None, fault:
            case (Kind.LIMITED, Fault(retry_after_s=wait_s)):
                return _limited(Verdict({}, wait_s))
            case (Kind.BEFORE, Fault(status=status)):
                return web.Response(text=_PAGE, status=status, content_type="text/html")
            case (Kind.ABORTED_BEFORE, _):
                return _aborted(request)
            case (Kind.REFUSED, Fault(status=status, code=code)):
                return answer({"message": "not today", "code": code}, status)
            case (Kind.STALLED, Fault(is_over=is_over)):
                await request.read()
                await is_over.wait()
        response = await self._answered(request, handler)
        match fault.kind if fault is not None else None, fault:
            case (Kind.AFTER, Fault(status=status)):
                return web.Response(text=_PAGE, status=status, content_type="text/html")
            case (Kind.ABORTED_AFTER, _):
                return _aborted(request)
            case (Kind.UNPARSABLE, _):
                return web.Response(text=_PAGE, content_type="text/html")
            case _:
                return response

    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """What Discord answers when nothing fails."""
        path = request.path.removeprefix("/api")
        verdict = self.limits.judge(request.method, path)
        if verdict.wait_s is not None:
            return _limited(verdict)
        try:
            if not path.startswith(("/interactions/", "/webhooks/")):
                self._check_token(request)
            response = await handler(request)
        except Refused as refusal:
            response = answer(refusal.body, refusal.status)
        except Limited as limited:
            return _limited(Verdict(verdict.headers, limited.retry_after_s))
        response.headers.update(verdict.headers)
        return response

    def _check_token(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise unauthorized()

    async def timed(self, _: web.Request, response: web.StreamResponse) -> None:
        """Say in a response when it was given."""
        response.headers["Date"] = formatdate(time.time() + self.world.ahead_s, usegmt=True)


def _limited(verdict: Verdict) -> web.Response:
    """429. The header `Via` tells discord.py that Discord itself says so."""
    wait_s = verdict.wait_s or 0.0
    body = {
        "message": "You are being rate limited.",
        "retry_after": round(wait_s, 3),
        "global": verdict.is_global,
    }
    response = answer(body, 429)
    response.headers.update(verdict.headers)
    response.headers["Via"] = "1.1 google"
    response.headers["Retry-After"] = f"{wait_s:.0f}"
    if verdict.is_global:
        response.headers["X-RateLimit-Global"] = "true"
    response.headers["X-RateLimit-Scope"] = "global" if verdict.is_global else "user"
    return response


def _aborted(request: web.Request) -> web.Response:
    """No answer: the connection is cut."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)


async def until(holds: Callable[[], T], what: str = "") -> T:
    """Wait until something holds, for a long while at most, and give what it gives."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                if found := holds():
                    return found
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"waited in vain: {what}") from None


@asynccontextmanager
async def stand_in(
    close_code: int = 0,
    status: int = 200,
    flags: int = FLAGS,
    endpoint: str | None = None,
    ahead_s: float = 0,
    port: int = 0,
) -> AsyncGenerator[StandIn]:
    """A Discord that runs as long as this context.

    It closes the gateway with `close_code` instead of letting the bot in, if that isn't 0, and
    answers whoever logs in with `status`, if that isn't 200. The application has these `flags`, and
    sends interactions to `endpoint`. Its clock is `ahead_s` ahead of this machine's.
    """
    discord = StandIn(flags, ahead_s)
    discord.gateway.close_code, discord.rest.endpoint = close_code, endpoint
    if status != 200:
        discord.faults.add(Kind.REFUSED, "GET /users/@me", times=None, status=status)

    @web.middleware
    async def handled(request: web.Request, handler: Handler) -> web.StreamResponse:
        return await discord.handle(request, handler)

    app = web.Application(middlewares=[handled])
    app.on_response_prepare.append(discord.timed)
    discord.rest.add_to(app.router)
    app.router.add_get("/gateway", discord.gateway.connect)
    app.router.add_get("/gateway/", discord.gateway.connect)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    host, bound = runner.addresses[0][:2]
    discord.address = f"http://{host}:{bound}"
    discord.gateway.address = discord.rest.gateway = f"ws://{host}:{bound}/gateway"
    try:
        yield discord
    finally:
        discord.faults.end()
        discord.gateway.cut()
        await runner.cleanup()
