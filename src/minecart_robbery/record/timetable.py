"""The timing table of an exported record as a person reads it: who, what, when, by how much."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from minecart_robbery.record.document import Document, Row
from minecart_robbery.record.timings import Came

HEADINGS = (
    *("event", "round", "turn", "player", "did"),
    *("received (UTC)", "deadline", "margin", "outcome"),
)
"""What stands above the columns."""

_DATE, _TIME = "%Y-%m-%d", "%H:%M:%S"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def timetable(document: Document) -> Iterator[tuple[str, ...]]:
    """The cells of each row; without names, players are told by their seats.

    `document` is a sound one. Nothing in a cell can move a terminal's cursor.
    """
    for row in document.timings:
        cells = (
            str(row.event),
            str(row.round),
            "role" if row.turn is None else str(row.turn),
            row.seat if document.names is None else document.names.of(row.seat, row.event),
            _did(row),
            utc(row.received),
            utc(row.deadline, _TIME),
            _margin(row),
            f"{row.came}, taken back" if row.taken_back else row.came,
        )
        yield tuple(printable(cell) for cell in cells)


def _did(row: Row) -> str:
    did = "nothing" if row.did is None else row.did
    return f"{did}, entered by a host" if row.by_host else did


def utc(ms: int | None, form: str = f"{_DATE} {_TIME}") -> str:
    """A time in ms as UTC, to the millisecond; as it is where no calendar has it."""
    if ms is None:
        return ""
    try:
        moment = _EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        return f"{ms} ms"
    return f"{moment:{form}}.{moment.microsecond // 1000:03}"


def _margin(row: Row) -> str:
    """The margin to the millisecond, since what is disputed is often less than a second."""
    if row.margin is None:
        return ""
    if row.margin == 0:
        return "less than 0.001 s after" if row.came == Came.LATE else "at the deadline"
    whole, thousandths = divmod(abs(row.margin), 1000)
    return f"{whole}.{thousandths:03} s {'before' if row.margin > 0 else 'after'}"


def printable(text: str) -> str:
    """A text without anything that could move a terminal's cursor."""
    return "".join(it if it.isprintable() else "\N{REPLACEMENT CHARACTER}" for it in text)
