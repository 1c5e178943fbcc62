"""What the commands say when they can't: one clear line, and an exit code."""

from __future__ import annotations

import sys
from pathlib import Path

import typer


def text_of(script: Path) -> str:
    """What stands in a file of text; - is standard input. Raises the refusal of any other."""
    try:
        if str(script) == "-":
            return sys.stdin.buffer.read().decode("utf-8")
        return script.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise refused(f"{script}: it is not UTF-8 text") from error
    except OSError as error:
        raise refused(f"{script}: {error.strerror or error}") from error


def refused(why: str, *, exit_code: int = 2) -> typer.Exit:
    """One clear line; exit code 2 says that trying again unchanged is of no use."""
    typer.echo(f"minecart: {why}", err=True)
    return typer.Exit(exit_code)
