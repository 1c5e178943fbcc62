"""Sending, changing, deleting and reading messages: by whomever, as far as they may."""

from __future__ import annotations

import re
from typing import Any

from tests.stand_in.payloads import told_message
from tests.stand_in.permissions import May, demand, in_channel, readers_of
from tests.stand_in.refusals import Refused, invalid
from tests.stand_in.validating import check_message
from tests.stand_in.world import EPHEMERAL, Channel, Member, Message, Shown, World, message_in

BULK_DAYS_MS = 14 * 24 * 60 * 60 * 1000
_MENTION, _ROLE_MENTION = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")


def send(world: World, channel: Channel, by: Member, body: dict[str, Any]) -> Message:
    """Send a message, or give the one that was sent with the same nonce, if that is enforced."""
    writes = May.SEND_MESSAGES_IN_THREADS if channel.is_thread else May.SEND_MESSAGES
    demand(by, channel, writes)
    check_message(body)
    nonce = str(body.get("nonce") or "")
    if nonce and body.get("enforce_nonce"):
        known = world.nonces.message(by.user.id, nonce)
        if known is not None:
            return known
    _open_archived(world, channel, by)
    message = Message(world.new_id(), channel, by.user, nonce=nonce or None)
    message.reply_to = _replied_to(channel, by, body)
    fill(message, by, body)
    publish(world, message)
    if nonce:
        world.nonces.remember(message)
    return message


def publish(world: World, message: Message) -> None:
    """Let a message stand in its channel, and be seen; an ephemeral one by one person alone."""
    message.channel.messages[message.id] = message
    show(world, message)
    if message.to is None:
        payload = told_message(message) | {"nonce": message.nonce}
        world.emit("MESSAGE_CREATE", payload, message.channel.guild, message.channel)


def show(world: World, message: Message) -> None:
    """Write down who could read a message as it is now."""
    readers = readers_of(message.channel) if message.to is None else frozenset({message.to})
    world.shown.append(Shown(message, message.text, world.now(), readers))


def fill(message: Message, by: Member, body: dict[str, Any]) -> None:
    """Give a message what a body says; what it doesn't say stays."""
    if "content" in body:
        message.content = body["content"] or ""
        _mention(message, by, body.get("allowed_mentions"))
    if "embeds" in body:
        may_embed = in_channel(by, message.channel) & May.EMBED_LINKS or message.to is not None
        message.embeds = list(body["embeds"] or ()) if may_embed else []
    if "components" in body:
        message.components = list(body["components"] or ())
    if "flags" in body:
        message.flags = body["flags"] or 0


def _mention(message: Message, by: Member, allowed: dict[str, Any] | None) -> None:
    """Work out who is called by a text: whom `allowed` names, all if it is None."""
    guild = message.channel.guild
    parse = ["users", "roles"] if allowed is None else allowed.get("parse") or []
    named = allowed or {}
    users = {int(it) for it in named.get("users") or ()}
    roles = {int(it) for it in named.get("roles") or ()}
    found = [int(it) for it in _MENTION.findall(message.content)]
    message.mentions = [it for it in found if "users" in parse or it in users]
    if in_channel(by, message.channel) & May.MENTION_EVERYONE:
        found = [int(it) for it in _ROLE_MENTION.findall(message.content) if int(it) in guild.roles]
        message.mention_roles = [it for it in found if "roles" in parse or it in roles]


def _replied_to(channel: Channel, by: Member, body: dict[str, Any]) -> int | None:
    reference = body.get("message_reference")
    if reference is None:
        return None
    demand(by, channel, May.READ_MESSAGE_HISTORY)
    id = int(reference["message_id"])
    if id in channel.messages:
        return id
    if reference.get("fail_if_not_exists", True):
        raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None


def _open_archived(world: World, channel: Channel, by: Member) -> None:
    """Open a thread again in which somebody writes, unless it is locked for them."""
    if not channel.is_archived:
        return
    if channel.is_locked and not in_channel(by, channel) & May.MANAGE_THREADS:
        raise Refused(400, 50083, "Thread is archived")
    channel.is_archived = False


def edit(world: World, message: Message, by: Member, body: dict[str, Any]) -> None:
    """Change a message of one's own."""
    demand(by, message.channel, 0)
    if message.author is not by.user:
        raise Refused(403, 50005, "Cannot edit a message authored by another user")
    if message.channel.is_archived:
        raise Refused(400, 50083, "Thread is archived")
    change(world, message, by, body)


def change(world: World, message: Message, by: Member, body: dict[str, Any]) -> None:
    """Change a message, and let that be seen."""
    check_message(body, is_new=False)
    fill(message, by, body)
    message.edited = world.now()
    show(world, message)
    if message.to is None:
        payload = told_message(message)
        world.emit("MESSAGE_UPDATE", payload, message.channel.guild, message.channel)


def delete(world: World, message: Message, by: Member) -> None:
    """Delete a message: one's own, or any with Manage Messages."""
    needed = 0 if message.author is by.user else May.MANAGE_MESSAGES
    demand(by, message.channel, needed)
    remove(world, message)


def remove(world: World, message: Message) -> None:
    """Take a message away."""
    channel = message.channel
    del channel.messages[message.id]
    if message.to is None:
        ids = {"id": str(message.id), "channel_id": str(channel.id)}
        payload = ids | {"guild_id": str(channel.guild.id)}
        world.emit("MESSAGE_DELETE", payload, channel.guild, channel)


def bulk_delete(world: World, channel: Channel, by: Member, ids: list[int]) -> None:
    """Delete 2 to 100 messages at once, none of them older than two weeks."""
    demand(by, channel, May.MANAGE_MESSAGES)
    if not 2 <= len(ids) <= 100:
        message = "Must be between 2 and 100 in length."
        raise invalid("messages", "BASE_TYPE_BAD_LENGTH", message)
    if any(world.new_id() - id > BULK_DAYS_MS << 22 for id in ids):
        raise Refused(400, 50034, "You can only bulk delete messages that are under 14 days old.")
    gone = [id for id in ids if channel.messages.pop(id, None) is not None]
    payload = {
        "ids": [str(id) for id in gone],
        "channel_id": str(channel.id),
        "guild_id": str(channel.guild.id),
    }
    world.emit("MESSAGE_DELETE_BULK", payload, channel.guild, channel)


def history(
    channel: Channel,
    reader: Member,
    limit: int = 50,
    before: int | None = None,
    after: int | None = None,
) -> list[Message]:
    """The messages nearest to what is asked for, the newest first; none without the right to it."""
    demand(reader, channel, 0)
    if not 1 <= limit <= 100:
        message = "int value should be between 1 and 100."
        raise invalid("limit", "NUMBER_TYPE_MAX", message)
    if not in_channel(reader, channel) & May.READ_MESSAGE_HISTORY:
        return []
    found = [it for _, it in sorted(channel.messages.items()) if it.to is None]
    if before is not None:
        found = [it for it in found if it.id < before]
    if after is not None:
        return [it for it in found if it.id > after][:limit][::-1]
    return found[-limit:][::-1]


def message_for(channel: Channel, reader: Member, id: int) -> Message:
    """One message, for whoever may read what was said."""
    demand(reader, channel, May.READ_MESSAGE_HISTORY)
    return message_in(channel, id)


def is_ephemeral(body: dict[str, Any]) -> bool:
    """Whether what an interaction is answered with is for one person alone."""
    return bool((body.get("flags") or 0) & EPHEMERAL)
