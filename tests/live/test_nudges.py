"""Whoever is silent shortly before the deadline is told so, once, in private (S8, S41)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from tests.live.hosted import CORA, DM, HOST, TO_CORA, TO_ZAC, TURN_MS, ZAC, Hosted

NUDGE_MS = 10_000


def nudged(hosted: Hosted, audience) -> int:
    """How often somebody was told that time is running out."""
    return sum("Time is running out" in text for text in hosted.room.texts(audience))


@pytest.fixture
async def nudging(hosted):
    """A house that nudges ten seconds before a deadline."""
    hosted.house._nudge_ms = NUDGE_MS
    return hosted


async def test_s8_the_silent_player_alone_is_nudged_ten_seconds_before_the_deadline(nudging):
    await nudging.in_first_turn()
    await nudging.types(CORA, "north", at=100)
    await nudging.move_to(TURN_MS - NUDGE_MS - 1)
    assert (nudged(nudging, TO_CORA), nudged(nudging, TO_ZAC)) == (0, 0)
    await nudging.move_to(TURN_MS - 1)
    assert (nudged(nudging, TO_CORA), nudged(nudging, TO_ZAC)) == (0, 1)


async def test_s8_the_picker_of_a_role_is_nudged_too(nudging):
    await nudging.started()
    await nudging.move_to(TURN_MS - 1500)
    assert (nudged(nudging, TO_CORA), nudged(nudging, TO_ZAC)) == (1, 0)


async def test_s41_who_has_picked_meanwhile_is_not_nudged(nudging):
    await nudging.in_first_turn()
    await nudging.move_to(TURN_MS - NUDGE_MS - 10)
    await nudging.types(ZAC, "south")
    await nudging.move_to(TURN_MS - 1)
    assert (nudged(nudging, TO_CORA), nudged(nudging, TO_ZAC)) == (1, 0)


async def test_s4_a_bonus_action_puts_the_nudge_off_with_the_deadline(nudging):
    await nudging.in_first_turn()
    await nudging.move_to(30_000)
    await nudging.types(ZAC, "accelerate north", DM)
    await nudging.move_to(TURN_MS)
    assert nudged(nudging, TO_ZAC) == 0
    await nudging.move_to(30_000 + TURN_MS - 1)
    assert nudged(nudging, TO_ZAC) == 1


async def test_nobody_is_nudged_in_a_pause(nudging):
    await nudging.in_first_turn()
    await nudging.move_to(30_000)
    await nudging.do(do.PauseMatch(HOST))
    await nudging.move_to(2 * TURN_MS)
    assert nudged(nudging, TO_ZAC) == 0


async def test_a_turn_too_short_for_it_has_no_nudge(nudging):
    await nudging.in_first_turn(turn_seconds=19)
    await nudging.move_to(19_000)
    assert nudged(nudging, TO_ZAC) == 0


async def test_the_turn_is_settled_in_its_time_though_there_was_a_nudge(nudging):
    await nudging.in_first_turn()
    await nudging.move_to(TURN_MS + 1499)
    assert nudging.turn.number == 1
    await nudging.move_to(TURN_MS + 1500)
    assert nudging.turn.number == 2
