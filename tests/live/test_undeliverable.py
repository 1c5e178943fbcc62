"""A match in which people can't be told what happens stands still, and goes on when they can."""

from itertools import pairwise

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import PauseCause, Paused
from minecart_robbery.live.retries import TRIES
from minecart_robbery.live.room import Failure
from tests.live.hosted import CORA, DM, HOST, HOSTS, NORTH, PUBLIC, SOUTH, TO_CORA, TURN_MS, ZAC


def is_paused_by_the_house(hosted) -> bool:
    phase = hosted.match.current
    return isinstance(phase, Paused) and phase.cause is PauseCause.HOUSE


async def sweep_until_quiet(hosted) -> None:
    """One sweep delivers what is owed, the next one goes on."""
    for _ in range(3):
        await hosted.sweep()


@pytest.mark.parametrize("failure", [Failure.GONE, Failure.FORBIDDEN])
@pytest.mark.parametrize("audience", [PUBLIC, TO_CORA])
async def test_s27_a_channel_that_is_lost_pauses_the_match_and_calls_the_hosts(
    hosted, failure, audience
):
    await hosted.in_first_turn()
    hosted.room.trouble[audience] = failure
    await hosted.move_to(100)
    await hosted.types(CORA, "north")
    await hosted.move_to(200)
    await hosted.types(ZAC, "accelerate north", DM)
    assert is_paused_by_the_house(hosted)
    (called,) = hosted.room.texts(HOSTS)
    assert called.startswith("🔔 Hosts: I have paused the match: ")


@pytest.mark.parametrize(
    ("failure", "audience", "reason"),
    [
        (Failure.GONE, PUBLIC, "the DM channel is not there any more"),
        (Failure.FORBIDDEN, TO_CORA, "I may not write in Cora's submissions channel"),
    ],
)
async def test_s28_the_hosts_are_told_what_is_lost(hosted, failure, audience, reason):
    await hosted.in_first_turn()
    hosted.room.trouble[audience] = failure
    await hosted.move_to(100)
    await hosted.types(CORA, "north")
    await hosted.move_to(200)
    await hosted.types(ZAC, "accelerate north", DM)
    assert reason in hosted.room.texts(HOSTS)[0]


async def test_s27_when_the_channel_is_back_the_match_goes_on_with_a_new_minute_and_the_picks(
    hosted,
):
    await hosted.in_first_turn()
    hosted.room.trouble[TO_CORA] = Failure.FORBIDDEN
    await hosted.move_to(100)
    await hosted.types(CORA, "north")
    await hosted.move_to(3 * TURN_MS)
    assert is_paused_by_the_house(hosted)
    del hosted.room.trouble[TO_CORA]
    await sweep_until_quiet(hosted)
    assert hosted.deadline == 4 * TURN_MS
    assert hosted.picked(CORA) is NORTH
    assert "Your pick: **North**" in "".join(hosted.room.texts(TO_CORA))


async def test_a_passing_failure_is_put_up_with_before_the_match_is_paused(hosted):
    await hosted.in_first_turn()
    hosted.room.trouble[TO_CORA] = Failure.LATER
    await hosted.move_to(100)
    await hosted.types(CORA, "north")
    await hosted.move_to(100 + 1000 + 2000 + 3999)
    assert not is_paused_by_the_house(hosted)
    await hosted.move_to(100 + 1000 + 2000 + 4000)
    assert is_paused_by_the_house(hosted)
    (owed, *_) = await hosted.record.owed(hosted.number)
    assert hosted.room.tries.count(owed.nonce) == TRIES


async def test_a_letter_that_stays_undeliverable_pauses_the_match_once(hosted):
    await hosted.in_first_turn()
    hosted.room.trouble[TO_CORA] = Failure.GONE
    await hosted.move_to(100)
    await hosted.types(CORA, "north")
    await sweep_until_quiet(hosted)
    paused = [event for event in await hosted.events() if isinstance(event, ev.MatchPaused)]
    assert len(paused) == 1
    assert len(hosted.room.texts(HOSTS)) == 1


async def test_the_house_ends_no_pause_of_a_hosts(hosted):
    await hosted.in_first_turn()
    await hosted.do(do.PauseMatch(HOST))
    await sweep_until_quiet(hosted)
    assert isinstance(hosted.match.current, Paused)


async def test_a_host_may_go_on_while_a_channel_is_still_lost(hosted):
    await hosted.in_first_turn()
    hosted.room.trouble[TO_CORA] = Failure.GONE
    await hosted.move_to(100)
    await hosted.types(CORA, "south")
    await hosted.do(do.ResumeMatch(HOST))
    await sweep_until_quiet(hosted)
    assert hosted.picked(CORA) is SOUTH


@pytest.mark.parametrize("failure", [Failure.GONE, Failure.FORBIDDEN])
@pytest.mark.parametrize("audience", [PUBLIC, TO_CORA, HOSTS])
async def test_a_match_that_has_ended_owes_nothing_to_a_place_that_is_lost(
    hosted, failure, audience, caplog
):
    await hosted.in_first_turn()
    hosted.room.trouble[audience] = failure
    await hosted.move_to(100)
    await hosted.types(CORA, "north")
    await hosted.types(CORA, "host!", DM)
    table = hosted.table
    await hosted.do(do.CallOff(HOST))
    await sweep_until_quiet(hosted)
    assert table.is_done
    assert await hosted.record.owed(hosted.number) == ()
    tries, warnings = len(hosted.room.tries), len(caplog.records)
    await sweep_until_quiet(hosted)
    assert (len(hosted.room.tries), len(caplog.records)) == (tries, warnings)


async def test_a_match_that_has_ended_still_owes_what_may_yet_arrive(hosted):
    await hosted.in_first_turn()
    hosted.room.trouble[PUBLIC] = Failure.LATER
    await hosted.do(do.CallOff(HOST))
    for _ in range(2 * TRIES):
        await hosted.sweep()
    del hosted.room.trouble[PUBLIC]
    await hosted.move_to(hosted.now + 60_000)
    await hosted.sweep()
    assert "called off" in hosted.room.texts(PUBLIC)[-1]


async def test_what_fails_on_and_on_is_tried_less_and_less_often_but_at_least_once_a_minute(hosted):
    await hosted.in_first_turn()
    hosted.room.trouble[TO_CORA] = Failure.LATER
    await hosted.types(CORA, "north", at=100)
    nonce, tried = hosted.room.tries[-1], list[int]()
    for _ in range(1000):
        before = hosted.room.tries.count(nonce)
        await hosted.move_to(hosted.now + 500)
        tried += [hosted.now] if hosted.room.tries.count(nonce) > before else []
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 2000
    assert pauses[-1] == 60_000


# ----------------------------------------------------------------- an outage that is over


async def in_an_outage(hosted) -> None:
    """Nothing can be delivered to anybody, and so the house has paused the match."""
    await hosted.in_first_turn()
    for audience in (PUBLIC, TO_CORA, HOSTS):
        hosted.room.trouble[audience] = Failure.LATER
    await hosted.types(CORA, "north", at=100)
    for ms in range(5000, 40_000, 5000):
        await hosted.move_to(ms)
        await hosted.sweep()
    assert is_paused_by_the_house(hosted)


async def test_s41_after_an_outage_the_hosts_are_not_called_for_a_pause_that_is_over(hosted):
    await in_an_outage(hosted)
    hosted.room.trouble.clear()
    for ms in range(hosted.now, hosted.now + 120_000, 5000):
        await hosted.move_to(ms)
        await hosted.sweep()
    assert not is_paused_by_the_house(hosted)
    assert hosted.room.texts(HOSTS) == []
    assert await hosted.record.owed(hosted.number) == ()


async def test_s41_nor_when_the_program_was_restarted_meanwhile(hosted):
    await in_an_outage(hosted)
    hosted.room.trouble.clear()
    await hosted.restarted()
    for _ in range(3):
        await hosted.sweep()
    assert not is_paused_by_the_house(hosted)
    assert hosted.room.texts(HOSTS) == []


async def test_s46_where_the_trouble_lasts_for_one_place_the_hosts_are_called_as_before(hosted):
    await in_an_outage(hosted)
    del hosted.room.trouble[PUBLIC], hosted.room.trouble[HOSTS]
    for ms in range(hosted.now, hosted.now + 120_000, 5000):
        await hosted.move_to(ms)
        await hosted.sweep()
    assert is_paused_by_the_house(hosted)
    (called,) = hosted.room.texts(HOSTS)
    assert "I have paused the match" in called
