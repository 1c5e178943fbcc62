"""The last word of a match: the fingerprint of its record, for everybody to keep."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Audience, Notice


def with_fingerprint(
    notices: Iterable[Notice], match: int, short: str, full: str
) -> tuple[Notice, ...]:
    """The closing notices; what is public ends with the fingerprint of match number `match`."""
    line = say("match", "fingerprint", match=match, short=short, full=full)
    return tuple(
        replace(notice, lines=(*notice.lines, line)) if _closes(notice) else notice
        for notice in notices
    )


def _closes(notice: Notice) -> bool:
    """Whether it tells everybody something, and doesn't only take a panel away."""
    return notice.to is Audience.PUBLIC and bool(notice.lines)
