"""The commands `minecart record …`: to list, hand out and check the sealed record of matches."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from minecart_robbery.command_line.commands import whole_number
from minecart_robbery.command_line.naming import called_apart, with_seat
from minecart_robbery.command_line.printing import print_table
from minecart_robbery.command_line.refusing import refused, text_of
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.hosts_log import log_of
from minecart_robbery.record import Record, RecordError
from minecart_robbery.record.document import (
    Document,
    MalformedDocumentError,
    document_text,
    read_document,
)
from minecart_robbery.record.exporting import SecretsError, export, standings, state_of
from minecart_robbery.record.reading import read_from
from minecart_robbery.record.sealing import MalformedFingerprintError
from minecart_robbery.record.timetable import HEADINGS, printable, timetable, utc
from minecart_robbery.record.verifying import FlawError, Sound, verify
from minecart_robbery.settings import SettingsError, load_settings

record_app = typer.Typer(no_args_is_help=True)
T = TypeVar("T")


class Form(StrEnum):
    """The forms in which a record can be exported."""

    JSON = "json"


def _form(typed: str) -> Form:
    try:
        return Form(typed)
    except ValueError:
        raise typer.BadParameter(f"must be {' or '.join(Form)}") from None


Match = Annotated[
    int,
    typer.Argument(
        parser=whole_number(1, sys.maxsize), metavar="MATCH", help="The match's number."
    ),
]
WithSecrets = Annotated[
    bool, typer.Option("--with-secrets", help="Also while it is played, pending picks and all.")
]
DATABASE = typer.Option(help="The database; without it, the one that the bot uses.")


@record_app.command("list")
def list_matches(database: Annotated[Path | None, DATABASE] = None) -> None:
    """List the matches: number, players, how it stands, and once it has ended its fingerprint."""
    for it in _from_record(lambda record: standings(record, called_apart), database):
        players = f"{with_seat(it.names.dmo, Seat.DMO)} against {it.names.candidate}"
        sealed = () if it.fingerprint is None else (it.fingerprint.short,)
        typer.echo(printable("  ".join((str(it.match), players, it.state, *sealed))))


@record_app.command("export")
def export_match(
    match: Match,
    format: Annotated[
        Form, typer.Option(parser=_form, metavar="[json]", help="The form of the document.")
    ] = Form.JSON,
    with_secrets: WithSecrets = False,
    database: Annotated[Path | None, DATABASE] = None,
) -> None:
    """Print the record of a match as one document."""
    assert format is Form.JSON, "there is no other form"
    typer.echo(document_text(_exported(match, database, with_secrets=with_secrets)))


@record_app.command("verify")
def verify_document(
    file: Annotated[Path, typer.Argument(help="An exported record; - reads standard input.")],
    fingerprint: Annotated[
        str | None, typer.Option(help="As posted in the DM channel: it must be this record's.")
    ] = None,
) -> None:
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


@record_app.command("timings")
def show_timings(
    match_or_file: Annotated[
        str, typer.Argument(help="The match's number, or an exported record; - reads one.")
    ],
    with_secrets: WithSecrets = False,
    database: Annotated[Path | None, DATABASE] = None,
) -> None:
    """Show when each pick and bonus action was received, and by how much it was in time or late."""
    if match_or_file.isdecimal() and len(match_or_file) < len(str(sys.maxsize)):
        document = _exported(int(match_or_file), database, with_secrets=with_secrets)
    else:
        document, _ = _verified(Path(match_or_file))
    names = None if document.names is None else called_apart(document.names)
    print_table(HEADINGS, timetable(document.model_copy(update={"names": names})))


@record_app.command("log")
def show_log(
    match: Match,
    database: Annotated[Path | None, DATABASE] = None,
) -> None:
    """Print the hosts' log of a match: what hosts did and were told; no pick that is pending."""
    lines = _from_record(lambda record: log_of(record, match), database)
    if not lines:
        raise refused(f"there is no log of a match {match} in the database")
    for it in lines:
        typer.echo(f"{utc(it.at)}  {printable(it.text)}")


def _exported(match: int, database: Path | None, *, with_secrets: bool) -> Document:
    try:
        document = _from_record(
            lambda record: export(record, match, with_secrets=with_secrets), database
        )
    except SecretsError as error:
        raise refused(
            f"{error}, and its record may hold picks that are still secret: wait until it has "
            "ended, or, if you may know them, give --with-secrets"
        ) from error
    if document is None:
        raise refused(f"there is no match {match} in the database")
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
