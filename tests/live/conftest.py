"""What the tests of hosted matches share: a house with its record in a file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.live.hosted import Hosted


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[Hosted]:
    """A house without a match, closed in the end."""
    hosted = await Hosted.open(tmp_path / "record.db")
    yield hosted
    await hosted.close()
