"""A match's rules in words: the game explained, and each setting's value as people write it.

The same in a script and on Discord. Which settings there are is the rules' to say. Whether a number
is in its range is asked of `Rules`.
"""

from __future__ import annotations

import re
from typing import Any

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import (
    RANGES,
    SETTINGS,
    ReadyRounds,
    RoleDefault,
    Rules,
    WhichRounds,
)
from minecart_robbery.words.catalogue import say

Value = int | float | bool | RoleDefault | ReadyRounds | Seat
"""What a rule may be set to."""

_KINDS: dict[str, type[Any]] = {name: type(getattr(Rules(), name)) for name in SETTINGS}
_NUMBER = {int: re.compile(r"-?[0-9]{1,9}"), float: re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")}


def choices_of(rule: str) -> dict[str, Value] | None:
    """The words of which a rule's value is one, with what they mean; None for a number."""
    kind = _KINDS[rule]
    if kind is bool:
        return {"on": True, "off": False}
    if issubclass(kind, RoleDefault | ReadyRounds | Seat):
        return {value.value: value for value in kind}
    return None


def is_whole(rule: str) -> bool:
    """Whether a rule's value is a whole number."""
    return _KINDS[rule] is int


def value_of(rule: str, text: str) -> Value | None:
    """The value that a text is; None if it is none that this rule can have."""
    choices = choices_of(rule)
    if choices is not None:
        return choices.get(text)
    kind = int if is_whole(rule) else float
    value = kind(text) if _NUMBER[kind].fullmatch(text) else None
    least, most = RANGES[rule]
    return value if value is not None and least <= value <= most else None


def value_text(value: object) -> str:
    """A value as people write it: what `value_of` reads."""
    match value:
        case True:
            return "on"
        case False:
            return "off"
        case float():
            return f"{value:g}"
        case other:
            return str(other)


def allowed_text(rule: str) -> str:
    """What a rule can be set to, in words."""
    choices = choices_of(rule)
    if choices is not None:
        return one_of(choices)
    least, most = (f"{bound:g}" for bound in RANGES[rule])
    return say("settings", "whole" if is_whole(rule) else "number", least=least, most=most)


def one_of(choices: dict[str, Value] | list[str]) -> str:
    """A few words, each of which can be written."""
    return say("asked_back", "or").join(f"**{choice}**" for choice in choices)


_ROUND_NUMBER = re.compile(r"[0-9]{1,10}")


def which_rounds(text: str) -> WhichRounds | None:
    """The rounds that `text` names: odd, even or one by its number; None if it names none."""
    match text.strip().lower():
        case "odd":
            return "odd"
        case "even":
            return "even"
        case number if _ROUND_NUMBER.fullmatch(number):
            return int(number)
        case _:
            return None


def rules_text(rules: Rules) -> str:
    """The game as a match with these rules would be played."""
    return say(
        "rules",
        "text",
        target_gems=rules.target_gems,
        rounds_to_win=rules.rounds_to_win,
        turn_seconds=rules.turn_seconds,
        first=say("names", rules.first_picker),
        second=say("names", rules.first_picker.other),
    ).strip()
