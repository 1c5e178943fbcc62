"""What people and Discord do to a server while a match is played in it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, RoleHandle
from simcord.enums import OverwriteType

from minecart_robbery.engine.match import PauseCause, Paused
from tests.chat.looking import all_said, match_of
from tests.chat.server import Server

SWEEP_SECONDS = 5
WRITES = ["view_channel", "send_messages", "send_messages_in_threads", "read_message_history"]


async def sweeps(server: Server, count: int = 1) -> None:
    """So many sweeps go by."""
    for _ in range(count):
        await server.env.advance_time(SWEEP_SECONDS)


def pause_of(server: Server) -> PauseCause | None:
    """The cause of the pause that the match is in; None if it is in none."""
    phase = match_of(server).current
    return phase.cause if isinstance(phase, Paused) else None


def told(server: Server, words: str) -> int:
    """How often the bot has said these words in the channels of the match that are left."""
    left = [
        channel
        for channel in (server.dm, server.cora_sub, server.zac_sub)
        if channel.id in server.env.backend.channels
    ]
    found = [said.text for channel in left for said in server.said(channel) if said.by == "TestBot"]
    return sum(words in text for text in found)


async def permit(
    server: Server, channel: ChannelHandle, member: int, *denied: str, by_role: bool = False
) -> None:
    """In a channel somebody may do all that a match needs, but what is denied."""
    allowed = discord.Permissions(**dict.fromkeys(WRITES, True))
    denial = discord.Permissions(**dict.fromkeys(denied, True))
    kind = OverwriteType.ROLE if by_role else OverwriteType.MEMBER
    allow = allowed.value & ~denial.value
    overwrite = Overwrite(target_id=member, type=kind, allow=allow, deny=denial.value)
    server.env.backend.set_overwrite(channel.id, overwrite)
    await server.env.settle()


async def give_role(server: Server, member: MemberActor, role: RoleHandle) -> None:
    """A member is given a role."""
    server.env.backend.add_member_role(server.guild.id, member.id, role.id)
    await server.env.settle()


async def take_role(server: Server, member: MemberActor, role: RoleHandle) -> None:
    """A role is taken from a member."""
    server.env.backend.remove_member_role(server.guild.id, member.id, role.id)
    await server.env.settle()


async def empower(server: Server, role: RoleHandle, *permissions: str) -> None:
    """A role has exactly these permissions from now on, in the whole server."""
    may = discord.Permissions(**dict.fromkeys(permissions, True))
    server.env.backend.edit_role(server.guild.id, role.id, {"permissions": may.value})
    await server.env.settle()


async def hand_over(server: Server, member: MemberActor) -> None:
    """The server gets another owner."""
    server.env.backend.edit_guild(server.guild.id, {"owner_id": member.id})
    await server.env.settle()


async def shut_out(server: Server, channel: ChannelHandle, member: MemberActor) -> None:
    """A member is denied a channel by name."""
    await permit(server, channel, member.id, *WRITES)


def bot_id(server: Server) -> int:
    """The bot's own id."""
    return server.env.backend.bot_user.id


async def delete(server: Server, channel: ChannelHandle) -> None:
    """Somebody deletes a channel."""
    server.env.backend.delete_channel(channel.id)
    await server.env.settle()


async def leave(server: Server, player: MemberActor) -> None:
    """A player leaves the server."""
    server.guild.remove_member(player)
    await server.env.settle()


async def come_back(server: Server, player: MemberActor) -> None:
    """A player joins the server again."""
    server.guild.add_member(player.user)
    await server.env.settle()


async def time_out(server: Server, player: MemberActor, seconds: int) -> None:
    """A moderator times a player out."""
    until = (server.env.now() + timedelta(seconds=seconds)).isoformat()
    server.env.backend.edit_member(server.guild.id, player.id, {"timed_out_until": until})
    await server.env.settle()


async def change(server: Server, channel: ChannelHandle, **changes: Any) -> None:
    """Somebody changes a channel's settings, or a thread's by `archived` and `locked`."""
    thread = {name: changes.pop(name) for name in ("archived", "locked") if name in changes}
    server.env.backend.edit_channel(channel.id, changes, thread_metadata=thread or None)
    await server.env.settle()


def unplug(server: Server) -> None:
    """The bot's connection is lost, and it doesn't know yet: it hears nothing from now on."""
    server.bot.ws.open = False  # pyright: ignore[reportAttributeAccessIssue]  # simcord's own


def plug_in(server: Server) -> None:
    """The bot hears again what is said from now on, and doesn't know that it was ever deaf."""
    server.bot.ws.open = True  # pyright: ignore[reportAttributeAccessIssue]  # simcord's own


async def lose_connection(server: Server) -> None:
    """The bot's connection is lost; it lives on, hears nothing, and knows that."""
    unplug(server)
    await server.connection("disconnect")


async def reconnect(server: Server, event: str = "resumed") -> None:
    """The connection is there again: "resumed" with the old session, "ready" with a new one."""
    plug_in(server)
    await server.connection(event)


def chatter(server: Server, member: MemberActor, channel: ChannelHandle, count: int) -> None:
    """Somebody says so many things that mean nothing, one after the other."""
    for number in range(count):
        server.env.backend.create_message(channel.id, member.id, f"well, well ({number})")


async def unavailable(server: Server) -> None:
    """Discord can't reach the server any more."""
    server.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id), "unavailable": True})
    await server.env.settle()


def requests(server: Server, method: str, path: str = "") -> list[str]:
    """The bot's requests of this kind to paths that hold these words."""
    return [it.path for it in server.env.http_requests if it.method == method and path in it.path]


def lines_said(server: Server) -> list[str]:
    """All that the bot has said, text by text."""
    return [said.text for said in all_said(server)]


def changed_channels(server: Server) -> list[int]:
    """The channels that the bot has changed: renamed, opened again, or given a topic."""
    paths = requests(server, "PATCH", "/channels")
    return [int(found[1]) for path in paths if (found := re.fullmatch(r"/channels/(\d+)", path))]
