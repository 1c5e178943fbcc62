"""What the stand-in answers by REST is what Discord documents."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from tests.stand_in import Person, StandIn, stand_in
from tests.stand_in.faults import Kind
from tests.stand_in.permissions import May
from tests.stand_in.server import TOKEN
from tests.stand_in.world import Channel, ChannelType, Guild, Overwrite

BOT_MAY = (
    May.VIEW_CHANNEL
    | May.SEND_MESSAGES
    | May.EMBED_LINKS
    | May.READ_MESSAGE_HISTORY
    | May.MANAGE_CHANNELS
    | May.MANAGE_ROLES
    | May.MANAGE_MESSAGES
)


@dataclass
class Client:
    """Somebody who talks to the stand-in with the bot's token, and one channel of a server."""

    discord: StandIn
    session: aiohttp.ClientSession
    guild: Guild
    channel: Channel
    cora: Person

    async def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status of an answer, and what it says."""
        url = f"{self.discord.address}/api{path}"
        async with self.session.request(method, url, json=body) as response:
            return response.status, await response.json() if response.status != 204 else None

    async def says(self, text: str, **more: Any) -> tuple[int, Any]:
        """The bot sends a message."""
        return await self("POST", f"{self.path}/messages", {"content": text} | more)

    @property
    def path(self) -> str:
        """Where the channel is."""
        return f"/channels/{self.channel.id}"

    def deny(self, what: int) -> None:
        """Deny the bot something in the channel."""
        bot = self.discord.world.bot.id
        self.channel.overwrites[bot] = Overwrite(bot, 1, 0, what)


@pytest.fixture
async def bot() -> AsyncIterator[Client]:
    """A client with the right token."""
    async with stand_in() as discord:
        guild = discord.add_guild("The Mines", BOT_MAY)
        channel, cora = discord.add_channel(guild, "lobby"), discord.add_person(guild, "Cora")
        headers = {"Authorization": f"Bot {TOKEN}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            yield Client(discord, session, guild, channel, cora)


def code(answered: tuple[int, Any]) -> tuple[int, int]:
    """The status, and Discord's own code."""
    status, body = answered
    return status, body["code"]


async def test_a_wrong_token_is_unauthorized(bot: Client):
    bot.session.headers["Authorization"] = "Bot wrong"
    assert (await bot("GET", "/users/@me"))[0] == 401


async def test_what_is_not_there_is_unknown_by_its_kind(bot: Client):
    assert code(await bot("GET", "/channels/1")) == (404, 10003)
    assert code(await bot("GET", "/guilds/1")) == (404, 10004)
    assert code(await bot("GET", f"/guilds/{bot.guild.id}/members/1")) == (404, 10007)
    assert code(await bot("GET", f"{bot.path}/messages/1")) == (404, 10008)
    assert code(await bot("GET", "/users/1")) == (404, 10013)


async def test_a_channel_that_is_not_seen_is_missing_access_and_one_that_is_permissions(
    bot: Client,
):
    bot.deny(May.SEND_MESSAGES)
    assert code(await bot.says("hi")) == (403, 50013)
    bot.deny(May.VIEW_CHANNEL)
    assert code(await bot.says("hi")) == (403, 50001)


async def test_without_the_right_to_history_there_is_none_and_without_embed_links_no_embed(
    bot: Client,
):
    bot.cora.types(bot.channel, "hi")
    bot.deny(May.READ_MESSAGE_HISTORY | May.EMBED_LINKS)
    assert await bot("GET", f"{bot.path}/messages") == (200, [])
    assert (await bot.says("look", embeds=[{"title": "a box"}]))[1]["embeds"] == []


async def test_a_member_is_denied_by_name_what_a_role_allows(bot: Client):
    role = bot.discord.add_role(bot.guild, "Miners")
    bot.cora.member.roles.add(role.id)
    for id, type, allow, deny in (
        (bot.guild.id, 0, 0, May.VIEW_CHANNEL),
        (role.id, 0, May.VIEW_CHANNEL, 0),
    ):
        bot.channel.overwrites[id] = Overwrite(id, type, allow, deny)
    message = bot.cora.types(bot.channel, "I can see this")
    assert bot.cora.reads(bot.channel) == [message]
    bot.channel.overwrites[bot.cora.id] = Overwrite(bot.cora.id, 1, 0, May.VIEW_CHANNEL)
    assert bot.cora.reads(bot.channel) == []


async def test_a_nonce_that_is_enforced_gives_the_message_that_it_made(bot: Client):
    first = await bot.says("once", nonce="1-2-P", enforce_nonce=True)
    again = await bot.says("twice", nonce="1-2-P", enforce_nonce=True)
    assert (again[0], again[1]["id"], again[1]["content"]) == (200, first[1]["id"], "once")
    assert len(bot.channel.messages) == 1
    assert (await bot.says("twice", nonce="1-2-P"))[1]["id"] != first[1]["id"]
    (told,) = (await bot("GET", f"{bot.path}/messages?limit=1"))[1]
    assert "nonce" not in told


async def test_history_after_a_message_is_the_next_ones_the_newest_of_them_first(bot: Client):
    ids = [bot.cora.types(bot.channel, str(number)).id for number in range(150)]

    async def texts(query: str) -> list[int]:
        return [int(it["content"]) for it in (await bot("GET", f"{bot.path}/messages?{query}"))[1]]

    assert await texts(f"after={ids[9]}&limit=3") == [12, 11, 10]
    assert await texts(f"before={ids[9]}&limit=3") == [8, 7, 6]
    assert await texts("limit=2") == [149, 148]
    assert len(await texts("")) == 50
    assert code(await bot("GET", f"{bot.path}/messages?limit=101")) == (400, 50035)


async def test_messages_are_changed_by_their_authors_and_deleted_by_those_who_may(bot: Client):
    theirs, own = bot.cora.types(bot.channel, "mine"), (await bot.says("mine"))[1]["id"]
    assert code(await bot("PATCH", f"{bot.path}/messages/{theirs.id}", {})) == (403, 50005)
    changed = await bot("PATCH", f"{bot.path}/messages/{own}", {"content": "ours"})
    assert changed[1]["content"] == "ours"
    assert changed[1]["edited_timestamp"] is not None
    bot.deny(May.MANAGE_MESSAGES)
    assert code(await bot("DELETE", f"{bot.path}/messages/{theirs.id}")) == (403, 50013)
    bot.channel.overwrites.clear()
    ids = [str(theirs.id), own]
    assert (await bot("POST", f"{bot.path}/messages/bulk-delete", {"messages": ids}))[0] == 204
    assert bot.channel.messages == {}


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2001},
        {"content": "x", "nonce": "x" * 26},
        {"embeds": [{"title": "x" * 257}]},
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        {"content": "x", "components": [{"type": 1, "components": []}]},
    ],
)
async def test_a_message_beyond_discords_limits_is_an_invalid_form(
    bot: Client, body: dict[str, Any]
):
    assert code(await bot("POST", f"{bot.path}/messages", body)) == (400, 50035)


async def test_an_empty_message_is_refused(bot: Client):
    assert code(await bot.says("")) == (400, 50006)


async def test_channels_are_made_with_no_more_rights_than_one_has(bot: Client):
    path, allowed = f"/guilds/{bot.guild.id}/channels", {"id": bot.guild.id, "type": 0}
    body = {"name": "Death Match", "permission_overwrites": [allowed | {"deny": May.VIEW_CHANNEL}]}
    made = await bot("POST", path, body)
    assert (made[0], made[1]["name"]) == (201, "death-match")
    body["permission_overwrites"] = [allowed | {"allow": May.MANAGE_GUILD}]
    assert code(await bot("POST", path, body)) == (403, 50013)
    assert code(await bot("POST", path, {"name": ""})) == (400, 50035)
    for number in range(500 - len(bot.guild.channels)):
        bot.discord.add_channel(bot.guild, f"channel-{number}")
    assert code(await bot("POST", path, {"name": "one more"})) == (400, 30013)


async def test_a_category_holds_fifty_channels(bot: Client):
    category = bot.discord.add_channel(bot.guild, "Many", type=ChannelType.CATEGORY)
    for number in range(50):
        bot.discord.add_channel(bot.guild, f"channel-{number}").parent = category.id
    body = {"name": "one more", "parent_id": category.id}
    assert code(await bot("POST", f"/guilds/{bot.guild.id}/channels", body)) == (400, 50035)


async def test_a_third_rename_in_ten_minutes_waits_though_no_header_told_so_s30(bot: Client):
    for name, status in (("one", 200), ("two", 200), ("three", 429)):
        assert (await bot("PATCH", bot.path, {"name": name}))[0] == status
    assert (await bot("PATCH", bot.path, {"rate_limit_per_user": 5}))[0] == 200


async def test_a_sixth_message_within_five_seconds_waits_and_headers_say_so_before(bot: Client):
    url = f"{bot.discord.address}/api{bot.path}/messages"
    left: list[str] = []
    for _ in range(5):
        async with bot.session.post(url, json={"content": "hi"}) as response:
            left.append(response.headers["X-RateLimit-Remaining"])
    async with bot.session.post(url, json={"content": "hi"}) as response:
        body = await response.json()
        assert (response.status, body["global"]) == (429, False)
        assert 0 < body["retry_after"] <= 5
        assert response.headers["X-RateLimit-Scope"] == "user"
    assert left == ["4", "3", "2", "1", "0"]
    assert len(bot.channel.messages) == 5


async def test_a_fifty_first_request_within_a_second_meets_the_limit_of_all(
    bot: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("tests.stand_in.limits.GLOBAL_SECONDS", 3600.0)
    statuses = [(await bot("GET", "/users/@me"))[0] for _ in range(51)]
    assert statuses == [200] * 50 + [429]
    assert (await bot("GET", bot.path))[1]["global"] is True
    assert (await bot("POST", "/interactions/1/none/callback", {"type": 5}))[0] == 404


COMMAND = {"name": "match", "description": "Matches."}
OPTION = {"name": "player", "description": "Who.", "type": 3}


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ([COMMAND], 200),
        ([COMMAND | {"name": f"m{number}"} for number in range(100)], 200),
        ([COMMAND | {"name": f"m{number}"} for number in range(101)], 400),
        ([COMMAND, COMMAND], 400),
        ([COMMAND | {"name": "Match"}], 400),
        ([COMMAND | {"name": "two words"}], 400),
        ([COMMAND | {"name": "x" * 33}], 400),
        ([COMMAND | {"description": "x" * 101}], 400),
        ([COMMAND | {"description": ""}], 400),
        ([COMMAND | {"options": [OPTION | {"name": f"o{n}"} for n in range(26)]}], 400),
        ([COMMAND | {"options": [OPTION, OPTION | {"name": "b", "required": True}]}], 400),
        ([COMMAND | {"options": [OPTION | {"choices": [{"name": "", "value": "x"}]}]}], 400),
    ],
)
async def test_commands_are_synced_within_discords_limits(
    bot: Client, commands: list[Any], expected: int
):
    answered = await bot("PUT", "/applications/100/commands", commands)
    assert answered[0] == expected
    known = (await bot("GET", "/applications/100/commands"))[1]
    assert len(known) == (len(commands) if expected == 200 else 0)


async def test_a_thread_that_was_archived_opens_when_somebody_writes_unless_it_is_locked(
    bot: Client,
):
    thread = bot.discord.add_channel(bot.guild, "arena", type=ChannelType.PUBLIC_THREAD)
    thread.parent, thread.is_archived = bot.channel.id, True
    path = f"/channels/{thread.id}/messages"
    assert (await bot("POST", path, {"content": "hi"}))[0] == 200
    assert not thread.is_archived
    thread.is_archived = thread.is_locked = True
    assert code(await bot("POST", path, {"content": "hi"})) == (400, 50083)


@pytest.mark.parametrize(
    ("kind", "is_taken_in"),
    [
        (Kind.BEFORE, False),
        (Kind.AFTER, True),
        (Kind.ABORTED_BEFORE, False),
        (Kind.ABORTED_AFTER, True),
        (Kind.UNPARSABLE, True),
        (Kind.LIMITED, False),
        (Kind.REFUSED, False),
    ],
)
async def test_a_fault_takes_a_message_in_or_not_and_is_over_after_that(
    bot: Client, kind: Kind, is_taken_in: bool
):
    fault = bot.discord.faults.add(kind, "POST /channels/*/messages", status=502)
    try:
        async with bot.session.post(
            f"{bot.discord.address}/api{bot.path}/messages", json={"content": "hi"}
        ) as response:
            text = await response.text()
            assert (response.status == 200) == (kind is Kind.UNPARSABLE)
            assert kind not in (Kind.ABORTED_BEFORE, Kind.ABORTED_AFTER)
            assert kind is not Kind.UNPARSABLE or text.startswith("<!DOCTYPE html>")
    except aiohttp.ClientError:
        assert kind in (Kind.ABORTED_BEFORE, Kind.ABORTED_AFTER)
    assert len(bot.channel.messages) == is_taken_in
    assert fault.met == 1
    assert (await bot.says("again"))[0] == 200


async def test_a_stall_holds_what_comes_in_until_it_is_over(bot: Client):
    stall = bot.discord.faults.add(Kind.STALLED, times=None)
    with pytest.raises(TimeoutError):
        async with bot.session.post(
            f"{bot.discord.address}/api{bot.path}/messages",
            json={"content": "hi"},
            timeout=aiohttp.ClientTimeout(total=0.1),
        ):
            pass
    assert bot.channel.messages == {}
    stall.end()
    assert (await bot.says("again"))[0] == 200
    assert [it.content for it in bot.channel.messages.values()] == ["hi", "again"]
