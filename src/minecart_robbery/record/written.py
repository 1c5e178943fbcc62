"""How events are written down: one JSON object each, read back as the same value."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Discriminator, TypeAdapter

from minecart_robbery.engine.events import Event

VERSION = 1
"""The form in which events are written; a match keeps the one it was begun in (S42)."""

_EVENT: TypeAdapter[Event] = TypeAdapter(
    Annotated[Event, Discriminator("event")], config=ConfigDict(hide_input_in_errors=True)
)


def written(event: Event) -> str:
    """The event as JSON."""
    return _EVENT.dump_json(event).decode()


def read_back(body: str) -> Event:
    """The event that `written` wrote. Raises pydantic's ValidationError for anything else."""
    return _EVENT.validate_json(body)
