"""New databases as copies of one that was made once: making each anew takes most of a small test.

That a file is made and brought up to date is tested where records are, on the real thing.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from minecart_robbery.record.migrating import bring_up_to_date


@cache
def _an_empty_one() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        bring_up_to_date(path)
        return path.read_bytes()


def made_by_copying(path: Path) -> None:
    """Make the database if it isn't there; one that is there is known to be up to date."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_an_empty_one())


def made_or_migrated(path: Path) -> None:
    """Make the database if it isn't there; one that is there is brought up to date in earnest."""
    if path.exists():
        bring_up_to_date(path)
    else:
        made_by_copying(path)
