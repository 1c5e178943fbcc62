"""The database: whole, of this program's shape, with room, and hosted from by whom."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from minecart_robbery.checking.finding import Finding, fault, ok, warning
from minecart_robbery.record.inspecting import (
    Absent,
    Broken,
    Contents,
    Foreign,
    Inspection,
    Unreadable,
    can_be_written,
    inspect,
    is_alive,
)
from minecart_robbery.record.lease import Holder, Lease

MB = 1_000_000
LEAST_MB = 20
"""With less room than that even a small match may not be written to its end."""
AMPLE_MB = 200


def free_bytes(folder: Path) -> int:
    """How much room there is in a folder."""
    return shutil.disk_usage(folder).free


def checked_database(path: Path, called: str, lease: Lease | None = None) -> Iterator[Finding]:
    """All checks of the database in the file `path`, which people are told of as `called`.

    `lease` is that of this process, if it hosts from it. Blocks: in a bot, use a thread.
    """
    found = inspect(path)
    yield _condition(called, found)
    if isinstance(found, Contents):
        yield _shape(found)
        yield _matches(found)
        yield _host(found.holder, lease)
    if isinstance(found, Absent | Contents):
        yield _writing(path, called)
    yield _room(path)


def _condition(database: str, found: Inspection) -> Finding:
    match found:
        case Absent():
            return ok("database", "database_absent", database=database)
        case Unreadable(why, is_busy=True):
            return warning("database", "database_busy", database=database, why=why)
        case Unreadable(why):
            return fault("database", "database_unreadable", database=database, why=why)
        case Broken(flaws):
            return fault("database", "database_broken", database=database, why="; ".join(flaws))
        case Foreign():
            return fault("database", "database_foreign", database=database)
        case Contents():
            return ok("database", "database", database=database)


def _shape(found: Contents) -> Finding:
    if found.unknown:
        return fault("schema", "schema_newer", names=", ".join(found.unknown))
    if found.pending:
        return warning("schema", "schema_pending", names=", ".join(found.pending))
    return ok("schema", "schema")


def _matches(found: Contents) -> Finding:
    if found.stuck:
        return fault("matches", "matches_stuck", numbers=", ".join(map(str, found.stuck)))
    return ok("matches", "matches", live=len(found.live))


def _host(holder: Holder | None, lease: Lease | None) -> Finding:
    """Who hosts from the database. A process that has the lease, or none taken, wants it so."""
    if lease is not None and lease.is_held_as(holder):
        return ok("lease", "lease_ours")
    if holder is None:
        return ok("lease", "lease_free") if lease is None else fault("lease", "lease_lost")
    who = {"process": holder.process, "since": holder.since, "heard": holder.heard}
    if lease is not None:
        return fault("lease", "lease_others", host=holder.host, **who)
    match is_alive(holder):
        case True:
            return ok("lease", "lease_here", **who)
        case False:
            return warning("lease", "lease_left", **who)
        case None:
            return warning("lease", "lease_elsewhere", host=holder.host, **who)


def _writing(path: Path, called: str) -> Finding:
    if can_be_written(path):
        return ok("writing", "writing")
    return fault("writing", "writing_not", database=called)


def _room(path: Path) -> Finding:
    """Whether there is room: for what is written, and for the copy before an update."""
    folder = next(it for it in path.absolute().parents if it.is_dir())
    size = path.stat().st_size if path.is_file() else 0
    free = free_bytes(folder)
    if free < LEAST_MB * MB:
        return fault("disk", "disk_full", free=free // MB, least=LEAST_MB)
    if free < AMPLE_MB * MB + size:
        return warning("disk", "disk_low", free=free // MB, ample=AMPLE_MB + size // MB)
    return ok("disk", "disk", free=_readable(free))


def _readable(size: int) -> str:
    return f"{size // MB} MB" if size < 10_000 * MB else f"{size // (1000 * MB)} GB"
