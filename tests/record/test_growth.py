"""S49: however much has been played, nothing that is done in play, or at a start, looks through it.

Every statement that the record gives to SQLite is explained by SQLite itself. What goes through a
whole table, or a whole index, is named here with what it is for.
"""

from __future__ import annotations

import ast
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record import (
    PUT_AWAY,
    Cause,
    Chair,
    Record,
    chairs,
    deliveries,
    made,
    readers,
    rehearsals,
    seals,
    server_settings,
)
from minecart_robbery.record import record as the_record
from tests.record.examples import EVERY_KIND, cause, opening, owed, seating
from tests.record.sql import rows, run

HOSTING = (chairs, deliveries, made, readers, the_record, rehearsals, seals, server_settings)
"""The modules with which a match is hosted. Others read a file for people, as a whole."""

OF_ONE_ROW = {"house", "rehearsal", "lease"}
"""These tables have one row, however much is played."""

OF_WHAT_IS_ON = {
    "one_live_match_per_dm_channel",
    "deliveries_owed",
    "made_channels_to_put_away",
}
"""These indices hold only what has still to be seen to, so going through one is no scan."""

WHOLE_FILE = {
    "SELECT id, server, dm_channel FROM match ORDER BY id": "the list of all matches",
    "SELECT match, links, players, change, board FROM rehearsal_match ORDER BY match": (
        "a rehearsal's start: the links of all its matches"
    ),
    rehearsals._MESSAGE: "never given without a WHERE",  # pyright: ignore[reportPrivateUsage]
    "SELECT DISTINCT match FROM event WHERE NOT EXISTS (SELECT 1 FROM seal"
    " WHERE seal.match = event.match AND seal.number = event.number)": (
        "once in the life of a file that is older than seals"
    ),
}
"""The statements that look through a table all the same, and when they are given."""

BY_ROWID = {"SEARCH rehearsal_message"}
"""SQLite explains the greatest id, which is one step, as it does what looks through a table."""


def statements(module: ModuleType) -> Iterator[str]:
    """The SQL statements that stand in a module, whole, with what is filled into them."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    parts = {
        id(it) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for it in node.values
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant | ast.JoinedStr) or id(node) in parts:
            continue
        if not re.search("(SELECT|INSERT|UPDATE|DELETE) |_MESSAGE", ast.unparse(node)):
            continue
        names = {**vars(module), "table": "event"}
        text = eval(compile(ast.Expression(node), "a statement", "eval"), names)
        if isinstance(text, str) and re.match("(SELECT|INSERT|UPDATE|DELETE) ", text):
            yield text


def scans(database: sqlite3.Connection, statement: str) -> list[str]:
    """The tables, or whole indices, that SQLite would go through from one end to the other."""
    values = [1] * statement.count("?")
    plan = database.execute(f"EXPLAIN QUERY PLAN {statement}", values)
    return [row[3] for row in plan if _goes_through(row[3])]


def _goes_through(step: str) -> bool:
    match re.match(r"(SCAN|SEARCH) (\w+)(?: USING(?: COVERING)? (INDEX \w+|\w+))?", step):
        case None:
            return False
        case found if found[1] == "SEARCH":
            return found[3] is None and step not in BY_ROWID
        case found:
            index = (found[3] or "").removeprefix("INDEX ")
            return found[2] not in OF_ONE_ROW | {"CONSTANT"} and index not in OF_WHAT_IS_ON


@pytest.fixture
async def file(path: Path) -> Path:
    """A record's file."""
    await (await Record.open(path)).close()
    return path


@pytest.mark.parametrize("module", HOSTING, ids=lambda it: it.__name__.rpartition(".")[2])
def test_s49_no_statement_of_hosting_goes_through_a_table(module: ModuleType, file: Path):
    found = [it for it in statements(module) if it not in WHOLE_FILE]
    assert found
    with closing(sqlite3.connect(file)) as database:
        assert {it: scans(database, it) for it in found} == {it: [] for it in found}


def test_s49_every_statement_that_may_go_through_a_table_is_still_one(file: Path):
    every = {it for module in HOSTING for it in statements(module)}
    with closing(sqlite3.connect(file)) as database:
        assert WHOLE_FILE.keys() <= every
        assert [it for it in WHOLE_FILE if not scans(database, it)] == []


async def evening(record: Record) -> None:
    """All that the record does for a match, from its opening to its end."""
    added = await record.add_match(seating(), cause(1), opening(), owed("opened"), made=(90, 91))
    assert added is not None
    match = added[0].match
    for number, event in enumerate(EVERY_KIND[2:8], start=2):
        told = await record.append(match, cause(number), [event], owed("one", "two"))
        assert told is not None
        for delivery in told:
            await record.tick(delivery.id, delivery.id + 1000)
    await record.saw(match, cause(20))
    await record.know_readers(match, {Seat.DMO: {7, 8}}, owed("readers"))
    await record.know_readers(match, {Seat.DMO: {8}}, ())
    newcomer = Chair(Seat.DMO, 77, "Nora", 101, since=9)
    await record.append(match, cause(30), [EVERY_KIND[8]], chair=newcomer)
    await record.move_match(replace(added[0], dm_channel=500), cause(31), owed("moved"))
    await record.settings.set(1, "after_match", "lock")
    await record.settings.of(1)
    await record.settings.clear(1, "after_match")
    await record.set_hosts_role(1, 5)
    await record.hosts_role(1)
    await record.fingerprint(match, cause(32), [EVERY_KIND[9]])
    for reading in (
        record.events(match),
        record.owed(match),
        record.delivered(match),
        record.told(match, "public"),
        record.seen(match),
        record.readers(match),
        record.who_sat(match),
        record.has_ended(match),
        record.live_matches(),
        record.unfinished_matches(),
        record.sealed_events(match),
    ):
        await reading
    await record.append(match, cause(40), [], is_live=False)
    await record.made.to_put_away(match)
    await record.append(match, Cause(PUT_AWAY), [], is_live=False)


async def test_s49_in_an_evening_with_a_full_file_nothing_goes_through_a_table(path):
    record = await Record.open(path)
    connection = record._database._connection  # pyright: ignore[reportPrivateUsage]
    await record.add_match(seating(900), cause(1), opening())
    for number in range(2, 60):
        await record.append(1, cause(number), EVERY_KIND[2:4], owed("a", "b"))
    given: list[str] = []
    await connection.set_trace_callback(given.append)
    await evening(record)
    await connection.set_trace_callback(None)  # pyright: ignore[reportArgumentType]
    await record.close()
    asked = {it for it in given if re.match("(SELECT|INSERT|UPDATE|DELETE) ", it)}
    assert len(asked) > 100
    with closing(sqlite3.connect(path)) as database:
        assert [it for it in asked if scans(database, it)] == []


async def test_s49_an_append_takes_as_many_steps_with_60_000_old_deliveries_as_with_none(path):
    """Steps of SQLite's own machine, which its progress handler counts."""
    record = await Record.open(path)
    added = await record.add_match(seating(), cause(1), opening())
    assert added is not None
    connection = record._database._connection  # pyright: ignore[reportPrivateUsage]

    async def steps_of_an_append(number: int) -> int:
        steps = 0

        def step() -> int:
            nonlocal steps
            steps += 1
            return 0

        await connection.set_progress_handler(step, 1)
        await record.append(added[0].match, cause(number), EVERY_KIND[2:3], owed(*"abcd"))
        await connection.set_progress_handler(None, 0)  # pyright: ignore[reportArgumentType]
        return steps

    before = await steps_of_an_append(2)
    run(
        path,
        "WITH RECURSIVE old (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM old WHERE n < 60000)"
        " INSERT INTO delivery (match, cause, audience, number, body, nonce, message)"
        " SELECT 1, 1, 'public', n + 100, '{}', 'old' || n, n FROM old",
    )
    assert await steps_of_an_append(3) <= 1.1 * before
    await record.close()


async def test_s42_deliveries_from_before_they_were_numbered_bear_the_marks_they_had(path):
    record = await Record.open(path)
    added = await record.add_match(seating(), cause(1), opening(), owed("a", "b"))
    assert added is not None
    match = added[0].match
    due = await record.append(match, cause(2), [], [*owed("c"), *owed("d", audience="dmo")])
    assert due is not None
    await record.tick(due[0].id, 55)
    before = await record.owed(match), await record.delivered(match)
    await record.close()
    run(path, BEFORE_GROWTH)
    assert "number" not in {name for _, name, *_ in rows(path, "PRAGMA table_info(delivery)")}
    record = await Record.open(path)
    assert (await record.owed(match), await record.delivered(match)) == before
    assert [it.mark for it in before[0]] == [f"{match} · P1", f"{match} · P2", f"{match} · D1"]
    due = await record.append(match, cause(3), [], owed("e"))
    assert due is not None
    assert due[0].mark == f"{match} · P4"
    await record.close()


async def test_s42_what_had_been_put_away_before_that_was_noted_is_not_put_away_again(path):
    record = await Record.open(path)
    for number, dm_channel in ((1, 100), (2, 200)):
        await record.add_match(seating(dm_channel), cause(1), opening(), made=(dm_channel,))
        await record.append(number, cause(2), [], is_live=False)
    await record.append(1, Cause(PUT_AWAY), [], is_live=False)
    await record.close()
    run(path, BEFORE_GROWTH)
    record = await Record.open(path)
    assert [it.match for it in await record.unfinished_matches()] == [2]
    assert await record.made.to_put_away(1) == ()
    assert await record.made.to_put_away(2) == (200,)
    await record.close()


BEFORE_GROWTH = """
DROP INDEX deliveries_to_an_audience;
DROP INDEX made_channels_to_put_away;
DROP INDEX rehearsals_by_change;
ALTER TABLE delivery DROP COLUMN number;
ALTER TABLE made_channel DROP COLUMN is_put_away;
ALTER TABLE house DROP COLUMN is_sealed;
DELETE FROM _yoyo_migration WHERE migration_id = '0011.growth';
"""
