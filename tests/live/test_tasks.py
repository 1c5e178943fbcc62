"""Tasks are held while they run, and their errors reach the log (S7)."""

from __future__ import annotations

import asyncio
import gc
import logging

import pytest

from minecart_robbery.live.tasks import Tasks
from tests.patience import HANGS_S, until


async def fail() -> None:
    """Fail."""
    raise RuntimeError("the lamp went out")


async def test_s7_the_error_of_a_task_reaches_the_log_with_its_owner(caplog):
    tasks = Tasks("match 7")
    tasks.start(fail())
    await until(lambda: caplog.records)
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "match 7" in record.getMessage()
    assert "the lamp went out" in caplog.text


async def test_s7_whoever_started_it_is_told_of_the_error_of_a_task():
    errors: list[BaseException] = []
    tasks = Tasks("match 7", errors.append)
    tasks.start(asyncio.sleep(0))
    tasks.start(fail())
    await until(lambda: errors)
    assert [str(error) for error in errors] == ["the lamp went out"]


async def test_a_task_that_nobody_else_holds_runs_to_its_end():
    done: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        done.append("done")

    tasks = Tasks("match 7")
    tasks.start(work())
    gc.collect()
    await until(lambda: done)
    assert done == ["done"]


async def test_to_finish_ends_what_is_under_way_and_waits_for_its_end(caplog):
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)
            ended.append("tidied up")

    tasks = Tasks("match 7")
    tasks.start(work())
    await asyncio.sleep(0)
    await tasks.finish()
    assert ended == ["tidied up"]
    assert caplog.records == []


async def test_s4_a_task_may_finish_all_the_others_but_never_itself():
    """A timer never cancels the code that it runs."""
    tasks = Tasks("match 7")
    done = asyncio.Event()

    async def closes() -> None:
        await tasks.finish()
        done.set()

    tasks.start(asyncio.sleep(60))
    tasks.start(closes())
    await asyncio.wait_for(done.wait(), HANGS_S)


async def test_to_finish_nothing_is_nothing():
    await Tasks("match 7").finish()


async def test_an_error_while_finishing_is_logged_and_not_raised(caplog):
    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await fail()

    tasks = Tasks("match 7")
    tasks.start(work())
    await asyncio.sleep(0)
    await tasks.finish()
    await asyncio.sleep(0)
    assert "the lamp went out" in caplog.text


@pytest.fixture(autouse=True)
def from_warnings_on(caplog: pytest.LogCaptureFixture) -> None:
    """What is noted of the log: warnings and errors."""
    caplog.set_level(logging.WARNING)
