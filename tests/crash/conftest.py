"""What the crash tests share: an empty record, and the evening on which nothing went wrong."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from minecart_robbery.record import Record
from tests.crash.runs import Run, Theatre


@pytest.fixture(scope="session")
def theatre(tmp_path_factory: pytest.TempPathFactory) -> Theatre:
    """Where evenings are played."""
    path = tmp_path_factory.mktemp("crash") / "empty.db"
    asyncio.run(_made(path))
    return Theatre(path)


async def _made(path: Path) -> None:
    await (await Record.open(path)).close()


@pytest.fixture(scope="session")
def undisturbed(theatre: Theatre) -> Run:
    """The evening on which nobody was killed."""
    return theatre.run("undisturbed")
