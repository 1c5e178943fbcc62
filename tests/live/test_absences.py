"""The house away from the chat, or held up: nobody pays for it (S1, S2, S40)."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.events import ClockRestarted, RolePicked, TurnSettled
from minecart_robbery.engine.nouns import Fault, Role
from minecart_robbery.engine.rules import LONGEST_CLOCK_MS, RANGES
from minecart_robbery.live.absences import KEPT_MS, Absences
from tests.live.hand_clock import START, HandClock
from tests.live.hosted import CORA, NORTH, PUBLIC, SOUTH, TURN_MS, ZAC, Hosted


async def came_back(hosted: Hosted) -> None:
    """The connection is there again, and all that follows happens."""
    await hosted.then_quiet(hosted.house.came_back())


async def restarts(hosted: Hosted) -> list[Fault]:
    """Why the clock was started again, each time that it was."""
    return [it.why for it in await hosted.events() if isinstance(it, ClockRestarted)]


async def settled(hosted: Hosted) -> list[TurnSettled]:
    """The turns that were settled."""
    return [it for it in await hosted.events() if isinstance(it, TurnSettled)]


async def test_s2_nothing_is_judged_while_the_connection_is_lost(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.house.went_away()
    await hosted.move_to(5 * TURN_MS)
    await hosted.sweep()
    assert await settled(hosted) == []


async def test_s2_what_was_typed_meanwhile_counts_by_its_own_time(hosted: Hosted):
    """A house that reacts on receipt alone would have defaulted Zac."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.house.went_away()
    await hosted.move_to(2 * TURN_MS)
    hosted.room.unheard = [hosted.typed(ZAC, "south", at=30_000)]
    await came_back(hosted)
    await hosted.move_to(2 * TURN_MS + 2000)
    (turn,) = await settled(hosted)
    assert (turn.cart, turn.guard, turn.silent) == (NORTH, SOUTH, ())
    assert turn.over_at == START + 30_000
    assert await restarts(hosted) == []


async def test_a_silent_player_gets_a_fresh_minute_and_everybody_is_told_why(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.house.went_away()
    await hosted.move_to(90_000)
    await came_back(hosted)
    await hosted.move_to(90_001)
    assert await restarts(hosted) == [Fault.AWAY]
    assert "The bot had lost its connection to Discord" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.picked(CORA) is NORTH
    await hosted.move_to(90_000 + TURN_MS + 5000)
    assert [turn.silent for turn in await settled(hosted)] == [(ZAC,)]


async def test_a_lost_connection_that_was_back_in_time_costs_the_silent_player_nothing(
    hosted: Hosted,
):
    """Before the deadline, but for part of the minute nothing could be said to the bot."""
    await hosted.in_first_turn()
    await hosted.move_to(10_000)
    hosted.house.went_away()
    await hosted.move_to(15_000)
    await came_back(hosted)
    await hosted.move_to(TURN_MS + 2000)
    assert await settled(hosted) == []
    assert await restarts(hosted) == [Fault.AWAY]


async def test_a_blink_of_the_connection_changes_nothing(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.move_to(10_000)
    hosted.house.went_away()
    await hosted.move_to(10_900)
    await came_back(hosted)
    await hosted.move_to(TURN_MS + 2000)
    assert len(await settled(hosted)) == 1
    assert await restarts(hosted) == []


async def test_an_absence_before_the_clock_started_changes_nothing(hosted: Hosted):
    hosted.house.went_away()
    await hosted.started()
    await came_back(hosted)
    await hosted.move_to(0)
    await hosted.do(do.PickRole(CORA, Role.MINER))
    await hosted.move_to(TURN_MS + 2000)
    assert len(await settled(hosted)) == 1
    assert await restarts(hosted) == []


async def test_a_turn_in_which_both_have_picked_needs_no_fresh_minute(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.house.went_away()
    await hosted.move_to(5000)
    await came_back(hosted)
    await hosted.types(ZAC, "south")
    await hosted.move_to(7000)
    assert len(await settled(hosted)) == 1
    assert await restarts(hosted) == []


async def test_r27_the_choice_of_a_start_role_gets_a_fresh_minute_too(hosted: Hosted):
    await hosted.started()
    hosted.house.went_away()
    await hosted.move_to(30_000)
    await came_back(hosted)
    await hosted.move_to(TURN_MS + 1000)
    assert await restarts(hosted) == [Fault.AWAY]
    assert not [it for it in await hosted.events() if isinstance(it, RolePicked)]


async def test_being_told_twice_of_one_loss_is_one_absence(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.house.went_away()
    await hosted.move_to(5000)
    hosted.house.went_away()
    await hosted.move_to(5500)
    await came_back(hosted)
    await came_back(hosted)
    await hosted.move_to(TURN_MS + 2000)
    assert await restarts(hosted) == [Fault.AWAY]


async def test_s40_where_the_program_was_held_up_the_silent_get_a_fresh_minute(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.house.watch_itself(0.5)
    await hosted.move_to(10_000)
    hosted.clock.move_to(START + 12_000)
    await hosted.move_to(TURN_MS + 2000)
    assert await restarts(hosted) == [Fault.STALLED]
    assert "The bot was held up" in hosted.room.texts(PUBLIC)[-1]
    await hosted.move_to(3 * TURN_MS)
    assert len(await settled(hosted)) == 1


async def test_s40_a_program_that_runs_in_time_gives_nobody_more_time(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.house.watch_itself(0.5)
    await hosted.move_to(TURN_MS + 2000)
    assert await restarts(hosted) == []
    assert len(await settled(hosted)) == 1


async def test_s47_a_correction_of_the_time_makes_no_absence_longer(hosted: Hosted):
    """The house's time was 10 s slow before the connection was lost for half a second."""
    await hosted.in_first_turn()
    hosted.clock.behind_ms = 10_000
    await hosted.move_to(10_000)
    hosted.house.went_away()
    hosted.clock.behind_ms = 0
    await hosted.move_to(10_500)
    await came_back(hosted)
    await hosted.move_to(TURN_MS + 2000)
    assert await restarts(hosted) == []
    assert len(await settled(hosted)) == 1


async def test_s47_nor_one_shorter(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.house.went_away()
    hosted.clock.behind_ms = 10_000
    await hosted.move_to(5000)
    await came_back(hosted)
    hosted.clock.behind_ms = 0
    await hosted.move_to(TURN_MS + 2000)
    await hosted.sweep()
    assert await restarts(hosted) == [Fault.AWAY]


async def test_s47_a_correction_of_the_time_gives_nobody_a_free_minute(hosted: Hosted):
    hosted.clock.behind_ms = 10_000
    hosted.house.watch_itself(0.5)
    await hosted.in_first_turn()
    assert hosted.clock.behind_ms == 0, "the opening was heard of"
    await hosted.move_to(TURN_MS + 2000)
    assert await restarts(hosted) == []
    assert len(await settled(hosted)) == 1


def away(absences: Absences, clock: HandClock, since: int, until: int) -> None:
    """An absence from one time to another."""
    clock.move_to(START + since)
    absences.went_away()
    clock.move_to(START + until)
    absences.came_back()


def test_absences_that_lie_before_any_clock_that_can_run_are_forgotten():
    clock = HandClock(START)
    absences = Absences(clock)
    for hour in range(50):
        away(absences, clock, hour * 3_600_000, hour * 3_600_000 + 5000)
    assert len(absences._over) <= 1 + KEPT_MS // 3_600_000  # pyright: ignore[reportPrivateUsage]


def test_an_absence_at_the_start_of_the_longest_clock_is_remembered_when_that_is_over():
    grace_ms = 1000 * round(RANGES["grace_seconds"][1])
    clock = HandClock(START)
    absences = Absences(clock)
    away(absences, clock, 0, 5000)
    away(absences, clock, LONGEST_CLOCK_MS - 2000, LONGEST_CLOCK_MS + grace_ms)
    assert absences.within(START, START + 6000) is Fault.AWAY
