"""What hosts correct at a table: what is taken back, gems, clocks; also across a restart (R32)."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine import replay
from minecart_robbery.engine.match import BeforeTurn, Paused, PickingRole
from minecart_robbery.engine.nouns import Fault, Role, Seat, Stashes
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.live.early import Deletion
from minecart_robbery.record import Cause
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.panels import PanelName
from tests.live.hosted import (
    CENTRAL,
    CORA,
    DM,
    GRACE_MS,
    HOST,
    NORTH,
    PUBLIC,
    SETTLE_MS,
    SOUTH,
    TO_CORA,
    TO_ZAC,
    TURN_MS,
    ZAC,
    Hosted,
)

BACK = do.TakeBack(HOST, 1, 1, "a wrong button")


async def in_the_second_turn(hosted: Hosted) -> None:
    """Cora claimed North in turn 1 and has picked in turn 2, open since 2.5 s; it is 10 s now."""
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.types(ZAC, "south", at=2000)
    await hosted.move_to(2000 + SETTLE_MS)
    await hosted.move_to(5000)
    await hosted.types(CORA, "central")
    await hosted.move_to(10_000)


async def taken_back(hosted: Hosted) -> None:
    """A host takes turn 1 back in the middle of turn 2."""
    await in_the_second_turn(hosted)
    await hosted.do(BACK)


async def played_on(hosted: Hosted, from_ms: int) -> ev.TurnSettled:
    """Turn 1 is played to its end: Zac guards where Cora sends."""
    await hosted.types(CORA, "south", at=from_ms)
    await hosted.types(ZAC, "south", at=from_ms + 500)
    await hosted.move_to(from_ms + 500 + SETTLE_MS)
    return await hosted.last(ev.TurnSettled)


async def test_r32_a_turn_taken_back_in_the_middle_of_the_next_is_played_anew(hosted: Hosted):
    await taken_back(hosted)
    assert (hosted.turn.number, hosted.turn.miner) == (1, CORA)
    assert hosted.turn.stashes == Stashes(1, 1, 1)
    settled = await played_on(hosted, 12_000)
    assert (settled.turn, settled.to, settled.gems) == (1, ZAC, 1)
    assert (hosted.turn.number, hosted.turn.stashes) == (2, Stashes(2, 2, 1))
    assert hosted.match == replay(await hosted.events())


async def test_r18_the_turn_has_a_full_minute_from_the_receipt_of_the_post_that_says_so(
    hosted: Hosted,
):
    await in_the_second_turn(hosted)
    hosted.room.lag_ms = 700
    await hosted.do(BACK)
    assert hosted.deadline == 10_700 + TURN_MS
    await hosted.move_to(10_700 + TURN_MS + GRACE_MS - 1)
    assert hosted.turn.number == 1
    await hosted.move_to(10_700 + TURN_MS + GRACE_MS)
    assert hosted.turn.number == 2


async def test_r33_both_players_are_prompted_again_once_all_were_told_why(hosted: Hosted):
    await taken_back(hosted)
    public = hosted.room.to(PUBLIC)[-1]
    assert "takes back round 1 from turn 1 on" in public.text
    assert "a wrong button" in public.text
    for audience, seat in ((TO_CORA, CORA), (TO_ZAC, ZAC)):
        prompt = hosted.room.to(audience)[-1]
        assert "(round 1, turn 1)" in prompt.text
        assert prompt.letter.notice.mentions == (seat,)
        assert prompt.letter.prompts_for == public.letter.clock_from


async def test_s25_the_old_buttons_are_taken_away(hosted: Hosted):
    await in_the_second_turn(hosted)
    shown = hosted.room.to(TO_ZAC)[-1]
    assert shown.letter.notice.panel is not None
    await hosted.do(BACK)
    taken = [it for it in hosted.room.panels(TO_ZAC) if it.letter.notice.takes is not None]
    assert taken[-1].earlier.taken == shown.receipt.message
    assert taken[-1].letter.notice.takes is not None
    assert taken[-1].letter.notice.takes.key == shown.letter.notice.panel.key


async def test_s25_a_press_on_an_old_button_changes_nothing(hosted: Hosted):
    await in_the_second_turn(hosted)
    panel = hosted.room.to(TO_ZAC)[-1].letter.notice.panel
    assert panel is not None
    assert panel.key.name is PanelName.PICK
    await hosted.do(BACK)
    typed = hosted.typed(ZAC, "north")
    pressed = type(typed)(
        typed.seat,
        typed.place,
        typed.text,
        typed.message,
        Cause(f"i:{typed.message}", 22),
        typed.at,
        interaction=typed.message,
        pressed=panel.key,
    )
    await hosted.arrives(pressed)
    assert hosted.turn.facts == ()
    assert "belongs to a turn that is over" in hosted.room.texts(TO_ZAC)[-1]


async def test_s3_what_was_sent_before_the_turn_opened_anew_is_no_pick_for_it(hosted: Hosted):
    await taken_back(hosted)
    refused = await hosted.types(ZAC, "north", at=9_999)
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.TOO_EARLY
    assert hosted.turn.facts == ()


async def test_s3_what_arrives_while_the_post_is_on_its_way_is_judged_by_its_own_time(
    hosted: Hosted,
):
    await in_the_second_turn(hosted)
    hosted.room.hold(PUBLIC)
    await hosted.do(BACK)
    await hosted.types(CORA, "north", at=9_999)
    await hosted.move_to(11_000)
    await hosted.types(ZAC, "south", at=11_000)
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    assert hosted.turn.clock.opened.ms >= hosted.clock.now_ms()
    assert hosted.turn.facts == ()


async def test_r16_a_pick_of_a_turn_taken_back_that_is_deleted_is_told_nothing(hosted: Hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(typed)
    await hosted.move_to(2000)
    await hosted.do(BACK)
    told = len(hosted.room.to(TO_CORA))
    deletion = Deletion(CORA, typed.message, Cause(f"d:{typed.message}"))
    await hosted.then_quiet(hosted.table.deleted(deletion))
    assert len(hosted.room.to(TO_CORA)) == told


async def test_r16_an_edit_of_an_old_pick_is_a_new_message_and_a_pick_for_the_new_turn(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "north", at=1000)
    await hosted.arrives(typed)
    await hosted.move_to(2000)
    await hosted.do(BACK)
    await hosted.move_to(3000)
    await hosted.arrives(hosted.edited(typed, "central"))
    assert hosted.picked(CORA) is CENTRAL


async def test_s1_after_a_restart_the_turn_taken_back_goes_on_with_a_new_minute(hosted: Hosted):
    await taken_back(hosted)
    await hosted.types(CORA, "north", at=11_000)
    await hosted.move_to(12_000)
    await hosted.restarted()
    assert (hosted.turn.number, hosted.picked(CORA)) == (1, NORTH)
    assert hosted.deadline == 12_000 + TURN_MS
    assert hosted.match == replay(await hosted.events())
    assert (await played_on(hosted, 13_000)).to is ZAC


async def test_s2_what_was_missed_of_the_turn_taken_back_is_no_pick_when_it_is_read_later(
    hosted: Hosted,
):
    """Zac typed in turn 2, and nobody heard of it before the program was restarted."""
    await in_the_second_turn(hosted)
    missed = hosted.typed(ZAC, "central", at=9_000)
    counts = hosted.typed(CORA, "south", at=11_000)
    await hosted.do(BACK)
    await hosted.move_to(12_000)
    hosted.room.unheard = [missed, counts]
    await hosted.restarted()
    assert (hosted.picked(ZAC), hosted.picked(CORA)) == (None, SOUTH)
    assert any("before this turn opened" in text for text in hosted.room.texts(TO_ZAC))


async def test_s1_a_restart_while_the_post_is_owed_opens_the_turn_all_the_same(hosted: Hosted):
    await in_the_second_turn(hosted)
    hosted.room.hold(PUBLIC)
    await hosted.do(BACK)
    again = await hosted.stopped()
    hosted.room.let_go(PUBLIC)
    hosted.house = again.house
    await hosted.then_quiet(hosted.house.seat_all("2"))
    assert hosted.turn.clock.is_start_known
    settled = await played_on(hosted, hosted.now + 1000)
    assert (settled.turn, settled.to) == (1, ZAC)


async def test_r32_a_round_taken_back_asks_for_the_role_again(hosted: Hosted):
    await in_the_second_turn(hosted)
    await hosted.do(do.TakeBack(HOST, 1))
    assert isinstance(hosted.match.current, PickingRole)
    await hosted.types(CORA, "thief", DM, at=11_000)
    assert (hosted.turn.number, hosted.turn.miner) == (1, ZAC)


async def test_r32_in_a_pause_nothing_opens_before_the_match_goes_on(hosted: Hosted):
    await in_the_second_turn(hosted)
    await hosted.do(do.PauseMatch(HOST))
    await hosted.do(BACK)
    assert isinstance(hosted.match.current, Paused)
    assert isinstance(hosted.match.unpaused, BeforeTurn)
    await hosted.move_to(3 * TURN_MS)
    await hosted.restarted()
    await hosted.do(do.ResumeMatch(HOST))
    assert (hosted.turn.number, hosted.deadline) == (1, 4 * TURN_MS)


async def test_s13_the_same_take_back_twice_is_one(hosted: Hosted):
    await in_the_second_turn(hosted)
    moment, cause = hosted.moment(), Cause("i:77", 5)
    for _ in range(2):
        await hosted.then_quiet(hosted.table.do(BACK, cause, moment, "Hanna"))
    assert sum(isinstance(it, ev.TakenBack) for it in await hosted.events()) == 1
    assert sum("**Hanna takes back" in text for text in hosted.room.texts(PUBLIC)) == 1


# ------------------------------------------------------------------------------------- clocks


async def test_an_extended_clock_runs_out_later_and_its_deadline_is_told(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.move_to(50_000)
    await hosted.do(do.ExtendClock(HOST, 30_000))
    assert hosted.room.to(PUBLIC)[-1].letter.notice.clock is not None
    await hosted.move_to(90_000 + GRACE_MS - 1)
    assert hosted.turn.number == 1
    await hosted.move_to(90_000 + GRACE_MS)
    assert hosted.turn.number == 2


async def test_an_extension_is_gone_with_a_restart_of_the_program(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.do(do.ExtendClock(HOST, 600_000), at=1000)
    await hosted.move_to(10_000)
    await hosted.restarted()
    assert hosted.deadline == 10_000 + TURN_MS


async def test_a_clock_ended_settles_the_turn_after_the_grace(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    await hosted.move_to(20_000)
    await hosted.do(do.EndClock(HOST))
    await hosted.move_to(20_000 + GRACE_MS - 1)
    await hosted.types(ZAC, "south", at=19_999)  # on its way when the host gave the command
    await hosted.move_to(20_000 + GRACE_MS)
    settled = await hosted.last(ev.TurnSettled)
    assert (settled.cart, settled.guard, settled.silent) == (NORTH, SOUTH, ())


async def test_s2_an_absence_while_the_extended_clock_ran_gives_the_silent_a_fresh_minute(
    hosted: Hosted,
):
    await hosted.in_first_turn()
    await hosted.do(do.ExtendClock(HOST, 60_000), at=1000)
    await hosted.move_to(90_000)
    hosted.house.went_away()
    await hosted.move_to(95_000)
    await hosted.then_quiet(hosted.house.came_back())
    await hosted.move_to(120_000 + GRACE_MS)
    assert (await hosted.last(ev.ClockRestarted)).why is Fault.AWAY
    assert hosted.deadline == 120_000 + GRACE_MS + TURN_MS


async def test_s8_the_silent_are_nudged_before_the_deadline_that_an_extension_gives(hosted: Hosted):
    hosted.house._nudge_ms = 10_000  # pyright: ignore[reportPrivateUsage]
    await hosted.in_first_turn()
    await hosted.move_to(30_000)
    await hosted.do(do.ExtendClock(HOST, 30_000))
    await hosted.move_to(79_999)
    assert not any("Time is running out" in text for text in hosted.room.texts(TO_ZAC))
    await hosted.move_to(80_000)
    assert any("Time is running out" in text for text in hosted.room.texts(TO_ZAC))


async def test_r27_the_choice_of_a_role_that_a_host_ends_is_defaulted_after_the_grace(
    hosted: Hosted,
):
    await hosted.started()
    await hosted.move_to(5000)
    await hosted.do(do.EndClock(HOST))
    await hosted.move_to(5000 + GRACE_MS)
    picked = await hosted.last(ev.RolePicked)
    assert (picked.role, picked.defaulted) == (Role.THIEF, True)


# -------------------------------------------------------------------------------------- gems


async def test_r7_gems_that_win_the_round_drop_the_turn_and_its_buttons(hosted: Hosted):
    await in_the_second_turn(hosted)
    await hosted.do(do.Award(HOST, ZAC, 15, "a forfeit of the round"))
    assert isinstance(hosted.match.current, PickingRole)
    late = await hosted.types(ZAC, "south")
    assert isinstance(late, Refusal)
    assert late.reason is Reason.NO_TURN_OPEN
    await hosted.move_to(10 * TURN_MS)
    settled = [it for it in await hosted.events() if isinstance(it, ev.TurnSettled)]
    assert [(it.round, it.turn) for it in settled[:2]] == [(1, 1), (2, 1)]


async def test_r28_gems_can_win_the_match_in_a_pause_and_its_record_is_sealed(hosted: Hosted):
    await hosted.in_first_turn(rounds_to_win=1)
    await hosted.do(do.PauseMatch(HOST))
    await hosted.do(do.Award(HOST, CORA, 15))
    assert hosted.house.table(hosted.number) is None
    assert any("is sealed" in text for text in hosted.room.texts(PUBLIC))


async def test_r19_a_pick_that_a_host_enters_is_announced_and_told_to_its_player(hosted: Hosted):
    await hosted.in_first_turn()
    await hosted.do(do.PickFor(HOST, Seat.CANDIDATE, NORTH, "by phone"), at=1000)
    assert "entered a pick for Zac" in hosted.room.texts(PUBLIC)[-1]
    assert "North" not in hosted.room.texts(PUBLIC)[-1]
    assert "**North**" in hosted.room.texts(Audience.CANDIDATE)[-1]
