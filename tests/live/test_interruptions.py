"""Hindrances at a table: noticed once, and in their time; the match goes on without them (S27)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import PauseCause, Paused, WaitingToStart
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.early import Deletion
from minecart_robbery.live.hindrances import (
    Absence,
    AbsentPlayer,
    Hindrance,
    Loss,
    LostPlace,
    OpponentReads,
    SlowPlace,
)
from minecart_robbery.record import Cause
from minecart_robbery.words.notices import Notice
from tests.live.hosted import CORA, HOST, HOSTS, PUBLIC, TO_CORA, TO_ZAC, Hosted

LOST = LostPlace(TO_ZAC, Loss.GONE)
UNREADABLE = LostPlace(PUBLIC, Loss.UNREADABLE)
AWAY = AbsentPlayer(Seat.CANDIDATE, Absence.LEFT)
SLOW = SlowPlace(TO_CORA)
READS = OpponentReads(Seat.DMO)


async def found(hosted: Hosted, *hindrances: Hindrance) -> None:
    """These are found to be there, and no others."""
    await hosted.then_quiet(hosted.table.found(frozenset(hindrances)))


def pause(hosted: Hosted) -> PauseCause | None:
    """The cause of the pause that the match is in."""
    phase = hosted.match.current
    return phase.cause if isinstance(phase, Paused) else None


async def pauses(hosted: Hosted) -> int:
    """How often the match was paused."""
    return len([event for event in await hosted.events() if isinstance(event, ev.MatchPaused)])


@pytest.mark.parametrize("hindrance", [LOST, UNREADABLE, AWAY, READS])
async def test_s27_a_hindrance_found_again_and_again_pauses_the_match_once(hosted, hindrance):
    await hosted.in_first_turn()
    for _ in range(3):
        await found(hosted, hindrance)
    assert await pauses(hosted) == 1
    assert len(hosted.room.texts(HOSTS)) == 1


async def test_s27_the_house_goes_on_only_when_nothing_is_lost_any_more(hosted):
    await hosted.in_first_turn()
    await found(hosted, LOST, UNREADABLE)
    for left in ([LOST, UNREADABLE], [UNREADABLE]):
        await found(hosted, *left)
        await hosted.sweep()
        assert pause(hosted) is PauseCause.HOUSE
    await found(hosted)
    await hosted.sweep()
    assert pause(hosted) is None


@pytest.mark.parametrize("other", [LOST, READS])
async def test_s20_where_the_opponent_has_read_only_a_host_goes_on(hosted, other):
    """A pick may have been seen; so the house's own pause becomes one that hosts end, too."""
    await hosted.in_first_turn()
    await found(hosted, other)
    await found(hosted, READS, other)
    await found(hosted)
    await hosted.sweep()
    assert pause(hosted) is PauseCause.AWAY
    await hosted.do(do.ResumeMatch(HOST))
    assert pause(hosted) is None


async def test_s20_everybody_hears_why_and_only_the_player_concerned_is_warned(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await found(hosted, READS)
    assert "Reason: Zac can read Cora's submissions channel" in hosted.room.texts(PUBLIC)[-1]
    assert "Zac can read this channel just now" in hosted.room.texts(TO_CORA)[-1]
    assert not any("can read this channel" in text for text in hosted.room.texts(TO_ZAC))


async def test_s20_while_the_opponent_reads_no_pick_is_repeated_to_a_player_who_deletes_it(hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(typed)
    await found(hosted, READS)
    before = hosted.room.texts(TO_CORA)
    gone = Deletion(CORA, typed.message, Cause(f"d:{typed.message}"))
    await hosted.then_quiet(hosted.table.deleted(gone))
    assert hosted.room.texts(TO_CORA) == before


async def test_s27_one_that_comes_again_after_it_was_mended_pauses_the_match_again(hosted):
    await hosted.in_first_turn()
    for count in (1, 2):
        await found(hosted, LOST)
        assert await pauses(hosted) == count
        await found(hosted)
        await hosted.sweep()
        await hosted.move_to(count * 1000)


@pytest.mark.parametrize("hindrance", [LOST, AWAY, READS])
async def test_s27_before_the_start_it_waits_and_pauses_the_match_once_it_has_started(
    hosted, hindrance
):
    await hosted.open_match()
    await found(hosted, hindrance)
    assert isinstance(hosted.match.current, WaitingToStart)
    await hosted.do(do.StartMatch(HOST, skip_ready=True))
    await found(hosted, hindrance)
    assert pause(hosted) is not None


@pytest.mark.parametrize("hindrance", [LOST, AWAY, READS])
async def test_s31_in_a_hosts_pause_it_waits_and_comes_up_when_the_host_goes_on(hosted, hindrance):
    await hosted.in_first_turn()
    await hosted.do(do.PauseMatch(HOST))
    await found(hosted, hindrance)
    assert pause(hosted) is PauseCause.HOST
    await hosted.do(do.ResumeMatch(HOST))
    await found(hosted, hindrance)
    assert pause(hosted) in (PauseCause.HOUSE, PauseCause.AWAY)


async def test_s33_a_player_who_leaves_while_a_place_is_lost_makes_the_pause_one_of_the_hosts(
    hosted,
):
    await hosted.in_first_turn()
    await found(hosted, LOST)
    await found(hosted, LOST, AWAY)
    await found(hosted, AWAY)
    await hosted.sweep()
    assert pause(hosted) is PauseCause.AWAY


async def test_s33_that_the_players_are_back_is_told_once_and_again_after_a_second_absence(hosted):
    await hosted.in_first_turn()
    for count in (1, 2):
        await found(hosted, AWAY)
        await hosted.move_to(count * 1000)
        await found(hosted, SLOW)
        await found(hosted)
        back = [
            text for text in hosted.room.texts(HOSTS) if "what kept the match from going on" in text
        ]
        assert len(back) == count
        await hosted.move_to(count * 1000 + 500)


async def test_s33_slow_mode_is_told_before_the_start_and_in_a_pause_too(hosted):
    await hosted.open_match()
    await found(hosted, SLOW)
    assert "slow mode" in hosted.room.texts(TO_CORA)[-1]
    assert isinstance(hosted.match.current, WaitingToStart)


async def test_a_match_that_has_ended_is_not_hindered_by_anything(hosted):
    await hosted.in_first_turn()
    table = hosted.table
    await hosted.do(do.CallOff(HOST))
    before = len(hosted.room.delivered)
    await hosted.then_quiet(table.found(frozenset({LOST, AWAY, SLOW})))
    assert len(hosted.room.delivered) == before


async def test_s28_a_match_is_not_moved_into_another_ones_channel(hosted):
    table = await hosted.open_match()
    other = await hosted.open_match(500)
    wanted = replace(table.seating, dm_channel=other.seating.dmo.channel)
    notice = Notice(PUBLIC, ("moved",))
    assert not await hosted.house.move(table, wanted, [notice], Cause("i:77"), hosted.moment())
    assert table.seating.dm_channel == 100


async def test_s28_a_moved_match_is_in_its_new_channels_for_the_room_too(hosted):
    table = await hosted.open_match()
    wanted = replace(table.seating, dm_channel=500)
    notice = Notice(PUBLIC, ("moved",))
    assert await hosted.house.move(table, wanted, [notice], Cause("i:77"), hosted.moment())
    await hosted.quiet()
    assert table.seating == hosted.room.seating == wanted
    assert hosted.room.texts(PUBLIC)[-1] == "moved"
    again = hosted.house.move(table, wanted, [notice], Cause("i:77"), hosted.moment())
    assert not await again, "done before"
