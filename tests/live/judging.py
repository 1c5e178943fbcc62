"""Judging a match's events by the model of a turn and by what was sent, and by nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.engine.rules import Rules
from minecart_robbery.words.panels import Occasion, PanelKey
from tests.live.turn_model import MINES, Bonuses, Came, ModelTurn, Said, When, told_in_order

Sayings = Iterable[tuple[Said, PanelKey | None]]
"""All that was said in a match; with the panel on which it was pressed, if it was."""


def when(moment: Moment) -> When:
    """A moment as the model has it."""
    return moment.ms, moment.is_edit, moment.snowflake


@dataclass(frozen=True)
class Before:
    """How things lay before a turn opened: what is taken back lies so again (R32)."""

    opened: ev.TurnOpened | None
    gems: dict[Seat, int]
    stashes: dict[str, int]
    used: Bonuses
    is_disturbed: bool


@dataclass
class Judge:
    """Goes along with a match, event by event. `count` is how many turns were judged, or not.

    A turn in which the house or the hosts stopped the clock isn't judged, nor those after it in
    its round, since what was played in it isn't known then. `too_soon` are edits that were heard
    before there was a turn: one of the very millisecond of its opening is judged as being before.
    """

    rules: Rules
    count: Counter[str]
    seen: int = 0
    openings: int = 0
    opened: ev.TurnOpened | None = None
    is_opening_known: bool = False
    turn: ModelTurn | None = None
    gems: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    stashes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MINES, 0))
    used: Bonuses = field(default_factory=Bonuses)
    is_disturbed: bool = False
    too_soon: set[When] = field(default_factory=set[When])
    settled: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    before: dict[tuple[int, int], Before] = field(default_factory=dict[tuple[int, int], "Before"])

    def go_on(self, events: Sequence[ev.Event], said: Sayings) -> None:
        """Judge what has happened since the last time; `said` is all that was ever said."""
        new, self.seen = events[self.seen :], len(events)
        for event in new:
            match event:
                case ev.ReadyAsked() | ev.RoleAsked():
                    self.openings += 1
                case ev.TurnOpened():
                    self.openings += 1
                    self._opens(event)
                case ev.ClockStarted(at=at) if self.turn is not None and not self.is_opening_known:
                    self.turn = ModelTurn(
                        when(at), self.turn.turn_ms, self.turn.miner, self.turn.stashes, self.used
                    )
                    self.is_opening_known = True
                case (
                    ev.ClockRestarted() | ev.MatchPaused() | ev.ClockExtended() | ev.ClockEnded()
                ) if self.turn is not None:
                    self.is_disturbed = True
                case ev.TakenBack():
                    self._takes_back(event)
                case ev.TurnSettled():
                    self._settles(event, said)
                case _:
                    pass

    def _opens(self, event: ev.TurnOpened) -> None:
        """Each mine has one gem more (R2); a round begins with nothing (R1); roles swap (R8)."""
        if event.turn == 1:
            self.is_disturbed, self.used = False, Bonuses()
            self.stashes, self.gems = dict.fromkeys(MINES, 0), dict.fromkeys(Seat, 0)
        elif self.opened is not None:
            assert event.miner is self.opened.miner.other
        self.before[event.round, event.turn] = Before(
            self.opened, self.gems.copy(), self.stashes, set(self.used), self.is_disturbed
        )
        self.stashes = {mine: gems + 1 for mine, gems in self.stashes.items()}
        assert {mine.value: event.stashes.at(mine) for mine in Track} == self.stashes
        self.opened, self.is_opening_known = event, False
        ms, used, stashes = self.rules.turn_ms, set(self.used), dict(self.stashes)
        self.turn = ModelTurn(when(event.at), ms, event.miner, stashes, used)

    def _takes_back(self, event: ev.TakenBack) -> None:
        """A turn is as it was before it opened; a round's first turn begins with nothing anyway."""
        since = (event.round, event.turn or 0)
        self.settled = {it for it in self.settled if it < since}
        self.turn = None
        if event.turn is not None:
            before = self.before[event.round, event.turn]
            self.opened, self.gems, self.stashes = before.opened, before.gems, before.stashes
            self.used, self.is_disturbed = before.used, before.is_disturbed

    def _settles(self, event: ev.TurnSettled, said: Sayings) -> None:
        """A turn is settled once, and as what was said in it has it (R3 to R24)."""
        assert (event.round, event.turn) not in self.settled, "settled twice"
        self.settled.add((event.round, event.turn))
        assert self.turn is not None
        if self.is_disturbed:
            self.count["turns not judged"] += 1
        else:
            self.count["turns judged"] += 1
            occasion = Occasion(event.round, event.turn, self.openings)
            meant = (it for it, key in said if key is None or key.occasion == occasion)
            came = told_in_order(self.turn, filter(self._counts, meant)).came()
            assert came_of(event) == came, (came_of(event), came)
            self.used = self.turn.used
        if event.to is not None:
            self.gems[event.to] += event.gems
        assert event.gems >= 0
        assert {seat: event.gems_after.of(seat) for seat in Seat} == self.gems
        self.stashes = {mine.value: event.stashes_after.at(mine) for mine in Track}
        self.turn = None

    def _counts(self, said: Said) -> bool:
        assert self.turn is not None
        return said.when not in self.too_soon or said.when[0] != self.turn.opened[0]


def came_of(event: ev.TurnSettled) -> Came:
    """What a turn came to, as the model would say it."""
    stashes = {mine.value: event.stashes_after.at(mine) for mine in Track}
    silent, over_at = set(event.silent), event.over_at
    return Came(
        event.cart, event.ran_on, event.guard, event.to, event.gems, silent, stashes, over_at
    )
