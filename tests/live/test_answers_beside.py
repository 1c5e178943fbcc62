"""Answers to interactions go out beside all else: nobody's next prompt waits for one (S64)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.panels import PanelKey
from tests.live.hosted import CORA, TO_CORA, ZAC, Hosted
from tests.live.room import ANSWERS


def press(hosted: Hosted, seat: Seat, text: str, key: PanelKey | None = None) -> Typed:
    """A player presses a button of the prompt that stands, or gives a command."""
    typed = hosted.typed(seat, text)
    cause = replace(typed.cause, key=f"i:{typed.message}", channel=0, message=0)
    return replace(typed, cause=cause, interaction=typed.message, pressed=key, sent=None)


def prompt_key(hosted: Hosted, audience: Audience) -> PanelKey:
    """The panel of the newest prompt that somebody was shown."""
    panel = hosted.room.panels(audience)[-1].letter.notice.panel
    assert panel is not None
    return panel.key


async def owed(hosted: Hosted) -> int:
    """How much is owed."""
    return len(await hosted.record.owed(hosted.number))


@pytest.fixture
async def answering(hosted: Hosted) -> Hosted:
    """The first turn, in which presses are answered."""
    await hosted.in_first_turn()
    await hosted.move_to(100)
    hosted.room.answers = True
    return hosted


async def test_s24_a_press_is_answered_and_not_told_a_second_time(answering: Hosted):
    before = len(answering.room.to(TO_CORA))
    await answering.arrives(press(answering, CORA, "north", prompt_key(answering, TO_CORA)))
    (answer,) = answering.room.answered
    assert "Your pick: **North**" in answer.text
    assert len(answering.room.to(TO_CORA)) == before
    assert await owed(answering) == 0


@pytest.mark.parametrize("is_press", [True, False])
async def test_s64_the_next_prompt_does_not_wait_for_an_answer_that_hangs(
    answering: Hosted, is_press: bool
):
    answering.room.hold(ANSWERS)
    key = prompt_key(answering, TO_CORA) if is_press else None
    await answering.arrives(press(answering, CORA, "north", key))
    await answering.types(ZAC, "south", at=200)
    await answering.move_to(800)
    assert answering.turn.number == 2
    assert "You steal this turn" in answering.room.texts(TO_CORA)[-1]
    assert answering.room.answered == []


async def test_s64_what_could_not_be_answered_goes_to_the_players_own_channel(answering: Hosted):
    answering.room.hold(ANSWERS)
    await answering.arrives(press(answering, CORA, "north", prompt_key(answering, TO_CORA)))
    answering.room.answers = False
    answering.room.let_go(ANSWERS)
    await answering.quiet()
    assert "Your pick: **North**" in answering.room.texts(TO_CORA)[-1]
    assert await owed(answering) == 0


async def test_s64_an_answer_that_breaks_is_told_in_the_channel_and_reaches_the_log(
    answering: Hosted, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def broken(*_: object) -> None:
        raise TypeError("string indices must be integers")

    monkeypatch.setattr(answering.room, "answer", broken)
    await answering.arrives(press(answering, CORA, "north", prompt_key(answering, TO_CORA)))
    assert "Your pick: **North**" in answering.room.texts(TO_CORA)[-1]
    assert "a task of match" in caplog.text


async def test_two_answers_to_one_player_come_in_their_order(answering: Hosted):
    """Both change one message; the later one must be the last."""
    answering.room.hold(ANSWERS)
    key = prompt_key(answering, TO_CORA)
    await answering.arrives(press(answering, CORA, "north", key))
    await answering.arrives(press(answering, CORA, "south", key))
    answering.room.let_go(ANSWERS)
    await answering.quiet()
    told = [it.text.split(".")[0] for it in answering.room.answered]
    assert told == ["Your pick: **North**", "Changed from North to **South**"]


async def test_buttons_are_not_taken_away_before_the_answer_that_shows_them(answering: Hosted):
    """The turn is settled while the answer, which puts "Change or keep" there, is on its way."""
    answering.room.hold(ANSWERS)
    key = prompt_key(answering, TO_CORA)
    await answering.arrives(press(answering, CORA, "north", key))
    await answering.types(ZAC, "south", at=200)
    await answering.move_to(800)
    answering.room.let_go(ANSWERS)
    await answering.quiet()
    shown = answering.room.answered[-1].receipt.message
    closed = [it for it in answering.room.panels(TO_CORA) if it.letter.notice.panel is None]
    assert [it.earlier.taken for it in closed if it.letter.notice.takes][-1] == shown
    assert await owed(answering) == 0


async def test_s64_an_answer_that_was_on_its_way_when_the_program_died_is_told_in_the_channel(
    answering: Hosted,
):
    answering.room.hold(ANSWERS)
    await answering.arrives(press(answering, CORA, "north", prompt_key(answering, TO_CORA)))
    answering.room.answers = False
    again = await answering.stopped()
    answering.house = again.house
    answering.room.let_go(ANSWERS)
    await answering.then_quiet(answering.house.seat_all("2"))
    assert any("Your pick: **North**" in text for text in answering.room.texts(TO_CORA))
