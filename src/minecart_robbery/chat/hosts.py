"""Who the hosts of a server are: members with the hosts' role, or else those who may manage it."""

from __future__ import annotations

import discord

from minecart_robbery.record import Record


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
