"""Events are written as JSON and read back as the same values, types included (S42)."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from minecart_robbery.engine.events import LaterEvent, MatchOpened
from minecart_robbery.record.written import read_back, written
from tests.record.examples import EVERY_KIND, OPENED, cause

KINDS = {MatchOpened, *get_args(LaterEvent)}


def typed(value: Any) -> Any:
    """The value with the type of each of its parts."""
    if is_dataclass(value):
        parts: Any = {field.name: typed(getattr(value, field.name)) for field in fields(value)}
    elif isinstance(value, tuple):
        parts = [typed(part) for part in value]
    else:
        parts = value
    return type(value), parts


def test_the_examples_hold_every_kind_of_event():
    assert {type(event) for event in EVERY_KIND} == KINDS


@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda event: event.event)
def test_an_event_comes_back_as_it_was_written(event):
    back = read_back(written(event))
    assert back == event
    assert typed(back) == typed(event)


@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda event: event.event)
def test_what_is_written_is_a_json_object_that_names_its_kind(event):
    body = json.loads(written(event))
    assert body["event"] == event.event
    assert written(read_back(written(event))) == written(event)


@pytest.mark.parametrize(
    "body",
    ["", "{}", "[]", '{"event": "nothing"}', '{"event": "host_called", "seat": "dealer"}'],
)
def test_anything_else_is_not_read_as_an_event(body):
    with pytest.raises(ValidationError):
        read_back(body)


async def test_every_kind_of_event_comes_back_from_the_file(record, match):
    await record.append(match, cause(), EVERY_KIND)
    back = await record.events(match)
    assert [typed(event) for event in back] == [typed(event) for event in (OPENED, *EVERY_KIND)]
