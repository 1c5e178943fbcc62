"""Buttons at the table: which message a letter changes, and what answers an interaction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed, letters_for
from minecart_robbery.words.notices import Notice
from minecart_robbery.words.panels import PanelKey, PanelName, Takes
from minecart_robbery.words.telling.events import clock_shown
from minecart_robbery.words.telling.panels import (
    CHANGE,
    change_panel,
    occasion_in,
    occasion_of,
    pick_panel,
)
from tests.live.hosted import (
    CORA,
    DM,
    HOST,
    NORTH,
    PUBLIC,
    SOUTH,
    SUB,
    TO_CORA,
    TO_ZAC,
    ZAC,
    Hosted,
)
from tests.live.room import Delivered

Names = list[PanelName]


def pressed(hosted: Hosted, seat: Seat, text: str, name: PanelName = PanelName.PICK) -> Typed:
    """A press in the open turn, as it comes in."""
    occasion = occasion_of(hosted.match)
    assert occasion is not None
    in_dm = name in (PanelName.ROLE, PanelName.CHOICE)
    typed = hosted.typed(seat, text, DM if in_dm else SUB)
    return replace(typed, interaction=typed.message, pressed=PanelKey(name, occasion))


def prompt(hosted: Hosted) -> Delivered:
    """The message that Cora was prompted by last."""
    shown = [it for it in hosted.room.panels(TO_CORA) if it.letter.notice.lines]
    return [it for it in shown if it.letter.notice.clock][-1]


async def test_an_acknowledgement_changes_the_prompt_and_answers_the_press(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    press = pressed(hosted, CORA, "north")
    await hosted.arrives(press)
    acknowledged = hosted.room.to(TO_CORA)[-1]
    assert acknowledged.letter.answers == press.interaction
    assert acknowledged.earlier.taken == prompt(hosted).receipt.message
    assert hosted.picked(CORA) is NORTH


async def test_a_typed_picks_acknowledgement_changes_the_prompt_and_offers_to_change_it(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    await hosted.types(CORA, "north")
    acknowledged = hosted.room.to(TO_CORA)[-1]
    assert acknowledged.letter.answers == 0
    assert acknowledged.earlier.taken == prompt(hosted).receipt.message
    assert acknowledged.letter.notice.panel == change_panel(occasion_in(hosted.match))


ANEW = ("bonus", "resume", "extension", "restart")
"""After each of these both players are asked anew, with today's figures and deadline."""


async def asked_anew(hosted: Hosted, why: str) -> None:
    match why:
        case "bonus":
            await hosted.types(ZAC, "accelerate north", DM)
        case "resume":
            await hosted.do(do.PauseMatch(HOST))
            await hosted.do(do.ResumeMatch(HOST))
        case "extension":
            await hosted.do(do.ExtendClock(HOST, 30_000))
        case _:
            await hosted.restarted()


@pytest.mark.parametrize("why", ANEW)
@pytest.mark.parametrize("has_picked", [False, True])
async def test_r31_a_prompt_that_is_not_true_any_more_is_followed_by_one_and_loses_its_buttons(
    hosted: Hosted, why: str, has_picked: bool
):
    await hosted.in_first_turn()
    await hosted.move_to(20_000)
    if has_picked:
        await hosted.types(CORA, "south")
    before = {to: hosted.room.panels(to)[-1] for to in (TO_CORA, TO_ZAC)}
    await asked_anew(hosted, why)
    for to, old in before.items():
        *_, new, gone = hosted.room.panels(to)
        assert new.receipt.message != old.receipt.message
        assert new.letter.notice.clock == clock_shown(hosted.match)
        assert new.letter.notice.panel == pick_panel(occasion_in(hosted.match))
        assert gone.letter.notice.panel is None
        assert gone.earlier.taken == old.receipt.message
    assert ("**South**" in hosted.room.panels(TO_CORA)[-2].text) is has_picked


@pytest.mark.parametrize("why", ANEW)
async def test_a_press_changes_the_newest_prompt_and_its_turn_leaves_no_buttons(
    hosted: Hosted, why: str
):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    await asked_anew(hosted, why)
    newest = prompt(hosted).receipt.message
    await hosted.arrives(pressed(hosted, CORA, "north"))
    assert hosted.room.to(TO_CORA)[-1].earlier.taken == newest
    await hosted.types(ZAC, "south")
    await hosted.move_to(5000)
    assert hosted.turn.number == 2
    assert hosted.room.standing_panels(TO_CORA) == {prompt(hosted).receipt.message}


async def test_a_press_on_the_older_prompt_of_the_turn_still_counts(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    press = pressed(hosted, CORA, "north")
    await asked_anew(hosted, "bonus")
    await hosted.arrives(press)
    assert hosted.picked(CORA) is NORTH


async def test_the_last_pick_of_a_turn_leaves_no_buttons_to_take_away(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    await hosted.types(CORA, "north")
    await hosted.arrives(pressed(hosted, ZAC, "south"))
    assert hosted.turn.number == 1
    await hosted.move_to(3000)
    assert hosted.turn.number == 2
    assert not [it for it in hosted.room.panels(TO_ZAC) if not it.letter.notice.lines]


async def test_the_quiet_button_of_whoever_pressed_first_goes_with_the_turn(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    await hosted.arrives(pressed(hosted, ZAC, "south"))
    receipt = hosted.room.panels(TO_ZAC)[-1]
    assert receipt.letter.notice.panel is not None
    await hosted.types(CORA, "north")
    await hosted.move_to(3000)
    (gone,) = [it for it in hosted.room.panels(TO_ZAC) if not it.letter.notice.lines]
    assert gone.earlier.taken == receipt.receipt.message
    assert gone.letter.notice.panel is None


async def test_the_buttons_of_a_silent_player_are_taken_away(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    before = prompt(hosted).receipt.message
    await hosted.types(ZAC, "north")
    await hosted.move_to(62_000)
    (gone,) = [it for it in hosted.room.panels(TO_CORA) if not it.letter.notice.lines]
    assert gone.earlier.taken == before
    assert gone.letter.notice.panel is None


async def test_a_player_who_wants_to_change_is_shown_the_tracks_and_they_go_with_the_turn(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    await hosted.arrives(pressed(hosted, CORA, "north"))
    change = pressed(hosted, CORA, CHANGE)
    await hosted.arrives(change)
    shown = hosted.room.panels(TO_CORA)[-1]
    assert shown.letter.answers == change.interaction
    assert shown.letter.notice.panel is not None
    assert not shown.letter.notice.lines
    assert hosted.picked(CORA) is NORTH
    await hosted.types(ZAC, "north")
    await hosted.move_to(3000)
    assert hosted.turn.number == 2
    gone = [it for it in hosted.room.panels(TO_CORA) if not it.letter.notice.panel]
    assert gone[-1].earlier.taken == shown.earlier.taken


async def test_a_role_that_is_pressed_is_answered_by_taking_the_buttons_away(hosted: Hosted):
    await hosted.started()
    await hosted.move_to(-500)
    asked = hosted.room.panels(PUBLIC)[-1].receipt.message
    press = pressed(hosted, CORA, "miner", PanelName.ROLE)
    await hosted.arrives(press)
    (gone,) = [it for it in hosted.room.panels(PUBLIC) if it.letter.answers]
    assert gone.letter.answers == press.interaction
    assert gone.earlier.taken == asked
    assert gone.letter.notice.panel is None


@pytest.mark.parametrize("name", [PanelName.PICK, PanelName.READY])
async def test_a_press_answers_for_no_panel_of_the_opponents_though_it_has_the_same_key(
    hosted: Hosted, name: PanelName
):
    await hosted.in_first_turn()
    press = pressed(hosted, ZAC, "south", name)
    assert press.pressed is not None
    answered = {
        audience: letter.answers
        for audience in (TO_CORA, TO_ZAC, PUBLIC)
        for letter in letters_for(
            Notice(audience, (), takes=Takes(press.pressed)), hosted.match, hosted.match, press
        )
    }
    assert answered == {TO_CORA: 0, TO_ZAC: press.interaction, PUBLIC: 0}


async def test_a_stale_press_is_answered_for_that_player_alone_and_changes_nothing(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    press = pressed(hosted, CORA, "south")
    await hosted.types(CORA, "north")
    await hosted.types(ZAC, "south")
    await hosted.move_to(3000)
    events = await hosted.events()
    await hosted.arrives(press)
    answer = hosted.room.to(TO_CORA)[-1]
    assert answer.letter.answers == press.interaction
    assert "a turn that is over" in answer.text
    assert await hosted.events() == events


async def test_r18_a_press_that_comes_before_its_clocks_start_is_known_waits_for_it(
    hosted: Hosted,
):
    """As after a pause: the prompt's buttons are there, the new clock's own letter isn't yet."""
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    await hosted.do(do.PauseMatch(HOST))
    hosted.room.hold(PUBLIC)
    await hosted.move_to(2000)
    await hosted.do(do.ResumeMatch(HOST))
    await hosted.move_to(3000)
    press = pressed(hosted, CORA, "south")
    await hosted.arrives(press)
    assert hosted.picked(CORA) is None
    assert hosted.room.heard_alone == []
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    assert hosted.picked(CORA) is SOUTH
    assert hosted.room.to(TO_CORA)[-1].letter.answers == press.interaction
    assert hosted.room.heard_alone == []


@pytest.mark.parametrize("is_early", [True, False])
async def test_a_choice_is_answered_by_what_it_came_to_and_once_used_up_by_no_letter(
    hosted: Hosted, is_early: bool
):
    """Early: pressed while the letter that starts the clock is on its way."""
    await hosted.in_first_turn()
    if is_early:
        await hosted.do(do.PauseMatch(HOST), at=100)
        hosted.room.hold(PUBLIC)
        await hosted.move_to(2000)
        await hosted.do(do.ResumeMatch(HOST))
    await hosted.move_to(3000)
    press = pressed(hosted, CORA, "accelerate north", PanelName.CHOICE)
    await hosted.arrives(press)
    if is_early:
        assert hosted.room.heard_alone == []
        hosted.room.let_go(PUBLIC)
        await hosted.quiet()
    assert "Cora plays **Accelerate North**" in hosted.room.texts(PUBLIC)[-1]
    (acknowledged,) = [it.letter for it in hosted.room.to(TO_CORA) if it.letter.answers]
    taken = acknowledged.notice.takes
    assert acknowledged.answers == press.interaction
    assert taken is not None
    assert taken.key == press.pressed
    assert hosted.room.heard_alone == []
    await hosted.arrives(press)
    assert hosted.room.heard_alone == [press.interaction]


@pytest.mark.parametrize("way", ["restart", "reconnect"])
async def test_s28_buttons_deleted_while_nobody_heard_of_it_are_shown_again_once(
    hosted: Hosted, way: str
):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    hosted.room.gone.add(prompt(hosted).receipt.message)
    for boot in ("2", "3"):
        if way == "restart":
            await hosted.restarted(boot)
        else:
            hosted.house.went_away()
            await hosted.then_quiet(hosted.house.came_back())
    shown = [it.text for it in hosted.room.to(TO_CORA) if "was deleted" in it.text]
    assert len(shown) == 1
    assert not any("was deleted" in text for text in hosted.room.texts(TO_ZAC))
