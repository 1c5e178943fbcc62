"""The room: letters become messages, once, in the right place, for the right eyes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Receipt, Stamp
from minecart_robbery.live.shown import Earlier
from minecart_robbery.record import Cause, Chair, KeptMatch, KeptMessage, Record, Seating
from minecart_robbery.rehearsal.messages import Body, Channels, Sender, body_of, ms_of, typed_in
from minecart_robbery.rehearsal.room import PageRoom, Presses, shown
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import Button, Occasion, Panel, PanelKey, PanelName, Takes
from tests.live.hand_clock import START, HandClock
from tests.record.examples import opening

KEY = PanelKey(PanelName.PICK, Occasion(1, 1, 1))
PANEL = Panel(KEY, ((Button("North", "north"),),))
NOTHING = Earlier()


class Furnished:
    """A room with its channels, in a record of its own."""

    def __init__(self, record: Record, channels: Channels, seating: Seating) -> None:
        self.record, self.channels, self.seating = record, channels, seating
        self.presses = Presses()
        self.room = PageRoom(channels, self.presses, seating)
        self.letters = 0

    @classmethod
    async def at(cls, path: Path) -> Furnished:
        """One in that file."""
        record = await Record.open(path)
        dmo, candidate = Chair(Seat.DMO, 2, "Cora", 101), Chair(Seat.CANDIDATE, 3, "*Zac*", 102)
        cause = Cause("i:1", 1)
        added = await record.add_match(Seating(0, 0, 100, dmo, candidate), cause, opening())
        assert added is not None
        channels = await Channels.open(record.rehearsals, HandClock(START))
        await channels.add_match(KeptMatch(added[0].match, {}, {}))
        return cls(record, channels, added[0])

    async def gives(self, letter: Letter, earlier: Earlier = NOTHING, stamp: int = 0) -> int:
        """Deliver a letter, a new one unless `stamp` says which; the id of its message."""
        self.letters += 1
        number = stamp or self.letters
        bears = Stamp(f"n{number}", f"1 · {number}")
        receipt = await self.room.answer(letter, bears, earlier) if letter.answers else None
        if receipt is None:
            receipt = await self.room.deliver(letter, bears, earlier)
        assert isinstance(receipt, Receipt)
        assert receipt.ms == ms_of(receipt.message)
        return receipt.message

    async def read(self, number: int) -> tuple[KeptMessage, Body]:
        """A message that stands."""
        found = await self.channels.standing(number)
        assert found is not None
        return found, body_of(found)

    async def pressed(self, under: int) -> int:
        """Press a button under a message: the id of the press."""
        press = self.channels.new_id()
        self.presses.opened(press, (await self.read(under))[0])
        return press


@pytest.fixture
async def here(tmp_path):
    """A furnished room."""
    furnished = await Furnished.at(tmp_path / "a.db")
    yield furnished
    await furnished.record.close()


@pytest.mark.parametrize(
    ("audience", "channel"),
    [
        (Audience.PUBLIC, 100),
        (Audience.HOSTS, 100),
        (Audience.DMO, 101),
        (Audience.CANDIDATE, 102),
    ],
)
async def test_a_letter_stands_where_its_audience_reads(here, audience, channel):
    message, body = await here.read(await here.gives(Letter(Notice(audience, ("a", "## b", "c")))))
    assert (message.channel, message.sender, message.mark) == (channel, Sender.BOT, "1 · 1")
    assert (body.text, body.title, body.table) == ("a", "b", "c")


async def test_a_letter_that_is_tried_again_stands_once(here):
    letter = Letter(Notice(Audience.PUBLIC, ("a",)))
    assert await here.gives(letter, stamp=7) == await here.gives(letter, stamp=7)
    assert len(await here.channels.standing_after(100, 0)) == 1


async def test_what_takes_an_earlier_place_changes_that_message(here):
    first = await here.gives(Letter(Notice(Audience.DMO, ("pick",), panel=PANEL), reply_to=5))
    notice = Notice(Audience.DMO, ("picked",), takes=Takes(KEY, "You mine"))
    assert await here.gives(Letter(notice), Earlier(taken=first)) == first
    message, body = await here.read(first)
    assert (body.text, body.panel, body.reply_to) == ("You mine\npicked", None, 5)
    assert (message.edited, message.mark) == (None, "1 · 2")


async def test_what_only_takes_buttons_away_leaves_the_words(here):
    first = await here.gives(Letter(Notice(Audience.DMO, ("pick",), panel=PANEL)))
    closing = Letter(Notice(Audience.DMO, (), takes=Takes(KEY)))
    assert await here.gives(closing, Earlier(taken=first)) == first
    assert (await here.read(first))[1] == Body("pick")


async def test_where_the_earlier_message_is_gone_words_come_by_themselves_and_no_more(here):
    first = await here.gives(Letter(Notice(Audience.DMO, ("pick",), panel=PANEL)))
    await here.channels.delete(first)
    closing = Letter(Notice(Audience.DMO, (), takes=Takes(KEY)))
    assert await here.gives(closing, Earlier(taken=first)) == first
    assert not await here.room.has(Audience.DMO, first)
    picked = Letter(Notice(Audience.DMO, ("picked",), takes=Takes(KEY)))
    new = await here.gives(picked, Earlier(taken=first))
    assert new != first
    assert (await here.read(new))[1].text == "picked"


async def test_an_answer_to_a_press_stands_under_it_for_one_pair_of_eyes(here):
    under = await here.gives(Letter(Notice(Audience.PUBLIC, ("bonus",), panel=PANEL)))
    press = await here.pressed(under)
    answer = Letter(Notice(Audience.CANDIDATE, ("no",)), answers=press)
    message, body = await here.read(await here.gives(answer))
    assert (message.channel, message.private_to, body.text) == (100, Seat.CANDIDATE, "no")


async def test_an_answer_that_takes_the_place_of_what_was_pressed_changes_that(here):
    under = await here.gives(Letter(Notice(Audience.DMO, ("pick",), panel=PANEL)))
    press = await here.pressed(under)
    answer = Letter(Notice(Audience.DMO, ("picked",), takes=Takes(KEY)), answers=press)
    assert await here.gives(answer) == under
    assert (await here.read(under))[1].text == "picked"


async def test_an_answer_to_a_press_of_an_earlier_life_goes_where_its_reader_reads(here):
    answer = Letter(Notice(Audience.DMO, ("no",)), answers=12345)
    message, _ = await here.read(await here.gives(answer))
    assert (message.channel, message.private_to) == (101, None)


async def test_a_letter_points_to_buttons_by_a_link(here):
    notice = Notice(Audience.PUBLIC, ("a", "## b", "c"))
    _, body = await here.read(await here.gives(Letter(notice), Earlier(seen=77)))
    assert body.table.startswith("c\n[")
    assert body.table.endswith("](#m77)")


async def test_names_are_mere_text_in_sentences(here):
    assert here.room.names.candidate == "\\*Zac\\*"
    assert shown("<t:5> [a](#m5) `b`") == "\\<t:5\\> \\[a\\](\\#m5) \\`b\\`"


async def test_all_that_players_typed_and_that_stands_is_read_again(here):
    match, channels = here.seating.match, here.channels
    for channel, sender, text in (
        (100, Sender.DMO, "a"),
        (100, Sender.HOST, "not a player"),
        (101, Sender.DMO, "b"),
        (101, Sender.HOST, "not a player"),
        (101, Sender.CANDIDATE, "not theirs"),
        (102, Sender.CANDIDATE, "c"),
    ):
        await channels.send(match, channel, sender, Body(text), f"{channel}{sender}")
    gone = await channels.send(match, 102, Sender.CANDIDATE, Body("gone"), "gone")
    await channels.delete(gone.id)
    found = await here.room.missed({100: 0, 101: 0, 102: 0}, None)
    assert [it.text for it in found] == ["a", "b", "c"]
    last = max(it.message for it in found)
    assert await here.room.missed(dict.fromkeys((100, 101, 102), last), None) == []
    since = found[0].at
    again = await here.room.missed(dict.fromkeys((100, 101, 102), last), since)
    assert [it.text for it in again] == ["a", "b", "c"]


async def test_two_edits_in_one_millisecond_have_two_moments(here):
    sent = await here.channels.send(here.seating.match, 101, Sender.DMO, Body("a"), "n")
    await here.channels.edit(sent.id, Body("b"))
    (first,) = await here.room.missed({100: 0, 101: 0, 102: 0}, None)
    await here.channels.edit(sent.id, Body("c"))
    (second,) = await here.room.missed({100: 0, 101: 0, 102: 0}, None)
    assert (first.message, second.message) == (sent.id, sent.id)
    assert first.at < second.at
    assert first.cause.key != second.cause.key
    assert first.sent == second.sent


async def test_a_choice_that_comes_to_nothing_is_answered_in_its_place(here):
    choice = PanelKey(PanelName.CHOICE, Occasion(1, 1, 1))
    for key, says in ((choice, "There is nothing for that to do just now."), (KEY, "which?")):
        panel = Panel(key, ((Button("North", "accelerate north"),),))
        under = await here.gives(Letter(Notice(Audience.PUBLIC, ("which?",), panel=panel)))
        press = await here.pressed(under)
        sent = await here.channels.send(here.seating.match, 100, Sender.DMO, Body(""), f"m{press}")
        typed = replace(typed_by_cora(sent, here.seating), interaction=press, pressed=key)
        await here.room.heard(typed)
        assert (await here.read(under))[1].text == says
        assert here.presses.taken(press) is None


def typed_by_cora(message: KeptMessage, seating: Seating) -> Typed:
    """What Cora typed, with that message."""
    typed = typed_in(message, seating)
    assert typed is not None
    return typed


async def test_after_a_move_letters_go_to_the_new_channels(here):
    here.room.move_to(replace(here.seating, dm_channel=500))
    message, _ = await here.read(await here.gives(Letter(Notice(Audience.PUBLIC, ("a",)))))
    assert message.channel == 500


async def test_a_change_that_changes_nothing_is_none(here):
    first = await here.gives(Letter(Notice(Audience.PUBLIC, ("a",))), stamp=1)
    before, body = await here.read(first)
    await here.channels.change(first, body, "1 · 1")
    assert (await here.read(first))[0].change == before.change
    assert await here.channels.change(5, body) is None
