"""All that can be checked of what is installed here: versions, sentences, settings."""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.checking.files import checked_sentences, checked_settings
from minecart_robbery.checking.finding import Finding, ok
from minecart_robbery.checking.versions import checked_versions


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
