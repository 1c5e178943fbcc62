"""Tens of thousands of odd texts, typed in every phase, in both places, in both seats (S38).

What must hold for any text at all: no exception, nothing acted upon that has two meanings, nothing
repeated that a stranger wrote. The texts come many to an example, so that there is time for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Match, PickingRole, WaitingToStart
from minecart_robbery.engine.nouns import Accelerate, Join, Role, Seat, Track
from minecart_robbery.words import player_input
from minecart_robbery.words.player_input import Answer, Place, PlayerCommand, interpret
from minecart_robbery.words.reading import attempt, read
from minecart_robbery.words.reading.vocabulary import NEGATION
from tests.conftest import Tell
from tests.how_much import so_many
from tests.words import in_each_phase as phase
from tests.words.odd_texts import (
    BELOW_A_QUOTE,
    HARMLESS,
    LISTED,
    NAMES_OF_TRACKS,
    ODD_TEXTS,
    PLAIN_ROWS,
    PLAIN_WORDS,
    Dressing,
)
from tests.words.telling.stage import CORA, ZAC

Outcome = PlayerCommand | Answer | None

pytestmark = pytest.mark.no_cover
"""Measuring coverage costs more than the reading, and nothing here is covered by it alone."""

AT_ONCE = 50
"""Texts in an example."""
ODD, DRESSED, TWO_TRACKS = so_many(10_000), so_many(3_000), so_many(2_000)
"""How many texts are tried in each of the ways below."""

LIVE = (
    phase.waiting(),
    phase.checking_ready(),
    phase.paused_check(),
    phase.overdue_check(),
    phase.paused_before_the_check(),
    phase.picking_role(),
    phase.in_turn(),
    phase.paused_turn(),
    phase.paused_role(),
)
WAITING_FOR_WORDS = (phase.checking_ready(), phase.picking_role(), phase.in_turn())
ENDED = (phase.over(), phase.called_off())
SAFE = frozenset(" .,;:!?*“”’'–")
"""Signs of which the catalogue's answers are made: no mention, link or markdown but for bold."""
LONGEST_ANSWER = 300

count = Counter[str]()


@pytest.fixture(autouse=True)
def told_how_many(tell: Tell) -> Iterator[None]:
    """Have the counts told when all is done."""
    yield
    tell("texts read", count)
    count.clear()


@pytest.fixture(scope="module", autouse=True)
def each_text_is_read_once() -> Iterator[None]:
    """Hearing asks in every phase for what a text means, and that depends on the text alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player_input, "read", lru_cache(maxsize=64)(read))
        patch.setattr(player_input, "attempt", lru_cache(maxsize=64)(attempt))
        yield


@contextmanager
def counted(way: str, text: str) -> Iterator[str]:
    """Count a text that is tried in this way; if it fails, say which one it is."""
    count[way] += 1
    try:
        yield text
    except BaseException as error:
        error.add_note(f"the text: {text!r}")
        raise


def many(texts: st.SearchStrategy, number: int) -> Callable[[Callable], Callable]:
    """Try a test on `number` texts, many to an example; what fails tells its own text."""

    def tried(test: Callable) -> Callable:
        lists = st.lists(texts, min_size=AT_ONCE, max_size=AT_ONCE)
        slow_is_fine = (HealthCheck.too_slow, HealthCheck.data_too_large)
        examples = settings(
            max_examples=number // AT_ONCE,
            phases=[Phase.generate],
            verbosity=Verbosity.quiet,
            suppress_health_check=[*slow_is_fine, HealthCheck.large_base_example],
        )
        return examples(given(lists)(test))

    return tried


def check_command(command: PlayerCommand, seat: Seat, place: Place, match: Match) -> None:
    """A command is the speaker's own, and of a kind that belongs in that place (R10, R19, R27)."""
    assert command.seat is seat
    match command:
        case do.Say(said=Track() | "keep"):
            assert place is Place.SUB
        case do.Say(said=Accelerate() | Join()):
            assert place is Place.DM
        case do.SayReady():
            assert place is Place.SUB
        case do.PickRole(role=Role()):
            assert not isinstance(match.current, WaitingToStart)
            assert place is Place.SUB or isinstance(match.unpaused, PickingRole)
        case do.CallHost():
            pass
        case other:
            pytest.fail(f"nobody can say this: {other}")


def check_answer(answer: Answer, place: Place) -> None:
    """An answer is short and harmless, and in public it gives no pick away (R20, S19, S21)."""
    assert 0 < len(answer.text) <= LONGEST_ANSWER
    assert [sign for sign in answer.text if not sign.isalnum() and sign not in SAFE] == []
    if answer.is_private or place is Place.SUB:
        return
    assert not any(f"**{track}**" in answer.text for track in Track)


def check(text: str) -> None:
    """What holds for any text: whoever types it, wherever, and whatever is waited for."""
    for match in LIVE:
        for place in Place:
            cora, zac = (interpret(text, seat, place, match) for seat in (CORA, ZAC))
            match cora, zac:
                case (None, None):
                    pass
                case (Answer(), Answer()):
                    assert cora == zac
                    check_answer(cora, place)
                case (None | Answer(), _):
                    pytest.fail(f"who says it makes a difference: {cora}, {zac}")
                case _:
                    assert replace(cora, seat=ZAC) == zac
                    check_command(cora, CORA, place, match)
    for match in ENDED:
        assert interpret(text, CORA, Place.SUB, match) is None


def acted_upon(text: str) -> Iterator[PlayerCommand]:
    """The commands that a text comes to anywhere, calls for a host left out."""
    for match in WAITING_FOR_WORDS:
        for place in Place:
            outcome = interpret(text, CORA, place, match)
            if outcome is not None and not isinstance(outcome, Answer | do.CallHost):
                yield outcome


@many(ODD_TEXTS, ODD)
def test_s38_any_text_is_heard_without_an_exception_and_answered_without_harm(texts: list[str]):
    for text in texts:
        with counted("odd", text):
            check(text)


@many(
    st.tuples(
        st.one_of(PLAIN_ROWS, LISTED.filter(lambda it: it.replace(" ", "").isalpha())),
        st.lists(st.sampled_from(HARMLESS), max_size=2),
    ),
    DRESSED,
)
def test_s38_a_plain_text_means_the_same_in_any_dress(texts: list[tuple[str, list[Dressing]]]):
    for text, dressings in texts:
        dressed = text
        for dressing in sorted(dressings, key=lambda it: it is BELOW_A_QUOTE):
            dressed = dressing(dressed)
        with counted("dressed", dressed):
            assert (read(dressed), attempt(dressed)) == (read(text), attempt(text)), text
            for doubt in (f"{dressed}?", f"{dressed} {min(NEGATION)}"):
                assert list(acted_upon(doubt)) == []


TRACK_PAIRS = [(one, other) for one in NAMES_OF_TRACKS for other in NAMES_OF_TRACKS if one != other]
FILLING = st.lists(st.sampled_from(PLAIN_WORDS), max_size=2).map(" ".join)


def _two_tracks(pair: tuple[str, str], way: int, filling: list[str]) -> str:
    one, other = (NAMES_OF_TRACKS[name] for name in pair)
    words = (filling[0], one[way % len(one)], filling[1], other[way % len(other)], filling[2])
    return " ".join(word for word in words if word)


@many(
    st.tuples(
        st.builds(
            _two_tracks,
            st.sampled_from(TRACK_PAIRS),
            st.integers(0, 11),
            st.lists(FILLING, min_size=3, max_size=3),
        ),
        st.sampled_from(HARMLESS),
    ),
    TWO_TRACKS,
)
def test_s38_of_two_tracks_named_none_is_picked(texts: list[tuple[str, Dressing]]):
    """ "north or south" in all its forms: at the most it is a join, and then an open one."""
    for text, dressing in texts:
        with counted("of two tracks", dressing(text)) as dressed:
            for command in acted_upon(dressed):
                assert isinstance(command, do.Say), command
                assert isinstance(command.said, Join), command
