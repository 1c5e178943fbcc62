"""The engine's values: frozen, slotted, equal after equal histories; misuse is an error."""

import dataclasses
import importlib
import pkgutil
from typing import get_args

import pytest

from minecart_robbery import engine
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import deadline_of, due, evolve, replay
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import PauseCause
from minecart_robbery.engine.nouns import Role, Seat, Stashes, Tally
from minecart_robbery.engine.rules import SETTINGS, Rules
from tests.deciding import decided
from tests.engine.table import CANDIDATE, CENTRAL, DMO, MINER, NORTH, SOUTH, THIEF, Table

MODULES = [
    importlib.import_module(f"{engine.__name__}.{found.name}")
    for found in pkgutil.iter_modules(engine.__path__)
]
DATACLASSES = sorted(
    {
        thing
        for module in MODULES
        for thing in vars(module).values()
        if isinstance(thing, type) and dataclasses.is_dataclass(thing)
    },
    key=lambda kind: f"{kind.__module__}.{kind.__name__}",
)


@pytest.mark.parametrize("kind", DATACLASSES, ids=lambda kind: kind.__name__)
def test_every_dataclass_of_the_engine_is_frozen_and_slotted(kind):
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)


def played() -> Table:
    """A table with a bit of everything behind it."""
    table = Table.in_first_turn(target_gems=2)
    table.accelerate(DMO, NORTH, 1000)
    table.join(CANDIDATE, CENTRAL, SOUTH, 2000)
    table.play(NORTH, NORTH)
    table.do(do.CallHost(DMO), 6000)
    table.do(do.PickRole(CANDIDATE, THIEF), 6000)
    table.pause(7000)
    return table


def test_equal_histories_give_equal_matches_with_equal_hashes():
    one, other = played(), played()
    assert one.events == other.events
    assert one.match == other.match
    assert hash(one.match) == hash(other.match)
    assert one.match is not other.match


def test_a_match_replayed_from_its_events_is_equal_at_every_step():
    table = played()
    match = None
    for number, event in enumerate(table.events, start=1):
        match = evolve(match, event)
        assert replay(table.events[:number]) == match
    assert match == table.match


def test_every_event_bears_a_tag_of_its_own():
    tags = [kind.__dataclass_fields__["event"].default for kind in get_args(ev.Event)]
    assert len(set(tags)) == len(tags)


def test_no_events_make_no_match():
    with pytest.raises(ValueError, match="at least one"):
        replay(())


def test_the_first_command_opens_the_match_and_no_later_one_does():
    with pytest.raises(ValueError, match="opens"):
        decided(None, do.SayReady(DMO), Moment(0))
    with pytest.raises(ValueError, match="before"):
        decided(Table().match, do.OpenMatch(Rules()), Moment(0))


def test_the_first_event_opens_the_match_and_no_later_one_does():
    with pytest.raises(ValueError, match="first event"):
        evolve(None, ev.MatchStarted(Moment(0)))
    with pytest.raises(ValueError, match="only once"):
        evolve(Table().match, ev.MatchOpened(Moment(0), Rules()))


NOW = Moment(5)
MISFITS_IN_A_TURN = [
    ev.ReadyAsked(NOW, 1, 120_005),
    ev.ReadySaid(NOW, DMO),
    ev.ReadyOverdue(NOW, 1),
    ev.ReadySkipped(NOW, 1),
    ev.MatchStarted(NOW),
    ev.RoleAsked(NOW, 1, DMO, 60_005),
    ev.HostsDecide(NOW, 1),
    ev.RolePicked(NOW, 1, DMO, MINER, by=DMO, defaulted=False),
    ev.TurnOpened(NOW, 1, 1, DMO, Stashes(1, 1, 1), 60_005),
    ev.RoundWon(NOW, 1, DMO, Tally(1, 0)),
    ev.MatchWon(NOW, DMO, Tally(3, 0)),
    ev.MatchResumed(NOW, None),
]
MISFITS_BEFORE_THE_START = [
    ev.ClockStarted(NOW, 60_005),
    ev.ClockRestarted(NOW, 60_005),
    ev.PickMade(NOW, 1, 1, DMO, NORTH, kept=False, by_host=False),
    ev.MatchPaused(NOW, PauseCause.HOST, ""),
    ev.ClockStopped(NOW),
    ev.GemsAwarded(NOW, 1, DMO, 1, Tally(1, 0), "a slip"),
]


@pytest.mark.parametrize("event", MISFITS_IN_A_TURN, ids=lambda event: event.event)
def test_an_event_that_does_not_happen_in_a_turn_is_an_error(event):
    with pytest.raises(ValueError, match=f"{event.event} can't happen in TurnOpen"):
        evolve(Table.in_first_turn().match, event)


@pytest.mark.parametrize("event", MISFITS_BEFORE_THE_START, ids=lambda event: event.event)
def test_an_event_that_does_not_happen_before_the_start_is_an_error(event):
    with pytest.raises(ValueError, match=f"{event.event} can't happen in WaitingToStart"):
        evolve(Table().match, event)


def test_a_turn_event_that_does_not_fit_inside_a_pause_is_an_error():
    table = Table.started()
    table.pause(1)
    with pytest.raises(ValueError, match="pick_made can't happen in PickingRole"):
        evolve(table.match, MISFITS_BEFORE_THE_START[2])


def test_nothing_is_due_before_the_start_and_no_clock_runs():
    match = Table().match
    assert due(match) is None
    assert deadline_of(match) is None


def test_moments_are_in_the_order_of_milliseconds_then_messages_before_edits_then_snowflakes():
    ordered = [Moment(1, True, 9), Moment(2, False, 1), Moment(2, False, 2), Moment(2, True, 1)]
    assert sorted(reversed(ordered)) == ordered


def test_small_sums_and_opposites_come_out_right():
    assert Stashes(1, 2, 3).total == 6
    assert Tally(2, 5).total == 7
    assert [seat.other for seat in Seat] == [CANDIDATE, DMO]
    assert [role.other for role in Role] == [THIEF, MINER]


def test_the_settings_are_all_fields_of_the_rules_in_their_order():
    assert SETTINGS[0] == "target_gems"
    assert SETTINGS[-1] == "dmo_may_run"
    assert len(SETTINGS) == 15


def test_r29_the_windows_are_fractions_of_seconds_also_when_they_are_given_as_whole_ones():
    """Rules that are equal are written down alike."""
    assert repr(Rules(settle_seconds=0, grace_seconds=2)) == repr(
        Rules(settle_seconds=0.0, grace_seconds=2.0)
    )
