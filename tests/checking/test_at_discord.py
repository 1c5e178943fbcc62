"""`minecart doctor` tries the token at a Discord on this machine, and says what that one says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from minecart_robbery.chat import application
from tests.checking.asking import state_of
from tests.stand_in import stand_in
from tests.stand_in.programs import minecart, minecart_run
from tests.stand_in.server import CONTENT, MEMBERS, TOKEN
from tests.test_start_up import NOWHERE, logged


async def asked(folder: Path, address: str, token: str = TOKEN) -> list[dict[str, Any]]:
    """What the doctor says that isn't well, in a process of its own, which changes nothing."""
    before = state_of(folder)
    found = await said(folder, address, token)
    assert state_of(folder) == before
    return found


async def said(folder: Path, address: str, token: str = TOKEN) -> list[dict[str, Any]]:
    """What the doctor says that isn't well, while others may write."""
    process = await minecart(folder, address, "doctor", "--json", MINECART_TOKEN=token)
    out, errors = await process.communicate()
    assert errors == b""
    assert token.encode() not in out
    found = json.loads(out)
    assert process.returncode == (found["result"] == "fault")
    return [it for it in found["checks"] if it["result"] != "ok"]


async def test_nothing_is_found_where_discord_takes_the_token(tmp_path: Path):
    async with stand_in() as discord:
        assert await asked(tmp_path, discord.address) == []


async def test_nothing_is_found_while_the_bot_hosts_which_goes_on(tmp_path: Path):
    async with stand_in() as discord:
        process = await minecart_run(tmp_path, discord.address, MINECART_TOKEN=TOKEN)
        try:
            await logged(process, "has connected to Gateway")
            assert await said(tmp_path, discord.address) == []
            assert process.returncode is None
        finally:
            process.kill()
            await process.communicate()


async def test_a_token_that_discord_does_not_accept_is_found(tmp_path: Path):
    async with stand_in() as discord:
        (found,) = await asked(tmp_path, discord.address, token="MTAw.GabcdE.another-token")
    assert (found["check"], found["result"]) == ("discord", "fault")
    assert "doesn't accept the token" in found["found"]


@pytest.mark.parametrize(
    ("flags", "off"),
    [
        (0, "Server Members Intent, Message Content Intent"),
        (MEMBERS, "Message Content Intent"),
        (CONTENT, "Server Members Intent"),
    ],
)
async def test_s26_an_intent_that_is_switched_off_is_found(tmp_path: Path, flags: int, off: str):
    async with stand_in(flags=flags) as discord:
        (found,) = await asked(tmp_path, discord.address)
    assert (found["check"], found["result"]) == ("intents", "fault")
    assert found["found"] == f"switched off: {off}"


async def test_an_application_whose_commands_go_elsewhere_is_found(tmp_path: Path):
    async with stand_in(endpoint="https://example.com/commands") as discord:
        (found,) = await asked(tmp_path, discord.address)
    assert (found["check"], found["result"]) == ("discord", "fault")
    assert "Interactions Endpoint URL" in found["to_do"]


@pytest.mark.parametrize(("ahead_s", "said"), [(60, "behind"), (-60, "ahead of")])
async def test_s6_a_clock_that_is_off_is_found(tmp_path: Path, ahead_s: int, said: str):
    async with stand_in(ahead_s=ahead_s) as discord:
        (found,) = await asked(tmp_path, discord.address)
    assert (found["check"], found["result"]) == ("clock", "warning")
    assert f" s {said} Discord's" in found["found"]


async def test_a_discord_out_of_reach_is_told_and_no_fault(tmp_path: Path):
    (found,) = await asked(tmp_path, NOWHERE)
    assert (found["check"], found["result"]) == ("discord", "warning")
    assert "token and intents were not tried" in found["found"]


async def test_a_discord_that_turns_the_doctor_away_is_told_and_no_fault(tmp_path: Path):
    async with stand_in(status=403) as discord:
        (found,) = await asked(tmp_path, discord.address)
    assert (found["check"], found["result"]) == ("discord", "warning")
    assert "not today" in found["found"]


@asynccontextmanager
async def a_server_that_says_nothing() -> AsyncIterator[str]:
    """It takes connections, and never answers; gives its address."""

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.close()


async def test_a_discord_that_does_not_answer_is_not_waited_for_long(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(application, "_PATIENCE_S", 0.01)
    async with a_server_that_says_nothing() as address:
        monkeypatch.setattr("discord.http.Route.BASE", f"{address}/api")
        (found,) = await application._probed(TOKEN)  # pyright: ignore[reportPrivateUsage]
    assert "no answer within 0.01 s" in found.found
