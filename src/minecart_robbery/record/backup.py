"""A copy of the database beside it, whole or not at all (S39)."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from minecart_robbery.record.errors import RecordError


def back_up(path: Path, before: str) -> Path:
    """Copy a database beside it before the migration of that name, and give the copy's path.

    A copy from an earlier try of the same migration is replaced, once the new one is whole. Raises
    RecordError if it can't be made, and leaves nothing behind.
    """
    target = path.with_name(f"{path.name}.before-{before}.backup")
    part = target.with_name(f"{target.name}.part")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
        os.replace(part, target)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):
            part.unlink()
        raise RecordError(
            f"the database {path} has to be brought up to date, but no backup can be made at "
            f"{target} ({error}), so nothing was changed: make room there, and look whether this "
            "user may write there"
        ) from error
    return target
