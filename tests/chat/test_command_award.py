"""/match award: a host corrects a player's gems in the round that is played (R30, R33)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import BeforeTurn, Over, Paused, PickingRole
from minecart_robbery.engine.nouns import Seat, Tally, Track
from tests.chat.buttons import custom_id, labels, press_again, with_button
from tests.chat.desk import OVERTAKEN, announced, asked, confirm, given, in_second_turn, recorded
from tests.chat.looking import Unmoved, match_of, picks
from tests.chat.server import Server, answer
from tests.chat.test_command_take_back import play, turn_of

DONE = "The gems are corrected, and that is announced in the DM channel."


async def award(server: Server, player: str, gems: int):
    """Ask for gems to be given or taken; the preview, or the refusal."""
    return await asked(server, "award", player=player, gems=gems, reason="a miscount")


async def awarded(server: Server, player: str, gems: int) -> str:
    """The same, and it is confirmed; what is said then."""
    return await given(server, "award", player=player, gems=gems, reason="a miscount")


async def test_gems_are_given_as_it_was_shown_and_the_turn_goes_on(server: Server):
    await in_second_turn(server)
    await server.cora.send(server.cora_sub, "central")
    shown = await award(server, "candidate", 3)
    assert server.readable(shown.content).split("\n") == [
        "**Give Zac 3 gems?** Nothing has been done yet.",
        "**The match:** round 1, turn 2",
        "**Gems:** Cora 1 · Zac 0 → **Cora 1 · Zac 3**",
        "Stays as it is: Rounds won, Stashes, Roles, Bonuses left, Picks, Clock.",
    ]
    assert announced(shown).split("\n") == [
        "✍️ **Hanna gives Zac 3 gems.** Gems in this round: Cora 1, Zac 3.",
        "Reason: a miscount",
    ]
    assert await confirm(server.host, shown) == DONE
    assert server.last(server.dm) == announced(shown)
    assert turn_of(server).round.gems == Tally(1, 3)
    assert picks(server) == {Seat.DMO: Track.CENTRAL}
    (event,) = await recorded(server, ev.GemsAwarded)
    assert (event.round, event.seat, event.gems) == (1, Seat.CANDIDATE, 3)
    assert (event.gems_after, event.note) == (Tally(1, 3), "a miscount")


async def test_gems_are_taken_away_down_to_none(server: Server):
    await in_second_turn(server)
    shown = await award(server, "dmo", -1)
    assert shown.content.startswith("**Take 1 gem from Cora?** Nothing has been done yet.")
    assert await confirm(server.host, shown) == DONE
    assert "✍️ **Hanna takes 1 gem from Cora.**" in server.last(server.dm)
    assert turn_of(server).round.gems == Tally(0, 0)


async def test_what_was_picked_meanwhile_does_not_outrun_what_changes_nothing_of_it(
    server: Server,
):
    await in_second_turn(server)
    shown = await award(server, "candidate", 3)
    await server.zac.send(server.zac_sub, "north")
    assert await confirm(server.host, shown) == DONE


async def test_gems_that_have_changed_meanwhile_outrun_it(server: Server):
    await in_second_turn(server)
    shown = await award(server, "dmo", -1)
    await awarded(server, "dmo", 4)
    renewed = (await server.host.click(shown, label="Confirm")).response
    assert renewed is not None
    assert renewed.message.content.startswith(OVERTAKEN)
    assert "Cora 5 · Zac 0 → **Cora 4 · Zac 0**" in renewed.message.content
    assert await confirm(server.host, renewed.message) == DONE
    assert turn_of(server).round.gems == Tally(4, 0)


async def test_gems_that_are_not_there_any_more_are_refused_when_it_is_confirmed(server: Server):
    await in_second_turn(server)
    shown = await award(server, "dmo", -1)
    await awarded(server, "dmo", -1)
    result = await server.host.click(shown, label="Confirm")
    assert answer(result).startswith("No more can be taken away than Cora has in this round: 0 gem")
    assert turn_of(server).round.gems == Tally(0, 0)


async def test_r7_gems_that_reach_the_target_win_the_round_at_once_and_the_turn_is_dropped(
    server: Server,
):
    await in_second_turn(server)
    await server.cora.send(server.cora_sub, "central")
    shown = await award(server, "candidate", 15)
    lines = server.readable(shown.content).split("\n")
    assert "**The match:** round 1, turn 2 → **round 2, Zac chooses the start role**" in lines
    assert "**Rounds won:** Cora 0 · Zac 0 → **Cora 0 · Zac 1**" in lines
    told = announced(shown).split("\n")
    assert "That decides the round, so the open turn is dropped: nothing picked in it counts." in (
        told
    )
    assert any(line.startswith("💎 **Zac wins round 1**, 15 gems to 1.") for line in told)
    assert await confirm(server.host, shown) == DONE
    assert server.last(server.dm).split("\n")[: len(told) - 1] == told[:-1]
    match = match_of(server)
    assert isinstance(match.current, PickingRole)
    assert match.rounds == Tally(0, 1)
    assert [it.turn for it in await recorded(server, ev.TurnSettled)] == [1]


async def test_s25_the_buttons_of_a_turn_that_is_dropped_are_gone_and_do_nothing(server: Server):
    await in_second_turn(server)
    old = with_button(server.zac_sub, "North")
    pressed = custom_id(old, "North")
    await awarded(server, "candidate", 15)
    assert labels(next(it for it in server.zac_sub.history() if it.id == old.id)) == []
    before = match_of(server)
    said = answer(await press_again(server, server.zac, old, pressed))
    assert said.startswith("That button belongs to a turn that is over.")
    assert match_of(server) == before


async def test_r28_the_last_round_wins_the_match_and_its_record_is_sealed(server: Server):
    await in_second_turn(server, rounds_to_win=1)
    shown = await award(server, "dmo", 14)
    assert "**won by Cora**" in shown.content
    assert announced(shown).endswith("*Below it stands the fingerprint of the record.*")
    (table,) = server.bot.house.tables()
    assert await confirm(server.host, shown) == DONE
    assert isinstance(table.match.current, Over)
    assert "is sealed" in server.last(server.dm)
    assert list(server.bot.house.tables()) == []


async def test_a_round_won_by_gems_given_can_be_taken_back_with_the_turn_before(server: Server):
    await in_second_turn(server)
    await awarded(server, "candidate", 15)
    await given(server, "take-back turn", reason="the wrong player", turn=2, round=1)
    assert (turn_of(server).number, turn_of(server).round.gems) == (2, Tally(1, 0))
    assert match_of(server).rounds == Tally(0, 0)


async def test_in_a_pause_the_pause_stays(server: Server):
    await in_second_turn(server)
    await server.host.slash(server.dm, "match pause")
    shown = await award(server, "dmo", 2)
    assert "**Gems:** Cora 1 · Zac 0 → **Cora 3 · Zac 0**" in shown.content
    assert await confirm(server.host, shown) == DONE
    assert isinstance(match_of(server).current, Paused)
    await server.host.slash(server.dm, "match resume")
    assert turn_of(server).round.gems == Tally(3, 0)


async def test_r29_in_a_break_the_break_goes_on(server: Server):
    await server.play_to_first_turn(between_turns_seconds=20)
    await play(server, "north", "south")
    assert await awarded(server, "dmo", 2) == DONE
    assert isinstance(match_of(server).current, BeforeTurn)
    await server.env.advance_time(20)
    assert (turn_of(server).number, turn_of(server).round.gems) == (2, Tally(3, 0))


async def test_r7_in_a_pause_between_turns_they_win_the_round_too(server: Server):
    await in_second_turn(server)
    await server.cora.slash(server.dm, "match pause")
    await play(server, "central", "north")
    assert match_of(server).pause is not None
    assert isinstance(match_of(server).unpaused, BeforeTurn)
    assert await awarded(server, "dmo", 14) == DONE
    assert match_of(server).rounds == Tally(1, 0)


@pytest.mark.parametrize("gems", [-2, -99])
async def test_nobody_has_fewer_gems_than_none(server: Server, gems: int):
    await in_second_turn(server)
    before = Unmoved(server)
    shown = await award(server, "dmo", gems)
    assert shown.content.startswith(
        "No more can be taken away than Cora has in this round: 1 gem. What works now: "
    )
    assert labels(shown) == []
    before.check()
