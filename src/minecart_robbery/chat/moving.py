"""Moving a live match to other channels, after the same checks as at its opening (S28)."""

from __future__ import annotations

from dataclasses import replace

import discord

from minecart_robbery.chat.channels import Channels, DmChannel, Players
from minecart_robbery.chat.fit import open_to_former, problems_line, problems_with
from minecart_robbery.chat.moments import moment_of
from minecart_robbery.chat.readers import readers_answer, readerships
from minecart_robbery.chat.showing import person_of
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.house import House
from minecart_robbery.live.readers import told_of
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause, Chair, Seating
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.hosting import opening_notices


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
