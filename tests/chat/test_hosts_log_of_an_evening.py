"""The hosts' log of a whole evening, word for word, on Discord and in the record.

After a wanted change, write the golden files anew and read the difference before committing it:

    GOLDEN=write .venv/bin/python -m pytest tests/chat/test_hosts_log_of_an_evening.py
"""

from __future__ import annotations

import re

import pytest

from minecart_robbery.live.hosts_log import log_of
from minecart_robbery.referee.script import moment_text
from tests.chat.server import Server
from tests.chat.test_hosts_log import keep_log_in, log_for_hosts
from tests.chat.test_whole_match import golden
from tests.scenarios.world import change, come_back, leave, permit, sweeps


async def an_evening(server: Server) -> None:
    """A match in which everything happens that hosts have to do with."""
    await server.open_match(target_gems=6, rounds_to_win=1, idle_turns_before_pause=1)
    await the_start(server)
    await with_silent_players(server)
    await with_pauses(server)
    await with_troubles(server)
    await the_end(server)


async def the_start(server: Server) -> None:
    await server.host.slash(server.dm, "match starter", rounds="odd", player="Zac")
    await server.host.slash(server.dm, "match start")
    await server.cora.send(server.cora_sub, "ready")
    await server.env.advance_time(130)
    await server.host.slash(server.dm, "match skip-ready")
    await server.env.advance_time(70)


async def with_silent_players(server: Server) -> None:
    await picks(server, "north", "south")
    await server.cora.send(server.cora_sub, "north")
    await server.env.advance_time(70)
    await server.env.advance_time(70)
    await server.host.slash(server.dm, "match resume")


async def with_pauses(server: Server) -> None:
    await server.cora.send(server.cora_sub, "central")
    await server.host.slash(server.dm, "match pause", reason="Zac's *cat*")
    await server.host.slash(server.dm, "match resume")
    await server.cora.slash(server.dm, "match pause", reason="tea")
    await server.zac.send(server.zac_sub, "host!")
    await server.zac.send(server.zac_sub, "south")
    await server.env.advance_time(5)
    await server.cora.slash(server.dm, "match resume")


async def with_troubles(server: Server) -> None:
    await permit(server, server.cora_sub, server.spectator.id)
    await change(server, server.zac_sub, rate_limit_per_user=10)
    await change(server, server.zac_sub, rate_limit_per_user=0)
    await server.restart()
    await sweeps(server)
    await leave(server, server.zac)
    await come_back(server, server.zac)
    await permit(server, server.zac_sub, server.zac.id)
    await server.host.slash(server.dm, "match resume")


async def the_end(server: Server) -> None:
    while list(server.bot.house.tables()):
        await picks(server, "north", "north")
    await server.bot.record.settings.set(server.guild.id, "after_match", "archive")
    await sweeps(server, 3)


async def picks(server: Server, coras: str, zacs: str) -> None:
    """Both players pick."""
    await server.env.advance_time(1)
    await server.cora.send(server.cora_sub, coras)
    await server.zac.send(server.zac_sub, zacs)


@pytest.fixture
async def played(server: Server) -> Server:
    """The server in which the evening took place."""
    await keep_log_in(server, log_for_hosts(server))
    await an_evening(server)
    return server


async def test_the_log_of_an_evening_is_word_for_word_its_golden_file(played: Server):
    log = played.guild.channels["log"]
    now = [f"{moment_text(said.ms)}  {said.text}" for said in played.said(log)]
    lines = [line for text in now for line in text.split("\n")]
    assert golden("hosts-log.log", lines) == lines


async def test_the_record_has_the_same_log_line_for_line_and_without_markup(played: Server):
    log = played.guild.channels["log"]
    shown = [line for said in played.said(log) for line in said.text.split("\n")[1:]]
    kept = await log_of(played.bot.record, 1)
    assert len(kept) == len(shown)
    bare = [re.sub(r"\*\*|\\", "", line) for line in shown]
    assert [line.text for line in kept] == bare
    assert [line.at for line in kept] == sorted(line.at for line in kept)


async def test_the_log_is_one_message_at_most_for_each_thing_that_happened(played: Server):
    log = played.guild.channels["log"]
    rows = await played.bot.record.told(1, "log")
    assert len(played.said(log)) == len(rows)
