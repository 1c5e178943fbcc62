"""A match's room on Discord: its DM channel, its two submissions channels, its hosts."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord.utils import snowflake_time, time_snowflake

from minecart_robbery.chat.calls import TOO_MANY_EDITS, UNKNOWN_MESSAGE, Refused, attempt
from minecart_robbery.chat.channels import put_away
from minecart_robbery.chat.interactions import OpenInteractions
from minecart_robbery.chat.messages import datetime_of, ms_of, typed_in
from minecart_robbery.chat.permissions import host_roles
from minecart_robbery.chat.preflight import log_trouble
from minecart_robbery.chat.rendering import NOBODY, Look, bears, look, shown
from minecart_robbery.engine.clock import Moment
from minecart_robbery.live.addressing import Typed, places_of
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import (
    Failure,
    LogPlace,
    LogTrouble,
    Receipt,
    Stamp,
    Unread,
)
from minecart_robbery.live.shown import Earlier
from minecart_robbery.live.standing import Standings
from minecart_robbery.record import Chair, Record, Seating
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names, Person
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import PanelName
from minecart_robbery.words.telling.hosts_log import headed

_LOG = logging.getLogger(__name__)

RECENT = 1000
"""So many messages of a channel are looked through for one that may not be there at all."""


class DiscordRoom:
    """One match's channels. What it says mentions the players concerned and nobody else."""

    def __init__(
        self,
        client: discord.Client,
        record: Record,
        standings: Standings,
        interactions: OpenInteractions,
        seating: Seating,
    ) -> None:
        self._client = client
        self._record = record
        self._standings = standings
        self._interactions = interactions
        self._seating = seating

    @property
    def names(self) -> Names:
        """What the players are called in sentences."""
        return Names(*map(self._person, self._seating.chairs()))

    def _person(self, chair: Chair) -> Person:
        """A player as the record calls them; the user name is known while they are here (R35)."""
        guild = self._client.get_guild(self._seating.server)
        member = None if guild is None else guild.get_member(chair.person)
        return Person(shown(chair.name), "" if member is None else shown(member.name))

    async def deliver(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | Failure:
        """Put a letter in an earlier message's place, or send it.

        Where an earlier message can't be changed a new one is sent; hosts are reached in any
        channel, but in the next only where this one is lost: what fails otherwise may have arrived
        (S15).
        """
        if letter.notice.to is Audience.LOG:
            return await self._log(letter, stamp)
        roles = await self._roles_called(letter.notice)
        look = self._look(letter.notice, roles, earlier)
        first, *others = self._channels(letter.notice.to)
        if earlier.taken and not stamp.is_plain:
            changed = await self._change(first, earlier.taken, look.marked(stamp.mark))
            if changed is not None:
                return changed
        mentions = self._allowed(letter.notice, roles)
        outcome = await self._send(first, letter, stamp, look, mentions)
        for channel in others:
            if outcome in (Failure.GONE, Failure.FORBIDDEN):
                outcome = await self._send(channel, letter, stamp, look, mentions)
        return outcome

    async def _log(self, letter: Letter, stamp: Stamp) -> Receipt | Failure:
        """Write into the hosts' log, if that can be done without anybody else reading it."""
        place = await self.log_place()
        if place is None or place.trouble is LogTrouble.GONE:
            return Failure.GONE
        if place.trouble is not None:
            return Failure.FORBIDDEN
        if not self._knows_players():
            return Failure.LATER
        notice = headed(letter.notice, self._seating.match, self.names)
        text = look(notice, self._seating.match)
        return await self._send(place.channel, letter, stamp, text, NOBODY)

    def _knows_players(self) -> bool:
        """Whether it can be told what the players may read; not until Discord has told of them."""
        guild = self._client.get_guild(self._seating.server)
        if guild is None or guild.chunked:
            return True
        return all(guild.get_member(chair.person) for chair in self._seating.chairs())

    async def log_place(self) -> LogPlace | None:
        """Where this server wants the hosts' log, and whether it can be there."""
        players = [chair.person for chair in self._seating.chairs()]
        guild = self._client.get_guild(self._seating.server)
        channel = (await self._standings.of(self._seating.server)).hosts_log
        if guild is None or channel is None:
            return None
        if guild.unavailable:
            return LogPlace(channel)
        return LogPlace(channel, log_trouble(guild, channel, players, self._seating.channels()))

    async def put_away(
        self, made: Sequence[int], *, is_last_try: bool
    ) -> tuple[str, ...] | Failure:
        """Leave, lock or archive the channels that were made, as the server wants it."""
        guild = self._client.get_guild(self._seating.server)
        if guild is None:
            return ()
        if guild.unavailable:
            return Failure.LATER
        players = [chair.person for chair in self._seating.chairs()]
        standing = await self._standings.of(guild.id)
        return await put_away(self._record, standing, guild, made, players, is_last_try=is_last_try)

    async def missed(self, seen: Mapping[int, int], since: Moment | None) -> list[Typed] | Unread:
        """All that the players have typed; page by page, however much it is."""
        found: list[Typed] = []
        for place, channel_id in places_of(self._seating):
            last_seen = seen.get(channel_id, 0)
            starts = [last_seen] if last_seen else []
            starts += [] if since is None else [time_snowflake(datetime_of(since.ms)) - 1]
            if not starts:
                continue
            outcome = await attempt(self._typed_after(min(starts), channel_id))
            if isinstance(outcome, Refused):
                _LOG.warning("channel %d can't be read: %s", channel_id, outcome.text)
                return Unread(place, outcome.failure)
            found += outcome
        return found

    async def _typed_after(self, message: int, channel_id: int) -> list[Typed]:
        after, channel = discord.Object(message), self._channel(channel_id)
        history = channel.history(limit=None, after=after, oldest_first=True)
        typed = [typed_in(message, self._seating) async for message in history]
        return [it for it in typed if it is not None]

    async def hide(self, message: int) -> None:
        """Delete a message of the DM channel, where the bot may; if it can't be, it stays (S21)."""
        channel = self._channel(self._seating.dm_channel)
        outcome = await attempt(channel.get_partial_message(message).delete())
        if isinstance(outcome, Refused):
            _LOG.info("message %d can't be deleted: %s", message, outcome.failure)

    async def has(self, audience: Audience, message: int) -> bool:
        """Whether a message stands; one in a channel that is lost is not missed by itself (S28)."""
        guild, channel = self._client.get_guild(self._seating.server), self._channels(audience)[0]
        if guild is None or guild.get_channel_or_thread(channel) is None:
            return True
        outcome = await attempt(self._channel(channel).fetch_message(message))
        return not isinstance(outcome, Refused) or outcome.code != UNKNOWN_MESSAGE

    async def heard(self, typed: Typed) -> None:
        """Answer a command or a choice that no letter answers; of any other press take note."""
        look = None
        if typed.pressed is None or typed.pressed.name is PanelName.CHOICE:
            look = Look(say("pressed", "nothing"), None, None)
        await self._interactions.nothing_more(typed.interaction, look)

    def move_to(self, seating: Seating) -> None:
        """From now on the match has these channels (S28)."""
        self._seating = seating

    def _channels(self, audience: Audience) -> tuple[int, ...]:
        """Where an audience is reached: the hosts read all channels of the match."""
        seat = audience.seat
        if seat is not None:
            return (self._seating.chair(seat).channel,)
        everywhere = self._seating.channels()
        return everywhere if audience is Audience.HOSTS else everywhere[:1]

    async def answer(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | None:
        """Give a letter as an interaction's answer; None if it can't be, or surely not in time."""
        look = self._look(letter.notice, await self._roles_called(letter.notice), earlier)
        if letter.notice.takes is not None:
            outcome = await self._interactions.change(letter.answers, look.marked(stamp.mark))
        else:
            outcome = await self._interactions.give(letter.answers, look)
        return None if outcome is None else _receipt(outcome)

    async def _change(
        self, channel_id: int, message_id: int, look: Look
    ) -> Receipt | Failure | None:
        """Change an earlier message; None: it can't be changed, and what it was to say is new.

        One that is gone without a word to say needs no change.
        """
        message = self._channel(channel_id).get_partial_message(message_id)
        outcome = await attempt(message.edit(**look.changed()))
        if not isinstance(outcome, Refused):
            return _receipt(message_id)
        is_gone = outcome.failure is Failure.GONE
        if not look.has_text:
            return _receipt(message_id) if is_gone else outcome.failure
        is_final = is_gone or outcome.failure is Failure.REJECTED
        return None if is_final or outcome.code == TOO_MANY_EDITS else outcome.failure

    async def _send(
        self,
        channel_id: int,
        letter: Letter,
        stamp: Stamp,
        look: Look,
        mentions: discord.AllowedMentions,
    ) -> Receipt | Failure:
        if stamp.after is not None:
            standing = await attempt(self._standing(channel_id, stamp.mark, stamp.after))
            if isinstance(standing, Refused):
                return standing.failure
            if standing is not None:
                return _receipt(standing)
        visible = look.plain() if stamp.is_plain else look
        sent: dict[str, Any] = visible.marked(stamp.mark).sent()
        sent |= {"nonce": stamp.nonce, "allowed_mentions": mentions}
        if letter.reply_to and not stamp.is_plain:
            sent["reference"] = discord.MessageReference(
                message_id=letter.reply_to, channel_id=channel_id, fail_if_not_exists=False
            )
        message: discord.Message | Refused = await attempt(self._channel(channel_id).send(**sent))
        if not isinstance(message, Refused):
            return _receipt(message.id)
        _LOG.info("Discord does not take a message: %s (%d)", message.text, message.code)
        is_reply_gone = message.code == UNKNOWN_MESSAGE
        return Failure.REJECTED if is_reply_gone else message.failure

    async def _standing(self, channel_id: int, mark: str, after: int) -> int | None:
        """The message of ours after that one that bears the mark; the newest are looked at first.

        Where it isn't known after which one, as many are as is reasonable.
        """
        me = self._client.user
        limit = None if after else RECENT
        async for message in self._channel(channel_id).history(limit=limit):
            if message.id <= after:
                break
            if message.author == me and bears(message, mark):
                return message.id
        return None

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id, guild_id=self._seating.server)

    def _look(self, notice: Notice, roles: list[discord.Role], earlier: Earlier) -> Look:
        """How a notice looks here, with those it mentions: a player alone comes first."""
        called = [f"<@{self._seating.chair(seat).person}>" for seat in notice.mentions]
        called += [role.mention for role in roles]
        link = ""
        if earlier.seen:
            channel = self._channel(self._channels(notice.to)[0])
            url = channel.get_partial_message(earlier.seen).jump_url
            link = say("pressed", "see_bonus", link=url)
        return look(notice, self._seating.match, " ".join(called), link)

    async def _roles_called(self, notice: Notice) -> list[discord.Role]:
        guild = self._client.get_guild(self._seating.server)
        if guild is None or not (notice.calls_hosts or notice.to is Audience.HOSTS):
            return []
        return await host_roles(self._record, guild)

    def _allowed(self, notice: Notice, roles: list[discord.Role]) -> discord.AllowedMentions:
        people = [self._seating.chair(seat).person for seat in notice.mentions]
        return discord.AllowedMentions(
            everyone=False,
            users=[discord.Object(person) for person in people],
            roles=roles,
            replied_user=False,
        )


def _receipt(snowflake: int) -> Receipt:
    """That Discord received a message, at the time that its id tells."""
    return Receipt(snowflake, ms_of(snowflake_time(snowflake)))
