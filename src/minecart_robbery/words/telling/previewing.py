"""What a host's command would do, before it is done: what changes, what stays, what is announced.

A preview depends on how the match stands, and not on when it is looked at: while nothing happens,
it stays the same to the letter. It tells hosts who has picked, and never what.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.deadlines import deadline_of
from minecart_robbery.engine.events import Event, NotCounted
from minecart_robbery.engine.machine import Steps, events_of
from minecart_robbery.engine.match import BeforeTurn, Match, Paused, TurnOpen
from minecart_robbery.engine.superseded import falling
from minecart_robbery.engine.turn_projection import project
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, text_of
from minecart_robbery.words.telling.aspects import Aspect, aspects_of
from minecart_robbery.words.telling.events import telling

ShowMoment = Callable[[int], str]
"""Shows a time in ms as its readers see times."""
MOST_FALLING = 10
"""So many of the corrections that fall are named, the last ones; the others are counted."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a host is shown: what would change, and word for word what would be announced.

    Two that are equal show the same.
    """

    text: str
    announced: str


def preview(
    title: str,
    match: Match,
    steps: Steps,
    at: Moment,
    names: Names,
    moment: ShowMoment,
    also: Collection[Aspect] = (),
    played: Sequence[Event] = (),
) -> Preview:
    """The preview of a command that would come to these steps if it were given at `at`.

    `title` says what the command is. `also` are aspects to be shown even where they stay. `played`
    are all events of the match so far: of those the corrections are told that would fall (R32).
    """
    after, events = steps[-1].after if steps else match, events_of(steps)
    lines = [title, *_changes(match, after, at, names, moment, also)]
    lines += [line for event in events for line in _corrections_falling(played, event, names)]
    if any(isinstance(event, NotCounted) for event in events):
        lines.append(say("preview", "not_counted"))
    announced = "\n".join(_announced(match, steps, after, at, names, moment))
    return Preview("\n".join(lines), announced or say("preview", "silent"))


def _changes(
    before: Match,
    after: Match,
    at: Moment,
    names: Names,
    moment: ShowMoment,
    also: Collection[Aspect],
) -> Iterator[str]:
    """A line for each aspect that changes; what stays is only named. The phase is always shown."""
    was = aspects_of(before, names) | {Aspect.CLOCK: _clock(before, before, at, moment)}
    now = aspects_of(after, names) | {Aspect.CLOCK: _clock(before, after, at, moment)}
    has_ended = after.has_ended
    stays: list[str] = []
    for aspect in Aspect:
        then, will_be = was.get(aspect), now.get(aspect)
        label = say("aspect", f"name_{aspect}")
        if will_be is None and (then is None or has_ended):
            continue
        if then != will_be:
            nothing = say("preview", "nothing")
            first, second = then or nothing, will_be or nothing
            yield say("preview", "changes", aspect=label, before=first, after=second)
        elif aspect is Aspect.PHASE or aspect in also:
            yield say("preview", "stays_at", aspect=label, value=then or "")
        else:
            stays.append(label)
    if stays:
        yield say("preview", "stays", aspects=", ".join(stays))


def _corrections_falling(played: Sequence[Event], event: Event, names: Names) -> Iterator[str]:
    """A line with the corrections that fall if this is a taking back, if there are any (R32)."""
    if not played or not isinstance(event, ev.TakenBack):
        return
    told = [text for it in falling(played, event) if (text := _correction(it, names))]
    if not told:
        return
    named = told[-MOST_FALLING:]
    if earlier := len(told) - len(named):
        named.insert(0, say("preview", "falls_earlier", count=earlier))
    yield say("preview", "falls", corrections=" · ".join(named))


def _correction(event: Event, names: Names) -> str:
    """A correction in a few words, and never which track was entered (S19); "" if it is none."""
    match event:
        case ev.GemsAwarded(seat=seat, gems=gems):
            kind = "falls_given" if gems > 0 else "falls_taken"
            return say("preview", kind, player=names.of(seat), gems=abs(gems))
        case ev.PickMade(by_host=True, seat=seat):
            return say("preview", "falls_pick", player=names.of(seat))
        case ev.ClockExtended(by_ms=by_ms):
            return say("preview", "falls_extended", seconds=f"{by_ms / 1000:g}")
        case ev.ClockEnded():
            return say("preview", "falls_ended")
        case _:
            return ""


def _clock(before: Match, match: Match, at: Moment, moment: ShowMoment) -> str:
    """The clock of `match`, which is `before` or what a command at `at` makes of it."""
    clock = match.clock
    if clock is None:
        return say("preview", "clock_none")
    if isinstance(match.current, Paused):
        return say("preview", "clock_stopped")
    deadline = deadline_of(match)
    assert deadline is not None, "a clock that runs has a deadline"
    if _is_complete(match):
        return say("preview", "clock_done")
    if clock.counts_from == at:
        return say("preview", "clock_new", seconds=_seconds(deadline - at.ms))
    if deadline != deadline_of(before) and deadline <= at.ms:
        return say("preview", "clock_ends")
    return say("preview", "clock_runs", moment=moment(deadline))


def _is_complete(match: Match) -> bool:
    """Whether all needed picks of the open turn are made."""
    match match.current:
        case TurnOpen() as turn:
            return project(turn, match.rules.turn_ms).ended is not None
        case _:
            return False


def _announced(
    match: Match,
    steps: Steps,
    after: Match,
    at: Moment,
    names: Names,
    moment: ShowMoment,
) -> Iterator[str]:
    """What everybody would be told. What would start then can't be shown as a time yet."""
    clock = after.clock
    begins_break = isinstance(after.current, BeforeTurn) and after.current != match.current

    def shown(ms: int) -> str:
        if clock is not None and clock.counts_from == at:
            return say("preview", "from_then", seconds=_seconds(ms - at.ms))
        if begins_break:
            return say("preview", "after_that", seconds=_seconds(ms - at.ms))
        return moment(ms)

    for notice in telling(steps, names):
        if notice.to is Audience.PUBLIC:
            yield text_of(notice, shown)
    if after.has_ended:
        yield say("preview", "fingerprint")


def _seconds(ms: int) -> str:
    """How long a clock will run that starts then: as it was set, so no tenths that it hasn't."""
    return f"{ms / 1000:g}"
