"""The lists of phrases beside this file: what people type, and how it is read.

A line of a list is a phrase, " | " and how it is read. In a phrase, a backslash and n is a line
break, a backslash and z a zero-width space. Lines that open with ";;" say what the list is.
"""

from __future__ import annotations

from pathlib import Path

_LISTS = Path(__file__).parent / "phrases"
AT_LEAST = {
    "picks": 150,
    "roles": 150,
    "bonuses": 150,
    "keep": 30,
    "ready": 30,
    "hosts": 30,
    "asked_back": 150,
    "near_misses": 150,
    "chatter": 150,
}
TRIED_AT_LEAST = {"attempts": 60, "left_alone": 60}
"""Lists of what `read` leaves alone, and how `attempt` takes it."""


def phrases(name: str) -> list[tuple[str, str]]:
    """The phrases of a list, each with how it is read."""
    lines = (_LISTS / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    listed = [line.rsplit(" | ", 1) for line in lines if line and not line.startswith(";;")]
    return [
        (phrase.replace(r"\n", "\n").replace(r"\z", "\u200b"), expected)
        for phrase, expected in listed
    ]


def plain_phrases() -> list[str]:
    """Every listed phrase of letters and spaces only, whatever it means."""
    listed = [phrase for name in AT_LEAST for phrase, _ in phrases(name)]
    return [phrase for phrase in listed if phrase.replace(" ", "").isalpha() and phrase.isascii()]
