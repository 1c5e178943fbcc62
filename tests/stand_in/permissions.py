"""Who may do what where, as Discord documents it."""

from __future__ import annotations

from enum import IntFlag

from tests.stand_in.refusals import missing_access, missing_permissions
from tests.stand_in.world import Channel, Guild, Member


class May(IntFlag):
    """The permissions that are looked at here."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    MANAGE_ROLES = 1 << 28
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38


ALL = (1 << 53) - 1
IN_TIME_OUT = May.VIEW_CHANNEL | May.READ_MESSAGE_HISTORY
"""All that is left to whoever is timed out."""


def in_guild(member: Member) -> int:
    """What somebody may do in the server as a whole."""
    guild = member.guild
    if member.user.id == guild.owner:
        return ALL
    mask = guild.roles[guild.id].permissions
    for role in member.roles:
        mask |= guild.roles[role].permissions
    return ALL if mask & May.ADMINISTRATOR else mask


def in_channel(member: Member, channel: Channel) -> int:
    """What somebody may do in a channel, by roles and overwrites; a thread has its parent's."""
    guild = channel.guild
    mask = in_guild(member)
    if mask == ALL:
        return ALL
    place = guild.channels[channel.parent] if channel.is_thread and channel.parent else channel
    everyone = place.overwrites.get(guild.id)
    if everyone is not None:
        mask = mask & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role in member.roles:
        if overwrite := place.overwrites.get(role):
            allow, deny = allow | overwrite.allow, deny | overwrite.deny
    mask = mask & ~deny | allow
    own = place.overwrites.get(member.user.id)
    if own is not None:
        mask = mask & ~own.deny | own.allow
    if member.is_timed_out:
        mask &= IN_TIME_OUT
    return mask if mask & May.VIEW_CHANNEL else 0


def demand(member: Member, channel: Channel, needed: int) -> None:
    """Refuse what somebody may not do in a channel: 50001 if they can't see it, else 50013."""
    has = in_channel(member, channel)
    if not has & May.VIEW_CHANNEL:
        raise missing_access()
    if needed & ~has:
        raise missing_permissions()


def demand_in_guild(member: Member, needed: int) -> None:
    """Refuse what somebody may not do in a server."""
    if needed & ~in_guild(member):
        raise missing_permissions()


def readers_of(channel: Channel) -> frozenset[int]:
    """Who can read a channel."""
    guild: Guild = channel.guild
    return frozenset(
        id for id, member in guild.members.items() if in_channel(member, channel) & May.VIEW_CHANNEL
    )
