"""The slash commands about who plays: /match substitute and /match forfeit (S33), with previews."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import app_commands
from discord.app_commands import Range

from minecart_robbery.chat.answering import Interaction
from minecart_robbery.chat.hosts_desk import REASON, WHICH_MATCH, HostsDesk
from minecart_robbery.chat.proposals import Asked, Ordered, Proposal
from minecart_robbery.chat.showing import shown, timestamp
from minecart_robbery.chat.substituting import Substituter, Substitution
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.nouns import Actor, Seat
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Names
from minecart_robbery.words.telling.previewing import Preview, preview


@dataclass(frozen=True, slots=True)
class Substituting:
    """The proposal that `player` plays on in the seat of the command."""

    substituter: Substituter
    command: do.Substitute
    player: discord.Member

    async def preview(self, table: Table, asked: Asked) -> Preview | str:
        """What would change and be announced, or why they can't play on there."""
        wanted = Substitution(table, self.command, self.player, asked)
        objection = await self.substituter.objection_to(wanted)
        if objection is not None:
            return objection
        names = wanted.names
        if wanted.is_half_done:
            title = say("preview", "let_in_again", player=names.of(wanted.seat))
            return preview(title, table.match, (), asked.at, names, timestamp)
        events = decide(table.match, self.command, asked.at)
        assert not isinstance(events, Refusal), "that would have been an objection"
        title = say("preview", "substitute", player=names.of(wanted.seat), before=names.before)
        return preview(title, table.match, events, asked.at, names, timestamp)

    async def carry_out(self, table: Table, seen: Preview, asked: Asked) -> Preview | str:
        """Do it, if it is still what was seen."""
        now = await self.preview(table, asked)
        if now != seen:
            return now
        return await self.substituter.substitute(
            Substitution(table, self.command, self.player, asked)
        )


def add_people_commands(group: app_commands.Group, desk: HostsDesk, record: Record) -> None:
    """Add these commands to /match."""

    @group.command(name="substitute", description="Let somebody else play on in a player's place.")
    @app_commands.describe(
        player="The player who goes.",
        new="Whoever plays on, with all that the player has.",
        reason=REASON,
        match=WHICH_MATCH,
    )
    @app_commands.autocomplete(match=desk.match_choices)
    @app_commands.autocomplete(player=desk.player_choices)
    async def substitute(
        interaction: Interaction,
        player: Range[str, 1, 100],
        new: discord.Member,
        reason: Range[str, 0, 200] = "",
        match: int | None = None,
    ) -> None:
        """Let somebody else play on, after the checks of an opening."""

        def proposal(_: Table, actor: Actor, seat: Seat) -> Proposal:
            substituter = Substituter(interaction.client, record)
            return Substituting(substituter, do.Substitute(actor, seat, shown(reason)), new)

        await desk.propose_for(interaction, match, player, proposal)

    @group.command(name="forfeit", description="End the match: a player gives it up.")
    @app_commands.describe(
        player="The player who gives the match up; the other one wins it.",
        reason=REASON,
        match=WHICH_MATCH,
    )
    @app_commands.autocomplete(match=desk.match_choices)
    @app_commands.autocomplete(player=desk.player_choices)
    async def forfeit(
        interaction: Interaction,
        player: Range[str, 1, 100],
        reason: Range[str, 0, 200] = "",
        match: int | None = None,
    ) -> None:
        """End the match as won by the opponent of whoever gives it up."""

        def title(names: Names, seat: Seat) -> str:
            player, winner = names.of(seat), names.of(seat.other)
            return say("preview", "forfeit", player=player, winner=winner)

        def proposal(_: Table, actor: Actor, seat: Seat) -> Proposal:
            command = do.Forfeit(actor, seat, shown(reason))
            return Ordered(lambda names: title(names, seat), command)

        await desk.propose_for(interaction, match, player, proposal)
