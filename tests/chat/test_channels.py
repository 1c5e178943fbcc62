"""The channels that the bot makes: nobody who mustn't can read one at any moment, and odd names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.http import router

from minecart_robbery.chat.channels import slug
from tests.chat.server import Server

VIEW = discord.Permissions.view_channel.flag
SEND = discord.Permissions.send_messages.flag
HISTORY = discord.Permissions.read_message_history.flag
CATEGORY = 4
VALID_NAME = re.compile(r"[\w-]{1,100}")
"""What Discord takes as the name of a text channel, without changing it."""

ODD_NAMES = [
    "🎲🎲🎲",
    "W" * 32,
    "**bold** _it_ ~~no~~",
    "@everyone",
    "<@123> <#456>",
    "   ",
    "Zoë O'Neill",
    "李小龍",
    "a/../b",
    "-_-",
]


def may(server: Server, member: MemberActor | int, channel: int) -> int:
    """A member's permissions in a channel, as Discord works them out."""
    id = member if isinstance(member, int) else member.id
    return server.env.backend.compute_permissions(server.guild.id, id, channel)


def submissions(server: Server) -> dict[str, int]:
    """The submissions channels that exist by now, by whose they are."""
    return {
        name.removesuffix("-submissions"): channel.id
        for name, channel in server.guild.channels.items()
        if name.endswith("-submissions")
    }


@pytest.fixture
def after_each_request(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """What is put into this list is called after every single request of the bot."""
    calls: list[Callable[[], None]] = []
    dispatch = router.dispatch

    def dispatch_and_look(*args: Any, **kwargs: Any) -> Any:
        answer = dispatch(*args, **kwargs)
        for call in calls:
            call()
        return answer

    monkeypatch.setattr(router, "dispatch", dispatch_and_look)
    return calls


async def test_after_each_request_only_the_player_hosts_and_bot_can_view_a_submissions_channel(
    server: Server, after_each_request: list[Callable[[], None]]
):
    seen: set[str] = set()

    def look() -> None:
        for whose, channel in submissions(server).items():
            seen.add(whose)
            players = {"cora": server.cora, "zac": server.zac}
            player = players.pop(whose)
            (opponent,) = players.values()
            viewers = (player, server.host, server.env.backend.bot_user.id)
            assert all(may(server, viewer, channel) & VIEW for viewer in viewers)
            assert not may(server, opponent, channel) & VIEW
            assert not may(server, server.spectator, channel) & VIEW

    after_each_request.append(look)
    await server.play_to_first_turn()
    assert seen == {"cora", "zac"}


async def test_an_opponent_with_the_hosts_role_is_denied_by_name_after_each_request(
    server: Server, after_each_request: list[Callable[[], None]]
):
    server.env.backend.add_member_role(server.guild.id, server.zac.id, server.hosts_role.id)
    await server.host.slash(server.lobby, "minecart hosts", role=server.hosts_role)

    def look() -> None:
        if channel := submissions(server).get("cora"):
            assert may(server, server.host, channel) & VIEW
            assert not may(server, server.zac, channel) & VIEW

    after_each_request.append(look)
    await server.open_match()
    assert may(server, server.zac, server.zac_sub.id) & VIEW


async def test_each_channel_is_made_with_all_its_overwrites_in_the_one_request(server: Server):
    await server.open_match()
    requests = [it for it in server.env.http_requests if "channels" in it.path.split("/")]
    made = [it.json for it in requests if re.fullmatch(r"/guilds/\d+/channels", it.path)]
    assert [body["name"] for body in made if body is not None] == [
        "Minecart: Cora vs Zac",
        "death-match",
        "cora-submissions",
        "zac-submissions",
    ]
    for body in filter(None, made):
        targets = {int(one["id"]): int(one["allow"]) for one in body["permission_overwrites"]}
        assert targets[server.env.backend.bot_user.id] & VIEW
        assert targets[server.env.backend.bot_user.id] & SEND
    assert not [it for it in requests if it.method in ("PUT", "PATCH")]


async def test_all_can_read_the_dm_channel_and_players_hosts_and_bot_can_write_there(
    server: Server,
):
    await server.open_match()
    for member in (server.host, server.cora, server.zac, server.env.backend.bot_user.id):
        assert may(server, member, server.dm.id) & VIEW & HISTORY == VIEW & HISTORY
        assert may(server, member, server.dm.id) & SEND
    assert may(server, server.spectator, server.dm.id) & VIEW
    assert may(server, server.spectator, server.dm.id) & HISTORY


@pytest.mark.parametrize("write", [True, False])
async def test_spectators_write_in_the_dm_channel_as_the_server_allows(server: Server, write: bool):
    everyone = discord.Permissions(
        view_channel=True, send_messages=write, use_application_commands=True
    )
    changes = {"permissions": everyone.value}
    server.env.backend.edit_role(server.guild.id, server.guild.default_role.id, changes)
    await server.open_match()
    assert bool(may(server, server.spectator, server.dm.id) & SEND) is write
    assert may(server, server.spectator, server.dm.id) & HISTORY


async def test_in_a_server_where_all_is_hidden_from_everyone_the_channels_are_as_ever(
    server: Server,
):
    nothing = {"permissions": 0}
    hosts = discord.Permissions(manage_guild=True, view_channel=True, use_application_commands=True)
    edit_role = server.env.backend.edit_role
    edit_role(server.guild.id, server.guild.default_role.id, nothing)
    edit_role(server.guild.id, server.hosts_role.id, {"permissions": hosts.value})
    await server.open_match()
    for member in (server.host, server.cora, server.env.backend.bot_user.id):
        assert may(server, member, server.cora_sub.id) & VIEW
        assert may(server, member, server.cora_sub.id) & SEND
    assert may(server, server.spectator, server.dm.id) & VIEW
    assert not may(server, server.zac, server.cora_sub.id) & VIEW


async def test_without_a_hosts_role_the_roles_that_may_manage_the_server_read_all_three(
    server: Server,
):
    await server.open_match()
    for channel in (server.dm, server.cora_sub, server.zac_sub):
        assert may(server, server.host, channel.id) & VIEW


async def test_with_a_hosts_role_only_its_members_read_all_three(server: Server):
    role = server.guild.create_role("Dealers")
    dealer = server.guild.add_member(server.env.create_user("Dee"), roles=[role])
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    await server.open_match(by=dealer)
    for channel in (server.cora_sub, server.zac_sub):
        assert may(server, dealer, channel.id) & VIEW
        assert not may(server, server.host, channel.id) & VIEW


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_a_player_with_an_odd_name_gets_channels_with_valid_names(server: Server, name: str):
    odd = server.join("odd", global_name=name)
    table = await server.open_match(candidate=odd)
    names = [server.channel(id).name or "" for id in table.seating.channels()]
    for one in names:
        assert VALID_NAME.fullmatch(one), one
        assert one == one.lower()
    (category,) = (c for c in server.guild.channels.values() if c._channel.type == CATEGORY)
    assert 1 <= len(category.name or "") <= 100


async def test_a_name_in_the_bots_messages_neither_pings_nor_marks_up(server: Server):
    odd = server.join("odd", global_name="**@everyone**")
    await server.open_match(candidate=odd)
    message = server.dm.history()[0]
    assert not message.mention_everyone
    assert "@everyone" not in message.content
    assert r"\*\*" in message.content


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Cora", "cora"),
        ("Zoë O'Neill", "zoë-o-neill"),
        ("🎲", "player"),
        ("Zoe\u0308", "zoë"),
        ("मीना", "मीना"),
        ("ไทยดี", "ไทยดี"),
        ("**x**", "x"),
        ("", "player"),
        ("a" * 99, "a" * 60),
    ],
)
def test_a_name_becomes_a_part_of_a_channels_name(name: str, expected: str):
    assert slug(name) == expected
