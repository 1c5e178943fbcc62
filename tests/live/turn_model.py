"""A turn as a few lines know it: what was said, first to last, and what it comes to (R3 to R24).

It shares nothing with the engine but the names of seats: tracks are words here, and what is worst
for a silent player is found by trying every mine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from minecart_robbery.engine.nouns import Seat

MINES = ("north", "central", "south")
When = tuple[int, bool, int]
"""When something was said: the ms, whether by an edit, the id of the message."""
Bonuses = set[tuple[Seat, str]]


@dataclass(frozen=True)
class Said:
    """What a player said, in the plainest words; `text` may be anything at all."""

    when: When
    seat: Seat
    text: str
    in_dm: bool


@dataclass(frozen=True)
class Came:
    """What a turn came to; None for a cart that didn't run, or a guard who was silent."""

    cart: str | None
    ran_on: str | None
    guard: str | None
    to: Seat | None
    gems: int
    silent: set[Seat]
    stashes: dict[str, int]
    over_at: int


@dataclass
class ModelTurn:
    """A turn that opened at `opened`, before anything was said in it."""

    opened: When
    turn_ms: int
    miner: Seat
    stashes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MINES, 1))
    used: Bonuses = field(default_factory=Bonuses)
    picks: dict[Seat, str] = field(default_factory=dict[Seat, str])
    fresh: set[Seat] = field(default_factory=set[Seat])
    runs_on: dict[str, str] = field(default_factory=lambda: {mine: mine for mine in MINES})

    def __post_init__(self) -> None:
        """Its clock runs from the opening, until somebody plays a bonus action (R15)."""
        self.over_at = self.opened[0] + self.turn_ms

    def hear(self, said: Said) -> None:
        """Something was said, and whatever was said before it was heard before."""
        if said.when < self.opened or self.is_over or said.when[0] > self.over_at:
            return
        match said.text.split():
            case [("north" | "central" | "south") as track] if not said.in_dm:
                self.picks[said.seat] = track
                self._is_fresh(said)
            case ["keep"] if not said.in_dm and said.seat in self.picks:
                self._is_fresh(said)
            case ["accelerate", mine] if said.in_dm and self._may_play(said, "accelerate"):
                self.stashes[mine] += 1
            case ["join", first, "to", second] if "central" in (first, second) and said.in_dm:
                if self._may_play(said, "join"):
                    on = self.runs_on.items()
                    self.runs_on = {it: second if where == first else where for it, where in on}
            case _:
                pass

    @property
    def is_over(self) -> bool:
        """Whether both have picked since the last bonus action (R17)."""
        return len(self.fresh) == len(Seat)

    def _is_fresh(self, said: Said) -> None:
        self.fresh.add(said.seat)
        if self.is_over:
            self.over_at = said.when[0]

    def _may_play(self, said: Said, bonus: str) -> bool:
        if (said.seat, bonus) in self.used:
            return False
        self.used.add((said.seat, bonus))
        self.fresh.clear()
        self.over_at = said.when[0] + self.turn_ms
        return True

    def came(self) -> Came:
        """What the turn comes to, if nothing more is said in it."""
        silent = set(Seat) - set(self.picks)
        if len(silent) == len(Seat):
            return Came(None, None, None, None, 0, silent, self.stashes, self.over_at)
        guard = self.picks.get(self.miner.other)
        cart = self.picks.get(self.miner) or min(MINES, key=self._left_to_miner)
        to = self.miner.other if self.runs_on[cart] == guard else self.miner
        gems, stashes = self.stashes[cart], self.stashes | {cart: 0}
        return Came(cart, self.runs_on[cart], guard, to, gems, silent, stashes, self.over_at)

    def _left_to_miner(self, cart: str) -> int:
        """The miner's gain if that cart were sent against the thief's guard."""
        is_stolen = self.runs_on[cart] == self.picks[self.miner.other]
        return -self.stashes[cart] if is_stolen else self.stashes[cart]


def told_in_order(turn: ModelTurn, said: Iterable[Said]) -> ModelTurn:
    """The turn once all of this was said, in whatever order it was heard."""
    for it in sorted(said, key=lambda it: it.when):
        turn.hear(it)
    return turn
