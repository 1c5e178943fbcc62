"""Looking at a database file without changing it: while a bot hosts from it, or after one died.

Nothing is made, migrated or locked; only in the index that SQLite keeps beside a database in use it
notes that somebody reads. A process that hosts never looks at its own database in this way, since
by closing a file POSIX lets all of its locks on it go: it asks its `Record` (S63). What is found
are values; what they mean, and what is to be done about them, is told a floor above.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from yoyo import read_migrations

from minecart_robbery.engine import replay
from minecart_robbery.record.migrating import is_of_another_program
from minecart_robbery.record.written import read_back
from minecart_robbery.shipped import shipped

_PATIENCE_S = 2.0
"""How long somebody else's write is waited for."""
_MOST_FLAWS = 3


@dataclass(frozen=True, slots=True)
class Absent:
    """There is no file yet."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The file can't be read just now; `is_busy`: since another program has it for itself."""

    why: str
    is_busy: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """The file is no database, or a damaged one: what SQLite says of it."""

    flaws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Foreign:
    """It is another program's database."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What stands in a database of this program's.

    `unknown` and `pending` are migrations: those that only a newer version knows, and those that
    the next start applies. `stuck` are the live matches that this version can't seat.
    """

    unknown: tuple[str, ...]
    pending: tuple[str, ...]
    live: tuple[int, ...]
    stuck: tuple[int, ...]


APPLIED = "SELECT migration_hash, migration_id FROM _yoyo_migration"
"""The migrations that were applied to a database."""

Inspection = Absent | Unreadable | Broken | Foreign | Contents


def inspect(path: Path) -> Inspection:
    """Look at the database in the file `path`. Blocks, a large one for seconds: use a thread."""
    try:
        if not path.exists():
            return Absent()
        if not path.is_file():
            return Unreadable("it is not a file")
        was_at_rest = is_at_rest(path)
        found = _looked_into(path)
        if was_at_rest and not is_at_rest(path):  # somebody has begun to use it meanwhile
            found = _looked_into(path)
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return Unreadable(str(error), code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED))
    except sqlite3.DatabaseError as error:
        return Broken((str(error),))
    except OSError as error:
        return Unreadable(error.strerror or str(error))
    return found


def is_at_rest(path: Path) -> bool:
    """Whether nobody uses the file, nor has died while using it."""
    return not any(log.exists() for log in _logs(path))


def _logs(path: Path) -> list[Path]:
    return [path.parent / f"{path.name}-{kind}" for kind in ("wal", "shm", "journal")]


def address_to_read(path: Path) -> str:
    """Where SQLite finds the database, to read it. One at rest is taken for one that can't change.

    Otherwise SQLite would put its two log files beside it, and leave them there.
    """
    how = "mode=ro&immutable=1" if is_at_rest(path) else "mode=ro"
    return f"file:{quote(path.absolute().as_posix())}?{how}"


def _opened(path: Path, patience_s: float) -> sqlite3.Connection:
    return sqlite3.connect(address_to_read(path), uri=True, timeout=patience_s)


def _looked_into(path: Path) -> Broken | Foreign | Contents:
    with closing(_opened(path, _PATIENCE_S)) as database:
        return _inspected(database)


def _tables(database: sqlite3.Connection) -> set[str]:
    return {name for (name,) in database.execute("SELECT tbl_name FROM sqlite_master")}


def _inspected(database: sqlite3.Connection) -> Broken | Foreign | Contents:
    tables = _tables(database)
    if is_of_another_program(tables):
        return Foreign()
    flaws = tuple(_flaws(database))
    if flaws:
        return Broken(flaws)
    applied: dict[str, str] = {}
    if "_yoyo_migration" in tables:
        applied = dict(database.execute(APPLIED).fetchall())
    live = tuple(_live(database)) if "match" in tables else ()
    stuck = tuple(match for match in live if not _can_be_seated(database, match))
    return contents(applied, live, stuck)


def contents(applied: Mapping[str, str], live: tuple[int, ...], stuck: tuple[int, ...]) -> Contents:
    """What stands in a database in which these migrations were `applied`, by their hashes."""
    known = {it.hash: it.id for it in read_migrations(str(shipped("migrations")))}
    unknown = sorted(applied[it] for it in applied.keys() - known.keys())
    pending = sorted(known[it] for it in known.keys() - applied.keys())
    return Contents(tuple(unknown), tuple(pending), live, stuck)


def _flaws(database: sqlite3.Connection) -> Iterator[str]:
    """What is damaged, the first few things at most."""
    for (said,) in database.execute(f"PRAGMA integrity_check({_MOST_FLAWS})"):
        if said != "ok":
            yield said
    for table, row, *_ in database.execute("PRAGMA foreign_key_check").fetchmany(_MOST_FLAWS):
        yield f"row {row} of {table} belongs to nothing"


def _live(database: sqlite3.Connection) -> Iterator[int]:
    yield from (id for (id,) in database.execute("SELECT id FROM match WHERE is_live ORDER BY id"))


def _can_be_seated(database: sqlite3.Connection, match: int) -> bool:
    """Whether this version can read and replay a match (S42)."""
    query = "SELECT body FROM event WHERE match = ? ORDER BY number"
    try:
        replay([read_back(body) for (body,) in database.execute(query, (match,))])
    except Exception:  # whatever the reason: the house couldn't seat it either
        return False
    return True


def latest_message(path: Path) -> int:
    """The id of the newest message that the database knows of; 0: none, or it can't be read."""
    try:
        with closing(_opened(path, patience_s=0)) as database:
            return max(_messages(database), default=0)
    except sqlite3.Error:
        return 0


def _messages(database: sqlite3.Connection) -> Iterator[int]:
    for table in _tables(database) & {"delivery", "seen"}:
        ((newest,),) = database.execute(f"SELECT coalesce(max(message), 0) FROM {table}")
        yield newest


def can_be_written(path: Path) -> bool:
    """Whether this user may write the database in the file `path`, or make it.

    Nothing is tried, and nothing opened: a host that looks at its own database would let its locks
    on it go by that (S63).
    """
    folder = next((it for it in path.absolute().parents if it.exists()), None)
    if folder is None or not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        return False
    return all(os.access(file, os.R_OK | os.W_OK) for file in (path, *_logs(path)) if file.exists())
