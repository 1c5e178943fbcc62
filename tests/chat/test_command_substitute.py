"""/match substitute: somebody else plays on; who may, who can, what is told, what is kept (S33)."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import Paused, ReadyCheck, TurnOpen, WaitingToStart
from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.live.table import Table
from minecart_robbery.record.chairs import Sat
from tests.chat.buttons import custom_id, labels, press, press_again, with_button
from tests.chat.desk import announced, asked, confirm, given
from tests.chat.looking import Unmoved, picks
from tests.chat.server import Server, answer
from tests.chat.test_command_open_channels import fit_channels
from tests.scenarios.world import bot_id, leave, permit

DONE = "Done: whoever plays on is let into their submissions channel"


def table_of(server: Server) -> Table:
    """The one table that there is."""
    (table,) = server.bot.house.tables()
    return table


async def substitute(
    server: Server,
    new: MemberActor,
    *,
    by: MemberActor | None = None,
    player: str = "candidate",
    **options: Any,
) -> str:
    """A host lets `new` play on in the place of a player, and confirms it; what is said then."""
    return await given(server, "substitute", by, player=player, new=new, **options)


async def done(server: Server, new: MemberActor, **options: Any) -> None:
    """The same, and it is done."""
    said = await substitute(server, new, **options)
    assert said.startswith(DONE), said


async def both_ready(server: Server, new: MemberActor) -> None:
    """Cora and whoever has come into Zac's seat say that they are ready."""
    await server.cora.send(server.cora_sub, "ready")
    await new.send(server.zac_sub, "ready")


async def test_s33_who_comes_and_what_is_asked_is_seen_before_anything_is_done(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    before = Unmoved(server)
    shown = await asked(server, "substitute", player="candidate", new=nora, reason="Zac is ill")
    first, *lines = server.readable(shown.content).split("\n")
    assert first.startswith("**Let Nora play on in Zac's place?** Gems, rounds, roles, bonuses")
    assert lines == [
        "**The match:** round 1, turn 1 → **ready check, then round 1, turn 1**",
        "**Ready:** – → **nobody**",
        "**Clock:** runs out at 01:00.000 → **a full 120 s**",
        "Stays as it is: Rounds won, Gems, Stashes, Roles, Bonuses left, Picks.",
    ]
    before.check()
    assert (await confirm(server.host, shown)).startswith(DONE)
    told = server.last(server.dm)
    assert told.startswith("\n".join(announced(shown).split("\n")[:2]))


async def test_s33_a_turn_goes_on_with_somebody_else_and_all_that_the_seat_has(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await server.zac.send(server.zac_sub, "north")
    await done(server, nora, reason="Zac is ill")
    public = server.last(server.dm)
    assert "Hanna lets Nora play on in place of Zac" in public
    assert "Reason: Zac is ill" in public
    assert "Cora and Nora: say **ready**" in public
    await both_ready(server, nora)
    assert picks(server) == {Seat.CANDIDATE: Track.NORTH}
    await server.cora.send(server.cora_sub, "north")
    assert "Nora" in server.last(server.dm)
    assert "Zac" not in server.last(server.dm)


async def test_s33_whoever_plays_on_is_welcomed_and_asked_in_the_submissions_channel(
    server: Server,
):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    told = [said.text for said in server.said(server.zac_sub)]
    assert told[-2].startswith("@Nora This is your submissions channel in the Death Match against")
    assert told[-1].startswith("@Nora **Are you ready to go on**")
    await both_ready(server, nora)
    assert server.last(server.zac_sub).startswith("@Nora **You steal this turn**")


async def test_s33_what_whoever_has_gone_types_and_presses_counts_no_more(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    await both_ready(server, nora)
    await server.zac.send(server.dm, "accelerate north")
    assert "Zac plays" not in server.last(server.dm)
    assert "Only the players" in answer(await press(server.zac, server.dm, "Accelerate"))
    await server.zac.send(server.dm, "host!")
    assert table_of(server).match.called == frozenset()


async def test_s33_what_whoever_plays_on_types_and_presses_counts(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    await both_ready(server, nora)
    await press(nora, server.zac_sub, "South")
    assert picks(server) == {Seat.CANDIDATE: Track.SOUTH}
    await nora.send(server.dm, "accelerate north")
    assert "Nora plays **Accelerate North**" in server.last(server.dm)


async def test_s33_buttons_of_before_do_nothing_and_say_so(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    old = with_button(server.cora_sub, "North")
    pressed = custom_id(old, "North")
    await done(server, nora)
    assert "North" not in labels(next(it for it in server.cora_sub.history() if it.id == old.id))
    result = await press_again(server, server.cora, old, pressed)
    assert "This press has changed nothing" in answer(result)


async def test_s33_the_record_has_who_sits_there_and_who_did_and_why(server: Server):
    nora = server.join("Nora")
    table = await server.play_to_first_turn()
    await done(server, nora, reason="Zac is ill")
    (seating,) = await server.bot.record.unfinished_matches()
    assert (seating.candidate.person, seating.candidate.name) == (nora.id, "Nora")
    events = await server.bot.record.events(table.seating.match)
    (taken,) = [it for it in events if isinstance(it, ev.SeatTaken)]
    assert (taken.seat, taken.note) == (Seat.CANDIDATE, "Zac is ill")
    number = events.index(taken) + 1
    sat = await server.bot.record.who_sat(table.seating.match)
    assert sat == (Sat(Seat.CANDIDATE, server.zac.id, "Zac", number),)


async def test_s33_after_a_restart_the_new_player_is_heard_and_the_old_one_is_not(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await nora.send(server.dm, "accelerate south")  # as a spectator: nothing to anybody
    await done(server, nora)
    await both_ready(server, nora)
    await server.go_down()
    await nora.send(server.zac_sub, "south")
    await server.zac.send(server.dm, "join north to central")
    await server.restart()
    assert picks(server) == {Seat.CANDIDATE: Track.SOUTH}
    turn = table_of(server).match.current
    assert isinstance(turn, TurnOpen)
    assert [fact.said for fact in turn.facts] == [Track.SOUTH]
    assert "Nora" in table_of(server).names.candidate


async def test_s33_before_the_start_nothing_is_asked(server: Server):
    nora = server.join("Nora")
    await server.open_match()
    await done(server, nora)
    assert isinstance(table_of(server).match.current, WaitingToStart)
    assert "say **ready**" not in server.last(server.dm)
    await server.start_match()
    await server.cora.send(server.dm, "miner")
    assert "Nora **steals**" in server.last(server.dm)


async def test_s33_in_a_pause_because_a_player_has_left_another_one_comes_and_it_is_resumed(
    server: Server,
):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await leave(server, server.zac)
    assert isinstance(table_of(server).match.current, Paused)
    await done(server, nora)
    await server.env.advance_time(6)
    assert "is put right" in "\n".join(said.text for said in server.said(server.dm))
    await server.host.slash(server.dm, "match resume")
    await both_ready(server, nora)
    assert isinstance(table_of(server).match.current, TurnOpen)


async def test_s33_the_dmos_seat_can_be_taken_too_and_named_by_the_players_name(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora, player="Cora")
    assert table_of(server).seating.dmo.person == nora.id
    await server.host.slash(server.dm, "match skip-ready")
    await nora.send(server.cora_sub, "north")
    assert picks(server) == {Seat.DMO: Track.NORTH}
    result = await server.cora.slash(server.dm, "match pause")
    assert "Only a host, or the DMO" in answer(result)


async def test_s33_whoever_has_gone_may_come_back(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    await done(server, server.zac)
    await server.host.slash(server.dm, "match skip-ready")
    await server.zac.send(server.zac_sub, "north")
    assert picks(server) == {Seat.CANDIDATE: Track.NORTH}


async def test_s33_a_second_one_during_the_check_asks_again(server: Server):
    nora, olga = server.join("Nora"), server.join("Olga")
    await server.play_to_first_turn()
    await done(server, nora)
    await done(server, olga)
    phase = table_of(server).match.current
    assert isinstance(phase, ReadyCheck)
    assert "Cora and Olga: say **ready**" in server.last(server.dm)


async def test_s33_a_dm_channel_in_which_only_players_write_lets_the_new_one_write(
    server: Server,
):
    nora = server.join("Nora")
    channels: dict[str, Any] = fit_channels(server)
    arena = channels["dm_channel"]
    await permit(server, arena, server.guild.default_role.id, "send_messages", by_role=True)
    for member in (server.cora.id, server.zac.id, bot_id(server)):
        await permit(server, arena, member)
    await server.open_match(**channels)
    await done(server, nora)
    await nora.send(server.dm, "hello")
