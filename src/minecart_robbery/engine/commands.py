"""What can be asked of a match. A typed word, a button and a slash command become the same values.

`by` is who asks: a seat, a host, or the house (the program itself).
"""

from __future__ import annotations

from dataclasses import dataclass

from minecart_robbery.engine.facts import Said
from minecart_robbery.engine.nouns import Actor, Fault, Role, Seat, Track
from minecart_robbery.engine.rules import Rules, Starter, WhichRounds


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Open a match with these rules. The only command for a match that doesn't exist yet."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class SetRules:
    """Change the settings; before the start only (R29)."""

    by: Actor
    rules: Rules


@dataclass(frozen=True, slots=True)
class SetStarter:
    """Change who settles the start role of which rounds (R26, R33); hosts only."""

    by: Actor
    rounds: WhichRounds
    starter: Starter
    note: str = ""


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Start the match (R30). Unless `skip_ready` (hosts only), the players have to be ready."""

    by: Actor
    skip_ready: bool = False


@dataclass(frozen=True, slots=True)
class SayReady:
    """A player is ready for the round that comes next (R30)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SkipReady:
    """Go on without waiting until both players are ready; hosts only (R30)."""

    by: Actor


@dataclass(frozen=True, slots=True)
class PickRole:
    """Pick a start role for oneself (R27)."""

    seat: Seat
    role: Role


@dataclass(frozen=True, slots=True)
class Say:
    """A player's pick, keep or bonus action in the open turn (R3, R9, R15)."""

    seat: Seat
    said: Said


@dataclass(frozen=True, slots=True)
class PickFor:
    """Enter a pick for a player, on the record; hosts only (R19)."""

    by: Actor
    seat: Seat
    track: Track
    note: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back all that was played since a turn opened, or since a round's start role was asked.

    `turn` is None for the whole round. Hosts only (R32).
    """

    by: Actor
    round: int
    turn: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """Correct a player's gems in the round being played, up or down; hosts only (R30)."""

    by: Actor
    seat: Seat
    gems: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class ExtendClock:
    """Let the running clock run out so many ms later; hosts only (R30)."""

    by: Actor
    ms: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class EndClock:
    """Let the running clock run out now, for whoever is silent still; hosts only (R30)."""

    by: Actor
    note: str = ""


@dataclass(frozen=True, slots=True)
class StartClock:
    """The bot's post that started the clock reached Discord at the command's moment (R18)."""


@dataclass(frozen=True, slots=True)
class StopClock:
    """A pause was announced: it began when Discord received that, at that moment (R31)."""


@dataclass(frozen=True, slots=True)
class RestartClock:
    """The house was at fault: the open clock starts again in full (R31 for what was said)."""

    why: Fault = Fault.RESTARTED


@dataclass(frozen=True, slots=True)
class PauseMatch:
    """Stop the clock (a host, the house), or have a pause after the turn (the DMO) (R30, R31)."""

    by: Actor
    note: str = ""


@dataclass(frozen=True, slots=True)
class AwaitHosts:
    """The house: only a host can say whether the match goes on; until then it stands (S20, S33)."""

    note: str


@dataclass(frozen=True, slots=True)
class ResumeMatch:
    """End a pause; the DMO only one that the DMO asked for (R30)."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Expire:
    """The time to wait has passed: settle the turn, let the role default apply, call the hosts.

    `draw` is the role drawn for the picker, needed where the role default is "random" (R27).
    """

    draw: Role | None = None


@dataclass(frozen=True, slots=True)
class CallHost:
    """A player calls a host; the hosts are notified once, nothing stops (R30)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShowPicks:
    """Let a host see the pending picks of the open turn, on the record; hosts only."""

    by: Actor


@dataclass(frozen=True, slots=True)
class CallOff:
    """End the match without a winner; hosts only (R30)."""

    by: Actor
    note: str = ""


@dataclass(frozen=True, slots=True)
class Substitute:
    """Let somebody else play on in a seat, whoever it may be; hosts only (S33)."""

    by: Actor
    seat: Seat
    note: str = ""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """End the match as won by the opponent of `seat`, who gives it up; hosts only (S33)."""

    by: Actor
    seat: Seat
    note: str = ""


LaterCommand = (
    SetRules
    | SetStarter
    | StartMatch
    | SayReady
    | SkipReady
    | PickRole
    | Say
    | PickFor
    | TakeBack
    | Award
    | ExtendClock
    | EndClock
    | StartClock
    | StopClock
    | RestartClock
    | PauseMatch
    | AwaitHosts
    | ResumeMatch
    | Expire
    | CallHost
    | ShowPicks
    | CallOff
    | Substitute
    | Forfeit
)
"""All that can be asked of a match that has been opened."""

Command = OpenMatch | LaterCommand
