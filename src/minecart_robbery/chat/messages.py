"""Messages on Discord as what players typed: whose, where, when it was received (R16, R19)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta

import discord

from minecart_robbery.engine.clock import Moment
from minecart_robbery.live.addressing import Typed, own_place
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.house import House
from minecart_robbery.record import Cause, Seating

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment_of(snowflake: int) -> Moment:
    """The moment at which Discord received the message or interaction with this id."""
    return Moment(ms_of(discord.utils.snowflake_time(snowflake)), snowflake=snowflake)


def moment_of_edit(message: int, edited_at: datetime) -> Moment:
    """The moment at which Discord received this edit of a message."""
    return Moment(ms_of(edited_at), is_edit=True, snowflake=message)


def datetime_of(ms: int) -> datetime:
    """The time so many ms after the start of 1970, UTC."""
    return _EPOCH + timedelta(milliseconds=ms)


def ms_of(when: datetime) -> int:
    """A time in whole ms since 1970, UTC."""
    return (when - _EPOCH) // timedelta(milliseconds=1)


def typed_in(message: discord.Message, seating: Seating) -> Typed | None:
    """What a player of this match typed, None if the message is not a player's own in its place.

    A message that was edited is an edit, of the moment at which it was (R16).
    """
    if message.author.bot or message.webhook_id is not None or message.is_system():
        return None
    own = own_place(seating, message.author.id, message.channel.id, message.id)
    if own is None:
        return None
    sent = moment_of(message.id)
    if message.edited_at is None:
        key, at = f"m:{message.id}", sent
    else:
        key = f"e:{message.id}:{message.edited_at.isoformat()}"
        at = moment_of_edit(message.id, message.edited_at)
    cause = Cause(key, message.author.id, message.channel.id, message.id)
    return Typed(*own, message.content, message.id, cause, at, sent=sent)


class Listener:
    """Hears what is typed in the channels of the house's matches, and leaves all else alone."""

    def __init__(self, house: House, clock: Clock, me: Callable[[], int]) -> None:
        self._me = me
        self._house = house
        self._clock = clock

    async def message(self, message: discord.Message) -> None:
        """A message was sent, or edited."""
        channel = message.channel
        table = self._house.table_at(channel.id)
        if table is None and isinstance(channel, discord.Thread) and not message.author.bot:
            await self._house.written_in_thread(channel.parent_id, channel.id, message.author.id)
        if table is None:
            return
        typed = typed_in(message, table.seating)
        if typed is not None:
            self._clock.heard(typed.at.ms)
            await table.say(typed)
        elif message.edited_at is None:
            await table.others_said(message.channel.id, message.id)

    async def update(self, message: discord.Message) -> None:
        """A message was updated; it is an edit if it bears an edited timestamp (R16).

        A message of the bot's own of which somebody has removed the embed shows no table any more.
        """
        if message.author.id == self._me() and message.flags.suppress_embeds:
            await self.deletions(message.channel.id, [message.id])
        elif message.edited_at is not None:
            await self.message(message)

    async def deletions(self, channel: int, messages: Collection[int]) -> None:
        """Messages were deleted, by whomever; many at once perhaps (S62)."""
        await self._house.messages_deleted(channel, messages)
