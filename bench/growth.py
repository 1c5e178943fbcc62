"""What `make bench` prints of what must not grow with what has been played (S49).

The time of an append with four notices in a file of no old deliveries and of 60,000, by turns; of a
replay, and of telling what works now, with the length of a match; of working out
who can read a channel with the size of its server. Compare within one machine and one run.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median

import discord

from minecart_robbery.chat.permissions import readerships
from minecart_robbery.engine import replay
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.record import Record
from minecart_robbery.words.answers import works_now
from tests.chat.crowds import SERVER, crowd
from tests.chat.test_crowds import HOSTS, MEMBERS, PRIVATE, VIEW, one_by_one
from tests.chat.test_crowds import seating as seating_in_crowd
from tests.engine.test_growth import long_match
from tests.record.examples import EVERY_KIND, cause, opening, owed, seating

APPENDS, OLD_DELIVERIES = 100, 60_000
TURNS = (10, 100, 1_000, 10_000)
CROWDS = (100, 1_000, 10_000, 50_000)

FOUR_NOTICES = tuple(
    it
    for audience in ("public", "dmo", "candidate", "log")
    for it in owed("x" * 300, audience=audience)
)

FILL = (
    "INSERT INTO delivery (match, cause, audience, body, nonce, message, number)"
    " WITH RECURSIVE old(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM old WHERE n < ?)"
    " SELECT 1, 1, 'public', ?, 'old' || n, n, n + 1000 FROM old"
)


def taken_s(work: Callable[[], object]) -> float:
    """How many seconds some work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


async def a_record(path: Path, old_deliveries: int) -> Record:
    """A record of one match, with so many deliveries that were made long ago."""
    record = await Record.open(path)
    await record.add_match(seating(), cause(1), opening())
    if old_deliveries:
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(FILL, (old_deliveries, "x" * 300))
    return record


async def measure_appends() -> None:
    """Append with four notices to an empty file and to a full one, by turns."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = (0, OLD_DELIVERIES)
        records = [await a_record(Path(folder) / f"{size}.db", size) for size in sizes]
        took: list[list[float]] = [[] for _ in records]
        for number in range(2, APPENDS + 2):
            for record, times in zip(records, took, strict=True):
                began = time.perf_counter()
                await record.append(1, cause(number), EVERY_KIND[2:3], FOUR_NOTICES)
                times.append(time.perf_counter() - began)
        for record in records:
            await record.close()
    empty, full = (median(it) * 1000 for it in took)
    print(f"append:  {empty:.2f} ms with four notices in an empty file,")
    print(f"         {full:.2f} ms with {OLD_DELIVERIES:,} old deliveries: x{full / empty:.2f}")


def measure_matches() -> None:
    """Replay matches of several lengths, and tell what works now in them."""
    for turns in TURNS:
        events = long_match(turns)
        match = replay(events)
        whole = taken_s(lambda events=events: replay(events))
        now = taken_s(lambda match=match: works_now(match, Desk.HOST, Moment(10**9)))
        a_turn_us = whole / turns * 1e6
        print(
            f"match:   {turns:>6,} turns: replay {whole * 1000:8.1f} ms"
            f" ({a_turn_us:.0f} us a turn), what works now {now * 1000:.1f} ms"
        )


def measure_readers() -> None:
    """Work out who can read one player's channel, in servers of several sizes."""
    none, admin = discord.Permissions.none(), discord.Permissions(administrator=True)
    roles = {SERVER: VIEW, HOSTS: none, MEMBERS: VIEW, 13: admin}
    for size in CROWDS:
        members = [[MEMBERS], *[[MEMBERS, HOSTS]] * 5, *[[MEMBERS]] * size]
        channel = crowd(members, roles, PRIVATE)
        each = taken_s(lambda channel=channel: one_by_one(channel))
        by_roles = taken_s(lambda channel=channel: readerships(channel.guild, seating_in_crowd()))
        print(
            f"readers: {size:>6,} members: {by_roles * 1000:6.1f} ms"
            f" (member by member {each * 1000:.0f} ms)"
        )


def main() -> None:
    """Measure one after the other."""
    asyncio.run(measure_appends())
    measure_matches()
    measure_readers()


if __name__ == "__main__":
    main()
