"""The README's examples are what the program really does."""

import asyncio
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from minecart_robbery.cli import app
from minecart_robbery.command_line import terminal
from minecart_robbery.engine.rules import RANGES, SETTINGS, Rules
from minecart_robbery.live.standing import STANDING
from minecart_robbery.record import Record
from minecart_robbery.referee import adjudicate, parse
from minecart_robbery.referee.log import log_lines
from minecart_robbery.words.rules import choices_of, value_text

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(label: str) -> list[str]:
    """The code blocks that stand right below an HTML comment with this label."""
    return re.findall(rf"<!-- {re.escape(label)} -->\n```(?:ini)?\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def samples_log() -> str:
    script = parse((ROOT / "samples" / "a-short-match.txt").read_text(encoding="utf-8"))
    return "".join(f"{line}\n" for line in log_lines(adjudicate(script)))


def test_the_exchange_in_the_readme_is_a_part_of_what_make_sample_prints(samples_log: str):
    (exchange,) = blocks("a part of the sample's log")

    assert exchange in samples_log


def test_the_script_in_the_readme_is_understood_and_played_to_its_last_line():
    (text,) = blocks("a script")
    script = parse(text)
    objects = [found for entry in adjudicate(script).entries for found in entry.objects]

    assert [found["event"] for found in objects].count("turn_settled") == 2
    assert all(found["event"] != "refused" for found in objects)


@pytest.mark.parametrize("label", ["a record verified", "a record's timings"])
def test_the_record_in_the_readme_is_as_it_says(monkeypatch: pytest.MonkeyPatch, label: str):
    (shown,) = blocks(label)
    typed, said = shown.split("\n", 1)
    command = shlex.split(typed.removeprefix("$ minecart "))
    monkeypatch.chdir(ROOT)

    assert CliRunner().invoke(app, command).stdout == said


def test_the_table_of_settings_is_whole_and_has_the_values_as_shipped():
    rows = [re.split(r" *\| *", row)[1:4] for row in README.split("\n") if row.startswith("| `")]
    found = {row[0].strip("`"): row[1:] for row in rows if row[0].strip("`") in STANDING}

    assert tuple(found) == STANDING
    for name in SETTINGS:
        shipped, allowed = found[name]
        assert shipped == value_text(getattr(Rules(), name))
        expected = choices_of(name) or [f"{bound:g}" for bound in RANGES[name]]
        assert allowed == ("–" if name in RANGES else ", ").join(expected)


ANYWHERE_ELSE = ("python", "database", "disk")
"""Checks of which another machine says something else."""


def findings(printed: str) -> list[str]:
    """What the doctor prints, part by part, but for what another machine says otherwise."""
    parts = re.split(r"^(?=\w)", printed, flags=re.MULTILINE)
    return [part for part in parts if part.split()[1:2] not in [[it] for it in ANYWHERE_ELSE]]


def test_the_doctor_in_the_readme_says_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (shown,) = blocks("a set-up checked")
    typed, said = shown.split("\n", 1)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MINECART_TOKEN", raising=False)
    for name, value in {"COLUMNS": "80", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    asyncio.run(migrated(tmp_path / "minecart.db"))

    result = CliRunner().invoke(app, shlex.split(typed.removeprefix("$ minecart ")))

    assert findings(result.stdout) == findings(said)
    assert all(re.search(rf"^ok +{check} ", said, re.MULTILINE) for check in ANYWHERE_ELSE)


async def migrated(path: Path) -> None:
    """A record with nothing in it."""
    await (await Record.open(path)).close()


def test_every_record_command_in_the_readme_is_one():
    commands = re.findall(r"minecart record (\w+)", README)

    assert set(commands) == {"list", "export", "verify", "timings", "log"}
    for command in commands:
        assert CliRunner().invoke(app, ["record", command, "--help"]).exit_code == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_unit_in_the_readme(tmp_path: Path):
    (text,) = blocks("/etc/systemd/system/minecart.service")
    unit = tmp_path / "minecart.service"
    unit.write_text(text.replace("/var/lib/minecart/.local/bin/minecart", sys.executable))
    verify = [shutil.which("systemd-analyze") or "", "verify", str(unit)]
    found = subprocess.run(verify, capture_output=True, text=True)

    assert (found.returncode, found.stderr) == (0, "")
