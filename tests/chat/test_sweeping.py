"""No error ends the sweeping, and each one reaches the log (S7)."""

from __future__ import annotations

import logging

import pytest

from tests.chat.server import Server
from tests.chat.test_undeliverable import sweeps


class Fire(Exception):
    """Nothing that anybody expects."""


class Failing:
    """In place of something that a sweep does: fails so many times, then does it."""

    def __init__(self, owner: object, name: str, error: type[Exception], times: int) -> None:
        self.really = getattr(owner, name)
        self.error, self.times = error, times
        self.calls = 0

    async def __call__(self, *rest: object) -> object:
        """Fail, or do it."""
        self.calls += 1
        if self.calls <= self.times:
            raise self.error("the lamp went out")
        return await self.really(*rest)


def failing(
    patch: pytest.MonkeyPatch, owner: object, name: str, error: type[Exception], times: int
) -> Failing:
    """Put a failing one in its place."""
    fails = Failing(owner, name, error, times)
    patch.setattr(owner, name, fails)
    return fails


def logged(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What was logged of failing sweeps, with the error."""
    return [it for it in caplog.records if "the sweep failed" in it.getMessage() and it.exc_info]


@pytest.mark.parametrize("error", [Fire, OSError, TimeoutError])
async def test_s7_an_error_in_a_sweep_is_logged_and_the_next_one_comes(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error
):
    await server.play_to_first_turn()
    look = failing(monkeypatch, server.bot._watcher, "look", error, 2)
    sweep = failing(monkeypatch, server.bot.house, "sweep", error, 3)
    await sweeps(server, 5)
    assert len(logged(caplog)) == 5
    assert look.calls >= 5
    assert sweep.calls >= 5


async def test_s7_a_look_that_fails_keeps_no_match_from_being_swept(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.play_to_first_turn()
    failing(monkeypatch, server.bot._watcher, "look", Fire, 99)
    sweep = failing(monkeypatch, server.bot.house, "sweep", Fire, 0)
    await sweeps(server, 3)
    assert sweep.calls >= 3


async def test_s7_a_seating_that_fails_at_the_start_is_tried_again_by_the_sweep(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """As when another program holds the database just then."""
    await server.play_to_first_turn()
    with monkeypatch.context() as patch:
        patch.setattr("minecart_robbery.live.house.House.seat_all", _burns)
        await server.restart()
        await sweeps(server, 1)
        assert list(server.bot.house.tables()) == []
    assert logged(caplog)
    await sweeps(server, 1)
    assert len(list(server.bot.house.tables())) == 1
    assert [type(error) for error in server.env.errors] == [Fire]


async def _burns(*_: object) -> int:
    raise Fire
