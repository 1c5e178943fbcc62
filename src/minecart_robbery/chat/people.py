"""Who is who in a server: hosts, players, and those who are neither (R30)."""

from __future__ import annotations

import discord

from minecart_robbery.chat.hosts import hosts_role
from minecart_robbery.chat.showing import shown
from minecart_robbery.engine.nouns import Actor, Desk
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record, Seating
from minecart_robbery.words.catalogue import say


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
