"""What players type, edit and delete, on its way to their table (R10, R16, R19)."""

from __future__ import annotations

from collections.abc import Callable, Collection

import discord

from minecart_robbery.chat.typed import typed_in
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.house import House


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
