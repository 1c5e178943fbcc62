"""Asking for a check in a server, with a machine and an application that lack nothing."""

from __future__ import annotations

import os
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from discord.http import HTTPClient
from simcord.actors import MemberActor

from minecart_robbery.checking import database as checked_database
from tests.chat.server import Server, answer
from tests.stand_in.server import CONTENT, MEMBERS

WELL = "✅ **All is well.**"
LOOK = "⚠️ **Matches can be hosted, but look at this:**"
WRONG = "⛔ **This has to be put right:**"
Usage = namedtuple("Usage", "total used free")


def put_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with room, and without settings of its own; an application with both intents on."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.upper().startswith("MINECART_"):
            monkeypatch.delenv(name)
    monkeypatch.setattr(checked_database.shutil, "disk_usage", lambda _: Usage(10**12, 0, 10**11))
    says_of_itself(monkeypatch, CONTENT | MEMBERS)


def says_of_itself(monkeypatch: pytest.MonkeyPatch, flags: int) -> None:
    """Let the application have these flags."""
    real = HTTPClient.application_info

    async def told(http: HTTPClient) -> Any:
        return {**await real(http), "flags": flags}

    monkeypatch.setattr(HTTPClient, "application_info", told)


async def checked(server: Server, by: MemberActor | None = None) -> list[str]:
    """The lines that whoever asks is answered, and nobody else."""
    result = await (by or server.host).slash(server.lobby, "minecart check")
    assert server.env.errors == []
    assert result.ephemeral
    return answer(result).splitlines()


async def found(server: Server, heading: str = WRONG) -> str:
    """The one thing that is found."""
    said, *lines, well = await checked(server)
    assert said == heading
    assert well.startswith("✅ In order: Permissions") or well.startswith("✅ In order: Hosts")
    assert len(lines) == 1, lines
    (line,) = lines
    assert line.startswith("- ⛔ **" if heading == WRONG else "- ⚠️ **")
    return line
