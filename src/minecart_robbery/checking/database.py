"""The database: whole, of this program's shape, with room, and hosted from by whom."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from pathlib import Path

from minecart_robbery.checking.finding import Finding, fault, ok, warning
from minecart_robbery.record import Record
from minecart_robbery.record.inspecting import (
    Absent,
    Broken,
    Contents,
    Foreign,
    Inspection,
    Unreadable,
    can_be_written,
    inspect,
)
from minecart_robbery.record.lease import is_hosted, named

MB = 1_000_000
LEAST_MB = 20
"""With less room than that even a small match may not be written to its end."""
AMPLE_MB = 200


def free_bytes(folder: Path) -> int:
    """How much room there is in a folder."""
    return shutil.disk_usage(folder).free


def checked_database(path: Path, called: str) -> Iterator[Finding]:
    """All checks of the database in the file `path`, which people are told of as `called`.

    For a process that doesn't host from it, since it opens the file. Blocks, with a large one for
    seconds.
    """
    found = inspect(path)
    yield _condition(called, found)
    if isinstance(found, Contents):
        yield from _checked_contents(found)
        yield _host(path)
    if isinstance(found, Absent | Contents):
        yield _writing(path, called)
    yield checked_room(path)


async def checked_while_hosting(
    record: Record, path: Path, called: str, seated: Collection[int]
) -> list[Finding]:
    """The same by the process that hosts from it, over its one connection (S63).

    Whether the whole file is undamaged is not looked at: that takes long, and players would wait.
    """
    found = await record.contents(seated)
    findings = [_condition(called, found), *_checked_contents(found)]
    match await record.is_ours():
        case True:
            findings.append(ok("lease", "lease_ours"))
        case False:
            findings.append(fault("lease", "lease_others", who=named(path)))
        case None:
            findings.append(fault("lease", "lease_lost"))
    return [*findings, _writing(path, called), checked_room(path)]


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


def _checked_contents(found: Contents) -> Iterator[Finding]:
    yield _shape(found)
    yield _matches(found)


def _host(path: Path) -> Finding:
    """Who hosts from the database, as a process sees it that doesn't (S14)."""
    match is_hosted(path):
        case True:
            return ok("lease", "lease_here", who=named(path))
        case False:
            return ok("lease", "lease_free")
        case None:
            return warning("lease", "lease_unknown", who=named(path))


def _writing(path: Path, called: str) -> Finding:
    if can_be_written(path):
        return ok("writing", "writing")
    return fault("writing", "writing_not", database=called)


def checked_room(path: Path) -> Finding:
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
