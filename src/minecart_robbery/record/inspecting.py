"""Looking at a database file without changing it: while a bot hosts from it, or after one died.

Nothing is made, migrated or locked; only in the index that SQLite keeps beside a database in use it
notes that somebody reads. What it finds are values; what they mean, and what is to be done about
them, is told a floor above.
"""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from yoyo import read_migrations

from minecart_robbery.engine import replay
from minecart_robbery.record.lease import HOLDER, LOOK_SECONDS, SILENT_LOOKS, Holder
from minecart_robbery.record.migrating import is_of_another_program
from minecart_robbery.record.processes import is_running
from minecart_robbery.record.written import read_back
from minecart_robbery.shipped import shipped

_PATIENCE_S = 2.0
"""How long somebody else's write is waited for."""
_MOST_FLAWS = 3
_WRITE_VERSION = 18
"""Where SQLite's file format says who may write: whoever doesn't know that number must not."""
_KNOWN_WRITE_VERSION = 2


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
    holder: Holder | None
    live: tuple[int, ...]
    stuck: tuple[int, ...]


Inspection = Absent | Unreadable | Broken | Foreign | Contents


def inspect(path: Path) -> Inspection:
    """Look at the database in the file `path`. Blocks, a large one for seconds: use a thread."""
    try:
        if not path.exists():
            return Absent()
        if not path.is_file():
            return Unreadable("it is not a file")
        was_at_rest = _is_at_rest(path)
        found = _looked_into(path)
        if was_at_rest and not _is_at_rest(path):  # somebody has begun to use it meanwhile
            found = _looked_into(path)
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return Unreadable(str(error), code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED))
    except sqlite3.DatabaseError as error:
        return Broken((str(error),))
    except OSError as error:
        return Unreadable(error.strerror or str(error))
    return found


def _is_at_rest(path: Path) -> bool:
    """Whether nobody uses the file, nor has died while using it."""
    return not any(log.exists() for log in _logs(path))


def _logs(path: Path) -> list[Path]:
    return [path.parent / f"{path.name}-{kind}" for kind in ("wal", "shm", "journal")]


def _opened(path: Path, patience_s: float) -> sqlite3.Connection:
    """The database, for reading. One at rest is opened as a file that can't change.

    Otherwise SQLite would put its two log files beside it, and leave them there.
    """
    how = "mode=ro&immutable=1" if _is_at_rest(path) else "mode=ro"
    uri = f"file:{quote(path.absolute().as_posix())}?{how}"
    return sqlite3.connect(uri, uri=True, timeout=patience_s)


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
    known = {it.hash: it.id for it in read_migrations(str(shipped("migrations")))}
    applied: dict[str, str] = {}
    if "_yoyo_migration" in tables:
        query = "SELECT migration_hash, migration_id FROM _yoyo_migration"
        applied = dict(database.execute(query).fetchall())
    row = database.execute(HOLDER).fetchone() if "lease" in tables else None
    live = tuple(_live(database)) if "match" in tables else ()
    return Contents(
        unknown=tuple(sorted(applied[it] for it in applied.keys() - known.keys())),
        pending=tuple(sorted(known[it] for it in known.keys() - applied.keys())),
        holder=None if row is None else Holder(*row),
        live=live,
        stuck=tuple(match for match in live if not _can_be_seated(database, match)),
    )


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
    """Whether this user may write the database in the file `path`, or make it; nothing is tried."""
    try:
        folder = next(it for it in path.absolute().parents if it.exists())
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            return False
        for log in _logs(path):
            if log.exists():
                log.open("r+b").close()
        return not path.exists() or _permits_writing(path)
    except OSError:
        return False


def _permits_writing(path: Path) -> bool:
    """Whether a file that is there lets this SQLite write. Raises OSError where nobody may."""
    with path.open("r+b") as file:
        header = file.read(_WRITE_VERSION + 1)
    return len(header) <= _WRITE_VERSION or header[_WRITE_VERSION] <= _KNOWN_WRITE_VERSION


def is_alive(holder: Holder) -> bool | None:
    """Whether the holder of a lease lives, by what this machine can say; None: it can't.

    On the holder's own machine the process is there, and was heard of a short while ago.
    """
    if holder.host != socket.gethostname():
        return None
    heard = datetime.strptime(holder.heard, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    silent = timedelta(seconds=SILENT_LOOKS * LOOK_SECONDS)
    return is_running(holder.process) and abs(datetime.now(UTC) - heard) <= silent
