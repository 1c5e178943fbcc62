"""Every event is sealed with the one before it, in the transaction that writes it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from minecart_robbery.record import Cause, Fingerprint, Owed, Record
from minecart_robbery.record.document import read_document
from minecart_robbery.record.exporting import export
from minecart_robbery.record.sealing import canonical
from minecart_robbery.record.verifying import verify
from tests.record.examples import EVERY_KIND, OPENED, cause, opening, seating
from tests.record.exported import exported, recorded
from tests.record.sql import rows, run
from tests.record.statements import Steps
from tests.record.test_appending import UNWRITABLE, other_match

FIRST, SECOND = EVERY_KIND[2:4]
BEFORE_SEALS = """
DROP TABLE seal;
UPDATE house SET is_sealed = 0;
DELETE FROM _yoyo_migration WHERE migration_id = '0003.sealed-events';
"""


def hashes(path: Path) -> list[str]:
    """All hashes of the file, in the order of matches and events."""
    return [it for (it,) in rows(path, "SELECT hash FROM seal ORDER BY match, number")]


def unsealed(path: Path) -> list[tuple[int, int]]:
    """Events of the file that have no seal."""
    return rows(
        path,
        "SELECT match, number FROM event EXCEPT SELECT match, number FROM seal ORDER BY 1, 2",
    )


def test_the_canonical_form_has_sorted_names_no_spaces_and_utf_8():
    assert canonical({"b": [1, 0.5, None], "a": "Grüße 🙂"}) == (
        '{"a":"Grüße 🙂","b":[1,0.5,null]}'.encode()
    )


async def test_what_is_sealed_can_be_worked_out_by_anybody(record, match, path):
    await record.append(match, Cause("m:7", 11), [FIRST])
    first, second = await record.sealed_events(match)
    sealed = (
        f'{{"cause":"m:7","event":{canonical(json.loads(second.body)).decode()},'
        f'"match":{match},"number":2,"previous":"{first.hash}"}}'
    )
    assert second.hash == hashlib.sha256(sealed.encode()).hexdigest()
    assert hashes(path) == [first.hash, second.hash]


async def test_the_first_event_with_the_matchs_rules_is_sealed_with_nothing_before_it(
    record, match
):
    (first,) = await record.sealed_events(match)
    event = json.loads(first.body)
    assert event["rules"]
    sealed = {"match": match, "number": 1, "cause": "i:1", "event": event, "previous": ""}
    assert first.hash == hashlib.sha256(canonical(sealed)).hexdigest()


async def test_the_fingerprint_is_the_last_hash_and_short_for_people(record, match, path):
    await record.append(match, cause(), [FIRST, SECOND])
    fingerprint = await record.fingerprint(match)
    assert fingerprint.full == hashes(path)[-1]
    groups = fingerprint.short.split(" ")
    assert [len(group) for group in groups] == [4, 4, 4, 4]
    assert fingerprint.full.startswith("".join(groups))


async def test_the_fingerprint_to_come_is_the_one_that_comes(record, match):
    to_come = await record.fingerprint(match, cause(), [FIRST, SECOND])
    assert to_come != await record.fingerprint(match)
    await record.append(match, cause(), [FIRST, SECOND])
    assert await record.fingerprint(match) == to_come


async def test_a_cause_that_comes_to_nothing_leaves_the_fingerprint(record, match):
    before = await record.fingerprint(match)
    assert await record.fingerprint(match, cause(), []) == before
    await record.append(match, cause(), [])
    assert await record.fingerprint(match) == before


async def test_a_match_that_is_not_there_has_no_fingerprint_and_no_document(record):
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        await record.fingerprint(99)
    assert await export(record, 99) is None


async def test_the_same_events_in_another_match_have_another_fingerprint(record, match):
    other = await other_match(record)
    for number in (match, other):
        await record.append(number, cause(), [FIRST])
    assert await record.fingerprint(match) != await record.fingerprint(other)


async def test_who_did_it_is_not_sealed(record, match, path):
    to_come = await record.fingerprint(match, Cause("m:7", 11), [FIRST])
    assert await record.fingerprint(match, Cause("m:7", 22), [FIRST]) == to_come
    await record.append(match, Cause("m:7", 11), [FIRST])
    run(path, "UPDATE cause SET person = NULL; UPDATE chair SET person = 0, name = 'forgotten'")
    assert await record.fingerprint(match) == to_come


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize("change", ["UPDATE seal SET hash = hash", "DELETE FROM seal"])
async def test_seals_are_never_changed_or_removed(path, change):
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        run(path, change)


async def test_a_match_that_was_played_is_sound_as_exported(record):
    match = await recorded(record, seed=3)
    document = read_document(await exported(record, match))
    assert verify(document).fingerprint == await record.fingerprint(match)


async def test_events_from_before_the_seals_get_theirs_when_the_record_is_opened(path):
    record = await Record.open(path)
    for seed, dm_channel in ((1, 100), (2, 200)):
        await recorded(record, seed, dm_channel)
    await record.close()
    before = hashes(path)
    run(path, BEFORE_SEALS)
    record = await Record.open(path)
    assert hashes(path) == before
    for match in (1, 2):
        verify(read_document(await exported(record, match)))
    await record.close()


async def test_after_an_old_match_was_sealed_it_goes_on_in_the_same_chain(path):
    record = await Record.open(path)
    await record.add_match(seating(), cause(1), opening())
    await record.append(1, cause(2), [FIRST])
    to_come = await record.fingerprint(1, cause(3), [SECOND])
    await record.close()
    run(path, BEFORE_SEALS)
    record = await Record.open(path)
    await record.append(1, cause(3), [SECOND])
    assert await record.fingerprint(1) == to_come
    await record.close()


async def test_s39_a_sealing_of_old_events_that_fails_is_done_at_the_next_opening(
    path, monkeypatch
):
    record = await Record.open(path)
    await recorded(record, seed=1)
    await record.close()
    before = hashes(path)
    run(path, BEFORE_SEALS)
    with monkeypatch.context() as patch:
        patch.setattr("minecart_robbery.record.seals.chain", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await Record.open(path)
    assert hashes(path) == []
    await (await Record.open(path)).close()
    assert hashes(path) == before


async def test_a_second_opening_seals_nothing_anew(path):
    record = await Record.open(path)
    await recorded(record, seed=1)
    await record.close()
    before = rows(path, "SELECT rowid, * FROM seal")
    await (await Record.open(path)).close()
    assert rows(path, "SELECT rowid, * FROM seal") == before


@pytest.mark.parametrize("statement", range(1, 11))
async def test_s39_a_crash_in_the_middle_of_an_append_leaves_a_sound_chain(
    record, match, path, tmp_path, monkeypatch, statement
):
    """The files as they are between two statements are what a crash there would leave."""
    fallen = tmp_path / "fallen"
    fallen.mkdir()

    async def crash() -> None:
        for file in path.parent.glob("record.db*"):
            shutil.copy(file, fallen)

    steps = Steps(monkeypatch, statement)
    writing = asyncio.create_task(record.append(match, cause(), [FIRST, SECOND], [Owed("a", "b")]))
    steps.of(writing, crash)
    await writing
    assert steps.seen >= statement
    again = await Record.open(fallen / "record.db")
    assert await again.events(match) == (OPENED,)
    assert unsealed(fallen / "record.db") == []
    to_come = await again.fingerprint(match, cause(), [FIRST, SECOND])
    await again.append(match, cause(), [FIRST, SECOND])
    assert await again.fingerprint(match) == to_come == await record.fingerprint(match)
    await again.close()


async def test_a_write_that_fails_leaves_no_seal_behind(record, match, path):
    before = hashes(path)
    with pytest.raises(sqlite3.IntegrityError):
        await record.append(match, cause(), [FIRST], [UNWRITABLE])
    assert hashes(path) == before
    assert unsealed(path) == []


@pytest.mark.parametrize("full", ["", "a" * 63, "A" * 64, "g" * 64])
def test_a_fingerprint_has_64_digits_in_lower_case(full):
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        Fingerprint(full)
