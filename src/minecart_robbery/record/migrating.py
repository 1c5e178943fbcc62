"""Bringing a database file to the shape that this program knows, after a backup (S39).

All that is missing is done in one transaction: a process that is killed meanwhile leaves the
database as it was. What yoyo's own lock is left with then is cleared away by the next one.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from yoyo import get_backend, read_migrations
from yoyo.exceptions import LockTimeout

from minecart_robbery.record.backup import back_up
from minecart_robbery.record.errors import RecordBusyError, RecordError
from minecart_robbery.record.lease import HostLock, is_hosted
from minecart_robbery.record.processes import is_running
from minecart_robbery.shipped import shipped

if TYPE_CHECKING:
    from yoyo import Backend, Migration

_LOG = logging.getLogger(__name__)
_ONE_AT_A_TIME = threading.Lock()
"""Within this process; between processes yoyo's lock, by the process's id, does the same."""


def bring_up_to_date(path: Path) -> None:
    """Make the database if it isn't there, back it up and migrate it if it is of an older shape.

    Raises RecordError if it can't be read or written, is no database, or is of a newer shape;
    RecordBusyError if another process is using it. Blocks: call it in a thread.
    """
    migrations = read_migrations(str(shipped("migrations")))
    with refusing_unusable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with _ONE_AT_A_TIME:
            _refuse_foreign(path)
            _break_dead_lock(path)
            with get_backend(f"sqlite:///{quote(path.as_posix())}") as backend:
                backend.connection.execute("PRAGMA temp_store = MEMORY")
                _migrate(path, backend, migrations)


@contextmanager
def refusing_unusable(path: Path) -> Generator[None]:
    """Raise RecordError in the place of what keeps the database in that file from being used."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise _unusable(path, error) from error
    except sqlite3.DatabaseError as error:
        raise RecordError(
            f"{path} is not a database of this program ({error}): move it away, or set "
            "MINECART_DATABASE to another file"
        ) from error
    except OSError as error:
        raise RecordError(
            f"the folder of the database {path} can't be made ({error.strerror}): set "
            "MINECART_DATABASE to a place that this user may write to"
        ) from error
    except LockTimeout as error:
        raise RecordBusyError(
            f"the database {path} is being migrated by another process ({_locked_by(path)}): wait "
            "until that one is done. If it is no minecart, delete the row in the table yoyo_lock"
        ) from error


def _unusable(path: Path, error: sqlite3.OperationalError) -> RecordError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        if is_hosted(path):  # it may stand still in the middle of a write (S14)
            return HostLock(path).is_busy()
        return RecordBusyError(
            f"the database {path} is in use by another program ({error}): wait until that one is "
            "done, then start this one again"
        )
    return RecordError(
        f"the database {path} can't be opened for writing ({error}): check that the folder "
        "exists and that this user may write there, or set MINECART_DATABASE"
    )


def is_of_another_program(tables: set[str]) -> bool:
    """Whether a database with these tables is somebody else's: it has some, but none of ours.

    One in which yoyo was stopped at the very start has only tables of yoyo's.
    """
    is_yoyos = all(name.startswith(("yoyo_", "_yoyo_")) for name in tables)
    return "_yoyo_migration" not in tables and not is_yoyos


def _refuse_foreign(path: Path) -> None:
    if not path.exists():
        return
    with closing(sqlite3.connect(path)) as database:
        tables = {name for (name,) in database.execute("SELECT tbl_name FROM sqlite_master")}
    if is_of_another_program(tables):
        raise RecordError(
            f"{path} is not a database of this program, but of another one: set MINECART_DATABASE "
            "to another file"
        )


def _locked_by(path: Path) -> str:
    """The process that has yoyo's lock, in words."""
    with closing(sqlite3.connect(path)) as database:
        found = database.execute("SELECT pid FROM yoyo_lock").fetchall()
    return ", ".join(f"process {process}" for (process,) in found) or "it is done by now"


def _break_dead_lock(path: Path) -> None:
    """Take away yoyo's lock, if the process that it was for is gone: killed while it migrated.

    This process itself is not at it yet; a lock by its id is from an earlier one of the same id,
    as containers have them.
    """
    if not path.exists():
        return
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        if not _has_table(database, "yoyo_lock"):
            return
        for (process,) in database.execute("SELECT pid FROM yoyo_lock").fetchall():
            if process != os.getpid() and is_running(process):
                continue
            database.execute("DELETE FROM yoyo_lock WHERE pid = ?", (process,))
            _LOG.warning(
                "process %s was stopped while it migrated the database %s: its lock is broken",
                process,
                path,
            )


def _migrate(path: Path, backend: Backend, migrations: Sequence[Migration]) -> None:
    known = {migration.hash for migration in migrations}
    applied = set(backend.get_applied_migration_hashes())
    if not applied <= known:
        raise RecordError(
            f"the database {path} was written by a newer version of this program: install that "
            "version, or set MINECART_DATABASE to another file"
        )
    _try_to_write(path)
    if applied == known:
        return
    with backend.lock():
        missing = backend.to_apply(migrations)
        if not missing:
            return
        lock = HostLock(path)
        lock.take()  # a database isn't changed under a living host (S14)
        try:
            _bring(path, backend, missing, is_new=not applied)
        finally:
            lock.release()


def _bring(path: Path, backend: Backend, missing: Sequence[Migration], *, is_new: bool) -> None:
    backup = None if is_new else back_up(path, missing[0].id)
    try:
        _apply(backend, missing)
    except sqlite3.Error as error:
        kept = "" if backup is None else f", and a backup is at {backup}"
        raise RecordError(
            f"the database {path} can't be brought up to date ({error}). It is as it was"
            f"{kept}: install the version that you had, and report this"
        ) from error


def _apply(backend: Backend, missing: Sequence[Migration]) -> None:
    """Apply them all or none. yoyo's own way is to commit each, and only then to note it."""
    with backend.transaction():
        for migration in missing:
            migration.process_steps(backend, "apply")
            backend.mark_one(migration, log=False)  # a log would want this user's name (S56)


def _has_table(database: sqlite3.Connection, name: str) -> bool:
    found = database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,))
    return found.fetchone() is not None


def _try_to_write(path: Path) -> None:
    """Raises sqlite3.OperationalError if nothing can be written; yoyo would wait for a lock."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.execute("ROLLBACK")
