"""The timing table as a person reads it: names, moments, margins, nothing that harms a screen."""

from __future__ import annotations

import pytest

from minecart_robbery.record.document import Document, Row, SeatedNames
from minecart_robbery.record.timetable import HEADINGS, timetable

CORA_AND_ZAC = SeatedNames(dmo="Cora", candidate="Zac")
LATE = Row(
    event=9,
    round=2,
    turn=3,
    seat="candidate",
    did="south",
    by_host=False,
    received=1_700_000_060_400,
    deadline=1_700_000_060_000,
    margin=-400,
    came="late",
)


def cells_of(names: SeatedNames | None = CORA_AND_ZAC, **changed: object) -> dict[str, str]:
    """What stands in each column of a row that differs from `LATE` in this."""
    row = LATE.model_copy(update=changed)
    document = Document.model_construct(names=names, timings=[row])
    [cells] = timetable(document)
    return dict(zip(HEADINGS, cells, strict=True))


def test_a_row_tells_who_did_what_when_and_by_how_much_it_was_late():
    assert cells_of() == {
        "event": "9",
        "round": "2",
        "turn": "3",
        "player": "Zac",
        "did": "south",
        "received (UTC)": "2023-11-14 22:14:20.400",
        "deadline": "22:14:20.000",
        "margin": "0.400 s after",
        "outcome": "late",
    }


@pytest.mark.parametrize(
    ("margin", "came", "shown"),
    [
        (1, "counted", "0.001 s before"),
        (59_999, "counted", "59.999 s before"),
        (0, "counted", "at the deadline"),
        (0, "late", "less than 0.001 s after"),
        (-1, "late", "0.001 s after"),
        (-61_050, "late", "61.050 s after"),
        (None, "defaulted", ""),
    ],
)
def test_a_margin_is_shown_to_the_millisecond(margin: int | None, came: str, shown: str):
    assert cells_of(margin=margin, came=came)["margin"] == shown


def test_what_was_not_done_in_time_is_told_to_be_nothing():
    cells = cells_of(did=None, received=None, margin=None, came="defaulted", turn=None)
    assert (cells["turn"], cells["did"], cells["received (UTC)"]) == ("role", "nothing", "")
    assert cells["deadline"] == "22:14:20.000"


def test_what_was_said_while_no_clock_ran_has_no_deadline():
    cells = cells_of(deadline=None, margin=None, came="in a pause")
    assert (cells["deadline"], cells["margin"]) == ("", "")


def test_a_pick_that_a_host_entered_says_so():
    assert cells_of(by_host=True)["did"] == "south, entered by a host"


def test_without_names_the_seats_are_told():
    assert cells_of(None)["player"] == "candidate"


def test_a_name_can_do_nothing_to_the_screen():
    names = SeatedNames(dmo="Cora", candidate="Z\x1b[2Ja\nc\u202e🙂")
    assert cells_of(names)["player"] == "Z?[2Ja?c?🙂".replace("?", "\N{REPLACEMENT CHARACTER}")


@pytest.mark.parametrize("ms", [10**20, -(10**20)])
def test_a_moment_that_no_calendar_has_is_shown_as_it_is(ms: int):
    cells = cells_of(received=ms, deadline=ms)
    assert cells["received (UTC)"] == cells["deadline"] == f"{ms} ms"


def test_r32_what_was_taken_back_says_so():
    assert cells_of(taken_back=True)["outcome"] == "late, taken back"
