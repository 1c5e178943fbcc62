"""What the commands of those who run matches have in common: which match, by whom, what is said."""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord.app_commands import Choice, Range

from minecart_robbery.chat.interactions import Interaction, answer, member_of
from minecart_robbery.chat.messages import moment_of
from minecart_robbery.chat.permissions import actor_in, actor_of, hosts_name
from minecart_robbery.chat.previews import Ordered, Previews, Proposal
from minecart_robbery.chat.rendering import person_of, shown, timestamp
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Actor, Desk, Seat
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.live.house import House
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause, Chair, Record, Seating
from minecart_robbery.words.answers import done_line, refused_at_desk
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.lookalikes import look_alike
from minecart_robbery.words.names import Names, Person

WHICH_MATCH = "Which match is meant; needed only outside its channels."
REASON = "Said in the DM channel."
Reason = Range[str, 1, 200]
"""Why a host corrects something; a correction always has one (R33)."""
MOST_CHOICES = 25
"""Discord shows no more choices than this."""


class HostsDesk:
    """Where commands find the table that they are for, and are given to it."""

    def __init__(self, house: House, record: Record, previews: Previews) -> None:
        self._house = house
        self._record = record
        self._previews = previews

    async def match_choices(self, interaction: Interaction, typed: str) -> list[Choice[int]]:
        """The live matches of this server, as far as they fit what was typed."""
        tables = [table for table in self._house.tables() if _is_here(table, interaction)]
        choices = [
            Choice(name=_choice(interaction.guild, table), value=table.seating.match)
            for table in tables
        ]
        wanted = [choice for choice in choices if str(typed).casefold() in choice.name.casefold()]
        return wanted[:MOST_CHOICES]

    def table_meant(self, interaction: Interaction, *, reopens: bool = False) -> Table | None:
        """The table that is meant by what has been typed of a command so far, if one is.

        Of a command that `reopens` it may be that of a match that has ended (R32).
        """
        match = getattr(interaction.namespace, "match", None)
        if reopens and (match is None or isinstance(match, int)):
            ended = self._reopenable(interaction, match)
            if ended is not None:
                return ended
        if match is None:
            return self._house.table_at(interaction.channel_id or 0)
        table = self._house.table(match) if isinstance(match, int) else None
        return table if table is not None and _is_here(table, interaction) else None

    async def table(self, interaction: Interaction, match: int | None) -> Table | None:
        """The table of the match that is meant; if there is none, that is answered."""
        if match is not None:
            table = self._house.table(match)
            if table is not None and _is_here(table, interaction):
                return table
            is_ended = await self._record.has_ended_in(interaction.guild_id or 0, match)
            ended = match if is_ended else None
            await self._tell_why_none(
                interaction, "no_such_match", lambda it: it.match == match, ended
            )
            return None
        channel = interaction.channel_id
        assert channel is not None, "commands are used in channels"
        table = self._house.table_at(channel)
        if table is None:
            ended = await self._record.last_ended(interaction.guild_id or 0, channel)
            await self._tell_why_none(
                interaction, "no_match_here", lambda it: channel in it.channels(), ended
            )
        return table

    def _reopenable(self, interaction: Interaction, match: int | None) -> Table | None:
        """The table that is meant of a match that has ended, where no live one is (R32)."""
        channel = interaction.channel_id or 0

        def is_meant(it: Seating) -> bool:
            is_named = it.match == match if match is not None else channel in it.channels()
            return is_named and it.server == interaction.guild_id

        if match is None and self._house.table_at(channel) is not None:
            return None
        return self._house.reopenable(is_meant)

    async def _tell_why_none(
        self,
        interaction: Interaction,
        otherwise: str,
        is_meant: Callable[[Seating], bool],
        ended: int | None,
    ) -> None:
        """Answer that the match that is meant has no table: not yet perhaps, or it has `ended`."""

        def is_here_and_meant(seating: Seating) -> bool:
            return seating.server == interaction.guild_id and is_meant(seating)

        stuck = await self._house.stuck(is_here_and_meant)
        if stuck is not None:
            await answer(interaction, say("desk", "stuck", match=stuck.match))
            return
        missing = await self._house.why_missing(is_here_and_meant)
        if missing:
            await answer(interaction, say("pressed", missing))
        elif ended is not None:
            await answer(interaction, ended_line(self._house, ended))
        else:
            await answer(interaction, say("desk", otherwise))

    async def table_for(
        self, interaction: Interaction, match: int | None, *, reopens: bool = False
    ) -> tuple[Table, Actor] | None:
        """The table that is meant, and as whom the member acts there; otherwise it is answered."""
        table = self._reopenable(interaction, match) if reopens else None
        table = table or await self.table(interaction, match)
        if table is None:
            return None
        actor = await actor_of(self._record, member_of(interaction), table)
        if actor is None:
            assert interaction.guild is not None, "these commands are for servers only"
            hosts = await hosts_name(self._record, interaction.guild)
            await answer(interaction, say("desk", "may_not_run", hosts=hosts))
            return None
        return table, actor

    async def stuck(self, interaction: Interaction, match: int | None) -> Seating | None:
        """The match that is meant, if it is here and its record can't be read (S45)."""
        channel = interaction.channel_id

        def is_meant(it: Seating) -> bool:
            is_named = it.match == match if match is not None else channel in it.channels()
            return is_named and it.server == interaction.guild_id

        return await self._house.stuck(is_meant)

    async def propose_call_off_unread(
        self, interaction: Interaction, seating: Seating, proposal: Ordered, note: str
    ) -> None:
        """Let a host see what it means to call off a match that can't be read (S45).

        `proposal` is what is given if it can be read by then.
        """
        member = member_of(interaction)
        if await actor_in(self._record, member, seating) is Desk.HOST:
            await self._previews.offer_unread(interaction, seating, proposal, note)
        else:
            hosts = await hosts_name(self._record, member.guild)
            await answer(interaction, say("desk", "not_a_host", hosts=hosts))

    async def propose(
        self,
        interaction: Interaction,
        match: int | None,
        proposal: Callable[[Table, Actor], Proposal | str],
        *,
        reopens: bool = False,
    ) -> None:
        """Let whoever asks see what a proposal for the match that is meant would do.

        `proposal` makes it, or says why there is none. It may be one that `reopens` a match (R32).
        """
        if found := await self.table_for(interaction, match, reopens=reopens):
            proposed = proposal(*found)
            if isinstance(proposed, str):
                await answer(interaction, proposed)
            else:
                await self._previews.offer(interaction, found[0], proposed)

    async def propose_for(
        self,
        interaction: Interaction,
        match: int | None,
        player: str,
        proposal: Callable[[Table, Actor, Seat], Proposal | str],
    ) -> None:
        """The same for a proposal that concerns one of the two players, whom `player` names."""

        def concerning(table: Table, actor: Actor) -> Proposal | str:
            seat = seat_named(interaction.guild, table, player)
            if seat is None:
                return no_one_player(interaction.guild, table, player)
            return proposal(table, actor, seat)

        await self.propose(interaction, match, concerning)

    async def give_by(
        self,
        interaction: Interaction,
        match: int | None,
        command: Callable[[Actor], do.LaterCommand],
    ) -> None:
        """Give the command, as whoever gives it acts there, to the table that is meant."""
        if found := await self.table_for(interaction, match):
            table, actor = found
            await self.give(interaction, table, actor, command(actor))

    async def give(
        self,
        interaction: Interaction,
        table: Table,
        actor: Actor,
        command: do.LaterCommand,
        answered: Callable[[str], str] = str,
    ) -> None:
        """Give the command of `actor` to the table; what comes of it is public, a refusal private.

        `answered` makes the whole answer of the line that says what was done.
        """
        cause = Cause(f"i:{interaction.id}", interaction.user.id)
        host = person_of(member_of(interaction))
        at = moment_of(interaction.id)
        outcome = await table.do(command, cause, at, host)
        if isinstance(outcome, Refusal):
            refused = refused_at_desk(outcome, table.match, actor, at, table.names)
            await answer(interaction, refused)
        else:
            await answer(interaction, answered(done_line(outcome)))

    async def player_choices(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The two players of the match that is meant, as far as they fit what was typed."""
        table = self.table_meant(interaction)
        if table is None:
            return []
        names = _names_in_lists(interaction.guild, table)
        return [
            Choice(name=say("choices", seat, player=names.of(seat))[:100], value=str(seat))
            for seat in Seat
            if str(typed).casefold() in names.of(seat).casefold()
        ]


def ended_line(house: House, match: int) -> str:
    """That a match has ended, and until when it can be reopened, if it can (R32)."""
    table = house.reopenable(lambda it: it.match == match)
    if table is None or any(map(house.table_at, table.seating.channels())):
        return say("desk", "ended", match=match)
    until = timestamp(table.reopenable_until_ms)
    return say("desk", "ended_reopenable", match=match, moment=until)


def seat_named(guild: discord.Guild | None, table: Table, text: str) -> Seat | None:
    """Whose seat it is that somebody names: chosen from the list, by name, mention or id.

    None: nobody's, or it can be either's, since their names look alike (R35).
    """
    seats = _seats_named(guild, table, text)
    return seats[0] if len(seats) == 1 else None


def _seats_named(guild: discord.Guild | None, table: Table, text: str) -> list[Seat]:
    """Whose seats may be meant. A shown name goes before a user name that is the same."""
    named = text.strip().removeprefix("@")
    for chair in table.seating.chairs():
        if named.casefold() in (chair.seat, f"{chair.person}", f"<@{chair.person}>"):
            return [chair.seat]
    names = _names_in_lists(guild, table)
    people = [Person.called(names.of(seat)) for seat in Seat]
    for both in (people, [it.bare for it in people], [it.user for it in people]):
        found = [it for it, called in zip(Seat, both, strict=True) if look_alike(called, named)]
        if found:
            return found
    return []


def no_one_player(guild: discord.Guild | None, table: Table, text: str) -> str:
    """That whoever somebody names doesn't play, or may be either player, and who plays."""
    names = table.names
    return say(
        "desk",
        "either_player" if _seats_named(guild, table, text) else "not_a_player",
        player=shown(text),
        dmo=names.dmo,
        candidate=names.candidate,
    )


def _is_here(table: Table, interaction: Interaction) -> bool:
    return table.seating.server == interaction.guild_id


def _choice(guild: discord.Guild | None, table: Table) -> str:
    names, match = _names_in_lists(guild, table), table.seating.match
    return say("choices", "match", match=match, dmo=names.dmo, candidate=names.candidate)[:100]


def _names_in_lists(guild: discord.Guild | None, table: Table) -> Names:
    """What the players are called where Discord shows no markdown, told apart (R35)."""
    return Names(*(_person(guild, chair) for chair in table.seating.chairs()))


def _person(guild: discord.Guild | None, chair: Chair) -> Person:
    member = None if guild is None else guild.get_member(chair.person)
    return Person(chair.name, "" if member is None else member.name)
