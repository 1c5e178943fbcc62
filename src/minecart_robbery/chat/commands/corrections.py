"""The slash commands by which hosts correct a match, end it or let somebody else play on.

Each is previewed, then confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from minecart_robbery.chat.commands.desk import MOST_CHOICES, REASON, WHICH_MATCH, HostsDesk, Reason
from minecart_robbery.chat.interactions import Interaction
from minecart_robbery.chat.permissions import readers_answer, readerships
from minecart_robbery.chat.previews import Asked, Ordered, Proposal
from minecart_robbery.chat.rendering import shown
from minecart_robbery.chat.substitution import Substituter, Substituting
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.corrections import last_turn_over
from minecart_robbery.engine.nouns import Actor, Desk, Seat, Track
from minecart_robbery.live.readers import told_of
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.names import Names
from minecart_robbery.words.telling.aspects import Aspect
from minecart_robbery.words.telling.previewing import Preview

_TRACKS = [Choice(name=name_of(track), value=track.value) for track in Track]
_PLAYER = "Which of the two players is meant."


def add_correction_commands(group: app_commands.Group, desk: HostsDesk) -> None:
    """Add them to /match."""

    @group.command(name="call-off", description="End the match without a winner.")
    @app_commands.describe(reason=REASON, match=WHICH_MATCH)
    @app_commands.autocomplete(match=desk.match_choices)
    async def call_off(
        interaction: Interaction, reason: Range[str, 0, 200] = "", match: int | None = None
    ) -> None:
        def proposal(_: Table | None, actor: Actor) -> Ordered:
            return Ordered(lambda _: say("preview", "call_off"), do.CallOff(actor, shown(reason)))

        stuck = await desk.stuck(interaction, match)
        if stuck is None:
            await desk.propose(interaction, match, proposal)
        else:
            by_host = proposal(None, Desk.HOST)
            await desk.propose_call_off_unread(interaction, stuck, by_host, shown(reason))

    @group.command(name="pick-for", description="Enter a pick for a player, on the record.")
    @app_commands.describe(
        player=_PLAYER,
        track="The mine to send, or the track to guard.",
        reason=REASON,
        match=WHICH_MATCH,
    )
    @app_commands.choices(track=_TRACKS)
    @app_commands.autocomplete(match=desk.match_choices)
    @app_commands.autocomplete(player=desk.player_choices)
    async def pick_for(
        interaction: Interaction,
        player: str,
        track: str,
        reason: Reason,
        match: int | None = None,
    ) -> None:
        def proposal(_: Table, actor: Actor, seat: Seat) -> Proposal:
            picked = Track(track)

            def title(names: Names) -> str:
                return say("preview", "pick_for", player=names.of(seat), track=name_of(picked))

            return Ordered(title, do.PickFor(actor, seat, picked, shown(reason)))

        await desk.propose_for(interaction, match, player, proposal)

    @group.command(name="award", description="Correct a player's gems in this round.")
    @app_commands.describe(
        player=_PLAYER,
        gems="How many to give; with a minus, how many to take away.",
        reason=REASON,
        match=WHICH_MATCH,
    )
    @app_commands.autocomplete(match=desk.match_choices)
    @app_commands.autocomplete(player=desk.player_choices)
    async def award(
        interaction: Interaction,
        player: str,
        gems: Range[int, -99, 99],
        reason: Reason,
        match: int | None = None,
    ) -> None:
        def title(names: Names, seat: Seat) -> str:
            kind = "give" if gems > 0 else "take"
            return say("preview", kind, player=names.of(seat), gems=abs(gems))

        def proposal(_: Table, actor: Actor, seat: Seat) -> Proposal:
            command = do.Award(actor, seat, gems, shown(reason))
            return Ordered(lambda names: title(names, seat), command)

        await desk.propose_for(interaction, match, player, proposal)

    @group.command(name="settle-now", description="Let the running time be over now.")
    @app_commands.describe(reason=REASON, match=WHICH_MATCH)
    @app_commands.autocomplete(match=desk.match_choices)
    async def settle_now(
        interaction: Interaction, reason: Reason, match: int | None = None
    ) -> None:
        def proposal(_: Table, actor: Actor) -> Proposal:
            command = do.EndClock(actor, shown(reason))
            return Ordered(lambda _: say("preview", "settle_now"), command, also=(Aspect.PICKS,))

        await desk.propose(interaction, match, proposal)

    @group.command(name="extend", description="Let the running clock run for longer.")
    @app_commands.describe(seconds="How many seconds more.", reason=REASON, match=WHICH_MATCH)
    @app_commands.autocomplete(match=desk.match_choices)
    async def extend(
        interaction: Interaction,
        seconds: Range[int, 1, 3600],
        reason: Reason,
        match: int | None = None,
    ) -> None:
        def proposal(_: Table, actor: Actor) -> Proposal:
            command = do.ExtendClock(actor, seconds * 1000, shown(reason))
            return Ordered(lambda _: say("preview", "extend", seconds=seconds), command)

        await desk.propose(interaction, match, proposal)


_FIRST = (1, 1)


def add_take_back_commands(group: app_commands.Group, desk: HostsDesk, record: Record) -> None:
    """Add them to /match."""
    take_back = app_commands.Group(
        name="take-back", description="Take back what was played.", parent=group
    )

    async def turn_choices(interaction: Interaction, typed: str) -> list[Choice[int]]:
        """The turns that can be taken back, of the round that is named or that was played last."""
        table = desk.table_meant(interaction, reopens=True)
        named = getattr(interaction.namespace, "round", None)
        number = named if isinstance(named, int) else None if table is None else _last(table)[0]
        turns = _played(table, number)
        return [
            Choice(name=say("choices", "turn", round=number or 0, turn=turn), value=turn)
            for turn in reversed(turns)
            if str(typed) in str(turn)
        ][:MOST_CHOICES]

    async def round_choices(interaction: Interaction, typed: str) -> list[Choice[int]]:
        """The rounds that can be taken back."""
        table = desk.table_meant(interaction, reopens=True)
        kept = () if table is None else table.match.snapshots
        rounds = [it.round for it in kept if it.turn is None]
        return [
            Choice(name=say("choices", "round", round=number), value=number)
            for number in reversed(rounds)
            if str(typed) in str(number)
        ]

    @take_back.command(name="turn", description="Play on from where a turn opened.")
    @app_commands.describe(
        reason=REASON,
        turn="Which turn; without it, the last one that is over.",
        round="Of which round; without it, the one that was played last.",
        match=WHICH_MATCH,
    )
    @app_commands.autocomplete(match=desk.match_choices)
    @app_commands.autocomplete(turn=turn_choices)
    @app_commands.autocomplete(round=round_choices)
    async def take_back_turn(
        interaction: Interaction,
        reason: Reason,
        turn: Range[int, 1, 999] | None = None,
        round: Range[int, 1, 17] | None = None,
        match: int | None = None,
    ) -> None:
        def proposal(table: Table, actor: Actor) -> Proposal | str:
            last_round, last_turn = _last(table)
            if round is not None and turn is None:
                return say("desk", "which_turn")
            number, which = round or last_round, turn or last_turn
            title = say("preview", "take_back_turn", round=number, turn=which)
            command = do.TakeBack(actor, number, which, shown(reason))
            return TakingBack(lambda _: title, command, record=record)

        await desk.propose(interaction, match, proposal, reopens=True)

    @take_back.command(name="round", description="Play a whole round anew.")
    @app_commands.describe(
        reason=REASON,
        round="Which round; without it, the one of the last turn that is over.",
        match=WHICH_MATCH,
    )
    @app_commands.autocomplete(match=desk.match_choices)
    @app_commands.autocomplete(round=round_choices)
    async def take_back_round(
        interaction: Interaction,
        reason: Reason,
        round: Range[int, 1, 17] | None = None,
        match: int | None = None,
    ) -> None:
        def proposal(table: Table, actor: Actor) -> Proposal:
            number = round or _last(table)[0]
            title = say("preview", "take_back_round", round=number)
            command = do.TakeBack(actor, number, None, shown(reason))
            return TakingBack(lambda _: title, command, record=record)

        await desk.propose(interaction, match, proposal, reopens=True)


@dataclass(frozen=True, slots=True)
class TakingBack(Ordered):
    """Taking back: its preview tells the corrections that fall with it (R32).

    In a match that has ended its readers are checked as at an opening.
    """

    record: Record = field(kw_only=True)

    async def preview(self, table: Table, asked: Asked) -> Preview | str:
        """What the command would come to, unless that reopens it and an opponent reads."""
        refused = _read_by_opponent(asked, table) if table.is_over else None
        return refused or await Ordered.preview(await self._knowing(table), table, asked)

    async def carry_out(self, table: Table, seen: Preview, asked: Asked) -> Preview | str:
        """Give the command; of a match reopened the host is shown who can read the submissions."""
        reopens = table.is_over
        refused = _read_by_opponent(asked, table) if reopens else None
        if refused is not None:
            return refused
        readers = told_of(readerships(asked.member.guild, table.seating))
        given = replace(await self._knowing(table), readers=readers)
        done = await Ordered.carry_out(given, table, seen, asked)
        if not reopens or not isinstance(done, str) or table.is_over:
            return done
        return readers_answer(asked.member.guild, table, done)

    async def _knowing(self, table: Table) -> TakingBack:
        return replace(self, played=await self.record.events(table.seating.match))


def _read_by_opponent(asked: Asked, table: Table) -> str | None:
    """Why the match can't be reopened as its channels are; None if it can."""
    for seat, it in readerships(asked.member.guild, table.seating).items():
        channel = f"<#{table.seating.chair(seat).channel}>"
        if it.is_everybody:
            return say("desk", "everybody_reads", channel=channel)
        if any(reader.is_opponent for reader in it.people):
            name = table.names.of(seat.other)
            return say("desk", "opponent_reads", channel=channel, player=name)
    return None


def _last(table: Table) -> tuple[int, int]:
    """The round and the turn that is over last; the very first one, until it is."""
    return last_turn_over(table.match) or _FIRST


def _played(table: Table | None, number: int | None) -> list[int]:
    """The turns of a round that have opened."""
    kept = () if table is None else table.match.snapshots
    return [it.turn for it in kept if it.round == number and it.turn is not None]


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
