"""Players of the program's: they play whole matches, as persons would, and know no more."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from minecart_robbery.engine.events import BonusPlayed, MatchWon, PickMade
from minecart_robbery.engine.match import Over, TurnOpen
from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join, Role, Seat, Track
from minecart_robbery.rehearsal import players
from minecart_robbery.rehearsal.players import (
    LATEST_S,
    SOONEST_S,
    Outlook,
    RandomPlayer,
    outlook_of,
)
from tests.rehearsal.served import Frame, Served
from tests.words.telling.stage import CORA, NORTH, SOUTH, ZAC, Stage


@pytest.mark.parametrize("seat", list(Seat))
async def test_a_random_player_plays_a_match_to_its_end(served, seat):
    await served.open(bot=seat, turn_seconds=3600)
    director = await served.page("director")
    await director.table(phase="waiting")
    await director.desk("start")
    person = seat.other
    await director.say(person, person, "ready")
    table = served.rehearsal.house.table(served.number)
    assert table is not None
    for step in range(600):
        await served.delivered()
        if isinstance(table.match.current, Over):
            break
        served.passes(1)
        if step % 4 == 3:
            await director.say(person, "dm", "miner")
            await director.say(person, person, "north")
    events = await served.record.events(served.number)
    assert isinstance(events[-1], MatchWon)
    picks = [it for it in events if isinstance(it, PickMade) and it.seat is seat]
    assert picks
    typed = [it for it in (await everything(served)) if it["by"]["seat"] == seat]
    assert len(typed) >= len(picks)


async def everything(served: Served) -> list[Frame]:
    """All messages that stand."""
    page = await served.page("director")
    served.passes(5)
    await page.say("host", "dm", "that is all")
    await page.typed("that is all")
    return list(page.messages.values())


async def test_it_is_there_again_after_a_restart(served):
    await served.open(bot="candidate")
    director = await served.page("director")
    await director.desk("start", skip_ready=True)
    again = await served.again()
    try:
        page = await again.page("director")
        await page.say("dmo", "dm", "miner")
        await page.table(phase="turn")
        await again.delivered()
        again.passes(LATEST_S)
        await page.until(lambda it: it["by"]["seat"] == "candidate")
    finally:
        served.client, served.rehearsal, served.record = again.client, again.rehearsal, again.record


async def test_it_says_nothing_before_a_while_has_passed(served):
    await served.open(bot="candidate")
    director = await served.page("director")
    await served.in_first_turn(director)
    served.passes(SOONEST_S / 2)
    await served.quiet(director)
    assert all(it["by"]["seat"] != "candidate" for it in director.messages.values())


def known_to(seat: Seat, stage: Stage) -> Outlook:
    """What the player in a seat knows of the open turn."""
    assert isinstance(stage.match.current, TurnOpen)
    return outlook_of(stage.match, stage.match.current, seat)


def test_what_a_player_knows_has_no_pick_in_it():
    stage = Stage.in_first_turn()
    before = known_to(CORA, stage)
    stage.say(ZAC, SOUTH, 5)
    after = known_to(CORA, stage)
    assert after == before
    assert "picks" not in {field.name for field in fields(Outlook)}


def test_what_a_player_knows_is_what_is_public():
    stage = Stage.in_first_turn()
    stage.say(ZAC, Accelerate(NORTH), 5)
    found = known_to(ZAC, stage)
    assert (found.role, found.stashes.north) == (Role.THIEF, 2)
    assert found.left[ZAC] == {BonusKind.JOIN}
    assert found.left[CORA] == set(BonusKind)


def test_a_random_player_makes_every_move_that_there_is():
    player = RandomPlayer(random.Random(1))
    stage = Stage.in_first_turn()
    outlook = known_to(CORA, stage)
    moves = {player.move(outlook) for _ in range(2000)}
    joins = {Join(a, b) for a in Track for b in Track if Join(a, b).is_possible}
    assert moves == {*Track, *(Accelerate(mine) for mine in Track), *joins}
    assert {player.start_role() for _ in range(50)} == set(Role)


def test_a_random_player_plays_no_bonus_twice(monkeypatch):
    monkeypatch.setattr(players, "BONUS_EVERY", 1.0)
    player = RandomPlayer(random.Random(1))
    stage = Stage.in_first_turn()
    stage.say(CORA, Accelerate(NORTH), 5)
    outlook = known_to(CORA, stage)
    assert {type(player.move(outlook)) for _ in range(50)} == {Join}
    stage.say(CORA, Join(NORTH, Track.CENTRAL), 6)
    outlook = known_to(CORA, stage)
    assert {type(player.move(outlook)) for _ in range(50)} == {Track}


async def test_after_a_bonus_it_picks_anew(served, monkeypatch):
    monkeypatch.setattr(players, "BONUS_EVERY", 1.0)
    await served.open(bot="candidate")
    director = await served.page("director")
    await served.in_first_turn(director)
    for _ in range(3):
        served.passes(LATEST_S)
        await served.quiet(director)
    events = await served.record.events(served.number)
    kinds = [type(it) for it in events if isinstance(it, BonusPlayed | PickMade)]
    assert kinds == [BonusPlayed, BonusPlayed, PickMade]
