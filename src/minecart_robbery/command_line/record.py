"""The commands `minecart record …`: to list, hand out and check the sealed record of matches.

What is printed tells the players apart (R35). The record keeps no user names, so it is the seat
that stands behind a name. What is sealed or exported has the names as they were.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import typer

from minecart_robbery.command_line.terminal import print_table, refused, text_of
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.hosts_log import log_of
from minecart_robbery.record import Record, RecordError
from minecart_robbery.record.document import (
    Document,
    MalformedDocumentError,
    SeatedNames,
    document_text,
    read_document,
)
from minecart_robbery.record.exporting import SecretsError, export, standings, state_of
from minecart_robbery.record.reading import read_from
from minecart_robbery.record.sealing import MalformedFingerprintError
from minecart_robbery.record.timetable import HEADINGS, printable, timetable, utc
from minecart_robbery.record.verifying import FlawError, Sound, verify
from minecart_robbery.settings import SettingsError, load_settings
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Person, told_apart

T = TypeVar("T")


def list_matches(database: Path | None) -> None:
    """List the matches: number, players, how it stands, and once it has ended its fingerprint."""
    for it in _from_record(lambda record: standings(record, called_apart), database):
        players = f"{with_seat(it.names.dmo, Seat.DMO)} against {it.names.candidate}"
        sealed = () if it.fingerprint is None else (it.fingerprint.short,)
        typer.echo(printable("  ".join((str(it.match), players, it.state, *sealed))))


def export_match(match_id: int, database: Path | None, *, with_secrets: bool) -> None:
    """Print the record of a match as one document."""
    typer.echo(document_text(_exported(match_id, database, with_secrets=with_secrets)))


def verify_document(file: Path, fingerprint: str | None) -> None:
    """Check that nobody has changed an exported record, and that the rules allow all of it."""
    document, sound = _verified(file, fingerprint)
    names = None if document.names is None else called_apart(document.names)
    events, state = len(document.events), printable(state_of(sound.match, names))
    if (end := sound.reopened) is not None:
        typer.echo(f"sound, end {end.number} at event {end.event}, reopened since: as it is now,")
    typer.echo(
        f"sound: match {document.match}, {events} events, {state}, "
        f"fingerprint {sound.fingerprint.short}"
    )


def show_timings(match_or_file: str, database: Path | None, *, with_secrets: bool) -> None:
    """Show when each pick and bonus action was received, and by how much it was in time or late."""
    if match_or_file.isdecimal() and len(match_or_file) < len(str(sys.maxsize)):
        document = _exported(int(match_or_file), database, with_secrets=with_secrets)
    else:
        document, _ = _verified(Path(match_or_file))
    names = None if document.names is None else called_apart(document.names)
    print_table(HEADINGS, timetable(document.model_copy(update={"names": names})))


def show_log(match_id: int, database: Path | None) -> None:
    """Print the hosts' log of a match: what hosts did and were told; no pick that is pending."""
    lines = _from_record(lambda record: log_of(record, match_id), database)
    if not lines:
        raise refused(f"there is no log of a match {match_id} in the database")
    for it in lines:
        typer.echo(f"{utc(it.at)}  {printable(it.text)}")


def _exported(match_id: int, database: Path | None, *, with_secrets: bool) -> Document:
    try:
        document = _from_record(
            lambda record: export(record, match_id, with_secrets=with_secrets), database
        )
    except SecretsError as error:
        raise refused(
            f"{error}, and its record may hold picks that are still secret: wait until it has "
            "ended, or, if you may know them, give --with-secrets"
        ) from error
    if document is None:
        raise refused(f"there is no match {match_id} in the database")
    return document


def _verified(file: Path, fingerprint: str | None = None) -> tuple[Document, Sound]:
    """The exported record in a file, if it is sound; exit code 1 for one that isn't."""
    try:
        document = read_document(text_of(file, may_be_redirected=True))
        return document, verify(document, fingerprint)
    except FlawError as error:
        raise refused(f"{file}: {error}", exit_code=1) from error
    except (MalformedDocumentError, MalformedFingerprintError) as error:
        raise refused(f"{file}: {error}") from error


def _from_record(read: Callable[[Record], Awaitable[T]], database: Path | None) -> T:
    """What `read` finds in the record in that file, which has to be there already."""
    try:
        path = load_settings().database if database is None else database
        if not path.is_file():
            raise refused(f"there is no database {path}")
        return asyncio.run(read_from(path, read))
    except (SettingsError, RecordError) as error:
        raise refused(str(error)) from error


# ---------------------------------------------------------------- names, told apart


def called_apart(names: SeatedNames) -> SeatedNames:
    """What those are called who sit in the seats, and who did until somebody else played on."""
    earlier = names.earlier or []
    people = [names.dmo, names.candidate, *(it.name for it in earlier)]
    places = [
        *(say("apart", seat) for seat in Seat),
        *(f"{_place(it.seat)} until event {it.until}" for it in earlier),
    ]
    dmo, candidate, *others = told_apart([Person(it) for it in people], places)
    sat = [it.model_copy(update={"name": name}) for it, name in zip(earlier, others, strict=True)]
    return SeatedNames(dmo=dmo, candidate=candidate, earlier=sat or None)


def _place(seat: str) -> str:
    """A seat in words; what is none stands as the document has it, since anybody may write one."""
    return say("apart", seat) if seat in tuple(Seat) else seat


def with_seat(name: str, seat: Seat) -> str:
    """A name with the seat behind it, once: `called_apart` may have put it there already."""
    place = say("apart", seat)
    marked = say("apart", "behind", name=name, what=place)
    return name if name == place or name.endswith(f" ({place})") else marked
