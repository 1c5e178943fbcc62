"""The files of the page, which come with the program: read once, and given out by exact name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

STATIC = files("minecart_robbery.rehearsal") / "static"

_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
}

INDEX, LANDING, DOOR = "index.html", "landing.html", "door.html"
"""What stands at the link of a view, where matches are set up, and where a link is needed."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page: its content, and what kind that is."""

    content: bytes
    type: str


def pages(folder: Traversable = STATIC) -> Mapping[str, File]:
    """All files of the page by their names. Raises FileNotFoundError if one is missing."""
    found = {
        it.name: File(it.read_bytes(), _TYPES[it.name.rpartition(".")[2]])
        for it in (folder.iterdir() if folder.is_dir() else ())
        if it.name.rpartition(".")[2] in _TYPES
    }
    for name in (INDEX, LANDING, DOOR):
        if name not in found:
            raise FileNotFoundError(
                f"{name} should have come with the program, but isn't in {folder}: please install "
                "minecart-robbery again"
            )
    return found
