"""The stand-in's gateway tells, forgets and resumes as Discord's does."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.stand_in import Person, StandIn, stand_in
from tests.stand_in.gateway import Op
from tests.stand_in.interactions import Kind
from tests.stand_in.permissions import May
from tests.stand_in.server import CONTENT, MEMBERS, TOKEN, until
from tests.stand_in.world import Channel, Overwrite

GUILDS, ALL_MEMBERS, MESSAGES, TEXTS = 1, 1 << 1, 1 << 9, 1 << 15
ALL = GUILDS | ALL_MEMBERS | MESSAGES | TEXTS


class Mine:
    """A stand-in with a server, a channel, and Cora in it."""

    def __init__(self, discord: StandIn) -> None:
        self.discord = discord
        self.guild = discord.add_guild("The Mines", May.VIEW_CHANNEL | May.SEND_MESSAGES)
        self.channel: Channel = discord.add_channel(self.guild, "lobby")
        self.cora: Person = discord.add_person(self.guild, "Cora")


class Connection:
    """A bot's connection to the gateway."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._zlib = zlib.decompressobj()

    async def frame(self) -> dict[str, Any]:
        """The next frame."""
        message = await self.socket.receive(timeout=20)
        if message.type is aiohttp.WSMsgType.BINARY:
            return json.loads(self._zlib.decompress(message.data))
        assert message.type is aiohttp.WSMsgType.TEXT, self.socket.close_code
        return json.loads(message.data)

    async def event(self, name: str) -> Any:
        """What is told by the next event of that name."""
        while (frame := await self.frame()).get("t") != name:
            pass
        return frame["d"]

    async def send(self, op: Op, data: Any) -> None:
        """Send a frame."""
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, intents: int = ALL, token: str = TOKEN) -> None:
        """Say who it is."""
        await self.send(Op.IDENTIFY, {"token": token, "intents": intents, "properties": {}})

    async def resume(self, session: str, seq: int) -> None:
        """Go on with a session."""
        await self.send(Op.RESUME, {"token": TOKEN, "session_id": session, "seq": seq})

    async def close_code(self) -> int | None:
        """With which code it is closed."""
        while not self.socket.closed:
            await self.socket.receive(timeout=20)
        return self.socket.close_code


@pytest.fixture
async def mine() -> AsyncIterator[Mine]:
    """A stand-in with a server."""
    async with stand_in() as discord:
        yield Mine(discord)


@asynccontextmanager
async def connected(mine: Mine, query: str = "") -> AsyncIterator[Connection]:
    """A connection that has been greeted."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(mine.discord.gateway.address + query) as socket,
    ):
        connection = Connection(socket)
        assert (await connection.frame())["op"] == Op.HELLO
        yield connection


@pytest.mark.parametrize("query", ["", "?compress=zlib-stream"])
async def test_a_bot_is_told_of_its_servers_and_of_what_is_written_there(mine: Mine, query: str):
    async with connected(mine, query) as bot:
        await bot.identify()
        assert (await bot.event("READY"))["guilds"][0]["unavailable"] is True
        told = await bot.event("GUILD_CREATE")
        assert [it["name"] for it in told["channels"]] == ["lobby"]
        assert len(told["members"]) == 1 < told["member_count"]
        await bot.send(Op.REQUEST_MEMBERS, {"guild_id": str(mine.guild.id), "query": ""})
        chunk = await bot.event("GUILD_MEMBERS_CHUNK")
        assert len(chunk["members"]) == told["member_count"]
        mine.cora.types(mine.channel, "hi")
        assert (await bot.event("MESSAGE_CREATE"))["content"] == "hi"
        await bot.send(Op.HEARTBEAT, 3)
        assert (await bot.frame())["op"] == Op.HEARTBEAT_ACK


@pytest.mark.parametrize(
    ("flags", "token", "code"),
    [(MEMBERS | CONTENT, "wrong", 4004), (MEMBERS, TOKEN, 4014), (CONTENT, TOKEN, 4014)],
)
async def test_a_wrong_token_and_intents_that_are_off_are_shut_out_by_their_codes(
    mine: Mine, flags: int, token: str, code: int
):
    mine.discord.gateway.flags = flags
    async with connected(mine) as bot:
        await bot.identify(token=token)
        assert await bot.close_code() == code


async def test_without_its_intent_a_message_has_no_text(mine: Mine):
    async with connected(mine) as bot:
        await bot.identify(ALL & ~TEXTS)
        await bot.event("GUILD_CREATE")
        mine.cora.types(mine.channel, "hi")
        assert (await bot.event("MESSAGE_CREATE"))["content"] == ""


async def test_a_bot_hears_nothing_of_a_channel_that_it_can_not_see(mine: Mine):
    bot_id = mine.discord.world.bot.id
    secret = mine.discord.add_channel(
        mine.guild, "secret", Overwrite(bot_id, 1, 0, May.VIEW_CHANNEL)
    )
    async with connected(mine) as bot:
        await bot.identify()
        await bot.event("GUILD_CREATE")
        mine.cora.types(secret, "psst")
        mine.cora.types(mine.channel, "hi")
        assert (await bot.event("MESSAGE_CREATE"))["content"] == "hi"


async def test_a_session_is_resumed_with_all_that_was_told_meanwhile(mine: Mine):
    async with connected(mine) as bot:
        await bot.identify()
        session = (await bot.event("READY"))["session_id"]
        await bot.event("GUILD_CREATE")
        mine.discord.gateway.cut(is_abrupt=False)
        assert await bot.close_code() == 4000
    mine.cora.types(mine.channel, "hi")
    async with connected(mine) as bot:
        await bot.resume(session, 2)
        assert (await bot.frame())["d"]["content"] == "hi"
        assert (await bot.frame())["t"] == "RESUMED"


@pytest.mark.parametrize("why", ["lost", "refused", "unknown"])
async def test_a_session_that_can_not_be_resumed_has_to_begin_anew(mine: Mine, why: str):
    async with connected(mine) as bot:
        await bot.identify()
        session = (await bot.event("READY"))["session_id"]
    mine.discord.gateway.cut(is_resumable=why != "lost")
    mine.discord.gateway.refuses_resume = why == "refused"
    async with connected(mine) as bot:
        await bot.resume("another" if why == "unknown" else session, 2)
        frame = await bot.frame()
        assert (frame["op"], frame["d"]) == (Op.INVALID_SESSION, False)
        await bot.identify()
        await bot.event("READY")


async def test_events_can_be_lost_and_can_come_late_in_their_order(mine: Mine):
    async with connected(mine) as bot:
        await bot.identify()
        await bot.event("GUILD_CREATE")
        mine.discord.gateway.lose("MESSAGE_CREATE")
        mine.cora.types(mine.channel, "lost")
        mine.discord.gateway.hold()
        mine.cora.types(mine.channel, "late")
        mine.cora.types(mine.channel, "later")
        mine.discord.gateway.release()
        texts = [(await bot.event("MESSAGE_CREATE"))["content"] for _ in range(2)]
        assert texts == ["late", "later"]


async def test_a_gateway_that_is_shut_lets_nobody_in(mine: Mine):
    mine.discord.gateway.is_shut = True
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with connected(mine):
            pass


async def answers(mine: Mine, path: str, body: Any, method: str = "POST") -> tuple[int, Any]:
    """What an answer to an interaction is answered."""
    url = f"{mine.discord.address}/api{path}"
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, url, json=body) as response,
    ):
        return response.status, await response.json() if response.status != 204 else None


MESSAGE = {"type": 4, "data": {"content": "Done.", "flags": 64}}


async def test_an_interaction_is_answered_once_and_by_its_token_after_that(mine: Mine):
    begun = mine.discord.desk.begin(Kind.COMMAND, mine.cora.member, mine.channel)
    callback = f"/interactions/{begun.id}/{begun.token}/callback"
    webhook = f"/webhooks/100/{begun.token}"
    assert (await answers(mine, webhook, {"content": "too early"}))[1]["code"] == 10015
    status, told = await answers(mine, f"{callback}?with_response=1", MESSAGE)
    assert status == 200
    assert told["resource"]["message"]["content"] == "Done."
    assert (await answers(mine, callback, MESSAGE))[1]["code"] == 40060
    assert (await answers(mine, webhook, {"content": "And this."}))[0] == 200
    changed = await answers(mine, f"{webhook}/messages/@original", {"content": "Both."}, "PATCH")
    assert changed[1]["content"] == "Both."
    assert [it.content for it in mine.cora.reads(mine.channel)] == ["Both.", "And this."]
    assert [it.content for it in begun.answers if it.to is None] == ["And this."]


async def test_an_interaction_without_an_answer_is_unknown_after_three_seconds(mine: Mine):
    begun = mine.discord.desk.begin(Kind.COMMAND, mine.cora.member, mine.channel)
    mine.discord.desk.expire(begun)
    callback = f"/interactions/{begun.id}/{begun.token}/callback"
    status, told = await answers(mine, callback, MESSAGE)
    assert (status, told["code"], begun.is_failed) == (404, 10062, True)


async def test_the_first_further_answer_takes_the_place_of_a_deferred_one(mine: Mine):
    begun = mine.discord.desk.begin(Kind.COMMAND, mine.cora.member, mine.channel)
    callback = f"/interactions/{begun.id}/{begun.token}/callback"
    assert (await answers(mine, callback, {"type": 5, "data": {"flags": 64}}))[0] == 204
    assert (await answers(mine, f"/webhooks/100/{begun.token}", {"content": "Done."}))[0] == 200
    (message,) = begun.answers
    assert message.to == mine.cora.id
    mine.discord.desk.expire(begun)
    status, told = await answers(mine, f"/webhooks/100/{begun.token}", {"content": "Late."})
    assert (status, told["code"]) == (401, 50027)


async def test_waiting_for_what_never_comes_fails(mine: Mine, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.stand_in.server.PATIENCE_S", 0.05)
    with pytest.raises(AssertionError, match="in vain: a pick"):
        await until(lambda: False, "a pick")
