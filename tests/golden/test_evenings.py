"""Whole evenings drawn at random, with all that hosts and players do: they stay as noted.

A change that is to change no match is tried by them. After a change of the rules that is wanted,
write them anew and read the difference, as for the other golden files.
"""

from __future__ import annotations

import pytest

from tests.golden.test_golden import WRITES, first_difference
from tests.golden.transcripts import FOLDER, golden, printed

EVENINGS = sorted(f"evenings/{path.stem}" for path in (FOLDER / "evenings").glob("*.txt"))
KIND = ".jsonl"


@pytest.mark.parametrize("name", EVENINGS)
def test_a_noted_evening_comes_to_the_same_match(name: str):
    path, now = golden(name, KIND), printed(name, KIND)
    if WRITES:
        path.write_bytes(now)
    difference = first_difference(path.read_bytes(), now)
    assert difference is None, f"{name}, {difference}"


def test_in_these_evenings_everything_is_done_that_can_be_done_at_a_desk():
    done = {
        line.split()[3]
        for name in EVENINGS
        for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        if line.split()[2:3] == ["desk"]
    }
    assert done >= {
        *("start", "skip-ready", "pause", "resume", "starter", "pick", "take-back", "award"),
        *("extend", "settle-now", "substitute"),
    }
