"""Each failure has its row in docs/failures.md, and each row names tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent.parent
PAGE = (HERE / "docs" / "failures.md").read_text(encoding="utf-8")
GROUPS = re.split(r"^## .*\n", PAGE, flags=re.MULTILINE)[1:]


def rows(text: str) -> dict[int, str]:
    """The rows of a page or of one group, each with what it says."""
    pieces = re.split(r"^- \*\*S(\d+)\*\* ", text, flags=re.MULTILINE)[1:]
    return {int(number): said for number, said in zip(pieces[::2], pieces[1::2], strict=True)}


def named(text: str) -> list[str]:
    """The tests that are named, as file::name."""
    return re.findall(r"`(tests/[\w/]+\.py::\w+)`", text)


def missing_of(tests: list[str]) -> list[str]:
    """Those of the named tests that stand in no file."""
    return [test for test in tests if test.partition("::")[2] not in defined_beside(test)]


def defined_beside(test: str) -> set[str]:
    """What is defined in the file of a named test; nothing where there is no such file."""
    path = HERE / test.partition("::")[0]
    if not path.is_file():
        return set()
    found = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {it.name for it in found if isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_each_failure_stands_on_the_page_once_and_each_group_is_in_order():
    numbers = [int(it) for it in re.findall(r"^- \*\*S(\d+)\*\*", PAGE, re.MULTILINE)]
    assert sorted(numbers) == list(range(1, 66))
    for group in GROUPS:
        assert list(rows(group)) == sorted(rows(group))


def test_each_failure_names_a_test_and_every_named_test_exists():
    assert [number for number, said in rows(PAGE).items() if not named(said)] == []
    assert missing_of(named(PAGE)) == []
    assert len(named(PAGE)) == PAGE.count("::")


def test_a_named_test_that_does_not_exist_is_found():
    there = "tests/test_failures_page.py::test_a_named_test_that_does_not_exist_is_found"
    wrong = ["tests/test_failures_page.py::test_no_such", "tests/no_such.py::test_any"]
    assert missing_of([there, *wrong]) == wrong
