"""Whatever stands in a script, the referee adjudicates it or names the line that is wrong."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.referee import MalformedScriptError, Script, adjudicate, parse
from minecart_robbery.referee.log import log_lines
from tests.golden.transcripts import FOLDER, NAMES

LINE_END = re.compile(r"\r\n|\r|\n")
SCRIPTS = [(FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in NAMES]
LINES = sorted({line for script in SCRIPTS for line in script.splitlines()})
WORDS = sorted({word for line in LINES for word in line.split()})
ODD = [
    '"',
    "#",
    "-",
    "\ufeff",
    "\r",
    "\x0c",
    "\u2028",
    "\x00",
    "999:59.999",
    "0:0",
    "{}",
    "**",
    "{x}",
]

a_word = st.one_of(st.sampled_from(WORDS), st.sampled_from(ODD), st.text(max_size=8))
a_line = st.one_of(
    st.sampled_from(LINES),
    st.lists(a_word, max_size=6).map(" ".join),
    st.builds(
        "{} {} {} {}".format,
        st.sampled_from(["05:00", "59:00", "2:00:00"]),
        st.sampled_from(["Cora", "Zac", "host", "-"]),
        st.sampled_from(["dm", "sub", "desk"]),
        st.lists(a_word, max_size=4).map(" ".join),
    ),
)


@st.composite
def a_mutated_script(draw: st.DrawFn) -> str:
    """A script of ours with some lines taken out, put in, swapped or spoilt."""
    lines = draw(st.sampled_from(SCRIPTS)).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines)))
        match draw(st.sampled_from(["out", "in", "spoil", "cut"])):
            case "out":
                del lines[at : at + draw(st.integers(1, 3))]
            case "in":
                lines.insert(at, draw(a_line))
            case "cut":
                lines = lines[:at] or lines
            case _ if at < len(lines):
                words = lines[at].split(" ")
                words[draw(st.integers(0, len(words) - 1))] = draw(a_word)
                lines[at] = " ".join(words)
            case _:
                pass
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines)


def parsed_or_refused(script: str) -> Script | MalformedScriptError:
    try:
        return parse(script)
    except MalformedScriptError as error:
        return error


def adjudicated(script: str) -> bool:
    """Whether the referee takes a script, and says what it makes of it in both ways."""
    parsed = parsed_or_refused(script)
    if isinstance(parsed, MalformedScriptError):
        assert 0 <= parsed.line <= len(LINE_END.split(script))
        assert "\n" not in str(parsed)
        return False
    ruling = adjudicate(parsed)
    assert all(isinstance(line, str) for line in log_lines(ruling))
    for entry in ruling.entries:
        assert json.loads(json.dumps(entry.objects, ensure_ascii=False)) is not None
    return True


@given(a_mutated_script())
def test_a_mutated_script_is_adjudicated_or_its_line_is_named(script: str):
    adjudicated(script)


@given(st.lists(a_line, max_size=12).map("\n".join))
def test_a_heap_of_lines_is_adjudicated_or_its_line_is_named(script: str):
    adjudicated(script)


@given(st.text())
def test_any_text_is_adjudicated_or_its_line_is_named(script: str):
    adjudicated(script)


def test_some_mutated_scripts_are_taken_and_some_are_not():
    taken = [adjudicated(script) for script in SCRIPTS]
    spoilt = [adjudicated(f"{script}\n00:00 nobody\n") for script in SCRIPTS]
    assert all(taken)
    assert not any(spoilt)
