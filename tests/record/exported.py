"""Documents of random matches, each out of a record in a file of its own."""

from __future__ import annotations

import asyncio
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from minecart_robbery.record import Record
from minecart_robbery.record.document import document_text
from minecart_robbery.record.exporting import export
from tests.record.examples import seating
from tests.record.random_match import RandomMatch


async def recorded(record: Record, seed: int, dm_channel: int = 100) -> int:
    """Write the random match of this seed into a record, and give its number."""
    (first, opening), *later = RandomMatch(seed).causes
    added = await record.add_match(seating(dm_channel), first, opening)
    assert added is not None
    match = added[0].match
    for cause, events in later:
        assert await record.append(match, cause, events) is not None
    return match


async def exported(record: Record, match: int) -> str:
    """The text of the match's document."""
    document = await export(record, match, with_secrets=True)
    assert document is not None
    return document_text(document)


@cache
def document_of(seed: int) -> str:
    """The document of the random match of this seed."""

    async def written() -> str:
        with tempfile.TemporaryDirectory() as folder:
            record = await Record.open(Path(folder) / "record.db")
            try:
                return await exported(record, await recorded(record, seed))
            finally:
                await record.close()

    return asyncio.run(written())


def object_of(seed: int) -> dict[str, Any]:
    """The same as an object of its own, which may be changed."""
    return json.loads(document_of(seed))
