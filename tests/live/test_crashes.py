"""The program dies at each point at which it waits, and goes on from the record alone (S1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine import replay
from minecart_robbery.record import Record
from tests.live.doom import Dead, Doom
from tests.live.hosted import CORA, DM, NORTH, ZAC, Hosted


async def plays_on(hosted: Hosted) -> None:
    """What is under way when the program dies: picks, a bonus, a settlement, the next opening."""
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "accelerate north", DM, at=1500)
    await hosted.types(ZAC, "south", at=2000)
    await hosted.types(CORA, "keep", at=3000)
    await hosted.move_to(3500)


async def back_from_the_file(hosted: Hosted, path: Path, at: int) -> Hosted:
    """What died is gone; at that time another house opens the same file, in the same rooms."""
    await hosted.house.close()
    await hosted.record.close()
    hosted.clock.lose_timers()
    await hosted.move_to(at)
    again = Hosted.on(await Record.open(path), hosted.clock, hosted.rooms)
    again.number, again.messages = hosted.number, hosted.messages
    return again


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize("number", range(1, 21))
@pytest.mark.parametrize("back_at", [10_000, 300_000])
async def test_s1_wherever_it_dies_the_match_goes_on_and_all_that_is_owed_is_told(
    tmp_path, number, is_after, back_at
):
    """However long it is away: no nonce keeps a letter from being sent twice after two minutes."""
    hosted = await Hosted.open(tmp_path / "record.db")
    await hosted.in_first_turn()
    doom = Doom(number, is_after=is_after)
    room, deliver = hosted.room, hosted.room.deliver
    doom.hangs_over(hosted.record, ("append", "tick"))
    doom.hangs_over(room, ("deliver",))
    try:
        await plays_on(hosted)
    except Dead:
        await hosted.quiet()
    assert doom.has_come
    room.deliver = deliver
    again = await back_from_the_file(hosted, tmp_path / "record.db", back_at)
    known = replay(await again.events())
    await again.then_quiet(again.house.seat_all("2"))
    await again.sweep()
    assert await again.record.owed(again.number) == ()
    assert again.match.rounds == known.rounds
    await finish_two_turns(again)
    assert again.match == replay(await again.events())
    settled = [event for event in await again.events() if isinstance(event, ev.TurnSettled)]
    assert [event.turn for event in settled] == [1, 2]
    told = [it.stamp.nonce for it in again.room.delivered]
    assert len(set(told)) == len(told)
    await again.close()


async def finish_two_turns(hosted: Hosted) -> None:
    """Both players pick until turn 3 is open."""
    await hosted.move_to(hosted.now + 1000)
    while hosted.turn.number < 3:
        for seat in (CORA, ZAC):
            await hosted.types(seat, str(NORTH), at=hosted.now + 1)
        await hosted.move_to(hosted.now + 1000)
