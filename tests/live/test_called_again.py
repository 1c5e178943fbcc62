"""Where no host does anything, all of them are called once more; once, across restarts (S33)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.rules import RoleDefault
from tests.live.hosted import CORA, HOST, HOSTS, Hosted

AGAIN = "once more"
SECOND = 1000


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[Hosted]:
    """A house that calls the hosts once more after two minutes."""
    hosted = await Hosted.open(tmp_path / "record.db", again_seconds=120)
    yield hosted
    await hosted.close()


def again(hosted: Hosted) -> list[str]:
    """How the hosts were called once more."""
    return [text for text in hosted.room.texts(HOSTS) if AGAIN in text]


async def called(hosted: Hosted) -> None:
    """Cora calls a host at 1 s."""
    await hosted.in_first_turn(turn_seconds=3600)
    await hosted.move_to(1 * SECOND)
    await hosted.do(do.CallHost(CORA))


async def test_after_two_minutes_without_a_host_all_are_called_once_more_and_only_once(hosted):
    await called(hosted)
    await hosted.move_to(121 * SECOND - 1)
    assert again(hosted) == []
    await hosted.move_to(121 * SECOND)
    (text,) = again(hosted)
    assert "**Cora has called a host,** and nobody has come yet." in text
    await hosted.move_to(900 * SECOND)
    await hosted.sweep()
    assert len(again(hosted)) == 1


async def test_a_host_who_has_done_something_is_not_called_again(hosted):
    await called(hosted)
    await hosted.move_to(60 * SECOND)
    await hosted.do(do.PauseMatch(HOST))
    await hosted.move_to(500 * SECOND)
    assert again(hosted) == []


async def test_a_second_call_in_vain_is_told_once_more_too(hosted):
    await called(hosted)
    await hosted.move_to(130 * SECOND)
    await hosted.do(do.AwaitHosts("Zac has left"))
    await hosted.move_to(260 * SECOND)
    assert len(again(hosted)) == 2
    assert "stands still until one of you goes on" in again(hosted)[1]


async def test_after_a_restart_the_hosts_are_called_when_it_is_time(hosted):
    await called(hosted)
    await hosted.restarted()
    await hosted.move_to(120 * SECOND)
    assert again(hosted) == []
    await hosted.move_to(121 * SECOND)
    assert len(again(hosted)) == 1


async def test_a_program_that_was_down_at_the_time_calls_them_when_it_is_back(hosted):
    await called(hosted)
    down = await hosted.stopped()
    hosted.clock.move_to(hosted.clock.now_ms() + 300 * SECOND)
    hosted.house = down.house
    await hosted.then_quiet(hosted.house.seat_all("2"))
    await hosted.move_to(302 * SECOND)
    assert len(again(hosted)) == 1


async def test_whoever_was_called_once_more_is_not_again_after_a_restart(hosted):
    await called(hosted)
    await hosted.move_to(122 * SECOND)
    await hosted.restarted()
    await hosted.move_to(500 * SECOND)
    await hosted.sweep()
    assert len(again(hosted)) == 1


async def test_a_lost_timer_is_made_up_for_by_the_sweep_s7(hosted):
    await called(hosted)
    hosted.clock.lose_timers()
    await hosted.move_to(200 * SECOND)
    assert again(hosted) == []
    await hosted.sweep()
    assert len(again(hosted)) == 1


async def test_hosts_who_have_to_settle_a_start_role_are_called_once_more(hosted):
    await hosted.started(role_default=RoleDefault.ASK)
    await hosted.move_to(300 * SECOND)
    (text,) = again(hosted)
    assert "settle the start roles" in text


async def test_players_who_are_not_ready_have_the_hosts_called_once_more(hosted):
    await hosted.checking_ready()
    await hosted.move_to(400 * SECOND)
    (text,) = again(hosted)
    assert "not both players are ready" in text


async def test_an_empty_room_has_the_hosts_called_once_more(hosted):
    await hosted.in_first_turn(idle_turns_before_pause=1)
    await hosted.move_to(400 * SECOND)
    (text,) = again(hosted)
    assert "paused itself for want of picks" in text


async def test_nobody_is_called_again_where_it_is_switched_off(tmp_path: Path):
    hosted = await Hosted.open(tmp_path / "record.db")
    await called(hosted)
    await hosted.move_to(900 * SECOND)
    assert again(hosted) == []
    await hosted.close()


async def test_nobody_is_called_again_for_a_match_that_has_ended(hosted):
    await called(hosted)
    await hosted.do(do.Forfeit(HOST, CORA))
    hosted.clock.move_to(hosted.clock.now_ms() + 300 * SECOND)
    await hosted.quiet()
    assert again(hosted) == []
