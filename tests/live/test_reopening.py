"""A match that has ended is reopened by taking something back, for a while (R32)."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.events import TakenBack, TurnSettled
from minecart_robbery.engine.match import Over
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.live.house import House
from minecart_robbery.live.proceedings import Overtaken
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause
from tests.live.doom import Dead, Doom
from tests.live.hosted import CORA, HOST, PUBLIC, ZAC, Hosted

MINUTES = 30


@pytest.fixture
async def reopening(hosted: Hosted) -> Hosted:
    """A house in which ended matches can be reopened for half an hour; one was won at 2,500."""
    return await with_an_ended_match(hosted)


async def with_an_ended_match(hosted: Hosted) -> Hosted:
    """Cora wins a match at 2,500 that can be reopened."""
    house_of(hosted)
    await hosted.in_first_turn(target_gems=1, rounds_to_win=1)
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "south", at=2000)
    await hosted.move_to(3000)
    return hosted


def house_of(hosted: Hosted) -> None:
    """Let the house of this test reopen matches."""
    hosted.house._reopen_ms = MINUTES * 60_000


def ended(house: House) -> Table | None:
    return house.reopenable(lambda it: 100 in it.channels())


async def taken_back(hosted: Hosted, table: Table):
    moment = hosted.moment()
    cause = Cause(f"i:{moment.snowflake}", 5)
    command = do.TakeBack(HOST, 1, 1, "a slip")
    given = table.do_as_shown(command, cause, moment, "Hanna", lambda *_: True)
    return await hosted.then_quiet(given)


async def reopened(hosted: Hosted) -> None:
    table = ended(hosted.house)
    assert table is not None
    assert not isinstance(await taken_back(hosted, table), Overtaken)
    assert hosted.house.table(hosted.number) is table


async def test_r32_a_match_is_reopened_goes_on_and_ends_again_with_another_fingerprint(reopening):
    first = await reopening.record.fingerprint(reopening.number)
    await reopening.sweep()
    await reopened(reopening)
    assert reopening.turn.number == 1
    assert "open again" in reopening.room.texts(PUBLIC)[-1]
    await reopening.types(CORA, "north", at=4000)
    await reopening.types(ZAC, "north", at=5000)
    await reopening.move_to(6000)
    table = ended(reopening.house)
    assert table is not None
    assert table.match.current == Over(ZAC)
    again = await reopening.record.fingerprint(reopening.number)
    assert again.full != first.full
    assert any(again.short in text for text in reopening.room.texts(PUBLIC))


async def test_r32_a_restart_between_the_end_and_the_reopening_changes_nothing(reopening):
    await reopening.sweep()
    again = await reopening.stopped()
    reopening.house = again.house
    house_of(reopening)
    await reopening.then_quiet(reopening.house.seat_all("2"))
    await reopened(reopening)
    assert await reopening.last(TakenBack)


async def test_r32_a_restart_after_the_reopening_seats_the_match_again(reopening):
    await reopened(reopening)
    await reopening.restarted()
    assert reopening.turn.number == 1


async def test_r32_when_the_time_is_over_the_match_stays_ended_and_its_table_is_cleared(reopening):
    table = ended(reopening.house)
    assert table is not None
    await reopening.move_to(2500 + MINUTES * 60_000)
    assert ended(reopening.house) is None
    came = await taken_back(reopening, table)
    assert isinstance(came, Overtaken)
    assert came.decision == Refusal(Reason.MATCH_ENDED)
    await reopening.sweep()
    assert reopening.house._tables == {}


async def test_r32_a_match_in_whose_channel_another_one_was_opened_stays_ended(reopening):
    table = ended(reopening.house)
    assert table is not None
    reopening.number = 0
    await reopening.open_match()
    assert isinstance(await taken_back(reopening, table), Overtaken)


async def test_r32_no_other_command_opens_a_match_that_has_ended(reopening):
    table = ended(reopening.house)
    assert table is not None
    moment = reopening.moment()
    came = await table.do(do.TakeBack(HOST, 1, 1), Cause("i:7", 5), moment)
    assert came == Refusal(Reason.MATCH_ENDED)


AWAITED = ("append", "tick", "events", "owed", "readers", "live_matches", "know_readers")
"""What a reopening waits for in the record, and the letters that it owes."""


async def dying_in_a_reopening(path: Path, doom: Doom) -> Hosted:
    """A house after its start, before which the program died in a reopening."""
    hosted = await with_an_ended_match(await Hosted.open(path))
    table = ended(hosted.house)
    assert table is not None
    doom.hangs_over(hosted.record, AWAITED)
    doom.hangs_over(hosted.room, ("deliver",))
    with suppress(Dead):
        await taken_back(hosted, table)
    await hosted.quiet()
    for name in AWAITED:
        delattr(hosted.record, name)
    delattr(hosted.room, "deliver")
    again = await hosted.stopped()
    again.number, again.messages = hosted.number, hosted.messages
    house_of(again)
    await again.then_quiet(again.house.seat_all("2"))
    return again


@pytest.mark.parametrize("is_after", [False, True])
async def test_s1_wherever_the_program_dies_in_a_reopening_the_match_is_ended_or_whole(
    tmp_path: Path, is_after: bool
):
    was_ended = was_reopened = 0
    number, has_died = 1, True
    while has_died:
        doom = Doom(number, is_after=is_after)
        hosted = await dying_in_a_reopening(tmp_path / f"{number}.db", doom)
        has_died = doom.has_come
        if hosted.house.table(hosted.number) is None:
            was_ended += 1
            assert not any(isinstance(it, TakenBack) for it in await hosted.events())
            await reopened(hosted)
        else:
            was_reopened += 1
        told = [text for text in hosted.room.texts(PUBLIC) if "open again" in text]
        assert len(told) == 1, number
        assert hosted.turn.number == 1
        await hosted.move_to(hosted.deadline + 2_000)
        await hosted.sweep()
        settled = (await hosted.events())[-6:]
        assert any(isinstance(it, TurnSettled) for it in settled)
        await hosted.close()
        number += 1
    assert was_reopened > 1
    assert was_ended or is_after
