"""Recovery itself may fail half-way, at any of the things that it waits for (S44, S1, S2, S7).

However a start, a reconnect or a sweep fails once: after a few sweeps every match is seated, no
pick is lost, and nobody was taken to be silent for the house's own time.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import replay
from minecart_robbery.engine.events import TurnSettled
from minecart_robbery.engine.match import TurnOpen
from minecart_robbery.engine.nouns import Role
from minecart_robbery.live.room import Failure
from minecart_robbery.record import Cause
from tests.conftest import Tell
from tests.live.hand_clock import START, HandClock
from tests.live.hosted import (
    CORA,
    DM,
    GRACE_MS,
    HOST,
    NORTH,
    PUBLIC,
    SOUTH,
    TURN_MS,
    ZAC,
    Hosted,
)
from tests.live.one_fault import RECORD, ROOM, OneFault, locked
from tests.live.quick_record import quick_record

AWAY_MS = 90_000
"""When the house is back; the first turn began at 0, and its minute is long over."""

SWEEP_MS = 5000

count = Counter[str]()


@pytest.fixture(autouse=True)
def told_how_many(tell: Tell) -> Iterator[None]:
    """Have the counts told when all is done."""
    yield
    tell("recovery fails once at", count)
    count.clear()


async def in_two_turns(hosted: Hosted) -> None:
    """Two matches in their first turns; Cora has sent North in the one that is looked at."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    other = await hosted.open_match(200)
    for command in (do.StartMatch(HOST, skip_ready=True), do.PickRole(CORA, Role.MINER)):
        await hosted.move_to(hosted.now + 10)
        at = hosted.moment()
        await hosted.then_quiet(other.do(command, Cause(f"i:{at.snowflake}", 5), at))


def meanwhile(hosted: Hosted, *, zac_picks: bool) -> None:
    """What is typed while the house is away: a bonus action, and perhaps a pick."""
    typed = [hosted.typed(ZAC, "accelerate south", DM, at=500)]
    typed += [hosted.typed(ZAC, "south", at=70_000)] if zac_picks else []
    hosted.room.unheard = typed


async def sweeps(hosted: Hosted, until_ms: int) -> None:
    """Time passes, with a sweep every five seconds."""
    while hosted.now < until_ms:
        await hosted.move_to(min(hosted.now + SWEEP_MS, until_ms))
        with suppress(Exception):
            await hosted.house.sweep()
        await hosted.quiet()


async def starts(hosted: Hosted, fault: OneFault) -> None:
    """The program starts again; whatever the start raises ends there, as in discord.py."""
    again = await hosted.stopped()
    hosted.house = again.house
    await hosted.move_to(AWAY_MS)
    fault.begins()
    with suppress(Exception):
        await hosted.house.seat_all("2")
    await hosted.quiet()


async def reconnects(hosted: Hosted, fault: OneFault) -> None:
    """The connection is lost, and is there again."""
    hosted.house.went_away()
    await hosted.move_to(AWAY_MS)
    fault.begins()
    with suppress(Exception):
        await hosted.house.came_back()
    await hosted.quiet()


async def only_sweeps(hosted: Hosted, fault: OneFault) -> None:
    """All timers have died, and nothing could be read at the reconnect: the sweeps have to do."""
    hosted.house.went_away()
    await hosted.move_to(AWAY_MS)
    hosted.clock.lose_timers()
    hosted.room.next_trouble[PUBLIC] = [Failure.LATER]
    missed, hosted.room.missed = hosted.room.missed, raises  # type: ignore[method-assign]
    await hosted.house.came_back()
    hosted.room.missed = missed  # type: ignore[method-assign]
    fault.hangs_over(hosted.room, ("missed",))
    await hosted.quiet()
    fault.begins()
    with suppress(Exception):
        await hosted.house.sweep()
    await hosted.quiet()


async def raises(*_: object) -> None:
    """Nothing can be read just now."""
    raise locked()


Way = Callable[[Hosted, OneFault], Awaitable[None]]
WAYS: dict[str, Way] = {"start": starts, "reconnect": reconnects, "sweep": only_sweeps}


async def recovered(way: Way, fault: OneFault, *, zac_picks: bool) -> None:
    """Go through it under this fault, and see to what it must have come to."""
    with tempfile.TemporaryDirectory() as folder:
        async with quick_record(Path(folder) / "record.db") as record:
            hosted = Hosted.on(record, HandClock(START - 2000), {})
            await in_two_turns(hosted)
            meanwhile(hosted, zac_picks=zac_picks)
            fault.hangs_over(record, RECORD)
            for room in hosted.rooms.values():
                fault.hangs_over(room, ROOM)
            await way(hosted, fault)
            back_at = hosted.now
            await sweeps(hosted, back_at + 30_000)
            if fault.number and not fault.has_come:
                await hosted.house.close()
                return
            assert {table.seating.dm_channel for table in hosted.house.tables()} == {100, 200}
            assert hosted.match == replay(await hosted.events())
            turns = [it for it in await hosted.events() if isinstance(it, TurnSettled)]
            if zac_picks:
                (turn,) = turns
                assert (turn.cart, turn.guard, turn.silent) == (NORTH, SOUTH, ())
                assert hosted.projection.stashes.at(SOUTH) == 3
            else:
                assert turns == []
                assert hosted.picked(CORA) is NORTH
                assert hosted.projection.stashes.at(SOUTH) == 2
                assert hosted.deadline >= back_at + TURN_MS, "the minute started again in full"
            other = hosted.house.table(2)
            assert other is not None
            assert isinstance(other.match.current, TurnOpen)
            assert other.match.current.number == 1
            await sweeps(hosted, hosted.now + 2 * TURN_MS + GRACE_MS + 2 * SWEEP_MS)
            assert other.match.openings > 1, "a clock runs on, and whoever is silent is so"
            await hosted.house.close()


@pytest.mark.parametrize("zac_picks", [True, False])
@pytest.mark.parametrize("way", WAYS)
async def test_s44_wherever_it_fails_once_every_match_is_seated_and_nobody_was_judged_silent(
    way: str, zac_picks: bool
):
    counting = OneFault(0)
    await recovered(WAYS[way], counting, zac_picks=zac_picks)
    most = counting.seen
    assert most > 5
    for number in range(1, most + 1):
        for is_after in (False, True):
            fault = OneFault(number, is_after=is_after)
            try:
                await recovered(WAYS[way], fault, zac_picks=zac_picks)
            except AssertionError as error:
                raise AssertionError(f"{way}, {number} ({fault.what}), {is_after}") from error
            if not fault.has_come:
                return
            count[f"the {way}"] += 1
