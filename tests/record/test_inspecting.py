"""A database is looked into as it stands, whoever uses it, and stays as it is (S14, S39)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from minecart_robbery.record import Record, inspecting
from minecart_robbery.record.inspecting import Absent, Contents, inspect, latest_message
from tests.record.examples import cause, opening, seating


def files(folder: Path) -> dict[str, bytes]:
    """All files but SQLite's index of readers and those of the host, with what is in them."""
    others = ("-shm", ".lock", ".host")
    return {
        file.name: file.read_bytes()
        for file in sorted(folder.iterdir())
        if not file.name.endswith(others)
    }


async def hosting(path: Path) -> Record:
    """A record from which somebody hosts a match, with all of it still in the log."""
    record = await Record.open(path)
    await record.lease.take()
    await record.add_match(seating(), cause(), opening())
    return record


async def test_a_file_that_is_not_there_is_not_made(path: Path):
    assert inspect(path) == Absent()
    assert latest_message(path) == 0
    assert list(path.parent.iterdir()) == []


async def test_a_database_at_rest_gets_no_files_beside_it(path: Path):
    await (await Record.open(path)).close()
    before = files(path.parent)
    assert inspect(path) == Contents((), (), (), ())
    assert files(path.parent) == before
    assert {file.name for file in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}


async def test_what_a_host_has_just_written_is_seen_and_the_host_writes_on(path: Path):
    record = await hosting(path)
    before = files(path.parent)
    found = inspect(path)
    assert isinstance(found, Contents)
    assert found.live == (1,)
    assert files(path.parent) == before
    assert await record.add_match(seating(dm_channel=300), cause(2), opening()) is not None
    await record.close()


async def test_what_a_host_wrote_before_it_was_killed_is_seen_and_stays(
    path: Path, tmp_path_factory: pytest.TempPathFactory
):
    left = tmp_path_factory.mktemp("left")
    record = await hosting(path)
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy2(file, left / file.name)
    await record.close()
    before = files(left)
    found = inspect(left / path.name)
    assert isinstance(found, Contents)
    assert found.live == (1,)
    assert files(left) == before


async def test_a_host_that_begins_while_it_is_looked_into_is_seen(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    await (await Record.open(path)).close()
    real = inspecting._looked_into
    looks: list[Path] = []

    def looked_into(path: Path) -> object:
        found = real(path)
        looks.append(path)
        if len(looks) == 1:
            for kind in ("wal", "shm"):
                (path.parent / f"{path.name}-{kind}").touch()
        return found

    monkeypatch.setattr(inspecting, "_looked_into", looked_into)
    assert isinstance(inspect(path), Contents)
    assert len(looks) == 2
