"""A match whose record can't be read holds no channel for ever: it can be called off (S45)."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.events import MatchCalledOff
from minecart_robbery.engine.match import CalledOff
from minecart_robbery.engine.rules import Rules
from minecart_robbery.live.house import Missing
from minecart_robbery.live.room import Failure
from minecart_robbery.record import Cause, Seating
from minecart_robbery.record.exporting import export, standings
from minecart_robbery.record.verifying import verify
from tests.live.hosted import CORA, HOST, PUBLIC, Hosted, seating
from tests.record.sql import run

NEWER = """INSERT INTO event VALUES (1, 99, 1, '{"event": "weather_changed"}')"""


def is_it(it: Seating) -> bool:
    """Whether it is the match that can't be read."""
    return it.match == 1


async def stuck(hosted: Hosted, path: Path) -> Hosted:
    """A match in its first turn that this version can't read after a restart."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    again = await hosted.stopped()
    run(path, NEWER)
    await hosted.then_quiet(again.house.seat_all("2"))
    assert await again.house.why_missing(is_it) is Missing.STUCK
    return again


async def called_off(hosted: Hosted, note: str = "the lamp went out") -> bool:
    """A host calls it off."""
    at = hosted.moment()
    cause = Cause(f"i:{at.snowflake}", 5)
    return await hosted.then_quiet(hosted.house.call_off_stuck(1, note, cause, at, "Hanna"))


async def opens(hosted: Hosted) -> bool:
    """Whether another match can be opened in its channels."""
    at = hosted.moment()
    cause = Cause(f"i:{at.snowflake}", 5)
    table = await hosted.then_quiet(hosted.house.open(seating(), Rules(), cause, at))
    return table is not None


async def test_s45_it_can_be_called_off_and_another_match_opened_in_its_channels(
    hosted: Hosted, tmp_path: Path
):
    again = await stuck(hosted, tmp_path / "record.db")
    assert not await opens(again)
    assert await called_off(again)
    told = again.room.texts(PUBLIC)[-1]
    assert "called off" in told
    assert "the lamp went out" in told
    assert (await again.record.fingerprint(1)).full in told
    assert await again.house.why_missing(is_it) is None
    assert await opens(again)
    await again.house.close()


async def test_s45_it_is_called_off_once(hosted: Hosted, tmp_path: Path):
    again = await stuck(hosted, tmp_path / "record.db")
    assert await called_off(again)
    assert not await called_off(again)
    await again.house.close()


async def test_s45_nothing_that_it_owed_before_is_told_any_more(hosted: Hosted, tmp_path: Path):
    await hosted.in_first_turn()
    hosted.room.trouble[PUBLIC] = Failure.LATER
    await hosted.do(do.PauseMatch(HOST, "a cup of cocoa"), at=1000)
    again = await hosted.stopped()
    run(tmp_path / "record.db", NEWER)
    hosted.room.trouble.clear()
    await hosted.then_quiet(again.house.seat_all("2"))
    assert await called_off(again)
    assert all("cocoa" not in text for text in again.room.texts(PUBLIC))
    assert await again.record.unfinished_matches() == ()
    await again.house.close()


async def test_s45_a_match_that_can_be_read_is_not_called_off_like_that(hosted: Hosted):
    await hosted.in_first_turn()
    assert not await called_off(hosted)
    assert await hosted.house.stuck(is_it) is None


async def test_s45_its_end_is_told_after_another_restart(hosted: Hosted, tmp_path: Path):
    """Though this version can read it no better then."""
    again = await stuck(hosted, tmp_path / "record.db")
    again.room.trouble[PUBLIC] = Failure.LATER
    assert await called_off(again)
    third = await again.stopped()
    third.room.trouble.clear()
    await third.then_quiet(third.house.seat_all("3"))
    assert "called off" in third.room.texts(PUBLIC)[-1]
    await third.sweep()
    assert await third.record.unfinished_matches() == ()
    await third.house.close()


async def test_s45_a_version_that_can_read_it_finds_it_called_off_by_the_rules(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await hosted.in_first_turn()
    again = await hosted.stopped()
    with monkeypatch.context() as patch:

        async def unreadable(_: int) -> None:
            raise ValueError("not an event")

        patch.setattr(hosted.record, "events", unreadable)
        await hosted.then_quiet(again.house.seat_all("2"))
        assert await called_off(again)
    document = await export(hosted.record, 1)
    assert document is not None
    sound = verify(document, (await hosted.record.fingerprint(1)).short)
    assert isinstance(sound.match.current, CalledOff)
    assert isinstance((await hosted.events())[-1], MatchCalledOff)
    await again.house.close()


async def test_s45_the_list_of_matches_says_what_is_so_of_it(hosted: Hosted, tmp_path: Path):
    await hosted.open_match(200)
    hosted.number = 0
    run(tmp_path / "record.db", NEWER)
    (it,) = await standings(hosted.record)
    assert (it.state, it.fingerprint) == ("not ended, can't be read by this version", None)
    again = await hosted.stopped()
    await hosted.then_quiet(again.house.seat_all("2"))
    assert await called_off(again)
    (it,) = await standings(hosted.record)
    assert it.state == "has ended, can't be read by this version"
    assert it.fingerprint == await hosted.record.fingerprint(1)
    await again.house.close()
