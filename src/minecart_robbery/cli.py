"""What a person types: the command `minecart`."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Annotated

import typer

from minecart_robbery import __version__
from minecart_robbery.chat.application import invite_link
from minecart_robbery.chat.run import StartError, UnreachableError
from minecart_robbery.chat.run import run as run_bot
from minecart_robbery.command_line.commands import Commands, whole_number
from minecart_robbery.command_line.doctor import doctor
from minecart_robbery.command_line.record import record_app
from minecart_robbery.command_line.refusing import refused, text_of
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record import LeaseLostError, RecordBusyError, RecordError
from minecart_robbery.referee import MalformedScriptError, adjudicate, parse
from minecart_robbery.referee.log import log_lines
from minecart_robbery.rehearsal.running import Options, RehearsalError, wished
from minecart_robbery.rehearsal.running import run as run_rehearsal
from minecart_robbery.settings import SettingsError, load_settings

LOG_FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"

LARGEST_ID = 2**63 - 1
"""Discord's ids are of 64 bits, the first of which isn't used."""
REHEARSALS = Path("rehearsal.db")
"""In the working folder, as the bot's own database is."""

app = typer.Typer(
    cls=Commands,
    help="Hosts Death Matches of Minecart Robbery.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(doctor)
app.add_typer(record_app, name="record", help="Show and check the sealed record of matches.")


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
    seed: Annotated[
        int,
        typer.Option(
            parser=whole_number(),
            metavar="INTEGER",
            help="For the draws that a random role default needs.",
        ),
    ] = 0,
) -> None:
    """Adjudicate a match typed in as a script: who said what where and when."""
    try:
        parsed = parse(text_of(script))
    except MalformedScriptError as error:
        raise refused(f"{script}: {error}") from error
    ruling = adjudicate(parsed, seed)
    if as_json:
        for entry in ruling.entries:
            for found in entry.objects:
                typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        for line in log_lines(ruling):
            typer.echo(line)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a line belongs in the log: a lost lease is told by the one line at the end (S14)."""
    return not (record.exc_info and isinstance(record.exc_info[1], LeaseLostError))


@app.command()
def run() -> None:
    """Go online on Discord and host matches, until stopped."""
    try:
        settings = load_settings()
        logging.basicConfig(level=settings.log_level.upper(), format=LOG_FORMAT)
        for handler in logging.root.handlers:
            handler.addFilter(_is_news)
        logging.getLogger("yoyo").setLevel(logging.WARNING)
        run_bot(settings)
    except (UnreachableError, RecordBusyError) as error:
        raise refused(str(error), exit_code=1) from error
    except (SettingsError, RecordError, StartError) as error:
        raise refused(str(error)) from error
    except KeyboardInterrupt:
        raise typer.Exit from None


@app.command()
def rehearse(
    port: Annotated[
        int | None,
        typer.Option(
            parser=whole_number(1, 65535),
            metavar="INTEGER",
            help="Without it, the last one, or a free one.",
        ),
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
        wish = wished({Seat.DMO: dmo, Seat.CANDIDATE: candidate}, bot or (), settings)
        run_rehearsal(Options(data, port, open, wish), settings, typer.echo)
    except RecordBusyError as error:
        raise refused(error.naming("--data"), exit_code=1) from error
    except RecordError as error:
        raise refused(error.naming("--data")) from error
    except (SettingsError, RehearsalError) as error:
        raise refused(str(error)) from error
    except KeyboardInterrupt:
        raise typer.Exit from None


@app.command()
def invite(
    application_id: Annotated[
        int,
        typer.Argument(
            parser=whole_number(1, LARGEST_ID),
            metavar="APPLICATION_ID",
            help="From the developer portal.",
        ),
    ],
) -> None:
    """Print the link that invites the bot, with the permissions it needs and no more."""
    typer.echo(invite_link(application_id))
