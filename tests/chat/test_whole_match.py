"""A whole match typed on Discord, and what the referee makes of the same script: they agree.

After a wanted change, write the golden files anew and read the difference before committing it:

    GOLDEN=write .venv/bin/python -m pytest tests/chat/test_whole_match.py
"""

from __future__ import annotations

import os

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.nouns import Accelerate, Join, Track
from minecart_robbery.referee import adjudicate
from tests.chat.playing import (
    GOLDEN,
    Stage,
    dm_channel_log,
    play_in,
    public_log,
    raw_log,
    referee_log,
    told_log,
    told_to,
)
from tests.chat.server import Server
from tests.golden.transcripts import public

PLAY = play_in(GOLDEN / "whole-match.txt")
NORTH, CENTRAL, SOUTH = Track


@pytest.fixture
async def played(server_with_windows: Server) -> Server:
    """The server in which the match was just played."""
    await Stage(server_with_windows).play(PLAY)
    return server_with_windows


def golden(name: str, now: list[str]) -> list[str]:
    """The lines of a golden file; with GOLDEN=write they are written first."""
    path = GOLDEN / name
    if os.environ.get("GOLDEN") == "write":
        path.write_text("\n".join(now) + "\n", encoding="utf-8")
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


async def test_the_dm_channel_says_what_the_referee_says(played: Server):
    opening, live = dm_channel_log(played)[:3], dm_channel_log(played)[3:]
    assert opening[1].strip().startswith("🎲 A Death Match is set up here: Cora (DMO) against Zac.")
    assert [line.replace("Hanna changes", "A host changes") for line in live] == public_log(PLAY)


@pytest.mark.parametrize("name", ["Cora", "Zac"])
async def test_each_player_is_told_in_private_what_the_referee_tells_them(
    played: Server, name: str
):
    welcome, live = told_log(played, name)[0], told_log(played, name)[1:]
    assert "This is your submissions channel" in welcome
    assert live == told_to(name, referee_log(PLAY))


async def test_the_dm_channel_is_word_for_word_its_golden_transcript(played: Server):
    now = raw_log(played)
    assert golden("whole-match.dm-channel.log", now) == now


def test_the_referee_knows_of_a_pick_that_the_dm_channel_does_not_show_s21():
    assert len(public(referee_log(PLAY))) - len(public_log(PLAY)) == 1


def test_the_referee_says_what_its_golden_log_says():
    now = referee_log(PLAY)
    assert golden("whole-match.referee.log", now) == now


async def test_a_match_that_has_ended_owes_nothing_and_hears_nothing(played: Server):
    assert await played.bot.record.unfinished_matches() == ()
    before = len(played.env.http_requests)
    await played.zac.send(played.dm, "accelerate north")
    await played.cora.send(played.cora_sub, "north")
    await played.env.advance_time(600)
    assert len(played.env.http_requests) == before


def test_the_match_holds_whatever_can_happen_in_one():
    ruling = adjudicate(PLAY.script)
    events = [event for entry in ruling.entries for event in entry.events]
    settled = [event for event in events if isinstance(event, ev.TurnSettled)]
    bonuses = [event.bonus for event in events if isinstance(event, ev.BonusPlayed)]
    joins = {(NORTH, CENTRAL), (CENTRAL, NORTH), (CENTRAL, SOUTH), (SOUTH, CENTRAL)}
    assert {(it.first, it.second) for it in bonuses if isinstance(it, Join)} == joins
    assert any(isinstance(bonus, Accelerate) for bonus in bonuses)
    silent = [(event.miner in event.silent, event.thief in event.silent) for event in settled]
    assert {(True, False), (False, True), (True, True)} <= set(silent)
    assert [event.defaulted for event in events if isinstance(event, ev.RolePicked)].count(
        True
    ) == 1
    assert any(event.late_ms > 0 for event in events if isinstance(event, ev.NotCounted))
    winners = [event.winner for event in events if isinstance(event, ev.RoundWon)]
    last_turns = {event.round: event for event in settled}
    as_miner = [winner is last_turns[n].miner for n, winner in enumerate(winners, start=1)]
    assert as_miner == [True, False, False]
    assert len(PLAY.edits) == 1
