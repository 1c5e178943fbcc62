"""What is typed wrongly is told in one line of the program's own words, and so is a full disk."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from minecart_robbery.cli import app
from tests.patience import HANGS_S
from tests.test_cli import SAMPLE, assert_one_line_refuses, minecart

FULL = Path("/dev/full")
LIBRARIES = re.compile(r"Input should|Invalid value|Usage|Traceback|Error|unable to parse|╭")


NO_ID = "APPLICATION_ID must be a whole number from 1"
NO_MATCH = "MATCH must be a whole number from 1"
NO_PORT = "--port must be a whole number from 1 to 65535"


@pytest.mark.parametrize(
    ("typed", "why", "read"),
    [
        ("invite abc", NO_ID, "minecart invite"),
        ("invite 0", NO_ID, "minecart invite"),
        (f"invite {2**63}", NO_ID, "minecart invite"),
        ("invite", "APPLICATION_ID is missing", "minecart invite"),
        ("invite 1 two", "two is too much", "minecart invite"),
        ("deal", "there is no command deal", "minecart"),
        ("record deal", "there is no command deal", "minecart record"),
        ("--nope", "there is no option --nope", "minecart"),
        ("referee --nope", "there is no option --nope", "minecart referee"),
        ("referee x --seed y", "--seed must be a whole number", "minecart referee"),
        ("rehearse --port 0", NO_PORT, "minecart rehearse"),
        ("rehearse --port x", NO_PORT, "minecart rehearse"),
        ("record export x", NO_MATCH, "minecart record export"),
        ("record log 0", NO_MATCH, "minecart record log"),
        ("record export 1 --format xml", "--format must be json", "minecart record export"),
        ("doctor now", "now is too much", "minecart doctor"),
        ("run now", "now is too much", "minecart run"),
    ],
)
def test_what_is_typed_wrongly_is_refused_in_one_line(typed: str, why: str, read: str):
    assert_one_line_refuses(minecart(*typed.split()), f"{why}: see {read} --help")


@pytest.mark.parametrize(
    ("typed", "why"),
    [("referee x --seed", "--seed needs a value"), ("referee x --json=3", "--json takes no value")],
)
def test_an_option_that_needs_a_value_or_takes_none_says_so(typed: str, why: str):
    assert minecart(*typed.split()).stderr.startswith(f"minecart: {why}: see minecart")


@pytest.mark.parametrize("typed", ["", "record"])
def test_without_a_command_the_help_is_shown(typed: str):
    result = minecart(*typed.split())
    assert (result.exit_code, "Usage" in result.stdout) == (2, True)


TOO_LONG = "x" * 300
NOT_ONE = ["abc", "", "-1", "1e3", "٣x", "9" * 40, "nosuch", TOO_LONG, ".", str(SAMPLE)]
COMMANDS = [
    *("invite {}", "referee {}", "referee nosuch --seed {}", "{}", "record {}", "--{}"),
    *("record list --database {}", "record export {}", "record export 1 --format {}"),
    *("record verify {}", "record verify nosuch --fingerprint {}", "record timings {}"),
    *("record log {}", "record export 5 --database {}", "rehearse --port {}", "doctor --{}"),
    *("rehearse --no-open --port x --data {}", "rehearse --bot {} --no-open --port x", "run {}"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_nonsense_gets_a_librarys_words_or_a_traceback(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    for nonsense in (*NOT_ONE, "binary"):
        typed = [part.replace("{}", nonsense) for part in command.split()]
        result = CliRunner().invoke(app, typed)
        assert result.exit_code in (0, 1, 2), (typed, result.exception)
        assert result.exception is None or isinstance(result.exception, SystemExit), typed
        assert not LIBRARIES.search(result.stderr), (typed, result.stderr)
        lines = result.stderr.splitlines()
        assert all(line.startswith("minecart: ") for line in lines), (typed, lines)


def ended(*typed: str, out: Path | None = None, errors: Path | None = None) -> tuple[int, str]:
    """The exit code of a command in a process of its own, and what it says on standard error."""
    nowhere = Path(os.devnull)
    with (out or nowhere).open("w") as stdout, (errors or nowhere).open("w") as stderr:
        done = subprocess.run(
            [sys.executable, "-m", "minecart_robbery", *typed],
            stdout=stdout,
            stderr=stderr if errors else subprocess.PIPE,
            text=True,
            check=False,
            timeout=HANGS_S,
        )
    return done.returncode, done.stderr or ""


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "typed", [f"referee {SAMPLE}", f"referee {SAMPLE} --json", "--help", "--version", "invite 5"]
)
def test_what_cant_be_printed_on_a_full_disk_is_one_line(typed: str):
    code, said = ended(*typed.split(), out=FULL)
    assert code == 1
    assert re.fullmatch(r"minecart: the output can't be written: .+\n", said), said


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_where_not_even_that_can_be_said_there_is_an_exit_code():
    assert ended("invite", "abc", out=FULL, errors=FULL)[0] == 1


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch):
    def fails(_: object) -> str:
        raise ConnectionResetError("the lamp went out")

    monkeypatch.setattr("minecart_robbery.chat.application.invite_link", fails)
    assert isinstance(minecart("invite", "5").exception, ConnectionResetError)


def test_whoever_aborts_is_told_nothing(monkeypatch: pytest.MonkeyPatch):
    def aborts(_: object) -> str:
        raise typer.Abort

    monkeypatch.setattr("minecart_robbery.chat.application.invite_link", aborts)
    result = minecart("invite", "5")
    assert (result.exit_code, result.output) == (1, "")
