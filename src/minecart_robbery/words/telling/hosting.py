"""How the running of a match is told: settings, who starts, pauses; what hosts are told alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import Verdict
from minecart_robbery.engine.match import (
    BeforeTurn,
    Match,
    PauseCause,
    Paused,
    PickingRole,
    ReadyCheck,
    TurnOpen,
)
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import SETTINGS, PickedBy, Rules, StartsAs, WhichRounds
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.rules import value_text
from minecart_robbery.words.telling.checking import missing_in, players_named
from minecart_robbery.words.telling.margins import late_seconds
from minecart_robbery.words.telling.panels import welcome_panel


def opening_notices(names: Names, rules: Rules) -> tuple[Notice, ...]:
    """What is said in a match's channels when it has been set up: what each of them is for."""
    welcomes = (welcome_notice(seat, names, rules) for seat in Seat)
    opened = say("match", "opened", dmo=names.dmo, candidate=names.candidate)
    return Notice(Audience.PUBLIC, (opened,), mentions=tuple(Seat)), *welcomes


def welcome_notice(seat: Seat, names: Names, rules: Rules) -> Notice:
    """What a player is told that their submissions channel is for."""
    kind = "welcome" if rules.private_prompts else "welcome_unprompted"
    return Notice(
        Audience.player(seat),
        (say("match", kind, opponent=names.of(seat.other)),),
        mentions=(seat,),
        panel=welcome_panel(),
    )


def given_by(names: Names) -> str:
    """Who gave the command that is told of (R33); a host whose name isn't known is one still."""
    return names.host or say("hosts", "a_host")


def settings_line(before: Rules, after: Rules) -> str:
    """The settings that a host has changed, with their new values (R29)."""
    return say("match", "rules_set", changes=changed_settings(before, after))


def changed_settings(before: Rules, after: Rules) -> str:
    """The settings that are others than before, each with its new value."""
    return ", ".join(
        f"{name} {value_text(getattr(after, name))}"
        for name in SETTINGS
        if getattr(before, name) != getattr(after, name)
    )


def starter_line(event: ev.StarterSet, names: Names) -> str:
    """That a host has changed who settles the start role of which rounds (R26, R33)."""
    return say("starter", "set", host=given_by(names), what=who_starts(event, names))


def who_starts(event: ev.StarterSet, names: Names) -> str:
    """Who settles the start role of which rounds from now on (R26)."""
    rounds = rounds_name(event.rounds)
    match event.starter:
        case PickedBy(seat):
            return say("starter", "picks", player=names.of(seat), rounds=rounds)
        case StartsAs(seat, role):
            return say(
                "starter", "starts", player=names.of(seat), rounds=rounds, role=name_of(role)
            )
        case _:
            assert_never(event.starter)


def rounds_name(rounds: WhichRounds) -> str:
    """Odd rounds, even rounds or one round, in words."""
    match rounds:
        case "odd" | "even":
            return say("starter", rounds)
        case number:
            return say("starter", "one", number=number)


def pause_line(before: Match, event: ev.MatchPaused, names: Names) -> str:
    """That the match stands still, and at whose wish (R25, R30, R31)."""
    return say("pause", event.cause, dmo=names.dmo, turns=before.rules.idle_turns_before_pause)


def pause_reason(rules: Rules, event: ev.MatchPaused, names: Names) -> str:
    """Why the match stands still: what the host gave as the reason, or else whose wish it was."""
    if event.note:
        return event.note
    return say("cause", event.cause, dmo=names.dmo, turns=rules.idle_turns_before_pause)


def house_notice(note: str) -> Notice:
    """Why the house has paused a match, or why its pause goes on (S27, S28)."""
    return Notice(Audience.HOSTS, (say("hosts", "house", note=note),))


def untold_notice(note: str) -> Notice:
    """Where people can't be told anything, in a match that the house hasn't paused for it (S46)."""
    return Notice(Audience.HOSTS, (say("hosts", "untold", note=note),))


def given_up_notice(note: str) -> Notice:
    """What nobody will read, since the chat has turned it down for good (S46)."""
    return Notice(Audience.HOSTS, (say("hosts", "given_up", note=note),))


def fault_notice(kind: str) -> Notice:
    """The hosts hear that something in the program has failed; `kind` is the error's name (S7)."""
    return Notice(Audience.HOSTS, (say("hosts", "fault", kind=kind),))


def unwritten_notice() -> Notice:
    """The hosts hear that nothing can be written down, while that is so (S48)."""
    return Notice(Audience.HOSTS, (say("hosts", "unwritten"),))


def hosts_notices(before: Match, after: Match, event: ev.Event, names: Names) -> Iterator[Notice]:
    """What the hosts are called for."""
    match event:
        case ev.HostCalled(seat=seat):
            line = say("hosts", "called", player=names.of(seat), where=where_in(after))
        case ev.NotCounted(seat=seat, by_host=True):
            kind = "not_counted" if event.why is Verdict.TOO_EARLY else "not_counted_by"
            late = late_seconds(event.late_ms)
            line = say("hosts", kind, player=names.of(seat), seconds=late)
        case ev.MatchPaused(cause=PauseCause.IDLE):
            line = say("hosts", "idle", turns=after.rules.idle_turns_before_pause)
        case ev.MatchPaused(cause=PauseCause.HOUSE, note=note):
            yield house_notice(note)
            return
        case ev.ReadyOverdue(round=number):
            players = players_named(missing_in(after), names)
            line = say("hosts", "ready_overdue", players=players, round=number)
        case ev.MatchPaused(cause=PauseCause.AWAY, note=note):
            line = say("hosts", "away", note=note)
        case ev.HostsDecide() | ev.MatchResumed() if not isinstance(before.current, Paused):
            match after.current:
                case PickingRole(number=number, hosts_decide=True):
                    line = say("hosts", "decide", round=number)
                case _:
                    return
        case _:
            return
    yield Notice(Audience.HOSTS, (line,))


def where_in(match: Match) -> str:
    """How far a match has come, in a few words."""
    match match.current:
        case TurnOpen(round=current, number=number):
            return say("hosts", "where_turn", round=current.number, turn=number)
        case BeforeTurn(round=current, number=number, opens=int()):
            return say("hosts", "where_break", round=current.number, turn=number)
        case ReadyCheck(number=number):
            return say("hosts", "where_ready", round=number)
        case PickingRole(number=number):
            return say("hosts", "where_role", round=number)
        case Paused():
            return say("hosts", "where_paused")
        case _:
            return say("hosts", "where_waiting")
