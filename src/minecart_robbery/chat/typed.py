"""Messages on Discord as what players typed: whose, where and when (R19)."""

from __future__ import annotations

import discord

from minecart_robbery.chat.moments import moment_of, moment_of_edit
from minecart_robbery.live.addressing import Typed, own_place
from minecart_robbery.record import Cause, Seating


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
