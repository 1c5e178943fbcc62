"""The privileged intents, by the names of their switches in the developer portal (S26)."""

from __future__ import annotations

import discord

SWITCHES = ("Server Members Intent", "Message Content Intent")
"""Both are needed: the bot has to know its players and to read picks."""


def switched_off(flags: discord.ApplicationFlags) -> list[str]:
    """The switches that are off, by what the application says of itself."""
    are_on = (
        flags.gateway_guild_members or flags.gateway_guild_members_limited,
        flags.gateway_message_content or flags.gateway_message_content_limited,
    )
    return [name for name, is_on in zip(SWITCHES, are_on, strict=True) if not is_on]
