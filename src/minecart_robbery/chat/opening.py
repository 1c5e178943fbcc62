"""Opening a match, and rebinding it to other channels: who may, and what must hold (R29, R30, S28).

The channels that are missing are made; those that are given pass the same checks for both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord

from minecart_robbery.chat.calls import Refused
from minecart_robbery.chat.channels import (
    BoundChannels,
    Channels,
    DmChannel,
    Made,
    Players,
    make_missing,
    take_away,
)
from minecart_robbery.chat.messages import moment_of
from minecart_robbery.chat.permissions import (
    host_roles,
    hosts_name,
    is_host,
    readers_answer,
    readerships,
)
from minecart_robbery.chat.preflight import (
    cannot_make,
    open_to_former,
    problems_line,
    problems_with,
    sees_everything,
)
from minecart_robbery.chat.rendering import person_of, shown
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.house import House
from minecart_robbery.live.readers import told_of
from minecart_robbery.live.standing import Standings
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause, Chair, Record, Seating
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.hosting import opening_notices
from minecart_robbery.words.telling.readers import asked_notice


@dataclass(frozen=True, slots=True)
class Wish:
    """A match that somebody wants opened: who plays, where, with which settings changed."""

    by: discord.Member
    players: Players
    channels: Channels
    settings: dict[str, Any]

    @property
    def is_by_player(self) -> bool:
        """Whether one of the players wishes it."""
        return self.by in self.players.both()


class Opener:
    """Opens matches with the rules in force in their server, or those that a host wishes for."""

    def __init__(self, house: House, record: Record, standings: Standings) -> None:
        self._house = house
        self._record = record
        self._standings = standings

    async def objection_to(self, wish: Wish) -> str | None:
        """Why the match can't be opened, and what would work; None if it can."""
        unfit = _unfit_players(wish.players)
        if unfit is not None:
            return unfit
        rules = await self._rules_for(wish)
        not_allowed = await self._not_allowed(wish, rules)
        if not_allowed is not None:
            return not_allowed
        try:
            replace(rules, **wish.settings)
        except ValueError as error:
            return str(error)
        problems = [
            say("desk", "channel_in_use", channel=channel.mention)
            for channel in wish.channels.given()
            if self._house.table_at(channel.id) is not None
        ]
        problems += problems_with(wish.channels, wish.players)
        problems += cannot_make(wish.channels, wish.by.guild)
        if not problems:
            return None
        return problems_line("problems", problems)

    async def _rules_for(self, wish: Wish) -> Rules:
        """The rules in force where the match is to be, without what is wished for it alone."""
        return (await self._standings.of(wish.by.guild.id)).rules

    async def _not_allowed(self, wish: Wish, rules: Rules) -> str | None:
        """Hosts may open matches; the DMO may open one as it comes, if the rules say so (R30)."""
        dmo, candidate = wish.players.both()
        hosts = await is_host(self._record, wish.by)
        if hosts and wish.by not in (dmo, candidate):
            return None
        if hosts and (wish.by == candidate or not rules.dmo_may_run):
            return say("desk", "host_plays")
        if not rules.dmo_may_run:
            name = await hosts_name(self._record, wish.by.guild)
            return say("desk", "not_a_host", hosts=name)
        if wish.by != dmo:
            return say("desk", "dmo_opens_for_themselves")
        if any(table.seating.dmo.person == dmo.id for table in self._house.tables()):
            return say("desk", "one_at_a_time")
        if wish.settings:
            return say("desk", "dmo_keeps_settings")
        return say("desk", "dmo_keeps_channels") if wish.channels.given() else None

    async def open(self, wish: Wish, interaction: int) -> Table | str:
        """Make the channels that are missing, and open the match; or say why it couldn't be."""
        hosts = await host_roles(self._record, wish.by.guild)
        made: Made = []
        bound = await make_missing(wish.channels, wish.players, hosts, made)
        if isinstance(bound, Refused):
            return await _undone(say("desk", "making_failed", why=bound.text), made)
        seating = _seating(wish.players, bound)
        by, rules = person_of(wish.by), await self._rules_for(wish)
        table = await self._house.open(
            seating,
            replace(rules, **wish.settings),
            Cause(f"i:{interaction}", wish.by.id),
            moment_of(interaction),
            notices=[asked_notice(by)] if wish.is_by_player else [],
            readers=told_of(readerships(wish.by.guild, seating)),
            made=[channel.id for channel in made],
            host=by,
        )
        return await _undone(say("desk", "taken"), made) if table is None else table


async def _undone(why: str, made: Made) -> str:
    """Take away again what was made, and say so after `why`, naming what could not be."""
    if not made:
        return why
    left = await take_away(made)
    if not left:
        return f"{why} {say('desk', 'undone')}"
    mentions = ", ".join(channel.mention for channel in left)
    return f"{why} {say('desk', 'not_undone', channels=mentions)}"


def opened_text(table: Table, wish: Wish) -> str:
    """What whoever opened a match is answered: its number, its channels, and what comes next.

    A host is also shown who can read the submissions (S20).
    """
    seating, names = table.seating, Names(*map(person_of, wish.players.both()))
    line = say(
        "desk",
        "opened",
        match=seating.match,
        dmo=names.dmo,
        candidate=names.candidate,
        dm_channel=f"<#{seating.dm_channel}>",
        dmo_channel=f"<#{seating.dmo.channel}>",
        candidate_channel=f"<#{seating.candidate.channel}>",
    )
    return line if wish.is_by_player else readers_answer(wish.by.guild, table, line)


def _unfit_players(players: Players) -> str | None:
    if players.dmo == players.candidate:
        return say("desk", "same_person")
    for player in players.both():
        if player.bot:
            return say("desk", "no_bots", player=shown(player.display_name))
    return next(filter(None, map(sees_everything, players.both())), None)


def _seating(players: Players, bound: BoundChannels) -> Seating:
    dmo, candidate = (
        Chair(seat, player.id, player.display_name, channel.id)
        for seat, player, channel in zip(
            Seat, players.both(), (bound.dmo, bound.candidate), strict=True
        )
    )
    return Seating(0, players.dmo.guild.id, bound.dm.id, dmo, candidate)


class Mover:
    """Moves the matches of a house."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def move(
        self, table: Table, wanted: Channels, by: discord.Member, interaction: int
    ) -> str:
        """Let a match go on in the channels that are wanted, and give what its host is answered.

        Where none is wanted, the answer says which it has. Where it has moved, the host is shown
        who can read the submissions there (S20).
        """
        before = table.seating
        if not wanted.given():
            return channels_line("channels", before)
        after = _moved(before, wanted)
        problems = self._problems(table, after, wanted, by.guild)
        if problems:
            return problems_line("cannot_move", problems)
        if after == before:
            return say("desk", "done_before")
        notices = _notices(table, after, person_of(by))
        readers = told_of(readerships(by.guild, after))
        cause, at = Cause(f"i:{interaction}", by.id), moment_of(interaction)
        if not await self._house.move(table, after, notices, cause, at, readers):
            return say("desk", "taken")
        return readers_answer(by.guild, table, channels_line("moved", after))

    def _problems(
        self, table: Table, after: Seating, wanted: Channels, guild: discord.Guild
    ) -> list[str]:
        if len(set(after.channels())) < len(after.channels()):
            return [say("desk", "same_channel")]
        members = [guild.get_member(chair.person) for chair in after.chairs()]
        match members:
            case [discord.Member() as dmo, discord.Member() as candidate]:
                players = Players(dmo, candidate)
            case _:
                return [
                    say("desk", "player_gone", player=table.names.of(chair.seat))
                    for chair, member in zip(after.chairs(), members, strict=True)
                    if member is None
                ]
        in_use = [
            say("desk", "channel_in_use", channel=channel.mention)
            for channel in wanted.given()
            if self._house.table_at(channel.id) not in (None, table)
        ]
        return in_use + problems_with(wanted, players) + open_to_former(guild, after)


def channels_line(name: str, seating: Seating, **filled_in: str) -> str:
    """The sentence of that name about a match and its channels, as Discord shows channels."""
    dm, dmo, candidate = (f"<#{channel}>" for channel in seating.channels())
    return say(
        "desk",
        name,
        variant=0,
        match=seating.match,
        dm_channel=dm,
        dmo_channel=dmo,
        candidate_channel=candidate,
        **filled_in,
    )


def _moved(seating: Seating, wanted: Channels) -> Seating:
    def id_of(channel: DmChannel | None, otherwise: int) -> int:
        return otherwise if channel is None else channel.id

    def chair(chair: Chair, channel: discord.TextChannel | None) -> Chair:
        return replace(chair, channel=id_of(channel, chair.channel))

    return replace(
        seating,
        dm_channel=id_of(wanted.dm, seating.dm_channel),
        dmo=chair(seating.dmo, wanted.dmo),
        candidate=chair(seating.candidate, wanted.candidate),
    )


def _notices(table: Table, after: Seating, host: str) -> list[Notice]:
    """The move is announced with the host's name (R33), and logged; new channels are explained."""
    announced = channels_line("moved_public", after, host=host)
    moved = [
        Audience.player(seat) for seat in Seat if after.chair(seat) != table.seating.chair(seat)
    ]
    openings = opening_notices(table.names, table.match.rules)
    welcomes = [notice for notice in openings if notice.to in moved]
    public = Notice(Audience.PUBLIC, (announced,), mentions=tuple(Seat))
    return [public, *welcomes, Notice(Audience.LOG, public.lines)]
