"""The command `minecart record log`: the hosts' log of a match, read from the record."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from minecart_robbery.engine import commands as do
from tests.live.hosted import CORA, HOST, Hosted
from tests.test_cli import assert_one_line_refuses, minecart
from tests.test_cli_record import play_short_match, with_record

PAUSED = [
    "2023-11-14 22:13:18.000  🎲 A host opens the match: Cora (DMO) against Zac.",
    "2023-11-14 22:13:19.000  ▶️ A host starts the match.",
    "2023-11-14 22:13:19.000  ⏩ A host skips the ready check of round 1.",
    "2023-11-14 22:13:20.300  ⏸️ A host pauses the match.",
    "2023-11-14 22:13:20.300  Reason: a *cat* and \ufffd[2J",
]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with a match that is paused, with a pick that is pending."""
    path = tmp_path / "record.db"

    async def fill() -> None:
        hosted = await Hosted.open(path)
        await hosted.in_first_turn()
        await hosted.move_to(200)
        await hosted.types(CORA, "south")
        await hosted.move_to(300)
        await hosted.do(do.PauseMatch(HOST, r"a \*cat\* and " + "\x1b[2J"))
        await hosted.close()

    asyncio.run(fill())
    return path


def test_the_log_is_printed_a_line_each_with_its_moment_and_without_markup(database: Path):
    result = minecart("record", "log", "1", "--database", str(database))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == PAUSED


def test_s19_of_a_match_that_is_played_it_shows_no_pending_pick(database: Path):
    assert "outh" not in minecart("record", "log", "1", "--database", str(database)).stdout


def test_a_match_that_is_not_there_or_has_no_log_is_refused(database: Path, tmp_path: Path):
    why = "there is no log of a match {} in the database"
    assert_one_line_refuses(
        minecart("record", "log", "7", "--database", str(database)), why.format(7)
    )
    old = tmp_path / "old.db"
    with_record(old, play_short_match)
    assert_one_line_refuses(minecart("record", "log", "1", "--database", str(old)), why.format(1))


def test_a_database_that_is_not_there_is_refused_and_not_made(tmp_path: Path):
    missing = tmp_path / "missing.db"
    result = minecart("record", "log", "1", "--database", str(missing))
    assert_one_line_refuses(result, f"there is no database {missing}")
    assert not missing.exists()
