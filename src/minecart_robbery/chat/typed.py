"""Messages on Discord as what players typed: whose, where and when (R19)."""

from __future__ import annotations

import discord

from minecart_robbery.chat.moments import moment_of, moment_of_edit
from minecart_robbery.live.addressing import Typed, place_of
from minecart_robbery.record import Cause, Seating


def typed_in(message: discord.Message, seating: Seating) -> Typed | None:
    """What a player of this match typed, None if the message is not a player's own in its place.

    A message that was edited is an edit, of the moment at which it was (R16).
    """
    if message.author.bot or message.webhook_id is not None or message.is_system():
        return None
    found, seat = place_of(seating, message.channel.id), seating.seat_of(message.author.id)
    if found is None or seat is None:
        return None
    place, whose = found
    if whose is not None and whose is not seat:
        return None
    sent = moment_of(message.id)
    if message.edited_at is None:
        key, at = f"m:{message.id}", sent
    else:
        key = f"e:{message.id}:{message.edited_at.isoformat()}"
        at = moment_of_edit(message.id, message.edited_at)
    cause = Cause(key, message.author.id, message.channel.id, message.id)
    return Typed(seat, place, message.content, message.id, cause, at, sent=sent)
