"""Two programs on one database, in the middle of a turn: one hosts, and no turn is settled twice.

They look at the lease as often as in earnest, only more quickly (S14).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.nouns import Desk, Role, Seat
from minecart_robbery.words.player_input import Place
from tests.crash.accounts import Books, faults
from tests.crash.killing import Life, never
from tests.crash.play import CORA, DM, RULES, SUB, ZAC
from tests.crash.wire import Do, Hear, Idle, MoveTo, Open, Order, Start
from tests.crash.world import SEATING, World


@dataclass
class Town:
    """A world with houses in it, all of them on the database in the file `path`."""

    path: Path
    world: World
    lives: ExitStack
    boots: int = 0

    def house(self, *, beats: bool = True) -> Life:
        """A program that has been started. One without `beats` never looks at its lease."""
        self.boots += 1
        start = Start(str(self.path), self.world.now_ms, f"{self.boots}", beats)
        life = Life(self.world, start, never)
        self.lives.callback(life.end)
        return life

    def in_the_first_turn(self, house: Life) -> None:
        """A match is played until its first turn is open, and Cora has picked."""
        house.until_idle()
        house.give(Open(SEATING, RULES, *self.world.interaction()))
        start = do.StartMatch(Desk.HOST, skip_ready=True)
        house.give(Do(start, *self.world.interaction()))
        house.give(Hear(self.world.types(CORA, str(Role.MINER), DM)))
        turn = turn_in(house.give(self.types(CORA, "north")))
        assert turn.number == 1

    def types(self, seat: Seat, text: str, place: Place = SUB) -> Order:
        """A player types something, which arrives at one of the houses."""
        return Hear(self.world.types(seat, text, place))

    def when_due(self, idle: Idle) -> Order:
        """Time passes until a house expects something."""
        assert idle.next_due_ms is not None
        self.world.move_to(idle.next_due_ms)
        return MoveTo(self.world.now_ms)

    @property
    def settled(self) -> Counter[tuple[int, int]]:
        """How often each turn, by its round and number, was settled."""
        events = Books(self.path).events
        return Counter((it.round, it.turn) for it in events if isinstance(it, ev.TurnSettled))


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    """A world without a house."""
    with ExitStack() as lives:
        yield Town(tmp_path / "record.db", World(), lives)


def turn_in(idle: Idle) -> TurnOpen:
    """The turn that is open."""
    match idle.match:
        case Match(phase=TurnOpen() as turn):
            return turn
        case other:
            raise AssertionError(f"no turn is open in {other}")


def test_s14_the_second_house_is_refused_and_after_the_firsts_death_it_goes_on(town):
    first = town.house()
    town.in_the_first_turn(first)
    refused = town.house().until_idle().refused
    assert f"process {first.process} on " in refused
    assert "another process hosts" in refused
    first.kill()
    meanwhile = town.world.types(ZAC, "north", SUB)
    second = town.house()
    idle = second.until_idle()
    facts = [(fact.seat, fact.at.snowflake) for fact in turn_in(idle).facts]
    assert (ZAC, meanwhile.message) in facts
    assert len(facts) == 2
    idle = second.give(town.when_due(idle))
    assert turn_in(idle).number == 2
    assert town.settled == {(1, 1): 1}
    is_played_on(town, second)


def test_s14_a_house_that_slept_settles_nothing_that_another_has_settled(town):
    asleep = town.house(beats=False)
    town.in_the_first_turn(asleep)
    due = asleep.give(town.types(ZAC, "north"))
    town.path.with_name(f"{town.path.name}.lock").unlink()  # somebody takes it for left behind
    second = town.house()
    idle = second.give(town.when_due(second.until_idle()))
    assert turn_in(idle).number == 2
    told = len(town.world.sights)
    awake = asleep.give(town.when_due(due))
    assert any("is held by process" in error for error in awake.errors)
    assert town.settled == {(1, 1): 1}
    assert len(town.world.sights) == told
    is_played_on(town, second)


def is_played_on(town: Town, house: Life) -> None:
    """The match goes on at this house, and nothing was told twice or left untold."""
    for seat in (CORA, ZAC):
        idle = house.give(town.types(seat, "south"))
    idle = house.give(town.when_due(idle))
    assert turn_in(idle).number == 3
    assert town.settled == {(1, 1): 1, (1, 2): 1}
    assert list(faults(Books(town.path), town.world)) == []
