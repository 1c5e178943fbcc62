"""How a match stands for a host who looks in: all but the picks, and these only when asked for."""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.telling.aspects import picks_words
from minecart_robbery.words.telling.checking import players_named
from minecart_robbery.words.telling.previewing import Preview
from minecart_robbery.words.telling.status import status_notice


def hosts_status(match: Match, names: Names, number: int) -> Notice:
    """What a host may know of match `number` at once: who has picked, and never what (S19)."""
    public = status_notice(match, names, number)
    return Notice(Audience.HOSTS, (*public.lines, *_for_hosts(match, names)), public.clock)


def _for_hosts(match: Match, names: Names) -> Iterator[str]:
    turn = match.unpaused
    if isinstance(turn, TurnOpen):
        picks = picks_words(project(turn, match.rules.turn_ms), names)
        yield say("looking", "picks", picks=picks)
    if match.pause_asked is not None:
        yield say("looking", "pause_asked")
    if match.called:
        players = players_named((seat for seat in Seat if seat in match.called), names)
        yield say("looking", "called", players=players)


def has_picks_to_show(match: Match) -> bool:
    """Whether a turn is open, so that there may be picks that nobody else sees."""
    return isinstance(match.unpaused, TurnOpen)


def picks_preview(match: Match) -> Preview:
    """What a host is told before the pending picks are shown: that it will be known who looked."""
    turn = match.unpaused
    assert isinstance(turn, TurnOpen), "picks are shown of a turn that is open"
    where = say("aspect", "turn", round=turn.round.number, turn=turn.number)
    return Preview(say("looking", "sure", where=where), say("preview", "silent"))


def shown_picks(match: Match, names: Names) -> str:
    """The pending picks, for the eyes of one host whose look stands on the record."""
    turn = match.unpaused
    picks = project(turn, match.rules.turn_ms).picks if isinstance(turn, TurnOpen) else {}
    lines = (
        say("looking", "pick", player=names.of(seat), track=name_of(picks[seat]))
        if seat in picks
        else say("looking", "no_pick", player=names.of(seat))
        for seat in Seat
    )
    return "\n".join((say("looking", "shown"), *lines))
