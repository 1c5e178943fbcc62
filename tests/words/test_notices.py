"""A notice in the parts in which a chat shows it."""

from minecart_robbery.words.notices import Audience, Clock, ClockKind, Notice, Parts, parts_of
from minecart_robbery.words.panels import Occasion, PanelKey, PanelName, Takes

KEY = PanelKey(PanelName.PICK, Occasion())


def test_superseded_under_a_title_goes_into_a_box():
    notice = Notice(Audience.PUBLIC, ("settled", "## Round 1", "a", "b"))
    assert parts_of(notice, str) == Parts("settled", "Round 1", "a\nb")


def test_without_a_title_there_is_no_box():
    clock = Clock(ClockKind.TURN, 5)
    assert parts_of(Notice(Audience.PUBLIC, ("a",), clock), str) == Parts("a\n⏳ Time is over 5")


def test_what_stays_of_the_earlier_text_comes_first():
    notice = Notice(Audience.DMO, ("picked",), takes=Takes(KEY, "You mine"))
    assert parts_of(notice, str) == Parts("You mine\npicked")
    assert parts_of(Notice(Audience.DMO, ("picked",), takes=Takes(KEY)), str) == Parts("picked")
