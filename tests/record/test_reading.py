"""Commands that only read a record see one moment of it, and change nothing (S23, S56)."""

from __future__ import annotations

import asyncio
import getpass
import hashlib
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite
import pytest

from minecart_robbery.record import Record, RecordError, migrating
from minecart_robbery.record.document import Document, document_text, read_document
from minecart_robbery.record.exporting import export, standings
from minecart_robbery.record.reading import read_from
from minecart_robbery.record.verifying import verify
from minecart_robbery.shipped import shipped
from tests.record.examples import seating
from tests.record.exported import recorded
from tests.record.random_match import RandomMatch
from tests.record.sql import rows, run

SEED = 1


def hashes(folder: Path) -> dict[str, str]:
    """All files of a folder, by their names, but for SQLite's index of who reads."""
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.iterdir())
        if not file.name.endswith("-shm")
    }


async def appended(path: Path, number: int) -> None:
    """Let the host of the random match write its next cause."""
    record = await Record.open(path)
    for cause, events in RandomMatch(SEED).causes[number : number + 1]:
        await record.append(1, cause, events)
    await record.close()


async def exported_in_play(path: Path, monkeypatch: pytest.MonkeyPatch) -> Document:
    """The match, exported while its host writes before each query."""
    number = 5

    async def read(record: Record) -> Document | None:
        real = record._database.reading  # pyright: ignore[reportPrivateUsage]

        @asynccontextmanager
        async def reading_after() -> AsyncGenerator[aiosqlite.Connection]:
            nonlocal number
            await asyncio.to_thread(lambda: asyncio.run(appended(path, number)))
            number += 1
            async with real() as db:
                yield db

        monkeypatch.setattr(record._database, "reading", reading_after)  # pyright: ignore[reportPrivateUsage]
        return await export(record, 1, with_secrets=True)

    document = await read_from(path, read)
    assert number > 6, "the host has written meanwhile"
    assert document is not None
    return document


async def test_s23_an_export_of_a_live_match_is_of_one_moment(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    (first, opening), *_ = RandomMatch(SEED).causes
    record = await Record.open(path)
    await record.add_match(seating(), first, opening)
    await record.close()
    for number in range(1, 5):
        await appended(path, number)
    document = await exported_in_play(path, monkeypatch)
    assert verify(read_document(document_text(document)), None) is not None


@pytest.fixture
async def older(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory) -> Path:
    """A database as an older version has left it, with nothing beside it."""
    few = tmp_path_factory.mktemp("few")
    for file in sorted(shipped("migrations").glob("*.sql"))[:-2]:
        shutil.copy(file, few)
    with monkeypatch.context() as patch:
        patch.setattr(migrating, "shipped", lambda _: few)
        migrating.bring_up_to_date(path)
    for file in path.parent.iterdir():
        if file != path:
            file.unlink()
    return path


async def test_s56_an_older_file_is_read_and_not_one_byte_of_it_is_changed(older: Path):
    before = hashes(older.parent)
    assert await read_from(older, standings) == ()
    assert hashes(older.parent) == before
    assert [file.name for file in older.parent.iterdir()] == [older.name]


async def test_s56_an_up_to_date_file_at_rest_gets_nothing_beside_it(path: Path):
    record = await Record.open(path)
    await recorded(record, SEED)
    await record.close()
    for file in path.parent.iterdir():
        if file != path:
            file.unlink()
    before = hashes(path.parent)
    assert len(await read_from(path, standings)) == 1
    assert hashes(path.parent) == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_s56_a_log_without_its_index_is_read_and_gets_none(path: Path, tmp_path_factory):
    left = tmp_path_factory.mktemp("left")
    record = await Record.open(path)
    await recorded(record, SEED)
    for file in path.parent.iterdir():
        if not file.name.endswith("-shm"):
            shutil.copy(file, left)
    await record.close()
    before = hashes(left)
    assert len(await read_from(left / path.name, standings)) == 1
    assert hashes(left) == before
    assert not (left / f"{path.name}-shm").exists()


async def test_what_is_wrong_with_the_copy_is_told_of_the_file(path: Path):
    newer = "INSERT INTO _yoyo_migration (migration_hash, migration_id) VALUES ('f', '9999.new')"
    await (await Record.open(path)).close()
    run(path, newer)
    with pytest.raises(RecordError) as refused:
        await read_from(path, standings)
    assert str(path) in str(refused.value)
    assert "copy.db" not in str(refused.value)


@pytest.mark.parametrize("error", [KeyError("getpwuid(): uid not found"), OSError("no user name")])
async def test_s56_a_user_without_a_name_can_have_a_database(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    def nameless() -> str:
        raise error

    monkeypatch.setattr(getpass, "getuser", nameless)
    record = await Record.open(path)
    assert rows(path, "SELECT count(*) FROM house") == [(1,)]
    await record.close()
