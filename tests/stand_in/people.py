"""People: what they type, command and press here, and what they get to read."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from tests.stand_in import messages
from tests.stand_in.interactions import ANSWER_SECONDS, Desk, Interaction, Kind
from tests.stand_in.payloads import (
    caller_payload,
    channel_payload,
    chosen_payload,
    member_payload,
    message_payload,
    user_payload,
)
from tests.stand_in.permissions import May, in_channel
from tests.stand_in.rest import Rest
from tests.stand_in.validating import SUB_COMMAND, SUB_COMMAND_GROUP, buttons_in
from tests.stand_in.world import Channel, Guild, Member, Message, Role, World

LONGEST_ANSWER_S = 60
"""So long an answer may take that was deferred, on a busy machine."""


class Person:
    """A member of a server, who can do there what they may."""

    def __init__(self, world: World, desk: Desk, rest: Rest, member: Member) -> None:
        self.member = member
        self._world = world
        self._desk = desk
        self._rest = rest

    @property
    def id(self) -> int:
        """The id of the user."""
        return self.member.user.id

    @property
    def name(self) -> str:
        """What they are called."""
        return self.member.nick or self.member.user.global_name or self.member.user.name

    # ------------------------------------------------------------- messages

    def types(self, channel: Channel, text: str) -> Message:
        """Write a message."""
        return messages.send(self._world, channel, self.member, {"content": text})

    def edits(self, message: Message, text: str) -> None:
        """Change a message of one's own."""
        messages.edit(self._world, message, self.member, {"content": text})

    def deletes(self, message: Message) -> None:
        """Delete a message."""
        messages.delete(self._world, message, self.member)

    def reads(self, channel: Channel) -> list[Message]:
        """All that stands in a channel for this person, the oldest first."""
        if not in_channel(self.member, channel) & May.VIEW_CHANNEL:
            return []
        return [it for _, it in sorted(channel.messages.items()) if it.to in (None, self.id)]

    def ever_read(self) -> Iterator[tuple[datetime, Channel, str]]:
        """All texts that this person could ever read: when, where, and what."""
        for it in self._world.shown:
            if self.id in it.readers:
                yield it.at, it.message.channel, it.text

    # ------------------------------------------------------------- commands and presses

    def command(self, channel: Channel, name: str, /, **options: Any) -> Interaction:
        """Give a slash command, such as "match open", without waiting for the answer."""
        path = name.split()
        return self._begin(Kind.COMMAND, channel, self._data(path, options))

    async def gives(self, channel: Channel, name: str, /, **options: Any) -> Interaction:
        """Give a slash command, and wait for the answer, or until there can be none any more."""
        return await answered(self.command(channel, name, **options))

    async def offered(
        self, channel: Channel, name: str, option: str, typed: str, /, **options: Any
    ) -> list[dict[str, Any]]:
        """What is offered for an option while it is typed."""
        data = self._data(name.split(), options | {option: typed}, focused=option)
        return (await answered(self._begin(Kind.AUTOCOMPLETE, channel, data))).choices

    def press(self, message: Message, label: str) -> Interaction:
        """Press a button, without waiting for the answer."""
        (button,) = [it for it in buttons_in(message.components) if it.get("label") == label]
        assert not button.get("disabled"), f"{label} can't be pressed"
        assert message.to in (None, self.id)
        assert in_channel(self.member, message.channel) & May.VIEW_CHANNEL
        data = {"custom_id": button["custom_id"], "component_type": button["type"]}
        return self._begin(Kind.PRESS, message.channel, data, message)

    async def presses(self, message: Message, label: str) -> Interaction:
        """Press a button, and wait for the answer, or until it is taken note of."""
        return await answered(self.press(message, label))

    def _begin(
        self, kind: Kind, channel: Channel, data: dict[str, Any], pressed: Message | None = None
    ) -> Interaction:
        assert in_channel(self.member, channel) & May.VIEW_CHANNEL, "what isn't seen isn't used"
        begun = self._desk.begin(kind, self.member, channel, pressed)
        guild, bot = channel.guild, self._world.bot
        told: dict[str, Any] = {
            "id": str(begun.id),
            "application_id": str(bot.id),
            "type": int(kind),
            "token": begun.token,
            "version": 1,
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "channel_id": str(channel.id),
            "channel": channel_payload(channel),
            "member": caller_payload(self.member, channel),
            "data": data,
            "app_permissions": str(in_channel(guild.members[bot.id], channel)),
            "locale": "en-US",
            "guild_locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id)},
            "context": 0,
            "attachment_size_limit": 10_485_760,
        }
        if pressed is not None:
            told["message"] = message_payload(pressed)
        self._world.emit("INTERACTION_CREATE", told, guild, None)
        return begun

    def _data(
        self, path: Sequence[str], options: dict[str, Any], focused: str | None = None
    ) -> dict[str, Any]:
        """A command as it is told of: its options nested, each of its type."""
        found = {it["name"]: it for it in self._rest.commands}
        assert path[0] in found, f"there is no command /{path[0]}"
        command = found[path[0]]
        data = {"id": command["id"], "name": path[0], "type": 1, "guild_id": None}
        level: dict[str, Any] = data
        for name in path[1:]:
            inner = {it["name"]: it for it in command.get("options") or ()}
            assert name in inner, f"there is no /{' '.join(path)}"
            command = inner[name]
            assert command["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP)
            level["options"] = [{"name": name, "type": command["type"]}]
            level = level["options"][0]
        level["options"] = list(self._options(command, options, data, focused))
        return data

    def _options(
        self,
        command: dict[str, Any],
        options: dict[str, Any],
        data: dict[str, Any],
        focused: str | None,
    ) -> Iterator[dict[str, Any]]:
        known = {it["name"]: it for it in command.get("options") or ()}
        assert options.keys() <= known.keys(), f"/{command['name']} takes {list(known)}"
        for name, option in known.items():
            if name not in options:
                assert not option.get("required") or focused, f"{name} is missing"
                continue
            value = options[name]
            if isinstance(value, Person):
                value = value.member
            if isinstance(value, (Member, Role, Channel)):
                value = chosen_payload(value, data, self.member)
            elif name != focused:
                _check_value(option, value)
            told = {"name": name, "type": option["type"], "value": value}
            yield told | ({"focused": True} if name == focused else {})

    # ------------------------------------------------------------- coming and going

    def leaves(self) -> None:
        """Leave the server."""
        guild = self.member.guild
        del guild.members[self.id]
        payload = {"guild_id": str(guild.id), "user": user_payload(self.member.user)}
        self._world.emit("GUILD_MEMBER_REMOVE", payload, guild, None)

    def joins(self, *roles: Role) -> None:
        """Join the server, for the first time or again; these are all roles that they get."""
        guild = self.member.guild
        self.member.roles = {role.id for role in roles}
        guild.members[self.id] = self.member
        self._world.emit("GUILD_MEMBER_ADD", self._told(guild), guild, None)

    def changed(self) -> None:
        """Something about the member was changed: roles, name, time-out or screening."""
        guild = self.member.guild
        self._world.emit("GUILD_MEMBER_UPDATE", self._told(guild), guild, None)

    def _told(self, guild: Guild) -> dict[str, Any]:
        return member_payload(self.member) | {"guild_id": str(guild.id)}


def _check_value(option: dict[str, Any], value: Any) -> None:
    """Refuse what Discord's own input field would not let anybody enter."""
    name = option["name"]
    if "min_value" in option:
        assert value >= option["min_value"], f"{name} is too little"
    if "max_value" in option:
        assert value <= option["max_value"], f"{name} is too much"
    choices = [it["value"] for it in option.get("choices") or ()]
    assert not choices or value in choices, f"{name} is one of {choices}"
    if "max_length" in option:
        assert len(value) <= option["max_length"], f"{name} is too long"


async def answered(interaction: Interaction) -> Interaction:
    """Wait until an interaction has an answer that can be read, is taken note of, or has failed."""
    for patience_s in (ANSWER_SECONDS, LONGEST_ANSWER_S):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                await interaction.settled.wait()
        if interaction.settled.is_set() or interaction.is_failed:
            return interaction
    raise AssertionError("a deferred answer never came")
