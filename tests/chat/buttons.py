"""Buttons as people see them on Discord, and pressing them."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from simcord.actors import MemberActor, _component_interaction
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from minecart_robbery.words.catalogue import say
from tests.chat.server import Server


def labels(message: discord.Message) -> list[str]:
    """What stands on the buttons under a message."""
    return [str(button.label) for row in message.components for button in row.children]  # pyright: ignore


def with_button(channel: ChannelHandle, label: str) -> discord.Message:
    """The last message in a channel that has this button."""
    return [message for message in channel.history() if label in labels(message)][-1]


async def press(actor: MemberActor, channel: ChannelHandle, label: str) -> InteractionResult:
    """Press the last button in a channel with this label."""
    return await actor.click(with_button(channel, label), label=label)


async def press_again(
    server: Server, actor: MemberActor, message: discord.Message, custom_id: str
) -> InteractionResult:
    """Press a button that a slow phone still shows, though it has been taken away."""
    stored = server.env.backend.get_message(message.channel.id, message.id)
    raw = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
    kept, stored.components = stored.components, [{"type": 1, "components": [raw]}]
    try:
        return await _component_interaction(
            actor, stored, {"custom_id": custom_id, "component_type": 2}
        )
    finally:
        stored.components = kept


async def press_together(
    label: str, *presses: tuple[MemberActor, discord.Message]
) -> list[InteractionResult]:
    """All of them press, under a message each, before the bot has answered any."""
    return await asyncio.gather(
        *(
            _component_interaction(
                actor,
                actor._env.backend.get_message(message.channel.id, message.id),
                {"custom_id": custom_id(message, label), "component_type": 2},
            )
            for actor, message in presses
        )
    )


def custom_id(message: discord.Message, label: str) -> str:
    """The id of the button with this label."""
    ids = {b.label: b.custom_id for row in message.components for b in row.children}  # pyright: ignore
    return str(ids[label])


def shown_by(result: InteractionResult) -> discord.Message:
    """What a press shows to whoever pressed."""
    assert result.response is not None
    return result.response.message


async def confirmed(
    actor: MemberActor, channel: ChannelHandle, command: str, **options: Any
) -> InteractionResult:
    """Give a command that is previewed, and confirm it; what comes of that."""
    preview = await actor.slash(channel, f"match {command}", **options)
    return await actor.click(shown_by(preview), label=say("preview", "confirm"))
