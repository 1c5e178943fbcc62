"""Making, changing and deleting channels, and their overwrites: as far as whoever does it may."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.stand_in.limits import Limits
from tests.stand_in.payloads import channel_payload
from tests.stand_in.permissions import ALL, May, demand, demand_in_guild, in_guild
from tests.stand_in.refusals import Refused, invalid, missing_permissions, too_long, unknown
from tests.stand_in.world import Channel, ChannelType, Guild, Member, Overwrite, World

MOST, MOST_IN_CATEGORY = 500, 50


def create(world: World, guild: Guild, by: Member, body: dict[str, Any]) -> Channel:
    """Make a channel or a category."""
    demand_in_guild(by, May.MANAGE_CHANNELS)
    name = _checked_name(body.get("name") or "")
    if len([it for it in guild.channels.values() if not it.is_thread]) >= MOST:
        raise Refused(400, 30013, "Maximum number of guild channels reached (500)")
    parent = _parent(guild, body.get("parent_id"))
    overwrites = _read(body.get("permission_overwrites") or ())
    _demand_rights(by, overwrites.values())
    made = Channel(
        world.new_id(),
        guild,
        ChannelType(body.get("type") or 0),
        name,
        parent,
        len(guild.channels),
        overwrites,
        body.get("topic"),
    )
    if made.type is ChannelType.TEXT:
        made.name = as_text_channel(name)
    if parent is not None and not overwrites:
        made.overwrites = dict(guild.channels[parent].overwrites)
    guild.channels[made.id] = made
    tell(world, "CHANNEL_CREATE", made)
    return made


def as_text_channel(name: str) -> str:
    """A name as that of a text channel."""
    return "-".join(name.lower().split())


def _checked_name(name: str) -> str:
    if not 1 <= len(name) <= 100:
        message = "Must be between 1 and 100 in length."
        raise invalid("name", "BASE_TYPE_BAD_LENGTH", message)
    return name


def _parent(guild: Guild, id: Any) -> int | None:
    if id is None:
        return None
    category = guild.channels.get(int(id))
    if category is None or category.type is not ChannelType.CATEGORY:
        raise invalid("parent_id", "CHANNEL_PARENT_INVALID", "Category does not exist")
    if sum(it.parent == category.id for it in guild.channels.values()) >= MOST_IN_CATEGORY:
        message = "Maximum number of channels in category reached (50)"
        raise invalid("parent_id", "CHANNEL_PARENT_MAX_CHANNELS", message)
    return category.id


def _read(overwrites: Iterable[dict[str, Any]]) -> dict[int, Overwrite]:
    found: dict[int, Overwrite] = {}
    for it in overwrites:
        allow, deny = int(it.get("allow") or 0), int(it.get("deny") or 0)
        found[int(it["id"])] = Overwrite(int(it["id"]), int(it["type"]), allow, deny)
    return found


def _demand_rights(by: Member, overwrites: Iterable[Overwrite]) -> None:
    """Nobody gives or denies what they haven't got themselves."""
    has = in_guild(by)
    for it in overwrites:
        if (it.allow | it.deny) & ~has:
            raise missing_permissions()
        if (it.allow | it.deny) & May.MANAGE_ROLES and has != ALL:
            raise missing_permissions()


def edit(world: World, channel: Channel, by: Member, body: dict[str, Any], limits: Limits) -> None:
    """Change a channel. Raises Limited at the third rename in ten minutes."""
    if channel.is_thread:
        _edit_thread(world, channel, by, body)
        return
    demand(by, channel, May.MANAGE_CHANNELS)
    if "permission_overwrites" in body:
        demand(by, channel, May.MANAGE_ROLES)
        overwrites = _read(body["permission_overwrites"] or ())
        _demand_rights(
            by, [it for it in overwrites.values() if channel.overwrites.get(it.id) != it]
        )
        channel.overwrites = overwrites
    if body.get("name", channel.name) != channel.name or "topic" in body:
        limits.renamed(channel.id)
        channel.name = _checked_name(body.get("name") or channel.name)
        channel.topic = body.get("topic", channel.topic)
        if len(channel.topic or "") > 1024:
            raise too_long("topic", 1024)
    if "parent_id" in body and body["parent_id"] != channel.parent:
        channel.parent = _parent(channel.guild, body["parent_id"])
    channel.slowmode_s = body.get("rate_limit_per_user", channel.slowmode_s) or 0
    tell(world, "CHANNEL_UPDATE", channel)


def _edit_thread(world: World, thread: Channel, by: Member, body: dict[str, Any]) -> None:
    """Archive, open, lock or rename a thread; a locked one is opened by Manage Threads alone."""
    is_own = thread.owner == by.user.id or (not thread.is_locked and body.get("archived") is False)
    needed = 0 if is_own and "locked" not in body else May.MANAGE_THREADS
    demand(by, thread, needed)
    if thread.is_archived and body.get("archived") is not False:
        raise Refused(400, 50083, "Thread is archived")
    thread.is_archived = body.get("archived", thread.is_archived)
    thread.is_locked = body.get("locked", thread.is_locked)
    thread.name = body.get("name", thread.name)
    tell(world, "THREAD_UPDATE", thread)


def start_thread(world: World, channel: Channel, by: Member, name: str) -> Channel:
    """Open a public thread in a channel."""
    demand(by, channel, May.CREATE_PUBLIC_THREADS)
    kind = ChannelType.PUBLIC_THREAD
    thread = Channel(world.new_id(), channel.guild, kind, _checked_name(name), channel.id)
    thread.owner = by.user.id
    channel.guild.channels[thread.id] = thread
    tell(world, "THREAD_CREATE", thread)
    return thread


def delete(world: World, channel: Channel, by: Member) -> None:
    """Delete a channel with all that was said in it."""
    demand(by, channel, May.MANAGE_THREADS if channel.is_thread else May.MANAGE_CHANNELS)
    del channel.guild.channels[channel.id]
    for child in channel.guild.channels.values():
        if child.parent == channel.id:
            child.parent = None
    tell(world, "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel)


def set_overwrite(
    world: World, channel: Channel, by: Member, target: int, body: dict[str, Any]
) -> None:
    """Say what a channel allows and denies a role or a member."""
    demand(by, channel, May.MANAGE_ROLES)
    overwrite = _read([body | {"id": target}])[target]
    is_role, guild = overwrite.type == 0, channel.guild
    if target not in (guild.roles if is_role else world.users):
        raise unknown("role" if is_role else "user")
    _demand_rights(by, [overwrite])
    channel.overwrites[target] = overwrite
    tell(world, "CHANNEL_UPDATE", channel)


def delete_overwrite(world: World, channel: Channel, by: Member, target: int) -> None:
    """Say nothing any more of a role or a member."""
    demand(by, channel, May.MANAGE_ROLES)
    channel.overwrites.pop(target, None)
    tell(world, "CHANNEL_UPDATE", channel)


def tell(world: World, event: str, channel: Channel) -> None:
    """Let the gateway tell of a channel."""
    world.emit(event, channel_payload(channel), channel.guild, None)
