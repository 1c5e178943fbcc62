"""/match take-back after the end of a match: for a while it is reopened by that (R32)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.chat.desk import asked, confirm
from tests.chat.server import WITHOUT_WINDOWS, Server, answer, running_server
from tests.chat.test_command_take_back import turn_of
from tests.scenarios.world import permit


@pytest.fixture
async def ended(tmp_path: Path) -> AsyncGenerator[Server]:
    """A server in which Cora has just won a match of one gem; it can be reopened for 30 minutes."""
    rules = {**WITHOUT_WINDOWS, "target_gems": 1, "rounds_to_win": 1}
    async with running_server(tmp_path / "record.db", reopen_minutes=30, **rules) as server:
        await server.host.slash(server.lobby, "minecart hosts", role=server.hosts_role)
        await server.play_to_first_turn()
        await server.cora.send(server.cora_sub, "north")
        await server.zac.send(server.zac_sub, "south")
        assert list(server.bot.house.tables()) == []
        yield server


async def taking_back(server: Server):
    return await asked(server, "take-back turn", reason="Zac's phone had died")


async def test_r32_a_host_reopens_the_match_from_its_own_channel(ended: Server):
    shown = await taking_back(ended)
    assert "Take back round 1 from turn 1 on?" in ended.readable(shown.content)
    done = await confirm(ended.host, shown)
    assert done.startswith("Taken back, and announced in the DM channel.")
    assert "can be read, besides Cora and me, by" in done
    assert turn_of(ended).number == 1
    assert "it is open again" in "\n".join(said.text for said in ended.said(ended.dm))
    await ended.cora.send(ended.cora_sub, "north")
    await ended.zac.send(ended.zac_sub, "north")
    assert "Zac wins the Death Match" in "\n".join(said.text for said in ended.said(ended.dm))


async def test_r32_the_match_can_be_reopened_after_a_restart_too(ended: Server):
    await ended.restart()
    await confirm(ended.host, await taking_back(ended))
    assert turn_of(ended).number == 1


async def test_r32_after_the_time_it_is_refused(ended: Server):
    await ended.env.advance_time(30 * 60 + 10)
    result = await ended.host.slash(ended.dm, "match take-back turn", reason="too late")
    assert answer(result).startswith("Match 1 has ended, and can't be reopened.")
    assert list(ended.bot.house.tables()) == []


async def test_r32_a_preview_confirmed_after_the_time_does_nothing(ended: Server):
    shown = await taking_back(ended)
    await ended.env.advance_time(30 * 60 + 10)
    await confirm(ended.host, shown)
    assert list(ended.bot.house.tables()) == []


async def test_r32_where_another_match_was_opened_the_command_means_that_one(ended: Server):
    await ended.open_match(
        dm_channel=ended.dm, dmo_submissions=ended.cora_sub, candidate_submissions=ended.zac_sub
    )
    result = await ended.host.slash(
        ended.lobby, "match take-back turn", reason="the other one", match=1
    )
    told = answer(result)
    assert len(list(ended.bot.house.tables())) == 1, told


async def test_s20_it_is_refused_while_the_opponent_can_read_the_submissions(ended: Server):
    await permit(ended, ended.cora_sub, ended.zac.id)
    result = await ended.host.slash(ended.dm, "match take-back turn", reason="a slip")
    assert "can read" in answer(result)


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("is_late", [False, True])
async def test_in_its_channels_a_match_that_has_ended_is_said_to_have_ended(
    ended: Server, is_restarted: bool, is_late: bool
):
    if is_late:
        await ended.env.advance_time(30 * 60 + 10)
    if is_restarted:
        await ended.restart()
    for channel in (ended.dm, ended.cora_sub, ended.zac_sub):
        for command in ("status", "pause", "readers", "call-off"):
            said = answer(await ended.host.slash(channel, f"match {command}"))
            assert said.startswith("Match 1 has ended"), (command, said)
            assert ("A host can reopen it with **/match take-back**" in said) is not is_late
    said = answer(await ended.spectator.slash(ended.lobby, "match status", match=1))
    assert said.startswith("Match 1 has ended")


PLAYED: list[tuple[str, dict[str, str]]] = [
    ("pick", {"track": "north"}),
    ("pick", {"track": "keep"}),
    ("accelerate", {"mine": "north"}),
    ("join", {"first": "north", "second": "central"}),
]
"""The commands of players."""


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("is_late", [False, True])
async def test_r32_a_players_command_in_the_channels_of_a_match_that_has_ended_names_that_match(
    ended: Server, is_restarted: bool, is_late: bool
):
    if is_late:
        await ended.env.advance_time(30 * 60 + 10)
    if is_restarted:
        await ended.restart()
    for who, channel in ((ended.cora, ended.cora_sub), (ended.zac, ended.dm)):
        for command, options in PLAYED:
            said = answer(await who.slash(channel, command, **options))
            assert said.startswith("Match 1 has ended"), (command, said)
            assert ("A host can reopen it with **/match take-back**" in said) is not is_late
    elsewhere = answer(await ended.cora.slash(ended.lobby, "pick", track="north"))
    assert elsewhere == "Use this in a channel of your match."


async def test_s17_a_players_command_is_for_the_match_that_was_opened_there_since(ended: Server):
    await ended.open_match(
        dm_channel=ended.dm, dmo_submissions=ended.cora_sub, candidate_submissions=ended.zac_sub
    )
    said = answer(await ended.cora.slash(ended.cora_sub, "pick", track="north"))
    assert said.startswith("The match has not started yet.")


async def test_s20_the_hosts_hear_no_second_time_of_readers_shown_at_the_reopening(ended: Server):
    assert not any((await ended.bot.record.readers(1)).values())
    await confirm(ended.host, await taking_back(ended))
    known = await ended.bot.record.readers(1)
    assert all(known.values())
    await ended.env.advance_time(20)
    assert await ended.bot.record.readers(1) == known
    said = [it.text for channel in (ended.dm, ended.lobby) for it in ended.said(channel)]
    assert not any("can now read" in text for text in said)


async def test_s17_of_a_match_in_whose_channel_another_is_open_no_way_back_is_told(ended: Server):
    await ended.open_match(dm_channel=ended.dm)
    said = answer(await ended.host.slash(ended.lobby, "match status", match=1))
    assert said.startswith("Match 1 has ended, and can't be reopened.")


async def test_r32_the_turns_and_rounds_of_an_ended_match_are_offered(ended: Server):
    offer = ended.host.autocomplete
    turns = await offer(ended.dm, "match take-back turn", "turn", "")
    rounds = await offer(ended.dm, "match take-back round", "round", "")
    assert [it["value"] for it in turns] == [1]
    assert [it["value"] for it in rounds] == [1]
    await ended.env.advance_time(30 * 60 + 10)
    assert await offer(ended.dm, "match take-back turn", "turn", "") == []
