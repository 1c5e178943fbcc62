"""What fails in the program reaches the hosts, once for each kind, and without a word too many."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tests.live.hosted import CORA, GRACE_MS, HOSTS, PUBLIC, SUB, TO_CORA, TURN_MS, ZAC, Hosted

SECRET = "north, or was it the lamp"


def told(hosted: Hosted) -> list[str]:
    """What the hosts have heard of faults."""
    return [text for text in hosted.room.texts(HOSTS) if "has failed" in text]


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
    await hosted.sweep()
    (text,) = told(hosted)
    assert "OSError" in text
    assert hosted.turn.number == 2, "what failed is done by the sweep"


async def test_s7_what_could_not_be_told_is_told_once_it_can_be(hosted: Hosted, breaking):
    await hosted.in_first_turn()
    patch = breaking("append")
    await hosted.move_to(TURN_MS + GRACE_MS)
    await hosted.sweep()
    assert told(hosted) == []
    patch.undo()
    await hosted.sweep()
    await hosted.sweep()
    assert len(told(hosted)) == 1


async def test_s7_a_loop_of_faults_is_told_once_for_each_kind_and_goes_on_in_the_log(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
):
    await hosted.in_first_turn()
    for error in (RuntimeError, RuntimeError, TimeoutError, RuntimeError):
        hosted.room.next_trouble[TO_CORA] = [error]
        await hosted.types(CORA, "north")
        await hosted.sweep()
    assert ["RuntimeError" in text for text in told(hosted)] == [True, False]
    errors = [it for it in caplog.records if it.levelno == logging.ERROR]
    assert len(errors) == 4


async def test_s7_a_kind_that_was_told_before_a_restart_is_not_told_again(hosted: Hosted):
    await hosted.in_first_turn()
    for _ in range(2):
        hosted.room.next_trouble[TO_CORA] = [RuntimeError]
        await hosted.types(CORA, "north")
        await hosted.sweep()
        await hosted.restarted(str(hosted.messages))
    assert len(told(hosted)) == 1


async def test_s7_the_hosts_of_one_match_hear_nothing_of_anothers_faults(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.open_match(200)
    hosted.room.next_trouble[TO_CORA] = [RuntimeError]
    await hosted.types(CORA, "north")
    await hosted.sweep()
    assert len(told(hosted)) == 1
    assert [it for it in hosted.rooms[200].texts(HOSTS) if "has failed" in it] == []


async def test_s7_a_sweep_that_fails_is_told_too(hosted: Hosted, monkeypatch: pytest.MonkeyPatch):
    await hosted.in_first_turn()

    async def broken() -> None:
        monkeypatch.undo()
        raise LookupError(SECRET)

    monkeypatch.setattr(hosted.table, "settle_overdue", broken)
    await hosted.sweep()
    await hosted.sweep()
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
    await hosted.sweep()
    assert len(told(hosted)) == 1
    assert hosted.picked(ZAC) is not None


async def test_s19_the_letter_to_the_hosts_holds_nothing_of_the_errors_words(
    hosted: Hosted, breaking
):
    await hosted.in_first_turn()
    patch = breaking("append")
    await hosted.move_to(TURN_MS + GRACE_MS)
    patch.undo()
    await hosted.sweep()
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
