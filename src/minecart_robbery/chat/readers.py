"""Who can read a match's submissions channels on Discord, besides the player and the bot (S20).

All of it stands in discord.py's cache. Whoever can view a channel counts as a reader. It knows of
channels and permissions only, never of what is said there.

A server may have very many members (S49). So the roles are looked at first: whoever has the same of
those that decide can read, or can't, alike, and that is worked out for one of them. All others have
what everybody has.
"""

from __future__ import annotations

import discord

from minecart_robbery.chat.showing import person_of, shown
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


def readers_of(channel: discord.TextChannel) -> list[discord.Member]:
    """Every member of the server who can read a channel, as far as they are known."""
    guild = channel.guild
    alone = _decided_alone(channel)
    found = [it for it in map(guild.get_member, alone) if it is not None and can_read(channel, it)]
    alike: dict[tuple[int, ...], list[discord.Member]] = {}
    for member, roles in _holders(_deciding_roles(channel), alone).items():
        alike.setdefault(tuple(roles), []).append(member)
    for members in alike.values():
        found += members if can_read(channel, members[0]) else ()
    if can_read(channel, guild.default_role):
        decided = {member.id for members in alike.values() for member in members} | alone
        found += [member for member in guild.members if member.id not in decided]
    return found


def _decided_alone(channel: discord.TextChannel) -> set[int]:
    """The ids of those for whom more than their roles decides: the owner, who is named there."""
    named = {it.id for it in channel.overwrites if not isinstance(it, discord.Role)}
    return named | ({channel.guild.owner_id} if channel.guild.owner_id else set())


def _deciding_roles(channel: discord.TextChannel) -> list[discord.Role]:
    """The roles that can make a difference to who can read, besides what everybody has."""
    everybody = channel.guild.default_role
    decided_here = channel.overwrites_for(everybody).view_channel is not None
    by_itself = not decided_here and not everybody.permissions.view_channel
    return [
        role
        for role in channel.guild.roles
        if not role.is_default()
        and (
            role.permissions.administrator
            or (by_itself and role.permissions.view_channel)
            or channel.overwrites_for(role).view_channel is not None
        )
    ]


def _holders(roles: list[discord.Role], besides: set[int]) -> dict[discord.Member, list[int]]:
    """Who has one of these roles, with the ids of those that they have, in the same order."""
    found: dict[discord.Member, list[int]] = {}
    for role in roles:
        for member in role.members:
            if member.id not in besides:
                found.setdefault(member, []).append(role.id)
    return found


def _readership(channel: discord.TextChannel, player: int, opponent: int) -> Readership:
    guild = channel.guild
    is_everybody = can_read(channel, guild.default_role)
    opening = [] if is_everybody else [it for it in reversed(guild.roles) if _opens(it, channel)]
    people = [it for it in readers_of(channel) if it.id not in (player, guild.me.id)]
    people.sort(key=lambda it: it.display_name.casefold())
    administrators = _administrators(guild)
    return Readership(
        tuple(_reader(member, opening, opponent, administrators) for member in people),
        tuple(OpenRole(shown(it.name), it.permissions.administrator) for it in opening),
        is_everybody,
        guild.chunked,
    )


def _opens(role: discord.Role, channel: discord.TextChannel) -> bool:
    """Whether whoever is given this role can read; a bot's own role goes to nobody else."""
    return not role.is_default() and not role.is_bot_managed() and can_read(channel, role)


def _administrators(guild: discord.Guild) -> set[int]:
    """The ids of those who may do anything; where everybody may, nobody stands out."""
    roles = [it for it in guild.roles if it.permissions.administrator and not it.is_default()]
    owner = set[int]() if guild.owner_id is None else {guild.owner_id}
    return {member.id for role in roles for member in role.members} | owner


def _reader(
    member: discord.Member, opening: list[discord.Role], opponent: int, administrators: set[int]
) -> Reader:
    return Reader(
        member.id,
        person_of(member),
        is_opponent=member.id == opponent,
        is_administrator=member.id in administrators,
        is_bot=member.bot,
        roles=tuple(shown(role.name) for role in opening if member.get_role(role.id) is not None),
    )
