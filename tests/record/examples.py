"""Values to write into a record: seatings, and at least one event of every kind."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import KEEP, Verdict
from minecart_robbery.engine.match import PauseCause
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Role, Seat, Stashes, Tally, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import PickedBy, ReadyRounds, RoleDefault, Rules, StartsAs
from minecart_robbery.record import Cause, Chair, Owed, Seating
from tests.deciding import decided

CORA, ZAC = Seat.DMO, Seat.CANDIDATE
NORTH, CENTRAL, SOUTH = Track.NORTH, Track.CENTRAL, Track.SOUTH
SERVER = 900_000_000_000_000_001
AT = Moment(1_700_000_000_123, snowflake=1_200_000_000_000_000_001)
EDITED = Moment(1_700_000_000_999, True, 1_200_000_000_000_000_001)
EXTREME = Rules(
    *(1, 9, 5, 3600, 5, 0, 30, 99),
    role_default=RoleDefault.ASK,
    first_picker=ZAC,
    ready_check=ReadyRounds.EVERY,
    between_turns_seconds=60,
    shows_picked=True,
    private_prompts=False,
    dmo_may_run=False,
)
OPENED = ev.MatchOpened(AT, Rules())

EVERY_KIND: tuple[ev.Event, ...] = (
    OPENED,
    ev.MatchOpened(Moment(0), EXTREME),
    ev.RulesSet(AT, Rules(settle_seconds=0.25, role_default=RoleDefault.RANDOM)),
    ev.StarterSet(AT, "odd", PickedBy(ZAC)),
    ev.StarterSet(AT, 3, StartsAs(CORA, Role.THIEF)),
    ev.ReadyAsked(AT, 2, 1_700_000_120_123),
    ev.ReadySaid(AT, ZAC),
    ev.ReadyOverdue(AT, 2),
    ev.ReadySkipped(AT, 2),
    ev.MatchStarted(AT),
    ev.RoleAsked(AT, 2, ZAC, 1_700_000_060_123),
    ev.HostsDecide(AT, 2),
    ev.RolePicked(AT, 2, ZAC, Role.MINER, ZAC, defaulted=True),
    ev.RolePicked(AT, 2, ZAC, Role.MINER, Desk.HOST, defaulted=False),
    ev.BreakBegun(AT, 1, 2, AT.ms + 60_000),
    ev.TurnOpened(AT, 1, 2, CORA, Stashes(1, 2, 3), 1_700_000_060_123),
    ev.ClockStarted(AT, 1_700_000_060_123),
    ev.ClockStopped(AT),
    ev.ClockRestarted(AT, 1_700_000_060_123),
    ev.PickMade(AT, 1, 2, CORA, NORTH, kept=False, by_host=True),
    ev.PickMade(EDITED, 1, 2, ZAC, SOUTH, kept=True, by_host=False),
    ev.BonusPlayed(AT, 1, 2, CORA, Accelerate(CENTRAL), 1_700_000_060_123),
    ev.BonusPlayed(AT, 1, 2, ZAC, Join(NORTH, CENTRAL), 1_700_000_060_123),
    ev.NotCounted(AT, 1, 2, CORA, KEEP, Verdict.NOTHING_TO_KEEP, 0, by_host=False),
    ev.NotCounted(AT, 1, 2, CORA, SOUTH, Verdict.LATE, 1, by_host=True, note="told me"),
    ev.NotCounted(AT, 1, 2, ZAC, Join(SOUTH, CENTRAL), Verdict.USED_UP, 0, by_host=False),
    ev.NotCounted(AT, 1, 2, ZAC, Accelerate(SOUTH), Verdict.TOO_EARLY, 0, by_host=False),
    ev.TurnSettled(
        AT, 1, 2, CORA, NORTH, CENTRAL, CENTRAL, ZAC, 4, (CORA,), Tally(0, 4), Stashes(0, 1, 1), 7
    ),
    ev.TurnSettled(
        AT, 1, 2, CORA, None, None, None, None, 0, (CORA, ZAC), Tally(), Stashes(1, 1, 1), 7
    ),
    ev.RoundWon(AT, 1, ZAC, Tally(0, 1)),
    ev.MatchWon(AT, ZAC, Tally(2, 3)),
    ev.GemsAwarded(AT, 1, ZAC, -2, Tally(0, 2), "counted twice"),
    ev.ClockExtended(AT, 1_700_000_090_123, 30_000, ""),
    ev.ClockEnded(AT, "Zac is asleep"),
    ev.TakenBack(AT, 1, 2, "a slip of the finger"),
    ev.TakenBack(AT, 1, None, ""),
    ev.PauseAsked(AT, PauseCause.DMO, "tea, „Grüße“ 🙂"),
    ev.MatchPaused(AT, PauseCause.IDLE, ""),
    ev.MatchPaused(AT, PauseCause.AWAY, "Zac has left this server"),
    ev.MatchResumed(AT, None),
    ev.MatchResumed(AT, 1_700_000_060_123),
    ev.HostCalled(AT, CORA),
    ev.SeatTaken(AT, ZAC, "Zac is ill"),
    ev.MatchForfeited(AT, CORA, "no time"),
    ev.PicksShown(AT, round=2, turn=3),
    ev.MatchCalledOff(AT, 'a "quoted" reason\nof two lines'),
)


def seating(dm_channel: int = 100) -> Seating:
    """Cora against Zac in this DM channel, with the two channels after it for submissions."""
    return Seating(
        0,
        SERVER,
        dm_channel,
        Chair(CORA, 11, "Cora", dm_channel + 1),
        Chair(ZAC, 22, "Zac", dm_channel + 2),
    )


def opening() -> tuple[ev.Event, ...]:
    """The events of an opening."""
    events = decided(None, do.OpenMatch(Rules()), AT)
    assert not isinstance(events, Refusal)
    return events


def cause(number: int = 1) -> Cause:
    """The message of that number, by Cora."""
    return Cause(f"m:{number}", 11)


def owed(*bodies: str, audience: str = "public") -> list[Owed]:
    """Something with each of these bodies, owed to one audience."""
    return [Owed(audience, body) for body in bodies]
