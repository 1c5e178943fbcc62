"""Letters are looked for by their mark once their nonce may be forgotten, and not before (S15)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.live import outbox
from minecart_robbery.live.outbox import FRESH_MS
from minecart_robbery.live.retries import LONGEST_REST_MS
from minecart_robbery.live.room import Failure, Stamp
from minecart_robbery.words.notices import Audience
from tests.live.hosted import CORA, HOST, HOSTS, PUBLIC, SUB, TO_CORA, Hosted


@pytest.fixture(autouse=True)
def failures_are_put_up_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """No match pauses itself because of letters that fail."""
    monkeypatch.setattr(outbox, "TRIES", 99)


def stamps(hosted: Hosted, audience: Audience) -> list[Stamp]:
    """What the letters for an audience bore, each time that one was tried."""
    return [stamp for to, stamp in hosted.room.stamps if to is audience]


async def a_hint_that_fails(hosted: Hosted) -> None:
    """A letter to Cora fails one second into the first turn, as all to her will."""
    await hosted.in_first_turn()
    hosted.room.stamps.clear()
    hosted.room.trouble[TO_CORA] = Failure.LATER
    await hosted.move_to(1000)
    await hosted.types(CORA, "nroth")


async def test_s15_a_letter_is_not_looked_for_while_its_nonce_is_fresh(hosted: Hosted):
    await a_hint_that_fails(hosted)
    await hosted.move_to(1000 + FRESH_MS)
    await hosted.sweep()
    first, *others = stamps(hosted, TO_CORA)
    assert others
    assert first.after is None
    assert set(others) == {first}


async def test_s15_later_it_is_looked_for_behind_the_last_one_that_its_reader_got(hosted: Hosted):
    await a_hint_that_fails(hosted)
    (first, *_) = stamps(hosted, TO_CORA)
    await hosted.types(CORA, "host!")
    await hosted.move_to(1001 + FRESH_MS + LONGEST_REST_MS)
    last = hosted.room.to(TO_CORA)[-1].receipt.message
    assert stamps(hosted, TO_CORA)[-1] == Stamp(first.nonce, first.mark, last)
    assert hosted.room.delivered[-1].receipt.message > last, "others got letters meanwhile"


async def test_s15_the_next_letter_is_a_new_one_and_not_looked_for(hosted: Hosted):
    await a_hint_that_fails(hosted)
    await hosted.move_to(1001 + FRESH_MS)
    del hosted.room.trouble[TO_CORA]
    await hosted.move_to(hosted.now + LONGEST_REST_MS)
    await hosted.types(CORA, "centrla")
    assert stamps(hosted, TO_CORA)[-1].after is None


async def test_s15_after_a_restart_what_was_owed_is_looked_for_at_once(hosted: Hosted):
    await a_hint_that_fails(hosted)
    last = hosted.room.to(TO_CORA)[-1].receipt.message
    await hosted.restarted()
    assert stamps(hosted, TO_CORA)[-1].after == last


async def test_s15_where_a_reader_got_nothing_yet_it_is_looked_for_from_the_beginning(
    hosted: Hosted,
):
    """The match's own: what stands in its channels from before is none of its."""
    await hosted.open_match()
    since = await hosted.record.since(hosted.number)
    hosted.room.trouble[HOSTS] = Failure.LATER
    await hosted.types(CORA, "host!")
    await hosted.restarted()
    assert since
    assert stamps(hosted, HOSTS)[-1].after == since


async def test_s15_a_letter_that_stood_already_is_not_sent_again(hosted: Hosted):
    """Discord took it and the answer was lost; an hour later its nonce is forgotten."""
    await hosted.in_first_turn()
    hosted.room.hold_answer(TO_CORA)
    await hosted.move_to(1000)
    await hosted.types(CORA, "nroth", SUB)
    again = await hosted.stopped()
    hosted.house = again.house
    hosted.room.let_go(TO_CORA)
    hosted.clock.move_to(hosted.clock.now_ms() + 3_600_000)
    await hosted.then_quiet(hosted.house.seat_all("2"))
    assert sum("**north**?" in text for text in hosted.room.texts(TO_CORA)) == 1
    assert await hosted.record.owed(hosted.number) == ()


async def test_s15_a_change_of_an_earlier_message_is_made_again_and_not_looked_for(hosted: Hosted):
    """Made twice it is the same change; it goes to the message that it concerns."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=500)
    shown = hosted.room.panels(TO_CORA)[-1].receipt.message
    hosted.room.trouble[TO_CORA] = Failure.LATER
    await hosted.move_to(1000)
    await hosted.types(CORA, "south")
    await hosted.move_to(1001 + FRESH_MS)
    before = len(hosted.room.delivered)
    del hosted.room.trouble[TO_CORA]
    await hosted.move_to(hosted.now + LONGEST_REST_MS)
    changed = [it for it in hosted.room.delivered[before:] if "Changed from" in it.text]
    assert len(changed) == 1
    assert changed[0].receipt.message == shown


async def test_s15_a_public_letter_is_looked_for_among_public_ones(hosted: Hosted):
    await hosted.in_first_turn()
    last = hosted.room.to(PUBLIC)[-1].receipt.message
    hosted.room.trouble[PUBLIC] = Failure.LATER
    await hosted.move_to(1000)
    await hosted.do(do.PauseMatch(HOST, "tea"))
    await hosted.move_to(1001 + FRESH_MS + LONGEST_REST_MS)
    assert stamps(hosted, PUBLIC)[-1].after == last
