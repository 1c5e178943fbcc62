"""A machine's clock that is far off Discord's is warned about once, and changes no match (S6)."""

from __future__ import annotations

import logging

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.live.clock import DiscordClock
from minecart_robbery.live.room import Failure
from minecart_robbery.live.skew import Skew
from tests.live.hosted import CORA, HOST, PUBLIC, Hosted


@pytest.fixture(autouse=True)
def from_warnings_on(caplog: pytest.LogCaptureFixture) -> None:
    """What is noted of the log: warnings and errors."""
    caplog.set_level(logging.WARNING)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was said of the machine's clock."""
    return [line for line in caplog.messages if "this machine's clock" in line]


@pytest.mark.parametrize(
    ("ahead_ms", "said"),
    [
        (1500, "1.5 s ahead of Discord's"),
        (3_600_000, "3600.0 s ahead of"),
        (-1500, "1.5 s behind Discord's"),
    ],
)
async def test_s6_a_clock_that_is_off_by_more_than_a_second_is_warned_about_once(
    hosted: Hosted, caplog: pytest.LogCaptureFixture, ahead_ms: int, said: str
):
    hosted.clock.wall_ahead_ms = ahead_ms
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    (line,) = warnings(caplog)
    assert said in line
    assert hosted.deadline == 60_000


@pytest.mark.parametrize("ahead_ms", [0, 1000, -1000])
async def test_s6_a_clock_that_is_off_by_a_second_at_most_is_good_enough(
    hosted: Hosted, caplog: pytest.LogCaptureFixture, ahead_ms: int
):
    hosted.clock.wall_ahead_ms = ahead_ms
    await hosted.in_first_turn()
    assert warnings(caplog) == []
    assert hosted.clock.skew.ahead_ms == ahead_ms


@pytest.mark.parametrize("behind_ms", [60_000, 5000])
async def test_s6_where_the_house_had_the_time_wrong_but_the_wall_has_it_right_nothing_is_said(
    hosted: Hosted, caplog: pytest.LogCaptureFixture, behind_ms: int
):
    """It is the wall clock that is compared, and not what the house takes the time to be."""
    hosted.clock.behind_ms = behind_ms
    await hosted.open_match()
    assert hosted.room.delivered
    assert warnings(caplog) == []
    assert hosted.clock.skew.ahead_ms == 0


async def test_s6_a_wrong_wall_clock_is_warned_about_though_the_house_has_the_time_right(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
):
    """Nothing is left of what the house had taken over from the wall clock at its start."""
    hosted.clock.wall_ahead_ms, hosted.clock.behind_ms = -60_000, 60_000
    await hosted.in_first_turn()
    assert len(warnings(caplog)) == 1
    assert (hosted.clock.behind_ms, hosted.deadline) == (0, 60_000)


async def test_a_message_that_was_long_on_its_way_is_no_wrong_clock(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
):
    await hosted.open_match()
    hosted.room.hold(PUBLIC)
    await hosted.move_to(-1000)
    await hosted.do(do.StartMatch(HOST, skip_ready=True))
    await hosted.move_to(20_000)
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    assert warnings(caplog) == []


async def test_a_message_that_was_there_already_is_no_wrong_clock(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
):
    """Sent again with its nonce after a restart: Discord gives back the first one."""
    await hosted.open_match()
    hosted.room.hold_answer(PUBLIC)
    await hosted.move_to(-1000)
    await hosted.do(do.StartMatch(HOST, skip_ready=True))
    again = await hosted.stopped()
    hosted.house = again.house
    hosted.room.let_go(PUBLIC)
    hosted.clock.move_to(hosted.clock.now_ms() + 50_000)
    await hosted.then_quiet(hosted.house.seat_all("2"))
    assert len(set(hosted.room.tries)) < len(hosted.room.tries)
    assert warnings(caplog) == []


async def test_a_letter_that_failed_at_first_is_not_compared(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
):
    await hosted.open_match()
    hosted.clock.wall_ahead_ms = 5000
    hosted.room.next_trouble[PUBLIC] = [Failure.LATER]
    await hosted.move_to(-1000)
    await hosted.do(do.PauseMatch(HOST, "tea"))
    await hosted.sweep()
    assert warnings(caplog) == []


@pytest.mark.parametrize(
    ("sent", "received", "answered", "ahead"),
    [
        (1000, 1200, 1400, 0),
        (1000, 1000, 1000, 0),
        (1000, 900, 1400, 100),
        (1000, 1500, 1400, -100),
        (9000, 1000, 9100, 8000),
        (9000, 20_000, 9100, -10_900),
    ],
)
def test_a_clock_is_off_by_as_much_as_the_receipt_lies_outside(sent, received, answered, ahead):
    skew = Skew()
    skew.compare(sent, received, answered)
    assert skew.ahead_ms == ahead


def test_discords_own_clock_compares_with_the_wall(caplog: pytest.LogCaptureFixture):
    clock = DiscordClock(lambda: 5000)
    assert clock.wall_ms() == 5000
    clock.answered(5000, 5100)
    assert warnings(caplog) == []
    clock.answered(5000, 2000)
    clock.answered(5000, 2000)
    assert len(warnings(caplog)) == 1
