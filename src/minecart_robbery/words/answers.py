"""What a person is answered: why something was refused, what was meant, what is done, what works.

What works now is tried on the match as it stands, so that nobody is ever told of a way that is
refused. What a player has picked makes no difference to what is told (S19).
"""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine import Step, decide
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match, Snapshot
from minecart_robbery.engine.nouns import Actor, Seat, Track
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import PickedBy
from minecart_robbery.words.catalogue import name_of, say, seconds, sentences
from minecart_robbery.words.names import Names
from minecart_robbery.words.reading import NearMiss, TwoReadings, Unfinished, typed_form


def refusal_line(refusal: Refusal, names: Names) -> str:
    """Why it was refused, and what would work."""
    kind = str(refusal.reason)
    if refusal.late_ms > 0 and f"{kind}_by" in sentences()["refused"]:
        kind = f"{kind}_by"
    return say(
        "refused",
        kind,
        player=names.of(refusal.whose) if refusal.whose else "",
        bonus=name_of(refusal.bonus) if refusal.bonus else "",
        seconds=seconds(refusal.late_ms),
        wait=seconds(refusal.wait_ms),
        most=refusal.most,
        played=_played(refusal.played),
    )


def _played(turns: tuple[int, ...]) -> str:
    """The rounds that have begun, each with the turns that have opened in it."""
    kinds = {0: "begun", 1: "first"}
    rounds = (
        say("corrected", kinds.get(last, "played"), round=number, turns=last)
        for number, last in enumerate(turns, start=1)
    )
    return say("corrected", "and").join(rounds)


def ask_back_line(reading: TwoReadings) -> str:
    """Asks which of two or more meanings is meant; nothing is ever guessed (R20)."""
    if not reading.options:
        return say("asked_back", "no_options")
    options = say("asked_back", "or").join(
        f"**{typed_form(option)}**" for option in reading.options
    )
    kind = "one" if len(reading.options) == 1 else "options"
    return say("asked_back", kind, options=options)


def hint_line(reading: NearMiss | Unfinished) -> str:
    """One short hint to words that are nearly right (R20)."""
    if isinstance(reading, NearMiss):
        return say("hint", "near_miss", typed=reading.typed, nearest=reading.nearest)
    return say("hint", str(reading.kind))


def deed_of(events: tuple[ev.Event, ...]) -> ev.Event:
    """The event by which what a command came to is named: the first, but a start may only ask."""
    match events:
        case (ev.MatchStarted(), ev.ReadyAsked() as asked):
            return asked
        case _:
            return events[0]


def done_line(events: tuple[ev.Event, ...] | None) -> str:
    """What a command has done, to whoever gave it; all else is told in the DM channel."""
    return say("desk", f"done_{deed_of(events).event}" if events else "done_before")


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


def _last_kept(match: Match) -> Iterator[tuple[str, Snapshot]]:
    """The last round that began, and the last turn that opened in it, if there is one (S49)."""
    found: list[tuple[str, Snapshot]] = []
    for kept in reversed(match.snapshots):
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
        case Refusal() | () | (Step(event=ev.NotCounted()), *_):
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
