"""The table as a person sees it at a glance: roles, stashes, routes, scores, bonus actions left."""

from __future__ import annotations

from collections.abc import Collection

from minecart_robbery.engine.match import Match, Round, TurnOpen, UsedBonus
from minecart_robbery.engine.nouns import BonusKind, Seat, Stashes, Tally, Track
from minecart_robbery.engine.routes import routes_after
from minecart_robbery.engine.turn_projection import TurnProjection, project
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.names import Names

DIAMOND = "◆"
MOST_DIAMONDS = 8
"""Longer rows would wrap on a phone; the number beside them says the rest."""


def table_lines(match: Match, turn: TurnOpen, names: Names) -> tuple[str, ...]:
    """A turn's table: what both players and all spectators may know of it."""
    projection = project(turn, match.rules.turn_ms)
    return (
        say("turn", "title", round=turn.round.number, turn=turn.number),
        say("turn", "roles", miner=names.of(turn.miner), thief=names.of(turn.thief)),
        *mine_lines(projection),
        gems_line(match, turn.round, names),
        _score("rounds", match.rounds, match.rules.rounds_to_win, names),
        bonus_line(projection, names),
    )


def gems_line(match: Match, current: Round, names: Names) -> str:
    """The gems that each player has won in a round, and how many win it (R7)."""
    return _score("gems", current.gems, match.rules.target_gems, names)


def mine_lines(projection: TurnProjection) -> tuple[str, ...]:
    """A line for each mine: the track of its cart where joins reroute it, and its stash (R14)."""
    labels = {mine: _label(mine, projection) for mine in Track}
    width = max(map(len, labels.values()))
    empty = (
        say("turn", "no_cart_on", track=name_of(track))
        for track in Track
        if not projection.routes.onto(track)
    )
    lines = (
        _mine(label.ljust(width), projection.stashes.at(mine)) for mine, label in labels.items()
    )
    return ("```", *lines, "```", *empty)


def stashes_words(stashes: Stashes, projection: TurnProjection | None = None) -> str:
    """What lies at each mine, and where its cart would run if not on its own track (R12)."""
    routes = routes_after(()) if projection is None else projection.routes
    return say("aspect", "mines").join(
        say(
            "aspect",
            "mine" if routes.of(mine) is mine else "rerouted",
            mine=name_of(mine),
            gems=stashes.at(mine),
            track=name_of(routes.of(mine)),
        )
        for mine in Track
    )


def _label(mine: Track, projection: TurnProjection) -> str:
    ran_on = projection.routes.of(mine)
    if ran_on is mine:
        return name_of(mine)
    return say("board", "rerouted", mine=name_of(mine), track=name_of(ran_on))


def _mine(label: str, gems: int) -> str:
    diamonds = DIAMOND * min(gems, MOST_DIAMONDS)
    return say("board", "mine", mine=label, gems=gems, diamonds=diamonds)


def _score(kind: str, tally: Tally, first_to: int, names: Names) -> str:
    return say(
        "turn",
        kind,
        dmo=names.dmo,
        dmo_has=tally.dmo,
        candidate=names.candidate,
        candidate_has=tally.candidate,
        first_to=first_to,
    )


def bonus_line(projection: TurnProjection, names: Names) -> str:
    """Which bonus actions each player still has in this round (R9)."""
    return say(
        "turn",
        "bonuses",
        dmo=names.dmo,
        dmo_has=bonuses_left(Seat.DMO, projection.used),
        candidate=names.candidate,
        candidate_has=bonuses_left(Seat.CANDIDATE, projection.used),
    )


def bonuses_left(seat: Seat, used: Collection[UsedBonus]) -> str:
    """Which bonus actions a player still has, those in `used` being played (R9)."""
    left = [kind for kind in BonusKind if (seat, kind) not in used]
    match left:
        case []:
            return say("turn", "bonus_none")
        case [only]:
            return name_of(only)
        case _:
            return say("turn", "bonus_both")
