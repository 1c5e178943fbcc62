"""What words come to at the table: where they were said and what the match waits for decide."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.facts import KEEP
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Accelerate, Join, Role
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.player_input import Answer, AnswerKind, Place, PlayerCommand, interpret
from tests.words.in_each_phase import (
    called_off,
    checking_ready,
    in_turn,
    over,
    overdue_check,
    paused_before_the_check,
    paused_check,
    paused_role,
    paused_turn,
    picking_role,
    waiting,
)
from tests.words.telling.stage import CENTRAL, CORA, NORTH, SOUTH, ZAC

DM, SUB = Place.DM, Place.SUB
LEFT_ALONE = None


def taken(text: str, place: Place, match: Match) -> PlayerCommand | Answer | None:
    return interpret(text, ZAC, place, match)


def kind(text: str, place: Place, match: Match) -> AnswerKind | PlayerCommand | None:
    answer = taken(text, place, match)
    return answer.kind if isinstance(answer, Answer) else answer


READY_IS_AWAITED = (waiting, checking_ready, paused_check, overdue_check)
EVERY_PHASE = (*READY_IS_AWAITED, picking_role, in_turn, paused_turn, paused_role)


@pytest.mark.parametrize("phase", EVERY_PHASE)
@pytest.mark.parametrize("place", Place)
@pytest.mark.parametrize("text", ["good luck!", "gg", "north is so full of gems lol", "", "🚂"])
def test_r20_chatter_is_left_alone_everywhere(text: str, place: Place, phase):
    assert taken(text, place, phase()) is LEFT_ALONE


@pytest.mark.parametrize("match", [over(), called_off()])
@pytest.mark.parametrize("place", Place)
@pytest.mark.parametrize("text", ["north", "join n c", "miner", "keep", "nroth", "host!", "ready"])
def test_after_the_end_everything_is_left_alone(text: str, place: Place, match: Match):
    assert taken(text, place, match) is LEFT_ALONE


@pytest.mark.parametrize("phase", [picking_role, in_turn, paused_turn])
@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("guard south", do.Say(ZAC, SOUTH)),
        ("n", do.Say(ZAC, NORTH)),
        ("keep", do.Say(ZAC, KEEP)),
        ("host!", do.CallHost(ZAC)),
    ],
)
def test_r19_a_pick_is_typed_in_the_submissions_channel(text: str, command, phase):
    assert taken(text, SUB, phase()) == command


@pytest.mark.parametrize("phase", [picking_role, in_turn, paused_turn])
@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("accelerate north", do.Say(ZAC, Accelerate(NORTH))),
        ("join c n", do.Say(ZAC, Join(CENTRAL, NORTH))),
        ("join north to south", do.Say(ZAC, Join(NORTH, SOUTH))),
        ("host!", do.CallHost(ZAC)),
    ],
)
def test_r10_a_bonus_is_typed_in_the_dm_channel(text: str, command, phase):
    assert taken(text, DM, phase()) == command


def test_r19_a_pick_in_the_dm_channel_is_refused_and_the_reason_names_no_track():
    answer = taken("north", DM, in_turn())
    assert answer == Answer(AnswerKind.REFUSED, say("refused", "pick_in_dm"), is_private=True)
    assert "orth" not in say("refused", "pick_in_dm")


@pytest.mark.parametrize(
    "text", ["accelerate north", "join c n", "join", "accelerate", "join north and central"]
)
def test_r10_a_bonus_in_the_submissions_channel_is_refused(text: str):
    assert taken(text, SUB, in_turn()) == Answer(AnswerKind.REFUSED, say("refused", "bonus_in_sub"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("nroth", SUB),
        ("sotuh", SUB),
        ("acelerate north", DM),
        ("join north", DM),
        ("accelerate", DM),
    ],
)
def test_r20_an_attempt_with_a_slip_is_hinted(text: str, place: Place):
    assert kind(text, place, in_turn()) is AnswerKind.HINTED


def test_a_misspelt_pick_in_the_dm_channel_is_never_asked_to_be_typed_there_again():
    answer = taken("nroth", DM, in_turn())
    assert isinstance(answer, Answer)
    assert "type it again" not in answer.text


def test_a_misspelt_bonus_in_the_submissions_channel_is_sent_to_the_dm_channel():
    answer = taken("acelerate north", SUB, in_turn())
    assert isinstance(answer, Answer)
    assert "DM channel" in answer.text


@pytest.mark.parametrize("text", ["north or south", "north?", "not north", "west"])
def test_r20_an_unclear_pick_is_asked_back_in_private_and_left_alone_in_public(text: str):
    assert kind(text, SUB, in_turn()) is AnswerKind.ASKED_BACK
    assert kind(text, DM, in_turn()) is LEFT_ALONE


def test_r20_an_unclear_bonus_is_asked_back_in_the_dm_channel():
    answer = taken("join central and north", DM, in_turn())
    assert answer == Answer(
        AnswerKind.ASKED_BACK,
        "Did you mean **join central to north** or **join north to central**? "
        "Nothing has been done yet; please say just one.",
    )


@pytest.mark.parametrize("text", ["c->n", "central to north", "c to n?"])
def test_s21_nobody_is_asked_in_the_dm_channel_whether_a_track_was_meant(text: str):
    answer = taken(text, DM, in_turn())
    assert isinstance(answer, Answer)
    assert "**join central to north**" in answer.text
    assert "**north**" not in answer.text
    assert "or **" not in answer.text


def test_a_doubtful_keep_is_asked_back_in_private_and_left_alone_in_public():
    assert kind("keep?", SUB, in_turn()) is AnswerKind.ASKED_BACK
    assert kind("keep?", DM, in_turn()) is LEFT_ALONE


def test_a_keep_in_the_dm_channel_is_left_alone_where_no_turn_is_open():
    assert taken("keep", DM, picking_role()) is LEFT_ALONE


@pytest.mark.parametrize("place", Place)
@pytest.mark.parametrize("phase", [picking_role, paused_role])
def test_r27_a_role_word_counts_in_either_channel_while_a_role_is_picked(phase, place: Place):
    assert taken("miner", place, phase()) == do.PickRole(ZAC, Role.MINER)


@pytest.mark.parametrize("phase", [in_turn, paused_turn])
def test_elsewhere_a_role_word_is_talk_in_the_dm_channel_and_an_attempt_in_private(phase):
    assert taken("thief!", DM, phase()) is LEFT_ALONE
    assert taken("thief!", SUB, phase()) == do.PickRole(ZAC, Role.THIEF)


@pytest.mark.parametrize("text", ["thief?", "thief or miner"])
def test_an_unclear_role_is_asked_back_only_while_a_role_is_picked(text: str):
    assert kind(text, DM, picking_role()) is AnswerKind.ASKED_BACK
    assert kind(text, SUB, picking_role()) is AnswerKind.ASKED_BACK
    assert kind(text, DM, in_turn()) is LEFT_ALONE


@pytest.mark.parametrize(
    ("text", "place", "command"),
    [
        ("ready", SUB, do.SayReady(ZAC)),
        ("host!", DM, do.CallHost(ZAC)),
        ("host!", SUB, do.CallHost(ZAC)),
        ("north", SUB, do.Say(ZAC, NORTH)),
        ("accelerate north", DM, do.Say(ZAC, Accelerate(NORTH))),
        ("ready", DM, AnswerKind.REFUSED),
        ("north", DM, LEFT_ALONE),
        ("accelerate north", SUB, LEFT_ALONE),
        ("miner", DM, LEFT_ALONE),
        ("keep", SUB, LEFT_ALONE),
        ("nroth", SUB, LEFT_ALONE),
        ("north or south", SUB, LEFT_ALONE),
    ],
)
def test_before_the_start_only_what_can_matter_then_is_heard(text: str, place: Place, command):
    assert kind(text, place, waiting()) == command


@pytest.mark.parametrize("phase", READY_IS_AWAITED)
def test_ready_counts_in_the_submissions_channel_while_it_is_awaited_also_in_a_pause(phase):
    assert taken("ready", SUB, phase()) == do.SayReady(ZAC)
    assert kind("redy", SUB, phase()) is AnswerKind.HINTED


@pytest.mark.parametrize("phase", READY_IS_AWAITED)
def test_ready_in_the_dm_channel_is_sent_to_the_submissions_channel(phase):
    assert taken("ready", DM, phase()) == Answer(AnswerKind.REFUSED, say("refused", "ready_in_dm"))


@pytest.mark.parametrize("place", Place)
@pytest.mark.parametrize("phase", [in_turn, picking_role, paused_turn, paused_before_the_check])
def test_while_nobody_is_asked_to_be_ready_the_word_is_left_alone(phase, place: Place):
    assert taken("ready", place, phase()) is LEFT_ALONE


def test_who_speaks_is_in_the_command():
    assert interpret("north", CORA, SUB, in_turn()) == do.Say(CORA, NORTH)


@pytest.mark.parametrize("text", ["keep", "confirm", "kepp"])
def test_r15_a_keep_in_the_dm_channel_is_sent_to_the_submissions_channel(text: str):
    answer = taken(text, DM, in_turn())
    assert answer == Answer(AnswerKind.REFUSED, say("refused", "keep_in_dm"), is_private=True)


def test_r20_a_near_miss_is_hinted_only_where_its_words_would_do_something():
    assert kind("redy", SUB, waiting()) is AnswerKind.HINTED
    assert taken("redy", SUB, in_turn()) is LEFT_ALONE
    assert taken("theif", DM, in_turn()) is LEFT_ALONE
    assert kind("theif", DM, picking_role()) is AnswerKind.HINTED


def test_r20_a_short_attempt_in_the_own_channel_is_asked_back_while_a_turn_is_open():
    assert kind("rob north", SUB, in_turn()) is AnswerKind.ASKED_BACK
    assert taken("rob north", DM, in_turn()) is LEFT_ALONE
    assert taken("rob north", SUB, picking_role()) is LEFT_ALONE
