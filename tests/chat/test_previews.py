"""What hosts are shown before something is done, and what comes of confirming or dropping it.

Rows S13, S19, S22, S24 and S25; the announcement and the record (R33).
"""

from __future__ import annotations

from typing import Any

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import CalledOff
from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.buttons import custom_id, labels, press_again, press_together, shown_by
from tests.chat.desk import (
    ENDINGS,
    EXPIRED,
    ORDERS,
    OVERTAKEN,
    Order,
    announced,
    asked,
    confirm,
    given,
    in_second_turn,
    recorded,
)
from tests.chat.looking import Unmoved, all_said, match_of, picks
from tests.chat.server import Server, answer
from tests.scenarios.world import give_role, take_role

ENTERED = "The pick is entered. In the DM channel it is told that, and why, but not which."
FIFTEEN_MINUTES = 15 * 60
UNDONE = "That was done, but I was restarted before the turn was settled"


async def pick_for(server: Server, track: str = "south", player: str = "candidate"):
    """Ask for a pick to be entered for Zac."""
    return await asked(server, "pick-for", player=player, track=track, reason="by phone")


async def entered(server: Server) -> list[ev.PickMade]:
    """The picks that hosts have entered, as they stand in the record."""
    events = await server.bot.record.events(1)
    return [event for event in events if isinstance(event, ev.PickMade) and event.by_host]


# ----------------------------------------------------------------- seen, then done


async def test_a_preview_says_what_would_change_and_be_announced_and_does_nothing(
    server: Server,
):
    await server.play_to_first_turn()
    before = Unmoved(server)
    shown = await asked(server, "call-off", reason="Fire!")
    assert server.readable(shown.content).split("\n") == [
        "**Call off the match?** Nothing has been done yet.",
        "**The match:** round 1, turn 1 → **called off**",
        "**Clock:** runs out at 01:00.000 → **none**",
        "Stays as it is: Rounds won.",
    ]
    assert announced(shown).startswith("**The match is called off.** Nobody wins it.\nReason: Fire")
    assert labels(shown) == ["Confirm", "Drop"]
    before.check()


async def test_what_is_confirmed_is_done_as_it_was_shown_and_the_buttons_go(server: Server):
    table = await server.play_to_first_turn()
    shown = await asked(server, "call-off", reason="Fire!")
    result = await server.host.click(shown, label="Confirm")
    assert answer(result) == "The match is called off."
    assert labels(shown_by(result)) == []
    assert shown_by(result).embeds == []
    assert table.match.current == CalledOff()
    last = announced(shown).split("\n")[:-1]
    assert server.last(server.dm).split("\n")[:2] == last


async def test_what_is_dropped_is_not_done_and_can_not_be_confirmed_any_more(server: Server):
    await server.play_to_first_turn()
    before = Unmoved(server)
    shown = await asked(server, "call-off")
    result = await server.host.click(shown, label="Drop")
    assert answer(result) == "Dropped. Nothing has been done."
    assert labels(shown_by(result)) == []
    again = await press_again(server, server.host, shown, custom_id(shown, "Confirm"))
    assert answer(again) == "Dropped. Nothing has been done."
    before.check()


async def test_a_pick_that_is_entered_counts_and_only_its_player_is_told_which_r19(
    server: Server,
):
    await server.play_to_first_turn()
    shown = await pick_for(server)
    assert shown.content.startswith("**Enter South for Zac?**")
    assert "**Picks:** Cora has not picked · Zac has not picked → " in shown.content
    assert await confirm(server.host, shown) == ENTERED
    assert picks(server) == {Seat.CANDIDATE: Track.SOUTH}
    assert "A host has entered a pick for you: **South**." in server.last(server.zac_sub)
    told_others = [*server.said(server.dm), *server.said(server.cora_sub)]
    assert not any("South**" in said.text for said in told_others)


async def test_it_stands_in_the_record_as_the_commands_own_doing_and_with_its_host(
    server: Server,
):
    await server.play_to_first_turn()
    shown = await asked(server, "call-off")
    of = custom_id(shown, "Confirm").split(":")[2]
    await confirm(server.host, shown)
    *_, (key, person) = await server.bot.record._database.read(
        "SELECT key, person FROM cause WHERE match = 1 ORDER BY number"
    )
    assert (key, person) == (f"i:{of}", server.host.id)


@pytest.mark.parametrize("player", ["Zac", " zac ", "candidate", "@Zac", "mention", "number"])
async def test_a_player_is_meant_by_the_list_by_name_by_mention_or_by_number(
    server: Server, player: str
):
    await server.play_to_first_turn()
    ways = {"mention": f"<@{server.zac.id}>", "number": f"{server.zac.id}"}
    shown = await pick_for(server, player=ways.get(player, player))
    assert shown.content.startswith("**Enter South for Zac?**")


@pytest.mark.parametrize("player", ["Sam", "", "<@1>", "**"])
async def test_whoever_does_not_play_is_refused_by_name(server: Server, player: str):
    await server.play_to_first_turn()
    before = Unmoved(server)
    shown = await pick_for(server, player=player or " ")
    assert "does not play in this match" in shown.content
    assert labels(shown) == []
    before.check()


async def test_only_the_two_players_of_the_match_that_is_meant_are_offered(server: Server):
    await server.open_match(dmo=server.spectator)
    await server.open_match()
    host, lobby = server.host, server.lobby

    async def offered(channel: Any, typed: str, **filled_in: Any) -> list[tuple[str, str]]:
        choices = await host.autocomplete(channel, "match pick-for", "player", typed, **filled_in)
        return [(choice["name"], choice["value"]) for choice in choices]

    assert await offered(server.dm, "") == [("Cora (DMO)", "dmo"), ("Zac (candidate)", "candidate")]
    assert await offered(server.dm, "zA") == [("Zac (candidate)", "candidate")]
    assert await offered(lobby, "") == []
    of_the_other = [("Sam (DMO)", "dmo"), ("Zac (candidate)", "candidate")]
    assert await offered(lobby, "", match=1) == of_the_other
    assert await offered(server.dm, "", match=1) == of_the_other
    assert await offered(server.dm, "", match=7) == []


@pytest.mark.parametrize("by", ["cora", "zac", "spectator"])
@pytest.mark.parametrize("command", ["call-off", "pick-for"])
async def test_nobody_but_a_host_is_shown_a_preview_r30(server: Server, by: str, command: str):
    await server.play_to_first_turn()
    before = Unmoved(server)
    options = {} if command == "call-off" else {"player": "dmo", "track": "north", "reason": "x"}
    shown = await asked(server, command, getattr(server, by), **options)
    assert shown.content.startswith("Only a host")
    assert labels(shown) == []
    before.check()


async def test_what_can_not_be_done_is_refused_at_once(server: Server):
    await server.open_match()
    shown = await pick_for(server)
    assert shown.content.startswith("The match has not started yet.")
    assert labels(shown) == []


# ----------------------------------------------------------------- the match goes on meanwhile


async def test_a_preview_that_the_match_has_outrun_says_so_and_is_shown_anew(server: Server):
    await server.play_to_first_turn()
    shown = await pick_for(server)
    await server.zac.send(server.zac_sub, "north")
    before = Unmoved(server)
    renewed = shown_by(await server.host.click(shown, label="Confirm"))
    before.check()
    assert renewed.content.startswith(OVERTAKEN)
    assert "**Picks:**" not in renewed.content
    assert labels(renewed) == ["Confirm", "Drop"]
    assert await confirm(server.host, renewed) == ENTERED
    assert picks(server) == {Seat.CANDIDATE: Track.SOUTH}


async def test_a_preview_of_another_turn_is_outrun_though_nothing_else_has_changed(
    server: Server,
):
    await server.play_to_first_turn()
    shown = await pick_for(server)
    await server.env.advance_time(61)
    renewed = shown_by(await server.host.click(shown, label="Confirm"))
    assert renewed.content.startswith(OVERTAKEN)
    assert "**The match:** round 1, turn 2" in renewed.content
    assert await entered(server) == []


@pytest.mark.parametrize(
    ("command", "options", "title"),
    [
        ("pick-for", {"track": "south", "reason": "by phone"}, "**Enter South for Nora?**"),
        ("award", {"gems": 2, "reason": "a recount"}, "**Give Nora 2 gems?**"),
        ("forfeit", {}, "**End the match, since Nora gives it up?** Cora wins it then."),
    ],
)
async def test_a_preview_that_is_shown_anew_names_whoever_plays_on_by_then(
    server: Server, command: str, options: dict[str, Any], title: str
):
    await server.play_to_first_turn()
    shown = await asked(server, command, player="Zac", **options)
    await given(server, "substitute", player="Zac", new=server.join("Nora"))
    await server.host.slash(server.dm, "match skip-ready")
    said = await confirm(server.host, shown)
    assert said.startswith(f"{OVERTAKEN} As it stands now:\n{title}")
    assert "Zac" not in said


async def test_a_second_press_of_the_old_button_does_not_confirm_the_new_preview_s13(
    server: Server,
):
    await server.play_to_first_turn()
    shown = await pick_for(server)
    old = custom_id(shown, "Confirm")
    await server.zac.send(server.zac_sub, "north")
    await server.host.click(shown, label="Confirm")
    again = await press_again(server, server.host, shown, old)
    assert answer(again).startswith("The match has gone on since you were shown that.")
    assert await entered(server) == []


async def test_what_can_not_be_done_any_more_is_refused_and_the_buttons_go(server: Server):
    await server.play_to_first_turn()
    shown = await pick_for(server)
    await server.host.slash(server.dm, "match pause")
    refused = await server.host.click(shown, label="Confirm")
    assert answer(refused).startswith("The match is paused")
    assert labels(shown_by(refused)) == []
    assert await entered(server) == []


async def test_where_the_match_has_ended_meanwhile_nothing_is_done(server: Server):
    await server.play_to_first_turn()
    first, second = await asked(server, "call-off"), await pick_for(server)
    await confirm(server.host, first)
    said = all_said(server)
    ended = await server.host.click(second, label="Confirm")
    assert answer(ended) == "That match is over."
    assert labels(shown_by(ended)) == []
    assert all_said(server) == said


# ----------------------------------------------------------------- two at once, twice, too late


async def test_of_two_hosts_who_confirm_at_once_the_second_sees_what_the_first_has_done_s13(
    server: Server,
):
    other = server.join("Hugo")
    await give_role(server, other, server.hosts_role)
    await server.play_to_first_turn()
    mine = await pick_for(server)
    theirs = await asked(server, "pick-for", other, player="candidate", track="north", reason="so")
    first, second = await press_together("Confirm", (server.host, mine), (other, theirs))
    done = sorted([answer(first), answer(second)])
    assert done[0] == ENTERED
    assert done[1].startswith(OVERTAKEN)
    assert len(await entered(server)) == 1


async def test_a_double_press_does_it_once_and_is_answered_both_times_s13(server: Server):
    await server.play_to_first_turn()
    shown = await pick_for(server)
    results = await press_together("Confirm", (server.host, shown), (server.host, shown))
    assert [answer(result) for result in results] == [ENTERED] * 2
    assert len(await entered(server)) == 1


async def test_whoever_is_no_host_any_more_confirms_nothing(server: Server):
    await server.play_to_first_turn()
    shown = await pick_for(server)
    await take_role(server, server.host, server.hosts_role)
    before = Unmoved(server)
    result = await server.host.click(shown, label="Confirm")
    assert result.ephemeral
    assert answer(result).startswith("Only a host can do that. Hosts here are ")
    before.check()
    await give_role(server, server.host, server.hosts_role)
    assert await confirm(server.host, shown) == ENTERED


@pytest.mark.parametrize("order", [*ORDERS, *ENDINGS], ids=lambda order: order[0])
async def test_s13_what_was_confirmed_before_a_restart_is_said_to_be_done_and_not_done_twice(
    server: Server, order: Order
):
    """The answer had not got through, so the host presses the same button again."""
    command, options, kind, _ = order
    await in_second_turn(server, grace_seconds=30)
    shown = await asked(server, command, **options)
    said = await confirm(server.host, shown)
    known = await recorded(server, kind)
    await server.restart()
    for label in ("Confirm", "Drop"):
        result = await press_again(server, server.host, shown, custom_id(shown, label))
        expected = UNDONE if command == "settle-now" else said
        assert answer(result).startswith(expected)
        assert labels(shown_by(result)) == []
    assert await recorded(server, kind) == known


async def test_r31_everybody_is_told_that_a_restart_has_undone_a_hosts_end_of_the_time(
    server: Server,
):
    await in_second_turn(server, grace_seconds=30)
    await given(server, "settle-now", reason="it is late")
    await server.restart()
    (told,) = [it.text for it in server.said(server.dm) if "starts again in full" in it.text]
    assert "A host had ended the time; that is undone" in told
    assert "Round 1 · Turn 3" not in server.last(server.dm)


@pytest.mark.parametrize("label", ["Confirm", "Drop"])
async def test_a_preview_from_before_a_restart_is_answered_and_does_nothing_s25(
    server: Server, label: str
):
    await server.play_to_first_turn()
    shown = await pick_for(server)
    await server.restart()
    result = await server.host.click(shown, label=label)
    assert answer(result).startswith(EXPIRED)
    assert "Give the command again." in answer(result)
    assert labels(shown_by(result)) == []
    assert await entered(server) == []


async def test_a_preview_can_be_confirmed_for_fifteen_minutes(server: Server):
    table = await server.open_match()
    in_time, late = await asked(server, "call-off"), await asked(server, "call-off")
    await server.env.advance_time(FIFTEEN_MINUTES + 1)
    assert (await confirm(server.host, late)).startswith(EXPIRED)
    assert not table.is_over
    in_time = await asked(server, "call-off")
    await server.env.advance_time(FIFTEEN_MINUTES - 1)
    assert await confirm(server.host, in_time) == "The match is called off."


# ----------------------------------------------------------------- answers that fail


async def test_s24_a_preview_that_can_not_be_shown_has_done_nothing(server: Server):
    """Its host is asked to give the command again; what it would have shown is posted nowhere."""
    await server.play_to_first_turn()
    before = Unmoved(server)
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await server.host.slash(server.dm, "match call-off")
    asked = server.last(server.dm)
    assert "my answer to your command did not get through. Give it again" in asked
    assert (match_of(server), len(all_said(server))) == (before.match, len(before.said) + 1)
    assert server.env.errors == []


async def test_s24_what_was_confirmed_is_done_though_its_answer_fails(server: Server):
    table = await server.play_to_first_turn()
    shown = await asked(server, "call-off")
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=2)
    await server.host.click(shown, label="Confirm")
    assert table.match.current == CalledOff()
    assert server.env.errors == []
