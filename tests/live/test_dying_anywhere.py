"""Random matches, and the program dies at each thing that it waits for (S1, S15).

However it dies and starts again, the match comes to what it comes to undisturbed: the same events,
and the same words to everybody, none lost and none doubled. Apart from that are the clocks that
start again, what is told of them, and all moments.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import events as ev
from minecart_robbery.engine import replay
from minecart_robbery.engine.match import CalledOff, Over
from minecart_robbery.record.written import written
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Audience
from tests.conftest import Tell
from tests.how_much import so_many
from tests.live.doom import Doom
from tests.live.mortal import Played
from tests.live.scripted_match import SCRIPTS, Script

STARTS_AGAIN = (ev.ClockStarted, ev.ClockRestarted)
MOMENTS = re.compile(r',?"(?:at|deadline|opens|over_at|late_ms)":(?:\{[^}]*\}|-?\d+|null)')
LEFT = re.compile(
    "|".join(
        " *" + re.escape(say("private", name, **values)).replace(r"0\.0", r"[\d.]+")
        for name, values in {
            "left": {"seconds": "0.0"},
            "left_saved": {"seconds": "0.0"},
            "left_restarted": {},
            "left_paused": {},
        }.items()
    )
)
PROMPT = re.compile(
    "|".join(
        re.escape(say("private", name, round=0, turn=0)).replace("0", r"\d+")
        for name in ("mine", "steal", "ready", "ready_again")
    )
)
"""How a private prompt begins. After a restart it is told again, with the clock of then (R31)."""

FINGERPRINT = re.compile(r"\*\*[0-9a-f ]{19}\*\*|`[0-9a-f]{64}`")

count = Counter[str]()


@pytest.fixture(autouse=True)
def told_how_many(tell: Tell) -> Iterator[None]:
    """Have the counts told when all is done."""
    yield
    tell("the program dies", count)
    count.clear()


def timeless(event: ev.Event) -> str:
    """An event without its moments."""
    return MOMENTS.sub("", written(event))


def told(played: Played) -> Counter[tuple[Audience, str]]:
    """What everybody was told, without times and without what is told of a restart.

    A prompt counts once, by how it begins.
    """
    texts = ((post.audience, text) for post in played.discord.posts for text in post.texts)
    said = [
        (audience, FINGERPRINT.sub("#", LEFT.sub("", text)))
        for audience, text in texts
        if text and say("fault", "restarted") not in text
    ]
    prompts = {(to, found[0]) for to, text in said if (found := PROMPT.match(text))}
    return Counter([*prompts, *((to, text) for to, text in said if not PROMPT.match(text))])


def came_to(played: Played) -> tuple[list[str], Counter[tuple[Audience, str]]]:
    """What a match came to: its events and what was told, apart from clocks and moments."""
    kept = [timeless(it) for it in played.events if not isinstance(it, STARTS_AGAIN)]
    assert isinstance(replay(played.events).current, Over | CalledOff)
    return kept, told(played)


async def _played(script: Script, doom: Doom, **named: Any) -> Played:
    with tempfile.TemporaryDirectory() as folder:
        played = Played(script, Path(folder) / "record.db", doom, **named)
        await played.play()
        return played


def played(script: Script, doom: Doom, **named: Any) -> Played:
    """The script played under a doom, on a file of its own."""
    return asyncio.run(_played(script, doom, **named))


def differs(script: Script, undisturbed: Played, doom: Doom, **named: Any) -> list[str]:
    """In what the match differs when the program dies in it; empty: in nothing."""
    count["deaths"] += 1
    dying = played(script, doom, **named)
    assert doom.has_come
    (events, words), (other_events, other_words) = came_to(undisturbed), came_to(dying)
    lost = [f"not told: {it}" for it in (words - other_words).elements()]
    doubled = [f"told once too often: {it}" for it in (other_words - words).elements()]
    wrong = [] if events == other_events else [f"events: {events} became {other_events}"]
    return [*lost, *doubled, *wrong]


def some(number: int) -> settings:
    """So many examples; a match takes its time, and says itself what is wrong with it."""
    slow_is_fine = [HealthCheck.too_slow, HealthCheck.data_too_large]
    phases = [Phase.generate]
    return settings(max_examples=number, phases=phases, suppress_health_check=slow_is_fine)


@some(so_many(1))
@given(SCRIPTS)
def test_s1_wherever_the_program_dies_the_match_comes_to_the_same(script: Script):
    counting = Doom()
    undisturbed = played(script, counting)
    count["matches"] += 1
    for number in range(1, counting.seen + 1):
        for is_after in (False, True):
            doom = Doom(number, is_after=is_after)
            assert differs(script, undisturbed, doom) == [], (number, is_after, script)


@some(so_many(20))
@given(
    SCRIPTS,
    st.floats(0, 1, exclude_max=True),
    st.booleans(),
    st.sampled_from((1, 1000, 90_000, 1_000_000)),
    st.integers(1, 4),
)
def test_s1_what_is_typed_while_the_program_is_away_counts_as_if_it_had_heard_it(
    script: Script, where: float, is_after: bool, away_ms: int, typed_meanwhile: int
):
    """It may be back before Discord forgets the nonces of what it has said, or long after."""
    counting = Doom()
    undisturbed = played(script, counting)
    count["matches"] += 1
    doom = Doom(1 + int(where * counting.seen), is_after=is_after)
    away = {"away_ms": away_ms, "typed_meanwhile": typed_meanwhile}
    assert differs(script, undisturbed, doom, **away) == [], (doom.number, is_after, away, script)
