"""The golden transcripts: a script, and beside it what the referee makes of it, twice.

`NAME.txt` is the script, `NAME.log` what a person reads, `NAME.jsonl` what a program reads.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from minecart_robbery.cli import app

FOLDER = Path(__file__).parent
OPTIONS = {".log": (), ".jsonl": ("--json",)}
"""For each kind of golden file what the referee is asked for."""

NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))


def golden(name: str, kind: str) -> Path:
    """Where the golden file of a script stands."""
    return FOLDER / f"{name}{kind}"


@cache
def printed(name: str, kind: str) -> bytes:
    """What the referee prints now for a script, byte for byte; it is asked once a run."""
    arguments = ["referee", str(FOLDER / f"{name}.txt"), *OPTIONS[kind]]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, (name, result.stderr, result.exception)
    return result.stdout_bytes


@dataclass(frozen=True)
class Transcript:
    """What the referee tells programs of a script, for tests that know what it must tell them."""

    objects: tuple[dict[str, Any], ...]

    def all(self, event: str) -> list[dict[str, Any]]:
        """The objects of this event, in their order."""
        return [found for found in self.objects if found["event"] == event]

    def of(self, event: str, *keys: str) -> list[tuple[Any, ...]]:
        """What stands under these keys in each object of this event."""
        return [tuple(found[key] for key in keys) for found in self.all(event)]

    @property
    def settled(self) -> list[tuple[Any, ...]]:
        """Each settled turn: the cart, the track it ran on, the guard, who got how many gems."""
        return self.of("turn_settled", "cart", "ran_on", "guard", "to", "gems")

    @property
    def opened_with(self) -> list[tuple[int, ...]]:
        """The stashes with which each turn opened, North, Central and South."""
        return [stashes(found["stashes"]) for found in self.all("turn_opened")]

    @property
    def left(self) -> list[tuple[int, ...]]:
        """The stashes that each settled turn left, North, Central and South."""
        return [stashes(found["stashes_after"]) for found in self.all("turn_settled")]

    @property
    def gems(self) -> list[tuple[int, int]]:
        """Cora's and Zac's gems after each settled turn."""
        found = [settled["gems_after"] for settled in self.all("turn_settled")]
        return [(tally["Cora"], tally["Zac"]) for tally in found]

    def from_whom(self, *events: str) -> list[tuple[str, str, str]]:
        """When who said what that came to one of these events."""
        found = [it for it in self.objects if it["event"] in events]
        return [(it["at"], it["by"], it["text"]) for it in found]


def stashes(found: dict[str, int]) -> tuple[int, ...]:
    """The stashes of an object, in the order North, Central, South."""
    assert list(found) == ["north", "central", "south"]
    return tuple(found.values())


@cache
def transcript(name: str) -> Transcript:
    """The transcript of the script of this name, as the referee makes it now."""
    text = printed(name, ".jsonl").decode()
    return Transcript(tuple(json.loads(line) for line in text.splitlines()))


def log(name: str) -> list[str]:
    """The lines of the log of the script of this name, as the referee writes it now."""
    return printed(name, ".log").decode().splitlines()


def public(lines: list[str]) -> list[str]:
    """Those lines of a log that stand in the DM channel for everybody to see."""
    found: list[str] = []
    is_public = True
    for line in lines:
        if not line.startswith("     "):
            is_public = not line.startswith("  ·")
        if is_public:
            found.append(line)
    return found
