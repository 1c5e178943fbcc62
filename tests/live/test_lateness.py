"""What the house is late with, or gets no answer to, no silent player pays for (S64, S65)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import PauseCause, Paused, ReadyCheck
from minecart_robbery.engine.nouns import Fault, Role, Seat
from minecart_robbery.live.lateness import MOST_IN_A_ROW, Lateness
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Failure, Receipt, Unread
from minecart_robbery.words.notices import Audience, Notice
from tests.live.hand_clock import START, HandClock
from tests.live.hosted import (
    CORA,
    GRACE_MS,
    HOST,
    HOSTS,
    PUBLIC,
    TO_ZAC,
    TURN_MS,
    ZAC,
    Hosted,
)

NUDGE_MS = 10_000


async def restarts(hosted: Hosted) -> list[Fault]:
    """Why the clock was started again, each time that it was."""
    return [it.why for it in await hosted.events() if isinstance(it, ev.ClockRestarted)]


async def settled(hosted: Hosted) -> list[ev.TurnSettled]:
    """The turns that were settled."""
    return [it for it in await hosted.events() if isinstance(it, ev.TurnSettled)]


# ------------------------------------------------- prompts (S64)


async def opened_with_a_late_prompt(hosted: Hosted, late_ms: int) -> None:
    """The first turn opens at 0; Zac's prompt reaches him so much later."""
    await hosted.started()
    await hosted.move_to(0)
    hosted.room.hold(TO_ZAC)
    await hosted.do(do.PickRole(CORA, Role.MINER))
    await hosted.move_to(late_ms)
    hosted.room.let_go(TO_ZAC)
    await hosted.quiet()


async def test_s64_whoever_was_prompted_late_and_is_silent_gets_the_minute_again(hosted: Hosted):
    await opened_with_a_late_prompt(hosted, 2001)
    await hosted.types(CORA, "north")
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert await restarts(hosted) == [Fault.UNPROMPTED]
    assert "A player was told of the turn too late" in hosted.room.texts(PUBLIC)[-1]
    await hosted.move_to(hosted.deadline + GRACE_MS)
    assert [turn.silent for turn in await settled(hosted)] == [(ZAC,)]


async def test_s64_a_prompt_that_comes_within_two_seconds_is_in_time(hosted: Hosted):
    await opened_with_a_late_prompt(hosted, 1999)
    await hosted.types(CORA, "north")
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert await restarts(hosted) == []
    assert [turn.silent for turn in await settled(hosted)] == [(ZAC,)]


def test_s64_whoever_was_prompted_in_time_gets_nothing_for_the_others_late_prompt():
    clock = HandClock(START)
    lateness, clock_from = Lateness(clock), Moment(START)
    lateness.started(clock_from, START + 500)
    late = Letter(Notice(TO_ZAC, ("Turn 1",)), prompts_for=clock_from)
    lateness.received(late, Receipt(1, START + 2501))
    span = START + 500, START + 60_500

    def fault(seat: Seat) -> Fault | None:
        return lateness.fault(*span, [seat], lambda *_: False)

    assert (fault(ZAC), fault(CORA)) == (Fault.UNPROMPTED, None)


async def test_s64_a_prompt_that_never_came_is_late(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=100)
    await hosted.types(ZAC, "south", at=200)
    hosted.room.hold(TO_ZAC)
    await hosted.move_to(800)
    await hosted.types(CORA, "south")
    await hosted.move_to(hosted.deadline + GRACE_MS)
    assert await restarts(hosted) == [Fault.UNPROMPTED]


# ------------------------------------------------- requests without an answer (S65)


async def test_s65_nobody_is_silent_while_the_chat_answers_no_reading(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    """The server stood still across the deadline; what was sent into it came out of it later.

    A house that reads and judges would have taken it for a pick of the next turn.
    """
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    missed = hosted.room.missed

    async def slow(*asked):
        found = await missed(*asked)
        hosted.clock.move_to(hosted.clock.now_ms() + 8_500)
        return found

    monkeypatch.setattr(hosted.room, "missed", slow)
    await hosted.move_to(TURN_MS + GRACE_MS)
    monkeypatch.undo()
    assert await restarts(hosted) == [Fault.UNANSWERED]
    assert "Discord was slow to answer the bot" in hosted.room.texts(PUBLIC)[-1]
    await hosted.types(ZAC, "north")
    await hosted.move_to(hosted.now + 1000)
    (turn,) = await settled(hosted)
    assert (turn.turn, turn.silent, turn.guard) == (1, (), "north")


async def test_s65_a_letter_that_hangs_across_the_deadline_is_an_absence_too(hosted: Hosted):
    """The nudge is taken in and not answered; the reading after it is."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(TURN_MS - NUDGE_MS)
    hosted.room.hold_answer(TO_ZAC)
    await hosted.types(ZAC, "nroth")
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert await restarts(hosted) == [Fault.UNANSWERED]


async def test_s65_a_letter_that_was_answered_before_the_deadline_but_late_is_one(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.room.hold(TO_ZAC)
    await hosted.types(ZAC, "nroth")
    await hosted.move_to(3001)
    hosted.room.let_go(TO_ZAC)
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert await restarts(hosted) == [Fault.UNANSWERED]


async def test_s65_channels_that_could_not_be_read_at_the_deadline_are_one(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.room.unreadable = Unread(TO_ZAC, Failure.LATER)
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert await settled(hosted) == []
    await hosted.move_to(TURN_MS + GRACE_MS + 5000)
    hosted.room.unreadable = None
    await hosted.sweep()
    assert await settled(hosted) == []
    assert await restarts(hosted) == [Fault.UNANSWERED]


async def test_s65_the_log_is_no_matter_of_the_players(hosted: Hosted):
    await hosted.in_first_turn()
    lateness = Lateness(hosted.clock)
    with lateness.asking(of=Audience.LOG):
        await hosted.move_to(5000)
    assert lateness.fault(START, START + 5000, [CORA], lambda *_: False) is None
    with lateness.asking(of=PUBLIC):
        await hosted.move_to(10_000)
    assert lateness.fault(START, START + 5000, [CORA], lambda *_: False) is Fault.UNANSWERED


async def test_s65_a_silence_before_the_clock_began_is_none_of_its(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.room.hold(TO_ZAC)
    await hosted.types(ZAC, "south", at=1100)
    await hosted.move_to(1600)
    hosted.room.let_go(TO_ZAC)
    await hosted.quiet()
    assert hosted.turn.number == 2
    await hosted.types(CORA, "south")
    await hosted.move_to(hosted.deadline + GRACE_MS)
    assert await restarts(hosted) == []


# ------------------------------------------------- but not for ever


async def always_late(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every reading takes three seconds."""
    missed = hosted.room.missed

    async def slow(*asked):
        found = await missed(*asked)
        hosted.clock.move_to(hosted.clock.now_ms() + 3000)
        return found

    monkeypatch.setattr(hosted.room, "missed", slow)


async def test_s65_a_clock_that_starts_again_and_again_stops_and_calls_the_hosts(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await hosted.in_first_turn()
    await always_late(hosted, monkeypatch)
    for _ in range(MOST_IN_A_ROW):
        assert hosted.room.texts(HOSTS) == []
        await hosted.move_to(hosted.deadline + GRACE_MS)
    assert not isinstance(hosted.match.current, Paused)
    await hosted.move_to(hosted.deadline + GRACE_MS)
    assert isinstance(hosted.match.current, Paused)
    assert hosted.match.current.cause is PauseCause.AWAY
    (told,) = hosted.room.texts(HOSTS)
    assert f"started again {MOST_IN_A_ROW} times in a row because Discord was too slow" in told
    monkeypatch.undo()
    await hosted.do(do.ResumeMatch(HOST))
    await hosted.move_to(hosted.deadline + GRACE_MS)
    assert len(await settled(hosted)) == 1


async def test_s65_a_ready_check_calls_the_hosts_in_the_end(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await hosted.checking_ready(ready_seconds=30)
    await always_late(hosted, monkeypatch)
    for _ in range(MOST_IN_A_ROW + 1):
        await hosted.move_to(hosted.now + 30_000 + GRACE_MS)
    assert isinstance(hosted.match.current, ReadyCheck)
    assert hosted.match.current.overdue
    assert "not ready for round 1" in hosted.room.texts(HOSTS)[-1]
