"""A slash command that takes its time is deferred, whichever it is, and answered at last (S24)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from minecart_robbery.chat import interactions
from minecart_robbery.record import Record
from minecart_robbery.record.server_settings import ServerSettings
from tests.chat.server import Server, answer

DEFERRED = 5
"""Discord's number for the response that says that an answer will come."""

COMMANDS: dict[str, dict[str, Any]] = {
    "match channels": {},
    "match status": {},
    "match readers": {},
    "match pause": {},
    "match starter": {"rounds": "odd", "player": "dmo"},
    "match call-off": {},
    "minecart settings": {},
    "minecart hosts": {},
    "minecart check": {},
}


def responses(server: Server) -> list[int]:
    """What Discord was told of interactions first, each by its kind."""
    found = [it for it in server.env.http_requests if it.path.endswith("/callback")]
    return [it.json["type"] for it in found if it.json is not None]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record takes its time, and the bot has no patience."""
    monkeypatch.setattr(interactions, "DEFER_AFTER_S", 0.0)
    for owner, name in ((Record, "hosts_role"), (ServerSettings, "of"), (Record, "live_matches")):
        really = getattr(owner, name)

        async def slowly(*rest: Any, really: Any = really, **named: Any) -> Any:
            await asyncio.sleep(0.02)
            return await really(*rest, **named)

        monkeypatch.setattr(owner, name, slowly)


@pytest.mark.parametrize("command", COMMANDS)
async def test_s24_a_slow_slash_command_is_deferred(
    server: Server, request: pytest.FixtureRequest, command: str
):
    await server.play_to_first_turn()
    request.getfixturevalue("slow")
    result = await server.host.slash(server.dm, command, **COMMANDS[command])
    assert responses(server)[-1] == DEFERRED
    assert result.ephemeral
    assert answer(result)


@pytest.mark.parametrize("command", COMMANDS)
async def test_s24_a_quick_one_is_answered_at_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, command: str
):
    # quick is not a matter of the machine
    monkeypatch.setattr(interactions, "DEFER_AFTER_S", 3600.0)
    await server.play_to_first_turn()
    await server.host.slash(server.dm, command, **COMMANDS[command])
    assert responses(server)[-1] != DEFERRED


async def test_s24_a_command_that_fails_is_not_deferred_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    async def fails(*_: object) -> int:
        raise ValueError("the lamp went out")

    await server.play_to_first_turn()
    monkeypatch.setattr(Record, "hosts_role", fails)
    result = await server.host.slash(server.dm, "match channels")
    assert answer(result).startswith("Something went wrong")
    assert server.bot.slow_commands._timers == {}
    assert server.env.errors
