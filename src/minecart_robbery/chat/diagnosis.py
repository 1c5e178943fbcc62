"""/minecart check: all checks of a server, its matches, the bot and its machine, for whoever asks.

It changes nothing. Of the machine's paths and names a server is told no more than it needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import discord

from minecart_robbery.chat.application import checked_intents
from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.channels import MOST_IN_CATEGORY, Channels, DmChannel
from minecart_robbery.chat.permissions import host_roles, is_host, permission_name, readerships
from minecart_robbery.chat.preflight import (
    cannot_make,
    lacking,
    lacks,
    open_to_opponents,
    shut,
    slow,
    unable,
    why_no_log,
)
from minecart_robbery.chat.rendering import shown
from minecart_robbery.chat.sync import Tree, shape_of
from minecart_robbery.checking.database import checked_while_hosting
from minecart_robbery.checking.finding import Finding, Result, fault, ok, warning, worst
from minecart_robbery.checking.machine import checked_clock, checked_machine
from minecart_robbery.live.absences import LEAST_MS
from minecart_robbery.live.addressing import places_of
from minecart_robbery.live.clock import DiscordClock
from minecart_robbery.live.house import House
from minecart_robbery.live.standing import Standings
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say, seconds
from minecart_robbery.words.telling.hindering import place_name
from minecart_robbery.words.telling.readers import MOST_LETTERS, Reader, called_apart

_NONE_GIVEN = Channels(None, None, None)
_MADE_IN_CATEGORY = 3
NEEDED = ("view_channel", "send_messages", "read_message_history", "embed_links")
"""Without these the bot can't make a match's channels: it can allow itself no more than it has."""
NOW_AND_THEN = (
    "send_messages_in_threads",
    "manage_messages",
    "manage_roles",
    "mention_everyone",
)
"""Without these something is missing in some matches."""


async def checked_server(
    house: House, record: Record, standings: Standings, guild: discord.Guild
) -> list[Finding]:
    """All checks of a server that concern no single match."""
    if guild.me.is_timed_out():
        return [fault("permissions", "bot_timed_out")]
    roles = await host_roles(record, guild)
    standing = await standings.of(guild.id)
    hosts = list(_hosts(guild, await record.hosts_role(guild.id), roles))
    permissions = list(_permissions(guild, roles))
    channels = [
        *(Finding("channels", Result.WARNING, it) for it in cannot_make(_NONE_GIVEN, guild)),
        *_archive(guild, standing.archive_category),
        *_log(guild, standing.hosts_log, house),
    ]
    return [
        *(permissions or [ok("permissions", "permissions")]),
        *(hosts or [ok("hosts", "hosts", roles=", ".join(shown(it.name) for it in roles))]),
        *(channels or [ok("channels", "channels")]),
    ]


def _permissions(guild: discord.Guild, hosts: list[discord.Role]) -> Iterator[Finding]:
    """What of the invite's permissions the bot lacks in the whole server, each with what for."""
    lacking = [it for it in NEEDED + NOW_AND_THEN if not getattr(guild.me.guild_permissions, it)]
    for name in lacking:
        if name == "mention_everyone" and hosts and all(role.mentionable for role in hosts):
            continue
        kind = fault if name in NEEDED else warning
        yield kind("permissions", f"lacks_{name}", permission=permission_name(name))


def _hosts(guild: discord.Guild, role: int | None, roles: list[discord.Role]) -> Iterator[Finding]:
    """Whether there are hosts, and a role by which they can be called."""
    if role is not None and guild.get_role(role) is None:
        yield warning("hosts", "hosts_gone")
    elif not roles:
        yield warning("hosts", "hosts_none")
    elif guild.chunked and not any(role.members for role in roles):
        yield warning("hosts", "hosts_empty", roles=", ".join(shown(it.name) for it in roles))


def _archive(guild: discord.Guild, id: int | None) -> Iterator[Finding]:
    """Whether the category for ended matches is there, and has room for one more (S31)."""
    if id is None:
        return
    category = guild.get_channel(id)
    if not isinstance(category, discord.CategoryChannel):
        yield warning("channels", "archive_gone")
    elif len(category.channels) + _MADE_IN_CATEGORY > MOST_IN_CATEGORY:
        name, count = shown(category.name), len(category.channels)
        yield warning("channels", "archive_full", name=name, count=count, most=MOST_IN_CATEGORY)


def _log(guild: discord.Guild, id: int | None, house: House) -> Iterator[Finding]:
    """Whether the hosts' log is there, the bot may write it, and nobody reads it who mustn't."""
    if id is None:
        return
    channel = guild.get_channel(id)
    if not isinstance(channel, discord.TextChannel):
        yield warning("channels", "log_gone")
    elif names := lacks(channel, guild.me):
        lacking = ", ".join(f"**{permission_name(name)}**" for name in names)
        yield warning("channels", "log_lacks", channel=channel.mention, permissions=lacking)
    elif why := why_no_log(channel, house):
        yield warning("channels", "log_unfit", why=why)


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


_SIGNS = {Result.FAULT: "line_fault", Result.WARNING: "line_warning"}


def check_answer(findings: Sequence[Finding], played: Sequence[int] = ()) -> str:
    """The answer, as long as Discord allows; `played` are matches that were left out."""
    bad = [it for result in _SIGNS for it in findings if it.result is result]
    is_bad = {it.check for it in bad}
    well = dict.fromkeys(it.check for it in findings if it.check not in is_bad)
    heading = say("check", f"heading_{worst(findings)}")
    end: list[str] = []
    if well:
        names = ", ".join(say("checks", check) for check in well)
        end.append(say("check", "well", names=names))
    if played:
        end.append(say("check", "left_out", matches=", ".join(map(str, played))))
    room = MOST_LETTERS - sum(len(line) + 1 for line in (heading, *end))
    return "\n".join([heading, *_fitting([_line(it) for it in bad], room), *end])


def _line(finding: Finding) -> str:
    name = say("checks", finding.check)
    told = f"{finding.found}. {finding.to_do}" if finding.to_do else finding.found
    return say("check", _SIGNS[finding.result], name=name, told=told)


def _fitting(lines: list[str], room: int) -> list[str]:
    """As many lines as there is room for; of the rest only how many."""
    for kept in range(len(lines), -1, -1):
        rest = len(lines) - kept
        shown = [*lines[:kept], *([say("check", "more", count=rest)] if rest else [])]
        if sum(len(line) + 1 for line in shown) <= room:
            return shown
    return []


class Checker:
    """Checks the server of whoever asks, and the bot that hosts there."""

    def __init__(
        self,
        tree: Tree,
        house: House,
        record: Record,
        standings: Standings,
        clock: DiscordClock,
        database: Path,
    ) -> None:
        self._tree = tree
        self._house = house
        self._record = record
        self._standings = standings
        self._clock = clock
        self._database = database

    async def check(self, by: discord.Member) -> str:
        """What is found, as whoever asked is answered. Of a match they play in they hear nothing.

        It names who reads there, which is the hosts' business alone (S22).
        """
        tables = [it for it in self._house.tables() if it.seating.server == by.guild.id]
        played = [table for table in tables if table.seating.seat_of(by.id) is not None]
        findings = await checked_server(self._house, self._record, self._standings, by.guild)
        findings += await self._of_matches(by.guild, [it for it in tables if it not in played])
        findings += await self._of_bot()
        findings += await asyncio.to_thread(lambda: list(self._of_machine()))
        seated = [table.seating.match for table in self._house.tables()]
        findings += await checked_while_hosting(
            self._record, self._database, self._database.name, seated
        )
        return check_answer(findings, [table.seating.match for table in played])

    async def _of_matches(self, guild: discord.Guild, tables: list[Table]) -> list[Finding]:
        found = [it for table in tables for it in await checked_match(self._record, guild, table)]
        return found or [ok("match", "match_well", count=len(tables))]

    async def _of_bot(self) -> list[Finding]:
        return [
            *await self._commands(),
            *await self._intents(),
            checked_clock(self._clock.skew.ahead_ms),
            self._lag(),
        ]

    async def _commands(self) -> list[Finding]:
        """Whether Discord knows the commands as they are, and has them all (S35)."""
        known = await attempt(self._tree.fetch_commands())
        if isinstance(known, Refused):
            return [warning("commands", "commands_unknown", why=known.text)]
        missing = {it.name for it in self._tree.get_commands()} - {it.name for it in known}
        if missing:
            names = ", ".join(f"**/{name}**" for name in sorted(missing))
            return [fault("commands", "commands_missing", names=names)]
        if shape_of(self._tree) != await self._record.commands_shape():
            return [warning("commands", "commands_old")]
        return [ok("commands", "commands")]

    async def _intents(self) -> list[Finding]:
        application = await attempt(self._tree.client.application_info())
        return [] if isinstance(application, Refused) else [checked_intents(application.flags)]

    def _lag(self) -> Finding:
        late_ms = self._house.pulse.worst_ms
        if late_ms is None:
            return ok("lag", "lag_unwatched")
        if late_ms >= LEAST_MS:
            return warning("lag", "lag_late", seconds=seconds(late_ms))
        return ok("lag", "lag")

    def _of_machine(self) -> Iterator[Finding]:
        """The machine as `minecart doctor` checks it, for eyes that may not be its owner's."""
        for finding in checked_machine():
            if finding.check == "settings" and finding.result is not Result.OK:
                yield fault("settings", "settings_bad_there")
            else:
                yield finding
