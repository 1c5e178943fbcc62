"""What those who run a match write for rounds, and what they are answered when it is done."""

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.moments import Moment
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.desk import deed_of, done_line, which_rounds


@pytest.mark.parametrize(
    ("text", "rounds"),
    [("odd", "odd"), (" Even ", "even"), ("3", 3), ("0", 0), ("007", 7)],
)
def test_rounds_are_named_by_a_word_or_a_number(text: str, rounds: object):
    assert which_rounds(text) == rounds


@pytest.mark.parametrize("text", ["", "three", "-1", "1.5", "٣", "1" * 5000])
def test_anything_else_names_no_rounds(text: str):
    assert which_rounds(text) is None


def test_a_start_that_only_asks_is_answered_by_what_it_asks():
    started, asked = ev.MatchStarted(Moment(0)), ev.ReadyAsked(Moment(0), 1, 2)
    assert deed_of((started, asked)) is asked
    assert deed_of((started,)) is started
    assert done_line((started, asked)) == say("desk", "done_ready_asked")


def test_what_came_to_nothing_was_done_before():
    assert done_line(()) == done_line(None) == say("desk", "done_before")
