"""What 30,000 texts are read as, beside this file: so that a change shows in all that it changes.

They are the listed phrases, variants of them, and each word of the vocabulary in company. After a
wanted change, write the file anew and read the difference before committing it:

    GOLDEN=write .venv/bin/python -m pytest tests/words/test_readings_kept.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from minecart_robbery.words.reading import attempt, read
from minecart_robbery.words.reading import vocabulary as v
from tests.words.listed import AT_LEAST, TRIED_AT_LEAST, phrases
from tests.words.test_reading import written
from tests.words.variants import in_company, misspelt, varied

KEPT = Path(__file__).parent / "readings.txt"
pytestmark = pytest.mark.no_cover
"""Measuring coverage costs more than the reading, and nothing here is covered by it alone."""
WRITES = os.environ.get("GOLDEN") == "write"


def groups() -> Iterator[tuple[str, list[str]]]:
    """Texts that belong together, under the phrase or the word from which they were made."""
    for name in sorted(AT_LEAST | TRIED_AT_LEAST):
        for phrase, _ in phrases(name):
            yield phrase, [phrase, *varied(phrase)]
    known = v.KNOWN | v.TALK | v.ACTING | v.ADVERB | v.BEING | v.WHERE
    for word in sorted(known):
        yield word, in_company(word)
    for word in sorted(v.ORDINARY - known):
        yield word, misspelt(word)


def taken_as(text: str) -> str:
    """How a text is read; of one that is left alone, what it may be an attempt at."""
    reading = read(text)
    if reading is not None:
        return written(reading)
    tried = attempt(text)
    return "-" if tried is None else f"try {written(tried)}"


def line(name: str, texts: list[str]) -> str:
    """A line of the file."""
    escaped = name.encode("unicode_escape").decode("ascii")
    return " | ".join([escaped, *map(taken_as, texts)])


def test_S38_every_text_is_read_as_it_was_before():
    grouped = list(groups())
    now = [line(*group) for group in grouped]
    if WRITES:
        KEPT.write_text("\n".join(now) + "\n", encoding="utf-8")
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    assert len(kept) == len(now), "write the file anew, and read the difference"
    changed = [
        f"{text!r} was {was}, is {this}"
        for (_, texts), before, after in zip(grouped, kept, now, strict=True)
        if before != after
        for text, was, this in zip(texts, taken(before, texts), taken(after, texts), strict=True)
        if was != this
    ]
    assert changed == []


def test_more_than_twenty_thousand_texts_are_kept_and_every_kind_of_reading_is_among_them():
    lines = KEPT.read_text(encoding="utf-8").splitlines()
    kept = [
        it for (_, texts), line in zip(groups(), lines, strict=True) for it in taken(line, texts)
    ]
    kinds = {it.split()[0] for it in kept if "->" not in it}
    assert len(kept) > 20_000
    assert kinds >= {"-", "pick", "role", "keep", "ready", "host", "ask", "unfinished", "try"}


def taken(line: str, texts: list[str]) -> list[str]:
    """How each of `texts` is read, from their line."""
    return line.rsplit(" | ", len(texts))[1:]
