"""Reading the record in a file as it stands at one moment, without changing the file (S56).

For commands that only read. A file that is of an older shape, or that can't be read where it is, is
copied into a temporary folder, and read there. A process that hosts from the file never does this,
since the file is opened and closed (S63).
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from yoyo import read_migrations

from minecart_robbery.record.errors import RecordError
from minecart_robbery.record.inspecting import APPLIED, address_to_read, is_at_rest
from minecart_robbery.record.migrating import is_of_another_program, refusing_unusable
from minecart_robbery.record.record import Record
from minecart_robbery.shipped import shipped

_PATIENCE_S = 5.0
"""How long somebody else's write is waited for."""

T = TypeVar("T")


async def read_from(path: Path, read: Callable[[Record], Awaitable[T]]) -> T:
    """What `read` finds in the record in the file `path`, which stays as it is.

    Raises RecordError if it can't be read, and whatever `read` raises.
    """
    with refusing_unusable(path):
        was_at_rest = is_at_rest(path)
        found = await _read_once(path, read)
        if was_at_rest and not is_at_rest(path):  # somebody has begun to use it meanwhile
            found = await _read_once(path, read)
    return found


async def _read_once(path: Path, read: Callable[[Record], Awaitable[T]]) -> T:
    if await asyncio.to_thread(_is_as_known, path):
        return await _read(await Record.open_to_read(path, address_to_read(path)), read)
    try:
        folder = tempfile.TemporaryDirectory(prefix="minecart-")
    except OSError as error:
        raise RecordError(
            f"the database {path} has to be copied to be read, and there is no temporary folder "
            "that this user may write: set TMPDIR to one"
        ) from error
    with folder as name:
        copy = Path(name) / "copy.db"
        await asyncio.to_thread(_copy, path, copy)
        try:
            record = await Record.open(copy)
        except RecordError as error:  # what ails the copy, ails the file
            raise type(error)(str(error).replace(str(copy), str(path))) from error
        return await _read(record, read)


async def _read(record: Record, read: Callable[[Record], Awaitable[T]]) -> T:
    try:
        return await read(record)
    finally:
        await record.close()


def _is_as_known(path: Path) -> bool:
    """Whether the file can be read where it is, and is of the shape that this program knows."""
    if _has_lost_its_index(path):
        return False
    try:
        with closing(_opened(path)) as database:
            return _is_of_this_shape(database)
    except sqlite3.OperationalError:
        return False  # what ails it is told of the copy


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(address_to_read(path), uri=True, timeout=_PATIENCE_S)


def _is_of_this_shape(database: sqlite3.Connection) -> bool:
    tables = {name for (name,) in database.execute("SELECT tbl_name FROM sqlite_master")}
    if is_of_another_program(tables) or "_yoyo_migration" not in tables:
        return False
    applied = {hash for hash, _ in database.execute(APPLIED)}
    if applied != {it.hash for it in read_migrations(str(shipped("migrations")))}:
        return False
    ((is_sealed,),) = database.execute("SELECT is_sealed FROM house")
    return bool(is_sealed)


def _has_lost_its_index(path: Path) -> bool:
    """Whether SQLite would make an index for the log beside the file, and leave it there."""
    log, index = (path.with_name(f"{path.name}-{kind}") for kind in ("wal", "shm"))
    return log.exists() and not index.exists()


def _copy(path: Path, copy: Path) -> None:
    """Copy a database with all that stands in its log, whoever writes meanwhile."""
    if not _has_lost_its_index(path):
        try:
            with closing(_opened(path)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
                return
        except sqlite3.OperationalError:
            copy.unlink(missing_ok=True)  # in a folder that can't be written, a log can't be read
    for kind in ("", "-wal", "-journal"):
        if (file := path.with_name(path.name + kind)).exists():
            shutil.copyfile(file, copy.with_name(copy.name + kind))
