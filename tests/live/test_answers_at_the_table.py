"""Where players are answered: as a reply where they typed, or privately elsewhere (R20, S21)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.refusals import Reason, Refusal
from tests.live.hosted import (
    CORA,
    DM,
    HOST,
    HOSTS,
    NORTH,
    PUBLIC,
    SUB,
    TO_CORA,
    TO_ZAC,
    ZAC,
    Hosted,
)


async def answer_to(hosted: Hosted, text: str, place=SUB, seat=CORA, at: int = 1000):
    """What comes back to a message in the open turn: one letter, and the message it answers."""
    typed = hosted.typed(seat, text, place, at)
    before = len(hosted.room.delivered)
    await hosted.arrives(typed)
    (answer,) = hosted.room.delivered[before:]
    return answer, typed.message


async def test_r20_a_near_miss_is_answered_with_a_hint_as_a_reply_where_it_was_typed(hosted):
    await hosted.in_first_turn()
    answer, message = await answer_to(hosted, "nroth")
    assert (answer.to, answer.letter.reply_to) == (TO_CORA, message)
    assert "did you mean **north**?" in answer.text
    assert hosted.picked(CORA) is None


async def test_r20_two_meanings_are_asked_back_as_a_reply(hosted):
    await hosted.in_first_turn()
    answer, message = await answer_to(hosted, "north or south", seat=ZAC)
    assert (answer.to, answer.letter.reply_to) == (TO_ZAC, message)
    assert "**north** or **south**" in answer.text


async def test_r20_a_hint_in_the_dm_channel_is_a_reply_there(hosted):
    await hosted.in_first_turn()
    answer, message = await answer_to(hosted, "accelerate", DM)
    assert (answer.to, answer.letter.reply_to) == (PUBLIC, message)


async def test_s21_a_pick_in_the_dm_channel_is_answered_in_the_submissions_channel(hosted):
    await hosted.in_first_turn()
    answer, _ = await answer_to(hosted, "north", DM)
    assert (answer.to, answer.letter.reply_to) == (TO_CORA, 0)
    assert "Picks are secret" in answer.text
    assert hosted.turn.facts == ()


async def test_r10_a_bonus_in_the_submissions_channel_is_refused_there_and_not_used_up(hosted):
    await hosted.in_first_turn()
    answer, message = await answer_to(hosted, "accelerate north")
    assert (answer.to, answer.letter.reply_to) == (TO_CORA, message)
    assert "Nothing is used up" in answer.text
    await hosted.types(CORA, "accelerate north", DM, at=2000)
    assert hosted.projection.stashes.north == 2


async def test_r20_chatter_is_left_alone(hosted):
    await hosted.in_first_turn()
    said = len(hosted.room.delivered)
    for place in (DM, SUB):
        assert await hosted.types(CORA, "good luck to you!", place, at=1000) is None
    assert len(hosted.room.delivered) == said


async def test_an_accepted_pick_is_acknowledged_as_a_reply_with_the_seconds_left(hosted):
    await hosted.in_first_turn()
    answer, message = await answer_to(hosted, "north", at=13_500)
    assert (answer.to, answer.letter.reply_to) == (TO_CORA, message)
    assert answer.text == "Your pick: **North**. 46.5 s were left."


async def test_an_edit_is_answered_as_a_reply_to_its_message(hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(typed)
    await hosted.arrives(hosted.edited(typed, "south", at=2000))
    assert hosted.room.delivered[-1].letter.reply_to == typed.message
    assert "Changed from North to **South**" in hosted.room.texts(TO_CORA)[-1]


async def test_a_bonus_is_told_in_the_dm_channel_and_acknowledged_in_private(hosted):
    await hosted.in_first_turn()
    before = len(hosted.room.delivered)
    await hosted.types(CORA, "join north to central", DM, at=1000)
    public, private, *_ = hosted.room.delivered[before:]
    assert (public.to, public.letter.reply_to) == (PUBLIC, 0)
    assert public.letter.notice.clock is not None
    assert (private.to, private.letter.reply_to) == (TO_CORA, 0)
    assert private.letter.notice.lines == (
        "You have played **join north to central**. 59.0 s were left.",
    )


async def test_r12_a_join_of_tracks_apart_is_refused_as_a_reply_and_not_used_up(hosted):
    await hosted.in_first_turn()
    answer, message = await answer_to(hosted, "join north to south", DM)
    assert (answer.to, answer.letter.reply_to) == (PUBLIC, message)
    await hosted.types(CORA, "join north to central", DM, at=2000)
    assert len(hosted.projection.joins) == 1


async def test_r27_a_role_word_of_the_other_player_is_refused_saying_whose_choice_it_is(hosted):
    await hosted.started()
    answer, message = await answer_to(hosted, "thief", DM, ZAC, at=-500)
    assert (answer.to, answer.letter.reply_to) == (PUBLIC, message)
    assert "Cora's choice" in answer.text


async def test_r27_a_role_picked_in_the_submissions_channel_is_told_in_the_dm_channel(hosted):
    await hosted.started()
    await hosted.types(CORA, "thief", at=-500)
    assert "Cora starts round 1 as **thief**" in hosted.room.texts(PUBLIC)[-1]
    assert hosted.turn.miner is ZAC


async def test_ready_is_said_in_the_submissions_channel(hosted):
    await hosted.open_match()
    await hosted.do(do.StartMatch(HOST))
    answer, message = await answer_to(hosted, "ready", DM, at=-1500)
    assert (answer.to, answer.letter.reply_to) == (PUBLIC, message)
    for seat in (CORA, ZAC):
        await hosted.types(seat, "ready", at=-1400)
    assert "Cora chooses the start role" in hosted.room.texts(PUBLIC)[-1]


async def test_before_the_start_a_pick_is_answered_privately(hosted):
    await hosted.open_match()
    answer, message = await answer_to(hosted, "north", at=-1500)
    assert (answer.to, answer.letter.reply_to) == (TO_CORA, message)
    assert "not started" in answer.text


async def test_r30_the_hosts_are_called_once_and_nothing_stops(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "host!", at=1000)
    refused = await hosted.types(CORA, "host!", at=1100)
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.HOST_ALREADY_CALLED
    assert len(hosted.room.to(HOSTS)) == 1
    assert len(hosted.clock.waiting) == 1


async def test_r30_a_host_called_in_the_dm_channel_is_confirmed_privately_and_not_as_a_reply(
    hosted,
):
    await hosted.in_first_turn()
    await hosted.types(CORA, "host!", DM, at=1000)
    assert {it.letter.reply_to for it in hosted.room.to(TO_CORA)} == {0}
    assert {it.letter.reply_to for it in hosted.room.to(HOSTS)} == {0}


async def test_a_refused_command_is_given_back_and_told_to_nobody_else(hosted):
    await hosted.in_first_turn()
    said = len(hosted.room.delivered)
    refused = await hosted.do(do.ResumeMatch(HOST))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.NOT_PAUSED
    assert len(hosted.room.delivered) == said


async def test_r19_a_pick_that_a_host_enters_is_told_to_the_player(hosted):
    await hosted.in_first_turn()
    await hosted.do(do.PickFor(HOST, CORA, NORTH), at=1000)
    assert "A host has entered a pick for you: **North**" in hosted.room.texts(TO_CORA)[-1]
    assert hosted.room.delivered[-1].letter.reply_to == 0


@pytest.mark.parametrize("text", ["nroth", "north or south", "accelerate north", "keep"])
async def test_s13_the_same_message_twice_is_answered_once(hosted, text):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, text, at=1000)
    said = len(hosted.room.delivered)
    for _ in range(2):
        await hosted.arrives(typed)
    assert len(hosted.room.delivered) == said + 1


async def test_s13_a_message_that_comes_again_in_the_next_turn_is_not_answered_again(hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(typed)
    await hosted.types(ZAC, "north", at=1100)
    await hosted.move_to(2000)
    said = len(hosted.room.delivered)
    await hosted.arrives(typed)
    assert len(hosted.room.delivered) == said
    assert hosted.turn.facts == ()
