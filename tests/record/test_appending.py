"""Events are added in one piece, once for each cause, and never changed (S13)."""

from __future__ import annotations

import asyncio
import sqlite3
from itertools import groupby
from typing import Any, cast

import pytest

from minecart_robbery.record import Cause, Owed, Record
from tests.record.examples import EVERY_KIND, OPENED, cause, opening, owed, seating
from tests.record.sql import rows, run
from tests.record.statements import Beside, Steps

FIRST, SECOND, THIRD = EVERY_KIND[2:5]
UNWRITABLE = Owed("public", cast(Any, None))


async def other_match(record: Record) -> int:
    """A second match, in another DM channel."""
    added = await record.add_match(seating(200), Cause("i:2"), opening())
    assert added is not None
    return added[0].match


async def test_events_come_back_in_the_order_in_which_they_were_added(record, match):
    for number, event in enumerate(EVERY_KIND):
        await record.append(match, cause(number), [event])
    assert await record.events(match) == (OPENED, *EVERY_KIND)


async def test_one_cause_can_have_several_events(record, match, path):
    await record.append(match, cause(), [FIRST, SECOND, THIRD])
    assert await record.events(match) == (OPENED, FIRST, SECOND, THIRD)
    assert rows(path, "SELECT number, cause FROM event ORDER BY number") == [
        (1, 1),
        (2, 2),
        (3, 2),
        (4, 2),
    ]


async def test_a_cause_can_come_to_nothing(record, match):
    assert await record.append(match, cause(), []) == ()
    assert await record.append(match, cause(), [FIRST]) is None


async def test_s13_the_same_cause_twice_writes_nothing_the_second_time(record, match):
    await record.append(match, cause(), [FIRST], owed("a"))
    assert await record.append(match, cause(), [SECOND], owed("b"), is_live=False) is None
    assert await record.events(match) == (OPENED, FIRST)
    assert [it.body for it in await record.owed(match)] == ["a"]
    assert [it.match for it in await record.unfinished_matches()] == [match]


async def test_s13_the_cause_that_opened_a_match_is_known_too(record, match):
    assert await record.append(match, Cause("i:1"), [FIRST]) is None


async def test_the_same_cause_may_stand_in_two_matches(record, match):
    other = await other_match(record)
    assert await record.append(match, cause(), [FIRST]) is not None
    assert await record.append(other, cause(), [FIRST]) is not None


async def test_a_cause_stands_in_the_record_with_the_person(record, match, path):
    await record.append(match, Cause("m:7", 11), [FIRST])
    await record.append(match, Cause("t:1.1:7"), [SECOND])
    assert rows(path, "SELECT key, person FROM cause ORDER BY number") == [
        ("i:1", 5),
        ("m:7", 11),
        ("t:1.1:7", None),
    ]


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize(
    "change", ["UPDATE event SET body = '{}'", "DELETE FROM event", "DELETE FROM event WHERE 1"]
)
async def test_events_are_never_changed_or_removed(path, change):
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        run(path, change)
    assert rows(path, "SELECT count(*) FROM event") == [(1,)]


async def test_events_of_a_match_that_is_not_there_are_not_written(record):
    with pytest.raises(sqlite3.IntegrityError):
        await record.append(99, cause(), [FIRST])


async def test_a_write_that_fails_leaves_nothing_half_written(record, match, path):
    with pytest.raises(sqlite3.IntegrityError):
        await record.append(match, cause(), [FIRST, SECOND], [*owed("a"), UNWRITABLE])
    assert await record.events(match) == (OPENED,)
    assert await record.owed(match) == ()
    assert rows(path, "SELECT count(*) FROM cause") == [(1,)]


async def test_after_a_write_that_failed_the_same_cause_can_be_written(record, match):
    with pytest.raises(sqlite3.IntegrityError):
        await record.append(match, cause(), [FIRST], [UNWRITABLE])
    assert await record.append(match, cause(), [FIRST], owed("a")) is not None
    assert await record.events(match) == (OPENED, FIRST)


async def test_an_opening_that_fails_leaves_no_match(record, path):
    with pytest.raises(sqlite3.IntegrityError):
        await record.add_match(seating(), cause(), opening(), [UNWRITABLE])
    assert await record.unfinished_matches() == ()
    assert rows(path, "SELECT count(*) FROM chair") == [(0,)]
    assert await record.add_match(seating(), cause(), opening()) is not None


async def test_two_tables_that_write_at_once_never_interleave(record, match, path):
    other = await other_match(record)
    await asyncio.gather(
        *(
            record.append(table, cause(number), [FIRST, SECOND], owed("a", "b"))
            for number in range(20)
            for table in (match, other)
        )
    )
    for table in ("event", "delivery"):
        written = rows(path, f"SELECT match, cause FROM {table} WHERE cause > 1 ORDER BY rowid")
        runs = [(owner, len(list(group))) for owner, group in groupby(written)]
        assert len(runs) == len(set(written)) == 40
        assert {length for _, length in runs} == {2}


async def test_of_one_cause_many_times_at_once_one_is_written(record, match):
    came = await asyncio.gather(*(record.append(match, cause(), [FIRST]) for _ in range(10)))
    assert sorted(came, key=str) == [(), *[None] * 9]
    assert await record.events(match) == (OPENED, FIRST)


@pytest.mark.parametrize("statement", range(2, 10))
async def test_what_is_read_during_a_transaction_is_what_stood_before_it(
    record, match, monkeypatch, statement
):
    """A reader that saw half of a transaction would deliver what may never have been."""
    seen: list[tuple[Any, ...]] = []

    async def read() -> None:
        seen.append((await record.events(match), await record.owed(match)))

    steps, reading = Steps(monkeypatch, statement), Beside(read)
    writing = asyncio.create_task(record.append(match, cause(), [FIRST], owed("a", "b")))
    steps.of(writing, reading)
    await writing
    await reading.is_over()
    assert seen in ([((OPENED,), ())], [((OPENED, FIRST), await record.owed(match))])


@pytest.mark.parametrize("statement", range(1, 10))
async def test_a_write_that_is_cancelled_does_not_keep_the_next_one_from_writing(
    record, match, monkeypatch, statement
):
    """Wherever in its transaction it is cancelled, it is all written or not at all."""
    steps = Steps(monkeypatch, statement)
    writing = asyncio.create_task(record.append(match, cause(1), [FIRST], owed("a")))

    async def cancel() -> None:
        writing.cancel()

    steps.of(writing, cancel)
    await asyncio.wait([writing])
    assert steps.seen >= statement
    await record.append(match, cause(2), [SECOND])
    assert await record.events(match) in ((OPENED, SECOND), (OPENED, FIRST, SECOND))
