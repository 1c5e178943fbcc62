"""A match's room on Discord: its DM channel, its two submissions channels, its hosts."""

from __future__ import annotations

import logging

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.hosts import host_roles
from minecart_robbery.chat.moments import datetime_of, ms_of
from minecart_robbery.chat.typed import typed_in
from minecart_robbery.engine.moments import Moment
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Failure, Receipt
from minecart_robbery.record import Record, Seating
from minecart_robbery.words.notices import Audience, Names, text_of

_LOG = logging.getLogger(__name__)
NOBODY = discord.AllowedMentions.none()


def shown(name: str) -> str:
    """A person's name as a sentence may show it: its markdown and its mentions are mere text."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


def timestamp(ms: int) -> str:
    """A time as Discord shows it to each reader, counting down; never later than it is."""
    return f"<t:{ms // 1000}:R>"


class DiscordRoom:
    """One match's channels. What it says mentions the players concerned and nobody else."""

    def __init__(self, client: discord.Client, record: Record, seating: Seating) -> None:
        self._client = client
        self._record = record
        self._seating = seating

    @property
    def names(self) -> Names:
        """What the players are called in sentences."""
        return Names(shown(self._seating.dmo.name), shown(self._seating.candidate.name))

    async def deliver(self, letter: Letter, nonce: str) -> Receipt | Failure:
        """Send a letter to the channel of its audience, to the hosts in any that still works."""
        first, *others = self._channels(letter.notice.to)
        outcome = await self._send(first, letter, nonce)
        for channel in others:
            if isinstance(outcome, Failure):
                outcome = await self._send(channel, letter, nonce)
        return outcome

    async def missed(self, since: Moment) -> list[Typed]:
        """What the players have typed since then, in the channels that can be read."""
        after = discord.Object(discord.utils.time_snowflake(datetime_of(since.ms)))
        found: list[Typed] = []
        for channel_id in self._seating.channels():
            channel = self._client.get_partial_messageable(
                channel_id, guild_id=self._seating.server
            )
            outcome = await attempt(self._read_on(channel, after, found))
            if isinstance(outcome, Refused):
                why = outcome.text
                _LOG.warning("what was missed in channel %d can't be read: %s", channel_id, why)
        return found

    async def _read_on(
        self,
        channel: discord.PartialMessageable,
        after: discord.Object,
        found: list[Typed],
    ) -> None:
        """Put what the players typed in a channel into `found`, as far as it can be read."""
        async for message in channel.history(limit=None, after=after, oldest_first=True):
            typed = typed_in(message, self._seating)
            found += [] if typed is None else [typed]

    async def hide(self, message: int) -> None:
        """Delete a message of the DM channel, where the bot may; if it can't be, it stays (S21)."""
        server, channel_id = self._seating.server, self._seating.dm_channel
        channel = self._client.get_partial_messageable(channel_id, guild_id=server)
        outcome = await attempt(channel.get_partial_message(message).delete())
        if isinstance(outcome, Refused):
            _LOG.info("message %d can't be deleted: %s", message, outcome.failure)

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

    async def _send(self, channel_id: int, letter: Letter, nonce: str) -> Receipt | Failure:
        channel = self._client.get_partial_messageable(channel_id, guild_id=self._seating.server)
        content, mentions = await self._content(letter)
        if letter.reply_to:
            reference = discord.MessageReference(
                message_id=letter.reply_to, channel_id=channel.id, fail_if_not_exists=False
            )
            call = channel.send(
                content, nonce=nonce, allowed_mentions=mentions, reference=reference
            )
        else:
            call = channel.send(content, nonce=nonce, allowed_mentions=mentions)
        message = await attempt(call)
        if isinstance(message, Refused):
            return message.failure
        return Receipt(message.id, ms_of(message.created_at))

    async def _content(self, letter: Letter) -> tuple[str, discord.AllowedMentions]:
        """The text with those it mentions: a player alone comes first, others come last."""
        text = text_of(letter.notice, timestamp)
        if letter.notice.to is Audience.HOSTS:
            guild = self._client.get_guild(self._seating.server)
            roles = [] if guild is None else await host_roles(self._record, guild)
            mentions = discord.AllowedMentions(
                everyone=False, users=False, roles=roles, replied_user=False
            )
            return " ".join([*(role.mention for role in roles), text]), mentions
        people = [self._seating.chair(seat).person for seat in letter.notice.mentions]
        if not people:
            return text, NOBODY
        called = " ".join(f"<@{person}>" for person in people)
        mentions = discord.AllowedMentions(
            everyone=False,
            users=[discord.Object(person) for person in people],
            roles=False,
            replied_user=False,
        )
        is_private = letter.notice.to is not Audience.PUBLIC
        return (f"{called} {text}" if is_private else f"{text}\n{called}"), mentions
