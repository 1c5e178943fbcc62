"""How a settled turn, a picked role and a won round are told: a commentator's lines."""

from __future__ import annotations

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import BeforeTurn, Match
from minecart_robbery.engine.nouns import Desk, Seat, Tally
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.names import Names


def settled_line(event: ev.TurnSettled, names: Names) -> str:
    """What was sent, what was guarded, who got how much, who was silent and what that meant."""
    return say(
        "settled",
        _kind(event),
        variant=event.round + event.turn,
        miner=names.of(event.miner),
        thief=names.of(event.thief),
        gems=event.gems,
        cart=name_of(event.cart) if event.cart else "",
        ran_on=name_of(event.ran_on) if event.ran_on else "",
        guard=name_of(event.guard) if event.guard else "",
    )


def _kind(event: ev.TurnSettled) -> str:
    is_stolen = event.to is event.thief
    if len(event.silent) == len(Seat):
        return "both_silent"
    if event.thief in event.silent:
        return "thief_silent"
    if event.miner in event.silent:
        return "miner_silent_stolen" if is_stolen else "miner_silent_claimed"
    kind = "stolen" if is_stolen else "claimed"
    return kind if event.ran_on is event.cart else f"{kind}_rerouted"


def role_line(event: ev.RolePicked, names: Names) -> str:
    """Who starts the round as what, and by whose word (R26, R27)."""
    kind = "fixed" if event.by is Desk.HOST else "defaulted" if event.defaulted else "picked"
    role = name_of(event.role)
    return say("role", kind, player=names.of(event.seat), round=event.round, role=role)


def round_line(before: Match, event: ev.RoundWon, names: Names) -> str:
    """Who has won the round with how many gems, and the rounds of each (R7)."""
    phase = before.phase
    gems = phase.round.gems if isinstance(phase, BeforeTurn) else Tally()
    winner = event.winner
    return say(
        "round",
        "won",
        winner=names.of(winner),
        round=event.round,
        winner_gems=gems.of(winner),
        loser_gems=gems.of(winner.other),
        dmo=names.dmo,
        dmo_rounds=event.rounds.dmo,
        candidate=names.candidate,
        candidate_rounds=event.rounds.candidate,
    )


def won_line(event: ev.MatchWon, names: Names) -> str:
    """Who has won the match, by how many rounds to how many (R28)."""
    winner = event.winner
    return say(
        "match",
        "won",
        winner=names.of(winner),
        winner_rounds=event.rounds.of(winner),
        loser_rounds=event.rounds.of(winner.other),
    )
