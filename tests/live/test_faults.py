"""What fails in the program reaches the hosts, once for each kind, and without a word too many."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest

from minecart_robbery.live.addressing import Typed
from tests.live.hosted import (
    CORA,
    DM,
    GRACE_MS,
    HOSTS,
    PUBLIC,
    SOUTH,
    SUB,
    TO_CORA,
    TURN_MS,
    ZAC,
    Hosted,
)

SECRET = "north, or was it the lamp"


def told(hosted: Hosted) -> list[str]:
    """What the hosts have heard of faults."""
    return [text for text in hosted.room.texts(HOSTS) if "has failed" in text]


async def sweep(hosted: Hosted) -> None:
    """The house sweeps, and once more for what it has only just heard to have failed."""
    await hosted.sweep()
    await hosted.sweep()


@pytest.fixture
def breaking(hosted: Hosted, monkeypatch: pytest.MonkeyPatch):
    """A way to let the record break, until it is mended by `undo` of what it gives."""

    def breaks(method: str, error: type[Exception] = OSError) -> pytest.MonkeyPatch:
        async def broken(*_: object, **__: object) -> None:
            raise error(SECRET)

        monkeypatch.setattr(hosted.record, method, broken)
        return monkeypatch

    return breaks


async def test_s7_the_hosts_hear_of_a_task_that_failed(hosted: Hosted, breaking):
    await hosted.in_first_turn()
    patch = breaking("append")
    await hosted.move_to(TURN_MS + GRACE_MS)
    patch.undo()
    await sweep(hosted)
    (text,) = told(hosted)
    assert "OSError" in text
    assert hosted.turn.number == 2, "what failed is done by the sweep"


async def test_s7_what_could_not_be_told_is_told_once_it_can_be(hosted: Hosted, breaking):
    await hosted.in_first_turn()
    patch = breaking("append")
    await hosted.move_to(TURN_MS + GRACE_MS)
    await sweep(hosted)
    assert told(hosted) == []
    patch.undo()
    await sweep(hosted)
    await sweep(hosted)
    assert len(told(hosted)) == 1


async def test_s7_a_loop_of_faults_is_told_once_for_each_kind_and_goes_on_in_the_log(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
):
    await hosted.in_first_turn()
    for error in (RuntimeError, RuntimeError, TimeoutError, RuntimeError):
        hosted.room.next_trouble[TO_CORA] = [error]
        await hosted.types(CORA, "north")
        await sweep(hosted)
    assert ["RuntimeError" in text for text in told(hosted)] == [True, False]
    errors = [it for it in caplog.records if it.levelno == logging.ERROR]
    assert len(errors) == 4


async def test_s7_a_kind_that_was_told_before_a_restart_is_not_told_again(hosted: Hosted):
    await hosted.in_first_turn()
    for _ in range(2):
        hosted.room.next_trouble[TO_CORA] = [RuntimeError]
        await hosted.types(CORA, "north")
        await sweep(hosted)
        await hosted.restarted(str(hosted.messages))
    assert len(told(hosted)) == 1


async def test_s7_the_hosts_of_one_match_hear_nothing_of_anothers_faults(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.open_match(200)
    hosted.room.next_trouble[TO_CORA] = [RuntimeError]
    await hosted.types(CORA, "north")
    await sweep(hosted)
    assert len(told(hosted)) == 1
    assert [it for it in hosted.rooms[200].texts(HOSTS) if "has failed" in it] == []


async def test_s7_a_sweep_that_fails_is_told_too(hosted: Hosted, monkeypatch: pytest.MonkeyPatch):
    await hosted.in_first_turn()

    async def broken() -> None:
        monkeypatch.undo()
        raise LookupError(SECRET)

    monkeypatch.setattr(hosted.table, "settle_overdue", broken)
    await sweep(hosted)
    await sweep(hosted)
    assert ["LookupError" in text for text in told(hosted)] == [True]


async def test_s7_a_catching_up_that_fails_is_told_and_done_by_the_sweep(hosted: Hosted, breaking):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=100)
    hosted.house.went_away()
    await hosted.move_to(500)
    hosted.room.unheard = [hosted.typed(ZAC, "south")]
    patch = breaking("seen")
    await hosted.then_quiet(hosted.house.came_back())
    assert hosted.picked(ZAC) is None
    patch.undo()
    await sweep(hosted)
    assert len(told(hosted)) == 1
    assert hosted.picked(ZAC) is not None


async def test_s19_the_letter_to_the_hosts_holds_nothing_of_the_errors_words(
    hosted: Hosted, breaking
):
    await hosted.in_first_turn()
    patch = breaking("append")
    await hosted.move_to(TURN_MS + GRACE_MS)
    patch.undo()
    await sweep(hosted)
    everybodys = "".join(hosted.room.texts(HOSTS) + hosted.room.texts(PUBLIC))
    assert "has failed" in everybodys
    assert "lamp" not in everybodys
    assert "Traceback" not in everybodys


@pytest.mark.parametrize("method", ["append", "tick", "saw"])
async def test_s19_what_fails_in_the_middle_of_a_pick_puts_the_pick_into_no_log(
    hosted: Hosted,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    method: str,
):
    """A traceback shows lines of source; no value of ours is in the words of any error."""
    await hosted.in_first_turn()
    caplog.set_level(logging.INFO)

    async def broken(*_: object, **__: object) -> None:
        raise OSError("database is locked")

    monkeypatch.setattr(hosted.record, method, broken)
    text = "hello, south" if method == "saw" else "south"
    try:
        await hosted.arrives(hosted.typed(CORA, text, SUB))
    except OSError:
        logging.getLogger("discord.client").exception("Ignoring exception in on_message")
    await asyncio.sleep(0)
    assert "outh" not in caplog.text


# ----------------------------------------------------------------- what could not be heard


async def fails_to_hear(hosted: Hosted, typed: Typed) -> None:
    """A message arrives, and hearing it fails."""
    with pytest.raises(OSError, match="lamp"):
        await hosted.table.say(typed)
    await hosted.quiet()


async def test_s7_a_message_that_could_not_be_heard_counts_by_its_own_time(
    hosted: Hosted, breaking
):
    await hosted.in_first_turn()
    bonus = hosted.typed(CORA, "accelerate north", DM, at=1000)
    patch = breaking("append")
    await fails_to_hear(hosted, bonus)
    patch.undo()
    await hosted.move_to(5000)
    await sweep(hosted)
    assert hosted.deadline == 1000 + TURN_MS
    assert len(told(hosted)) == 1


async def test_s7_what_is_said_after_it_is_heard_after_it(hosted: Hosted, breaking):
    """Both picks come after the bonus; heard before it, they would settle the turn without it."""
    await hosted.in_first_turn()
    patch = breaking("append")
    await fails_to_hear(hosted, hosted.typed(CORA, "accelerate north", DM, at=1000))
    patch.undo()
    await hosted.types(CORA, "north", at=2000)
    await hosted.types(ZAC, "north", at=3000)
    await hosted.move_to(4000)
    assert hosted.turn.number == 1
    await sweep(hosted)
    await hosted.move_to(5000)
    assert hosted.turn.number == 2
    assert hosted.turn.round.gems.candidate == 2


async def test_s7_of_many_that_wait_none_is_lost_when_one_fails(hosted: Hosted, breaking):
    await hosted.in_first_turn()
    hosted.house.went_away()
    hosted.room.unheard = [
        hosted.typed(CORA, "north", at=1000),
        hosted.typed(ZAC, "accelerate north", DM, at=2000),
        hosted.typed(CORA, "south", at=3000),
    ]
    patch = breaking("append")
    await hosted.then_quiet(hosted.house.came_back())
    hosted.room.unheard = []
    patch.undo()
    await sweep(hosted)
    assert hosted.picked(CORA) is SOUTH
    assert hosted.deadline == 2000 + TURN_MS


async def test_s7_what_can_never_be_heard_keeps_no_match_from_going_on(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await hosted.in_first_turn()
    heard = hosted.table._ears._heard  # pyright: ignore[reportPrivateUsage]

    async def stumbles(typed: Typed) -> object:
        if typed.text == "poison":
            raise OSError(SECRET)
        return await heard(typed)

    monkeypatch.setattr(hosted.table._ears, "_heard", stumbles)
    poison = hosted.typed(CORA, "poison", at=1000)
    hosted.room.unheard = [poison]
    await fails_to_hear(hosted, poison)
    await hosted.types(CORA, "south", at=2000)
    for _ in range(4):
        await sweep(hosted)
    assert hosted.picked(CORA) is SOUTH
    await hosted.types(ZAC, "north", at=3000)
    await hosted.move_to(4000)
    assert hosted.turn.number == 2


async def test_s7_a_press_that_failed_is_not_made_a_second_time(hosted: Hosted, breaking):
    """Its player was told that it failed, and may have changed their mind."""
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "accelerate north", DM, at=1000)
    press = replace(typed, message=0, interaction=typed.message)
    patch = breaking("append")
    await fails_to_hear(hosted, press)
    patch.undo()
    await hosted.types(CORA, "south", at=2000)
    await sweep(hosted)
    assert hosted.deadline == TURN_MS
    assert hosted.picked(CORA) is SOUTH
