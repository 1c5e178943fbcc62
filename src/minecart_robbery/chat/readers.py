"""Who can read a match's submissions channels on Discord, besides the player and the bot (S20).

All of it stands in discord.py's cache. Whoever can view a channel counts as a reader. It knows of
channels and permissions only, never of what is said there.
"""

from __future__ import annotations

import discord

from minecart_robbery.chat.showing import shown
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.table import Table
from minecart_robbery.record import Seating
from minecart_robbery.words.telling.readers import (
    OpenRole,
    Reader,
    Readership,
    Readerships,
    readers_text,
)


def readerships(guild: discord.Guild, seating: Seating) -> Readerships:
    """Who can read each submissions channel; a channel that is lost has no readers to tell of."""
    found: dict[Seat, Readership] = {}
    for chair in seating.chairs():
        channel = guild.get_channel(chair.channel)
        if isinstance(channel, discord.TextChannel):
            opponent = seating.chair(chair.seat.other).person
            found[chair.seat] = _readership(channel, chair.person, opponent)
    return found


def readers_answer(guild: discord.Guild, table: Table, before: str = "") -> str:
    """What a host is shown of who can read the submissions, under what is said `before`."""
    channels = {chair.seat: f"<#{chair.channel}>" for chair in table.seating.chairs()}
    return readers_text(readerships(guild, table.seating), channels, table.names, before)


def can_read(channel: discord.TextChannel, reader: discord.Member | discord.Role) -> bool:
    """Whether somebody, or whoever has a role, can read a channel."""
    return channel.permissions_for(reader).view_channel


def _readership(channel: discord.TextChannel, player: int, opponent: int) -> Readership:
    guild = channel.guild
    is_everybody = can_read(channel, guild.default_role)
    opening = [] if is_everybody else [it for it in reversed(guild.roles) if _opens(it, channel)]
    people = [it for it in channel.members if it.id not in (player, guild.me.id)]
    people.sort(key=lambda it: it.display_name.casefold())
    return Readership(
        tuple(_reader(member, opening, opponent) for member in people),
        tuple(OpenRole(shown(it.name), it.permissions.administrator) for it in opening),
        is_everybody,
        guild.chunked,
    )


def _opens(role: discord.Role, channel: discord.TextChannel) -> bool:
    """Whether whoever is given this role can read; a bot's own role goes to nobody else."""
    return not role.is_default() and not role.is_bot_managed() and can_read(channel, role)


def _reader(member: discord.Member, opening: list[discord.Role], opponent: int) -> Reader:
    return Reader(
        member.id,
        shown(member.display_name),
        is_opponent=member.id == opponent,
        is_administrator=member.guild_permissions.administrator,
        is_bot=member.bot,
        roles=tuple(shown(role.name) for role in opening if role in member.roles),
    )
