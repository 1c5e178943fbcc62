"""The same messages give the same turn, in whatever order they arrive until it is settled (R18)."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine import evolve
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.facts import KEEP, Said
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Accelerate, Role, Seat, Track
from minecart_robbery.engine.refusals import Reason, Refusal
from tests.deciding import decided
from tests.engine.table import DMO, Table
from tests.engine.test_routes import JOINS
from tests.how_much import so_many

pytestmark = pytest.mark.no_cover
"""Measuring coverage takes longer than the matches; the other tests cover all by themselves."""

Message = tuple[Seat, Said, Moment]

# Around all that matters with a clock of 5 seconds, two restarts by a bonus included.
TIMES = st.sampled_from([1, 2, 3, 1000, 2000, 4999, 5000, 5001, 5002, 6000, 9999, 10_000, 10_001])
SAYINGS: list[Said] = [*Track, KEEP, *(Accelerate(mine) for mine in Track), *JOINS]
SAID = st.sampled_from(SAYINGS)


def messages_of(drawn: Sequence[tuple[Seat, Said, int, bool]]) -> list[Message]:
    """Give each message or edit an id of its own, so that no two share a moment."""
    return [
        (seat, said, Moment(ms, is_edit, number))
        for number, (seat, said, ms, is_edit) in enumerate(drawn)
    ]


DRAWN = st.lists(st.tuples(st.sampled_from(Seat), SAID, TIMES, st.booleans()), max_size=9)


MANY = settings(max_examples=so_many(300))


@st.composite
def in_two_orders(draw: st.DrawFn) -> tuple[list[Message], list[Message]]:
    """All messages that reach the bot before it settles a turn, in two orders of arrival."""
    messages = messages_of(draw(DRAWN))
    return messages, draw(st.permutations(messages))


def take(table: Table, messages: list[Message]) -> None:
    """Let these messages arrive. Only what is used up, or too early, is ever refused."""
    for seat, said, at in messages:
        came = decided(table.match, do.Say(seat, said), at)
        if isinstance(came, Refusal):
            assert came.reason in (Reason.USED_UP, Reason.TOO_EARLY)
            continue
        for event in came:
            table.match = evolve(table.match, event)


def settled_after(messages: list[Message]) -> tuple[ev.TurnSettled, Match]:
    """The turn that these messages come to, and the match after it."""
    table = Table.in_first_turn(turn_seconds=5)
    take(table, messages)
    return table.settle(), table.match


@MANY
@given(in_two_orders())
def test_r18_the_order_of_arrival_does_not_change_what_a_turn_comes_to(orders):
    one, other = orders
    assert settled_after(one) == settled_after(other)


@MANY
@given(DRAWN.map(messages_of))
def test_r18_messages_in_any_order_come_to_what_they_come_to_in_the_order_of_their_moments(drawn):
    assert settled_after(drawn) == settled_after(sorted(drawn, key=lambda message: message[2]))


@MANY
@given(in_two_orders())
def test_r16_a_message_that_arrives_twice_counts_once(orders):
    one, again = orders
    assert settled_after([*one, *again]) == settled_after(one)


@MANY
@given(
    DRAWN.map(messages_of),
    st.integers(0, 9),
    st.sampled_from([2, 1000, 1500, 2000]),
    st.sampled_from([1, 1500, 3000]),
)
def test_r18_the_bots_own_post_may_arrive_anywhere_among_the_messages(drawn, place, post, guess):
    """`guess` is the opening by the bot's own clock, `post` the moment at which Discord had it.

    A clock that is wrong changes nothing: what was said before `post` is no pick, the rest is.
    """

    def settled_with_post_at(place: int) -> ev.TurnSettled:
        table = Table.started(turn_seconds=5)
        table.do(do.PickRole(DMO, Role.MINER), guess)
        take(table, drawn[:place])
        table.do(do.StartClock(), post)
        take(table, drawn[place:])
        return table.settle()

    assert settled_with_post_at(place) == settled_with_post_at(0)
