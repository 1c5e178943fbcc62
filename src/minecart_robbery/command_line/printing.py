"""Tables as they are printed: for eyes on a terminal, for another program anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

ENDLESS = 10_000
"""More columns than a table has letters in a line."""


def is_terminal() -> bool:
    """Whether a person sees what is printed, and no file or other program reads it."""
    return sys.stdout.isatty()


def print_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """A table with lines on a terminal; without them, and never folded, anywhere else."""
    on_terminal = is_terminal()
    table = Table(box=SIMPLE if on_terminal else None, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    _echo(table, on_terminal)


def print_columns(rows: Iterable[Iterable[Text]]) -> None:
    """Columns without a heading; on a terminal in colours, the last one folded between words."""
    table = Table.grid(padding=(0, 2))
    for row in rows:
        table.add_row(*row)
    _echo(table, is_terminal())


def _echo(table: Table, on_terminal: bool) -> None:
    console = Console(width=None if on_terminal else ENDLESS, force_terminal=on_terminal)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        typer.echo(line.rstrip())
