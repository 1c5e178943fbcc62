"""Nothing public, nothing for the hosts or in any log depends on a pending pick (S19)."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Paused
from minecart_robbery.live.early import Deletion
from minecart_robbery.live.hosts_log import log_of
from minecart_robbery.live.room import Failure, LogPlace
from minecart_robbery.words.notices import Audience
from tests.live.hosted import CORA, DM, HOST, HOSTS, PUBLIC, SUB, TO_CORA, ZAC, Hosted
from tests.live.room import Trouble
from tests.live.script import (
    MESSAGES,
    TRACKS,
    TURNS,
    Message,
    a_house,
    on_to_a_turn,
    play,
    play_on,
    play_turn,
)

PENDING = st.lists(MESSAGES.filter(lambda it: it.arrives < 4000), min_size=1, max_size=8)
TROUBLE: dict[str, Trouble] = {
    "undelivered": Failure.FORBIDDEN,
    "broken": RuntimeError,
}
AFTERWARDS = st.sampled_from(["nothing", "restart", "pause", "deletion", *TROUBLE])


class Log(logging.Handler):
    """Keeps what is logged at INFO and above, tracebacks included."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(self.format(record))


def otherwise(message: Message) -> Message:
    """The same message with another track, if it is a pick."""
    if message.place is not SUB or message.text not in TRACKS:
        return message
    return replace(message, text=TRACKS[TRACKS.index(message.text) - 1])


def without_places(line: str) -> str:
    """A line without the names of temporary folders and the addresses of objects."""
    return re.sub(r"/tmp/\S+|0x[0-9a-f]+", "", line)


async def then(hosted: Hosted, afterwards: str) -> None:
    """Something that is told of while picks are pending."""
    match afterwards:
        case "restart":
            await hosted.restarted()
        case "pause":
            await hosted.do(do.PauseMatch(HOST, "tea"))
        case "deletion":
            for fact in hosted.turn.facts:
                cause = hosted.typed(fact.seat, "").cause
                deleted = hosted.table.deleted(Deletion(fact.seat, fact.at.snowflake, cause))
                await hosted.then_quiet(deleted)
        case _:
            await hosted.sweep()


async def seen_by_others(
    turns: list[list[Message]], pending: list[Message], afterwards: str
) -> list[str]:
    """What all but the players read and what is logged, while the last turn is not settled."""
    async with a_house() as hosted:
        await hosted.open_match(settle_seconds=30)
        hosted.room.log = LogPlace(900)
        await play_on(hosted, turns)
        assert await on_to_a_turn(hosted)
        number = hosted.turn.number
        if afterwards in TROUBLE:
            hosted.room.trouble[TO_CORA] = TROUBLE[afterwards]
        await play_turn(hosted, pending)
        await then(hosted, afterwards)
        assert isinstance(hosted.match.current, Paused) or hosted.turn.number == number
        log = await log_of(hosted.record, hosted.number)
        assert log, "the opening and the start stand there at least"
        told = (it.text for it in hosted.room.delivered if it.to in (PUBLIC, HOSTS, Audience.LOG))
        return [*told, *(line.text for line in log)]


@contextmanager
def logged() -> Iterator[list[str]]:
    """The lines that are logged meanwhile."""
    log, root = Log(), logging.getLogger()
    level = root.level
    root.addHandler(log)
    root.setLevel(logging.INFO)
    try:
        yield log.lines
    finally:
        root.removeHandler(log)
        root.setLevel(level)


@settings(max_examples=20)
@given(TURNS, PENDING, AFTERWARDS)
def test_s19_two_turns_that_differ_in_pending_picks_look_the_same_to_all_others(
    turns, pending, afterwards
):
    with logged() as lines:
        read = asyncio.run(seen_by_others(turns, pending, afterwards))
    with logged() as other_lines:
        other = [otherwise(message) for message in pending]
        other_read = asyncio.run(seen_by_others(turns, other, afterwards))
    assert read == other_read
    assert [without_places(line) for line in lines] == [without_places(it) for it in other_lines]


def test_the_two_turns_do_differ_for_the_player_who_picks():
    """Otherwise the property above would show nothing."""
    message = Message(CORA, SUB, "north", 10, 0)

    async def told(message: Message) -> str:
        async with a_house() as hosted:
            await play(hosted, [], {})
            await on_to_a_turn(hosted)
            await play_turn(hosted, [message])
            return hosted.room.texts(TO_CORA)[-1]

    one, other = asyncio.run(told(message)), asyncio.run(told(otherwise(message)))
    assert "North" in one
    assert "South" in other


@pytest.mark.parametrize("place", [DM, SUB])
async def test_s21_s19_a_pick_typed_anywhere_is_repeated_to_nobody_else(hosted, place):
    with logged() as lines:
        await hosted.in_first_turn()
        said = len(hosted.room.delivered)
        await hosted.types(CORA, "nroth or north, no: SOUTH", place, at=100)
        await hosted.types(CORA, "south", place, at=200)
    assert {it.to for it in hosted.room.delivered[said:]} <= {TO_CORA}
    assert all("outh" not in line for line in lines)


async def marks_seen_by_zac(picks: list[str]) -> list[tuple[Audience, str]]:
    """The marks of all that Zac and the public are told, when Cora picks like this."""
    async with a_house() as hosted:
        await hosted.in_first_turn(settle_seconds=30)
        for track in picks:
            await hosted.types(CORA, track, at=hosted.now + 1)
        await hosted.types(ZAC, "north", at=5000)
        await hosted.do(do.PauseMatch(HOST, "tea"))
        return [(it.to, it.stamp.mark) for it in hosted.room.delivered if it.to is not TO_CORA]


async def test_s19_no_mark_tells_how_often_the_opponent_has_acted():
    silent, busy = await marks_seen_by_zac([]), await marks_seen_by_zac(["north", "south", "keep"])
    assert silent == busy
    assert len(set(mark for _, mark in busy)) == len(busy), "no two are the same"
