"""The program is killed (SIGKILL) at each commit and each delivery of a match, and goes on (S1)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Over
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Stamp
from minecart_robbery.record import Record, Seating
from minecart_robbery.record.exporting import export
from minecart_robbery.record.verifying import verify
from minecart_robbery.words.notices import Audience
from tests.crash.accounts import RECEIPT, Told
from tests.crash.killing import Doom, Point
from tests.crash.play import CORA
from tests.crash.program import MATCH
from tests.crash.runs import Run
from tests.crash.world import Sight, World

AT_ONCE = 2
"""So many evenings are played at the same time."""
KILLS = 5
"""So often the program is killed in one evening."""
ABSENCES = ((5_000, False), (90_000, True), (300_000, True), (300_000, False))
"""How long (in ms) the program is away, and whether people type on meanwhile: in the minute of a
turn, within the two minutes of a nonce, and after them."""
LEASE, TALK, HEARD_AGAIN = 1, 1, 2
"""Commits that come with no new cause and no delivery: the lease was taken, small talk was heard,
and what was typed in a turn was read again when its clock had run out."""


def at_points(*numbers: int) -> Doom:
    """A program is killed at these points (from 0) of an evening, and never again."""
    passed = count()
    return lambda _: next(passed) in numbers


def to_be_killed_at(points: tuple[Point, ...], *, is_after: bool, words: str) -> Doom:
    """A program is killed before or after the first delivery of these words."""
    found = [
        number
        for number, point in enumerate(points)
        if point.letter is not None and point.is_after is is_after and words in _text(point.letter)
    ]
    return at_points(found[0])


def _text(letter: Letter) -> str:
    return RECEIPT.sub("", "\n".join(letter.notice.lines))


@dataclass
class OnceForEachDelivery:
    """A program is killed before each delivery, and after it: where it wasn't so before."""

    known: set[tuple[Audience, str, bool]] = field(default_factory=set)

    def __call__(self, point: Point) -> bool:
        if point.letter is None:
            return False
        what = (point.letter.notice.to, _text(point.letter), point.is_after)
        is_new = what not in self.known
        self.known.add(what)
        return is_new


# ------------------------------------------------------------- the evening by itself


def test_the_scripted_match_has_a_bit_of_everything(undisturbed):
    kinds = {type(event) for event in undisturbed.books.events}
    without = {ev.RulesSet, ev.StarterSet, ev.ReadyOverdue, ev.ReadySkipped, ev.HostsDecide}
    without |= {ev.ClockRestarted, ev.PauseAsked, ev.MatchCalledOff, ev.MatchForfeited}
    without |= {
        ev.TakenBack,
        ev.GemsAwarded,
        ev.BreakBegun,
        ev.ClockExtended,
        ev.ClockEnded,
        ev.SeatTaken,
        ev.PicksShown,
    }
    assert kinds == set(ev.Event.__args__) - without
    assert undisturbed.account.match.current == Over(CORA)
    assert undisturbed.faults == []


def test_nothing_is_committed_or_delivered_that_is_no_point_to_be_killed_at(undisturbed):
    commits = [point for point in undisturbed.points if point.letter is None]
    assert len(commits) == 2 * (undisturbed.books.commits + LEASE + TALK + HEARD_AGAIN)
    assert len(undisturbed.points) - len(commits) == 2 * len(undisturbed.world.sights)


def test_two_undisturbed_evenings_come_to_the_same(theatre, undisturbed):
    assert theatre.run("another").flaws(undisturbed.account) == []


# ------------------------------------------------------------- killed


def test_s1_killed_at_any_commit_or_delivery_the_match_comes_to_the_same(
    theatre, undisturbed, tell
):
    """Several times an evening, so that there is time for every point."""
    wanted, points = undisturbed.account, len(undisturbed.points)
    evenings = -(-points // KILLS)

    def flaws(number: int) -> list[str]:
        away_ms, types_on = ABSENCES[number % len(ABSENCES)]
        numbers = range(number, points, evenings)
        run = theatre.run(
            f"killed-{number}", at_points(*numbers), away_ms=away_ms, types_on=types_on
        )
        assert run.kills == len(numbers)
        return [f"killed at points {[*numbers]}: {flaw}" for flaw in run.flaws(wanted)]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = [flaw for flaws in pool.map(flaws, range(evenings)) for flaw in flaws]
    assert found == []
    assert points > 100
    tell("killed, and the same match each time", {"crash points": points})


def test_s1_killed_at_every_delivery_of_one_evening_it_comes_to_the_same(
    theatre, undisturbed, tell
):
    run = theatre.run("often", OnceForEachDelivery(), away_ms=300_000)
    assert run.flaws(undisturbed.account) == []
    assert run.kills > len(undisturbed.world.sights)
    asyncio.run(is_sound(theatre.empty.with_name("often.db")))
    tell("killed, and the same match each time", {"deliveries of one evening": run.kills})


async def is_sound(path: Path) -> None:
    """The record in that file verifies. Raises FlawError."""
    record = await Record.open(path)
    document = await export(record, MATCH)
    await record.close()
    assert document is not None
    verify(document)


# ------------------------------------------------------------- the comparison bites


class Forgetful(World):
    """Knows neither nonces nor marks."""

    def known(self, channel: int, stamp: Stamp) -> Sight | None:
        """Nothing keeps a letter from coming twice."""
        return None


class WithoutHistory(World):
    """Shows nobody what was said before."""

    def missed(
        self, seating: Seating, seen: Mapping[int, int], since: Moment | None
    ) -> list[Typed]:
        """Nothing that was missed is ever heard."""
        return []


@pytest.mark.parametrize("words", ["You mine this turn", "Accelerate", "🏆"])
def test_where_nothing_keeps_a_letter_from_coming_twice_one_does(theatre, undisturbed, words):
    doom = to_be_killed_at(undisturbed.points, is_after=True, words=words)
    run = theatre.run(f"doubled-{words}", doom, world=Forgetful())
    assert any("came 2 times" in fault for fault in run.faults)
    assert undisturbed.account.differences(run.account)


@pytest.mark.parametrize("is_read", [False, True])
def test_where_what_was_missed_is_not_read_a_host_is_called_in_vain(theatre, undisturbed, is_read):
    """A contrast: a house that hears nothing but what arrives while it lives."""
    world = World() if is_read else WithoutHistory()
    run = theatre.run(f"read-{is_read}", OnceHeard(world, "host!"), world=world)
    assert (run.kills, run.faults) == (1, [])
    lost = [it for it in undisturbed.account.differences(run.account) if "HostCalled" in it]
    assert bool(lost) is not is_read


@dataclass
class OnceHeard:
    """A program is killed at the first point after it has heard these words, and never again."""

    world: World
    words: str
    has_come: bool = False

    def __call__(self, point: Point) -> bool:
        is_said = bool(self.world.messages) and self.world.messages[-1].text == self.words
        comes_now = is_said and not self.has_come
        self.has_come |= comes_now
        return comes_now


PLANTED = range(0, 40, 3)


@pytest.mark.parametrize("number", PLANTED)
def test_a_letter_that_came_twice_is_found(undisturbed, number):
    sights = undisturbed.world.sights
    doubled = with_sights(undisturbed, [*sights[: number + 1], *sights[number:]])
    assert any("came 2 times" in fault for fault in doubled.faults)
    assert undisturbed.account.differences(doubled.account)


@pytest.mark.parametrize("number", PLANTED)
def test_a_letter_that_never_came_is_found(undisturbed, number):
    sights = undisturbed.world.sights
    lost = with_sights(undisturbed, [*sights[:number], *sights[number + 1 :]])
    assert any("came 0 times" in fault for fault in lost.faults)
    assert undisturbed.account.differences(lost.account)


def with_sights(run: Run, sights: list[Sight]) -> Run:
    """The evening as it would have been with these sights."""
    world = World()
    world.messages, world.sights = run.world.messages, sights
    return replace(run, world=world)


def test_each_event_that_is_lost_or_doubled_is_found(undisturbed):
    wanted = undisturbed.account
    for number in range(len(wanted.events)):
        before, (at, *after) = wanted.events[:number], wanted.events[number:]
        assert wanted.differences(replace(wanted, events=(*before, *after)))
        assert wanted.differences(replace(wanted, events=(*before, at, at, *after)))


def test_what_is_left_out_of_an_account_is_little(undisturbed):
    """Besides the starts of clocks, which nobody is told of, each event and each sight is in it."""
    account, events = undisturbed.account, undisturbed.books.events
    starts = [event for event in events if isinstance(event, ev.ClockStarted)]
    assert len(account.events) == len(events) - len(starts)
    assert len([*all_told(undisturbed)]) == len(undisturbed.world.sights)


def all_told(run: Run) -> Iterator[Told]:
    """All that anybody was told."""
    for told in run.account.told.values():
        yield from told
