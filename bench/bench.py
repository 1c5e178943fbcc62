"""What `make bench` prints: how many turns a second the engine plays, events included.

Random play with bonus actions, one match after the other, each event built by `decide` and applied
by `evolve`, nothing left out. A figure to compare within one machine and one run, no goal.
"""

from __future__ import annotations

import random
import time

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide, due, evolve
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Role, Seat, Track
from minecart_robbery.engine.phases import Match, Over, PickingRole, TurnOpen
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import Rules

SECONDS = 5.0
BONUS_CHANCE = 0.15
SEED = 15


class RandomMatch:
    """One match played at random, in virtual time."""

    def __init__(self, draws: random.Random) -> None:
        self.draws = draws
        self.ms = 0
        self.events = 0
        self.turns = 0
        opening = decide(None, do.OpenMatch(Rules()), Moment(0))
        assert not isinstance(opening, Refusal)
        self.match: Match = evolve(None, opening[0])

    def give(self, command: do.Command) -> None:
        """Give a command at the present moment; what is refused changes nothing."""
        self.ms += 1
        decision = decide(self.match, command, Moment(self.ms, snowflake=self.ms))
        if isinstance(decision, Refusal):
            return
        for event in decision:
            self.match = evolve(self.match, event)
            self.events += 1

    def play(self) -> None:
        """Play the match to its end."""
        self.give(do.StartMatch(Desk.HOST, skip_ready=True))
        while not isinstance(self.match.phase, Over):
            match self.match.phase:
                case PickingRole(picker=picker):
                    self.give(do.PickRole(picker, self.draws.choice(tuple(Role))))
                case TurnOpen():
                    self.play_turn()
                case phase:
                    raise AssertionError(f"a match of two people who play never waits in {phase}")

    def play_turn(self) -> None:
        """Now and then a bonus action, then both picks, then the turn is settled."""
        if self.draws.random() < BONUS_CHANCE:
            self.give(do.Say(self.draws.choice(tuple(Seat)), self.bonus()))
        for seat in Seat:
            self.give(do.Say(seat, self.draws.choice(tuple(Track))))
        due_ms = due(self.match)
        assert due_ms is not None
        self.ms = due_ms
        self.give(do.Expire())
        self.turns += 1

    def bonus(self) -> Accelerate | Join:
        """Any bonus action."""
        if self.draws.random() < 0.5:
            return Accelerate(self.draws.choice(tuple(Track)))
        outer = self.draws.choice((Track.NORTH, Track.SOUTH))
        ends = (outer, Track.CENTRAL) if self.draws.random() < 0.5 else (Track.CENTRAL, outer)
        return Join(*ends)


def main() -> None:
    """Play for some seconds and print what was played."""
    draws = random.Random(SEED)
    matches = turns = events = 0
    start = time.perf_counter()
    while (took := time.perf_counter() - start) < SECONDS:
        match = RandomMatch(draws)
        match.play()
        matches, turns, events = matches + 1, turns + match.turns, events + match.events
    print(f"engine: {turns / took:,.0f} turns a second, {events / took:,.0f} events a second")
    print(f"        ({matches:,} matches of {turns / matches:.1f} turns in {took:.1f} s)")


if __name__ == "__main__":
    main()
