"""Clocks, phases and timers of a live match: rows S8 to S10."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due, evolve
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import (
    BeforeRound,
    BeforeTurn,
    CalledOff,
    Current,
    Interrupted,
    Match,
    Over,
    PauseCause,
    Paused,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
)
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Seat, Track
from minecart_robbery.engine.rules import RoleDefault
from minecart_robbery.words.notices import text_of
from minecart_robbery.words.telling.status import status_notice
from tests.chat.server import Server
from tests.deciding import decided
from tests.engine.table import Table
from tests.live.hosted import CORA, DM, NORTH, TO_CORA, TO_ZAC, TURN_MS, ZAC, Hosted
from tests.words.telling.stage import NAMES

# ----------------------------------------------------------------- S8


async def test_s8_discord_itself_counts_down_and_no_message_is_edited_meanwhile(server: Server):
    await server.play_to_first_turn()
    (board,) = server.dm.history()[-1].embeds
    assert re.search(r"<t:\d+:R>", str(board.description))
    await server.cora.send(server.cora_sub, "north")
    before = len(server.env.http_requests)
    await server.env.advance_time(59)
    assert len(server.env.http_requests) == before


async def test_s8_nothing_is_said_while_a_clock_runs_but_one_nudge_to_the_silent_player(
    hosted: Hosted,
):
    hosted.house._nudge_ms = 10_000  # pyright: ignore[reportPrivateUsage]
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=100)
    before = len(hosted.room.delivered)
    await hosted.move_to(TURN_MS - 1)
    said = hosted.room.delivered[before:]
    assert [it.to for it in said] == [TO_ZAC]
    assert "Time is running out" in said[0].text
    assert "Time is running out" not in "".join(hosted.room.texts(TO_CORA))


# ----------------------------------------------------------------- S9


def deciding() -> Match:
    """The hosts decide who starts as what."""
    table = Table.started(role_default=RoleDefault.ASK)
    table.do(do.Expire(), 61_500)
    return table.match


def checking() -> Table:
    """Both players are asked whether they are ready."""
    table = Table()
    table.do(do.StartMatch(Desk.HOST), 0)
    return table


def overdue() -> Match:
    """Both players have been asked for long enough."""
    table = checking()
    table.do(do.Expire(), 121_500)
    return table.match


def in_break() -> Match:
    """The break after a turn."""
    table = Table.in_first_turn(between_turns_seconds=10)
    table.play(Track.NORTH, Track.SOUTH)
    return table.match


def interrupted() -> Match:
    """Somebody new has come into a turn, and not both players are ready."""
    table = Table.in_first_turn()
    table.do(do.Substitute(Desk.HOST, Seat.CANDIDATE), 1000)
    return table.match


def paused_by(cause: PauseCause) -> Match:
    """A turn that is paused for this cause."""
    table = Table.in_first_turn()
    match = table.match
    assert isinstance(match.current, TurnOpen)
    commands: dict[PauseCause, do.Command] = {
        PauseCause.HOST: do.PauseMatch(Desk.HOST),
        PauseCause.HOUSE: do.PauseMatch(Desk.HOUSE),
        PauseCause.AWAY: do.AwaitHosts("Zac has left"),
    }
    if cause in commands:
        table.do(commands[cause], 1000)
    elif cause is PauseCause.DMO:
        table.do(do.PauseMatch(Seat.DMO), 1000)
        table.play(Track.NORTH, Track.SOUTH)
    else:
        table.expire()
        table.expire()
    assert table.paused.cause is cause
    return table.match


WAITS: dict[type[Current], list[Callable[[], Match]]] = {
    WaitingToStart: [lambda: Table().match],
    ReadyCheck: [lambda: checking().match, overdue, interrupted],
    PickingRole: [lambda: Table.started().match, deciding],
    BeforeTurn: [in_break],
    TurnOpen: [lambda: Table.in_first_turn().match],
    Paused: [lambda cause=cause: paused_by(cause) for cause in PauseCause],
}
"""A match in each phase that waits; a phase that isn't named here or below fails the walk."""
PASSED_THROUGH: set[type[Current]] = {BeforeRound, Interrupted}
ENDED: set[type[Current]] = {Over, CalledOff}
WAITED_FOR = (
    "waits for a host",
    "A host can go on without waiting",
    "waits for the hosts",
    "A host goes on with",
    "A host, or Cora",
)


def test_s9_every_phase_has_its_answer():
    assert set(get_args(Current)) == set(WAITS) | PASSED_THROUGH | ENDED


@pytest.mark.parametrize("made", [made for some in WAITS.values() for made in some])
def test_s9_a_phase_has_a_deadline_or_says_whom_it_waits_for(made: Callable[[], Match]):
    match = made()
    says = text_of(status_notice(match, NAMES, 1), str)
    assert (due(match) is not None) != any(words in says for words in WAITED_FOR), says


@pytest.mark.parametrize("made", [made for some in WAITS.values() for made in some])
def test_s9_a_host_can_end_every_wait(made: Callable[[], Match]):
    match = made()
    came = decided(match, do.CallOff(Desk.HOST), Moment(10_000_000))
    assert isinstance(came, tuple)
    assert isinstance(evolve(match, came[0]).current, CalledOff)


@pytest.mark.parametrize("made", [made for some in WAITS.values() for made in some])
def test_s9_no_match_rests_in_a_phase_that_waits_for_nobody(made: Callable[[], Match]):
    assert type(made().current) not in PASSED_THROUGH


# ----------------------------------------------------------------- S10


async def test_s10_a_bonus_in_the_last_second_leaves_the_opponent_a_full_minute(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=100)
    await hosted.move_to(TURN_MS)
    await hosted.types(CORA, "accelerate north", DM)
    assert hosted.deadline == 2 * TURN_MS
    await hosted.move_to(2 * TURN_MS)
    await hosted.types(ZAC, "north")
    assert hosted.picked(ZAC) is NORTH


async def test_s10_a_turn_can_be_made_longer_four_times_and_no_more(hosted: Hosted):
    await hosted.in_first_turn()
    bonuses = [
        (seat, words) for seat in Seat for words in ("accelerate north", "join north to central")
    ]
    for number, (seat, words) in enumerate(bonuses, start=1):
        await hosted.move_to(number * TURN_MS)
        await hosted.types(seat, words, DM)
        assert hosted.deadline == (number + 1) * TURN_MS
    for seat, words in bonuses:
        await hosted.types(seat, words, DM)
    assert hosted.deadline == 5 * TURN_MS
    assert {type(it.said) for it in hosted.turn.facts} == {Accelerate, Join}


async def test_s10_on_discord_a_bonus_in_the_last_second_starts_the_clock_anew(server: Server):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "south")
    await server.env.advance_time(59.9)
    await server.cora.send(server.dm, "accelerate south")
    await server.env.advance_time(59.9)
    assert "was silent" not in server.last(server.dm)
    await server.zac.send(server.zac_sub, "guard south")
    said = [said.text for said in server.said(server.zac_sub)]
    assert any("Your pick: **South**. 0.1 s were left." in text for text in said)
