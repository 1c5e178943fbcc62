"""/match take-back: the match returns to where a turn opened, or a round began (R32)."""

from __future__ import annotations

from typing import Any

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import PickingRole, TurnOpen
from minecart_robbery.engine.nouns import Seat, Stashes, Tally
from minecart_robbery.engine.superseded import taken_back
from tests.chat.buttons import custom_id, labels, press, press_again, shown_by, with_button
from tests.chat.desk import announced, asked, confirm, given, in_second_turn, recorded
from tests.chat.looking import match_of, picks
from tests.chat.server import Server, answer

DONE = "Taken back, and announced in the DM channel."


def turn_of(server: Server) -> TurnOpen:
    """The turn that is open."""
    phase = match_of(server).current
    assert isinstance(phase, TurnOpen)
    return phase


async def back(server: Server, what: str = "turn", **options: Any) -> None:
    """A host takes something back."""
    assert await given(server, f"take-back {what}", reason="a wrong button", **options) == DONE


async def play(server: Server, coras: str, zacs: str) -> None:
    """Both players pick."""
    await server.env.advance_time(1)
    await server.cora.send(server.cora_sub, coras)
    await server.zac.send(server.zac_sub, zacs)


async def test_the_last_turn_that_is_over_is_meant_and_shown_before_and_after(server: Server):
    await in_second_turn(server)
    await server.cora.send(server.cora_sub, "central")
    shown = await asked(server, "take-back turn", reason="a *wrong* button")
    title, *lines = server.readable(shown.content).split("\n")
    assert title.startswith("**Take back round 1 from turn 1 on?** Picks, bonus actions and gems")
    assert lines == [
        "**The match:** round 1, turn 2 → **round 1, turn 1**",
        "**Gems:** Cora 1 · Zac 0 → **Cora 0 · Zac 0**",
        "**Stashes:** North 1 · Central 2 · South 2 → **North 1 · Central 1 · South 1**",
        "**Roles:** Zac mines · Cora steals → **Cora mines · Zac steals**",
        "**Picks:** Cora has picked · Zac has not picked → "
        "**Cora has not picked · Zac has not picked**",
        "**Clock:** runs out at 01:00.000 → **a full 60 s**",
        "Stays as it is: Rounds won, Bonuses left.",
    ]
    told = announced(shown).split("\n")
    assert told[0].startswith("↩️ **Hanna takes back round 1 from turn 1 on.**")
    assert told[1] == "Reason: a \\*wrong\\* button"
    assert told[-1] == "⏳ Time is over 60 s after it starts"
    assert await confirm(server.host, shown) == DONE
    said = server.last(server.dm).split("\n")
    assert said[: len(told) - 1] == told[:-1]
    assert "⏳ Time is over at 01:05.000" in said


async def test_r32_the_preview_lists_the_corrections_that_fall(server: Server):
    await in_second_turn(server)
    await given(server, "award", player="candidate", gems=3, reason="a miscount")
    await given(server, "pick-for", player="dmo", track="south", reason="by phone")
    shown = await asked(server, "take-back turn", reason="a wrong button")
    assert (
        "↩️ **Corrections that fall with it:** 3 gems given to Zac · the pick entered for Cora"
    ) in server.readable(shown.content).split("\n")
    assert await confirm(server.host, shown) == DONE


async def test_the_turn_opens_anew_with_its_stashes_gems_roles_and_no_pick(server: Server):
    await in_second_turn(server)
    await server.cora.send(server.cora_sub, "central")
    await back(server)
    turn = turn_of(server)
    assert (turn.round.number, turn.number, turn.miner) == (1, 1, Seat.DMO)
    assert (turn.stashes, turn.round.gems) == (Stashes(1, 1, 1), Tally(0, 0))
    assert picks(server) == {}


async def test_a_bonus_action_of_a_turn_taken_back_is_in_its_players_hand_again(server: Server):
    await server.play_to_first_turn()
    await server.zac.send(server.dm, "accelerate south")
    await play(server, "north", "south")
    await back(server)
    assert "Zac Accelerate and Join" in server.last(server.dm)
    await server.zac.send(server.dm, "accelerate north")
    assert "Zac plays **Accelerate North**" in server.last(server.dm)


async def test_both_players_are_asked_again_in_their_own_channels(server: Server):
    await in_second_turn(server)
    await back(server)
    assert server.last(server.cora_sub).startswith("@Cora **You mine this turn** (round 1, turn 1)")
    assert server.last(server.zac_sub).startswith("@Zac **You steal this turn** (round 1, turn 1)")
    for channel in (server.cora_sub, server.zac_sub):
        shown = [labels(message) for message in channel.history() if "North" in labels(message)]
        assert shown == [["North", "Central", "South", "Keep"]]


async def test_s25_the_buttons_of_before_are_gone_and_do_nothing_on_a_slow_phone(server: Server):
    await in_second_turn(server)
    old = with_button(server.zac_sub, "North")
    pressed = custom_id(old, "North")
    chosen = shown_by(await press(server.zac, server.dm, "Accelerate"))
    await back(server)
    assert labels(next(it for it in server.zac_sub.history() if it.id == old.id)) == []
    said = answer(await press_again(server, server.zac, old, pressed))
    assert said.startswith("That button belongs to a turn that is over.")
    said = answer(await server.zac.click(chosen, label="North"))
    assert said.startswith("The turn for which you were shown these is over.")
    assert picks(server) == {}
    assert turn_of(server).facts == ()


async def test_s25_of_a_round_taken_back_the_bonus_buttons_go_and_new_ones_come(server: Server):
    await in_second_turn(server)
    old = with_button(server.dm, "Accelerate")
    await back(server, "round")
    assert not any("Accelerate" in labels(message) for message in server.dm.history())
    await server.cora.send(server.dm, "miner")
    shown = [it.id for it in server.dm.history() if "Accelerate" in labels(it)]
    assert len(shown) == 1
    assert shown[0] > old.id


async def test_the_new_buttons_work(server: Server):
    await in_second_turn(server)
    await back(server)
    await press(server.zac, server.zac_sub, "South")
    assert "which mine" in answer(await press(server.zac, server.dm, "Accelerate"))
    await press(server.cora, server.cora_sub, "South")
    turn = turn_of(server)
    assert (turn.number, turn.round.gems) == (2, Tally(0, 1))


async def test_s43_it_goes_on_as_if_what_was_taken_back_had_never_been(server: Server):
    await server.play_to_first_turn()
    await play(server, "north", "south")
    before = turn_of(server)
    await play(server, "north", "central")
    await play(server, "south", "south")
    await back(server, turn=2, round=1)
    turn = turn_of(server)
    assert (turn.number, turn.round, turn.stashes) == (2, before.round, before.stashes)
    await play(server, "central", "central")
    assert turn_of(server).round.gems == Tally(3, 0)


async def test_the_open_turn_itself_can_be_named(server: Server):
    await in_second_turn(server)
    await server.zac.send(server.dm, "accelerate north")
    await server.cora.send(server.cora_sub, "central")
    await back(server, turn=2, round=1)
    turn = turn_of(server)
    assert (turn.number, turn.stashes, picks(server)) == (2, Stashes(1, 2, 2), {})


async def test_what_is_taken_back_stays_in_the_record_and_is_marked(server: Server):
    await in_second_turn(server)
    await back(server)
    events = await server.bot.record.events(1)
    (event,) = await recorded(server, ev.TakenBack)
    assert (event.round, event.turn, event.note) == (1, 1, "a wrong button")
    gone = [events[number - 1].event for number in sorted(taken_back(events))]
    assert gone.count("turn_settled") == 1
    assert gone.count("turn_opened") == 2
    assert events.index(event) + 1 not in taken_back(events)


async def test_a_whole_round_begins_anew_with_the_choice_of_its_role_and_nobody_asked_ready(
    server: Server,
):
    await in_second_turn(server)
    shown = await asked(server, "take-back round", reason="a wrong button")
    lines = server.readable(shown.content).split("\n")
    assert lines[0].startswith("**Take back round 1?** All that was played since it began")
    assert lines[1] == "**The match:** round 1, turn 2 → **round 1, Cora chooses the start role**"
    assert "**Gems:** Cora 1 · Zac 0 → **–**" in lines
    assert await confirm(server.host, shown) == DONE
    said = server.last(server.dm)
    assert "**Hanna takes back round 1.**" in said
    assert "Cora chooses the start role here" in said
    assert isinstance(match_of(server).current, PickingRole)
    for channel in (server.cora_sub, server.zac_sub):
        assert not any("North" in labels(message) for message in channel.history())
    await server.cora.send(server.dm, "thief")
    assert turn_of(server).miner is Seat.CANDIDATE


async def test_the_round_before_is_taken_back_from_the_first_turn_of_the_next(server: Server):
    await server.play_to_first_turn(target_gems=1)
    await play(server, "north", "south")
    await server.zac.send(server.dm, "miner")
    shown = await asked(server, "take-back turn", reason="a wrong button")
    lines = server.readable(shown.content).split("\n")
    assert "**The match:** round 2, turn 1 → **round 1, turn 1**" in lines
    assert "**Rounds won:** Cora 1 · Zac 0 → **Cora 0 · Zac 0**" in lines
    assert await confirm(server.host, shown) == DONE
    assert match_of(server).rounds == Tally(0, 0)
    await play(server, "south", "south")
    assert "**Zac wins round 1**" in server.last(server.dm)


async def test_a_turn_is_taken_back_while_the_next_rounds_role_is_chosen(server: Server):
    await server.play_to_first_turn(target_gems=1)
    await play(server, "north", "south")
    old = with_button(server.dm, "Start as thief")
    pressed = custom_id(old, "Start as thief")
    await back(server)
    assert (turn_of(server).round.number, turn_of(server).number) == (1, 1)
    said = answer(await press_again(server, server.zac, old, pressed))
    assert said.startswith("That button belongs to a choice that has been made.")
    assert turn_of(server).number == 1


async def test_the_round_that_has_just_begun_can_be_named(server: Server):
    await server.play_to_first_turn(target_gems=1)
    await play(server, "north", "south")
    await server.zac.send(server.dm, "miner")
    await back(server, "round", round=2)
    phase = match_of(server).current
    assert isinstance(phase, PickingRole)
    assert (phase.number, match_of(server).rounds) == (2, Tally(1, 0))


async def test_it_can_be_done_again_and_again(server: Server):
    await in_second_turn(server)
    for _ in range(3):
        await back(server)
        await play(server, "north", "south")
    assert turn_of(server).round.gems == Tally(1, 0)
    assert len(await recorded(server, ev.TakenBack)) == 3
