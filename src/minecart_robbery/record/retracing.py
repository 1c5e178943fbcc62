"""Back from events to the command that they came of, so that it can be judged once more.

Who may do a thing may differ, what comes of it doesn't: a command is retraced to whoever may do the
most. So a start is retraced to a host, though the DMO may have given it.
"""

from __future__ import annotations

from collections.abc import Sequence

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.match import PauseCause
from minecart_robbery.engine.nouns import Desk, Seat, Track

_ASKED_BY = {
    PauseCause.HOST: Desk.HOST,
    PauseCause.HOUSE: Desk.HOUSE,
    PauseCause.DMO: Seat.DMO,
}


def command_of(events: Sequence[ev.Event]) -> do.Command | None:
    """The one command that can have come to these events, at least one; None if none can.

    Whether it does come to them is for `decide` to say.
    """
    first = events[0]
    match first:
        case ev.MatchOpened(rules=rules):
            return do.OpenMatch(rules)
        case ev.PickMade() | ev.BonusPlayed() | ev.NotCounted():
            return _saying(first)
        case ev.RolePicked(defaulted=True, role=role):
            return do.Expire(role)
        case ev.RolePicked(seat=seat, role=role):
            return do.PickRole(seat, role)
        case ev.TurnSettled() | ev.TurnOpened() | ev.HostsDecide() | ev.ReadyOverdue():
            return do.Expire()
        case ev.ClockStarted():
            return do.StartClock()
        case ev.ClockStopped():
            return do.StopClock()
        case ev.ClockRestarted(why=why):
            return do.RestartClock(why)
        case ev.MatchStarted():
            skips = any(isinstance(event, ev.ReadySkipped) for event in events)
            return do.StartMatch(Desk.HOST, skips)
        case ev.TakenBack() | ev.GemsAwarded() | ev.ClockExtended() | ev.ClockEnded():
            return _correcting(first)
        case _:
            return _at_the_desk(first)


def _correcting(
    event: ev.TakenBack | ev.GemsAwarded | ev.ClockExtended | ev.ClockEnded,
) -> do.Command:
    match event:
        case ev.TakenBack(round=number, turn=turn, note=note):
            return do.TakeBack(Desk.HOST, number, turn, note)
        case ev.GemsAwarded(seat=seat, gems=gems, note=note):
            return do.Award(Desk.HOST, seat, gems, note)
        case ev.ClockExtended(by_ms=by_ms, note=note):
            return do.ExtendClock(Desk.HOST, by_ms, note)
        case ev.ClockEnded(note=note):
            return do.EndClock(Desk.HOST, note)


def _saying(event: ev.PickMade | ev.BonusPlayed | ev.NotCounted) -> do.Command | None:
    match event:
        case ev.PickMade(by_host=True, seat=seat, track=track, note=note):
            return do.PickFor(Desk.HOST, seat, track, note)
        case ev.NotCounted(by_host=True, seat=seat, said=Track() as track, note=note):
            return do.PickFor(Desk.HOST, seat, track, note)
        case ev.NotCounted(by_host=True):
            return None
        case ev.PickMade(seat=seat, kept=kept, track=track):
            return do.Say(seat, KEEP if kept else track)
        case ev.BonusPlayed(seat=seat, bonus=bonus):
            return do.Say(seat, bonus)
        case ev.NotCounted(seat=seat, said=said):
            return do.Say(seat, said)


def _at_the_desk(event: ev.Event) -> do.Command | None:
    match event:
        case ev.RulesSet(rules=rules):
            return do.SetRules(Desk.HOST, rules)
        case ev.StarterSet(rounds=rounds, starter=starter):
            return do.SetStarter(Desk.HOST, rounds, starter)
        case ev.ReadySaid(seat=seat):
            return do.SayReady(seat)
        case ev.ReadySkipped():
            return do.SkipReady(Desk.HOST)
        case ev.PauseAsked(cause=cause, note=note) | ev.MatchPaused(cause=cause, note=note):
            by = _ASKED_BY.get(cause)
            if by is not None:
                return do.PauseMatch(by, note)
            return do.AwaitHosts(note) if cause is PauseCause.AWAY else None
        case ev.MatchResumed():
            return do.ResumeMatch(Desk.HOST)
        case ev.HostCalled(seat=seat):
            return do.CallHost(seat)
        case ev.PicksShown():
            return do.ShowPicks(Desk.HOST)
        case ev.MatchCalledOff(note=note):
            return do.CallOff(Desk.HOST, note)
        case ev.SeatTaken(seat=seat, note=note):
            return do.Substitute(Desk.HOST, seat, note)
        case ev.MatchForfeited(seat=seat, note=note):
            return do.Forfeit(Desk.HOST, seat, note)
        case _:
            return None  # it only ever follows from another event of the same cause
