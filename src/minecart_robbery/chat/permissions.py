"""Who is who in a server, who can read a channel, and changes to who may do what in one.

All of it stands in discord.py's cache and in the record. It knows of channels and permissions only,
never of what is said there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.rendering import person_of, shown
from minecart_robbery.engine.nouns import Actor, Desk, Seat
from minecart_robbery.live.room import Failure
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record, Seating
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.telling.readers import (
    OpenRole,
    Reader,
    Readership,
    Readerships,
    readers_text,
)


async def hosts_role(record: Record, guild: discord.Guild) -> discord.Role | None:
    """The hosts' role of a server; None if none was set, or it is there no more."""
    role_id = await record.hosts_role(guild.id)
    return None if role_id is None else guild.get_role(role_id)


async def host_roles(record: Record, guild: discord.Guild) -> list[discord.Role]:
    """The roles by which hosts can be reached: the hosts' role, or those that manage the server."""
    role = await hosts_role(record, guild)
    if role is not None:
        return [role]
    return [
        role
        for role in guild.roles
        if role.permissions.manage_guild and not role.is_default() and not role.is_bot_managed()
    ]


async def is_host(record: Record, member: discord.Member) -> bool:
    """Whether a member is a host: by the hosts' role, or where none is set by Manage Server."""
    role = await hosts_role(record, member.guild)
    if role is None:
        return member.guild_permissions.manage_guild
    return role in member.roles


async def hosts_name(record: Record, guild: discord.Guild) -> str:
    """Who the hosts of a server are, in words."""
    role = await hosts_role(record, guild)
    if role is None:
        return say("desk", "hosts_managers")
    return say("desk", "hosts_role", role=shown(role.name))


async def actor_of(record: Record, member: discord.Member, table: Table) -> Actor | None:
    """As whom a member acts at a table; None: as nobody.

    A host who plays is a player (S22), and one who has played before somebody else took their seat
    is no host there any more.
    """
    return await actor_in(record, member, table.seating)


async def actor_in(record: Record, member: discord.Member, seating: Seating) -> Actor | None:
    """The same in a match that is seated so, whether it has a table or not."""
    seat = seating.seat_of(member.id)
    if seat is not None:
        return seat
    if member.id in seating.former:
        return None
    return Desk.HOST if await is_host(record, member) else None


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
    for member, roles in _holders(_deciding_roles(channel), alone):
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


def _holders(
    roles: list[discord.Role], besides: set[int]
) -> Iterable[tuple[discord.Member, list[int]]]:
    """Who has one of these roles, with the ids of those that they have, in the same order."""
    found: dict[int, tuple[discord.Member, list[int]]] = {}
    for role in roles:
        for member in role.members:
            if member.id not in besides:
                found.setdefault(member.id, (member, []))[1].append(role.id)
    return found.values()


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


Person = discord.Member | discord.User
"""A member of the server, or somebody who has left it."""

SHUT_OUT: dict[str, Any] = {"view_channel": False}
LET_IN: dict[str, Any] = {
    "view_channel": True,
    "send_messages": True,
    "read_message_history": True,
}


@dataclass(frozen=True, slots=True)
class _Was:
    """What somebody was allowed and denied by name in a channel; None: nothing was said of them."""

    channel: discord.TextChannel
    person: Person
    overwrite: discord.PermissionOverwrite | None


class Rights:
    """Changes to who may do what, each of which can be put back."""

    def __init__(self) -> None:
        self._were: list[_Was] = []

    async def change(
        self, channel: discord.TextChannel, person: Person, rights: dict[str, Any]
    ) -> Refused | None:
        """Let `rights` be what a person may and may not do in a channel; all else stays.

        Where Discord knows nobody any more who has left the server, they are let have no rights of
        their own there.
        """
        was = channel.overwrites_for(person)
        now = discord.PermissionOverwrite.from_pair(*was.pair())
        now.update(**rights)
        outcome = await attempt(_set(channel, person, now))
        if _is_gone(outcome) and not isinstance(person, discord.Member):
            outcome = await attempt(_set(channel, person, None))
            if _is_gone(outcome):
                return None
        if isinstance(outcome, Refused):
            return outcome
        self._were.append(_Was(channel, person, None if was.is_empty() else was))
        return None

    async def put_back(self) -> list[discord.TextChannel]:
        """Put back what was changed, the last first, and give the channels where that failed."""
        failed: list[discord.TextChannel] = []
        for was in reversed(self._were):
            call = _set(was.channel, was.person, was.overwrite)
            if isinstance(await attempt(call), Refused):
                failed.append(was.channel)
        self._were.clear()
        return failed


def _is_gone(outcome: Refused | None) -> bool:
    return outcome is not None and outcome.failure is Failure.GONE


async def _set(
    channel: discord.TextChannel, person: Person, overwrite: discord.PermissionOverwrite | None
) -> None:
    target: Any = person  # whoever has left is no member to discord.py's hints, but to Discord
    await channel.set_permissions(target, overwrite=overwrite)


def permission_name(name: str) -> str:
    """A permission as Discord's settings call it, such as "View Channel"."""
    return name.replace("_", " ").title().replace(" In ", " in ")
