"""What a person types: the command `minecart`, its commands and what goes with each.

What a command does stands elsewhere and is imported when that command runs, so that help and a
mistake in what was typed wait for nothing.
"""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from minecart_robbery import __version__
from minecart_robbery.command_line.terminal import Commands, refused, text_of, whole_number

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
record_app = typer.Typer(no_args_is_help=True)


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
def doctor(
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one object, for a program.")
    ] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Don't try the token.")] = False,
) -> None:
    """Check the whole set-up, and say what to do about each fault. Nothing is changed.

    Exit code 1 if there is a fault, 0 if there is none.
    """
    from minecart_robbery.command_line.doctor import print_findings

    print_findings(as_json=as_json, offline=offline)


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
    from minecart_robbery.referee import MalformedScriptError, adjudicate, parse
    from minecart_robbery.referee.log import log_lines

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


@app.command()
def run() -> None:
    """Go online on Discord and host matches, until stopped."""
    from minecart_robbery.command_line.hosting import host_on_discord

    host_on_discord()


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
    from minecart_robbery.command_line.hosting import host_rehearsal

    host_rehearsal(data, port, (dmo, candidate), bot or (), is_to_open=open)


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
    from minecart_robbery.chat.application import invite_link

    typer.echo(invite_link(application_id))


# ---------------------------------------------------------------- the record


class Form(StrEnum):
    """The forms in which a record can be exported."""

    JSON = "json"


def _form(typed: str) -> Form:
    try:
        return Form(typed)
    except ValueError:
        raise typer.BadParameter(f"must be {' or '.join(Form)}") from None


MatchId = Annotated[
    int,
    typer.Argument(
        parser=whole_number(1, sys.maxsize), metavar="MATCH", help="The match's number."
    ),
]
WithSecrets = Annotated[
    bool, typer.Option("--with-secrets", help="Also while it is played, pending picks and all.")
]
Database = Annotated[
    Path | None, typer.Option(help="The database; without it, the one that the bot uses.")
]


@record_app.command("list")
def list_matches(database: Database = None) -> None:
    """List the matches: number, players, how it stands, and once it has ended its fingerprint."""
    from minecart_robbery.command_line import record

    record.list_matches(database)


@record_app.command("export")
def export_match(
    match_id: MatchId,
    format: Annotated[
        Form, typer.Option(parser=_form, metavar="[json]", help="The form of the document.")
    ] = Form.JSON,
    with_secrets: WithSecrets = False,
    database: Database = None,
) -> None:
    """Print the record of a match as one document."""
    from minecart_robbery.command_line import record

    assert format is Form.JSON, "there is no other form"
    record.export_match(match_id, database, with_secrets=with_secrets)


@record_app.command("verify")
def verify_document(
    file: Annotated[Path, typer.Argument(help="An exported record; - reads standard input.")],
    fingerprint: Annotated[
        str | None, typer.Option(help="As posted in the DM channel: it must be this record's.")
    ] = None,
) -> None:
    """Check that nobody has changed an exported record, and that the rules allow all of it."""
    from minecart_robbery.command_line import record

    record.verify_document(file, fingerprint)


@record_app.command("timings")
def show_timings(
    match_or_file: Annotated[
        str, typer.Argument(help="The match's number, or an exported record; - reads one.")
    ],
    with_secrets: WithSecrets = False,
    database: Database = None,
) -> None:
    """Show when each pick and bonus action was received, and by how much it was in time or late."""
    from minecart_robbery.command_line import record

    record.show_timings(match_or_file, database, with_secrets=with_secrets)


@record_app.command("log")
def show_log(match_id: MatchId, database: Database = None) -> None:
    """Print the hosts' log of a match: what hosts did and were told; no pick that is pending."""
    from minecart_robbery.command_line import record

    record.show_log(match_id, database)


app.add_typer(record_app, name="record", help="Show and check the sealed record of matches.")
