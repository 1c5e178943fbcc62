"""A write that fails may stand in the record nevertheless: then the record is right (S44)."""

from __future__ import annotations

from typing import Any

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import replay
from minecart_robbery.engine.events import MatchPaused
from minecart_robbery.engine.match import Paused
from minecart_robbery.engine.nouns import Role
from minecart_robbery.live.proceedings import OutOfStepError
from minecart_robbery.live.table import Newcomer
from minecart_robbery.record import Cause, Chair
from tests.live.hosted import CORA, HOST, PUBLIC, ZAC, Hosted
from tests.live.one_fault import locked


def fails_after(hosted: Hosted, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The next call of that method of the record is done, and fails all the same."""
    really = getattr(hosted.record, name)

    async def done_and_fails(*rest: Any, **named: Any) -> Any:
        monkeypatch.setattr(hosted.record, name, really)
        await really(*rest, **named)
        raise locked()

    monkeypatch.setattr(hosted.record, name, done_and_fails)


async def test_s44_after_a_write_that_failed_and_stands_the_sweep_goes_on_from_the_record(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await hosted.in_first_turn()
    fails_after(hosted, monkeypatch, "append")
    with pytest.raises(Exception, match="locked"):
        await hosted.do(do.PauseMatch(HOST, "tea"), at=1000)
    await hosted.sweep()
    assert isinstance(hosted.match.current, Paused)
    assert hosted.match == replay(await hosted.events())
    assert "tea" in "\n".join(hosted.room.texts(PUBLIC)), "what it owed is delivered"


async def test_s44_nothing_is_written_that_was_decided_on_a_match_that_has_gone_on(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await hosted.in_first_turn()
    fails_after(hosted, monkeypatch, "append")
    with pytest.raises(Exception, match="locked"):
        await hosted.do(do.PauseMatch(HOST, "tea"), at=1000)
    with pytest.raises(OutOfStepError):
        await hosted.do(do.PauseMatch(HOST, "cake"), at=2000)
    assert [it.note for it in await hosted.events() if isinstance(it, MatchPaused)] == ["tea"]
    assert hosted.match == replay(await hosted.events())


async def test_s44_after_a_write_that_failed_and_does_not_stand_all_goes_on_as_it_was(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await hosted.in_first_turn()
    really = hosted.record.append

    async def fails(*rest: Any, **named: Any) -> Any:
        monkeypatch.setattr(hosted.record, "append", really)
        raise locked()

    monkeypatch.setattr(hosted.record, "append", fails)
    with pytest.raises(Exception, match="locked"):
        await hosted.do(do.PauseMatch(HOST, "tea"), at=1000)
    await hosted.do(do.PauseMatch(HOST, "cake"), at=2000)
    assert [it.note for it in await hosted.events() if isinstance(it, MatchPaused)] == ["cake"]


async def test_s44_whoever_sits_down_by_a_write_that_failed_and_stands_is_heard(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await hosted.started()
    await hosted.move_to(0)
    await hosted.do(do.PickRole(CORA, Role.MINER))
    fails_after(hosted, monkeypatch, "append")
    chair = Chair(ZAC, 33, "Nora", 102, hosted.moment().snowflake)
    command = do.Substitute(HOST, ZAC, "Zac has left")
    with pytest.raises(Exception, match="locked"):
        await hosted.table.seat(
            command,
            Newcomer(chair, "Nora"),
            hosted.table.seating,
            Cause("i:seat", 5),
            hosted.moment(),
            "Hanna",
        )
    await hosted.sweep()
    assert hosted.table.seating.chair(ZAC).person == 33
    assert hosted.room.seating == hosted.table.seating


async def test_s44_a_match_whose_opening_failed_and_stands_is_seated_by_the_sweep(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    fails_after(hosted, monkeypatch, "add_match")
    with pytest.raises(Exception, match="locked"):
        await hosted.open_match()
    await hosted.sweep()
    assert [table.seating.dm_channel for table in hosted.house.tables()] == [100]
    assert hosted.room.texts(PUBLIC)
