"""A start or a reconnect that fails half-way is done over again until it has worked (S44, S2)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.live.house import House
from tests.chat.looking import picks
from tests.chat.server import Server
from tests.chat.test_sweeping import Fire, failing
from tests.live.one_fault import locked
from tests.scenarios.world import lose_connection, reconnect, sweeps

STEPS = ("seat_all", "look", "came_back")
"""What a reconnect consists of."""


def owner_of(server: Server, step: str) -> object:
    """Who does it."""
    return server.bot._watcher if step == "look" else server.bot.house


async def reconnected_badly(server: Server, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """The connection is lost, and when it is there again one step fails once."""
    await lose_connection(server)
    await server.zac.send(server.zac_sub, "guard north")
    failing(monkeypatch, owner_of(server, step), step, Fire, 1)
    await reconnect(server, "ready")


@pytest.mark.parametrize("step", STEPS)
async def test_s44_a_reconnect_that_fails_once_leaves_nobody_deaf(
    server: Server, monkeypatch: pytest.MonkeyPatch, step: str
):
    await server.play_to_first_turn()
    await reconnected_badly(server, monkeypatch, step)
    await sweeps(server)
    assert picks(server) == {Seat.CANDIDATE: Track.NORTH}
    await server.cora.send(server.cora_sub, "north")
    assert "Round 1 · Turn 2" in server.last(server.dm)
    assert [type(error) for error in server.env.errors] == [Fire]


@pytest.mark.parametrize("step", ["seat_all", "look"])
async def test_s44_a_step_of_a_reconnect_that_fails_keeps_no_other_back(
    server: Server, monkeypatch: pytest.MonkeyPatch, step: str
):
    await server.play_to_first_turn()
    await reconnected_badly(server, monkeypatch, step)
    assert picks(server) == {Seat.CANDIDATE: Track.NORTH}
    assert server.env.errors


async def test_s44_what_failed_in_a_reconnect_is_not_done_without_a_connection(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    """Lost again before the sweep: what is typed then is missed until it is there again."""
    await server.play_to_first_turn()
    await reconnected_badly(server, monkeypatch, "came_back")
    assert server.env.errors
    await lose_connection(server)
    await server.env.advance_time(120)
    assert "was silent" not in server.last(server.dm)
    await server.cora.send(server.cora_sub, "north")
    await reconnect(server)
    assert "Round 1 · Turn 2" in server.last(server.dm)


async def test_s44_a_connection_that_is_lost_in_a_reconnect_is_not_taken_for_there(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.play_to_first_turn()
    await lose_connection(server)
    look = server.bot._watcher.look

    async def lost_meanwhile(*_: object) -> None:
        monkeypatch.setattr(server.bot._watcher, "look", look)
        await server.bot.on_disconnect()

    monkeypatch.setattr(server.bot._watcher, "look", lost_meanwhile)
    await server.connection("resumed")
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(120)
    assert "was silent" not in server.last(server.dm)
    await reconnect(server)
    assert "was silent" not in server.last(server.dm)
    assert picks(server) == {Seat.DMO: Track.NORTH}


async def test_s44_a_match_that_could_not_be_read_at_the_start_is_seated_by_a_sweep(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.play_to_first_turn()
    await server.go_down()
    await server.zac.send(server.zac_sub, "guard north")
    built, fails = House._built, [locked()]

    def fails_once(house: House, *rest: object) -> object:
        if fails:
            raise fails.pop()
        return built(house, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(House, "_built", fails_once)
    await server.restart()
    await sweeps(server)
    assert fails == []
    assert picks(server) == {Seat.CANDIDATE: Track.NORTH}
