"""What was announced in the DM channel, against the record: read off the texts, and replayed."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from minecart_robbery.engine import events as ev
from minecart_robbery.engine import evolve
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.nouns import Seat, Tally, Track
from minecart_robbery.record.written import read_back
from tests.evenings.evening import Evening
from tests.record.sql import rows
from tests.stand_in.server import until

_BOX = re.compile(
    r"^Round (?P<round>\d+) · Turn (?P<turn>\d+)\n.*?"
    r"North +(?P<north>\d+).*?Central +(?P<central>\d+).*?South +(?P<south>\d+).*?"
    r"Gems:\*\* Cora (?P<dmo_gems>\d+) · \w+ (?P<candidate_gems>\d+).*?"
    r"Rounds:\*\* Cora (?P<dmo_rounds>\d+) · \w+ (?P<candidate_rounds>\d+)",
    re.DOTALL | re.MULTILINE,
)
_CLAIM = re.compile(r"\*\*[^*\n]*?(?:claims|steals|for \w+\.)[^*\n]*\*\*")
_END = re.compile(r"\*\*(?P<winner>\w+) wins the Death Match")
FINGERPRINT = re.compile(r"in full `([0-9a-f]{64})`")


@dataclass(frozen=True)
class Opening:
    """How a match stood when a turn opened; pairs are the DMO's and the candidate's."""

    round: int
    turn: int
    stashes: tuple[int, ...]
    gems: tuple[int, ...]
    rounds: tuple[int, ...]


def announced(evening: Evening) -> list[Opening]:
    """The turns that the DM channel was ever told of, in their order, each as it was first told."""
    first: dict[int, str] = {}
    for it in evening.discord.world.shown:
        is_public = it.message.channel is evening.dm and it.message.to is None
        if is_public and it.message.author.is_bot:
            first.setdefault(it.message.id, it.text)
    return [_opening(found) for text in first.values() for found in _BOX.finditer(text)]


def _opening(box: re.Match[str]) -> Opening:
    def numbers(*names: str) -> tuple[int, ...]:
        return tuple(int(box[name]) for name in names)

    return Opening(
        int(box["round"]),
        int(box["turn"]),
        numbers("north", "central", "south"),
        numbers("dmo_gems", "candidate_gems"),
        numbers("dmo_rounds", "candidate_rounds"),
    )


def events_in(record: Path) -> list[Event]:
    """What happened, as another process reads it."""
    return [read_back(body) for (body,) in rows(record, "SELECT body FROM event ORDER BY number")]


def replayed(events: list[Event]) -> list[Opening]:
    """The turns that were opened, with how the match stood then by the engine's own reckoning."""
    return [
        _as_opening(match) for event, match in steps(events) if isinstance(event, ev.TurnOpened)
    ]


def steps(events: list[Event]) -> Iterator[tuple[Event, Match]]:
    """Each event, with the match after it."""
    match: Match | None = None
    for event in events:
        match = evolve(match, event)
        yield event, match


def _as_opening(match: Match) -> Opening:
    phase = match.current
    assert isinstance(phase, TurnOpen)
    return Opening(
        phase.round.number,
        phase.number,
        tuple(phase.stashes.at(track) for track in Track),
        _pair(phase.round.gems),
        _pair(match.rounds),
    )


def _pair(tally: Tally) -> tuple[int, ...]:
    return tally.dmo, tally.candidate


def winner_announced(evening: Evening) -> Seat | None:
    """Who was announced to have won the match."""
    texts = "\n".join(it.text for it in evening.said(evening.dm))
    found = _END.findall(texts)
    assert len(found) <= 1, found
    return None if not found else Seat.DMO if found[0] == "Cora" else Seat.CANDIDATE


def winner_on_record(events: list[Event]) -> Seat | None:
    """Who has won the match by the record."""
    return next((event.winner for event in events if isinstance(event, ev.MatchWon)), None)


def faults(evening: Evening) -> Iterator[str]:
    """Where what was announced is not what the record says, is doubled, or is missing."""
    events = events_in(evening.record)
    told, true = each_once(announced(evening)), each_once(replayed(events))
    if told != true:
        yield f"announced was {told}, on record is {true}"
    if winner_announced(evening) is not winner_on_record(events):
        yield f"{winner_announced(evening)} was announced to have won"
    yield from _doubled(evening)
    silent = [it for it in events if isinstance(it, ev.TurnSettled) and it.silent]
    yield from (f"somebody was judged silent: {it}" for it in silent)


async def nothing_is_wrong(evening: Evening) -> None:
    """Wait until all is told that is on record, and find nothing wrong with it."""
    with contextlib.suppress(AssertionError):
        await until(lambda: not _is_behind(evening))
    assert list(faults(evening)) == []


def _is_behind(evening: Evening) -> bool:
    """Whether there is more on record than was told."""
    events = events_in(evening.record)
    fewer = len(announced(evening)) < len(replayed(events))
    return fewer or winner_announced(evening) is not winner_on_record(events)


def each_once(openings: list[Opening]) -> list[Opening]:
    """Openings without those that only say once more where the match stands, as a resume does."""
    return [opening for opening, _ in groupby(openings)]


def _doubled(evening: Evening) -> Iterator[str]:
    """What stands twice in a channel: each message of the bot's bears a mark of its own."""
    for channel in evening.guild.channels.values():
        marks = sorted(
            mark for it in evening.said(channel) for mark in _marks(it.embeds, it.content)
        )
        for mark, same in groupby(marks):
            if len(list(same)) > 1:
                yield f"{mark} stands twice in {channel.name}"


def _marks(embeds: list[dict[str, dict[str, str]]], content: str) -> Iterator[str]:
    for embed in embeds:
        yield embed.get("footer", {}).get("text", "")
    yield from re.findall(r"\n-# (\d+ · [A-Z]\d+)$", content)
