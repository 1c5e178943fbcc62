"""Somebody else takes a seat at a table: who is heard when, what waits, what stays (S33)."""

from __future__ import annotations

from dataclasses import replace

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Paused, ReadyCheck
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.live.hindrances import Absence, AbsentPlayer
from minecart_robbery.live.proceedings import Newcomer, Outcome
from minecart_robbery.live.room import Failure, Unread
from minecart_robbery.record import Cause
from tests.live.hosted import CORA, HOST, NORTH, PUBLIC, SOUTH, TO_CORA, TO_ZAC, ZAC, Hosted

LEFT = frozenset({AbsentPlayer(ZAC, Absence.LEFT)})


async def taken(hosted: Hosted, key: str = "i:77", seat: Seat = ZAC) -> Outcome:
    """Nora takes a seat."""
    table, at = hosted.table, hosted.moment()
    before = table.seating
    chair = replace(before.chair(seat), person=33, name="Nora", since=at.snowflake)
    newcomer, command = Newcomer(chair, "N\\ora"), do.Substitute(HOST, seat, "ill")
    async with table.changing_hands(seat):
        outcome = await table.seat(command, newcomer, before, Cause(key, 5), at, "Hanna")
        await hosted.quiet()
    await hosted.quiet()
    return outcome


async def test_the_event_who_sits_there_and_what_is_owed_are_written_at_once(hosted):
    await hosted.in_first_turn()
    assert await taken(hosted)
    (seating,) = await hosted.record.unfinished_matches()
    assert seating == hosted.table.seating
    assert (seating.candidate.person, seating.former) == (33, {22})
    assert "Hanna lets N\\ora play on in place of Zac" in hosted.room.texts(PUBLIC)[-1]
    assert isinstance(hosted.match.current, ReadyCheck)


async def test_what_is_owed_to_the_seat_waits_until_it_has_changed_hands(hosted):
    await hosted.in_first_turn()
    told = len(hosted.room.texts(TO_ZAC))
    table, at = hosted.table, hosted.moment()
    chair = replace(table.seating.candidate, person=33, name="Nora", since=at.snowflake)
    async with table.changing_hands(ZAC):
        command, newcomer = do.Substitute(HOST, ZAC), Newcomer(chair, "Nora")
        await table.seat(command, newcomer, table.seating, Cause("i:77", 5), at, "Hanna")
        await hosted.quiet()
        assert len(hosted.room.texts(TO_ZAC)) == told
        assert "are you ready" in hosted.room.texts(TO_CORA)[-1].lower()
    await hosted.quiet()
    welcome, asked = hosted.room.texts(TO_ZAC)[told:]
    assert "This is your submissions channel" in welcome
    assert "Are you ready to go on" in asked


async def test_s13_the_same_cause_twice_seats_nobody_twice(hosted):
    await hosted.in_first_turn()
    await taken(hosted)
    assert await taken(hosted) is None


async def test_a_refusal_seats_nobody(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(60_500)
    outcome = await taken(hosted)
    assert isinstance(outcome, Refusal)
    assert outcome.reason is Reason.TURN_JUST_OVER
    assert hosted.table.seating.candidate.person == 22


async def test_s2_what_whoever_goes_has_typed_unheard_is_heard_first(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(5000)
    hosted.table.fall_behind()
    hosted.room.unheard = [hosted.typed(ZAC, "south", at=4000)]
    await taken(hosted)
    await hosted.do(do.SkipReady(HOST))
    assert hosted.picked(ZAC) is SOUTH


async def test_s2_it_is_done_though_nothing_can_be_read_back_just_now(hosted):
    await hosted.in_first_turn()
    hosted.table.fall_behind()
    hosted.room.unreadable = Unread(PUBLIC, Failure.LATER)
    assert await taken(hosted)


async def test_s1_after_a_restart_the_ready_check_goes_on_and_the_turn_after_it(hosted):
    await hosted.in_first_turn()
    await hosted.types(ZAC, "south", at=1)
    await hosted.move_to(1000)
    await taken(hosted)
    await hosted.restarted()
    assert hosted.table.seating.candidate.person == 33
    await hosted.types(CORA, "ready")
    await hosted.types(ZAC, "ready")
    assert hosted.picked(ZAC) is SOUTH
    await hosted.types(CORA, "north")
    assert hosted.picked(CORA) is NORTH


async def test_s33_nobody_is_missed_in_a_seat_while_it_changes_hands(hosted):
    await hosted.in_first_turn()
    async with hosted.table.changing_hands(ZAC):
        await hosted.table.found(LEFT)
        assert hosted.turn
    await hosted.table.found(LEFT)
    assert isinstance(hosted.match.current, Paused)


async def test_s33_whoever_has_come_is_missed_for_the_same_reason_again(hosted):
    await hosted.in_first_turn()
    await hosted.table.found(LEFT)
    await taken(hosted)
    await hosted.do(do.ResumeMatch(HOST))
    await hosted.do(do.SkipReady(HOST))
    await hosted.move_to(5000)
    await hosted.table.found(LEFT)
    await hosted.quiet()
    paused = [text for text in hosted.room.texts(PUBLIC) if "paused until a host" in text]
    assert len(paused) == 2
