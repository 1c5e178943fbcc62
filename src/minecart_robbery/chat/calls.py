"""The one place through which what is asked of Discord goes, with what can come of it."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

import aiohttp
import discord

from minecart_robbery.live.room import Failure

T = TypeVar("T")


async def attempt(call: Awaitable[T]) -> T | Failure:
    """What Discord gives, or why it doesn't: gone, forbidden, or not now."""
    try:
        return await call
    except discord.NotFound:
        return Failure.GONE
    except discord.Forbidden:
        return Failure.FORBIDDEN
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        return Failure.LATER
