"""Looking at what a live match needs of Discord, and who reads along (S20, S27 to S33).

Looked at whenever something around a match changes, after a restart, and at every sweep, since
nobody tells of a time-out that has run out. All of it stands in discord.py's cache, but for a
thread that is archived.

Who reads along is worked out anew only where it may have changed, since a server may have very many
members (S49): of one whose roles have changed it is looked whether that one reads now.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.channels import DmChannel
from minecart_robbery.chat.permissions import can_read, permission_name, readerships
from minecart_robbery.chat.preflight import kept_from_acting, lacks
from minecart_robbery.live.addressing import places_of
from minecart_robbery.live.hindrances import (
    Absence,
    AbsentPlayer,
    Hindrance,
    Loss,
    LostPlace,
    OpponentReads,
    SlowPlace,
)
from minecart_robbery.live.house import House
from minecart_robbery.live.room import Failure
from minecart_robbery.live.table import Table
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.record import Chair, Seating
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.telling.readers import Readerships, read_by_opponents

_LOG = logging.getLogger(__name__)


class Watcher:
    """Looks at the matches of `house`, and tells their tables what keeps them from being played."""

    def __init__(self, client: discord.Client, house: House) -> None:
        self._client = client
        self._house = house
        self._one_at_a_time = asyncio.Lock()
        self._gone: set[int] = set()
        self._opened: set[int] = set()
        self._asked: set[int] = set()
        self._tasks = Tasks("the watcher")
        self._seen: dict[int, tuple[Seating, Readerships]] = {}
        self._awaited: set[int] = set()

    async def look(self, server: int | None = None) -> None:
        """Look at the live matches of a server, or of all. One that fails holds up no other.

        Who reads is looked at where it isn't known, or may have changed.
        """
        async with self._one_at_a_time:
            for table in self._house.tables():
                if server not in (None, table.seating.server):
                    continue
                try:
                    await self._look_at(table)
                except Exception:
                    _LOG.exception("match %d can't be looked at", table.seating.match)
                await asyncio.sleep(0)
            live = {table.seating.match for table in self._house.tables()}
            self._seen = {match: seen for match, seen in self._seen.items() if match in live}

    async def _look_at(self, table: Table) -> None:
        seating = table.seating
        seen = self._seen.pop(seating.match, None)
        hindrances = await self._hindrances(seating)
        readers = self._readerships(seating) if seen is None or seen[0] != seating else seen[1]
        hindrances += [OpponentReads(seat) for seat in read_by_opponents(readers)]
        await table.found(frozenset(hindrances))
        if seen is None or seen[1] is not readers:
            await table.read_by(seating, readers)
        await table.look_at_log()
        guild = self._client.get_guild(seating.server)
        if guild is not None and guild.chunked and not guild.unavailable:
            self._seen[seating.match] = seating, readers

    async def changed(self, server: int) -> None:
        """Something has changed in a server by which others may read now.

        Of many changes while it is still being looked, one more look is taken.
        """
        if server in self._awaited:
            return
        self._awaited.add(server)
        async with self._one_at_a_time:
            self._awaited.discard(server)
            self._seen = {
                match: seen for match, seen in self._seen.items() if seen[0].server != server
            }
        await self.look(server)

    def forget(self) -> None:
        """Know no more who reads in any match: there may have been changes that nobody told of."""
        self._seen.clear()

    async def channel_changed(self, channel: discord.abc.GuildChannel) -> None:
        """A channel has changed, or is gone: a match's perhaps, or that of the hosts' log."""
        if self._house.table_at(channel.id) is None:
            await self.look(channel.guild.id)
        else:
            await self.changed(channel.guild.id)

    async def member_changed(self, member: discord.Member) -> None:
        """A member has come, has left, or may do something else by now (S20, S27, S33).

        That concerns the matches that need this member, and those whose submissions this one has
        begun to read, or reads no more.
        """
        guild = member.guild
        tables = [it for it in self._house.tables() if it.seating.server == guild.id]
        if member.id == guild.me.id:
            await self.look(guild.id)
        elif any(self._reads_otherwise(member, table.seating) for table in tables):
            await self.changed(guild.id)
        elif any(_needs(table.seating, member) for table in tables):
            await self.look(guild.id)

    def _reads_otherwise(self, member: discord.Member, seating: Seating) -> bool:
        """Whether it is not as it was seen last whether somebody reads the submissions."""
        seen, guild = self._seen.get(seating.match), member.guild
        if seen is None or seen[0] != seating:
            return True
        is_there = guild.get_member(member.id) is not None
        for chair in seating.chairs():
            channel = guild.get_channel(chair.channel)
            if not isinstance(channel, discord.TextChannel) or member.id == chair.person:
                continue
            readership = seen[1].get(chair.seat)
            reads = is_there and can_read(channel, member)
            if readership is None or reads != (member.id in readership.ids()):
                return True
        return False

    async def _hindrances(self, seating: Seating) -> list[Hindrance]:
        guild = self._client.get_guild(seating.server)
        if guild is None:
            return [LostPlace(Audience.PUBLIC, Loss.REMOVED)]
        if guild.unavailable:
            return [LostPlace(Audience.PUBLIC, Loss.SERVER_DOWN)]
        found: list[Hindrance] = []
        for place, channel_id in places_of(seating):
            channel = await self._channel(guild, channel_id)
            if isinstance(channel, Loss):
                found.append(LostPlace(place, channel))
                continue
            lacking = lacks(channel, guild.me)
            if lacking:
                named = tuple(permission_name(name) for name in lacking)
                found.append(LostPlace(place, _loss_by(lacking), named))
            found += [SlowPlace(place)] if channel.slowmode_delay > 0 else []
        for chair in seating.chairs():
            why = await self._absence_of(guild, chair)
            found += [] if why is None else [AbsentPlayer(chair.seat, why)]
        return found

    def _readerships(self, seating: Seating) -> Readerships:
        """Who can read the submissions channels, as far as that can be seen just now."""
        guild = self._client.get_guild(seating.server)
        if guild is None or guild.unavailable:
            return {}
        self._see_to_members(guild)
        return readerships(guild, seating)

    def _see_to_members(self, guild: discord.Guild) -> None:
        """Ask for the members of a server while some aren't known, as when Discord was slow."""
        if guild.chunked:
            self._asked.discard(guild.id)
        elif guild.id not in self._asked:
            self._asked.add(guild.id)
            self._tasks.start(self._hear_of_members(guild))

    async def _hear_of_members(self, guild: discord.Guild) -> None:
        outcome = await attempt(guild.chunk())
        if isinstance(outcome, Refused):
            self._asked.discard(guild.id)
        else:
            await self.changed(guild.id)

    async def close(self) -> None:
        """Look no more."""
        await self._tasks.finish()

    async def _channel(self, guild: discord.Guild, channel_id: int) -> DmChannel | Loss:
        """A channel of a match, or how it is lost. Archived threads don't stand in the cache."""
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None and channel_id not in self._gone:
            fetched = await attempt(guild.fetch_channel(channel_id))
            if isinstance(fetched, Refused):
                if fetched.failure is not Failure.GONE:
                    return Loss.UNREADABLE
                self._gone.add(channel_id)
            else:
                channel = fetched
        match channel:
            case discord.TextChannel():
                return channel
            case discord.Thread():
                return await self._open(channel)
            case _:
                return Loss.GONE

    async def _open(self, thread: discord.Thread) -> discord.Thread | Loss:
        """The thread; when it has been archived it is opened again, which is tried once (S29)."""
        if not thread.archived:
            self._opened.discard(thread.id)
            return Loss.SHUT if thread.locked else thread
        if thread.locked or thread.id in self._opened:
            return Loss.SHUT
        self._opened.add(thread.id)
        outcome = await attempt(thread.edit(archived=False))
        return Loss.SHUT if isinstance(outcome, Refused) else outcome

    async def _absence_of(self, guild: discord.Guild, chair: Chair) -> Absence | None:
        """Why a player can't take part; None if they can, or if nobody can say."""
        member = guild.get_member(chair.person)
        if member is None and not guild.chunked:
            found = await attempt(guild.query_members(user_ids=[chair.person], cache=True))
            if isinstance(found, Refused):
                return None
            member = next(iter(found), None)
        if member is None:
            return Absence.LEFT
        return _absence_in(guild.get_channel(chair.channel), member)


def _needs(seating: Seating, member: discord.Member) -> bool:
    """Whether a match can't be played without a member of the server."""
    return member.id in [chair.person for chair in seating.chairs()]


def _loss_by(lacking: list[str]) -> Loss:
    """What it comes to that the bot lacks these permissions in a channel: the worst of it."""
    if "view_channel" in lacking:
        return Loss.UNREADABLE
    if {"send_messages", "send_messages_in_threads"} & set(lacking):
        return Loss.FORBIDDEN
    return Loss.UNREADABLE if "read_message_history" in lacking else Loss.LACKING


def _absence_in(channel: discord.abc.GuildChannel | None, member: discord.Member) -> Absence | None:
    """Why a member of the server can't play with this submissions channel; None if they can."""
    why = kept_from_acting(member)
    if why is not None:
        return why
    if not isinstance(channel, discord.TextChannel):
        return None
    has = channel.permissions_for(member)
    return None if has.view_channel and has.send_messages else Absence.SHUT_OUT
