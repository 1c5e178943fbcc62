"""Two people of one shown name are told apart by their user names in every sentence (R35, S50)."""

from __future__ import annotations

from typing import Any

import pytest

from minecart_robbery.live.hosts_log import log_of
from tests.chat.checking import LOOK, found
from tests.chat.desk import asked, confirm
from tests.chat.server import Server, answer
from tests.scenarios.world import permit


async def alexes(server: Server, nick: str = "Alex") -> None:
    """A match of Alex against Alex, whose user names are Cora and Zac, in its first turn.

    Zac may be shown by another nickname that looks the same.
    """
    for member, name in ((server.cora, "Alex"), (server.zac, nick)):
        server.env.backend.edit_member(server.guild.id, member.id, {"nick": name})
    await server.play_to_first_turn()


async def test_r35_two_players_shown_alike_are_told_apart_by_their_user_names(server: Server):
    await alexes(server)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    settled = server.last(server.dm)
    assert "Alex (Cora) sends North, Alex (Zac) guards South." in settled
    assert "**Alex (Cora) claims 1 gem.**" in settled


async def test_r35_a_host_shown_like_a_player_is_told_apart_from_that_player(server: Server):
    server.env.backend.edit_member(server.guild.id, server.host.id, {"nick": "Zac"})
    await server.play_to_first_turn()
    shown = await asked(server, "award", player="candidate", gems=2, reason="a miscount")
    await confirm(server.host, shown)
    assert "**Zac (Hanna) gives Zac (Zac) 2 gems.**" in server.last(server.dm)


async def test_r35_a_substitute_shown_like_whoever_sat_there_is_told_apart(server: Server):
    nora = server.join("Nora", global_name="Zac")
    await server.play_to_first_turn()
    shown = await asked(server, "substitute", player="candidate", new=nora, reason="ill")
    await confirm(server.host, shown)
    told = "\n".join(said.text for said in server.said(server.dm))
    assert "Zac (Nora)" in told
    assert "in place of Zac (Zac)" in told


async def test_r35_a_name_that_shows_nothing_is_replaced_by_the_user_name(server: Server):
    server.env.backend.edit_member(server.guild.id, server.zac.id, {"nick": "\u3164"})
    await server.play_to_first_turn()
    assert "against Zac" in server.said(server.dm)[0].text


async def test_r35_s20_readers_of_a_channel_are_told_apart_from_each_other_and_the_players(
    server: Server,
):
    server.env.backend.edit_member(server.guild.id, server.host.id, {"nick": "cora"})
    twin = server.join("Nora", global_name="Sam")
    await server.open_match()
    for member in (twin, server.spectator):
        await permit(server, server.cora_sub, member.id)
    lines = answer(await server.host.slash(server.dm, "match readers")).splitlines()
    assert lines[0] == (
        f"**{server.cora_sub.mention}** can be read, besides Cora (Cora) and me, by:"
    )
    assert "- members: cora (Hanna) (by Hosts), Sam (Nora), Sam (Sam)" in lines


@pytest.mark.usefixtures("machine_in_order")
async def test_r35_s20_the_check_tells_readers_apart(server: Server):
    twin = server.join("Nora", global_name="Sam")
    await server.open_match()
    for member in (twin, server.spectator):
        await permit(server, server.zac_sub, member.id)
    line = await found(server, LOOK)
    assert "can be read by Sam (Nora), Sam (Sam)" in line


async def test_r35_in_the_log_that_the_record_keeps_they_are_told_apart(server: Server):
    await alexes(server)
    shown = await asked(server, "award", player="candidate", gems=2, reason="a miscount")
    await confirm(server.host, shown)
    log = [line.text for line in await log_of(server.bot.record, 1)]
    assert "Alex (Cora) (DMO) against Alex (Zac)" in "\n".join(log)
    assert any("Hanna gives Alex (Zac) 2 gems" in line for line in log), log


async def offered(server: Server, command: str, option: str, typed: str = "") -> dict[Any, str]:
    """What is offered in the DM channel while an option is typed: the labels, by their values."""
    choices = await server.host.autocomplete(server.dm, f"match {command}", option, typed)
    return {it["value"]: it["name"] for it in choices}


async def test_r35_players_and_matches_are_told_apart_in_the_lists_of_commands(server: Server):
    await alexes(server)
    for command in ("award", "starter", "forfeit", "substitute", "pick-for"):
        players = await offered(server, command, "player")
        assert players == {"dmo": "Alex (Cora) (DMO)", "candidate": "Alex (Zac) (candidate)"}
    assert await offered(server, "award", "player", "zac") == {
        "candidate": "Alex (Zac) (candidate)"
    }
    matches = await offered(server, "award", "match")
    assert matches == {1: "Match 1: Alex (Cora) against Alex (Zac)"}


async def test_r35_in_a_list_a_name_is_shown_as_it_is_and_one_that_shows_nothing_is_replaced(
    server: Server,
):
    for member, nick in ((server.cora, "\u3164"), (server.zac, "_z_")):
        server.env.backend.edit_member(server.guild.id, member.id, {"nick": nick})
    await server.play_to_first_turn()
    players = await offered(server, "award", "player")
    assert players == {"dmo": "Cora (DMO)", "candidate": "_z_ (candidate)"}


@pytest.mark.parametrize("nick", ["Alex", "\u0410lex", "alex"])
async def test_r35_a_typed_name_that_both_players_have_means_neither(server: Server, nick: str):
    await alexes(server, nick)
    for command, options in (
        ("award", {"gems": 2, "reason": "a miscount"}),
        ("starter", {"rounds": "odd"}),
    ):
        shown = await server.host.slash(server.dm, f"match {command}", player="Alex", **options)
        assert "“Alex” can mean either player." in answer(shown)
        assert f"Choose **Alex (Cora)** or **{nick} (Zac)**" in answer(shown)


@pytest.mark.parametrize("typed", ["Alex (Zac)", "alex (zac)", "Zac", "@zac", "candidate"])
async def test_r35_a_player_can_be_named_as_they_are_told_apart(server: Server, typed: str):
    await alexes(server)
    shown = await asked(server, "award", player=typed, gems=2, reason="a miscount")
    assert "Give Alex (Zac) 2 gems" in shown.content


async def test_r35_a_typed_name_means_whoever_is_shown_so_before_whoever_has_it_as_user_name(
    server: Server,
):
    server.env.backend.edit_member(server.guild.id, server.cora.id, {"nick": "zac"})
    server.env.backend.edit_member(server.guild.id, server.zac.id, {"nick": "Nora"})
    await server.play_to_first_turn()
    shown = await asked(server, "award", player="Zac", gems=2, reason="a miscount")
    assert "Give zac 2 gems" in shown.content
