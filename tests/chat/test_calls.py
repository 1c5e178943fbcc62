"""What a call to Discord comes to: its value, or a refusal of one of four kinds (S27, S28)."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import discord
import pytest

from minecart_robbery.chat.calls import THREAD_IS_ARCHIVED, Refused, attempt, attempt_within
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
        (refusal(discord.Forbidden, 403, 50001), Failure.FORBIDDEN),
        (refusal(discord.HTTPException, 400, 160005), Failure.FORBIDDEN),
        (refusal(discord.NotFound, 404, 10008), Failure.GONE),
        (refusal(discord.HTTPException, 400, 50035), Failure.REJECTED),
        (refusal(discord.HTTPException, 400, 240000), Failure.REJECTED),
        (refusal(discord.HTTPException, 400), Failure.REJECTED),
        (refusal(discord.HTTPException, 413), Failure.REJECTED),
        (refusal(discord.HTTPException, 429), Failure.LATER),
        (refusal(discord.HTTPException, 401), Failure.LATER),
        (refusal(discord.Forbidden, 403), Failure.LATER),
        (refusal(discord.NotFound, 404), Failure.LATER),
        (refusal(discord.HTTPException, 400, 130000), Failure.LATER),
        (refusal(discord.DiscordServerError, 503), Failure.LATER),
        (refusal(discord.DiscordServerError, 500, 50035), Failure.LATER),
    ],
)
async def test_a_call_that_discord_refuses_comes_to_its_kind_of_failure_in_discords_words(
    error: discord.HTTPException, failure: Failure
):
    assert await attempt(failing(error)) == Refused(failure, "Discord's words")


@pytest.mark.parametrize("status", [400, 403, 404, 502])
@pytest.mark.parametrize("body", ["<html>Bad gateway</html>", "\n<!DOCTYPE html>", ""])
async def test_s46_an_answer_that_is_not_discords_is_of_something_on_the_way_and_passes(
    status: int, body: str
):
    """No channel is lost by it, and no letter is turned down."""
    response: Any = Response(status)
    outcome = await attempt(failing(discord.HTTPException(response, body)))
    assert isinstance(outcome, Refused)
    assert outcome.failure is Failure.LATER


@pytest.mark.parametrize(
    "error",
    [
        json.JSONDecodeError("Expecting value", "north", 0),
        UnicodeDecodeError("utf-8", b"north", 0, 1, "invalid start byte"),
        discord.RateLimited(700.0),
    ],
)
async def test_s46_an_answer_that_can_not_be_read_may_be_tried_later_and_shows_nothing(
    error: Exception,
):
    outcome = await attempt(failing(error))
    assert isinstance(outcome, Refused)
    assert outcome.failure is Failure.LATER
    assert "north" not in outcome.text


@pytest.fixture
async def hanging():
    """A call that nobody answers, and whether it was given up."""
    given_up = asyncio.Event()

    async def hang() -> int:
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            given_up.set()

    return hang, given_up


async def test_s64_a_call_with_a_limit_is_given_up_when_that_is_over(hanging):
    hang, given_up = hanging
    outcome = await attempt_within(0, hang())
    assert isinstance(outcome, Refused)
    assert outcome.failure is Failure.LATER
    assert given_up.is_set()


async def test_s64_whoever_ends_the_program_ends_such_a_call_too(hanging):
    hang, given_up = hanging
    task = asyncio.ensure_future(attempt_within(1000, hang()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert given_up.is_set()


async def test_s64_what_comes_within_its_limit_is_what_it_comes_to():
    async def call() -> int:
        return 7

    assert await attempt_within(1000, call()) == 7
    refused = await attempt_within(1000, failing(refusal(discord.NotFound, 404, 10062)))
    assert refused == Refused(Failure.GONE, "Discord's words")


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
