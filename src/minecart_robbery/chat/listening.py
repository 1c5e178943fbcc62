"""What players type, edit and delete, on its way to their table (R10, R16, R19)."""

from __future__ import annotations

import discord

from minecart_robbery.chat.moments import moment_of, moment_of_edit
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.house import House
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause
from minecart_robbery.words.hearing import Place


class Listener:
    """Hears what is typed in the channels of the house's matches, and leaves all else alone."""

    def __init__(self, house: House, clock: Clock) -> None:
        self._house = house
        self._clock = clock

    async def message(self, message: discord.Message) -> None:
        """A message was sent."""
        found = self._at_table(message)
        if found is None:
            return
        table, seat, place = found
        at = moment_of(message.id)
        self._clock.heard(at.ms)
        cause = Cause(f"m:{message.id}", message.author.id)
        await table.say(Typed(seat, place, message.content, message.id, cause, at))

    async def edit(self, message: discord.Message) -> None:
        """A message was updated; it is an edit if it bears an edited timestamp (R16)."""
        found = self._at_table(message)
        if found is None or message.edited_at is None:
            return
        table, seat, place = found
        at = moment_of_edit(message.id, message.edited_at)
        cause = Cause(f"e:{message.id}:{message.edited_at.isoformat()}", message.author.id)
        await table.say(Typed(seat, place, message.content, message.id, cause, at))

    async def deletion(self, channel: int, message: int) -> None:
        """A message was deleted, by whomever."""
        table = self._house.table_at(channel)
        where = table.place_of(channel) if table else None
        if table is not None and where is not None and where[1] is not None:
            await table.deleted(where[1], message, Cause(f"d:{message}"))

    def _at_table(self, message: discord.Message) -> tuple[Table, Seat, Place] | None:
        """The table, seat and place of a player's own message; None for anybody else's."""
        if message.author.bot or message.webhook_id is not None or message.is_system():
            return None
        table = self._house.table_at(message.channel.id)
        if table is None:
            return None
        where, seat = table.place_of(message.channel.id), table.seating.seat_of(message.author.id)
        if where is None or seat is None:
            return None
        place, whose = where
        if whose is not None and whose is not seat:
            return None
        return table, seat, place
