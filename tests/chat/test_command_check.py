"""/minecart check: who may ask, what of the server and of the bot is found, and how it is told."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from minecart_robbery.chat.diagnosis import check_answer
from minecart_robbery.checking import database as checked_database
from minecart_robbery.checking.finding import Finding, Result
from minecart_robbery.live.pulse import Pulse
from minecart_robbery.words.telling.readers import MOST_LETTERS
from tests.chat.checking import LOOK, WELL, WRONG, Usage, checked, found, says_of_itself
from tests.chat.server import Server
from tests.record.sql import run
from tests.scenarios.world import permit
from tests.stand_in.server import MEMBERS

pytestmark = pytest.mark.usefixtures("machine_in_order")


async def test_nothing_is_found_where_all_is_well_before_and_in_a_match(server: Server):
    in_order = (
        "✅ In order: Permissions, Hosts, Channels, Live matches, Commands, Intents, Clock, "
        "In time, Python, Libraries, Sentences, Settings, Database, Shape, Matches, Who hosts, "
        "Writing, Disk."
    )
    assert await checked(server) == [WELL, in_order]
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, "north")
    assert await checked(server) == [WELL, in_order]


async def test_a_check_changes_nothing(server: Server):
    await server.play_to_first_turn()
    before = len(server.env.http_requests)
    await checked(server)
    asked = [it.method for it in server.env.http_requests[before:] if "interactions" not in it.path]
    assert set(asked) <= {"GET"}


async def test_hosts_and_who_may_manage_the_server_may_ask_and_nobody_else(server: Server):
    role = server.guild.create_role("Dealers")
    dealer = server.guild.add_member(server.env.create_user("Dee"), roles=[role])
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    for somebody in (server.host, dealer):
        assert (await checked(server, somebody))[0] == WELL
    for somebody in (server.cora, server.spectator):
        (said,) = await checked(server, somebody)
        assert said == (
            "Only a host, or a member who may manage the server, can have it checked. "
            "Hosts here are members with the role Dealers."
        )


async def test_s22_a_host_is_told_nothing_of_a_match_that_they_play_in(server: Server):
    playing = server.guild.add_member(server.env.create_user("Pia"), roles=[server.hosts_role])
    table = await server.open_match(dmo=playing)
    await permit(server, server.cora_sub, server.spectator.id)
    (_, line, *_) = await checked(server)
    assert f"match {table.seating.match}: " in line
    said = "\n".join(await checked(server, playing))
    assert "Sam" not in said
    assert said.endswith(
        f"You play in match {table.seating.match} yourself, so it is not checked for you. "
        "Another host can do that."
    )


# ------------------------------------------------------------------ the bot


async def test_s26_an_intent_that_was_switched_off_is_found(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    says_of_itself(monkeypatch, MEMBERS)
    assert "switched off: Message Content Intent" in await found(server)


async def test_s35_commands_that_another_version_has_told_discord_of_are_found(server: Server):
    await server.bot.record.set_commands_shape("of another version")
    assert "Discord was told of them by another version" in await found(server, LOOK)


async def test_s35_commands_that_discord_does_not_know_are_found(server: Server):
    known = server.env.backend.commands[None]
    for key, command in list(known.items()):
        if command["name"] == "pick":
            del known[key]
    assert "Discord does not know **/pick**" in await found(server)


async def test_that_discord_does_not_tell_its_commands_is_found(server: Server):
    server.env.inject_error("GET", "/applications/*/commands", status=403)
    assert "Discord does not say which it knows" in await found(server, LOOK)


@pytest.mark.parametrize(("ahead_ms", "said"), [(1500, "ahead of"), (-1500, "behind")])
async def test_s6_a_clock_that_is_off_is_found(server: Server, ahead_ms: int, said: str):
    server.bot.clock.skew.ahead_ms = ahead_ms
    assert f"it is at least 1.5 s {said} Discord's" in await found(server, LOOK)


@pytest.mark.parametrize(("late_ms", "is_well"), [(0, True), (999, True), (1000, False)])
async def test_s40_that_the_bot_was_held_up_is_found(
    server: Server, monkeypatch: pytest.MonkeyPatch, late_ms: int, is_well: bool
):
    monkeypatch.setattr(Pulse, "worst_ms", late_ms)
    if is_well:
        assert (await checked(server))[0] == WELL
    else:
        assert "the bot was held up for 1.0 s" in await found(server, LOOK)


# ------------------------------------------------------------------ the bot's machine


async def test_s14_a_database_that_another_copy_holds_is_found(server: Server):
    path = server.bot.settings.database
    run(path, "INSERT INTO lease VALUES (1, 'x')")
    note = {"process": 4711, "host": "elsewhere", "since": "then"}
    path.with_name(f"{path.name}.host").write_text(json.dumps(note))
    assert "another copy of the bot holds the database: process 4711 on elsewhere" in await found(
        server
    )


async def test_s14_a_lease_that_is_lost_is_found_and_one_that_is_held_is_well(server: Server):
    await server.bot.record.lease.take()
    assert (await checked(server))[0] == WELL
    run(server.bot.settings.database, "DELETE FROM lease")
    assert "this bot doesn't hold the database any more" in await found(server)


async def test_what_is_wrong_with_the_machine_is_told_without_its_paths(
    server: Server, tmp_path: Path
):
    (tmp_path / ".env").write_text("MINECART_RULES__TARGET_GEMS=100\nMINECART_TOKEN=secret-token\n")
    said = "\n".join(await checked(server))
    assert "the settings of the bot can't be used as they are now" in said
    assert str(tmp_path) not in said
    assert "secret-token" not in said


def kernel_locks(folder: Path) -> Counter[tuple[str, str]]:
    """The locks of this process on the files in a folder, by the kernel's own account."""
    names = {str(file.stat().st_ino): file.name for file in folder.iterdir()}
    rows = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    mine = [row for row in rows if row[4] == str(os.getpid())]
    found = ((names.get(row[5].split(":")[-1]), row[3]) for row in mine)
    return Counter((name, kind) for name, kind in found if name is not None)


opened: list[str] | None = None
"""The files that this process has opened while somebody listened."""


def listen(event: str, arguments: tuple[Any, ...]) -> None:
    if opened is not None and event in ("open", "sqlite3.connect") and arguments:
        opened.append(str(arguments[0]))


sys.addaudithook(listen)


async def test_s63_no_check_opens_the_database_beside_the_one_connection_or_costs_it_its_locks(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    path = server.bot.settings.database
    await server.bot.record.lease.take()
    await server.play_to_first_turn()
    before = kernel_locks(path.parent) if os.path.exists("/proc/locks") else Counter()  # noqa: ASYNC240
    monkeypatch.setattr(sys.modules[__name__], "opened", [])
    assert (await checked(server))[0] == WELL
    await server.host.slash(server.dm, "match status")
    await server.bot.house.sweep()
    assert opened is not None
    assert [it for it in opened if path.name in it and not it.endswith(".host")] == []
    if before:
        assert {(path.name, "READ"), (f"{path.name}-shm", "READ")} <= before.keys()
        assert kernel_locks(path.parent) == before
    await server.bot.record.lease.give_up()


async def test_a_disk_without_room_is_found(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checked_database.shutil, "disk_usage", lambda _: Usage(10**9, 0, 10**6))
    assert "only 1 MB are free" in await found(server)


# ------------------------------------------------------------------ the answer


def test_faults_come_before_warnings_and_an_answer_is_never_too_long_for_discord():
    many = [Finding("match", Result.WARNING, "slow " * 20) for _ in range(30)]
    said = check_answer([*many, Finding("disk", Result.FAULT, "full", "Make room.")], [1, 2])
    assert len(said) <= MOST_LETTERS
    lines = said.splitlines()
    assert lines[:2] == [WRONG, "- ⛔ **Disk:** full. Make room."]
    left = 31 - (len(lines) - 3)
    assert lines[-2] == f"- … and {left} things more; put these right first, and check again."
    assert "match 1, 2 yourself" in lines[-1]


def test_a_finding_that_alone_is_too_long_is_counted():
    said = check_answer([Finding("match", Result.FAULT, "x" * 3000)])
    assert said.splitlines() == [
        WRONG,
        "- … and 1 thing more; put these right first, and check again.",
    ]
