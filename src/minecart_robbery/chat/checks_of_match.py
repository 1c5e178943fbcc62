"""What a live match needs of channels and players, and who reads along (S20, S27 to S33)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.channels import DmChannel
from minecart_robbery.chat.fit import lacking, open_to_opponents, shut, slow, unable
from minecart_robbery.chat.people import is_host
from minecart_robbery.chat.readers import readerships
from minecart_robbery.checking.finding import Finding, Result, fault, warning
from minecart_robbery.live.addressing import places_of
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.telling.hindering import place_name
from minecart_robbery.words.telling.readers import Reader, called_apart


async def checked_match(record: Record, guild: discord.Guild, table: Table) -> list[Finding]:
    """All that is wrong with a live match; nothing if nothing is."""
    match, names = table.seating.match, table.names
    findings: list[Finding] = []
    found: dict[int, DmChannel] = {}
    for place, id in places_of(table.seating):
        channel = await _channel(guild, id)
        if channel is None:
            where = place_name(place, names)
            findings.append(fault("match", "channel_gone", match=match, place=where))
        else:
            found[id] = channel
    players = {it.seat: guild.get_member(it.person) for it in table.seating.chairs()}
    here = [player for player in players.values() if player is not None]
    findings += [
        fault("match", "player_gone", match=match, player=names.of(seat))
        for seat, player in players.items()
        if player is None and guild.chunked
    ]
    faults = [*unable(here), *_lacking(table, found, here)]
    faults += open_to_opponents(guild, table.seating)
    findings += _told(match, Result.FAULT, faults)
    findings += _told(match, Result.WARNING, slow(found.values()))
    return findings + await _readers(record, guild, table)


async def _channel(guild: discord.Guild, id: int) -> DmChannel | None:
    """A channel of a match, or an archived thread; None if it is gone, or can't be seen."""
    channel = guild.get_channel_or_thread(id)
    if channel is None:
        fetched = await attempt(guild.fetch_channel(id))
        channel = None if isinstance(fetched, Refused) else fetched
    return channel if isinstance(channel, discord.TextChannel | discord.Thread) else None


def _lacking(
    table: Table, found: dict[int, DmChannel], here: Iterable[discord.Member]
) -> Iterator[str]:
    """What the bot and the players can't do in the channels that are there."""
    for id, channel in found.items():
        people = [it for it in here if id in (table.seating.dm_channel, _own(table, it))]
        yield from lacking(channel, people)
        yield from shut(channel)


def _own(table: Table, player: discord.Member) -> int:
    """A player's own submissions channel."""
    seat = table.seating.seat_of(player.id)
    assert seat is not None, "they play in this match"
    return table.seating.chair(seat).channel


async def _readers(record: Record, guild: discord.Guild, table: Table) -> list[Finding]:
    """Who reads a submissions channel, and neither plays, nor hosts, nor is an administrator."""
    findings: list[Finding] = []
    for seat, readership in readerships(guild, table.seating).items():
        others = [it for it in readership.people if not await _may_read(record, guild, it)]
        if others and not readership.is_everybody:
            channel = f"<#{table.seating.chair(seat).channel}>"
            told, _ = called_apart({seat: replace(readership, people=tuple(others))}, table.names)
            names = ", ".join(it.name for it in told[seat].people)
            filled_in = {"match": table.seating.match, "channel": channel, "readers": names}
            findings.append(warning("match", "also_read", **filled_in))
    if not guild.chunked:
        findings.append(warning("match", "members_unknown", match=table.seating.match))
    return findings


async def _may_read(record: Record, guild: discord.Guild, reader: Reader) -> bool:
    """Whether nobody minds this reader; the opponent is told of as a fault."""
    member = guild.get_member(reader.person)
    return (
        reader.is_administrator
        or reader.is_opponent
        or (member is not None and await is_host(record, member))
    )


def _told(match: int, result: Result, problems: Iterable[str]) -> Iterator[Finding]:
    """Sentences that say what to do themselves, as findings about a match."""
    for problem in dict.fromkeys(problems):
        yield Finding("match", result, say("check", "of_match", match=match, problem=problem))
