"""The command `minecart`: what it prints, and that a person's mistake is one clear line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from minecart_robbery import __version__
from minecart_robbery.cli import app

SAMPLE = Path(__file__).parents[1] / "samples" / "a-short-match.txt"
SCRIPT = "dmo Cora\ncandidate Zac\n00:00 host desk start\n"


def minecart(*arguments: str, typed: str | bytes | None = None) -> Result:
    """What comes of `minecart` with these arguments, `typed` at its standard input."""
    return CliRunner().invoke(app, arguments, input=typed)


def in_a_process(
    *arguments: str, typed: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The same as a command of its own."""
    return subprocess.run(
        [sys.executable, "-m", "minecart_robbery", *arguments],
        input=typed,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def saved(folder: Path, script: str | bytes) -> str:
    """A script in a file of its own."""
    path = folder / "script.txt"
    path.write_bytes(script if isinstance(script, bytes) else script.encode())
    return str(path)


def assert_one_line_refuses(result: Result, why: str) -> None:
    """Exit code 2, one line on standard error, nothing on standard output, no traceback."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"minecart: {why}\n"


def test_the_version_is_told():
    assert minecart("--version").stdout == f"minecart {__version__}\n"


def test_help_and_no_arguments_tell_of_the_referee():
    assert minecart("--help").exit_code == 0
    for result in (minecart("--help"), minecart()):
        assert "referee" in result.output
        assert "Usage" in result.output


def test_help_for_the_referee_tells_of_its_options():
    shown = minecart("referee", "--help", typed=None).stdout
    assert "--json" in shown
    assert "--seed" in shown


@pytest.mark.parametrize("typed", ["--help", "--version", "record --help", "referee --help"])
def test_help_waits_for_no_library_of_what_is_hosted(typed: str):
    asked = f"""
import sys
from minecart_robbery.cli import app
sys.argv[1:] = {typed.split()}
try:
    app()
except SystemExit:
    print({{"discord", "aiohttp", "aiosqlite", "pydantic_settings"}} & sys.modules.keys())
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


def test_an_unknown_command_is_refused():
    assert minecart("deal").exit_code == 2


def test_the_sample_is_adjudicated_to_its_end():
    result = minecart("referee", str(SAMPLE))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "🏆 Cora wins the Death Match, 2 rounds to 0." in result.stdout


def test_the_sample_is_adjudicated_for_a_program_too():
    lines = minecart("referee", str(SAMPLE), "--json").stdout.splitlines()
    assert json.loads(lines[-1])["event"] == "match_won"
    assert all(line.startswith('{"at": "') for line in lines)


def test_a_script_is_read_from_standard_input():
    result = minecart("referee", "-", typed=SCRIPT)
    assert "Round 1" in result.stdout
    assert_one_line_refuses(
        minecart("referee", "-", typed="oops\n" + SCRIPT),
        "-: line 1: it starts with 'oops', where a moment (mm:ss.sss), 'dmo', 'candidate', 'set' "
        "or '#' is expected",
    )


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path):
    marked = b"\xef\xbb\xbf" + SCRIPT.replace("\n", "\r\n").encode()
    plain = minecart("referee", "-", typed=SCRIPT).stdout
    assert minecart("referee", saved(tmp_path, marked)).stdout == plain
    assert minecart("referee", "-", typed=marked).stdout == plain


def test_the_seed_decides_a_random_role(tmp_path: Path):
    path = saved(tmp_path, "set role_default random\n" + SCRIPT + "02:00 - wait\n")
    shown = {minecart("referee", path, "--seed", str(seed)).stdout for seed in range(10)}
    assert len(shown) == 2
    assert minecart("referee", path).stdout == minecart("referee", path, "--seed", "0").stdout


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (
            SCRIPT + "00:01 Elk dm hello\n",
            "line 4: who is 'Elk'? Known here are Cora, Zac, host, -",
        ),
        ("set target_gems 0\n", "line 1: target_gems must be from 1 to 99"),
        ("", "the script doesn't say who is the dmo"),
        ("# nothing\n", "the script doesn't say who is the dmo"),
        (b"dmo Cora\ncandidate Z\xe4c\n", "it is not UTF-8 text"),
        ("dmo Cora\n".encode("utf-16"), "it is not UTF-8 text"),
    ],
)
def test_a_malformed_script_is_one_line_on_standard_error(
    tmp_path: Path, script: str | bytes, why: str
):
    path = saved(tmp_path, script)
    assert_one_line_refuses(minecart("referee", path), f"{path}: {why}")
    assert_one_line_refuses(minecart("referee", path, "--json"), f"{path}: {why}")
    assert_one_line_refuses(minecart("referee", "-", typed=script), f"-: {why}")


def test_a_file_that_is_not_there_or_is_a_folder_is_one_line_on_standard_error(tmp_path: Path):
    missing = str(tmp_path / "missing.txt")
    assert_one_line_refuses(minecart("referee", missing), f"{missing}: No such file or directory")
    assert_one_line_refuses(minecart("referee", str(tmp_path)), f"{tmp_path}: Is a directory")


def test_without_a_script_the_referee_says_what_it_misses():
    result = minecart("referee")
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_process_of_its_own_prints_the_same_from_any_folder(tmp_path: Path):
    result = subprocess.run(
        [sys.executable, "-m", "minecart_robbery", "referee", str(SAMPLE)],
        capture_output=True,
        check=True,
        cwd=tmp_path,
    )
    assert result.stdout == minecart("referee", str(SAMPLE)).stdout_bytes
    assert result.stderr == b""


def test_a_process_of_its_own_exits_with_2_and_no_traceback():
    result = in_a_process("referee", "-", typed=b"oops\n")
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.startswith(b"minecart: -: line 1: it starts with 'oops'")
    assert result.stderr.count(b"\n") == 1


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_a_console_of_another_encoding_is_no_crash(option: tuple[str, ...]):
    script = (
        SCRIPT + "00:01 Cora dm miner\n00:02 Zac dm ça va? ◆\n00:03 Zac sub nroth 🚂\n"
    ).encode()
    result = in_a_process("referee", "-", *option, typed=script, PYTHONIOENCODING="cp1252")
    assert (result.returncode, result.stderr) == (0, b"")
