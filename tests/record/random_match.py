"""Matches of whoever does anything at any time, as the record would be given them."""

from __future__ import annotations

import random

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due, evolve
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.facts import KEEP, Said
from minecart_robbery.engine.match import (
    BeforeTurn,
    Match,
    Paused,
    PickingRole,
    ReadyCheck,
    TurnOpen,
    WaitingToStart,
)
from minecart_robbery.engine.nouns import Accelerate, Actor, Desk, Fault, Join, Role, Seat, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, RoleDefault, Rules, StartsAs
from minecart_robbery.record import Cause
from tests.deciding import decided

TRACKS, SEATS, ROLES = tuple(Track), tuple(Seat), tuple(Role)
LAGS_MS = (0, 0, 0, 0, -1, -400, -3000, -5001)
"""How long before its arrival something was received by Discord."""

MOST_STEPS = 400


class RandomMatch:
    """A match played by the draws of one seed, to its end or for many steps."""

    def __init__(self, seed: int) -> None:
        self.draws = random.Random(seed)
        self.now = 1_700_000_000_000
        self.causes: list[tuple[Cause, tuple[Event, ...]]] = []
        opened = decided(None, do.OpenMatch(self.rules()), self.moment())
        assert not isinstance(opened, Refusal)
        self.match: Match = evolve(None, opened[0])
        self.causes.append((Cause("i:1", 5), opened))
        for _ in range(MOST_STEPS):
            if self.match.has_ended and not self.is_reopened():
                break
            self.step()
        if not self.match.has_ended:
            self.give(do.CallOff(Desk.HOST, "no time"), self.moment())

    def is_reopened(self) -> bool:
        """Whether a host takes something back of a match that has ended, which some do (R32)."""
        kept = [(it.round, it.turn) for it in self.match.snapshots]
        if not kept or self.draws.random() < 0.5:
            return False
        self.give(do.TakeBack(Desk.HOST, *self.draws.choice(kept), "a slip"), self.moment())
        return True

    def rules(self) -> Rules:
        """Short matches, of all kinds."""
        pick = self.draws.choice
        return Rules(
            target_gems=pick((2, 4, 6)),
            rounds_to_win=pick((1, 2)),
            turn_seconds=5,
            role_seconds=5,
            ready_seconds=5,
            settle_seconds=pick((0.0, 0.5)),
            grace_seconds=pick((0.0, 1.5)),
            role_default=pick(tuple(RoleDefault)),
            first_picker=pick(tuple(Seat)),
            ready_check=pick(tuple(ReadyRounds)),
            between_turns_seconds=pick((0, 2)),
            dmo_may_run=pick((True, False)),
        )

    def moment(self, lag_ms: int = 0) -> Moment:
        """Now, or a moment in the past."""
        self.now += self.draws.randrange(1, 400)
        ms = self.now + lag_ms
        is_edit = lag_ms == 0 and self.draws.random() < 0.1
        return Moment(ms, is_edit, (ms << 22) + self.draws.randrange(1 << 12))

    def step(self) -> None:
        """What the phase asks for, or now and then anything else."""
        if self.draws.random() < 0.15:
            self.give(self.anything(), self.moment(self.draws.choice(LAGS_MS)))
            return
        due_ms = due(self.match)
        if due_ms is not None and self.draws.random() < 0.25:
            self.now = max(self.now, due_ms)
            self.give(do.Expire(self.draws.choice(ROLES)), self.moment())
        else:
            self.give(self.asked_for(), self.moment(self.draws.choice(LAGS_MS)))

    def asked_for(self) -> do.LaterCommand:
        """What somebody is waited for to do."""
        pick = self.draws.choice
        match self.match.current:
            case WaitingToStart():
                start = do.StartMatch(Desk.HOST, pick((True, False)))
                return pick((start, start, do.SetRules(Desk.HOST, self.rules())))
            case ReadyCheck():
                return do.SayReady(pick(SEATS))
            case PickingRole(hosts_decide=True, number=number):
                return do.SetStarter(Desk.HOST, number, StartsAs(pick(SEATS), pick(ROLES)))
            case PickingRole(picker=picker):
                return pick((do.PickRole(picker, pick(ROLES)), do.StartClock()))
            case BeforeTurn():
                award = do.Award(Desk.HOST, pick(SEATS), pick((-1, 1)), "miscounted")
                return pick((do.Say(pick(SEATS), self.said()), do.Expire(), do.Expire(), award))
            case TurnOpen():
                return pick((do.Say(pick(SEATS), self.said()), do.StartClock()))
            case Paused():
                return do.ResumeMatch(Desk.HOST)
            case other:
                raise AssertionError(f"never met: {other}")

    def said(self) -> Said:
        """What a player may say in a turn."""
        pick = self.draws.choice
        join = Join(*pick(((TRACKS[0], TRACKS[1]), (TRACKS[1], TRACKS[2]), (TRACKS[1], TRACKS[0]))))
        return pick((*TRACKS, *TRACKS, KEEP, Accelerate(pick(TRACKS)), join))

    def anything(self) -> do.LaterCommand:
        """What may be done at any time, allowed or not."""
        pick = self.draws.choice
        actor = pick((*Desk, *Seat, Desk.HOST))
        return pick(
            (
                do.PauseMatch(actor, "Tee, „Grüße“ 🙂"),
                do.AwaitHosts("a player has left"),
                do.ResumeMatch(actor),
                do.RestartClock(pick(tuple(Fault))),
                do.StartClock(),
                do.StopClock(),
                do.PickFor(actor, pick(SEATS), pick(TRACKS), "by phone"),
                self.correction(actor),
                self.correction(actor),
                do.SetStarter(actor, pick(("odd", "even", 1, 2, 3)), PickedBy(pick(SEATS))),
                do.SetRules(actor, self.rules()),
                do.SkipReady(actor),
                do.CallHost(pick(SEATS)),
                do.SayReady(pick(SEATS)),
                do.ShowPicks(actor),
                do.CallOff(pick((*Seat, Desk.HOUSE, Desk.HOST)), "no time"),
                do.Substitute(actor, pick(SEATS), "Zac is ill"),
                do.Substitute(actor, pick(SEATS)),
                do.Forfeit(pick((*Seat, Desk.HOUSE, Desk.HOST)), pick(SEATS), "no time"),
            )
        )

    def correction(self, actor: Actor) -> do.LaterCommand:
        """What hosts correct, as far back as may be."""
        pick = self.draws.choice
        kept = [(it.round, it.turn) for it in self.match.snapshots]
        return pick(
            (
                do.TakeBack(actor, *pick(kept or [(1, 1)]), "a slip"),
                do.Award(actor, pick(SEATS), pick((-1, 1, 1, 3)), "miscounted"),
                do.ExtendClock(actor, pick((500, 3000, 9000)), "rang"),
                do.EndClock(actor, "asleep"),
            )
        )

    def give(self, command: do.LaterCommand, at: Moment) -> None:
        """Give a command; what it comes to is caused by it."""
        decision = decided(self.match, command, at)
        if isinstance(decision, Refusal) or not decision:
            return
        for event in decision:
            self.match = evolve(self.match, event)
        self.causes.append((Cause(f"m:{len(self.causes)}", 11), decision))
