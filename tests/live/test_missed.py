"""What was missed is read from the right place on, in the order of moments, all or nothing (S2)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from minecart_robbery.engine.events import ClockRestarted, PickMade
from minecart_robbery.engine.nouns import Fault
from minecart_robbery.live.missed import Missed
from minecart_robbery.live.room import Failure, Unread
from tests.live.hand_clock import START
from tests.live.hosted import (
    CENTRAL,
    CORA,
    DM,
    HOSTS,
    PUBLIC,
    SOUTH,
    TO_ZAC,
    TURN_MS,
    ZAC,
    Hosted,
)


def missed_of(hosted: Hosted) -> Missed:
    """What was missed of the match, as a table of its own would see it."""
    return Missed(hosted.number, hosted.record, hosted.room)


async def test_it_is_read_from_what_was_seen_last_and_from_the_opening_of_the_turn(hosted: Hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=100)
    await hosted.arrives(typed)
    await missed_of(hosted).read(hosted.match)
    seen, since = hosted.room.read_from[-1]
    opened_after = await hosted.record.since(hosted.number)
    assert seen == {100: opened_after, 101: typed.message, 102: opened_after}
    assert since == hosted.turn.clock.opened
    assert since is not None
    assert since.ms == START


async def test_where_no_clock_runs_it_is_read_from_what_was_seen_last(hosted: Hosted):
    await hosted.open_match()
    await missed_of(hosted).read(hosted.match)
    assert hosted.room.read_from[-1][1] is None


async def test_chatter_that_was_heard_is_not_read_again(hosted: Hosted):
    await hosted.open_match()
    chatter = hosted.typed(ZAC, "good luck")
    await hosted.arrives(chatter)
    await missed_of(hosted).read(hosted.match)
    assert hosted.room.read_from[-1][0][102] == chatter.message


async def test_what_was_read_comes_in_the_order_of_its_moments(hosted: Hosted):
    await hosted.in_first_turn()
    first, second, third = (hosted.typed(CORA, "north", at=at) for at in (10, 20, 30))
    edit = hosted.edited(first, "south", at=25)
    hosted.room.unheard = [third, edit, second]
    assert await missed_of(hosted).read(hosted.match) == [second, edit, third]


async def test_it_is_behind_until_all_could_be_read(hosted: Hosted):
    await hosted.in_first_turn()
    missed = missed_of(hosted)
    assert not missed.is_behind
    generation = missed.fall_behind()
    hosted.room.unreadable = Unread(TO_ZAC, Failure.LATER)
    assert await missed.read(hosted.match) == Unread(TO_ZAC, Failure.LATER)
    assert missed.is_behind
    hosted.room.unreadable = None
    await missed.read(hosted.match)
    assert missed.is_behind, "what was read has still to be heard"
    assert missed.caught_up(generation)
    assert not missed.is_behind


async def test_s2_what_is_missed_while_it_is_read_is_not_taken_for_read(hosted: Hosted):
    await hosted.in_first_turn()
    missed = missed_of(hosted)
    generation = missed.fall_behind()
    await missed.read(hosted.match)
    missed.fall_behind()
    assert not missed.caught_up(generation)
    assert missed.is_behind


async def test_a_passing_failure_is_put_up_with_twice_in_a_row(hosted: Hosted):
    await hosted.in_first_turn()
    missed = missed_of(hosted)
    hosted.room.unreadable = Unread(PUBLIC, Failure.LATER)
    lost: list[bool] = []
    for _ in range(3):
        await missed.read(hosted.match)
        lost.append(missed.is_lost(Failure.LATER))
    hosted.room.unreadable = None
    await missed.read(hosted.match)
    assert [*lost, missed.is_lost(Failure.LATER)] == [False, False, True, False]


@pytest.mark.parametrize("failure", [Failure.GONE, Failure.FORBIDDEN])
async def test_any_other_failure_is_told_at_once(hosted: Hosted, failure: Failure):
    await hosted.in_first_turn()
    assert missed_of(hosted).is_lost(failure)


@pytest.mark.parametrize(
    ("sent", "edited", "is_unjudgeable"),
    [
        (1000, TURN_MS + 1, True),
        (TURN_MS, TURN_MS + 1, True),
        (1, TURN_MS + 1, True),
        (1000, TURN_MS, False),
        (TURN_MS + 1, TURN_MS + 2, False),
        (-500, TURN_MS + 1, False),
        (1000, None, False),
        (TURN_MS + 1, None, False),
    ],
)
async def test_a_message_in_time_that_was_edited_afterwards_is_unjudgeable(
    hosted: Hosted, sent: int, edited: int | None, is_unjudgeable: bool
):
    await hosted.in_first_turn()
    missed, typed = missed_of(hosted), hosted.typed(CORA, "north", at=sent)
    it = typed if edited is None else hosted.edited(typed, "south", at=edited)
    hosted.room.unheard = [it]
    await missed.read(hosted.match)
    assert missed.is_unjudgeable(it, hosted.match) is is_unjudgeable


async def test_an_edit_of_a_message_that_was_heard_is_judged(hosted: Hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(typed)
    missed, edit = missed_of(hosted), hosted.edited(typed, "south", at=TURN_MS + 1)
    await missed.read(hosted.match)
    assert not missed.is_unjudgeable(edit, hosted.match)


async def test_where_no_clock_runs_nothing_is_unjudgeable(hosted: Hosted):
    await hosted.open_match()
    typed = hosted.typed(CORA, "north", at=0)
    edit = hosted.edited(typed, "ready", at=TURN_MS)
    missed = missed_of(hosted)
    await missed.read(hosted.match)
    assert not missed.is_unjudgeable(edit, hosted.match)


# ----------------------------------------------------------------- at the table


async def test_s2_an_unjudgeable_edit_starts_the_minute_anew_and_everybody_is_told(hosted: Hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(ZAC, "south", at=59_000)
    hosted.room.unheard = [hosted.edited(typed, "central", at=60_500)]
    await hosted.move_to(TURN_MS + 1500)
    assert (await hosted.last(ClockRestarted)).why is Fault.AWAY
    assert "The bot had lost its connection to Discord" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.turn.number == 1
    assert hosted.picked(ZAC) is CENTRAL, "all that was typed since the turn opened counts"


async def test_s2_what_is_typed_while_the_house_is_behind_waits_for_its_moment(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.house.went_away()
    missed = hosted.typed(CORA, "north", at=1000)
    hosted.room.unheard = [missed]
    hosted.room.unreadable = Unread(TO_ZAC, Failure.LATER)
    await hosted.move_to(1500)
    await hosted.then_quiet(hosted.house.came_back())
    assert await hosted.types(CORA, "south") is None
    assert hosted.picked(CORA) is None
    hosted.room.unreadable = None
    await hosted.sweep()
    picks = [it.track for it in await hosted.events() if isinstance(it, PickMade)]
    assert picks[-1] is SOUTH
    assert len(picks) == 2


async def test_s2_what_is_behind_when_the_minute_is_over_is_not_judged_before_it_was_read(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    hosted.house.went_away()
    hosted.room.unheard = [hosted.typed(ZAC, "accelerate north", DM, at=30_000)]
    hosted.room.unreadable = Unread(PUBLIC, Failure.LATER)
    await hosted.move_to(500)
    await hosted.then_quiet(hosted.house.came_back())
    await hosted.move_to(TURN_MS + 2000)
    await hosted.sweep()
    assert hosted.turn.number == 1
    assert hosted.deadline == TURN_MS
    hosted.room.unreadable = None
    await hosted.sweep()
    assert hosted.deadline == 30_000 + TURN_MS


async def test_s2_where_reading_fails_for_good_the_hosts_hear_of_which_channel(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.house.went_away()
    hosted.room.unreadable = Unread(TO_ZAC, Failure.FORBIDDEN)
    await hosted.then_quiet(hosted.house.came_back())
    for _ in range(3):
        await hosted.sweep()
    told = [text for text in hosted.room.texts(HOSTS) if "I have paused the match" in text]
    assert len(told) == 1
    assert "Zac's submissions channel" in told[0]


async def test_s2_a_connection_that_is_lost_while_the_channels_are_read_leaves_the_house_behind(
    hosted: Hosted,
):
    """What comes in then waits for its turn, as before any other reading."""
    await hosted.in_first_turn()
    hosted.house.went_away()
    await hosted.quiet()
    missed = hosted.room.missed

    async def lost_meanwhile(*rest: Any) -> Any:
        hosted.room.missed = missed  # type: ignore[method-assign]
        hosted.house.went_away()
        return await missed(*rest)

    hosted.room.missed = lost_meanwhile  # type: ignore[method-assign]
    await hosted.move_to(500)
    await hosted.then_quiet(hosted.house.came_back())
    assert await hosted.types(CORA, "south") is None
    assert hosted.picked(CORA) is None
    await hosted.then_quiet(hosted.house.came_back())
    assert hosted.picked(CORA) is SOUTH


async def seen(hosted: Hosted, channel: int = 100) -> int:
    """From where a channel would be read."""
    return (await hosted.record.seen(hosted.number))[channel]


async def test_s49_what_others_say_is_not_read_again_however_talkative_they_are(hosted: Hosted):
    await hosted.in_first_turn()
    said = [hosted.typed(CORA, "a spectator's").message for _ in range(150)]
    for message in said:
        await hosted.table.others_said(100, message)
    assert await seen(hosted) == said[-1]
    await hosted.table.others_said(100, said[-1] - 5)
    assert await seen(hosted) == said[-1]


@pytest.mark.parametrize("why", ["away", "failed"])
async def test_s2_while_something_may_have_been_missed_what_others_say_passes_nothing(
    hosted: Hosted, why: str
):
    await hosted.in_first_turn()
    before = await seen(hosted)
    missed = hosted.typed(CORA, "north", at=100)
    if why == "away":
        hosted.house.went_away()
    else:
        hosted.table.fall_behind()
    later = hosted.typed(CORA, "a spectator's", at=200).message
    await hosted.table.others_said(100, later)
    assert await seen(hosted) == before
    hosted.room.unheard = [missed]
    hosted.room.unreadable = Unread(TO_ZAC, Failure.LATER)
    await hosted.table.catch_up()
    assert await seen(hosted) == before
    hosted.room.unreadable = None
    await hosted.house.came_back()
    await hosted.table.catch_up()
    assert hosted.picked(CORA) is not None
    assert await seen(hosted) == later


async def test_s1_a_message_that_waits_for_the_clock_is_not_passed(hosted: Hosted):
    """Its turn's opening is on its way; were it passed, a crash would lose it."""
    await hosted.in_first_turn()
    ears = hosted.table._ears
    ears._early.put(hosted.typed(CORA, "north", at=100))
    before = await seen(hosted)
    await hosted.table.others_said(100, hosted.typed(CORA, "a spectator's", at=200).message)
    assert await seen(hosted) == before


async def test_s49_a_spectators_message_waits_behind_a_players_that_waits_for_its_turn(
    hosted: Hosted,
):
    """Were it first, a crash between the two would lose what the player had said before (S1)."""
    await hosted.in_first_turn()
    before = await seen(hosted)
    pick = hosted.typed(CORA, "north", at=100)
    later = hosted.typed(CORA, "a spectator's", at=200).message
    async with hosted.table._lock:
        said = asyncio.create_task(hosted.table.say(pick))
        passed = asyncio.create_task(hosted.table.others_said(100, later))
        for _ in range(20):
            await asyncio.sleep(0)
        assert await seen(hosted) == before
    await said
    assert hosted.picked(CORA) is not None
    await passed
    assert await seen(hosted) == later
