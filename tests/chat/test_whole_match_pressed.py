"""The whole match played with buttons only, and by a wild mix of all ways: the same match."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record.record import Record
from minecart_robbery.referee.script import Message
from minecart_robbery.words.player_input import Place
from tests.chat.playing import GOLDEN, Stage, play_in
from tests.chat.pressing import PressingStage, WildStage, story
from tests.chat.server import Server, running_server

PLAY = play_in(GOLDEN / "whole-match.txt")
WAYS = {"typed", "edited", "pressed", "slash"}


async def story_of(record: Record) -> list[str]:
    """What happened in the one match of a record."""
    return story(await record.events(1))


@pytest.fixture
async def typed(tmp_path: Path) -> list[str]:
    """What happened in the match when it was typed."""
    async with running_server(tmp_path / "typed.db") as server:
        await Stage(server).play(PLAY)
        return await story_of(server.bot.record)


async def test_the_whole_match_played_with_buttons_only_is_the_same_match(
    typed: list[str], server_with_windows: Server
):
    server = server_with_windows
    await PressingStage(server).play(PLAY)
    assert await story_of(server.bot.record) == typed
    people = {
        said.by for ch in (server.dm, server.cora_sub, server.zac_sub) for said in server.said(ch)
    }
    assert people == {"TestBot"}


@pytest.mark.parametrize("seed", range(6))
async def test_the_whole_match_played_by_a_wild_mix_of_ways_is_the_same_match(
    typed: list[str], server_with_windows: Server, seed: int
):
    stage = WildStage(server_with_windows, random.Random(seed))
    await stage.play(PLAY)
    assert await story_of(server_with_windows.bot.record) == typed
    assert set(stage.ways) == WAYS


async def test_a_match_with_another_pick_is_another_match(
    typed: list[str], server_with_windows: Server
):
    """So the comparison is known to bite."""
    lines = list(PLAY.script.lines)
    said = Message(Seat.CANDIDATE, Place.SUB, "central")
    at = next(at for at, line in enumerate(lines) if line.action == said)
    lines[at] = replace(lines[at], action=replace(said, text="north"))
    other = replace(PLAY, script=replace(PLAY.script, lines=tuple(lines)))
    await PressingStage(server_with_windows).play(other)
    assert await story_of(server_with_windows.bot.record) != typed
