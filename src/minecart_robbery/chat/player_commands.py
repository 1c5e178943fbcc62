"""The slash commands of players: /pick, /accelerate and /join, each said as it would be typed."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from minecart_robbery.chat.answering import Interaction
from minecart_robbery.chat.pressing import Presser
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.nouns import Track
from minecart_robbery.words.catalogue import name_of, say

_TRACKS = [Choice(name=name_of(track), value=track.value) for track in Track]
_PICKS = [*_TRACKS, Choice(name=say("panels", "keep"), value=KEEP)]


def add_player_commands(tree: app_commands.CommandTree[Any], presser: Presser) -> None:
    """Add the commands, each for the channel in which the same words would be typed."""

    @tree.command(name="pick", description="Pick in secret, in your submissions channel.")
    @app_commands.describe(track="The mine whose cart you send, or the track that you guard.")
    @app_commands.choices(track=_PICKS)
    @app_commands.guild_only()
    async def pick(interaction: Interaction, track: str) -> None:
        await presser.said(interaction, track)

    @tree.command(name="accelerate", description="Give a mine one more gem, openly.")
    @app_commands.describe(mine="The mine that gets one more gem.")
    @app_commands.choices(mine=_TRACKS)
    @app_commands.guild_only()
    async def accelerate(interaction: Interaction, mine: str) -> None:
        await presser.said(interaction, f"accelerate {mine}")

    @tree.command(name="join", description="Let one track's cart run on another, openly.")
    @app_commands.describe(
        first="A cart that would run on this track", second="runs on this one instead."
    )
    @app_commands.choices(first=_TRACKS, second=_TRACKS)
    @app_commands.guild_only()
    async def join(interaction: Interaction, first: str, second: str) -> None:
        await presser.said(interaction, f"join {first} to {second}")
