"""What can be checked of what is installed here: versions, sentences, settings, token and clock.

The versions are held against what this program was made with; the token is judged by its shape,
and no part of it is ever told; the clock is held against Discord's (S6).
"""

from __future__ import annotations

import base64
import binascii
import platform
import re
import string
import tomllib
from collections.abc import Iterator, Mapping
from importlib import metadata

from minecart_robbery.checking.finding import Finding, Result, fault, ok, warning
from minecart_robbery.live.skew import MOST_MS
from minecart_robbery.settings import settings_problems
from minecart_robbery.shipped import shipped
from minecart_robbery.words.catalogue import seconds, sentences

_PROJECT = "minecart-robbery"
_LEAST = re.compile(r"([\w.-]+)\s*>=\s*([\d.]+)")
_LOCKED = re.compile(r"^([\w.-]+)==([\d.]+)", re.MULTILINE)
_TOKEN_PART = re.compile(r"[\w-]+", re.ASCII)

Version = tuple[int, ...]


def checked_machine() -> Iterator[Finding]:
    """The checks of what is installed here.

    Where the sentences can't be read nothing else can be told, and nothing else is checked.
    """
    unreadable = checked_sentences()
    if unreadable is not None:
        yield unreadable
        return
    yield from checked_versions()
    yield ok("sentences", "sentences")
    yield from checked_settings()


# ---------------------------------------------------------------- versions


def installed(library: str) -> str:
    """The version of an installed library. Raises PackageNotFoundError."""
    return metadata.version(library)


def checked_versions() -> Iterator[Finding]:
    """Whether Python and the libraries are those that this program needs."""
    try:
        yield _checked_python()
        yield from _checked_libraries()
    except metadata.PackageNotFoundError as error:
        if error.name != _PROJECT:
            raise
        yield warning("libraries", "not_installed")


def _checked_python() -> Finding:
    here = platform.python_version()
    least = metadata.metadata(_PROJECT)["Requires-Python"].removeprefix(">=")
    if _numbers(here) < _numbers(least):
        return fault("python", "python_old", here=here, least=least)
    return ok("python", "python", here=here)


def _checked_libraries() -> Iterator[Finding]:
    """Whether each library is there, and none older than is needed, or than was tested with."""
    least, tested = _least_libraries(), _tested_libraries()
    found = [_checked_library(name, needed, tested) for name, needed in least.items()]
    problems = [finding for finding in found if finding is not None]
    yield from problems or [ok("libraries", "libraries", count=len(least))]


def _checked_library(library: str, needed: str, tested: Mapping[str, str]) -> Finding | None:
    """What is wrong with a library; None if nothing is."""
    try:
        here = installed(library)
    except metadata.PackageNotFoundError:
        return fault("libraries", "library_missing", library=library, least=needed)
    if _numbers(here) < _numbers(needed):
        return fault("libraries", "library_old", library=library, here=here, least=needed)
    with_it = tested.get(_plain(library), needed)
    if _numbers(here) < _numbers(with_it):
        return warning("libraries", "library_older", library=library, here=here, tested=with_it)
    return None


def _least_libraries() -> dict[str, str]:
    """The libraries that this program needs, and the least version of each."""
    needed = metadata.requires(_PROJECT) or ()
    return {found[1]: found[2] for it in needed if (found := _LEAST.match(it))}


def _tested_libraries() -> dict[str, str]:
    """The versions with which a checkout is set up; a wheel comes without that list."""
    try:
        text = shipped("requirements.lock").read_text(encoding="utf-8")
    except OSError:
        return {}
    return {_plain(name): version for name, version in _LOCKED.findall(text)}


def _plain(name: str) -> str:
    """A library's name as one of the many ways to write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _numbers(version: str) -> Version:
    """The release that a version is of, to compare; without what stands behind it, as "rc1"."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    numbers = [int(it) for it in found[0].split(".")] if found else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


# ---------------------------------------------------------------- sentences and settings


def checked_sentences() -> Finding | None:
    """What is wrong with the catalogue of sentences; None if nothing is.

    The words for it can't stand in the catalogue.
    """
    try:
        for section in sentences().values():
            for entry in section.values():
                for sentence in [entry] if isinstance(entry, str) else entry:
                    list(string.Formatter().parse(sentence))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        why = f"it is not valid TOML ({error})"
    except (ValueError, AttributeError, TypeError) as error:
        why = f"a sentence in it can't be read ({error})"
    except OSError as error:
        why = str(error)
    else:
        return None
    to_do = "put it right, or install the program again"
    return Finding("sentences", Result.FAULT, f"config/words.toml can't be used: {why}", to_do)


def checked_settings() -> Iterator[Finding]:
    """Whether all settings are known ones, and within their ranges."""
    problems = settings_problems()
    for problem in problems:
        yield fault("settings", "settings_bad", problem=problem)
    if not problems:
        yield ok("settings", "settings")


# ---------------------------------------------------------------- token and clock


def checked_token(token: str) -> Finding:
    """Whether the token is there, and looks like one."""
    token = token.strip()
    if not token:
        return fault("token", "token_missing")
    return ok("token", "token") if _can_be_one(token) else fault("token", "token_malformed")


def _can_be_one(token: str) -> bool:
    """A token has three parts with dots between, the first of which is the bot's id in base 64."""
    parts = token.split(".")
    if len(parts) != 3 or not all(map(_TOKEN_PART.fullmatch, parts)):
        return False
    first = parts[0]
    try:
        id = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4))
    except binascii.Error:
        return False
    return id.isdigit()


def checked_clock(ahead_ms: int) -> Finding:
    """Whether the clock is right, if it is so many ms ahead of Discord's at least.

    Below zero it is behind.
    """
    if abs(ahead_ms) <= MOST_MS:
        return ok("clock", "clock")
    kind = "clock_ahead" if ahead_ms > 0 else "clock_behind"
    return warning("clock", kind, seconds=seconds(abs(ahead_ms)))
