"""What players press, and say by /pick, /accelerate and /join: each as it would be typed."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from minecart_robbery.chat.commands.desk import ended_line
from minecart_robbery.chat.interactions import Interaction, OpenInteractions, answer, try_to_answer
from minecart_robbery.chat.messages import moment_of
from minecart_robbery.chat.rendering import Pressed, view_of
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.nouns import BonusKind, Seat, Track
from minecart_robbery.live.addressing import Typed, own_place, place_of
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.house import House
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause, Record
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.panels import PanelKey
from minecart_robbery.words.player_input import Place, opened_by

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


class Presser:
    """Turns presses and slash commands of players into what the same words would be, typed."""

    def __init__(
        self, house: House, record: Record, clock: Clock, interactions: OpenInteractions
    ) -> None:
        self._house = house
        self._record = record
        self._clock = clock
        self._open = interactions

    async def pressed(self, interaction: Interaction, pressed: Pressed | None) -> None:
        """A button was pressed, by whomever; the answer is for them alone (S25)."""
        if pressed is None:
            await answer(interaction, say("pressed", "unknown"))
            return
        table = self._house.table(pressed.match)
        if table is None:
            await answer(interaction, await self._why_not(pressed.match))
            return
        seat = table.seating.seat_of(interaction.user.id, interaction.id)
        where = place_of(table.seating, interaction.channel_id or 0)
        if seat is None or where is None:
            kind = "not_a_player" if seat is None else "moved"
            await answer(interaction, say("pressed", kind))
            return
        place, whose = where
        if whose not in (None, seat):
            await answer(interaction, say("pressed", "not_yours", player=table.names.of(whose)))
            return
        opened = opened_by(pressed.says, pressed.key)
        if opened is not None:
            await self._show_choices(interaction, table, seat, pressed.key, opened)
            return
        await self._say(interaction, table, seat, place, pressed.says, pressed.key)

    async def said(self, interaction: Interaction, text: str) -> None:
        """A player said something by a slash command, where they would have typed it."""
        channel = interaction.channel_id or 0
        table = self._house.table_at(channel)
        if table is None:
            await answer(interaction, await self._why_none_at(interaction.guild_id or 0, channel))
            return
        own = own_place(table.seating, interaction.user.id, channel, interaction.id)
        if own is None:
            await answer(interaction, say("pressed", "elsewhere"))
            return
        await self._say(interaction, table, *own, text, None)

    async def _why_not(self, match: int) -> str:
        """Why a match can't be played in just now (S25, S42)."""
        if await self._house.has_ended(match):
            return say("pressed", "match_over")
        missing = await self._house.why_missing(lambda it: it.match == match)
        return say("pressed", missing or "no_such_match")

    async def _why_none_at(self, server: int, channel: int) -> str:
        """Why no match is played in a channel just now: not yet, not any more (R32), or never."""
        missing = await self._house.why_missing(lambda it: channel in it.channels())
        if missing is not None:
            return say("pressed", missing)
        ended = await self._record.last_ended(server, channel)
        return say("pressed", "elsewhere") if ended is None else ended_line(self._house, ended)

    async def _show_choices(
        self, interaction: Interaction, table: Table, seat: Seat, key: PanelKey, kind: BonusKind
    ) -> None:
        """What a bonus action can be played on: for that player alone, until it is played.

        Where that can't be shown, words about it go to the player's own channel (S64).
        """
        found = table.choices(seat, key, kind, moment_of(interaction.id))
        if isinstance(found, str):
            is_told = await try_to_answer(interaction, found)
            text = found
        else:
            is_told = await try_to_answer(
                interaction, found[0], view_of(found[1], table.seating.match)
            )
            text = say("hint", kind)
        if not is_told:
            cause = Cause(f"a:{interaction.id}", interaction.user.id)
            await table.tell_player(seat, text, cause)

    async def _say(
        self,
        interaction: Interaction,
        table: Table,
        seat: Seat,
        place: Place,
        text: str,
        key: PanelKey | None,
    ) -> None:
        cause = Cause(f"i:{interaction.id}", interaction.user.id)
        at = moment_of(interaction.id)
        typed = Typed(seat, place, text, interaction.id, cause, at, interaction.id, key)
        self._clock.heard(at.ms)
        self._open.opened(interaction)
        await table.say(typed)
