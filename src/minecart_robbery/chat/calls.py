"""What the bot asks of Discord: every call goes through here, and comes to a value or a refusal.

Nothing else in the chat catches what discord.py raises; so a kind of failure is judged once, by
Discord's own codes. An answer without one is of something on the way there, and will pass.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeVar

import aiohttp
import discord

from minecart_robbery.live.room import Failure

T = TypeVar("T")

UNKNOWN_MESSAGE = 10008
"""Discord's code for a message that isn't there, whereas its channel is."""
TOO_MANY_EDITS = 30046
"""Discord's code for a message that is old and was changed often: it can be changed no more now."""
THREAD_IS_ARCHIVED, THREAD_IS_LOCKED = 50083, 160005
"""Discord's codes for what can't be done in such a thread; it stays so until it is opened."""

_GONE = range(10_000, 11_000)
"""Discord's codes for what isn't there: 10003 for a channel, 10004 for a server, and so on."""
_FORBIDDEN = (50001, 50013, THREAD_IS_ARCHIVED, THREAD_IS_LOCKED)
"""Discord's codes for a lack of access or of permissions, and for threads that are shut."""
_LATER = (40006, 40062, 130000)
"""Discord's codes for what is switched off, limited or overloaded for a while."""
_PASSING = (401, 408, 425, 429)
"""What the HTTP standard calls passing; and a token that was changed is no letter's fault."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Discord did not do it: which kind of failure that is, Discord's own words, and its code."""

    failure: Failure
    text: str
    code: int = field(default=0, compare=False)


async def attempt(call: Awaitable[T]) -> T | Refused:
    """What the call gives, or how it failed (S27, S28, S46).

    What can't be read of an answer may have been done all the same. What is raised for any other
    reason than Discord or the way to it is a fault of ours, and is let through.
    """
    try:
        return await call
    except discord.HTTPException as error:
        return Refused(_failure_of(error), error.text or str(error.status), error.code)
    except discord.RateLimited as error:
        return Refused(Failure.LATER, str(error))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        return Refused(Failure.LATER, f"an answer that can't be read: {type(error).__name__}")
    except (aiohttp.ClientError, OSError) as error:
        return Refused(Failure.LATER, str(error) or type(error).__name__)


async def attempt_within(seconds: float, call: Awaitable[T]) -> T | Refused:
    """The same, but no longer than so many seconds; then it may have been done all the same (S64).

    Only for what is no call of the bot's own session: to cancel one of those while Discord limits
    all of them would shut out all others for good.
    """
    task = asyncio.ensure_future(attempt(call))
    is_late = False

    def stop() -> None:
        nonlocal is_late
        is_late = task.cancel()

    timer = asyncio.get_running_loop().call_later(seconds, stop)
    try:
        return await task
    except asyncio.CancelledError:
        if not is_late:
            raise
        return Refused(Failure.LATER, f"no answer within {seconds:.1f} s")
    finally:
        timer.cancel()


def _failure_of(error: discord.HTTPException) -> Failure:
    status, code = error.status, error.code
    if status >= 500 or status in _PASSING or code in _LATER:
        return Failure.LATER
    if code in _GONE:
        return Failure.GONE
    if code in _FORBIDDEN:
        return Failure.FORBIDDEN
    if not code:
        return Failure.REJECTED if _is_discords_own(error) else Failure.LATER
    return Failure.FORBIDDEN if status == 403 else Failure.REJECTED


def _is_discords_own(error: discord.HTTPException) -> bool:
    """Whether it is a letter that is refused without a code; a page is of something on the way."""
    is_page = not error.text or error.text.lstrip().startswith("<")
    return error.status == 413 or (error.status == 400 and not is_page)
