"""Two things at once, one thing twice, and things in another order: rows S11 to S13, S16 to S18."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from simcord.backend import serializers

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import CalledOff
from minecart_robbery.engine.nouns import Seat, Track
from tests.chat.buttons import confirmed, shown_by
from tests.chat.looking import Unmoved, match_of, picks
from tests.chat.server import Server, answer
from tests.chat.test_command_open_channels import fit_channels, private_to
from tests.live.hosted import CORA, NORTH, SOUTH, ZAC, Hosted
from tests.scenarios.world import leave, told


async def events_of(server: Server, kind: type[ev.Event]) -> list[ev.Event]:
    """The events of this kind in the record of the match."""
    (table,) = server.bot.house.tables()
    return [
        event
        for event in await server.bot.record.events(table.seating.match)
        if isinstance(event, kind)
    ]


# ----------------------------------------------------------------- S11, S12


async def test_s11_two_picks_in_one_instant_both_count_and_the_turn_is_settled_once(
    server: Server,
):
    await server.play_to_first_turn()
    backend = server.env.backend
    backend.create_message(server.cora_sub.id, server.cora.id, "north")
    backend.create_message(server.zac_sub.id, server.zac.id, "guard north")
    await server.env.settle()
    (settled,) = await events_of(server, ev.TurnSettled)
    assert isinstance(settled, ev.TurnSettled)
    assert (settled.to, settled.silent) == (Seat.CANDIDATE, ())
    assert told(server, "Round 1 · Turn 2") == 1


async def test_s12_of_messages_handled_out_of_order_the_last_one_sent_counts(hosted: Hosted):
    await hosted.in_first_turn()
    first = hosted.typed(CORA, "north", at=1000)
    second = hosted.typed(CORA, "south", at=2000)
    await hosted.move_to(2500)
    await hosted.arrives(second)
    await hosted.arrives(first)
    assert hosted.picked(CORA) is SOUTH


async def test_s12_what_was_sent_last_and_is_no_pick_leaves_the_last_valid_one(hosted: Hosted):
    await hosted.in_first_turn()
    last = hosted.typed(CORA, "hm, nroth?", at=3000)
    await hosted.move_to(3500)
    await hosted.arrives(last)
    await hosted.types(CORA, "south", at=2000)
    await hosted.types(CORA, "north", at=1000)
    assert hosted.picked(CORA) is SOUTH


async def test_s12_in_one_millisecond_discords_ids_give_the_order(hosted: Hosted):
    await hosted.in_first_turn()
    first = hosted.typed(ZAC, "south", at=1000)
    second = hosted.typed(ZAC, "north", at=1000)
    await hosted.move_to(1500)
    await hosted.arrives(second)
    await hosted.arrives(first)
    assert hosted.picked(ZAC) is NORTH


# ----------------------------------------------------------------- S13


async def test_s13_a_message_of_which_discord_tells_twice_does_nothing_twice(server: Server):
    await server.play_to_first_turn()
    typed = await server.cora.send(server.cora_sub, "north")
    before = Unmoved(server)
    stored = server.env.backend.get_message(server.cora_sub.id, typed.id)
    payload = serializers.message_payload(server.env.backend, stored)
    for _ in range(2):
        server.env.backend.emit("MESSAGE_CREATE", payload)
    await server.env.settle()
    before.check()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("pause", "The match is paused already."),
        ("call-off", "Match 1 has ended"),
    ],
)
async def test_s13_a_command_given_twice_does_nothing_twice_and_is_answered_both_times(
    server: Server, command: str, said: str
):
    await server.play_to_first_turn()
    first = await server.host.slash(server.dm, f"match {command}")
    if command == "call-off":
        await server.host.click(shown_by(first), label="Confirm")
    before = server.said(server.dm)
    again = await server.host.slash(server.dm, f"match {command}")
    assert again.ephemeral
    assert answer(again).startswith(said)
    assert server.said(server.dm) == before
    assert server.env.errors == []


async def test_s13_an_interaction_of_which_discord_tells_twice_has_its_effect_once(
    server: Server,
):
    await server.play_to_first_turn()
    (table,) = server.bot.house.tables()
    seen: list[str] = []
    do_it = table.do

    async def do_twice(command, cause, at, host=""):  # pyright: ignore
        seen.append(cause.key)
        twice = (do_it(command, cause, at, host) for _ in range(2))
        first, second = await asyncio.gather(*twice)
        return first or second

    table.do = do_twice
    await server.host.slash(server.dm, "match pause")
    assert len(seen) == 1
    assert len(await events_of(server, ev.MatchPaused)) == 1
    assert told(server, "is paused by a host") == 1


# ----------------------------------------------------------------- S17, S18


async def test_s17_a_second_match_in_one_channel_is_refused(server: Server):
    await server.open_match()
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.zac, candidate=server.cora, dm_channel=server.dm
    )
    assert "belongs to a live match already" in answer(result)
    assert len(list(server.bot.house.tables())) == 1


async def test_s17_one_person_in_two_matches_picks_in_each_ones_own_submissions_channel(
    server: Server,
):
    first = await server.play_to_first_turn()
    cora_sub = server.cora_sub
    second = await server.play_to_first_turn(candidate=server.spectator)
    assert cora_sub.id != server.cora_sub.id
    await server.cora.send(cora_sub, "north")
    assert second.match.current != first.match.current
    await server.cora.send(server.cora_sub, "south")
    said = [server.last(channel) for channel in (cora_sub, server.cora_sub)]
    assert "Your pick: **North**" in said[0]
    assert "Your pick: **South**" in said[1]


async def test_s17_one_person_in_two_matches_cannot_have_one_submissions_channel_for_both(
    server: Server,
):
    shared = server.guild.create_text_channel("mine", overwrites=private_to(server, server.cora))
    await server.open_match(dmo_submissions=shared)
    result = await server.host.slash(
        server.lobby,
        "match open",
        dmo=server.cora,
        candidate=server.spectator,
        dmo_submissions=shared,
    )
    assert f"{shared.mention} belongs to a live match already" in answer(result)


async def test_s18_once_a_match_has_ended_its_channels_and_players_are_free_again(
    server: Server,
):
    channels: dict[str, Any] = fit_channels(server)
    await server.open_match(**channels)
    for _ in range(3):
        await confirmed(server.host, server.dm, "call-off")
        await server.open_match(**channels)


async def test_s18_a_host_can_call_a_match_off_whatever_has_become_of_it(server: Server):
    table = await server.play_to_first_turn()
    for channel in (server.dm, server.cora_sub, server.zac_sub):
        server.env.backend.delete_channel(channel.id)
    await leave(server, server.zac)
    await confirmed(server.host, server.lobby, "call-off", match=table.seating.match)
    assert isinstance(table.match.current, CalledOff)
    await server.restart()
    assert list(server.bot.house.tables()) == []


async def test_s18_a_match_whose_bot_died_keeps_nobody_busy_for_ever(server: Server):
    table = await server.play_to_first_turn()
    await server.restart()
    result = await confirmed(server.host, server.lobby, "call-off", match=table.seating.match)
    assert answer(result) == "The match is called off."
    await server.play_to_first_turn()
    assert match_of(server).current
    await server.cora.send(server.cora_sub, "north")
    assert picks(server) == {Seat.DMO: Track.NORTH}
