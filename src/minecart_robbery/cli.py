"""What a person types: the command `minecart`."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from minecart_robbery import __version__
from minecart_robbery.chat.invite import invite_link
from minecart_robbery.chat.running import StartError, UnreachableError
from minecart_robbery.chat.running import run as run_bot
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.hosts_log import log_of
from minecart_robbery.record import Record, RecordBusyError, RecordError, lease
from minecart_robbery.record.document import (
    Document,
    MalformedDocumentError,
    document_text,
    read_document,
)
from minecart_robbery.record.exporting import SecretsError, export, standings, state_of
from minecart_robbery.record.sealing import MalformedFingerprintError
from minecart_robbery.record.timetable import HEADINGS, printable, timetable, utc
from minecart_robbery.record.verifying import FlawError, Sound, verify
from minecart_robbery.referee import MalformedScriptError, adjudicate, parse
from minecart_robbery.referee.log import log_lines
from minecart_robbery.rehearsal.running import Options, RehearsalError, wished
from minecart_robbery.rehearsal.running import run as run_rehearsal
from minecart_robbery.settings import SettingsError, load_settings

LOG_FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"

REHEARSALS = Path("rehearsal.db")
"""In the working folder, as the bot's own database is."""

app = typer.Typer(
    help="Hosts Death Matches of Minecart Robbery.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
record_app = typer.Typer(no_args_is_help=True)
app.add_typer(record_app, name="record", help="Show and check the sealed record of matches.")
T = TypeVar("T")


class Form(StrEnum):
    """The forms in which a record can be exported."""

    JSON = "json"


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"minecart {__version__}")
        raise typer.Exit


@app.callback()
def minecart(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Hosts Death Matches of Minecart Robbery."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")  # a redirected stream may have the machine's own encoding


@app.command()
def referee(
    script: Annotated[Path, typer.Argument(help="The match as a script; - reads standard input.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print an object a line, for a program.")
    ] = False,
    seed: Annotated[int, typer.Option(help="For the draws that a random role default needs.")] = 0,
) -> None:
    """Adjudicate a match typed in as a script: who said what where and when."""
    try:
        parsed = parse(_text_of(script))
    except MalformedScriptError as error:
        raise _refused(f"{script}: {error}") from error
    ruling = adjudicate(parsed, seed)
    if as_json:
        for entry in ruling.entries:
            for found in entry.objects:
                typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        for line in log_lines(ruling):
            typer.echo(line)


@app.command()
def run() -> None:
    """Go online on Discord and host matches, until stopped."""
    try:
        settings = load_settings()
        logging.basicConfig(level=settings.log_level.upper(), format=LOG_FORMAT)
        logging.getLogger("yoyo").setLevel(logging.WARNING)
        run_bot(settings)
    except (UnreachableError, RecordBusyError) as error:
        raise _refused(str(error), exit_code=1) from error
    except (SettingsError, RecordError, StartError) as error:
        raise _refused(str(error)) from error
    except KeyboardInterrupt:
        raise typer.Exit from None


@app.command()
def rehearse(
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Without it, the last one, or a free one.")
    ] = None,
    open: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    data: Annotated[Path, typer.Option(help="The file in which all is kept.")] = REHEARSALS,
    dmo: Annotated[str | None, typer.Option(help="Open a match with this DMO.")] = None,
    candidate: Annotated[str | None, typer.Option(help="… with this candidate.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="Who plays by itself: random, random:dmo or random:candidate."),
    ] = None,
) -> None:
    """Rehearse a match in the browser, on this machine alone, until stopped."""
    try:
        settings = load_settings()
        logging.basicConfig(level=logging.WARNING, format=LOG_FORMAT)
        logging.getLogger(lease.__name__).setLevel(logging.INFO)  # it may have to be waited for
        wish = wished({Seat.DMO: dmo, Seat.CANDIDATE: candidate}, bot or (), settings)
        run_rehearsal(Options(data, port, open, wish), settings, typer.echo)
    except RecordBusyError as error:
        raise _refused(error.naming("--data"), exit_code=1) from error
    except RecordError as error:
        raise _refused(error.naming("--data")) from error
    except (SettingsError, RehearsalError) as error:
        raise _refused(str(error)) from error
    except KeyboardInterrupt:
        raise typer.Exit from None


@app.command()
def invite(
    application_id: Annotated[int, typer.Argument(min=1, help="From the developer portal.")],
) -> None:
    """Print the link that invites the bot, with the permissions it needs and no more."""
    typer.echo(invite_link(application_id))


ENDLESS = 10_000
"""More columns than a table has letters in a line."""

WithSecrets = Annotated[
    bool, typer.Option("--with-secrets", help="Also while it is played, pending picks and all.")
]
DATABASE = typer.Option(help="The database; without it, the one that the bot uses.")


@record_app.command("list")
def list_matches(database: Annotated[Path | None, DATABASE] = None) -> None:
    """List the matches: number, players, how it stands, and once it has ended its fingerprint."""
    for it in _from_record(standings, database):
        players = f"{it.names.dmo} (DMO) against {it.names.candidate}"
        sealed = () if it.fingerprint is None else (it.fingerprint.short,)
        typer.echo("  ".join((str(it.match), players, it.state, *sealed)))


@record_app.command("export")
def export_match(
    match: Annotated[int, typer.Argument(help="The match's number.")],
    format: Annotated[Form, typer.Option(help="The form of the document.")] = Form.JSON,
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
    events, state = len(document.events), state_of(sound.match, document.names)
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
    _print_table(HEADINGS, timetable(document))


@record_app.command("log")
def show_log(
    file: Annotated[Path, typer.Argument(help="The database.")],
    match: Annotated[int, typer.Argument(help="The match's number.")],
) -> None:
    """Print the hosts' log of a match: what hosts did and were told; no pick that is pending."""
    lines = _from_record(lambda record: log_of(record, match), file)
    if not lines:
        raise _refused(f"there is no log of a match {match} in the database")
    for it in lines:
        typer.echo(f"{utc(it.at)}  {printable(it.text)}")


def is_terminal() -> bool:
    """Whether a person sees what is printed, and no file or other program reads it."""
    return sys.stdout.isatty()


def _print_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """A table with lines on a terminal; without them, and never folded, anywhere else."""
    on_terminal = is_terminal()
    table = Table(box=SIMPLE if on_terminal else None, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console = Console(width=None if on_terminal else ENDLESS, force_terminal=on_terminal)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        typer.echo(line.rstrip())


def _exported(match: int, database: Path | None, *, with_secrets: bool) -> Document:
    try:
        document = _from_record(
            lambda record: export(record, match, with_secrets=with_secrets), database
        )
    except SecretsError as error:
        raise _refused(
            f"{error}, and its record may hold picks that are still secret: wait until it has "
            "ended, or, if you may know them, give --with-secrets"
        ) from error
    if document is None:
        raise _refused(f"there is no match {match} in the database")
    return document


def _verified(file: Path, fingerprint: str | None = None) -> tuple[Document, Sound]:
    """The exported record in a file, if it is sound; exit code 1 for one that isn't."""
    try:
        document = read_document(_text_of(file))
        return document, verify(document, fingerprint)
    except FlawError as error:
        raise _refused(f"{file}: {error}", exit_code=1) from error
    except (MalformedDocumentError, MalformedFingerprintError) as error:
        raise _refused(f"{file}: {error}") from error


def _from_record(read: Callable[[Record], Awaitable[T]], database: Path | None) -> T:
    """What `read` finds in the record in that file, which has to be there already."""

    async def found(path: Path) -> T:
        record = await Record.open(path)
        try:
            return await read(record)
        finally:
            await record.close()

    try:
        path = load_settings().database if database is None else database
        if not path.is_file():
            raise _refused(f"there is no database {path}")
        return asyncio.run(found(path))
    except (SettingsError, RecordError) as error:
        raise _refused(str(error)) from error


def _text_of(script: Path) -> str:
    try:
        if str(script) == "-":
            return sys.stdin.buffer.read().decode("utf-8")
        return script.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise _refused(f"{script}: it is not UTF-8 text") from error
    except OSError as error:
        raise _refused(f"{script}: {error.strerror or error}") from error


def _refused(why: str, *, exit_code: int = 2) -> typer.Exit:
    """One clear line; exit code 2 says that trying again unchanged is of no use."""
    typer.echo(f"minecart: {why}", err=True)
    return typer.Exit(exit_code)
