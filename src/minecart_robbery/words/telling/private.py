"""What one player is told alone: the prompt of a turn, and what has become of what they sent.

The prompts themselves are made in `prompts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.facts import Fact, Verdict
from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.nouns import Accelerate, Join, Seat, Track
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import PanelKey, PanelName, Takes
from minecart_robbery.words.reading import typed_form
from minecart_robbery.words.telling.margins import late_seconds, margin_line
from minecart_robbery.words.telling.panels import change_panel, occasion_in
from minecart_robbery.words.telling.played import turn_in, verdicts_in
from minecart_robbery.words.telling.prompts import prompts_after


def private_notices(before: Match, event: ev.Event, after: Match) -> Iterator[Notice]:
    """What each player is told of `event`, in that player's submissions channel."""
    yield from _news(before, event, after)
    yield from prompts_after(before, event, after)


def _news(before: Match, event: ev.Event, after: Match) -> Iterator[Notice]:
    """What has become of what the players sent. Each kind of event is named, told or not."""
    match event:
        case ev.RolePicked(by=Seat(), defaulted=False):
            yield _role_acknowledged(before, event)
        case ev.PickMade():
            yield _acknowledged(before, event, after)
            yield from _judged_anew(before, after)
        case ev.BonusPlayed():
            yield _bonus_acknowledged(event, after)
            yield from _judged_anew(before, after)
        case ev.NotCounted(by_host=False):
            yield Notice(Audience.player(event.seat), (not_counted_line(event),))
        case ev.HostCalled(seat=seat):
            yield Notice(Audience.player(seat), (say("private", "host_called"),))
        case (
            ev.MatchPaused()
            | ev.SeatTaken()
            | ev.ClockStarted()
            | ev.ClockStopped()
            | ev.ClockRestarted()
            | ev.ClockExtended()
            | ev.ClockEnded()
        ):
            yield from _judged_anew(before, after)
        case (
            ev.MatchOpened()
            | ev.RulesSet()
            | ev.StarterSet()
            | ev.ReadyAsked()
            | ev.ReadySaid()
            | ev.ReadyOverdue()
            | ev.ReadySkipped()
            | ev.MatchStarted()
            | ev.RoleAsked()
            | ev.HostsDecide()
            | ev.RolePicked()
            | ev.BreakBegun()
            | ev.TurnOpened()
            | ev.TurnSettled()
            | ev.RoundWon()
            | ev.MatchWon()
            | ev.GemsAwarded()
            | ev.TakenBack()
            | ev.PauseAsked()
            | ev.MatchResumed()
            | ev.PicksShown()
            | ev.MatchCalledOff()
            | ev.MatchForfeited()
            | ev.NotCounted()
        ):
            return
        case _:
            assert_never(event)


def still_stands_notice(match: Match, seat: Seat, message: int, *, why: str) -> Notice | None:
    """A pick stands though its message was deleted, or edited into something else (R16).

    `why` is the name of a sentence: deleted or edited. None if no pick was in that message.
    """
    turn = turn_in(match)
    if turn is None:
        return None
    said_in_it = [fact for fact in turn.facts if fact.seat is seat and fact.at.snowflake == message]
    stands = project(turn, match.rules.turn_ms).picks.get(seat)
    if not any(_is_pick(fact) for fact in said_in_it) or stands is None:
        return None
    line = say("private", why, track=name_of(stands))
    return Notice(Audience.player(seat), (line,))


def _acknowledged(before: Match, event: ev.PickMade, after: Match) -> Notice:
    """The pick, whether it changes an earlier one, and how many seconds were left.

    It takes the place of the turn's prompt, but where a host has picked: then the player may still
    want to. Where there is no prompt, or none any more, it stands by itself.
    """
    was, now = turn_in(before), turn_in(after)
    assert was is not None, "picks are made in a turn"
    assert now is not None, "a pick does not end its turn"
    earlier = project(was, before.rules.turn_ms).picks.get(event.seat)
    projection = project(now, after.rules.turn_ms)
    left = margin_line(after, event.at)
    line = _pick_line(event, earlier, projection.picks[event.seat], left)
    is_prompted = after.rules.private_prompts and isinstance(after.unpaused, TurnOpen)
    if event.by_host or not is_prompted:
        return Notice(Audience.player(event.seat), (line,))
    occasion = occasion_in(after)
    return Notice(
        Audience.player(event.seat),
        (line,),
        panel=change_panel(occasion) if projection.ended is None else None,
        takes=Takes(PanelKey(PanelName.PICK, occasion), _heading(now, event.seat)),
    )


def _pick_line(event: ev.PickMade, earlier: Track | None, stands: Track, left: str) -> str:
    track = name_of(event.track)
    if stands is not event.track:
        return say("private", "earlier", track=name_of(stands), left=left)
    if event.by_host:
        return say("private", "by_host", track=track, left=left)
    if earlier is None:
        return say("private", "picked", track=track, left=left)
    if earlier is event.track:
        return say("private", "same", track=track, left=left)
    return say("private", "changed", before=name_of(earlier), track=track, left=left)


def _heading(turn: TurnOpen, seat: Seat) -> str:
    kind = "mine_heading" if seat is turn.miner else "steal_heading"
    return say("private", kind, round=turn.round.number, turn=turn.number)


def _role_acknowledged(before: Match, event: ev.RolePicked) -> Notice:
    left, role = margin_line(before, event.at), name_of(event.role)
    line = say("private", "role", round=event.round, role=role, left=left)
    return Notice(Audience.player(event.seat), (line,))


def _bonus_acknowledged(event: ev.BonusPlayed, after: Match) -> Notice:
    """What everybody is told says what was played; this says that it was in time."""
    left = margin_line(after, event.at)
    line = say("private", "bonus", bonus=typed_form(event.bonus), left=left)
    return Notice(Audience.player(event.seat), (line,))


def not_counted_line(event: ev.NotCounted) -> str:
    """Why what a player sent doesn't count (R15, R17)."""
    match event.why, event.said:
        case Verdict.NOTHING_TO_KEEP, _:
            return say("private", "nothing_to_keep")
        case Verdict.TOO_EARLY, _:
            return say("refused", "too_early")
        case Verdict.USED_UP, Accelerate() | Join() as bonus:
            return say("refused", "used_up", bonus=name_of(bonus.kind))
        case _:
            return say("private", "late_by", seconds=late_seconds(event.late_ms))


def _judged_anew(before: Match, after: Match) -> Iterator[Notice]:
    """What was told to count and doesn't any more, or the other way round: the moments decide.

    That is so because a message that was sent earlier has only now arrived (R18).
    """
    known, now = verdicts_in(before), verdicts_in(after)
    for fact, verdict in now.items():
        counted = known.get(fact, verdict) is Verdict.COUNTS
        counts = verdict is Verdict.COUNTS
        if counts != counted:
            yield Notice(Audience.player(fact.seat), (_anew_line(after, fact, verdict),))


def _anew_line(match: Match, fact: Fact, verdict: Verdict) -> str:
    match verdict:
        case Verdict.COUNTS:
            return say("private", "counts_after_all", left=margin_line(match, fact.at))
        case Verdict.LATE:
            turn = turn_in(match)
            assert turn is not None, "what is judged was said in a turn"
            late_ms = fact.at.ms - project(turn, match.rules.turn_ms).over_at
            return say("private", "late_after_all", seconds=late_seconds(late_ms))
        case Verdict.USED_UP:
            return say("private", "used_up_after_all")
        case _:
            return say("private", "counts_no_more")


def _is_pick(fact: Fact) -> bool:
    return isinstance(fact.said, str)
