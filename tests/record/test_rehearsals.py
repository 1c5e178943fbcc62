"""What a rehearsal keeps beside its matches: its channels, its links, its players."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record import KeptMatch, KeptMessage, Record

LINKS = {"dmo": "a", "candidate": "b"}


def kept(match: int, number: int, change: int, nonce: str | None = None) -> KeptMessage:
    """A message that somebody has just sent."""
    return KeptMessage(number, match, 100, change, "dmo", None, nonce, None, None, False, "{}")


async def test_of_a_record_without_rehearsals_nothing_is_kept(record: Record):
    rehearsals = record.rehearsals
    assert await rehearsals.setting_up() is None
    assert await rehearsals.matches() == ()
    assert await rehearsals.last() == (0, 0)
    assert await rehearsals.message(1) is None
    assert await rehearsals.sent_with("n") is None


async def test_the_page_for_setting_up_is_kept_with_its_last_port(record, path):
    await record.rehearsals.set_up("secret", None)
    await record.rehearsals.set_up("secret", 8000)
    again = await Record.open(path)
    assert await again.rehearsals.setting_up() == ("secret", 8000)
    await again.close()


async def test_a_match_is_kept_with_its_links_its_players_and_its_table(record, match):
    first = KeptMatch(match, LINKS, {Seat.DMO: "random"})
    await record.rehearsals.put_match(first)
    assert await record.rehearsals.matches() == (first,)
    shown = replace(first, change=9, board="{}")
    await record.rehearsals.put_match(shown)
    assert await record.rehearsals.matches() == (shown,)
    assert await record.rehearsals.last() == (0, 9)


async def test_a_message_is_found_by_its_id_and_its_nonce_as_it_stands_now(record, match):
    await record.rehearsals.put(kept(match, 5, 1, "n"))
    changed = replace(
        kept(match, 5, 2, "n"), body="[]", edited=7, mark="1 · 1", private_to=Seat.DMO
    )
    await record.rehearsals.put(changed)
    found = await record.rehearsals.message(5)
    assert found == replace(changed, private_to=None), "for whom it is never changes"
    assert await record.rehearsals.sent_with("n") == found


async def test_changes_come_in_their_order_and_each_once(record, match):
    for number, change in ((5, 10), (6, 11), (7, 12)):
        await record.rehearsals.put(kept(match, number, change))
    await record.rehearsals.put(kept(match, 5, 13))
    found = await record.rehearsals.changed(match, 10)
    assert [(it.id, it.change) for it in found] == [(6, 11), (7, 12), (5, 13)]
    assert await record.rehearsals.changed(match, 13) == ()
    assert await record.rehearsals.changed(match + 1, 0) == ()
    assert await record.rehearsals.last() == (7, 13)


async def test_what_was_deleted_stands_no_more_but_its_change_is_told(record, match):
    await record.rehearsals.put(kept(match, 5, 1))
    await record.rehearsals.put(kept(match, 6, 2))
    await record.rehearsals.put(replace(kept(match, 5, 3), is_deleted=True))
    assert [it.id for it in await record.rehearsals.standing(100, 0)] == [6]
    assert [it.id for it in await record.rehearsals.standing(100, 6)] == []
    assert [it.id for it in await record.rehearsals.changed(match, 2)] == [5]


async def test_a_nonce_and_a_number_of_a_change_stand_once(record, match):
    await record.rehearsals.put(kept(match, 5, 1, "n"))
    for twice in (kept(match, 6, 2, "n"), kept(match, 6, 1)):
        with pytest.raises(sqlite3.IntegrityError):
            await record.rehearsals.put(twice)
    assert await record.rehearsals.last() == (5, 1)
