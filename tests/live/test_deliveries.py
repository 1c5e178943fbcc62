"""What is owed goes out: to each audience in its order, once, until it is received (S15)."""

from __future__ import annotations

import logging

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.live import outbox
from minecart_robbery.live.retries import FIRST_REST_MS
from minecart_robbery.live.room import Failure
from minecart_robbery.words.telling.events import clock_shown
from tests.live.hosted import CORA, DM, HOST, HOSTS, PUBLIC, TO_CORA, TO_ZAC, ZAC, Hosted


async def still_owed(hosted: Hosted) -> list[str]:
    """The audiences of what the record says is owed."""
    return [delivery.audience for delivery in await hosted.record.owed(hosted.number)]


async def test_an_opening_is_told_in_all_three_channels(hosted):
    await hosted.open_match()
    assert {it.to for it in hosted.room.delivered} == {PUBLIC, TO_CORA, TO_ZAC}
    assert await still_owed(hosted) == []


async def test_an_audience_gets_its_letters_in_their_order(hosted):
    await hosted.in_first_turn()
    hosted.room.hold(TO_CORA)
    for number, track in enumerate(["north", "south", "central"]):
        await hosted.types(CORA, track, at=100 + number)
    hosted.room.let_go(TO_CORA)
    await hosted.quiet()
    told = [text.split(".")[0] for text in hosted.room.texts(TO_CORA)[-3:]]
    assert told == [
        "Your pick: **North**",
        "Changed from North to **South**",
        "Changed from South to **Central**",
    ]


async def test_letters_owed_before_a_restart_come_before_those_owed_after_it(hosted, monkeypatch):
    await hosted.in_first_turn()
    monkeypatch.setattr(outbox, "TRIES", 99)
    hosted.room.trouble[TO_CORA] = Failure.LATER
    await hosted.types(CORA, "north", at=100)
    await hosted.restarted()
    await hosted.types(CORA, "south", at=200)
    del hosted.room.trouble[TO_CORA]
    await hosted.move_to(hosted.now + FIRST_REST_MS)
    told = [text.split(".")[0] for text in hosted.room.texts(TO_CORA)[-3:]]
    assert told == [
        "Your pick: **North**",
        "**You mine this turn** (round 1, turn 1)",
        "Changed from North to **South**",
    ]


async def test_of_two_prompts_that_are_still_owed_only_the_newer_one_goes_out(hosted):
    await hosted.in_first_turn()
    before = len(hosted.room.panels(TO_CORA))
    hosted.room.hold(TO_CORA)
    for at, seat in enumerate((ZAC, CORA)):
        await hosted.types(seat, "accelerate north", DM, at=1000 + at)
    await hosted.do(do.ExtendClock(HOST, 30_000))
    hosted.room.let_go(TO_CORA)
    await hosted.quiet()
    prompts = [it for it in hosted.room.panels(TO_CORA)[before:] if it.letter.notice.lines]
    assert [it.letter.notice.clock for it in prompts[-1:]] == [clock_shown(hosted.match)]
    assert len(prompts) == 2
    assert await still_owed(hosted) == []


@pytest.mark.parametrize("failure", [Failure.GONE, Failure.FORBIDDEN])
async def test_what_could_not_be_delivered_stays_owed_and_is_tried_again(hosted, failure):
    await hosted.in_first_turn()
    hosted.room.next_trouble[TO_CORA] = [failure]
    await hosted.move_to(100)
    await hosted.types(CORA, "north")
    assert await still_owed(hosted) == ["dmo"]
    await hosted.sweep()
    assert await still_owed(hosted) == []
    assert "Your pick: **North**" in hosted.room.texts(TO_CORA)[-1]


async def test_s15_another_try_bears_the_same_nonce(hosted):
    await hosted.in_first_turn()
    hosted.room.next_trouble[TO_CORA] = [Failure.LATER, TimeoutError]
    await hosted.types(CORA, "north", at=100)
    await hosted.move_to(hosted.now + FIRST_REST_MS)
    assert hosted.room.tries.count(hosted.room.to(TO_CORA)[-1].stamp.nonce) == 3


async def test_s15_each_letter_bears_the_nonce_that_the_record_gave_it(hosted):
    await hosted.in_first_turn()
    hosted.room.trouble[TO_CORA] = Failure.LATER
    await hosted.types(CORA, "north", at=100)
    (owed,) = await hosted.record.owed(hosted.number)
    *others, again, last = hosted.room.tries
    assert again == last == owed.nonce
    assert len({*others, last}) == len(others) + 1


async def test_a_failure_is_logged_without_the_text_of_the_letter(hosted, caplog):
    await hosted.in_first_turn()
    caplog.set_level(logging.INFO)
    hosted.room.next_trouble[TO_CORA] = [Failure.FORBIDDEN]
    await hosted.types(CORA, "south", at=100)
    assert "forbidden" in caplog.text
    assert "outh" not in caplog.text


async def test_trouble_with_one_audience_holds_up_no_other(hosted):
    await hosted.in_first_turn()
    hosted.room.trouble[TO_CORA] = RuntimeError
    await hosted.types(CORA, "north", at=100)
    await hosted.types(ZAC, "south", at=200)
    await hosted.types(CORA, "host!", DM, at=250)
    await hosted.move_to(700)
    assert any("Cora calls a host" in text for text in hosted.room.texts(HOSTS))
    assert "Turn 2" in hosted.room.texts(PUBLIC)[-1]
    assert "You mine this turn" in hosted.room.texts(TO_ZAC)[-1]
    assert set(await still_owed(hosted)) == {"dmo"}


async def test_a_player_is_answered_though_the_dm_channel_cannot_be_written_to(hosted):
    """Only what bears a clock waits for the post that starts it."""
    await hosted.open_match()
    hosted.room.trouble[PUBLIC] = Failure.GONE
    await hosted.do(do.StartMatch(HOST, skip_ready=True))
    await hosted.types(CORA, "nroth")
    await hosted.types(CORA, "host!")
    assert "**north**?" in hosted.room.texts(TO_CORA)[1]
    assert any("Cora calls a host" in text for text in hosted.room.texts(HOSTS))


async def test_a_slow_audience_holds_up_no_other(hosted):
    await hosted.in_first_turn()
    hosted.room.hold(TO_CORA)
    await hosted.types(CORA, "north", at=100)
    await hosted.types(ZAC, "south", at=200)
    assert "Your pick" in hosted.room.texts(TO_ZAC)[-1]
    await hosted.move_to(700)
    assert "Turn 2" in hosted.room.texts(PUBLIC)[-1]


async def test_the_match_waits_for_no_delivery_but_that_which_starts_a_clock(hosted):
    await hosted.in_first_turn()
    hosted.room.hold(TO_CORA)
    hosted.room.hold(PUBLIC)
    await hosted.types(CORA, "accelerate north", DM, at=100)
    await hosted.types(CORA, "north", at=200)
    await hosted.types(ZAC, "north", at=300)
    await hosted.move_to(800)
    assert (hosted.turn.number, hosted.turn.round.gems.candidate) == (2, 2)


async def test_a_letter_is_ticked_off_only_once_it_was_received(hosted):
    await hosted.in_first_turn()
    hosted.room.hold(TO_CORA)
    await hosted.types(CORA, "north", at=100)
    assert await still_owed(hosted) == ["dmo"]
    hosted.room.let_go(TO_CORA)
    await hosted.quiet()
    assert await still_owed(hosted) == []


async def test_a_letter_is_not_sent_twice_while_it_is_on_its_way(hosted):
    await hosted.in_first_turn()
    hosted.room.hold(TO_CORA)
    await hosted.types(CORA, "north", at=100)
    await hosted.sweep()
    hosted.room.let_go(TO_CORA)
    await hosted.quiet()
    assert len(set(hosted.room.tries)) == len(hosted.room.tries)


async def test_what_is_owed_stands_in_the_record_before_anything_is_sent(hosted):
    await hosted.in_first_turn()
    hosted.room.hold(TO_CORA)
    await hosted.types(CORA, "north", at=100)
    (owed,) = await hosted.record.owed(hosted.number)
    assert "Your pick" in owed.body
    assert "Your pick" not in hosted.room.texts(TO_CORA)[-1]


async def test_a_letter_whose_tick_failed_is_sent_again_under_its_nonce(hosted, monkeypatch):
    """The room drops what comes twice under one nonce; the record must not lose it (S15)."""
    await hosted.in_first_turn()
    tick = hosted.record.tick

    async def locked(delivery: int, message: int) -> None:
        monkeypatch.setattr(hosted.record, "tick", tick)
        raise OSError("database is locked")

    monkeypatch.setattr(hosted.record, "tick", locked)
    await hosted.types(CORA, "north", at=100)
    assert await still_owed(hosted) == ["dmo"]
    await hosted.sweep()
    assert await still_owed(hosted) == []
    assert hosted.room.tries.count(hosted.room.to(TO_CORA)[-1].stamp.nonce) == 2


async def test_s7_a_room_that_breaks_reaches_the_log(hosted, caplog):
    await hosted.in_first_turn()
    hosted.room.next_trouble[PUBLIC] = [RuntimeError]
    await hosted.do(do.PauseMatch(HOST), at=100)
    (error,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert f"match {hosted.number}" in error.getMessage()
    assert "the room is on fire" in caplog.text
