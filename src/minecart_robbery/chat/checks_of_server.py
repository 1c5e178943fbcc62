"""What a server has to allow the bot, and to have, for matches in it (S27, S31)."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from minecart_robbery.chat.channels import Channels
from minecart_robbery.chat.fit import MOST_IN_CATEGORY, cannot_make, lacks, permission_name
from minecart_robbery.chat.hosts import host_roles
from minecart_robbery.chat.hosts_log import why_no_log
from minecart_robbery.chat.showing import shown
from minecart_robbery.checking.finding import Finding, Result, fault, ok, warning
from minecart_robbery.live.house import House
from minecart_robbery.live.standing import Standings
from minecart_robbery.record import Record

_NONE_GIVEN = Channels(None, None, None)
_MADE_IN_CATEGORY = 3
NEEDED = ("view_channel", "send_messages", "read_message_history", "embed_links")
"""Without these the bot can't make a match's channels: it can allow itself no more than it has."""
NOW_AND_THEN = (
    "send_messages_in_threads",
    "manage_messages",
    "manage_roles",
    "mention_everyone",
)
"""Without these something is missing in some matches."""


async def checked_server(
    house: House, record: Record, standings: Standings, guild: discord.Guild
) -> list[Finding]:
    """All checks of a server that concern no single match."""
    if guild.me.is_timed_out():
        return [fault("permissions", "bot_timed_out")]
    roles = await host_roles(record, guild)
    standing = await standings.of(guild.id)
    hosts = list(_hosts(guild, await record.hosts_role(guild.id), roles))
    permissions = list(_permissions(guild, roles))
    channels = [
        *(Finding("channels", Result.WARNING, it) for it in cannot_make(_NONE_GIVEN, guild)),
        *_archive(guild, standing.archive_category),
        *_log(guild, standing.hosts_log, house),
    ]
    return [
        *(permissions or [ok("permissions", "permissions")]),
        *(hosts or [ok("hosts", "hosts", roles=", ".join(shown(it.name) for it in roles))]),
        *(channels or [ok("channels", "channels")]),
    ]


def _permissions(guild: discord.Guild, hosts: list[discord.Role]) -> Iterator[Finding]:
    """What of the invite's permissions the bot lacks in the whole server, each with what for."""
    lacking = [it for it in NEEDED + NOW_AND_THEN if not getattr(guild.me.guild_permissions, it)]
    for name in lacking:
        if name == "mention_everyone" and hosts and all(role.mentionable for role in hosts):
            continue
        kind = fault if name in NEEDED else warning
        yield kind("permissions", f"lacks_{name}", permission=permission_name(name))


def _hosts(guild: discord.Guild, role: int | None, roles: list[discord.Role]) -> Iterator[Finding]:
    """Whether there are hosts, and a role by which they can be called."""
    if role is not None and guild.get_role(role) is None:
        yield warning("hosts", "hosts_gone")
    elif not roles:
        yield warning("hosts", "hosts_none")
    elif guild.chunked and not any(role.members for role in roles):
        yield warning("hosts", "hosts_empty", roles=", ".join(shown(it.name) for it in roles))


def _archive(guild: discord.Guild, id: int | None) -> Iterator[Finding]:
    """Whether the category for ended matches is there, and has room for one more (S31)."""
    if id is None:
        return
    category = guild.get_channel(id)
    if not isinstance(category, discord.CategoryChannel):
        yield warning("channels", "archive_gone")
    elif len(category.channels) + _MADE_IN_CATEGORY > MOST_IN_CATEGORY:
        name, count = shown(category.name), len(category.channels)
        yield warning("channels", "archive_full", name=name, count=count, most=MOST_IN_CATEGORY)


def _log(guild: discord.Guild, id: int | None, house: House) -> Iterator[Finding]:
    """Whether the hosts' log is there, the bot may write it, and nobody reads it who mustn't."""
    if id is None:
        return
    channel = guild.get_channel(id)
    if not isinstance(channel, discord.TextChannel):
        yield warning("channels", "log_gone")
    elif names := lacks(channel, guild.me):
        lacking = ", ".join(f"**{permission_name(name)}**" for name in names)
        yield warning("channels", "log_lacks", channel=channel.mention, permissions=lacking)
    elif why := why_no_log(channel, house):
        yield warning("channels", "log_unfit", why=why)
