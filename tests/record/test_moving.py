"""A match that is moved to other channels: its seating, what it owes, and what it had (S28)."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from minecart_robbery.record import Cause, Seating
from tests.record.examples import cause, opening, owed, seating
from tests.record.sql import rows, run

MOVE = Cause("i:9", 5)


def elsewhere(match: int) -> Seating:
    """The same match in three other channels."""
    return replace(seating(500), match=match)


async def test_s28_the_seating_comes_back_as_it_was_moved(record, match):
    assert await record.move_match(elsewhere(match), MOVE, []) == ()
    assert await record.unfinished_matches() == (elsewhere(match),)


async def test_s28_what_the_move_owes_is_written_with_it(record, match):
    (delivery,) = await record.move_match(elsewhere(match), MOVE, owed("moved"))
    assert await record.owed(match) == (delivery,)


async def test_s28_only_the_channels_that_have_changed_are_noted_as_they_were(record, match, path):
    await record.move_match(replace(seating(), match=match, dm_channel=500), MOVE, [])
    assert rows(path, "SELECT match, place, channel FROM moved") == [(match, "dm", 100)]


async def test_s28_every_move_stays_on_record(record, match, path):
    await record.move_match(elsewhere(match), MOVE, [])
    await record.move_match(replace(seating(), match=match), Cause("i:10"), [])
    places = [("dm", 100), ("dmo", 101), ("candidate", 102)]
    back = [("dm", 500), ("dmo", 501), ("candidate", 502)]
    assert sorted(rows(path, "SELECT place, channel FROM moved")) == sorted(places + back)


async def test_s13_the_same_move_twice_is_written_once(record, match, path):
    await record.move_match(elsewhere(match), MOVE, [])
    assert await record.move_match(elsewhere(match), MOVE, owed("again")) is None
    assert rows(path, "SELECT count(*) FROM delivery") == [(0,)]


async def test_s17_a_dm_channel_of_another_live_match_is_refused_and_nothing_is_written(
    record, match, path
):
    await record.add_match(seating(500), cause(2), opening())
    assert await record.move_match(elsewhere(match), MOVE, owed("moved")) is None
    assert (await record.unfinished_matches())[0] == replace(seating(), match=match)
    assert rows(path, "SELECT count(*) FROM moved") == [(0,)]
    assert rows(path, "SELECT count(*) FROM cause WHERE key = 'i:9'") == [(0,)]


@pytest.mark.parametrize("change", ["UPDATE moved SET channel = 1", "DELETE FROM moved"])
async def test_s28_what_was_is_never_changed(record, match, path, change):
    await record.move_match(elsewhere(match), MOVE, [])
    with pytest.raises(sqlite3.IntegrityError, match="moves are never"):
        run(path, change)
