"""The command `minecart doctor`: all that can be checked before anybody plays."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.text import Text

from minecart_robbery.chat.application import probe
from minecart_robbery.chat.messages import moment_of
from minecart_robbery.checking.database import checked_database
from minecart_robbery.checking.finding import Finding, Result, as_object, worst
from minecart_robbery.checking.machine import checked_clock, checked_machine, checked_token
from minecart_robbery.command_line.terminal import print_columns
from minecart_robbery.record.inspecting import latest_message
from minecart_robbery.settings import Settings, SettingsError, load_settings
from minecart_robbery.words.catalogue import say

_STYLES = {Result.OK: "green", Result.WARNING: "yellow", Result.FAULT: "bold red"}


def print_findings(*, as_json: bool, offline: bool) -> None:
    """Check the whole set-up and print what was found; exit code 1 if there is a fault."""
    with _nothing_logged():
        findings = list(_findings(offline=offline))
    if as_json:
        typer.echo(json.dumps(as_object(findings), ensure_ascii=False, indent=2))
    else:
        _print(findings)
    if worst(findings) is Result.FAULT:
        raise typer.Exit(1)


@contextmanager
def _nothing_logged() -> Generator[None]:
    """What goes wrong is told as a finding, and only as one."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _findings(*, offline: bool) -> Iterator[Finding]:
    machine = list(checked_machine())
    yield from machine
    if Result.FAULT in _of(machine, "sentences"):
        return
    try:
        settings = load_settings()
    except SettingsError:
        return  # told already; what depends on it can't be checked
    yield from checked_database(settings.database, str(settings.database.absolute()))
    yield from _of_discord(settings, offline=offline)


def _of(findings: list[Finding], check: str) -> list[Result]:
    return [finding.result for finding in findings if finding.check == check]


def _of_discord(settings: Settings, *, offline: bool) -> Iterator[Finding]:
    """The token, tried if it can be one; where Discord says no time, the record may know one."""
    token = settings.token.get_secret_value()
    looks = checked_token(token)
    yield looks
    said = [] if offline or looks.result is not Result.OK else probe(token)
    yield from said
    behind_ms = 0 if _of(said, "clock") else _behind_ms(settings.database)
    if behind_ms:
        yield checked_clock(-behind_ms)


def _behind_ms(database: Path) -> int:
    """How far the clock is behind the newest message that the record knows of; 0: it is not."""
    return max(moment_of(latest_message(database)).ms - time.time_ns() // 1_000_000, 0)


def _print(findings: list[Finding]) -> None:
    rows = [row for finding in findings for row in _rows(finding)]
    print_columns(rows)
    if Result.FAULT in _of(findings, "sentences"):
        return  # there is none to sum it up with
    counts = {result: _count(findings, result) for result in (Result.FAULT, Result.WARNING)}
    typer.echo()
    if any(counts.values()):
        faults, warnings = counts.values()
        typer.echo(say("check", "summary", faults=faults, warnings=warnings))
    elif findings:
        typer.echo(say("check", "all_well", count=len(findings)))


def _count(findings: list[Finding], result: Result) -> int:
    return sum(finding.result is result for finding in findings)


def _rows(finding: Finding) -> Iterator[tuple[Text, Text, Text]]:
    """The line of a finding, and below it what to do."""
    result = Text(str(finding.result), _STYLES[finding.result])
    yield result, Text(finding.check), Text(finding.found)
    if finding.to_do:
        yield Text(), Text(), Text(f"→ {finding.to_do}")
