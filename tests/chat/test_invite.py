"""The invite link asks for exactly the permissions of the bot, and each of them is needed."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from simcord.builders import RoleHandle
from typer.testing import CliRunner

from minecart_robbery.chat.application import PERMISSIONS, invite_link
from minecart_robbery.cli import app
from tests.chat.buttons import confirmed
from tests.chat.server import Server, answer

APPLICATION = 123456789012345678
NOBODY_ELSE = discord.PermissionOverwrite(view_channel=False)


def without(permission: str) -> discord.Permissions:
    """All that the link asks for but this."""
    return PERMISSIONS & ~discord.Permissions(**{permission: True})


def permit(server: Server, role: RoleHandle, permissions: discord.Permissions) -> None:
    """From now on a role has these permissions and no others."""
    changes = {"permissions": permissions.value}
    server.env.backend.edit_role(server.guild.id, role.id, changes)


def bot_role(server: Server) -> RoleHandle:
    """The bot's own role."""
    return server.guild.roles[server.env.backend.bot_user.name]


def hide_all_from_everyone(server: Server) -> None:
    """From now on the bot has only what its own role gives."""
    permit(server, server.guild.default_role, discord.Permissions.none())
    hosts = discord.Permissions(
        manage_guild=True,
        view_channel=True,
        send_messages=True,
        read_message_history=True,
        use_application_commands=True,
    )
    permit(server, server.hosts_role, hosts)
    for player in (server.cora, server.zac):
        server.env.backend.add_member_role(server.guild.id, player.id, server.hosts_role.id)


def test_the_command_prints_the_link_and_nothing_else():
    result = CliRunner().invoke(app, ["invite", str(APPLICATION)])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == invite_link(APPLICATION) + "\n"


def test_the_link_names_the_application_the_permissions_and_both_scopes():
    link = urlsplit(invite_link(APPLICATION))
    assert (link.scheme, link.hostname, link.path) == ("https", "discord.com", "/oauth2/authorize")
    assert parse_qs(link.query) == {
        "client_id": [str(APPLICATION)],
        "scope": ["bot applications.commands"],
        "permissions": [str(PERMISSIONS.value)],
    }


def test_the_link_does_not_ask_for_administrator():
    assert not PERMISSIONS.administrator
    assert not PERMISSIONS.manage_guild


@pytest.mark.parametrize("id", ["0", "-1", "minecart", "", "1.5"])
def test_what_is_no_application_id_is_refused_without_a_traceback(id: str):
    result = CliRunner().invoke(app, ["invite", "--", id])
    assert (result.exit_code, result.stdout) == (2, "")
    assert isinstance(result.exception, SystemExit)


async def test_with_all_permissions_a_match_is_played_in_a_server_that_hides_all_from_everyone(
    server: Server,
):
    hide_all_from_everyone(server)
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    assert "Your pick: **North**" in server.last(server.cora_sub)


async def test_without_manage_channels_no_channels_are_made(server: Server):
    permit(server, bot_role(server), without("manage_channels"))
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac
    )
    assert "**Manage Channels**" in answer(result)


@pytest.mark.parametrize(
    "permission", ["view_channel", "send_messages", "embed_links", "read_message_history"]
)
async def test_without_one_of_these_no_channel_that_is_there_can_be_used(
    server: Server, permission: str
):
    hide_all_from_everyone(server)
    permit(server, bot_role(server), without(permission))
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac, dm_channel=server.lobby
    )
    assert f"**{permission.replace('_', ' ').title()}**" in answer(result)


@pytest.mark.parametrize("has_it", [True, False])
async def test_only_with_mention_everyone_are_hosts_pinged_by_a_role_that_is_not_mentionable(
    server: Server, has_it: bool
):
    await server.host.slash(server.lobby, "minecart hosts", role=server.hosts_role)
    if not has_it:
        permit(server, bot_role(server), without("mention_everyone"))
    await server.play_to_first_turn()
    await server.cora.send(server.dm, "host!")
    message = server.dm.history()[-1]
    assert f"<@&{server.hosts_role.id}>" in message.content
    stored = server.env.backend.get_message(server.dm.id, message.id)
    assert (server.hosts_role.id in stored.ping_role_ids) is has_it


@pytest.mark.parametrize("has_it", [True, False])
async def test_only_with_manage_messages_is_a_pick_taken_out_of_the_dm_channel_s21(
    server: Server, has_it: bool
):
    if not has_it:
        permit(server, bot_role(server), without("manage_messages"))
    await server.play_to_first_turn()
    await server.cora.send(server.dm, "north")
    is_there = any(said.text == "north" for said in server.said(server.dm))
    assert is_there is not has_it


async def test_only_with_send_messages_in_threads_is_a_match_played_in_a_thread_s29(
    server: Server,
):
    hide_all_from_everyone(server)
    permit(server, bot_role(server), without("send_messages_in_threads"))
    thread = server.make_thread()
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac, dm_channel=thread
    )
    assert "I lack the permission **Send Messages in Threads**" in answer(result)


@pytest.mark.parametrize("has_it", [True, False])
async def test_only_with_manage_roles_does_somebody_else_play_on_s33(server: Server, has_it: bool):
    if not has_it:
        permit(server, bot_role(server), without("manage_roles"))
    nora = server.join("Nora")
    await server.play_to_first_turn()
    result = await server.host.slash(server.dm, "match substitute", player="candidate", new=nora)
    assert ("I may not change who sees it" in answer(result)) is not has_it


@pytest.mark.parametrize("has_it", [True, False])
async def test_only_with_manage_roles_are_channels_locked_after_the_match(
    server: Server, has_it: bool
):
    if not has_it:
        permit(server, bot_role(server), without("manage_roles"))
    await server.bot.record.settings.set(server.guild.id, "after_match", "lock")
    await server.open_match()
    await confirmed(server.host, server.dm, "call-off")
    await server.env.advance_time(10)
    id, dm = server.cora.id, server.dm.id
    may = server.env.backend.compute_permissions(server.guild.id, id, dm)
    assert bool(may & discord.Permissions.send_messages.flag) is not has_it


def test_these_tests_speak_of_every_permission_that_is_asked_for():
    tested = discord.Permissions(
        manage_channels=True,
        manage_roles=True,
        view_channel=True,
        send_messages=True,
        embed_links=True,
        read_message_history=True,
        manage_messages=True,
        send_messages_in_threads=True,
        mention_everyone=True,
    )
    assert tested == PERMISSIONS
