"""While the connection is lost the channels are read all the same, at once and by sweeps (S2).

What both have picked is settled; nobody is taken to be silent before the connection is there.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from minecart_robbery.engine.events import ClockRestarted, TurnSettled
from minecart_robbery.engine.nouns import Fault
from minecart_robbery.live.room import Failure, Unread
from tests.live.hand_clock import START
from tests.live.hosted import (
    CORA,
    DM,
    HOSTS,
    NORTH,
    PUBLIC,
    SETTLE_MS,
    SOUTH,
    TO_ZAC,
    TURN_MS,
    ZAC,
    Hosted,
)


async def loses_connection(hosted: Hosted) -> None:
    """The connection is lost, and what the house does at once is done."""
    hosted.house.went_away()
    await hosted.quiet()


async def settled(hosted: Hosted) -> list[TurnSettled]:
    """The turns that were settled."""
    return [it for it in await hosted.events() if isinstance(it, TurnSettled)]


async def test_s2_what_was_typed_as_the_connection_was_lost_is_heard_at_once(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.room.unheard = [hosted.typed(CORA, "north", at=1000)]
    await loses_connection(hosted)
    assert hosted.picked(CORA) is NORTH


async def test_s2_a_turn_in_which_both_have_picked_is_settled_without_the_connection(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await loses_connection(hosted)
    await hosted.move_to(4000)
    hosted.room.unheard = [hosted.typed(ZAC, "south", at=4000)]
    await hosted.sweep()
    await hosted.move_to(4000 + SETTLE_MS)
    (turn,) = await settled(hosted)
    assert (turn.cart, turn.guard, turn.silent) == (NORTH, SOUTH, ())
    assert hosted.turn.number == 2


async def test_s2_what_changes_a_decided_turn_is_read_before_it_is_settled(hosted: Hosted):
    """A bonus action of before the last pick, which Discord gives out late."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await loses_connection(hosted)
    hosted.room.unheard = [hosted.typed(ZAC, "south", at=4000)]
    await hosted.move_to(4000)
    await hosted.sweep()
    hosted.room.unheard.append(hosted.typed(ZAC, "accelerate north", DM, at=3000))
    await hosted.move_to(4000 + SETTLE_MS)
    assert await settled(hosted) == []
    assert hosted.projection.stashes.at(NORTH) == 2


async def test_s2_nobody_is_taken_to_be_silent_before_the_connection_is_there(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await loses_connection(hosted)
    for ms in range(5000, 3 * TURN_MS, 5000):
        await hosted.move_to(ms)
        await hosted.sweep()
    assert await settled(hosted) == []
    await hosted.then_quiet(hosted.house.came_back())
    await hosted.move_to(hosted.now + 1)
    assert [it.why for it in await hosted.events() if isinstance(it, ClockRestarted)] == [
        Fault.AWAY
    ]


async def test_s2_a_fallback_is_not_taken_before_the_connection_is_there(hosted: Hosted):
    """Whoever would change it by a button can't."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "accelerate south", DM, at=2000)
    await loses_connection(hosted)
    hosted.room.unheard = [hosted.typed(ZAC, "south", at=3000)]
    for ms in range(5000, 2 * TURN_MS, 5000):
        await hosted.move_to(ms)
        await hosted.sweep()
    assert hosted.picked(ZAC) is SOUTH
    assert await settled(hosted) == []


async def test_s2_it_takes_one_reading_at_the_loss_one_a_sweep_and_one_to_settle(hosted: Hosted):
    """A reading takes a request for each of the three channels."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.room.read_from.clear()
    await loses_connection(hosted)
    assert len(hosted.room.read_from) == 1
    for ms in (6000, 11_000, 16_000):
        await hosted.move_to(ms)
        await hosted.sweep()
    assert len(hosted.room.read_from) == 4
    hosted.room.unheard = [hosted.typed(ZAC, "south", at=17_000)]
    await hosted.move_to(21_000)
    await hosted.sweep()
    assert len(hosted.room.read_from) == 5
    await hosted.move_to(21_001)
    assert len(hosted.room.read_from) == 6
    assert len(await settled(hosted)) == 1


async def test_s2_once_it_is_there_nothing_is_read_on(hosted: Hosted):
    await hosted.in_first_turn()
    await loses_connection(hosted)
    await hosted.then_quiet(hosted.house.came_back())
    hosted.room.read_from.clear()
    await hosted.sweep()
    hosted.house.read_on()
    await hosted.quiet()
    assert hosted.room.read_from == []


@pytest.mark.parametrize("why", [Failure.LATER, Failure.FORBIDDEN])
async def test_s2_that_it_can_not_be_read_then_is_told_to_nobody(hosted: Hosted, why: Failure):
    await hosted.in_first_turn()
    hosted.room.unreadable = Unread(TO_ZAC, why)
    await loses_connection(hosted)
    for ms in range(5000, 60_000, 5000):
        await hosted.move_to(ms)
        await hosted.sweep()
    assert hosted.room.texts(HOSTS) == []
    assert all("paused" not in text for text in hosted.room.texts(PUBLIC))


async def test_s2_a_reading_that_hangs_holds_up_no_reconnect(hosted: Hosted):
    await hosted.in_first_turn()
    missed, hangs, goes_on = hosted.room.missed, asyncio.Event(), asyncio.Event()

    async def read_late(*_: object) -> Any:
        hosted.room.missed = missed  # type: ignore[method-assign]
        hangs.set()
        await goes_on.wait()
        return [hosted.typed(CORA, "south", at=300)]

    hosted.room.missed = read_late  # type: ignore[method-assign]
    hosted.house.went_away()
    await hangs.wait()
    hosted.clock.move_to(START + 500)
    hosted.room.unheard = [hosted.typed(CORA, "north", at=400)]
    await hosted.house.came_back()
    assert hosted.picked(CORA) is NORTH
    goes_on.set()
    await hosted.quiet()
    assert hosted.picked(CORA) is NORTH


async def test_s2_an_edit_of_a_pick_that_was_heard_counts_in_a_decided_turn(hosted: Hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "south", at=1000)
    await hosted.arrives(typed)
    await loses_connection(hosted)
    edited = hosted.edited(typed, "north", at=2000)
    hosted.room.unheard = [edited, hosted.typed(ZAC, "south", at=4000)]
    await hosted.move_to(4000)
    await hosted.sweep()
    await hosted.move_to(4000 + SETTLE_MS)
    assert [turn.cart for turn in await settled(hosted)] == [NORTH]
