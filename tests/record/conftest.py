"""What the tests of the record share: an open record in a file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from minecart_robbery.record import Cause, Record
from tests.record.examples import opening, seating


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the record's file is, or is to be."""
    return tmp_path / "record.db"


@pytest.fixture
async def record(path: Path) -> AsyncIterator[Record]:
    """An open record, closed in the end."""
    record = await Record.open(path)
    yield record
    await record.close()


@pytest.fixture
async def match(record: Record) -> int:
    """The number of a match that was opened in the record."""
    added = await record.add_match(seating(), Cause("i:1", 5), opening())
    assert added is not None
    return added[0].match
