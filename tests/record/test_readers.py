"""Who is known to read the submissions channels stands beside the events (S20)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record import Cause, Record
from tests.record.examples import CORA, EVERY_KIND, ZAC, cause, opening, owed, seating
from tests.record.sql import rows
from tests.record.statements import Steps

NOBODY = dict.fromkeys(Seat, frozenset[int]())


async def test_s20_of_a_new_match_nobody_is_known_unless_it_was_opened_with_readers(record, match):
    assert await record.readers(match) == NOBODY
    added = await record.add_match(seating(500), cause(2), opening(), (), {ZAC: [6, 7]})
    assert added is not None
    assert await record.readers(added[0].match) == {CORA: frozenset(), ZAC: {6, 7}}
    assert await record.readers(match) == NOBODY


async def test_s20_who_is_known_takes_the_place_of_who_was_for_the_seats_that_are_named(
    record, match
):
    await record.know_readers(match, {CORA: [6, 7], ZAC: [6]}, [])
    await record.know_readers(match, {CORA: [7, 8]}, [])
    assert await record.readers(match) == {CORA: {7, 8}, ZAC: {6}}


async def test_s20_they_are_known_to_another_start_of_the_program(record, match, path):
    await record.know_readers(match, {CORA: [6]}, [])
    again = await Record.open(path)
    assert (await again.readers(match))[CORA] == {6}
    await again.close()


async def test_s20_what_is_owed_because_of_them_is_written_with_them(record, match):
    (delivery,) = await record.know_readers(match, {CORA: [6]}, owed("alarm"))
    assert await record.owed(match) == (delivery,)


async def test_s20_one_look_after_another_is_written(record, match):
    for person in (6, 7):
        await record.know_readers(match, {CORA: [person]}, owed("alarm"))
    assert (await record.readers(match))[CORA] == {7}
    assert len(await record.owed(match)) == 2


@pytest.mark.parametrize("statement", range(2, 8))
async def test_s20_a_look_that_fails_halfway_leaves_neither_a_reader_nor_an_alarm(
    record, match, monkeypatch, path, statement
):
    async def fail() -> None:
        raise OSError("the disk is full")

    steps = Steps(monkeypatch, statement)
    looking = asyncio.create_task(record.know_readers(match, {CORA: [6]}, owed("alarm")))
    steps.of(looking, fail)
    with pytest.raises(OSError, match="full"):
        await looking
    assert await record.readers(match) == NOBODY
    assert rows(path, "SELECT count(*) FROM delivery") == [(0,)]


async def test_s28_a_move_brings_the_readers_of_the_new_channels(record, match):
    await record.know_readers(match, {CORA: [6], ZAC: [6]}, [])
    moved = replace(seating(500), match=match)
    await record.move_match(moved, Cause("i:9", 5), [], {CORA: [7]})
    assert await record.readers(match) == {CORA: {7}, ZAC: {6}}


async def test_s20_of_a_match_that_has_ended_nobody_is_known_any_more(record, match):
    await record.know_readers(match, {CORA: [6]}, [])
    await record.append(match, cause(), [EVERY_KIND[-1]], is_live=False)
    assert await record.readers(match) == NOBODY
