"""What hosts are shown of who can read the submissions channels (S20)."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from minecart_robbery.words.telling.readers import MOST_LETTERS
from tests.chat.looking import Unmoved
from tests.chat.server import Server, answer
from tests.chat.test_command_open_channels import WRITES, fit_channels, private_to

ADMINISTRATOR = discord.Permissions(administrator=True)


async def shown(server: Server, command: str = "match readers", **options: Any) -> list[str]:
    """The lines that a host is answered, and nobody else."""
    result = await server.host.slash(server.dm, command, **options)
    assert server.env.errors == []
    assert result.ephemeral
    return answer(result).splitlines()


def heading(server: Server, player: str) -> str:
    """The line over the readers of a player's submissions channel."""
    channel = {"Cora": server.cora_sub, "Zac": server.zac_sub}[player]
    return f"**{channel.mention}** can be read, besides {player} and me, by:"


async def test_s20_in_channels_that_the_bot_has_made_only_hosts_and_administrators_read(
    server: Server,
):
    await server.open_match()
    readers = [
        "- administrators: The Mines Owner",
        "- roles: Hosts",
        "- members: Hanna (by Hosts)",
    ]
    assert await shown(server) == [
        heading(server, "Cora"),
        *readers,
        heading(server, "Zac"),
        *readers,
    ]


async def test_s20_administrators_bots_and_roles_are_marked_as_what_they_are(server: Server):
    root = server.guild.create_role("Root", permissions=ADMINISTRATOR)
    mods, idle = server.guild.create_role("Mods"), server.guild.create_role("Idle")
    for name, role, is_bot in (
        ("Ada", root, False),
        ("Rootbot", root, True),
        ("Beep", mods, True),
        ("Max", mods, False),
        ("Ida", idle, False),
    ):
        server.guild.add_member(server.env.create_user(name, bot=is_bot), roles=[role])
    overwrites = private_to(server, server.cora, {mods: WRITES, server.spectator: WRITES})
    given: dict[str, Any] = fit_channels(server) | {
        "dmo_submissions": server.guild.create_text_channel("odd", overwrites=overwrites)
    }
    await server.open_match(**given)
    assert (await shown(server))[:5] == [
        heading(server, "Cora"),
        "- administrators: Ada, Rootbot (bot), The Mines Owner",
        "- bots: Beep",
        "- roles: TestBot, Hosts, Root (administrator), Mods",
        "- members: Hanna (by Hosts), Max (by Mods), Sam",
    ]


@pytest.mark.parametrize("skip", [True, False])
async def test_s20_a_host_is_shown_them_when_opening_and_again_when_starting(
    server: Server, skip: bool
):
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac
    )
    (table,) = server.bot.house.tables()
    server.dm, server.cora_sub, server.zac_sub = map(server.channel, table.seating.channels())
    listed = await shown(server)
    assert result.ephemeral
    assert answer(result).splitlines()[1:] == listed
    done, *again = await shown(server, "match start", skip_ready=skip)
    assert done.startswith("The match has started.")
    assert again == listed


async def test_s20_a_start_that_is_refused_shows_nobody(server: Server):
    await server.open_match()
    await server.start_match()
    assert len(await shown(server, "match start")) == 1


async def test_s20_when_the_dmo_opens_and_starts_the_hosts_are_called_and_the_dmo_sees_nobody(
    server: Server,
):
    await server.open_match(server.cora)
    called = [said.text for said in server.said(server.dm) if "🔔" in said.text]
    assert ["Cora has opened this match" in text for text in called] == [True]
    result = await server.cora.slash(server.dm, "match start")
    assert len(answer(result).splitlines()) == 1
    result = await server.cora.slash(server.dm, "match readers")
    assert answer(result).startswith("Only a host who doesn't play")


async def test_s20_where_a_host_opens_nobody_is_called(server: Server):
    await server.open_match()
    assert not any("🔔" in said.text for said in server.said(server.dm))


@pytest.mark.parametrize("by", ["cora", "zac", "spectator"])
async def test_s20_nobody_but_a_host_is_shown_them_and_nothing_is_said(server: Server, by: str):
    await server.play_to_first_turn()
    before = Unmoved(server)
    result = await getattr(server, by).slash(server.dm, "match readers")
    assert result.ephemeral
    assert answer(result).startswith("Only a host")
    assert "Hanna" not in answer(result)
    before.check()


async def test_s20_names_are_mere_text(server: Server):
    server.guild.add_member(server.env.create_user("**@everyone**"), roles=[server.hosts_role])
    await server.open_match()
    said = "\n".join(await shown(server))
    assert "@everyone" not in said
    assert "everyone\\*\\*" in said


async def test_s20_with_hundreds_of_readers_the_answer_fits_one_message(server: Server):
    for number in range(300):
        user = server.env.create_user(f"Somebody number {number}", bot=number % 3 == 0)
        server.guild.add_member(user, roles=[server.hosts_role])
    await server.open_match()
    for command in ("match readers", "match start"):
        lines = await shown(server, command)
        assert len("\n".join(lines)) <= MOST_LETTERS
        members = [line for line in lines if line.startswith("- members: Hanna (by Hosts)")]
        assert len(members) == 2
        assert all(line.endswith(" more") for line in members)
        assert sum(line.startswith("- bots: Somebody") for line in lines) == 2


async def test_s20_a_host_who_moves_the_match_is_shown_who_reads_there(server: Server):
    await server.play_to_first_turn()
    overwrites = private_to(server, server.cora, {server.spectator: WRITES})
    new = server.guild.create_text_channel("odd", overwrites=overwrites)
    lines = await shown(server, "match channels", dmo_submissions=new)
    assert lines[0].startswith("Done.")
    assert lines[1] == f"**{new.mention}** can be read, besides Cora and me, by:"
    assert "- members: Hanna (by Hosts), Sam" in lines
    assert not any("can now read" in said.text for said in server.said(server.dm))


async def test_s20_while_not_all_members_are_known_it_is_said_and_they_are_asked_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.open_match()
    asked: list[discord.Guild] = []
    chunk = discord.Guild.chunk

    async def too_slow(guild: discord.Guild) -> list[discord.Member]:
        asked.append(guild)
        raise OSError("no answer")

    monkeypatch.setattr(discord.Guild, "chunk", too_slow)
    await server.restart()
    assert sum(line.startswith("- Discord has not told me") for line in await shown(server)) == 2
    monkeypatch.setattr(discord.Guild, "chunk", chunk)
    await server.env.advance_time(10)
    assert asked
    assert not any(line.startswith("- Discord") for line in await shown(server))


async def test_s20_of_a_deleted_channel_nobody_is_shown(server: Server):
    await server.open_match()
    server.env.backend.delete_channel(server.cora_sub.id)
    await server.env.settle()
    assert [line for line in await shown(server) if "can be read" in line] == [
        heading(server, "Zac")
    ]
