"""/match starter: who chooses the start role of which rounds, or how a player starts (R26)."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor

from minecart_robbery.chat.commands import desk
from minecart_robbery.engine.match import PickingRole, TurnOpen
from minecart_robbery.engine.nouns import Role, Seat
from minecart_robbery.engine.rules import PickedBy, StartsAs
from minecart_robbery.record import Cause
from tests.chat.server import Server, answer

MOST_CHARACTERS = 6000
"""As many as Discord lets through where a command sets no limit."""
CHANGED = "⚙️ **Hanna changes who starts.** "


async def told(
    server: Server, rounds: str, player: MemberActor, by: MemberActor | None = None, **options: Any
) -> str:
    """What somebody, a host if not said, is answered in the DM channel."""
    result = await (by or server.host).slash(
        server.dm, "match starter", rounds=rounds, player=player.name, **options
    )
    assert server.env.errors == []
    assert result.ephemeral
    return answer(result)


async def refusal(server: Server, *arguments: Any, **options: Any) -> str:
    """What is answered, nothing having changed and nobody told."""
    (table,) = server.bot.house.tables()
    before, said = table.match, server.said(server.dm)
    answered = await told(server, *arguments, **options)
    assert table.match == before
    assert server.said(server.dm) == said
    return answered


@pytest.mark.parametrize(
    ("rounds", "number", "words"),
    [("odd", 3, "odd-numbered rounds"), ("even", 2, "even-numbered rounds"), ("5", 5, "round 5")],
)
async def test_a_host_sets_who_chooses_and_that_is_public(
    server: Server, rounds: str, number: int, words: str
):
    table = await server.open_match()
    player = server.cora if rounds == "even" else server.zac
    said = await told(server, rounds, player)
    assert said == "Set, and announced in the DM channel."
    seat = Seat.DMO if player is server.cora else Seat.CANDIDATE
    assert table.match.starters.of(number) == PickedBy(seat)
    assert server.last(server.dm) == f"{CHANGED}{player.name} chooses the start role in {words}."


@pytest.mark.parametrize("rounds", ["odd", " ODD ", "Even", "1", "05"])
async def test_rounds_are_read_as_a_person_types_them(server: Server, rounds: str):
    table = await server.open_match()
    await told(server, rounds, server.zac)
    number = {"odd": 1, "even": 2}.get(rounds.strip().lower()) or int(rounds)
    assert table.match.starters.of(number) == PickedBy(Seat.CANDIDATE)


async def test_a_command_of_which_discord_tells_twice_is_done_once(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    """S13: the second time, its interaction stands in the record already."""
    await server.open_match()
    monkeypatch.setattr(desk, "Cause", lambda _, by: Cause("i:1", by))
    await told(server, "odd", server.zac)
    assert await refusal(server, "odd", server.zac) == "That was done already."


async def test_a_host_sets_how_a_player_starts_and_nobody_is_asked(server: Server):
    table = await server.open_match()
    await told(server, "1", server.zac, role="thief")
    assert table.match.starters.of(1) == StartsAs(Seat.CANDIDATE, Role.THIEF)
    assert server.last(server.dm) == f"{CHANGED}Zac starts round 1 as **thief**."
    await server.start_match()
    assert isinstance(table.match.current, TurnOpen)
    assert table.match.current.miner is Seat.DMO


async def test_a_change_for_the_round_being_asked_for_asks_the_other_player(server: Server):
    table = await server.open_match()
    await server.start_match()
    await told(server, "odd", server.zac)
    assert isinstance(table.match.current, PickingRole)
    assert table.match.current.picker is Seat.CANDIDATE
    await server.zac.send(server.dm, "thief")
    assert isinstance(table.match.current, TurnOpen)


@pytest.mark.parametrize("rounds", ["first", "1.5", "-1", "²", "*all*", "odd, even"])
async def test_words_that_name_no_rounds_are_refused_with_what_would_work(
    server: Server, rounds: str
):
    await server.open_match()
    said = await refusal(server, rounds, server.zac)
    assert "**odd**, **even**" in said
    assert "number" in said
    assert "*all*" not in said


@pytest.mark.parametrize("character", ["x", "1", "*"])
async def test_words_as_long_as_discord_lets_them_be_are_refused_in_a_short_answer(
    server: Server, character: str
):
    await server.open_match()
    match = server.env.backend.find_command("match", server.guild.id, type=1)
    assert match is not None
    (starter,) = (it for it in match["options"] if it["name"] == "starter")
    (rounds,) = (it for it in starter["options"] if it["name"] == "rounds")
    longest = rounds.get("max_length", MOST_CHARACTERS)
    assert 0 < len(await refusal(server, character * longest, server.zac)) < 300


@pytest.mark.parametrize("rounds", ["0", "6", "99"])
async def test_a_round_that_the_match_cannot_have_is_refused_with_the_most_there_can_be(
    server: Server, rounds: str
):
    await server.open_match()
    assert "at most 5" in await refusal(server, rounds, server.zac)


async def test_a_round_whose_roles_are_settled_is_refused(server: Server):
    await server.play_to_first_turn()
    said = await refusal(server, "1", server.zac)
    assert "settled already" in said
    assert "later round" in said


async def test_somebody_who_does_not_play_cannot_choose(server: Server):
    await server.open_match()
    for somebody in (server.spectator, server.host):
        said = await refusal(server, "odd", somebody)
        assert said.startswith(f"“{somebody.name}” does not play in this match.")


async def test_only_a_host_changes_who_starts_r30(server: Server):
    await server.open_match()
    for player in (server.cora, server.zac):
        said = await refusal(server, "odd", server.zac, by=player)
        assert said.startswith("Only a host can do that.")
    said = await refusal(server, "odd", server.zac, by=server.spectator)
    assert said.startswith("Only a host")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("o", ["odd"]), ("E", ["even"]), ("3", ["3"]), ("x", []), ("", ["odd", "even", "1", "2"])],
)
async def test_rounds_are_offered_while_they_are_typed(
    server: Server, typed: str, offered: list[str]
):
    await server.open_match()
    choices = await server.host.autocomplete(server.dm, "match starter", "rounds", typed)
    assert [choice["value"] for choice in choices][: len(offered) or None] == offered
    assert len(choices) <= 25


async def test_r33_who_starts_is_changed_with_the_hosts_name_and_the_reason(server: Server):
    await server.open_match()
    await server.start_match()
    await told(server, "3", server.zac, reason="a *coin*")
    assert server.last(server.dm).split("\n")[:2] == [
        f"{CHANGED}Zac chooses the start role in round 3.",
        "Reason: a \\*coin\\*",
    ]
