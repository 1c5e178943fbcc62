"""What Discord turns down for good is sent plainer once, or given up with the hosts told (S46)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from minecart_robbery import live
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import PauseCause, Paused, ReadyCheck, TurnOpen
from minecart_robbery.engine.nouns import Fault
from minecart_robbery.live.hindrances import LostPlace
from minecart_robbery.live.proceedings import Done
from minecart_robbery.live.room import Failure
from minecart_robbery.record import Cause
from tests.live.hand_clock import START
from tests.live.hosted import (
    CORA,
    DM,
    GRACE_MS,
    HOST,
    HOSTS,
    HOUSE,
    PUBLIC,
    TO_CORA,
    TO_ZAC,
    TURN_MS,
    ZAC,
    Hosted,
)

PLAIN_TOO = [Failure.REJECTED, Failure.REJECTED]
"""A letter is turned down, and so is its text alone."""


def pause(hosted: Hosted) -> PauseCause | None:
    """The cause of the pause that the match is in."""
    phase = hosted.match.current
    return phase.cause if isinstance(phase, Paused) else None


async def until_turn_2_opens(hosted: Hosted, rejected: list[Failure]) -> None:
    """Both players have picked, and the message that opens the second turn fails so."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=100)
    hosted.room.next_trouble[PUBLIC] = list(rejected)
    await hosted.types(ZAC, "south", at=200)
    await hosted.move_to(800)


async def test_s46_what_is_turned_down_is_sent_as_mere_text_at_once(hosted: Hosted):
    await until_turn_2_opens(hosted, [Failure.REJECTED])
    assert "Turn 2" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.room.to(PUBLIC)[-1].stamp.is_plain
    assert hosted.turn.clock.is_start_known
    assert hosted.room.texts(HOSTS) == []


async def test_s46_where_the_letter_of_a_clock_is_given_up_hosts_are_called_and_go_on(
    hosted: Hosted,
):
    """Not for ever tried, and no open turn without a clock: the match waits for the hosts."""
    await until_turn_2_opens(hosted, PLAIN_TOO)
    assert pause(hosted) is PauseCause.AWAY
    assert (
        "Discord has turned down a message of mine for the DM channel"
        in hosted.room.texts(HOSTS)[-1]
    )
    for _ in range(3):
        await hosted.sweep()
    assert pause(hosted) is PauseCause.AWAY, "the house goes on by itself for no second refusal"
    await hosted.do(do.ResumeMatch(HOST))
    assert hosted.turn.number == 2
    assert hosted.deadline == hosted.now + TURN_MS
    await hosted.move_to(hosted.deadline + GRACE_MS)
    assert hosted.turn.number == 3


async def test_s46_hosts_who_go_on_in_vain_are_called_each_time(hosted: Hosted):
    await until_turn_2_opens(hosted, PLAIN_TOO)
    for count in (1, 2):
        assert pause(hosted) is PauseCause.AWAY
        assert len(hosted.room.texts(HOSTS)) == count
        await hosted.move_to(hosted.now + 1000)
        hosted.room.next_trouble[PUBLIC] = list(PLAIN_TOO)
        await hosted.do(do.ResumeMatch(HOST))
    assert pause(hosted) is PauseCause.AWAY


async def test_s46_a_ready_check_that_nobody_was_told_of_calls_the_hosts_in_its_time(
    hosted: Hosted,
):
    await hosted.open_match(ready_seconds=30)
    hosted.room.next_trouble[PUBLIC] = list(PLAIN_TOO)
    await hosted.move_to(-1000)
    await hosted.do(do.StartMatch(HOST))
    assert "It is left out" in hosted.room.texts(HOSTS)[-1]
    await hosted.move_to(-1000 + 30_000 + GRACE_MS)
    assert isinstance(hosted.match.current, ReadyCheck)
    assert hosted.match.current.overdue
    assert "not ready for round 1" in hosted.room.texts(HOSTS)[-1]


async def test_s46_a_private_letter_that_is_given_up_holds_up_no_other_and_hosts_hear_of_it(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    hosted.room.next_trouble[TO_CORA] = list(PLAIN_TOO)
    await hosted.types(CORA, "north", at=100)
    await hosted.types(CORA, "south", at=200)
    assert isinstance(hosted.match.current, TurnOpen)
    assert "Changed from North to **South**" in hosted.room.texts(TO_CORA)[-1]
    (told,) = hosted.room.texts(HOSTS)
    assert "a message of mine for Cora's submissions channel" in told
    assert await hosted.record.owed(hosted.number) == ()


async def test_s46_letters_to_the_hosts_that_are_turned_down_make_no_loop(hosted: Hosted):
    await hosted.in_first_turn()
    hosted.room.trouble[HOSTS] = Failure.REJECTED
    await hosted.types(CORA, "host!")
    await hosted.sweep()
    await hosted.types(ZAC, "host!")
    await hosted.sweep()
    assert await hosted.record.owed(hosted.number) == ()
    assert sum(to is HOSTS for to, _ in hosted.room.stamps) == 2 * 3


async def test_s46_a_prompt_that_was_given_up_costs_its_player_nothing(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=100)
    await hosted.types(ZAC, "south", at=200)
    hosted.room.next_trouble[TO_ZAC] = list(PLAIN_TOO)
    await hosted.move_to(800)
    await hosted.types(CORA, "south")
    await hosted.move_to(hosted.deadline + GRACE_MS)
    assert hosted.turn.number == 2
    assert (await hosted.last(ev.ClockRestarted)).why is Fault.UNPROMPTED


# ------------------------------------------------- what is lost, and hosts who go on in spite of it


@pytest.mark.parametrize("failure", [Failure.GONE, Failure.FORBIDDEN])
async def test_s27_a_turn_whose_clock_can_not_be_told_stops_again_after_every_resume(
    hosted: Hosted, failure: Failure
):
    await hosted.in_first_turn()
    hosted.room.trouble[PUBLIC] = failure
    await hosted.types(ZAC, "accelerate north", DM, at=100)
    for count in (1, 2, 3):
        assert pause(hosted) is PauseCause.HOUSE
        assert len([it for it in hosted.room.texts(HOSTS) if "paused the match" in it]) == count
        await hosted.move_to(hosted.now + 1000)
        await hosted.do(do.ResumeMatch(HOST))
        await hosted.sweep()
    del hosted.room.trouble[PUBLIC]
    for _ in range(3):
        await hosted.move_to(hosted.now + 60_000)
        await hosted.sweep()
    assert hosted.turn.clock.is_start_known


async def test_s27_in_a_pause_of_the_hosts_they_hear_of_a_channel_that_is_lost_now(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    await hosted.do(do.PauseMatch(HOST))
    hosted.room.trouble[TO_CORA] = Failure.FORBIDDEN
    await hosted.types(CORA, "north", at=100)
    for _ in range(3):
        await hosted.sweep()
    (told,) = hosted.room.texts(HOSTS)
    assert "I may not write in Cora's submissions channel" in told
    assert "I have paused" not in told


async def test_s27_before_the_start_hosts_hear_of_it_too(hosted: Hosted):
    await hosted.open_match()
    hosted.room.trouble[TO_CORA] = Failure.GONE
    await hosted.types(CORA, "nroth")
    await hosted.types(CORA, "north")
    assert len([it for it in hosted.room.texts(HOSTS) if "is not there any more" in it]) == 1


async def test_a_channel_that_was_back_and_is_lost_again_is_told_again(hosted: Hosted):
    await hosted.in_first_turn()
    for count in (1, 2):
        hosted.room.next_trouble[TO_CORA] = [Failure.FORBIDDEN]
        await hosted.types(CORA, "nroth")
        assert pause(hosted) is PauseCause.HOUSE
        assert len(hosted.room.texts(HOSTS)) == count
        await hosted.move_to(hosted.now + 1000)
        await hosted.then_quiet(hosted.table.found(frozenset[LostPlace]()))
        await hosted.sweep()
        await hosted.sweep()
        assert pause(hosted) is None


# ------------------------------------------------- what the house does


async def test_the_house_knows_what_became_of_its_commands(hosted: Hosted):
    await hosted.in_first_turn()
    does = hosted.table._proceedings.house_does  # pyright: ignore[reportPrivateUsage]
    assert await does(do.PauseMatch(HOUSE, "tea"), "z:1") is Done.DONE
    assert await does(do.PauseMatch(HOUSE, "tea"), "z:2") is Done.REFUSED
    await hosted.do(do.ResumeMatch(HOST))
    events = await hosted.events()
    assert await does(do.PauseMatch(HOUSE, "tea"), "z:1") is Done.SEEN_BEFORE
    assert await hosted.events() == events
    assert isinstance(hosted.match.current, TurnOpen)


async def test_a_clock_is_settled_though_a_cause_of_its_key_was_seen_before(hosted: Hosted):
    """What was not done is done by the sweep, for a cause of its own."""
    await hosted.in_first_turn()
    due_ms = START + TURN_MS + GRACE_MS
    generation = hosted.table._timekeeper._alarms.generation  # pyright: ignore[reportPrivateUsage]
    for kind in "tf":
        await hosted.record.append(
            hosted.number, Cause(f"{kind}:{generation}:{due_ms}"), (), (), is_live=True
        )
    await hosted.move_to(TURN_MS + GRACE_MS)
    assert hosted.turn.number == 1
    await hosted.sweep()
    assert hosted.turn.number == 2


def test_whoever_gives_a_command_of_the_houses_looks_at_what_it_came_to():
    """And no `assert` looks at a refusal: it would be gone where Python is told to go fast."""
    careless: list[str] = []
    for path in sorted(Path(*live.__path__).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            text = ast.unparse(node) if isinstance(node, ast.Expr | ast.Assert) else ""
            is_call = isinstance(node, ast.Expr) and ".house_does(" in text
            if is_call or (isinstance(node, ast.Assert) and "Refusal" in text):
                careless.append(f"{path.name}: {text}")
    assert careless == []
