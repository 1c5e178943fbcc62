"""The table in figures: what is public in each phase, and nothing that isn't."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due, evolve
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Role, Seat, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import RoleDefault, Rules
from minecart_robbery.rehearsal.board import Board
from tests.deciding import decided

NORTH, CENTRAL, SOUTH = Track
CORA, ZAC = Seat


class Played:
    """A match as its events make it; a second passes with every command."""

    def __init__(self, **rules: Any) -> None:
        self.events: list[Event] = []
        self.match: Match | None = None
        self.ms = 0
        self.do(do.OpenMatch(Rules(**rules)))

    def do(self, *commands: do.Command) -> Played:
        """Let these be done, one after the other."""
        for command in commands:
            self.ms += 1000
            events = decided(self.match, command, Moment(self.ms))
            assert not isinstance(events, Refusal), events
            for event in events:
                self.match = evolve(self.match, event)
                self.events.append(event)
        return self

    def waits(self, seconds: int) -> Played:
        """Let so much time go by, and what is due be done."""
        self.ms += seconds * 1000
        return self.do(do.Expire())

    @property
    def board(self) -> dict[str, Any]:
        """The table as it is shown."""
        return json.loads(Board().after(self.events).shown())


def in_first_turn(**rules: Any) -> Played:
    """Cora mines in the first turn."""
    return Played(**rules).do(
        do.StartMatch(Desk.HOST, skip_ready=True), do.PickRole(CORA, Role.MINER), do.StartClock()
    )


def test_each_phase_is_called_by_its_name():
    start = do.StartMatch(Desk.HOST)
    skip = do.SkipReady(Desk.HOST)
    assert Played().board["phase"] == "waiting"
    assert Played().do(start).board["phase"] == "ready"
    assert Played().do(start, skip).board["phase"] == "role"
    assert in_first_turn().board["phase"] == "turn"
    assert in_first_turn().do(do.PauseMatch(Desk.HOST)).board["phase"] == "paused"
    assert in_first_turn().do(do.CallOff(Desk.HOST)).board["phase"] == "called_off"
    won = in_first_turn(target_gems=1, rounds_to_win=1)
    won.do(do.Say(CORA, NORTH), do.Say(ZAC, SOUTH)).waits(5)
    assert won.board["phase"] == "over"


def test_the_clock_is_that_of_the_phase():
    start = do.StartMatch(Desk.HOST)
    assert Played().board["deadline_ms"] is None
    assert Played().do(start).board["length_ms"] == 120_000
    role = Played(role_seconds=50).do(start, do.SkipReady(Desk.HOST))
    assert (role.board["length_ms"], role.board["deadline_ms"]) == (50_000, role.ms + 50_000)
    turn = in_first_turn(turn_seconds=40)
    assert (turn.board["length_ms"], turn.board["deadline_ms"]) == (40_000, turn.ms + 40_000)
    assert turn.do(do.PauseMatch(Desk.HOST)).board["deadline_ms"] is None


def test_bonus_actions_are_seen_at_once():
    turn = in_first_turn().do(do.Say(ZAC, Accelerate(SOUTH)), do.Say(CORA, Join(SOUTH, CENTRAL)))
    assert turn.board["mines"] == [
        {"track": "north", "stash": 1, "runs_to": ["north"]},
        {"track": "central", "stash": 1, "runs_to": ["central"]},
        {"track": "south", "stash": 2, "runs_to": ["central"]},
    ]
    assert turn.board["bonuses"] == {
        "dmo": {"accelerate": False, "join": True},
        "candidate": {"accelerate": True, "join": False},
    }


@pytest.mark.parametrize("picks", [[(CORA, NORTH)], [(ZAC, SOUTH)], [(CORA, NORTH), (ZAC, SOUTH)]])
def test_picks_change_nothing_that_is_shown(picks):
    turn = in_first_turn()
    before = turn.board
    turn.do(*(do.Say(seat, track) for seat, track in picks))
    assert turn.board == before


def test_the_cart_of_the_last_turn_is_shown_on_its_way():
    turn = in_first_turn().do(
        do.Say(CORA, Join(NORTH, CENTRAL)), do.Say(CORA, NORTH), do.Say(ZAC, CENTRAL)
    )
    assert turn.board["cart"] is None
    turn.waits(5)
    assert turn.board["cart"] == {
        "from": "north",
        "to": ["central"],
        "miner": "dmo",
        "guard": "central",
        "gems": 1,
        "taken_by": "candidate",
    }
    assert turn.board["roles"] == {"dmo": "thief", "candidate": "miner"}
    assert turn.board["gems"] == {"dmo": 0, "candidate": 1}


def test_where_no_cart_ran_none_is_shown():
    assert in_first_turn().waits(90).board["cart"] is None


def test_between_turns_and_before_rounds_the_table_is_shown_in_a_pause_too():
    asked = in_first_turn().do(do.PauseMatch(CORA), do.Say(CORA, NORTH), do.Say(ZAC, SOUTH))
    board = asked.waits(5).board
    assert (board["phase"], board["turn"], board["gems"]["dmo"]) == ("paused", 2, 1)
    assert [mine["stash"] for mine in board["mines"]] == [0, 1, 1]
    round_won = in_first_turn(target_gems=1).do(
        do.PauseMatch(CORA), do.Say(CORA, NORTH), do.Say(ZAC, SOUTH)
    )
    board = round_won.waits(5).board
    assert (board["phase"], board["round"], board["turn"]) == ("paused", 2, 0)
    assert board["rounds"] == {"dmo": 1, "candidate": 0}


def test_in_a_break_the_clock_is_that_of_the_next_turns_opening():
    turn = in_first_turn(between_turns_seconds=20).do(do.Say(CORA, NORTH), do.Say(ZAC, SOUTH))
    board = turn.waits(5).board
    assert (board["phase"], board["round"], board["turn"]) == ("break", 1, 2)
    assert (board["roles"]["dmo"], board["gems"]["dmo"], board["length_ms"]) == ("thief", 1, 20_000)
    assert [mine["stash"] for mine in board["mines"]] == [0, 1, 1]
    assert isinstance(turn.match, Match)
    assert board["deadline_ms"] == due(turn.match)


def test_a_match_that_is_over_stays_where_it_ended():
    won = in_first_turn(target_gems=1, rounds_to_win=1)
    board = won.do(do.Say(CORA, NORTH), do.Say(ZAC, SOUTH)).waits(5).board
    assert (board["round"], board["turn"], board["gems"]["dmo"]) == (1, 1, 1)
    assert [mine["stash"] for mine in board["mines"]] == [0, 1, 1]
    early = Played().do(do.CallOff(Desk.HOST)).board
    assert (early["round"], early["turn"]) == (0, 0)


def test_while_the_hosts_decide_no_clock_is_shown():
    deciding = Played(role_default=RoleDefault.ASK)
    deciding.do(do.StartMatch(Desk.HOST, skip_ready=True)).waits(90)
    assert (deciding.board["phase"], deciding.board["deadline_ms"]) == ("role", None)


def test_r32_the_cart_of_a_turn_that_was_taken_back_is_shown_no_more():
    played = in_first_turn().do(do.Say(CORA, NORTH), do.Say(ZAC, SOUTH)).waits(5)
    assert played.board["cart"] is not None
    assert played.do(do.TakeBack(Desk.HOST, 1, 1)).board["cart"] is None


def test_an_extended_clock_is_as_long_as_it_runs():
    played = in_first_turn()
    length = played.board["length_ms"]
    assert played.do(do.ExtendClock(Desk.HOST, 5000)).board["length_ms"] == length + 5000
