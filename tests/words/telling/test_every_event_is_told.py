"""A new kind of event without words fails the type check, wherever events are told.

The type checker refuses a `match` that does not name each kind, if it ends in `assert_never`. So
that is looked for here, and that no wildcard before it lets a new kind through.
"""

from __future__ import annotations

import ast
import inspect
from types import ModuleType
from typing import get_args

import pytest

from minecart_robbery.engine.events import DeskEvent, Event, PlayEvent
from minecart_robbery.words.telling import events, hosts_log, private

TELLING = [
    (events, ("_public_lines", "_hosting_lines")),
    (private, ("_news",)),
    (hosts_log, ("_lines", "_desk_lines")),
]
"""Where events are told: each function hands on to the next one what it doesn't name."""


def match_in(module: ModuleType, name: str) -> ast.Match:
    """The `match` that a function of the module goes through the kinds of events with."""
    (function,) = ast.parse(inspect.getsource(getattr(module, name))).body
    assert isinstance(function, ast.FunctionDef)
    (found,) = [node for node in function.body if isinstance(node, ast.Match)]
    return found


def named(match: ast.Match) -> set[str]:
    """The kinds of events that have a case of their own, whatever else has to be so."""
    cases = [case for case in match.cases if case.guard is None]
    classes = [node for case in cases for node in ast.walk(case.pattern)]
    return {
        node.cls.attr
        for node in classes
        if isinstance(node, ast.MatchClass)
        and isinstance(node.cls, ast.Attribute)
        and not node.patterns
        and all(isinstance(it, ast.MatchAs) and it.pattern is None for it in node.kwd_patterns)
    }


def wildcards(match: ast.Match) -> list[ast.match_case]:
    """The cases that take whatever comes."""
    return [
        case
        for case in match.cases
        if isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
    ]


@pytest.mark.parametrize(("module", "names"), TELLING, ids=lambda it: getattr(it, "__name__", ""))
def test_each_kind_of_event_is_named_where_events_are_told(module, names):
    found = set[str]().union(*(named(match_in(module, name)) for name in names))
    assert {kind.__name__ for kind in get_args(Event)} - found == set()


@pytest.mark.parametrize(("module", "names"), TELLING, ids=lambda it: getattr(it, "__name__", ""))
def test_what_no_case_names_is_handed_on_and_in_the_end_never_comes(module, names):
    for name, following in zip(names, (*names[1:], "assert_never"), strict=True):
        match = match_in(module, name)
        assert wildcards(match) == match.cases[-1:]
        assert following in ast.unparse(match.cases[-1])


def test_what_is_handed_on_are_the_kinds_around_the_rounds_alone():
    """So a new kind in the rounds has to be named by the first function."""
    for function in (events._hosting_lines, hosts_log._desk_lines):
        kind = inspect.get_annotations(function)["event"]
        assert kind == "ev.MatchOpened | ev.DeskEvent"
    assert not set(get_args(PlayEvent)) & set(get_args(DeskEvent))
