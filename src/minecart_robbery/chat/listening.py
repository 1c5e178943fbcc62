"""What players type, edit and delete, on its way to their table (R10, R16, R19)."""

from __future__ import annotations

import discord

from minecart_robbery.chat.typed import typed_in
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.house import House


class Listener:
    """Hears what is typed in the channels of the house's matches, and leaves all else alone."""

    def __init__(self, house: House, clock: Clock) -> None:
        self._house = house
        self._clock = clock

    async def message(self, message: discord.Message) -> None:
        """A message was sent, or edited."""
        table = self._house.table_at(message.channel.id)
        typed = None if table is None else typed_in(message, table.seating)
        if table is not None and typed is not None:
            self._clock.heard(typed.at.ms)
            await table.say(typed)

    async def update(self, message: discord.Message) -> None:
        """A message was updated; it is an edit if it bears an edited timestamp (R16)."""
        if message.edited_at is not None:
            await self.message(message)

    async def deletion(self, channel: int, message: int) -> None:
        """A message was deleted, by whomever."""
        await self._house.message_deleted(channel, message)
