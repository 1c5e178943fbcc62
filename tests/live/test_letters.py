"""Letters survive the record: what is read back is what was written, types included."""

from __future__ import annotations

import traceback

import pytest

from minecart_robbery.engine.clock import Moment
from minecart_robbery.live.letters import Letter, UnreadableLetterError, letter_of, owed
from minecart_robbery.record import Delivery
from minecart_robbery.words.notices import Audience, Clock, ClockKind, Notice
from tests.live.hosted import CORA, PUBLIC, TO_CORA, TO_ZAC, ZAC, Hosted

LETTERS = [
    Letter(Notice(PUBLIC, ("one line",))),
    Letter(Notice(Audience.HOSTS, ("🔔 „Grüße“", "a\nb", "", "\u200b```\0"))),
    Letter(Notice(TO_CORA, (), Clock(ClockKind.ROLE, 1_700_000_000_000)), reply_to=2**62),
    Letter(
        Notice(TO_ZAC, ("x",), Clock(ClockKind.TURN, 0), mentions=(CORA, ZAC)),
        clock_from=Moment(5, True, 6),
    ),
    Letter(Notice(PUBLIC, ("x",), mentions=(ZAC,)), clock_from=Moment(0)),
    Letter(Notice(TO_ZAC, ("x",), mentions=(ZAC,)), prompts_for=Moment(5, False, 2**62)),
]


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_comes_back_as_it_was_written(letter):
    kept = owed(letter)
    back = letter_of(Delivery(1, kept.audience, kept.body, "n", "1 · 1"))
    assert back == letter
    assert repr(back) == repr(letter)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_letter_is_owed_to_the_audience_of_its_notice(letter):
    assert owed(letter).audience == letter.notice.to


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Your pick: North",
        '{"notice": "Your pick: North"}',
        '{"notice": {"to": "dmo", "lines": "Your pick: North"}}',
        '{"notice": {"to": "North", "lines": ["Your pick: North"]}}',
        '{"notice": {"to": "dmo", "lines": ["Your pick: North"], "clock": "North"}}',
    ],
)
def test_s19_a_letter_that_cannot_be_read_is_refused_without_a_word_of_it(body: str):
    """Its error goes into the log, and the letter may tell a player of their pick."""
    with pytest.raises(UnreadableLetterError) as refused:
        letter_of(Delivery(7, "dmo", body, "n", "1 · 1"))
    logged = "".join(traceback.format_exception(refused.value))
    assert "delivery 7 can't be read" in logged
    assert "North" not in logged


async def test_the_letters_of_a_match_come_back_from_the_record(hosted: Hosted):
    await hosted.open_match()
    kept = [owed(letter) for letter in LETTERS]
    await hosted.record.append(hosted.number, hosted.typed(CORA, "").cause, [], kept)
    back = [letter_of(delivery) for delivery in await hosted.record.owed(hosted.number)]
    assert back == LETTERS
