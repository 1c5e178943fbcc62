"""/minecart check finds what a server doesn't allow the bot, or lacks."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord.actors import MemberActor

from minecart_robbery.chat import preflight
from minecart_robbery.chat.application import PERMISSIONS
from minecart_robbery.chat.diagnosis import NEEDED, NOW_AND_THEN
from minecart_robbery.chat.permissions import permission_name
from tests.chat.checking import LOOK, WELL, WRONG, checked, found
from tests.chat.server import Server
from tests.chat.test_command_open_channels import bot_role
from tests.chat.test_hosts_log import log_for_hosts
from tests.scenarios.world import bot_id, permit

pytestmark = pytest.mark.usefixtures("machine_in_order")
EMBEDS = "embed_links"
NOT_FOR_ALL = discord.Permissions(manage_channels=True, manage_messages=True, mention_everyone=True)
"""Of what the invite asks for, what everybody should not have."""


async def lets_the_bot(server: Server, *lacking: str) -> None:
    """The bot has all that the invite asks for but this, and everybody has no more than the bot."""
    denial = discord.Permissions(**dict.fromkeys(lacking, True))
    may = PERMISSIONS.value & ~denial.value
    powers = {
        bot_role(server).id: may,
        server.guild.default_role.id: may & ~NOT_FOR_ALL.value,
        server.hosts_role.id: discord.Permissions(administrator=True, manage_guild=True).value,
    }
    for role, permissions in powers.items():
        server.env.backend.edit_role(server.guild.id, role, {"permissions": permissions})
    await server.env.settle()


def category(server: Server, name: str, count: int) -> int:
    """A category with so many channels in it; gives its id."""
    made = server.guild.create_category(name)
    for number in range(count):
        server.guild.create_text_channel(f"old-{number}", category=made)
    return made.id


def test_every_permission_that_the_invite_asks_for_is_checked():
    names = (*NEEDED, *NOW_AND_THEN, "manage_channels")
    assert discord.Permissions(**dict.fromkeys(names, True)) == PERMISSIONS


@pytest.mark.parametrize("lacking", NEEDED)
async def test_a_permission_without_which_no_channels_can_be_made_is_a_fault(
    server: Server, lacking: str
):
    await lets_the_bot(server, lacking)
    line = await found(server)
    assert f"I lack **{permission_name(lacking)}** in this server" in line


@pytest.mark.parametrize("lacking", NOW_AND_THEN)
async def test_a_permission_that_is_needed_now_and_then_is_a_warning(server: Server, lacking: str):
    await lets_the_bot(server, lacking)
    line = await found(server, LOOK)
    assert f"I lack **{permission_name(lacking)}** in this server" in line


async def test_where_everybody_may_mention_the_hosts_role_the_bot_needs_no_permission_for_it(
    server: Server,
):
    await lets_the_bot(server, "mention_everyone")
    backend = server.env.backend
    backend.edit_role(server.guild.id, server.hosts_role.id, {"mentionable": True})
    await server.env.settle()
    assert (await checked(server))[0] == WELL


async def test_that_no_channels_can_be_made_is_found(server: Server):
    await lets_the_bot(server, "manage_channels")
    line = await found(server, LOOK)
    assert "I may not make channels here. Give me the permission **Manage Channels**" in line


async def test_s31_a_server_that_is_full_is_found(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(preflight, "MOST_CHANNELS", 4)
    assert "has room for 4 channels and is nearly full" in await found(server, LOOK)


async def test_s31_a_category_for_ended_matches_that_is_full_is_found(server: Server):
    full = category(server, "Archive", 48)
    await server.bot.record.settings.set(server.guild.id, "archive_category", full)
    assert "the category Archive has 48 of at most 50 channels" in await found(server, LOOK)


async def test_s31_a_category_with_room_for_one_more_match_is_not_full(server: Server):
    id = category(server, "Archive", 47)
    await server.bot.record.settings.set(server.guild.id, "archive_category", id)
    assert (await checked(server))[0] == WELL


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("archive_category", "the category for the channels of ended matches is not there"),
        ("hosts_log", "the channel of the hosts' log is not there"),
    ],
)
async def test_a_channel_that_is_set_and_gone_is_found(server: Server, setting: str, said: str):
    await server.bot.record.settings.set(server.guild.id, setting, 4711)
    assert said in await found(server, LOOK)


async def test_a_hosts_log_that_the_bot_cannot_write_is_found(server: Server):
    log = log_for_hosts(server)
    await server.bot.record.settings.set(server.guild.id, "hosts_log", log.id)
    assert (await checked(server))[0] == WELL
    await permit(server, log, bot_id(server), EMBEDS)
    assert f"I lack **Embed Links** in the hosts' log, {log.mention}" in await found(server, LOOK)


async def test_s20_a_hosts_log_that_everybody_can_read_is_found(server: Server):
    await server.bot.record.settings.set(server.guild.id, "hosts_log", server.lobby.id)
    assert "since everybody can read its channel" in await found(server, LOOK)


async def test_a_hosts_role_that_is_gone_is_found(server: Server):
    role = server.guild.create_role("Dealers")
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    server.env.backend.delete_role(server.guild.id, role.id)
    assert "the hosts' role is not there any more" in await found(server, LOOK)


async def test_a_hosts_role_that_nobody_has_is_found(server: Server):
    role = server.guild.create_role("Dealers")
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    assert "nobody has a role by which hosts are called (Dealers)" in await found(server, LOOK)


async def test_that_no_role_is_a_hosts_role_is_found(server: Server):
    server.env.backend.delete_role(server.guild.id, server.hosts_role.id)
    await server.env.settle()
    owner = MemberActor(server.env, server.guild, server.guild.owner)
    said = "\n".join(await checked(server, owner))
    assert "there is no role by which I could call hosts" in said


async def test_that_the_bot_is_timed_out_is_found(server: Server):
    until = (server.env.now() + timedelta(hours=1)).isoformat()
    changed = {"timed_out_until": until}
    server.env.backend.edit_member(server.guild.id, bot_id(server), changed)
    await server.env.settle()
    said, line, _ = await checked(server)
    assert said == WRONG
    assert "I am timed out in this server" in line
