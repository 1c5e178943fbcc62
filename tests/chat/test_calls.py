"""What a call to Discord comes to: its value, or a refusal of one of three kinds (S27, S28)."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from minecart_robbery.chat.calls import THREAD_IS_ARCHIVED, Refused, attempt
from minecart_robbery.live.room import Failure


class Response:
    """As much of an answer of Discord's as an error needs."""

    reason = "Because"

    def __init__(self, status: int) -> None:
        self.status = status


def refusal(kind: type[discord.HTTPException], status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises for an answer with this status and code."""
    response: Any = Response(status)
    return kind(response, {"code": code, "message": "Discord's words"})


async def failing(error: Exception) -> int:
    """A call that fails."""
    raise error


async def test_a_call_that_succeeds_comes_to_its_value():
    async def call() -> int:
        return 7

    assert await attempt(call()) == 7


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (refusal(discord.NotFound, 404, 10003), Failure.GONE),
        (refusal(discord.Forbidden, 403, 50013), Failure.FORBIDDEN),
        (refusal(discord.HTTPException, 400, THREAD_IS_ARCHIVED), Failure.FORBIDDEN),
        (refusal(discord.HTTPException, 429), Failure.LATER),
        (refusal(discord.DiscordServerError, 503), Failure.LATER),
    ],
)
async def test_a_call_that_discord_refuses_comes_to_its_kind_of_failure_in_discords_words(
    error: discord.HTTPException, failure: Failure
):
    assert await attempt(failing(error)) == Refused(failure, "Discord's words")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (aiohttp.ServerDisconnectedError(), "Server disconnected"),
        (ConnectionResetError("reset"), "reset"),
        (TimeoutError(), "TimeoutError"),
    ],
)
async def test_a_discord_out_of_reach_may_be_tried_later(error: Exception, text: str):
    assert await attempt(failing(error)) == Refused(Failure.LATER, text)


@pytest.mark.parametrize("error", [ValueError("ours"), KeyError("ours")])
async def test_a_fault_of_the_programs_own_is_let_through(error: Exception):
    with pytest.raises(type(error)):
        await attempt(failing(error))
