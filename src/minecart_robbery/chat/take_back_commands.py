"""The slash commands /match take-back turn and /match take-back round (R32), with previews."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from discord import app_commands
from discord.app_commands import Choice, Range

from minecart_robbery.chat.answering import Interaction
from minecart_robbery.chat.hosts_desk import MOST_CHOICES, REASON, WHICH_MATCH, HostsDesk, Reason
from minecart_robbery.chat.proposals import Asked, Ordered, Proposal
from minecart_robbery.chat.readers import readers_answer, readerships
from minecart_robbery.chat.showing import shown
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.evolve_corrections import last_turn_over
from minecart_robbery.engine.nouns import Actor
from minecart_robbery.live.readers import told_of
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.telling.previewing import Preview

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
        kept = () if table is None else table.match.checkpoints
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
    kept = () if table is None else table.match.checkpoints
    return [it.turn for it in kept if it.round == number and it.turn is not None]
