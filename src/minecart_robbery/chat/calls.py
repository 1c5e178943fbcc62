"""What the bot asks of Discord: every call goes through here, and comes to a value or a refusal.

Nothing else in the chat catches what discord.py raises; so a kind of failure is judged once.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

import aiohttp
import discord

from minecart_robbery.live.room import Failure

T = TypeVar("T")

THREAD_IS_ARCHIVED = 50083
"""Discord's code for what can't be done in an archived thread; it stays so until it is opened."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Discord did not do it: which kind of failure that is, and Discord's own words for it."""

    failure: Failure
    text: str


async def attempt(call: Awaitable[T]) -> T | Refused:
    """What the call gives, or how it failed (S27, S28).

    What is raised for any other reason than Discord or the way to it is a fault of ours, and is
    let through.
    """
    try:
        return await call
    except discord.NotFound as error:
        return Refused(Failure.GONE, _words_of(error))
    except discord.Forbidden as error:
        return Refused(Failure.FORBIDDEN, _words_of(error))
    except discord.HTTPException as error:
        is_shut = error.code == THREAD_IS_ARCHIVED
        return Refused(Failure.FORBIDDEN if is_shut else Failure.LATER, _words_of(error))
    except (aiohttp.ClientError, OSError) as error:
        return Refused(Failure.LATER, str(error) or type(error).__name__)


def _words_of(error: discord.HTTPException) -> str:
    return error.text or str(error.status)
