"""What the tests of the checks share: a set-up that lacks nothing, and files to be spoilt."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from minecart_robbery import settings
from minecart_robbery.record import Record
from minecart_robbery.shipped import shipped
from minecart_robbery.words import catalogue
from tests.checking.asking import TOKEN
from tests.record.examples import cause, opening, seating


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a set-up in it that lacks nothing."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.upper().startswith("MINECART_"):
            monkeypatch.delenv(name)
    (tmp_path / ".env").write_text(f"MINECART_TOKEN={TOKEN}\n")
    asyncio.run(made_record(tmp_path / "minecart.db"))
    return tmp_path


@pytest.fixture
def config(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped files of settings and sentences, to be spoilt."""
    folder = tmp_path_factory.mktemp("config")
    for file in shipped("config").glob("*.toml"):
        (folder / file.name).write_bytes(file.read_bytes())
    for module in (settings, catalogue):
        monkeypatch.setattr(module, "shipped", lambda _, name: folder / name)
    catalogue.sentences.cache_clear()
    return folder


@pytest.fixture(autouse=True)
def _sentences_are_read_again() -> Iterator[None]:
    yield
    catalogue.sentences.cache_clear()


async def made_record(path: Path) -> None:
    """A record with a live match in it."""
    record = await Record.open(path)
    await record.add_match(seating(), cause(), opening())
    await record.close()
