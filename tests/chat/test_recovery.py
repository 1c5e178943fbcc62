"""The bot starts, or is connected again, and one thing that it waits for fails (S44, S1, S2).

The server is the same all the while, and so is the match: it is played on between the faults.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from minecart_robbery.chat.bot import MinecartBot
from minecart_robbery.engine.events import TurnSettled
from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.record import Record
from tests.chat.looking import picks
from tests.chat.server import Server
from tests.how_much import SOAK
from tests.live.one_fault import RECORD, OneFault, locked
from tests.scenarios.world import lose_connection, reconnect, sweeps

BETWEEN = 3
"""Every third thing fails, one after the other; in a longer run every one (`make soak`)."""


async def starts(server: Server, fault: OneFault) -> None:
    """The bot dies without a word, and a new one starts on the same record."""
    await server.go_down()
    await server.zac.send(server.zac_sub, "guard north")
    old = server.bot.record
    record = await Record.open(server.bot.settings.database)
    fault.hangs_over(record, RECORD)
    fault.begins()
    server.bot = MinecartBot(record, server.bot.settings)
    await server.env.restart_bot(server.bot)
    await old.close()


async def connects_again(server: Server, fault: OneFault) -> None:
    """The connection is lost, and a new session begins."""
    await lose_connection(server)
    await server.zac.send(server.zac_sub, "guard north")
    fault.hangs_over(server.bot.record, RECORD)
    fault.begins()
    await reconnect(server, "ready")


Way = Callable[[Server, OneFault], Awaitable[None]]
WAYS: dict[str, Way] = {"a start": starts, "a reconnect": connects_again}


@pytest.mark.parametrize("way", WAYS)
async def test_s44_whatever_fails_once_no_pick_is_lost_and_nobody_is_taken_to_be_silent(
    server: Server, way: str
):
    await server.play_to_first_turn(target_gems=99)
    number, has_come = 1, True
    while has_come:
        fault = OneFault(number, is_after=number % 2 == 0)
        await WAYS[way](server, fault)
        await sweeps(server, 2)
        fault.ends()
        has_come, what = fault.has_come, (number, fault.what)
        assert [table.seating.match for table in server.bot.house.tables()] == [1], what
        assert picks(server) == {Seat.CANDIDATE: Track.NORTH}, what
        await server.env.advance_time(40)
        await server.cora.send(server.cora_sub, "north")
        await sweeps(server, 1)
        assert picks(server) == {}, what
        number += BETWEEN if SOAK == 1 else 1
    settled = [it for it in await server.bot.record.events(1) if isinstance(it, TurnSettled)]
    assert len(settled) > 2
    assert all(turn.silent == () for turn in settled)
    assert {type(error) for error in server.env.errors} <= {type(locked())}
