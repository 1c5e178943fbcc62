"""Two people of one shown name are told apart by their user names in every sentence (R35, S50)."""

from __future__ import annotations

from tests.chat.desk import asked, confirm
from tests.chat.server import Server


async def alexes(server: Server) -> None:
    """A match of Alex against Alex, whose user names are cora and zac, in its first turn."""
    for member in (server.cora, server.zac):
        server.env.backend.edit_member(server.guild.id, member.id, {"nick": "Alex"})
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
