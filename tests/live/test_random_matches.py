"""Matches drawn at random, with messages out of order: table, record and order agree (S12)."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import given, settings

from minecart_robbery.engine import events as ev
from minecart_robbery.engine import replay
from minecart_robbery.engine.events import Event
from tests.live.hosted import Hosted
from tests.live.script import RULES, TURNS, Message, a_house, in_order, is_live, play

RESULTS = (ev.RolePicked, ev.TurnOpened, ev.TurnSettled, ev.RoundWon, ev.MatchWon, ev.MatchPaused)


def compare_before_every_append(hosted: Hosted) -> list[int]:
    """From now on, the record rebuilt before each append makes the match at the table."""
    append, compared = hosted.record.append, list[int]()

    async def comparing(match: int, *rest: Any, **named: Any) -> Any:
        table = hosted.house.table(match)
        assert table is not None
        assert replay(await hosted.record.events(match)) == table.match
        compared.append(match)
        return await append(match, *rest, **named)

    hosted.record.append = comparing
    return compared


async def played(turns: list[list[Message]], rules: dict[str, Any]) -> tuple[Event, ...]:
    """Play a match; check it against its record; give its events."""
    async with a_house() as hosted:
        compared = compare_before_every_append(hosted)
        await play(hosted, turns, rules)
        assert compared
        events = await hosted.events()
        if is_live(hosted):
            assert hosted.match == replay(events)
        assert await hosted.record.owed(hosted.number) == ()
        assert len(hosted.room.delivered) == len(set(hosted.room.tries)) == len(hosted.room.tries)
        return events


@settings(max_examples=20)
@given(TURNS, RULES)
def test_the_record_alone_makes_the_match_that_was_played(turns, rules):
    asyncio.run(played(turns, rules))


@settings(max_examples=20)
@given(TURNS, RULES)
def test_s12_messages_out_of_order_come_to_what_they_come_to_in_order(turns, rules):
    """A bonus that arrives late restarts the same clock, a pick settles the same turn."""
    one, other = (
        [it for it in asyncio.run(played(each, rules)) if isinstance(it, RESULTS)]
        for each in (turns, in_order(turns))
    )
    assert one == other
