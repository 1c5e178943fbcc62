"""What the commands say when they can't: one clear line, and an exit code."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

import typer


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


def refused(why: str, *, exit_code: int = 2) -> typer.Exit:
    """One clear line; exit code 2 says that trying again unchanged is of no use."""
    typer.echo(f"minecart: {why}", err=True)
    return typer.Exit(exit_code)
