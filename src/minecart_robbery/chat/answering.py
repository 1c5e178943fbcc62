"""Slash commands and their answers: private, and with no mention that pings anybody."""

from __future__ import annotations

from typing import Any

import discord

from minecart_robbery.chat.room import NOBODY

Interaction = discord.Interaction[Any]


async def answer(interaction: Interaction, text: str) -> None:
    """Answer a command to whoever gave it, and to nobody else."""
    await interaction.response.send_message(text, ephemeral=True, allowed_mentions=NOBODY)


def member_of(interaction: Interaction) -> discord.Member:
    """Who gave the command; all commands are for servers only."""
    assert isinstance(interaction.user, discord.Member), "these commands are for servers only"
    return interaction.user
