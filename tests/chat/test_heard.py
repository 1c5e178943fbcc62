"""All that the bot hears tells it what time it is at Discord, matches or none (S47)."""

from __future__ import annotations

import pytest

from tests.chat.server import Server


def heard(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The times that the bot's clock hears from now on."""
    times: list[int] = []
    monkeypatch.setattr(server.bot.clock, "heard", times.append)
    return times


async def test_s47_what_anybody_types_anywhere_tells_the_time(server: Server, monkeypatch):
    times = heard(server, monkeypatch)
    await server.spectator.send(server.lobby, "hello")
    assert times


async def test_s47_a_command_of_a_host_tells_the_time(server: Server, monkeypatch):
    times = heard(server, monkeypatch)
    await server.host.slash(server.lobby, "minecart hosts")
    assert times
