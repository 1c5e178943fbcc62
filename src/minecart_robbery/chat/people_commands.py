"""The slash commands about who plays, for hosts: /match substitute and /match forfeit (S33)."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Range

from minecart_robbery.chat.answering import Interaction, answer, defer, member_of
from minecart_robbery.chat.hosts_desk import WHICH_MATCH, HostsDesk, seat_named
from minecart_robbery.chat.showing import shown
from minecart_robbery.chat.substituting import Substituter, Substitution
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Desk, Seat
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.answers import refusal_line
from minecart_robbery.words.catalogue import say


def add_people_commands(group: app_commands.Group, desk: HostsDesk, record: Record) -> None:
    """Add these commands to /match."""

    @group.command(name="substitute", description="Let somebody else play on in a player's place.")
    @app_commands.describe(
        player="The player who goes.",
        new="Whoever plays on, with all that the player has.",
        reason="Said in the DM channel.",
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
        found = await _table_and_seat(interaction, desk, match, player)
        if found is None:
            return
        table, seat = found
        wanted = Substitution(table, seat, new, member_of(interaction), shown(reason))
        substituter = Substituter(interaction.client, record)
        objection = await substituter.objection_to(wanted, interaction.id)
        if objection is not None:
            await answer(interaction, objection)
            return
        await defer(interaction)
        await answer(interaction, await substituter.substitute(wanted, interaction.id))

    @group.command(name="forfeit", description="End the match: a player gives it up.")
    @app_commands.describe(
        player="The player who gives the match up; the other one wins it.",
        reason="Said in the DM channel.",
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
        if found := await _table_and_seat(interaction, desk, match, player):
            table, seat = found
            await desk.give(interaction, table, do.Forfeit(Desk.HOST, seat, shown(reason)))


async def _table_and_seat(
    interaction: Interaction, desk: HostsDesk, match: int | None, player: str
) -> tuple[Table, Seat] | None:
    """The match and the seat that are meant, if a host means them; otherwise it is answered."""
    found = await desk.table_for(interaction, match)
    if found is None:
        return None
    table, actor = found
    if actor is not Desk.HOST:
        await answer(interaction, refusal_line(Refusal(Reason.HOSTS_ONLY), table.names))
        return None
    seat = seat_named(table, player)
    if seat is None:
        dmo, candidate = table.names.dmo, table.names.candidate
        line = say("desk", "no_such_player", player=shown(player), dmo=dmo, candidate=candidate)
        await answer(interaction, line)
        return None
    return table, seat
