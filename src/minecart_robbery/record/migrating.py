"""Bringing a database file to the shape that this program knows, after a backup (S39)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from yoyo import get_backend, read_migrations
from yoyo.exceptions import LockTimeout

from minecart_robbery.shipped import shipped

if TYPE_CHECKING:
    from yoyo import Backend, Migration


class RecordError(Exception):
    """The record can't be used; the message says why and what to do, in one line."""


def bring_up_to_date(path: Path) -> None:
    """Make the database if it isn't there, back it up and migrate it if it is of an older shape.

    Raises RecordError if it can't be read or written, is no database, or is of a newer shape.
    Blocks: call it in a thread.
    """
    migrations = read_migrations(str(shipped("migrations")))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_foreign(path)
        backend = get_backend(f"sqlite:///{quote(path.as_posix())}")
        with backend:
            _migrate(path, backend, migrations)
    except sqlite3.OperationalError as error:
        raise RecordError(
            f"the database {path} can't be opened for writing ({error}): check that the folder "
            "exists and that this user may write there, or set MINECART_DATABASE"
        ) from error
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
        raise RecordError(
            f"the database {path} is being migrated by another process: stop it, and if there is "
            "none, go back to the backup beside the database"
        ) from error


def _refuse_foreign(path: Path) -> None:
    """A database that has tables, but none of ours, is somebody else's."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path)) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if tables and "_yoyo_migration" not in tables:
        raise RecordError(
            f"{path} is not a database of this program, but of another one: set MINECART_DATABASE "
            "to another file"
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
    with backend.lock():
        missing = backend.to_apply(migrations)
        if applied and missing:
            _back_up(path, missing[0].id)
        backend.apply_migrations(missing)


def _try_to_write(path: Path) -> None:
    """Raises sqlite3.OperationalError if nothing can be written; yoyo would wait for a lock."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.execute("ROLLBACK")


def _back_up(path: Path, before: str) -> None:
    target = path.with_name(f"{path.name}.before-{before}.backup")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
