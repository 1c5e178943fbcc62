"""A record as one JSON document, to be handed to anybody: written by `export`, read by `verify`.

It has a name and a version of its form, the match's number, its rules, the players' names, which
events were taken back, all events with number, cause, hash, the fingerprint, and the timing table
that follows from the events.
The names are there to be read only: they are not sealed, and may be left out. No id of a person
stands in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from minecart_robbery.engine.events import Event
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import Rules
from minecart_robbery.engine.superseded import taken_back
from minecart_robbery.record.sealing import canonical
from minecart_robbery.record.timings import Timing, timings
from minecart_robbery.record.written import VERSION

RULES: TypeAdapter[Rules] = TypeAdapter(Rules)
"""How a match's rules are written down."""

_ROWS: TypeAdapter[Timing] = TypeAdapter(Timing)


class MalformedDocumentError(ValueError):
    """What was given is no exported record; the message says why, in one line."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", hide_input_in_errors=True)


class Line(_Part):
    """One event: its number, the key of its cause, the event as it was written, its hash."""

    number: int
    cause: str
    event: dict[str, Any]
    hash: str


class EarlierName(_Part):
    """Who sat in a seat until event number `until`; not sealed."""

    seat: str
    name: str
    until: int


class SeatedNames(_Part):
    """Who sits in which seat, in the end, and who did before if others played on; not sealed."""

    dmo: str
    candidate: str
    earlier: list[EarlierName] | None = None

    def of(self, seat: str, event: int) -> str:
        """Who sat in a seat at the event of that number."""
        for sat in self.earlier or ():
            if sat.seat == seat and event < sat.until:
                return sat.name
        return self.dmo if seat == Seat.DMO else self.candidate


class Row(_Part):
    """One row of the timing table, as `Timing` says; it follows from the events."""

    event: int
    round: int
    turn: int | None
    seat: str
    did: str | None
    by_host: bool
    received: int | None
    deadline: int | None
    margin: int | None
    came: str
    taken_back: bool = False


class Document(_Part):
    """A whole record of one match, as exported.

    `written` is the form in which the events were written down (S42), `taken_back` are the numbers
    of those events that a host has taken back; what was not is not marked at all (R32).
    """

    format: Literal["minecart record"] = "minecart record"
    version: Literal[1] = 1
    written: int = Field(ge=1, le=VERSION)
    match: int
    rules: dict[str, Any]
    names: SeatedNames | None = None
    taken_back: list[int] = Field(default_factory=list[int])
    events: list[Line]
    fingerprint: str
    timings: list[Row]


def document_text(document: Document) -> str:
    """The document as JSON, an event a line, a row of the timing table a line."""
    head = document.model_dump(exclude={"events", "fingerprint", "timings"}, exclude_none=True)
    if not document.taken_back:
        del head["taken_back"]
    return (
        "{\n"
        + "".join(f"{_json(name)}: {_json(value)},\n" for name, value in head.items())
        + f'"events": {_lines(document.events)},\n'
        + f'"fingerprint": {_json(document.fingerprint)},\n'
        + f'"timings": {_lines(document.timings)}\n'
        + "}"
    )


def timing_rows(events: Iterable[Event]) -> list[Row]:
    """The timing table of these events, as it stands in a document."""
    return [Row.model_validate(_ROWS.dump_python(row, mode="json")) for row in timings(events)]


def taken_back_numbers(events: Iterable[Event]) -> list[int]:
    """The numbers of those of these events that were taken back, as they stand in a document."""
    return sorted(taken_back(events))


def _lines(parts: Sequence[Line | Row]) -> str:
    lines = ",\n".join(f"  {_json(part.model_dump(exclude_defaults=True))}" for part in parts)
    return f"[\n{lines}\n]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_document(text: str) -> Document:
    """The document that `text` is. Raises MalformedDocumentError if it is none."""
    try:
        found = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_each_name_once)
        canonical(found)
    except MalformedDocumentError:
        raise
    except (ValueError, RecursionError) as error:
        raise MalformedDocumentError("it is not JSON") from error
    try:
        return Document.model_validate(found)
    except ValidationError as error:
        raise MalformedDocumentError(f"it is no exported record: {_first(error)}") from error


def _each_name_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """A name given twice would show one value to a person and another one to a program."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise MalformedDocumentError("a name stands in it twice in one object")
    return found


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    message = first["msg"][:1].lower() + first["msg"][1:]
    return f"{where}: {message}" if where else message
