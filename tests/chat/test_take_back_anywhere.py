"""Taking back where the match stands still: in a pause, a break, a ready check; and restarts."""

from __future__ import annotations

from minecart_robbery.engine.match import BeforeRound, BeforeTurn, Paused, PickingRole, ReadyCheck
from minecart_robbery.engine.nouns import Seat, Stashes, Tally
from minecart_robbery.engine.rules import ReadyRounds, RoleDefault
from tests.chat.buttons import labels
from tests.chat.desk import announced, asked, confirm, given, in_second_turn
from tests.chat.looking import match_of, picks
from tests.chat.server import Server
from tests.chat.test_command_substitute import both_ready, done
from tests.chat.test_command_take_back import DONE, back, play, turn_of
from tests.scenarios.world import leave


async def test_in_a_pause_nothing_opens_before_it_is_over_and_that_is_told(server: Server):
    await in_second_turn(server)
    await server.host.slash(server.dm, "match pause")
    shown = await asked(server, "take-back turn", reason="a wrong button")
    lines = server.readable(shown.content).split("\n")
    assert "**The match:** paused (round 1, turn 2) → **paused (before round 1, turn 1)**" in lines
    assert "**Clock:** stands still → **none**" in lines
    assert announced(shown).split("\n")[-1] == "It goes on from there when the pause is over."
    assert await confirm(server.host, shown) == DONE
    assert server.last(server.dm) == announced(shown)
    match = match_of(server)
    assert match.pause is not None
    assert isinstance(match.unpaused, BeforeTurn)
    await server.env.advance_time(600)
    assert match_of(server) == match


async def test_when_that_pause_is_over_the_turn_opens_with_a_full_minute(server: Server):
    await in_second_turn(server)
    await server.host.slash(server.dm, "match pause")
    await back(server)
    await server.env.advance_time(95)
    await server.host.slash(server.dm, "match resume")
    assert turn_of(server).number == 1
    assert "Time is over at 02:40.000" in server.last(server.dm)
    assert server.last(server.zac_sub).startswith("@Zac **You steal this turn** (round 1, turn 1)")
    await play(server, "south", "south")
    assert turn_of(server).round.gems == Tally(0, 1)


async def test_the_buttons_of_the_turn_that_was_paused_are_gone(server: Server):
    await in_second_turn(server)
    await server.host.slash(server.dm, "match pause")
    await back(server)
    for channel in (server.cora_sub, server.zac_sub):
        assert not any("North" in labels(message) for message in channel.history())


async def test_a_round_taken_back_in_a_pause_asks_for_the_role_when_it_is_over(server: Server):
    await in_second_turn(server)
    await server.host.slash(server.dm, "match pause")
    await back(server, "round")
    assert match_of(server).pause is not None
    assert isinstance(match_of(server).unpaused, BeforeRound)
    await server.host.slash(server.dm, "match resume")
    assert isinstance(match_of(server).current, PickingRole)
    assert "Cora chooses the start role here" in server.last(server.dm)


async def test_a_pause_that_the_dmo_has_asked_for_comes_before_the_turn_opens_anew(server: Server):
    await in_second_turn(server)
    await server.cora.slash(server.dm, "match pause")
    await back(server)
    assert match_of(server).pause is not None
    assert isinstance(match_of(server).unpaused, BeforeTurn)
    assert "The match is paused, as Cora asked." in server.last(server.dm)
    await server.cora.slash(server.dm, "match resume")
    assert turn_of(server).number == 1


async def test_r25_the_pause_of_an_empty_room_can_be_taken_back_from(server: Server):
    await server.play_to_first_turn()
    await server.env.advance_time(61)
    await server.env.advance_time(61)
    assert isinstance(match_of(server).current, Paused)
    await back(server, turn=1, round=1)
    await server.host.slash(server.dm, "match resume")
    turn = turn_of(server)
    assert (turn.number, turn.stashes, turn.idle) == (1, Stashes(1, 1, 1), 0)


async def test_r29_in_a_break_the_turn_before_it_opens_at_once(server: Server):
    await server.play_to_first_turn(between_turns_seconds=20)
    await play(server, "north", "south")
    shown = await asked(server, "take-back turn", reason="a wrong button")
    lines = server.readable(shown.content).split("\n")
    assert "**The match:** break before round 1, turn 2 → **round 1, turn 1**" in lines
    assert "**Clock:** none → **a full 60 s**" in lines
    await server.env.advance_time(5)
    assert await confirm(server.host, shown) == DONE
    assert turn_of(server).number == 1
    await server.env.advance_time(40)
    assert turn_of(server).number == 1
    await play(server, "south", "south")
    assert "The next turn opens at" in server.last(server.dm)
    await server.env.advance_time(20)
    assert (turn_of(server).number, turn_of(server).round.gems) == (2, Tally(0, 1))


async def test_r29_a_turn_that_opened_after_a_break_opens_anew_after_one(server: Server):
    await server.play_to_first_turn(between_turns_seconds=20)
    await play(server, "north", "south")
    await server.env.advance_time(24)
    await server.cora.send(server.cora_sub, "north")
    shown = await asked(server, "take-back turn", reason="a wrong button", turn=2, round=1)
    assert announced(shown).endswith("⏳ The next turn opens 20 s after that")
    await server.env.advance_time(3)
    assert await confirm(server.host, shown) == DONE
    assert "The next turn opens at 00:48" in server.last(server.dm)
    await server.env.advance_time(20)
    assert (turn_of(server).number, picks(server)) == (2, {})


async def test_s33_with_somebody_new_the_ready_check_stays_and_then_that_turn_opens(
    server: Server,
):
    nora = server.join("Nora")
    await in_second_turn(server)
    await done(server, nora)
    shown = await asked(server, "take-back turn", reason="Zac was gone")
    lines = server.readable(shown.content).split("\n")
    assert lines[1] == (
        "**The match:** ready check, then round 1, turn 2 → "
        "**ready check, then before round 1, turn 1**"
    )
    assert await confirm(server.host, shown) == DONE
    match = match_of(server)
    assert isinstance(match.current, ReadyCheck)
    assert match.current.resumes
    assert isinstance(match.phase, BeforeTurn)
    assert server.last(server.zac_sub).startswith("@Nora **Are you ready to go on**")
    await both_ready(server, nora)
    assert (turn_of(server).number, turn_of(server).miner) == (1, Seat.DMO)
    assert server.last(server.zac_sub).startswith("@Nora **You steal this turn** (round 1, turn 1)")


async def test_s33_the_ready_check_of_before_counts_no_more_when_its_turn_is_taken_back(
    server: Server,
):
    nora = server.join("Nora")
    await in_second_turn(server)
    await done(server, nora)
    await server.cora.send(server.cora_sub, "ready")
    await back(server)
    await nora.send(server.zac_sub, "ready")
    assert isinstance(match_of(server).current, ReadyCheck)
    await server.cora.send(server.cora_sub, "ready")
    assert turn_of(server).number == 1


async def test_s33_after_somebody_has_left_a_turn_is_taken_back_and_another_plays_it(
    server: Server,
):
    nora = server.join("Nora")
    await in_second_turn(server)
    await leave(server, server.zac)
    await back(server)
    await done(server, nora)
    await server.env.advance_time(6)
    await server.host.slash(server.dm, "match resume")
    await both_ready(server, nora)
    assert turn_of(server).number == 1
    await server.cora.send(server.cora_sub, "south")
    await nora.send(server.zac_sub, "south")
    assert turn_of(server).round.gems == Tally(0, 1)


async def test_in_the_ready_check_before_the_next_round_the_round_goes_on(server: Server):
    await server.play_to_first_turn(target_gems=1, ready_check=ReadyRounds.EVERY.value)
    await play(server, "north", "south")
    assert isinstance(match_of(server).current, ReadyCheck)
    await back(server)
    assert (turn_of(server).round.number, turn_of(server).number) == (1, 1)
    for channel in (server.cora_sub, server.zac_sub):
        assert not any("I am ready" in labels(message) for message in channel.history())


async def test_while_the_hosts_decide_a_role_the_turn_before_is_taken_back(server: Server):
    await server.play_to_first_turn(target_gems=1, role_default=RoleDefault.ASK.value)
    await play(server, "north", "south")
    await server.env.advance_time(61)
    phase = match_of(server).current
    assert isinstance(phase, PickingRole)
    assert phase.hosts_decide
    await back(server)
    assert (turn_of(server).round.number, match_of(server).rounds) == (1, Tally(0, 0))


async def test_s1_after_a_restart_of_the_program_older_turns_are_taken_back(server: Server):
    await in_second_turn(server)
    await play(server, "central", "central")
    await server.restart()
    await back(server, turn=1, round=1)
    assert turn_of(server).stashes == Stashes(1, 1, 1)
    await server.restart()
    assert (turn_of(server).number, picks(server)) == (1, {})
    await play(server, "south", "south")
    assert turn_of(server).round.gems == Tally(0, 1)


async def test_s2_what_was_typed_in_a_turn_taken_back_is_no_pick_when_it_is_read_later(
    server: Server,
):
    await in_second_turn(server)
    await server.zac.send(server.zac_sub, "central")
    await back(server)
    await server.go_down()
    await server.cora.send(server.cora_sub, "south")
    await server.restart()
    assert set(picks(server)) == {Seat.DMO}


async def test_a_match_that_was_won_is_over_and_taken_back_no_more(server: Server):
    await server.play_to_first_turn(target_gems=1, rounds_to_win=1)
    await play(server, "north", "south")
    said = await given(server, "take-back turn", reason="a wrong button")
    assert said.startswith("Match 1 has ended, and can't be reopened.")
