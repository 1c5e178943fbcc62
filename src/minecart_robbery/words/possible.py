"""What works now: of all that somebody may do at a table, what the engine would take just now.

Each way is tried on the match as it stands, so that nobody is ever told of one that is refused.
What a player has picked makes no difference to what is told (S19).
"""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.nouns import Actor, Seat, Track
from minecart_robbery.engine.phases import Checkpoint, Match
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import PickedBy
from minecart_robbery.words.answers import refusal_line
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Names

_SAYS_HOW_TO_REACH_HOSTS = (Reason.HOSTS_ONLY, Reason.NOT_YOUR_PAUSE)


def ways(match: Match, actor: Actor) -> Iterator[tuple[str, do.Command]]:
    """All that can be done by a slash command of those who run matches, each with its name.

    Where a command can be meant in several ways, each of them; but of what can be taken back, the
    last round and the last turn: if any can be, so can these.
    """
    yield "start", do.StartMatch(actor)
    yield "skip-ready", do.SkipReady(actor)
    yield "pause", do.PauseMatch(actor)
    yield "resume", do.ResumeMatch(actor)
    for number in range(1, match.rules.most_rounds + 1):
        yield "starter", do.SetStarter(actor, number, PickedBy(Seat.DMO))
    for seat in Seat:
        yield "pick-for", do.PickFor(actor, seat, Track.NORTH)
        yield "award", do.Award(actor, seat, 1)
    for name, kept in _last_kept(match):
        yield name, do.TakeBack(actor, kept.round, kept.turn)
    yield "extend", do.ExtendClock(actor, 1)
    yield "settle-now", do.EndClock(actor)
    yield "substitute", do.Substitute(actor, Seat.DMO)
    yield "forfeit", do.Forfeit(actor, Seat.DMO)
    yield "call-off", do.CallOff(actor)


def _last_kept(match: Match) -> Iterator[tuple[str, Checkpoint]]:
    """The last round that began, and the last turn that opened in it, if there is one (S49)."""
    found: list[tuple[str, Checkpoint]] = []
    for kept in reversed(match.checkpoints):
        if kept.turn is None:
            yield "take-back round", kept
            break
        found = found or [("take-back turn", kept)]
    yield from found


def works_now(match: Match, actor: Actor, at: Moment) -> tuple[str, ...]:
    """The names of the slash commands that `actor` could give at `at`, each once."""
    found = (name for name, command in ways(match, actor) if _works(match, command, at))
    return tuple(dict.fromkeys(found))


def _works(match: Match, command: do.Command, at: Moment) -> bool:
    """Whether a command is taken and comes to something that counts."""
    match decide(match, command, at):
        case Refusal() | () | (ev.NotCounted(), *_):
            return False
        case _:
            return True


def ways_line(match: Match, actor: Actor, at: Moment) -> str:
    """What works now, in one line; for a player at least to call a host, "" if nothing does."""
    commands = [say("possible", "command", name=name) for name in works_now(match, actor, at)]
    if commands:
        return say("possible", "now", commands=", ".join(commands))
    can_call = isinstance(actor, Seat) and _works(match, do.CallHost(actor), at)
    return say("possible", "call") if can_call else ""


def refused_at_desk(refusal: Refusal, match: Match, actor: Actor, at: Moment, names: Names) -> str:
    """Why a command of those who run matches was refused, and which would work now."""
    line = refusal_line(refusal, names)
    found = works_now(match, actor, at)
    if not found and refusal.reason in _SAYS_HOW_TO_REACH_HOSTS:
        return line
    return f"{line} {ways_line(match, actor, at)}".rstrip()
