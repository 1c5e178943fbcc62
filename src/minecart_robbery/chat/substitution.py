"""Letting somebody else play on in a seat (S33), so that nobody reads what they mustn't meanwhile.

First whoever comes is shut out of the opponent's channel, then whoever goes is shut out of theirs;
then the match changes hands, and only then whoever comes is let in. Cut short at any point, nobody
can read more than before, and the same command completes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.channels import DmChannel
from minecart_robbery.chat.permissions import LET_IN, SHUT_OUT, Person, Rights, permission_name
from minecart_robbery.chat.preflight import (
    lacks,
    open_to_opponents,
    problems_line,
    sees_everything,
    unable,
)
from minecart_robbery.chat.previews import Asked
from minecart_robbery.chat.rendering import person_of, shown, timestamp
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.live.proceedings import Newcomer
from minecart_robbery.live.room import Failure
from minecart_robbery.live.table import Table
from minecart_robbery.record import Chair, Record, Seating
from minecart_robbery.words.answers import refused_at_desk
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.telling.previewing import Preview, preview


@dataclass(frozen=True, slots=True)
class Substitution:
    """That `player` plays on in a seat of a match, as whoever `asked` wants it.

    `command` is what the engine is asked; it knows nobody's name.
    """

    table: Table
    command: do.Substitute
    player: discord.Member
    asked: Asked

    @property
    def seat(self) -> Seat:
        """The seat in which they play on."""
        return self.command.seat

    @property
    def names(self) -> Names:
        """What people are called once it is done, and who sat there before."""
        names = self.table.names
        if not self.is_half_done:
            names = names.once_taken(self.seat, person_of(self.player))
        return replace(names, host=self.asked.host)

    @property
    def is_half_done(self) -> bool:
        """Whether they sit there already: the rest may have been cut off, and is done again."""
        return self.table.seating.chair(self.seat).person == self.player.id


class Substituter:
    """Lets others play on in the seats of matches."""

    def __init__(self, client: discord.Client, record: Record) -> None:
        self._client = client
        self._record = record

    async def objection_to(self, wanted: Substitution) -> str | None:
        """Why it can't be done, and what would work; None if it can. Nothing is changed."""
        unfit = await self._unfit(wanted)
        if unfit is not None:
            return unfit
        if not wanted.is_half_done:
            came = decide(wanted.table.match, wanted.command, wanted.asked.at)
            if isinstance(came, Refusal):
                return _refused(wanted, came)
        problems = _problems(wanted)
        return problems_line("cannot_substitute", problems) if problems else None

    async def _unfit(self, wanted: Substitution) -> str | None:
        """Whether this person can't play here at all: the checks of an opening (S17, S20, S22)."""
        seating, player = wanted.table.seating, wanted.player
        name = shown(player.display_name)
        if player.id == seating.chair(wanted.seat.other).person:
            return say("desk", "same_person")
        if player.bot:
            return say("desk", "no_bots", player=name)
        if player == wanted.asked.member:
            return say("desk", "host_plays_on")
        sat = await self._record.who_sat(seating.match)
        if any(it.person == player.id and it.seat is wanted.seat.other for it in sat):
            return say("desk", "has_played_there", player=name)
        return sees_everything(player)

    async def substitute(self, wanted: Substitution) -> str:
        """Do it, and give what its host is answered. Where it fails, what was changed is put back.

        Whoever sits there already is let in again, as after a fault between two steps.
        """
        async with wanted.table.changing_hands(wanted.seat):
            objection = await self.objection_to(wanted)
            if objection is not None:
                return objection
            before, rights = wanted.table.seating, Rights()
            refused = await self._shut_out(wanted, before, rights)
            if refused is not None:
                return await _put_back(refused, rights)
            if not wanted.is_half_done:
                problem = await _seated(wanted, before)
                if problem is not None:
                    return await _put_back(problem, rights)
            return await _let_in(wanted, before)

    async def _shut_out(self, wanted: Substitution, before: Seating, rights: Rights) -> str | None:
        """Shut whoever comes out of the opponent's channel, then whoever went out of both.

        Gives why Discord refused, if it did.
        """
        own, opponents = _channels(wanted, before)
        if opponents is not None:
            refused = await rights.change(opponents, wanted.player, SHUT_OUT)
            if refused is not None:
                return _refused_line(opponents, refused)
        for person in await self._who_goes(wanted, before):
            gone = await self._person(wanted.player.guild, person)
            if isinstance(gone, Refused):
                return say("desk", "rights_failed", channel=f"<@{person}>", why=gone.text)
            for channel in (own, opponents):
                if channel is not None and gone is not None:
                    refused = await rights.change(channel, gone, SHUT_OUT)
                    if refused is not None:
                        return _refused_line(channel, refused)
        return None

    async def _who_goes(self, wanted: Substitution, before: Seating) -> list[int]:
        """Who sits there now, or who did before if somebody else sits there already."""
        if not wanted.is_half_done:
            return [before.chair(wanted.seat).person]
        sat = await self._record.who_sat(before.match)
        people = {it.person: None for it in sat if it.seat is wanted.seat}
        return [person for person in people if person != wanted.player.id]

    async def _person(self, guild: discord.Guild, person: int) -> Person | Refused | None:
        """Somebody by their id, even if they have left; None: there is no such person any more."""
        member = guild.get_member(person)
        if member is not None:
            return member
        found = await attempt(self._client.fetch_user(person))
        is_nobody = isinstance(found, Refused) and found.failure is Failure.GONE
        return None if is_nobody else found


def _problems(wanted: Substitution) -> list[str]:
    """What is in the way just now, each with how to mend it (S20, S27, S33)."""
    guild, seating = wanted.player.guild, wanted.table.seating
    chair = replace(seating.chair(wanted.seat), person=wanted.player.id)
    name = shown(wanted.player.display_name)
    then = replace(seating.once_taken(chair), former=frozenset())  # whoever goes is shut out by it
    problems = open_to_opponents(guild, then)
    problems += unable([wanted.player])
    before = guild.get_member(seating.chair(wanted.seat).person)
    if before is not None and sees_everything(before) is not None:
        problems.append(say("desk", "cannot_shut_out", player=shown(before.display_name)))
    dm = guild.get_channel_or_thread(seating.dm_channel)
    if isinstance(dm, discord.Thread) and (lacking := lacks(dm, wanted.player)):
        named = ", ".join(f"**{permission_name(it)}**" for it in lacking)
        line = say("desk", "player_lacks", channel=dm.mention, player=name, permissions=named)
        problems.append(line)
    changed = [*_channels(wanted, seating), _dm_to_open(dm, wanted.player)]
    return problems + [
        say("desk", "cannot_change_rights", channel=channel.mention)
        for channel in changed
        if channel is not None and not channel.permissions_for(guild.me).manage_roles
    ]


def _channels(
    wanted: Substitution, seating: Seating
) -> tuple[discord.TextChannel | None, discord.TextChannel | None]:
    """The seat's own submissions channel and the opponent's; None for one that is lost (S28)."""
    own, other = (
        wanted.player.guild.get_channel(seating.chair(seat).channel)
        for seat in (wanted.seat, wanted.seat.other)
    )
    return (
        own if isinstance(own, discord.TextChannel) else None,
        other if isinstance(other, discord.TextChannel) else None,
    )


def _dm_to_open(
    dm: DmChannel | discord.abc.GuildChannel | None, player: discord.Member
) -> discord.TextChannel | None:
    """The DM channel, if whoever plays can't read and write there yet."""
    is_closed = isinstance(dm, discord.TextChannel) and bool(lacks(dm, player))
    return dm if is_closed and isinstance(dm, discord.TextChannel) else None


async def _seated(wanted: Substitution, before: Seating) -> str | None:
    """Let the match change hands; why it couldn't, if it couldn't."""
    asked, player = wanted.asked, wanted.player
    chair: Chair = replace(
        before.chair(wanted.seat),
        person=player.id,
        name=player.display_name,
        since=asked.at.snowflake,
    )
    newcomer = Newcomer(chair, person_of(player))
    outcome = await wanted.table.seat(
        wanted.command, newcomer, before, asked.cause, asked.at, asked.host
    )
    if isinstance(outcome, Refusal):
        return _refused(wanted, outcome)
    return say("desk", "seats_changed") if outcome is None else None


async def _let_in(wanted: Substitution, before: Seating) -> str:
    """Let whoever plays on into the channels where they can't be yet; what the host is answered."""
    guild, player = wanted.player.guild, wanted.player
    own, _ = _channels(wanted, before)
    dm = _dm_to_open(guild.get_channel_or_thread(before.dm_channel), player)
    name = shown(player.display_name)
    for channel in (own, dm):
        refused = None
        if channel is not None:
            refused = await Rights().change(channel, player, LET_IN)
        if channel is not None and refused is not None:
            return say("desk", "not_let_in", player=name, channel=channel.mention, why=refused.text)
    return say("desk", "done_seat_taken")


def _refused(wanted: Substitution, refusal: Refusal) -> str:
    table, command = wanted.table, wanted.command
    return refused_at_desk(refusal, table.match, command.by, wanted.asked.at, table.names)


def _refused_line(channel: discord.TextChannel, refused: Refused) -> str:
    return say("desk", "rights_failed", channel=channel.mention, why=refused.text)


async def _put_back(why: str, rights: Rights) -> str:
    """Put back what was changed, and say so after `why`, naming where that failed."""
    left = await rights.put_back()
    if not left:
        return f"{why} {say('desk', 'rights_put_back')}"
    mentions = ", ".join(channel.mention for channel in left)
    return f"{why} {say('desk', 'rights_not_put_back', channels=mentions)}"


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
        steps = decide(table.match, self.command, asked.at)
        assert not isinstance(steps, Refusal), "that would have been an objection"
        title = say("preview", "substitute", player=names.of(wanted.seat), before=names.before)
        return preview(title, table.match, steps, asked.at, names, timestamp)

    async def carry_out(self, table: Table, seen: Preview, asked: Asked) -> Preview | str:
        """Do it, if it is still what was seen."""
        now = await self.preview(table, asked)
        if now != seen:
            return now
        return await self.substituter.substitute(
            Substitution(table, self.command, self.player, asked)
        )
