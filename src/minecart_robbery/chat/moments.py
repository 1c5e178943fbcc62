"""When Discord received something: moments from its ids and from edited timestamps (R16, R18)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord

from minecart_robbery.engine.moments import Moment

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
