"""The referee says of each script, to the byte, what stands beside it.

After a wanted change, write the golden files anew and read the difference before committing it:

    GOLDEN=write make test        (or: GOLDEN=write .venv/bin/python -m pytest tests/golden)
    git diff tests/golden

What a ruling essentially says is asserted by hand in `test_rulings_*.py`, so that writing the files
anew can't bless a wrong result.
"""

import os
import re
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.golden.transcripts import FOLDER, NAMES, OPTIONS, golden, printed

WRITES = os.environ.get("GOLDEN") == "write"


@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_the_referee_prints_the_golden_file(name: str, kind: str):
    path, now = golden(name, kind), printed(name, kind)
    if WRITES:
        path.write_bytes(now)
    assert path.exists(), f"{path.name} is missing: write it with GOLDEN=write"
    difference = first_difference(path.read_bytes(), now)
    assert difference is None, f"{path.name}, {difference}"


def first_difference(golden: bytes, now: bytes) -> str | None:
    """The first line in which the two differ, with its number; None if they are the same."""
    pairs = zip_longest(golden.split(b"\n"), now.split(b"\n"))
    for number, (was, line) in enumerate(pairs, start=1):
        if was != line:
            return f"line {number}:\n  golden: {_shown(was)}\n  now:    {_shown(line)}"
    return None


def _shown(line: bytes | None) -> str:
    return "(no line)" if line is None else line.decode()


def test_the_differing_line_is_named():
    assert first_difference(b"a\nb\n", b"a\nb\n") is None
    assert first_difference(b"a\nb\n", b"a\nc\n") == "line 2:\n  golden: b\n  now:    c"
    assert first_difference(b"a\n", b"a\nb\n") == "line 2:\n  golden: \n  now:    b"
    assert first_difference(b"a", b"a\n") == "line 2:\n  golden: (no line)\n  now:    "


def without_partner(paths: list[Path]) -> list[str]:
    """Scripts that lack a golden file, and golden files without a script."""
    names = {path.name for path in paths}
    kinds = (".txt", *OPTIONS)
    stems = sorted({path.stem for path in paths if path.suffix in kinds})
    return [f"{stem}{kind}" for stem in stems for kind in kinds if f"{stem}{kind}" not in names]


def test_every_script_has_both_golden_files_and_none_stands_alone():
    assert without_partner(list(FOLDER.iterdir())) == []


def test_a_script_without_its_golden_files_is_found():
    assert without_partner([Path("a.txt"), Path("b.log"), Path("c.py")]) == [
        "a.log",
        "a.jsonl",
        "b.txt",
        "b.jsonl",
    ]


def test_every_ruling_from_1_to_36_has_a_transcript():
    shown = {int(found[1]) for name in NAMES if (found := re.match(r"r(\d\d)-", name))}
    assert shown == set(range(1, 37))


@pytest.mark.parametrize("name", NAMES)
def test_a_script_says_in_comments_what_the_rules_make_of_it(name: str):
    first = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")[0]
    ruling = re.match(r"r(\d\d)-", name)
    assert first.startswith(f"# R{int(ruling[1])}" if ruling else "# ")
