"""The catalogue of sentences: all that a person reads stands in `config/words.toml`."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import cast

from minecart_robbery.shipped import shipped

Filling = str | int


class _Sentence(string.Formatter):
    """`str.format`, and `{gems:gem|gems}` for a number with its noun: "1 gem", "4 gems"."""

    def format_field(self, value: object, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if bar:
            return f"{value} {one if value == 1 else many}"
        return cast(str, super().format_field(value, format_spec))


_SENTENCE = _Sentence()


@cache
def sentences() -> Mapping[str, Mapping[str, str | list[str]]]:
    """All sentences, by section and name; a list holds several that take turns."""
    return tomllib.loads(shipped("config", "words.toml").read_text(encoding="utf-8"))


def say(section: str, name: str, /, *, variant: int = 0, **filled_in: Filling) -> str:
    """The sentence of that name, filled in. Where several take turns, `variant` says whose it is.

    Raises KeyError for a sentence that isn't there, or for a gap that isn't filled.
    """
    found = sentences()[section][name]
    sentence = found if isinstance(found, str) else found[variant % len(found)]
    return _SENTENCE.vformat(sentence, (), filled_in)


def name_of(noun: str) -> str:
    """How a track, a role or a bonus action is called in a sentence."""
    return say("names", noun)


def seconds(ms: int) -> str:
    """A span of milliseconds, 0 or more, in seconds: never more than it was.

    To a tenth, and exactly where a tenth would hide it.
    """
    return f"{ms / 1000:.3f}" if 0 < ms < 100 else f"{ms // 100 / 10:.1f}"
