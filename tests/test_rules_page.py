"""The examples of docs/rules.md come to what is quoted below them, and no ruling is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from minecart_robbery.referee import adjudicate, parse
from minecart_robbery.referee.log import log_lines
from minecart_robbery.words.notices import plain

PAGE = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
PLAYERS = "dmo Cora\ncandidate Zac\n"
STARTED = "00:00 host desk start\n00:01 Cora dm miner\n"
EXAMPLES = re.findall(r"```script\n(.*?)```\n((?:> [^\n]*\n)+)", PAGE, re.DOTALL)
RULINGS = re.findall(r"^- \*\*R(\d+)\*\*", PAGE, re.MULTILINE)


def whole(script: str) -> str:
    """The script of an example with what it leaves out: who plays, and how the match began."""
    if script.startswith("dmo "):
        return script
    lines = script.splitlines(keepends=True)
    settings = "".join(line for line in lines if line.startswith("set "))
    said = "".join(line for line in lines if not line.startswith("set "))
    return f"{PLAYERS}{settings}{STARTED}{said}"


def is_said_in_order(quoted: list[str], told: list[str]) -> str | None:
    """The first quoted line that isn't told after those before it; None if all are."""
    rest = iter(told)
    return next((line for line in quoted if not any(line in it for it in rest)), None)


@pytest.mark.parametrize(("script", "quoted"), EXAMPLES)
def test_an_example_of_the_rules_comes_to_what_is_quoted_below_it(script: str, quoted: str):
    told = list(log_lines(adjudicate(parse(whole(script)))))
    wanted = [plain(line.removeprefix("> ")) for line in quoted.splitlines()]
    assert is_said_in_order(wanted, told) is None, told


def test_a_line_that_is_not_said_or_not_in_that_order_is_found():
    assert is_said_in_order(["b", "c"], ["a", "b", "c"]) is None
    assert is_said_in_order(["c", "b"], ["a", "b", "c"]) == "b"
    assert is_said_in_order(["d"], ["a", "b", "c"]) == "d"


def test_each_ruling_stands_on_the_page_once_and_in_its_order():
    assert [int(number) for number in RULINGS] == list(range(1, 37))
    assert len(EXAMPLES) == PAGE.count("```script")
