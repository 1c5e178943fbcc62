"""The house finds the table of a channel, opens new ones, and clears those that are done (S17)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import CalledOff, Over
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.addressing import place_of
from minecart_robbery.live.early import Deletion
from minecart_robbery.live.house import House
from minecart_robbery.live.retries import FIRST_REST_MS
from minecart_robbery.live.room import Failure
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause, Seating
from minecart_robbery.words.names import Names
from tests.live.hand_clock import START, HandClock
from tests.live.hosted import (
    CORA,
    DM,
    HOST,
    PUBLIC,
    SUB,
    TO_CORA,
    ZAC,
    Hosted,
    seating,
)
from tests.live.room import ScriptedRoom


async def opened(hosted: Hosted, where: Seating, key: str = "i:1") -> Table | None:
    """Try to open a match in these channels."""
    return await hosted.house.open(where, Rules(), Cause(key, 5), hosted.moment())


def with_sub(where: Seating, seat: Seat, channel: int) -> Seating:
    """The same seating, with another submissions channel for one player."""
    chair = replace(where.chair(seat), channel=channel)
    return replace(where, dmo=chair) if seat is CORA else replace(where, candidate=chair)


async def whole_match(hosted: Hosted) -> None:
    """Play a match to one gem and one round to its end: Cora mines and wins."""
    await hosted.in_first_turn(target_gems=1, rounds_to_win=1, settle_seconds=0)
    await hosted.types(CORA, "north", at=1)
    await hosted.types(ZAC, "south", at=2)
    await hosted.move_to(10)


async def test_the_table_of_a_channel_is_found_by_each_of_its_channels(hosted):
    await hosted.open_match(100)
    other = await hosted.open_match(200)
    for channel in (100, 101, 102):
        assert hosted.house.table_at(channel) is hosted.table
    assert hosted.house.table_at(202) is other
    assert hosted.house.table_at(300) is None
    assert hosted.house.table(99) is None


async def test_a_channel_is_the_dm_channel_or_one_players_own(hosted):
    table = await hosted.open_match(100)
    assert place_of(table.seating, 100) == (DM, None)
    assert place_of(table.seating, 101) == (SUB, CORA)
    assert place_of(table.seating, 102) == (SUB, ZAC)
    assert place_of(table.seating, 103) is None


async def test_a_table_calls_the_players_by_their_names(hosted):
    table = await hosted.open_match()
    assert (table.names.dmo, table.names.candidate) == ("Cora", "Zac")


async def test_s17_one_live_match_stands_in_a_dm_channel(hosted):
    await hosted.open_match()
    said = len(hosted.room.delivered)
    assert await opened(hosted, seating()) is None
    await hosted.quiet()
    assert len(hosted.room.delivered) == said
    assert len(list(hosted.house.tables())) == 1


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("taken", [100, 101, 102])
async def test_s17_a_channel_of_a_live_match_is_no_submissions_channel_of_another(
    hosted, seat, taken
):
    await hosted.open_match(100)
    assert await opened(hosted, with_sub(seating(200), seat, taken)) is None


async def test_s17_a_submissions_channel_of_a_live_match_is_no_dm_channel_of_another(hosted):
    await hosted.open_match(100)
    assert await opened(hosted, seating(102)) is None


async def test_s17_of_two_openings_at_once_with_one_submissions_channel_one_succeeds(hosted):
    where = [seating(100), with_sub(seating(200), CORA, 101)]
    came = await asyncio.gather(*(opened(hosted, each) for each in where))
    await hosted.quiet()
    assert len([table for table in came if table is not None]) == 1


async def test_s17_of_two_openings_at_once_in_one_dm_channel_one_succeeds(hosted):
    came = await asyncio.gather(*(opened(hosted, seating(), f"i:{it}") for it in range(2)))
    await hosted.quiet()
    assert len([table for table in came if table is not None]) == 1
    assert len(hosted.room.to(PUBLIC)) == 1


@pytest.mark.parametrize("taken", [100, 101, 102])
async def test_s17_a_channel_of_a_match_that_is_not_seated_yet_is_taken(hosted, taken):
    await hosted.open_match(100)
    again = await hosted.stopped()
    assert await opened(again, with_sub(seating(200), CORA, taken)) is None
    assert await opened(again, seating(200)) is not None
    await again.quiet()
    await again.house.close()


async def test_s17_an_opening_that_the_record_refuses_seats_nobody(hosted):
    """Another process has opened a match there meanwhile."""
    await hosted.record.add_match(seating(), Cause("i:7"), (), [])
    assert await opened(hosted, seating()) is None
    assert list(hosted.house.tables()) == []


async def test_s17_one_person_may_play_two_matches_through_different_channels(hosted):
    await hosted.in_first_turn()
    other = await hosted.open_match(200)
    await hosted.then_quiet(
        other.do(do.StartMatch(HOST, skip_ready=True), Cause("x"), hosted.moment())
    )
    await hosted.types(CORA, "north", at=1000)
    assert len(hosted.turn.facts) == 1
    assert hosted.house.table_at(201) is other
    assert "Your pick" in hosted.room.texts(TO_CORA)[-1]
    assert all("Your pick" not in text for text in hosted.rooms[200].texts(TO_CORA))


async def test_a_match_that_was_won_is_live_no_more_and_still_tells_its_end(hosted):
    await hosted.open_match(200)
    hosted.number = 0
    await whole_match(hosted)
    assert "wins" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.house.table(hosted.number) is None
    assert hosted.house.table_at(100) is None
    assert [it.dm_channel for it in await hosted.record.unfinished_matches()] == [200]


async def test_a_channel_is_free_again_once_its_match_has_ended(hosted):
    await whole_match(hosted)
    assert await opened(hosted, seating(), "i:again") is not None
    await hosted.quiet()


async def test_s18_a_match_can_be_called_off_in_the_middle_of_a_turn(hosted):
    await hosted.in_first_turn()
    table = hosted.table
    await hosted.do(do.CallOff(HOST, "the lamp went out"))
    assert isinstance(table.match.current, CalledOff)
    assert "the lamp went out" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.clock.waiting == []
    assert await hosted.record.unfinished_matches() == ()


async def test_the_closing_notice_is_still_delivered_after_the_end(hosted):
    await hosted.in_first_turn()
    table = hosted.table
    hosted.room.trouble[PUBLIC] = Failure.LATER
    await hosted.do(do.CallOff(HOST, "the lamp went out"))
    assert (table.is_over, table.is_done) == (True, False)
    del hosted.room.trouble[PUBLIC]
    await hosted.move_to(hosted.now + FIRST_REST_MS)
    assert "the lamp went out" in hosted.room.texts(PUBLIC)[-1]
    await hosted.sweep()
    assert table.is_done


async def test_s1_a_match_that_ended_and_still_owes_is_seated_again_to_tell_its_end(hosted):
    await whole_match_with_its_end_untold(hosted)
    hosted.house = (await hosted.stopped()).house
    assert await hosted.then_quiet(hosted.house.seat_all("2")) == 1
    assert "wins" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.house.table_at(100) is None
    assert await hosted.record.unfinished_matches() == ()


async def whole_match_with_its_end_untold(hosted: Hosted) -> None:
    """Play a match to its end while nothing can be said in the DM channel."""
    await hosted.in_first_turn(target_gems=1, rounds_to_win=1, settle_seconds=0)
    hosted.room.next_trouble[PUBLIC] = [Failure.LATER] * 2
    await hosted.types(CORA, "north", at=1)
    await hosted.types(ZAC, "south", at=2)
    await hosted.move_to(10)


async def test_the_sweep_clears_a_table_that_is_done_and_keeps_one_that_owes(hosted):
    await whole_match_with_its_end_untold(hosted)
    tables = hosted.house._tables
    await hosted.sweep()
    assert list(tables) == [hosted.number]
    await hosted.move_to(hosted.now + FIRST_REST_MS)
    await hosted.sweep()
    assert list(tables) == []


async def test_a_match_that_has_ended_takes_nothing_any_more(hosted):
    await whole_match(hosted)
    (table,) = hosted.house._tables.values()
    assert isinstance(table.match.current, Over)
    said = len(hosted.room.delivered)
    assert await table.say(hosted.typed(CORA, "north")) is None
    refused = await table.do(do.PauseMatch(HOST), Cause("i:x"), hosted.moment())
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.MATCH_ENDED
    await table.deleted(Deletion(CORA, 1, Cause("d:1")))
    await hosted.then_quiet(table.settle_overdue())
    assert len(hosted.room.delivered) == said


async def test_the_opening_stands_in_the_record_with_all_that_it_owes(hosted):
    await hosted.open_match(target_gems=7)
    (opening,) = await hosted.events()
    assert opening.rules == Rules(target_gems=7)
    assert await hosted.record.owed(hosted.number) == ()


async def test_who_asks_is_told_of_each_match_that_moves_on(hosted):
    told: list[int] = []
    clock = HandClock(START)

    def room_for(seating: Seating) -> ScriptedRoom:
        return ScriptedRoom(clock, Names("Cora", "Zac"))

    house = House(hosted.record, clock, room_for, moved_on=told.append)
    table = await house.open(seating(), Rules(), Cause("i:1", 5), Moment(START))
    assert table is not None
    assert told == []
    await table.do(do.StartMatch(HOST), Cause("i:2", 5), Moment(START + 1))
    assert set(told) == {table.seating.match}
    await house.close()


@pytest.mark.parametrize("channel", [101, 300])
async def test_a_deletion_in_a_submissions_channel_or_elsewhere_stops_nothing(hosted, channel):
    await hosted.in_first_turn()
    before = hosted.match
    await hosted.house.messages_deleted(channel, [5])
    assert hosted.match == before


async def test_s49_a_message_is_not_looked_up_at_every_table(hosted, monkeypatch):
    """However many matches are on, that of a channel is found by the channel."""
    tables = [await hosted.open_match(channel) for channel in range(1000, 1200, 10)]
    walks = 0
    every = House.tables

    def counted(house: House) -> Iterator[Table]:
        nonlocal walks
        walks += 1
        return every(house)

    monkeypatch.setattr(House, "tables", counted)
    for table in tables:
        assert all(hosted.house.table_at(it) is table for it in table.seating.channels())
    assert hosted.house.table_at(7) is None
    assert walks == 0
