"""When a match has ended and nothing is owed, its own channels are put away, and no others."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.after_match import TRIES
from minecart_robbery.live.hosts_log import log_of
from minecart_robbery.live.room import Failure
from minecart_robbery.record import Cause
from tests.live.hosted import HOST, HOSTS, PUBLIC, Hosted, seating

MADE = (99, 100, 101, 102)
PROBLEM = "🔔 Hosts: that could not be done."


async def called_off(hosted: Hosted, made: tuple[int, ...] = MADE) -> None:
    """A match for which these channels were made has just been called off."""
    table = await hosted.house.open(seating(), Rules(), Cause("i:1", 5), hosted.moment(), made=made)
    assert table is not None
    hosted.number = table.seating.match
    await hosted.do(do.CallOff(HOST, ""))


def calls(hosted: Hosted) -> list[tuple[int, ...]]:
    return [made for made, _ in hosted.room.put_aways]


async def test_the_sweep_after_the_end_puts_away_what_was_made_and_does_so_once(hosted):
    await called_off(hosted)
    assert calls(hosted) == []
    for _ in range(3):
        await hosted.sweep()
    assert calls(hosted) == [MADE]
    assert await hosted.record.unfinished_matches() == ()


async def test_while_the_match_goes_on_nothing_is_put_away(hosted):
    table = await hosted.house.open(seating(), Rules(), Cause("i:1", 5), hosted.moment(), made=MADE)
    for _ in range(3):
        await hosted.sweep()
    await hosted.then_quiet(table.put_away(lambda _: False))
    assert calls(hosted) == []


async def test_of_a_match_for_which_nothing_was_made_nothing_is_put_away(hosted):
    await called_off(hosted, made=())
    await hosted.sweep()
    assert calls(hosted) == []
    assert await hosted.record.unfinished_matches() == ()


async def test_as_long_as_something_is_owed_nothing_is_put_away(hosted):
    table = await hosted.house.open(seating(), Rules(), Cause("i:1", 5), hosted.moment(), made=MADE)
    hosted.number = table.seating.match
    await hosted.quiet()
    hosted.room.trouble[PUBLIC] = Failure.LATER
    await hosted.do(do.CallOff(HOST, ""))
    await hosted.sweep()
    assert calls(hosted) == []
    del hosted.room.trouble[PUBLIC]
    await hosted.move_to(hosted.now + 1000)
    await hosted.sweep()
    assert calls(hosted) == [MADE]


async def test_s1_a_program_that_ends_before_it_does_so_when_it_is_back(hosted):
    await called_off(hosted)
    await hosted.restarted()
    await hosted.sweep()
    assert calls(hosted) == [MADE]
    await hosted.restarted("3")
    await hosted.sweep()
    assert calls(hosted) == [MADE]


async def test_what_could_not_be_done_the_hosts_are_told_once_and_it_is_logged(hosted):
    await called_off(hosted)
    hosted.room.problems = [(PROBLEM,)]
    for _ in range(3):
        await hosted.sweep()
    assert hosted.room.texts(HOSTS) == [PROBLEM]
    assert (await log_of(hosted.record, hosted.number))[-1].text == PROBLEM
    assert hosted.house.table_at(100) is None
    assert await hosted.record.unfinished_matches() == ()


async def test_what_fails_for_now_is_tried_again_and_the_last_try_is_called_so(hosted):
    await called_off(hosted)
    hosted.room.problems = [*[Failure.LATER] * (TRIES - 1), (PROBLEM,)]
    for _ in range(TRIES + 2):
        await hosted.sweep()
    is_last = [is_last for _, is_last in hosted.room.put_aways]
    assert is_last == [*[False] * (TRIES - 1), True]
    assert hosted.room.texts(HOSTS) == [PROBLEM]


@pytest.mark.parametrize("shared", [100, 101])
async def test_s17_a_channel_in_which_another_match_is_played_by_now_is_left_alone(hosted, shared):
    await called_off(hosted)
    await hosted.open_match(shared)
    await hosted.sweep()
    used = {shared, shared + 1, shared + 2}
    assert calls(hosted) == [tuple(channel for channel in MADE if channel not in used)]


async def test_what_is_put_away_changes_nothing_of_the_events(hosted):
    await called_off(hosted)
    before = await hosted.events()
    await hosted.sweep()
    assert await hosted.events() == before
