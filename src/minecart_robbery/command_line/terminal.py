"""What all commands share: how they end, what they refuse, and the tables that they print.

What is typed wrongly, or can't be printed, is one clear line of ours. A table is for eyes on a
terminal, and for another program anywhere else.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

_NAME = "minecart"
_UsageError: type[Exception] = next(
    it for it in typer.BadParameter.__mro__ if it.__name__ == "UsageError"
)
"""What is typed wrongly, as the library below typer calls it, wherever it stands."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_WORTH_SAYING = 10**6
"""A limit above this is the machine's, and told to nobody."""
_QUOTED = re.compile(r"'(.*)'|argument(?:\(s\)|s)? \((.*)\)", re.DOTALL)
ENDLESS = 10_000
"""More columns than a table has letters in a line."""


class Commands(TyperGroup):
    """All commands, none of which ends with a library's own words or a traceback for a mistake.

    Exit code 2 for what is typed wrongly, and for a file that can't be used; 1 where what is
    printed can't be written, as on a full disk.
    """

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run a command, and end the process with its exit code."""
        try:
            code = super().main(*args, standalone_mode=False, **extra | {"prog_name": _NAME})
        except typer.Abort:
            code = 1
        except _UsageError as error:
            code = _told(_misused, error)
        except OSError as error:
            if error.filename is None and error.errno not in _NO_ROOM:
                raise
            code = _told(_failed, error)
        sys.exit(code or 0)


def _told(telling: Callable[[Any], int], error: Exception) -> int:
    """The exit code of an error that is told, also where standard error can't be written."""
    try:
        return telling(error)
    except OSError:
        return 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            _empty(stream)


def _empty(stream: Any) -> None:
    """Drop what the stream still holds, if it can't be written: Python would complain of it."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _failed(error: OSError) -> int:
    if error.filename is None:
        return refused(f"the output can't be written: {error.strerror}", exit_code=1).exit_code
    return refused(f"{error.filename}: {error.strerror}").exit_code


def _misused(error: Any) -> int:
    """Say what is wrong with what was typed, and where to read how it is meant."""
    where = error.ctx.command_path if error.ctx is not None else _NAME
    if type(error).__name__ == "NoArgsIsHelpError":
        return error.exit_code
    return refused(f"{_mistake(error)}: see {where} --help").exit_code


def _mistake(error: Any) -> str:
    quoted = _QUOTED.search(error.message)
    words = next(filter(None, quoted.groups()), "") if quoted is not None else ""
    match type(error).__name__:
        case "NoSuchOption":
            return f"there is no option {error.option_name}"
        case "BadOptionUsage" if "requires" in error.message:
            return f"{error.option_name} needs a value"
        case "BadOptionUsage":
            return f"{error.option_name} takes no value"
        case "MissingParameter":
            return f"{_named(error.param)} is missing"
        case "BadParameter":
            return f"{_named(error.param)} {error.message}"
        case _ if isinstance(error.ctx.command, TyperGroup):
            return f"there is no command {words}"
        case _:
            return f"{words} is too much"


def _named(parameter: Any) -> str:
    """A parameter as one types it, or as it stands in the line on how to use the command."""
    name = parameter.opts[0]
    return name if name.startswith("-") else parameter.metavar or name.upper()


# ---------------------------------------------------------------- what is typed in, and refused


def refused(why: str, *, exit_code: int = 2) -> typer.Exit:
    """One clear line; exit code 2 says that trying again unchanged is of no use."""
    typer.echo(f"minecart: {why}", err=True)
    return typer.Exit(exit_code)


def whole_number(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """What reads a whole number from `least` to `most`, and says so where it isn't one."""
    bounds = "" if least is None else f" from {least}"
    bounds += f" to {most}" if most is not None and most < _WORTH_SAYING else ""

    def read(typed: str) -> int:
        with contextlib.suppress(ValueError):
            number = int(typed)
            if (least is None or least <= number) and (most is None or number <= most):
                return number
        raise typer.BadParameter(f"must be a whole number{bounds}")

    return read


def text_of(script: Path, *, may_be_redirected: bool = False) -> str:
    """What stands in a file of text; - is standard input. Raises the refusal of any other.

    It is UTF-8, and if it `may_be_redirected` also what PowerShell makes of that, which begins with
    a mark: UTF-16, or UTF-8.
    """
    try:
        text = sys.stdin.buffer.read() if str(script) == "-" else script.read_bytes()
        return text.decode(_encoding_of(text) if may_be_redirected else "utf-8")
    except UnicodeDecodeError as error:
        raise refused(f"{script}: it is not UTF-8 text") from error
    except OSError as error:
        raise refused(f"{script}: {error.strerror or error}") from error


def _encoding_of(text: bytes) -> str:
    """The encoding that a text names by its mark; UTF-8 if it has none."""
    if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return "utf-8-sig"


# ---------------------------------------------------------------- tables


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
