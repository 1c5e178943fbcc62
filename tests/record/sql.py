"""Looking into a record's file from outside, past the program."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    """What a query gives on the file, as another program sees it."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def run(path: Path, script: str) -> None:
    """Change the file, as another program might."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def shape(path: Path) -> list[tuple[Any, ...]]:
    """All tables, indices and triggers of the file."""
    return rows(path, "SELECT type, name, sql FROM sqlite_master ORDER BY type, name")
