"""The channels of a match that has ended: left as they are, locked, or locked and archived.

Whoever could read a channel can read it still, and nobody else: all permissions of a channel are
changed in one request, and none to read among them. Nothing is deleted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.channels import Overwrites
from minecart_robbery.chat.fit import permission_name
from minecart_robbery.chat.hosts import host_roles
from minecart_robbery.live.room import Failure
from minecart_robbery.live.standing import AfterMatch, Standing
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say

MOST_IN_CATEGORY = 50
"""So many channels Discord allows in a category (S31)."""

_WRITING = (
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "create_private_threads",
)
_NEEDED = ("manage_channels", "manage_roles")


async def put_away(
    record: Record,
    standing: Standing,
    guild: discord.Guild,
    made: Sequence[int],
    players: Collection[int],
    *,
    is_last_try: bool,
) -> tuple[str, ...] | Failure:
    """Do with the channels that were `made` what is `standing` there; what could not be done.

    LATER: not all of it is done, and another try may work; not on the last try. Channels that are
    gone need nothing.
    """
    wanted = standing.after_match
    found = [guild.get_channel(channel) for channel in made]
    channels = [channel for channel in found if isinstance(channel, discord.TextChannel)]
    if wanted is AfterMatch.LEAVE or not channels:
        return ()
    hosts = await host_roles(record, guild)
    category: discord.CategoryChannel | str | None = None
    if wanted is AfterMatch.ARCHIVE:
        category = _archive(guild, standing.archive_category, channels)
    problems = [say("after", "not_moved", why=category)] if isinstance(category, str) else []
    for channel in channels:
        to = category if isinstance(category, discord.CategoryChannel) else None
        outcome = await _put_away(channel, hosts, players, to, is_last_try=is_last_try)
        if isinstance(outcome, Failure):
            return outcome
        problems += outcome
    return tuple(dict.fromkeys(problems))


def _archive(
    guild: discord.Guild, category_id: int | None, channels: Collection[discord.TextChannel]
) -> discord.CategoryChannel | str:
    """The category to which channels are moved, or why they can't be."""
    if category_id is None:
        return say("after", "no_category")
    category = guild.get_channel(category_id)
    if not isinstance(category, discord.CategoryChannel):
        return say("after", "category_gone")
    needed = sum(channel.category_id != category.id for channel in channels)
    if len(category.channels) + needed > MOST_IN_CATEGORY:
        named = category.mention
        return say("after", "full", category=named, needed=needed, most=MOST_IN_CATEGORY)
    return category


async def _put_away(
    channel: discord.TextChannel,
    hosts: Collection[discord.Role],
    players: Collection[int],
    category: discord.CategoryChannel | None,
    *,
    is_last_try: bool,
) -> list[str] | Failure:
    """Lock a channel, and move it if it is to be; where it can't be moved it is locked at least."""
    why = _lacking(channel)
    if why is not None:
        return [say("after", "not_locked", channel=channel.mention, why=why)]
    locked = _locked(channel, hosts, players)
    problems: list[str] = []
    if category is not None:
        moved = await _changed(channel, {"overwrites": locked, "category": category})
        if moved is None:
            return []
        if moved.failure is Failure.LATER and not is_last_try:
            return Failure.LATER
        refused = say("after", "refused", why=moved.text)
        problems = [say("after", "not_moved", why=refused)]
    kept = await _changed(channel, {"overwrites": locked})
    if kept is None or kept.failure is Failure.GONE:
        return problems
    if kept.failure is Failure.LATER and not is_last_try:
        return Failure.LATER
    refused = say("after", "refused", why=kept.text)
    return [say("after", "not_locked", channel=channel.mention, why=refused)]


async def _changed(channel: discord.TextChannel, changes: dict[str, Any]) -> Refused | None:
    """Change a channel in one request, if that would change anything."""
    if all(getattr(channel, name) == value for name, value in changes.items()):
        return None
    outcome = await attempt(channel.edit(**changes))
    return outcome if isinstance(outcome, Refused) else None


def _lacking(channel: discord.TextChannel) -> str | None:
    """Why the bot may not change a channel, by the permissions that it lacks; None if it may."""
    has = channel.permissions_for(channel.guild.me)
    lacking = [name for name in _NEEDED if not getattr(has, name)]
    if not lacking:
        return None
    named = ", ".join(f"**{permission_name(name)}**" for name in lacking)
    return say("after", "permissions", permissions=named)


def _locked(
    channel: discord.TextChannel, hosts: Collection[discord.Role], players: Collection[int]
) -> Overwrites:
    """The channel's overwrites, with which nobody writes there but the bot and hosts.

    Hosts who played are players. The bot can deny to others only what it may do itself; reading
    stays as it is.
    """
    guild, overwrites = channel.guild, dict(channel.overwrites)
    own = guild.me.guild_permissions
    writing = [name for name in _WRITING if getattr(own, name)]
    for target in (guild.default_role, *overwrites):
        keeps = target in hosts or (
            isinstance(target, discord.Member) and _keeps_writing(target, hosts, players)
        )
        if not keeps:
            overwrite = overwrites.get(target) or discord.PermissionOverwrite()
            overwrite.update(**dict.fromkeys(writing, False))
            overwrites[target] = overwrite
    for writer in (guild.me, *hosts):
        overwrite = overwrites.get(writer) or discord.PermissionOverwrite()
        overwrite.update(send_messages=True)
        overwrites[writer] = overwrite
    return overwrites


def _keeps_writing(
    member: discord.Member, hosts: Collection[discord.Role], players: Collection[int]
) -> bool:
    """Whether somebody who is named in a channel's permissions may go on writing there."""
    is_host = any(role in hosts for role in member.roles)
    return member == member.guild.me or (is_host and member.id not in players)
