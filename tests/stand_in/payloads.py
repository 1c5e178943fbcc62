"""What there is, as Discord writes it in JSON: ids are texts there."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.stand_in.permissions import in_channel, in_guild
from tests.stand_in.world import Channel, ChannelType, Guild, Member, Message, Role, User, moment_of

JOINED = "2026-01-01T00:00:00.000000+00:00"


def iso(moment: datetime | None) -> str | None:
    """A moment, with microseconds and zone."""
    return None if moment is None else moment.isoformat(timespec="microseconds")


def user_payload(user: User) -> dict[str, Any]:
    """Somebody."""
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": user.global_name,
        "discriminator": "0",
        "avatar": None,
        "bot": user.is_bot,
    }


def member_payload(member: Member, with_user: bool = True) -> dict[str, Any]:
    """Somebody in a server."""
    found: dict[str, Any] = {
        "roles": [str(role) for role in sorted(member.roles)],
        "nick": member.nick,
        "avatar": None,
        "joined_at": JOINED,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": member.is_pending,
        "communication_disabled_until": iso(member.timed_out_until),
        "flags": 0,
    }
    return found | ({"user": user_payload(member.user)} if with_user else {})


def role_payload(role: Role) -> dict[str, Any]:
    """A role."""
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.bot is not None,
        "mentionable": False,
        "flags": 0,
        "tags": {} if role.bot is None else {"bot_id": str(role.bot)},
    }


def channel_payload(channel: Channel) -> dict[str, Any]:
    """A channel, a category or a thread."""
    found: dict[str, Any] = {
        "id": str(channel.id),
        "guild_id": str(channel.guild.id),
        "type": int(channel.type),
        "name": channel.name,
        "parent_id": None if channel.parent is None else str(channel.parent),
        "rate_limit_per_user": channel.slowmode_s,
        "last_message_id": str(max(channel.messages)) if channel.messages else None,
        "flags": 0,
    }
    if channel.is_thread:
        return found | _of_thread(channel)
    overwrites = [
        {"id": str(it.id), "type": it.type, "allow": str(it.allow), "deny": str(it.deny)}
        for it in channel.overwrites.values()
    ]
    found |= {"position": channel.position, "permission_overwrites": overwrites, "nsfw": False}
    return found | ({"topic": channel.topic} if channel.type is ChannelType.TEXT else {})


def _of_thread(thread: Channel) -> dict[str, Any]:
    return {
        "owner_id": str(thread.owner),
        "message_count": len(thread.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": thread.is_archived,
            "locked": thread.is_locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": iso(moment_of(thread.id)),
            "create_timestamp": iso(moment_of(thread.id)),
        },
    }


def guild_payload(guild: Guild, for_member: Member) -> dict[str, Any]:
    """A server as the gateway tells a bot of it: of its members only the bot itself."""
    channels = guild.channels.values()
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "owner_id": str(guild.owner),
        "roles": [role_payload(role) for role in guild.roles.values()],
        "channels": [channel_payload(it) for it in channels if not it.is_thread],
        "threads": [channel_payload(it) for it in channels if it.is_thread and not it.is_archived],
        "members": [member_payload(for_member)],
        "member_count": len(guild.members),
        "large": False,
        "unavailable": False,
        "joined_at": JOINED,
        "emojis": [],
        "stickers": [],
        "features": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "system_channel_id": None,
        "system_channel_flags": 0,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
    }


def message_payload(message: Message) -> dict[str, Any]:
    """A message."""
    guild, channel = message.channel.guild, message.channel
    members = [guild.members.get(id) for id in message.mentions]
    found: dict[str, Any] = {
        "id": str(message.id),
        "channel_id": str(channel.id),
        "type": 0 if message.reply_to is None else 19,
        "content": message.content,
        "author": user_payload(message.author),
        "embeds": message.embeds,
        "components": message.components,
        "attachments": [],
        "mentions": [user_payload(member.user) for member in members if member is not None],
        "mention_roles": [str(role) for role in message.mention_roles],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
        "timestamp": iso(moment_of(message.id)),
        "edited_timestamp": iso(message.edited),
        "flags": message.flags,
    }
    if message.reply_to is not None:
        referred = channel.messages.get(message.reply_to)
        found["message_reference"] = {
            "message_id": str(message.reply_to),
            "channel_id": str(channel.id),
            "guild_id": str(guild.id),
        }
        found["referenced_message"] = None if referred is None else message_payload(referred)
    if message.token is not None:
        found |= {"application_id": str(message.author.id), "webhook_id": str(message.author.id)}
    return found


def told_message(message: Message) -> dict[str, Any]:
    """A message as the gateway tells of it: with its server and its author there."""
    guild = message.channel.guild
    found = message_payload(message) | {"guild_id": str(guild.id)}
    member = guild.members.get(message.author.id)
    return found if member is None else found | {"member": member_payload(member, with_user=False)}


def caller_payload(member: Member, channel: Channel) -> dict[str, Any]:
    """Somebody who gives a command or presses something in a channel."""
    return member_payload(member) | {"permissions": str(in_channel(member, channel))}


def chosen_payload(thing: Any, in_command: dict[str, Any], by: Member) -> str:
    """The id of a member, role or channel that was chosen in a command; all about it is added."""
    key = str(thing.user.id if isinstance(thing, Member) else thing.id)
    kinds = in_command.setdefault("resolved", {})
    match thing:
        case Member():
            told = member_payload(thing, with_user=False) | {"permissions": str(in_guild(thing))}
            kinds.setdefault("users", {})[key] = user_payload(thing.user)
            kinds.setdefault("members", {})[key] = told
        case Role():
            kinds.setdefault("roles", {})[key] = role_payload(thing)
        case Channel():
            told = channel_payload(thing) | {"permissions": str(in_channel(by, thing))}
            kinds.setdefault("channels", {})[key] = told
        case _:
            raise TypeError(f"{thing} can't be chosen")
    return key
