"""/match settle-now and /match extend: hosts shift the end of a running clock (R30, R33)."""

from __future__ import annotations

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import PickingRole
from minecart_robbery.engine.nouns import Role, Seat, Tally, Track
from tests.chat.buttons import labels, shown_by
from tests.chat.desk import OVERTAKEN, announced, asked, confirm, given, in_second_turn, recorded
from tests.chat.looking import match_of, picks
from tests.chat.server import Server, answer
from tests.chat.test_command_take_back import turn_of

OVER = "The time is over. What was sent before still counts; the rest is settled in a moment."
LONGER = "The clock runs for longer, and that is announced in the DM channel."


async def settle_now(server: Server):
    """Ask for the time to be over; the preview, or the refusal."""
    return await asked(server, "settle-now", reason="it is late")


async def extended(server: Server, seconds: int) -> None:
    """A host gives so many seconds more."""
    assert await given(server, "extend", seconds=seconds, reason="a slow line") == LONGER


# ----------------------------------------------------------------- settle-now


async def test_who_has_picked_is_shown_and_not_what_would_come_of_it(server: Server):
    await in_second_turn(server)
    await server.cora.send(server.cora_sub, "central")
    shown = await settle_now(server)
    assert server.readable(shown.content).split("\n") == [
        "**End the time now?** What was sent before counts; whoever has sent nothing by then is "
        "taken to be silent. Nothing has been done yet.",
        "**The match:** round 1, turn 2",
        "**Picks:** Cora has picked · Zac has not picked",
        "**Clock:** runs out at 01:00.000 → **over at once**",
        "Stays as it is: Rounds won, Gems, Stashes, Roles, Bonuses left.",
    ]
    assert announced(shown).split("\n") == [
        "⏳ **Hanna ends the time now.** What was sent before counts; whoever has sent nothing is "
        "taken to be silent.",
        "Reason: it is late",
    ]


async def test_r21_one_who_is_silent_is_judged_by_the_worst_outcome(server: Server):
    await in_second_turn(server)
    await server.cora.send(server.cora_sub, "central")
    assert await confirm(server.host, await settle_now(server)) == OVER
    assert "Zac was silent." in server.last(server.dm)
    settled = (await recorded(server, ev.TurnSettled))[-1]
    assert (settled.silent, settled.to, settled.gems) == ((Seat.CANDIDATE,), Seat.DMO, 2)
    assert turn_of(server).number == 3


async def test_r24_where_both_are_silent_no_cart_runs(server: Server):
    await in_second_turn(server)
    shown = await settle_now(server)
    assert "**Picks:** Cora has not picked · Zac has not picked" in shown.content
    assert await confirm(server.host, shown) == OVER
    assert "made a pick: **no cart runs,**" in server.last(server.dm)
    assert (turn_of(server).number, turn_of(server).round.gems) == (3, Tally(1, 0))
    (event,) = await recorded(server, ev.ClockEnded)
    assert event.note == "it is late"


async def test_a_pick_that_was_made_meanwhile_outruns_it(server: Server):
    await in_second_turn(server)
    shown = await settle_now(server)
    await server.zac.send(server.zac_sub, "central")
    renewed = shown_by(await server.host.click(shown, label="Confirm"))
    assert renewed.content.startswith(OVERTAKEN)
    assert "**Picks:** Cora has not picked · Zac has picked" in renewed.content
    assert await confirm(server.host, renewed) == OVER
    assert (await recorded(server, ev.TurnSettled))[-1].silent == (Seat.DMO,)


async def test_a_pick_that_was_changed_meanwhile_does_not_outrun_it(server: Server):
    await in_second_turn(server)
    await server.zac.send(server.zac_sub, "central")
    shown = await settle_now(server)
    await server.zac.send(server.zac_sub, "north")
    assert await confirm(server.host, shown) == OVER


async def test_r15_a_pick_from_before_a_bonus_action_is_shown_so_and_counts(server: Server):
    await in_second_turn(server)
    await server.cora.send(server.cora_sub, "central")
    await server.zac.send(server.dm, "accelerate central")
    shown = await settle_now(server)
    assert "Cora has a pick from before the bonus action · Zac has not picked" in shown.content
    assert await confirm(server.host, shown) == OVER
    settled = (await recorded(server, ev.TurnSettled))[-1]
    assert (settled.silent, settled.to, settled.gems) == ((Seat.CANDIDATE,), Seat.DMO, 3)


async def test_r18_what_was_sent_after_it_counts_no_more_though_the_grace_goes_on(server: Server):
    await server.play_to_first_turn(grace_seconds=30.0)
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(20)
    assert await confirm(server.host, await settle_now(server)) == OVER
    assert turn_of(server).number == 1
    await server.env.advance_time(5)
    await server.zac.send(server.zac_sub, "north")
    assert picks(server) == {Seat.DMO: Track.NORTH}
    assert "5.0 s" in server.last(server.zac_sub)
    await server.env.advance_time(30)
    (settled,) = await recorded(server, ev.TurnSettled)
    assert settled.silent == (Seat.CANDIDATE,)


async def test_r27_the_choice_of_a_role_is_ended_too_and_the_default_applies(server: Server):
    await server.open_match()
    await server.start_match()
    await server.env.advance_time(5)
    shown = await settle_now(server)
    assert server.readable(shown.content).split("\n")[1:] == [
        "**The match:** round 1, Cora chooses the start role",
        "**Clock:** runs out at 01:00.000 → **over at once**",
        "Stays as it is: Rounds won.",
    ]
    assert await confirm(server.host, shown) == OVER
    (picked,) = await recorded(server, ev.RolePicked)
    assert (picked.role, picked.defaulted) == (Role.THIEF, True)
    assert turn_of(server).miner is Seat.CANDIDATE


async def test_a_turn_settled_too_early_can_be_taken_back(server: Server):
    await in_second_turn(server)
    await confirm(server.host, await settle_now(server))
    await given(server, "take-back turn", reason="too early")
    assert (turn_of(server).number, picks(server)) == (2, {})


# ----------------------------------------------------------------- extend


async def test_the_new_deadline_is_shown_and_everybody_is_told_of_it(server: Server):
    await in_second_turn(server)
    shown = await asked(server, "extend", seconds=30, reason="a *slow* line")
    assert server.readable(shown.content).split("\n") == [
        "**Give 30 seconds more?** Nothing has been done yet.",
        "**The match:** round 1, turn 2",
        "**Clock:** runs out at 01:00.000 → **runs out at 01:30.000**",
        "Stays as it is: Rounds won, Gems, Stashes, Roles, Bonuses left, Picks.",
    ]
    told = server.readable(announced(shown))
    assert told.split("\n") == [
        "⏳ **Hanna gives 30 s more.**",
        "Reason: a \\*slow\\* line",
        "⏳ Time is over at 01:30.000",
    ]
    assert await confirm(server.host, shown) == LONGER
    assert server.last(server.dm) == told
    for mention, sub in (("@Cora", server.cora_sub), ("@Zac", server.zac_sub)):
        assert server.last(sub).startswith(f"{mention} **You ")
        assert server.last(sub).endswith("⏳ Time is over at 01:30.000")


async def test_the_turn_is_over_when_the_extended_clock_runs_out_and_not_before(server: Server):
    await in_second_turn(server)
    await extended(server, 30)
    await server.env.advance_time(84)
    assert turn_of(server).number == 2
    await server.env.advance_time(2)
    assert turn_of(server).number == 3


async def test_status_shows_the_new_deadline_and_so_does_the_answer_to_a_pick(server: Server):
    await in_second_turn(server)
    await extended(server, 30)
    for member in (server.host, server.spectator):
        said = server.readable(answer(await member.slash(server.dm, "match status")))
        assert "Time is over at 01:30.000" in said
    await server.cora.send(server.cora_sub, "central")
    assert "85.0 s were left" in server.last(server.cora_sub)


async def test_a_pick_in_the_added_time_counts(server: Server):
    await in_second_turn(server)
    await extended(server, 30)
    await server.env.advance_time(70)
    await server.cora.send(server.cora_sub, "central")
    await server.zac.send(server.zac_sub, "central")
    assert turn_of(server).round.gems == Tally(3, 0)


async def test_it_can_be_extended_again_and_then_ended(server: Server):
    await in_second_turn(server)
    await extended(server, 30)
    await extended(server, 60)
    assert "Time is over at 02:30.000" in server.last(server.dm)
    await server.env.advance_time(100)
    assert await confirm(server.host, await settle_now(server)) == OVER
    assert turn_of(server).number == 3


async def test_r15_a_bonus_action_never_shortens_what_was_extended(server: Server):
    await in_second_turn(server)
    await extended(server, 120)
    await server.zac.send(server.dm, "accelerate north")
    assert "at 03:00.000" in server.last(server.dm)
    await server.env.advance_time(100)
    assert turn_of(server).number == 2


async def test_a_clock_extended_meanwhile_outruns_the_preview_of_another_extension(
    server: Server,
):
    await in_second_turn(server)
    shown = await asked(server, "extend", seconds=10, reason="a slow line")
    await extended(server, 30)
    renewed = shown_by(await server.host.click(shown, label="Confirm"))
    assert "runs out at 01:30.000 → **runs out at 01:40.000**" in server.readable(renewed.content)
    assert await confirm(server.host, renewed) == LONGER


async def test_the_choice_of_a_role_and_a_ready_check_are_extended_too(server: Server):
    await server.open_match()
    await server.host.slash(server.dm, "match start")
    await extended(server, 30)
    assert "The time to get ready is over at 02:30.000" in server.last(server.dm)
    await server.host.slash(server.dm, "match skip-ready")
    await extended(server, 30)
    assert "The time to choose is over at 01:30.000" in server.last(server.dm)
    await server.env.advance_time(80)
    assert isinstance(match_of(server).current, PickingRole)
    await server.cora.send(server.dm, "miner")
    assert turn_of(server).miner is Seat.DMO


async def test_no_clock_runs_for_more_than_two_hours(server: Server):
    await in_second_turn(server)
    await extended(server, 3600)
    shown = await asked(server, "extend", seconds=3600, reason="a slow line")
    assert shown.content.startswith(
        "No clock runs for more than two hours at a time: this one can be given 3540 seconds more."
    )
    assert "**/match pause**" in shown.content
    assert labels(shown) == []
    await extended(server, 3540)


async def test_r31_after_a_pause_the_clock_is_the_usual_one(server: Server):
    await in_second_turn(server)
    await extended(server, 300)
    await server.host.slash(server.dm, "match pause")
    await server.host.slash(server.dm, "match resume")
    assert "Time is over at 01:05.000" in server.last(server.dm)
