"""What is owed stands in the record until it is ticked off; each delivery has a nonce (S15)."""

from __future__ import annotations

import sqlite3

import pytest

from minecart_robbery.record import Cause, Delivery, Record, deliveries
from tests.record.examples import EVERY_KIND, cause, opening, owed, seating
from tests.record.sql import run

EVENT = EVERY_KIND[2]


def bodies(deliveries: tuple[Delivery, ...] | None) -> list[str]:
    """What is to be delivered."""
    assert deliveries is not None
    return [delivery.body for delivery in deliveries]


async def test_what_a_cause_owes_is_given_back_as_it_stands_in_the_record(record, match):
    given = await record.append(match, cause(), [EVENT], owed("a", "b", audience="dmo"))
    assert bodies(given) == ["a", "b"]
    assert {delivery.audience for delivery in given} == {"dmo"}
    assert await record.owed(match) == given


async def test_what_an_opening_owes_is_owed_with_it(record):
    added = await record.add_match(seating(), cause(), opening(), owed("welcome"))
    assert added is not None
    seated, deliveries = added
    assert bodies(deliveries) == ["welcome"]
    assert await record.owed(seated.match) == deliveries


async def test_what_is_owed_comes_oldest_first(record, match):
    for number, body in enumerate("cab"):
        await record.append(match, cause(number), [], owed(body))
    assert bodies(await record.owed(match)) == ["c", "a", "b"]


async def test_what_is_ticked_off_is_owed_no_more(record, match):
    given = await record.append(match, cause(), [EVENT], owed("a", "b", "c"))
    await record.tick(given[1].id, 777)
    assert bodies(await record.owed(match)) == ["a", "c"]


async def test_a_tick_stays_after_the_record_was_opened_again(record, match, path):
    given = await record.append(match, cause(), [EVENT], owed("a", "b"))
    await record.tick(given[0].id, 777)
    again = await Record.open(path)
    assert bodies(await again.owed(match)) == ["b"]
    await again.close()


async def test_each_match_owes_its_own(record, match):
    added = await record.add_match(seating(200), cause(), opening(), owed("other"))
    assert added is not None
    await record.append(match, cause(), [EVENT], owed("own"))
    assert bodies(await record.owed(match)) == ["own"]


async def test_s15_a_nonce_is_no_longer_than_discord_takes(record, path):
    columns = "id, server, dm_channel, version, is_live"
    run(path, f"INSERT INTO match ({columns}) VALUES (987654321, 1, 1, 1, 1)")
    run(path, "INSERT INTO cause VALUES (987654321, 123456789, 'i:1', NULL)")
    given = await record.append(987654321, Cause("i:2"), [EVENT], owed(*"abcdefghijklmnopqrst"))
    assert max(len(delivery.nonce) for delivery in given) <= 25


async def test_s15_no_two_deliveries_have_one_nonce(record, match):
    other = await record.add_match(seating(200), cause(), opening(), owed("a", "b"))
    nonces = [delivery.nonce for delivery in other[1]]
    for number in range(20):
        for table in (match, other[0].match):
            given = await record.append(table, Cause(f"i:x{number}"), [], owed("a", "b"))
            nonces += [delivery.nonce for delivery in given]
    assert len(set(nonces)) == len(nonces) == 82


async def test_s15_a_nonce_stays_the_same_until_it_is_delivered(record, match, path):
    given = await record.append(match, cause(), [], owed("a"))
    again = await Record.open(path)
    assert await again.owed(match) == given
    await again.close()


async def test_s15_two_databases_give_different_nonces(tmp_path):
    nonces = set[str]()
    for number in range(4):
        record = await Record.open(tmp_path / f"{number}.db")
        added = await record.add_match(seating(), cause(), opening(), owed("a"))
        assert added is not None
        nonces.add(added[1][0].nonce)
        await record.close()
    assert len(nonces) == 4


async def test_a_nonce_too_long_for_discord_is_not_written(record, match, monkeypatch):
    monkeypatch.setattr(deliveries, "NONCE_BYTES", 13)
    with pytest.raises(sqlite3.IntegrityError):
        await record.append(match, cause(), [EVENT], owed("a"))
