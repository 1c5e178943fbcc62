"""What the tests of rehearsals share: one that is served, without a match or with one."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.rehearsal.served import Page, Served


@pytest.fixture(autouse=True)
def _no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder and an environment of the tests' own."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.upper().startswith("MINECART_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("MINECART_PULSE_SECONDS", "0")  # it can't tell a hand from a hold-up


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """A rehearsal without a match."""
    served = await Served.start(tmp_path / "rehearsal.db")
    yield served
    await served.stop()


@pytest.fixture
async def director(served: Served) -> Page:
    """The director's page of a match that has just been opened."""
    await served.open()
    page = await served.page("director")
    await page.table(phase="waiting")
    return page
