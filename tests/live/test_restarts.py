"""The program ends at any moment, and starts again on the same record (S1, S16)."""

from __future__ import annotations

import asyncio

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine import replay
from minecart_robbery.engine.match import Paused, PickingRole, WaitingToStart
from minecart_robbery.engine.nouns import Role
from minecart_robbery.live.room import Failure
from tests.live.hand_clock import START
from tests.live.hosted import (
    CENTRAL,
    CORA,
    DM,
    GRACE_MS,
    HOST,
    NORTH,
    PUBLIC,
    SETTLE_MS,
    SOUTH,
    TO_CORA,
    TO_ZAC,
    TURN_MS,
    ZAC,
    Hosted,
)

AGAIN = "clock starts again in full"


async def in_the_middle_of_a_turn(hosted: Hosted) -> None:
    """Cora has sent North and Zac has joined; then the program was away for a minute and a half."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "join north to central", DM, at=2000)
    await hosted.move_to(30_000)
    hosted.clock.lose_timers()
    await hosted.move_to(120_000)


async def test_s1_a_table_seated_again_has_an_equal_match(hosted):
    await in_the_middle_of_a_turn(hosted)
    before = hosted.match
    again = await hosted.stopped()
    assert replay(await hosted.events()) == before
    hosted.house = again.house
    assert await hosted.then_quiet(hosted.house.seat_all("2")) == 1
    assert hosted.turn.facts == before.current.facts
    assert hosted.match.rules == before.rules
    assert hosted.match == replay(await hosted.events())


async def test_s1_the_turns_minute_starts_again_in_full(hosted):
    await in_the_middle_of_a_turn(hosted)
    await hosted.restarted()
    assert hosted.deadline == 120_000 + TURN_MS
    await hosted.move_to(120_000 + TURN_MS + GRACE_MS - 1)
    assert hosted.turn.number == 1
    await hosted.move_to(120_000 + TURN_MS + GRACE_MS)
    assert hosted.turn.number == 2


async def test_s1_the_dm_channel_is_told_why_the_clock_starts_again(hosted):
    await in_the_middle_of_a_turn(hosted)
    await hosted.restarted()
    told = hosted.room.to(PUBLIC)[-1]
    assert AGAIN in told.text
    assert told.letter.notice.mentions == ()
    for seat, audience in ((CORA, TO_CORA), (ZAC, TO_ZAC)):
        assert hosted.room.to(audience)[-1].letter.notice.mentions == (seat,)


async def test_s1_the_new_minute_counts_from_the_receipt_of_the_reason(hosted):
    await in_the_middle_of_a_turn(hosted)
    hosted.room.lag_ms = 700
    await hosted.restarted()
    assert hosted.deadline == 120_700 + TURN_MS


async def test_s1_picks_and_bonuses_are_kept(hosted):
    await in_the_middle_of_a_turn(hosted)
    await hosted.restarted()
    assert hosted.picked(CORA) is NORTH
    assert hosted.projection.routes.of(NORTH) is CENTRAL
    await hosted.types(ZAC, "central", at=121_000)
    await hosted.types(CORA, "keep", at=121_500)
    await hosted.move_to(121_500 + SETTLE_MS)
    settled = await hosted.last(ev.TurnSettled)
    assert (settled.cart, settled.ran_on, settled.to) == (NORTH, CENTRAL, ZAC)


async def test_s1_what_was_sent_while_the_program_was_away_counts(hosted):
    await in_the_middle_of_a_turn(hosted)
    await hosted.restarted()
    await hosted.types(ZAC, "south", at=100_000)  # after the old deadline
    assert hosted.picked(ZAC) is SOUTH


async def test_s1_a_turn_with_both_picks_is_settled_without_a_new_minute(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "north", at=1100)
    await hosted.move_to(1200)
    await hosted.restarted()
    assert all(AGAIN not in text for text in hosted.room.texts(PUBLIC))
    await hosted.move_to(1100 + SETTLE_MS)
    assert hosted.turn.number == 2


async def test_s1_an_open_role_pick_gets_a_new_minute_too(hosted):
    await hosted.started()
    await hosted.move_to(50_000)
    await hosted.restarted()
    assert AGAIN in hosted.room.texts(PUBLIC)[-1]
    await hosted.move_to(50_000 + TURN_MS + GRACE_MS - 1)
    assert isinstance(hosted.match.current, PickingRole)
    await hosted.move_to(50_000 + TURN_MS + GRACE_MS)
    assert hosted.turn.miner is ZAC


async def test_s1_a_pause_outlasts_a_restart(hosted):
    await hosted.in_first_turn()
    await hosted.do(do.PauseMatch(HOST), at=1000)
    said = len(hosted.room.delivered)
    await hosted.restarted()
    assert isinstance(hosted.match.current, Paused)
    assert len(hosted.room.delivered) == said
    await hosted.move_to(100_000)
    await hosted.do(do.ResumeMatch(HOST))
    assert hosted.deadline == 100_000 + TURN_MS


async def test_s1_a_match_that_waits_to_start_waits_on(hosted):
    await hosted.open_match()
    await hosted.restarted()
    assert isinstance(hosted.match.current, WaitingToStart)
    assert hosted.clock.waiting == []


async def test_s1_an_opening_that_never_went_out_goes_out_and_the_clock_runs(hosted):
    await hosted.started()
    await hosted.move_to(0)
    hosted.room.trouble[PUBLIC] = Failure.LATER
    await hosted.do(do.PickRole(CORA, Role.MINER))
    await hosted.move_to(5_000)
    del hosted.room.trouble[PUBLIC]
    await hosted.restarted()
    texts = hosted.room.texts(PUBLIC)
    assert "Turn 1" in texts[-2]
    assert AGAIN in texts[-1]
    assert hosted.deadline == 5_000 + TURN_MS
    assert hosted.turn.clock.is_start_known


async def test_s1_a_second_restart_gives_a_second_new_minute(hosted):
    await hosted.in_first_turn()
    for boot, at in (("2", 10_000), ("3", 20_000)):
        await hosted.move_to(at)
        await hosted.restarted(boot)
        assert hosted.deadline == at + TURN_MS


async def test_s13_one_start_of_the_program_restarts_a_clock_once(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(10_000)
    await hosted.restarted("2")
    await hosted.move_to(20_000)
    await hosted.restarted("2")
    assert hosted.deadline == 10_000 + TURN_MS


async def test_s1_several_matches_are_all_seated_again(hosted):
    await hosted.in_first_turn()
    await hosted.open_match(200)
    await hosted.open_match(300)
    again = await hosted.stopped()
    assert await hosted.then_quiet(again.house.seat_all("2")) == 3
    channels = [table.seating.dm_channel for table in again.house.tables()]
    assert channels == [100, 200, 300]
    await again.house.close()


async def test_s16_seating_all_twice_seats_each_match_once(hosted):
    await hosted.in_first_turn()
    await hosted.restarted("2")
    table, texts = hosted.table, hosted.room.texts(PUBLIC)
    await hosted.move_to(5000)
    assert await hosted.then_quiet(hosted.house.seat_all("3")) == 0
    assert hosted.table is table
    assert hosted.room.texts(PUBLIC) == texts
    assert hosted.deadline == TURN_MS


async def test_s16_seating_all_twice_at_once_seats_each_match_once(hosted):
    await hosted.in_first_turn()
    hosted.house = (await hosted.stopped()).house
    counts = await asyncio.gather(hosted.house.seat_all("2"), hosted.house.seat_all("2b"))
    await hosted.quiet()
    assert sum(counts) == 1
    assert len(hosted.clock.waiting) == 1
    assert len([text for text in hosted.room.texts(PUBLIC) if AGAIN in text]) == 1


async def test_s16_a_match_opened_while_others_are_seated_sits_at_one_table(hosted, monkeypatch):
    """Discord is ready again just when an opening stands in the record, but not yet at a table."""
    add_match = hosted.record.add_match

    async def ready_again(*rest, **named):
        added = await add_match(*rest, **named)
        seating = asyncio.create_task(hosted.house.seat_all("2"))
        await asyncio.wait([seating], timeout=0.1)
        return added

    monkeypatch.setattr(hosted.record, "add_match", ready_again)
    table = await hosted.open_match()
    assert hosted.table is table
    assert len(set(hosted.room.tries)) == len(hosted.room.tries)
    await hosted.do(do.StartMatch(HOST, skip_ready=True))
    assert hosted.match == replay(await hosted.events())


@pytest.mark.parametrize("read", ["owed", "seen"])
async def test_s15_a_message_that_comes_while_a_match_is_seated_is_answered_once(
    hosted, monkeypatch, read: str
):
    """Before it has a table, or just when its channels are read: then it is heard twice."""
    await hosted.in_first_turn()
    await hosted.move_to(5000)
    hosted.house = (await hosted.stopped()).house
    asked = getattr(hosted.record, read)

    async def typed_meanwhile(match: int):
        monkeypatch.setattr(hosted.record, read, asked)
        typed = hosted.typed(CORA, "nroth", at=4000)
        hosted.room.unheard = [typed]
        table = hosted.house.table(match)
        assert (table is None) is (read == "owed"), "it is found once it has recovered"
        if table is not None:
            saying = asyncio.create_task(table.say(typed))
            await asyncio.wait([saying], timeout=0.1)
        return await asked(match)

    monkeypatch.setattr(hosted.record, read, typed_meanwhile)
    hosted.room.hold(TO_CORA)
    await hosted.then_quiet(hosted.house.seat_all("2"))
    hosted.room.let_go(TO_CORA)
    await hosted.quiet()
    assert len([text for text in hosted.room.texts(TO_CORA) if "nroth" in text]) == 1
    assert len(set(hosted.room.tries)) == len(hosted.room.tries)


@pytest.mark.parametrize("read", ["owed", "seen"])
async def test_s1_a_message_that_comes_while_a_match_is_seated_does_not_settle_an_overdue_turn(
    hosted, monkeypatch, read: str
):
    await in_the_middle_of_a_turn(hosted)
    hosted.house = (await hosted.stopped()).house
    asked = getattr(hosted.record, read)

    async def typed_meanwhile(match: int):
        monkeypatch.setattr(hosted.record, read, asked)
        typed = hosted.typed(ZAC, "south", at=119_000)
        hosted.room.unheard = [typed]
        table = hosted.house.table(match)
        if table is not None:
            saying = asyncio.create_task(table.say(typed))
            await asyncio.wait([saying], timeout=0.1)
        hosted.clock.move_to(START + 120_001)
        await asyncio.sleep(0.05)
        return await asked(match)

    monkeypatch.setattr(hosted.record, read, typed_meanwhile)
    await hosted.then_quiet(hosted.house.seat_all("2"))
    assert hosted.turn.number == 1
    assert hosted.picked(ZAC) is SOUTH


async def test_s42_a_match_that_cannot_be_read_keeps_no_other_from_being_seated(
    hosted, monkeypatch
):
    await hosted.in_first_turn()
    await hosted.open_match(200)
    again = await hosted.stopped()
    events = hosted.record.events

    async def unreadable(match: int):
        if match == hosted.number:
            raise ValueError("not an event")
        return await events(match)

    monkeypatch.setattr(hosted.record, "events", unreadable)
    await hosted.then_quiet(again.house.seat_all("2"))
    assert [table.seating.dm_channel for table in again.house.tables()] == [200]
    await again.house.close()


@pytest.mark.parametrize("ms", [0, 1, 500])
async def test_s6_a_wrong_wall_clock_at_a_restart_is_set_right_by_the_first_receipt(hosted, ms):
    """The restart's own moment is a guess until its post is received."""
    await in_the_middle_of_a_turn(hosted)
    hosted.room.lag_ms = ms
    await hosted.restarted()
    restarted = await hosted.last(ev.ClockStarted)
    assert restarted.at.ms == START + 120_000 + ms
    assert hosted.turn.clock.opened.ms == START


async def test_s2_what_was_typed_while_the_program_was_away_counts_by_its_own_time(hosted):
    await hosted.in_first_turn()
    hosted.room.unheard = [
        hosted.typed(ZAC, "south", at=70_000),
        hosted.typed(CORA, "north", at=1000),
        hosted.typed(ZAC, "accelerate south", DM, at=500),
    ]
    hosted.clock.lose_timers()
    await hosted.move_to(90_000)
    await hosted.restarted()
    assert hosted.projection.stashes.at(SOUTH) == 2
    await hosted.move_to(90_000 + SETTLE_MS)
    settled = await hosted.last(ev.TurnSettled)
    assert (settled.cart, settled.guard, settled.silent) == (NORTH, SOUTH, ())


async def test_s13_what_was_heard_before_and_is_read_again_counts_once(hosted):
    await hosted.in_first_turn()
    heard = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(heard)
    hosted.room.unheard = [heard, hosted.typed(CORA, "nroth", at=1500)]
    await hosted.restarted()
    await hosted.restarted("3")
    assert len([fact for fact in hosted.turn.facts if fact.seat is CORA]) == 1
    assert sum("did you mean" in text for text in hosted.room.texts(TO_CORA)) == 1


async def test_s3_what_was_typed_before_the_turn_opened_is_not_read_as_missed(hosted):
    await hosted.in_first_turn()
    hosted.room.unheard = [hosted.typed(CORA, "north", at=-500)]
    await hosted.restarted()
    assert hosted.picked(CORA) is None


async def test_s2_a_role_picked_while_the_program_was_away_counts(hosted):
    await hosted.started()
    hosted.room.unheard = [hosted.typed(CORA, "miner", DM, at=500)]
    hosted.clock.lose_timers()
    await hosted.move_to(120_000)
    await hosted.restarted()
    assert hosted.turn.miner is CORA
