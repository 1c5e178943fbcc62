"""Scripts for tests: two players, a started match, and the lines that a test is about."""

from __future__ import annotations

from typing import Any

from minecart_robbery.referee import Ruling, adjudicate, parse
from minecart_robbery.referee.log import log_lines

PLAYERS = "dmo Cora\ncandidate Zac\n"
STARTED = PLAYERS + "00:00 host desk start\n"
IN_FIRST_TURN = STARTED + "00:01 Cora dm miner\n"
"""Turn 1 is open from 00:01 to 01:01, Cora mines."""


def ruling(script: str, seed: int = 0) -> Ruling:
    """What the referee makes of a script."""
    return adjudicate(parse(script), seed)


def objects(script: str, seed: int = 0) -> list[dict[str, Any]]:
    """All objects of a script's run, in their order."""
    return [found for entry in ruling(script, seed).entries for found in entry.objects]


def found(script: str, event: str) -> list[dict[str, Any]]:
    """The objects of one event."""
    return [it for it in objects(script) if it["event"] == event]


def log(script: str) -> list[str]:
    """The log, line by line."""
    parsed = parse(script)
    return list(log_lines(adjudicate(parsed)))
