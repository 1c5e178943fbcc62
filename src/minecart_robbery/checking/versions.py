"""The versions of Python and of the libraries, held against what this program was made with."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Mapping
from importlib import metadata

from minecart_robbery.checking.finding import Finding, fault, ok, warning
from minecart_robbery.shipped import shipped

_PROJECT = "minecart-robbery"
_LEAST = re.compile(r"([\w.-]+)\s*>=\s*([\d.]+)")
_LOCKED = re.compile(r"^([\w.-]+)==([\d.]+)", re.MULTILINE)

Version = tuple[int, ...]


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
