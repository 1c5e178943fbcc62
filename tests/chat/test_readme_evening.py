"""The evening in the README, played with the real bot: each quote is what the bot says to that.

After a wanted change, write the quotes that are no longer so anew, in full; then shorten them again
with a … in place of what need not be read:

    GOLDEN=write .venv/bin/python -m pytest tests/chat/test_readme_evening.py
"""

from __future__ import annotations

import asyncio
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from discord.app_commands import Command
from typer.testing import CliRunner

from minecart_robbery.cli import app
from tests.chat.checking import put_in_order
from tests.chat.evening import OPTION, Evening, as_it_is
from tests.chat.server import Server, running_server
from tests.chat.test_hosts_log import log_for_hosts
from tests.scenarios.world import sweeps

README = Path(__file__).parent.parent.parent / "README.md"
EVENING = re.compile(
    r"(?<=<!-- an evening -->\n\n).*(?=\n\n<!-- the evening is over -->)", re.DOTALL
)
CONSOLE = "```\n$ minecart "
WHEN_IT_BEGINS = 20 * 60 * 60


@dataclass(frozen=True)
class Real:
    """The evening as it really is, shortened as in the README where it is told so there.

    Besides, by the category that each stands in: the channels that there are in the end.
    """

    paragraphs: list[str]
    channels: dict[str, set[str]]


def paragraphs() -> list[str]:
    """The evening as the README tells it."""
    told = EVENING.search(README.read_text(encoding="utf-8"))
    assert told is not None
    return told[0].split("\n\n")


async def played(database: Path, shown: list[str]) -> Real:
    """The evening in a server with hosts, in which all that it takes is there."""
    async with running_server(database) as server:
        log_for_hosts(server, name="hosts-log")
        server.guild.create_category("Archive")
        await server.host.slash(server.lobby, "minecart hosts", role=server.hosts_role)
        await server.env.advance_time(WHEN_IT_BEGINS)
        told = await Evening(server).told_anew(shown)
        await sweeps(server, 2)
        channels = server.env.backend.channels
        stand: dict[str, set[str]] = {}
        for it in channels.values():
            category = channels[it.parent_id].name if it.parent_id else ""
            stand.setdefault(str(category), set()).add(str(it.name))
    return Real(told, stand)


def printed(shown: str, database: Path) -> str:
    """What a command in the README prints."""
    command = shown.removeprefix(CONSOLE).split("\n")[0]
    result = CliRunner().invoke(app, [*command.split(), "--database", str(database)])
    return f"{CONSOLE}{command}\n{result.stdout}```"


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Real:
    """The evening as it really is."""
    put_in_order(tmp_path, monkeypatch)
    shown, database = paragraphs(), tmp_path / "record.db"
    evening = asyncio.run(played(database, shown))
    told = (printed(it, database) if it.startswith(CONSOLE) else it for it in evening.paragraphs)
    return replace(evening, paragraphs=list(map(as_it_is, shown, told)))


def test_in_an_evening_the_bot_says_and_does_what_the_readme_tells(real: Real):
    if os.environ.get("GOLDEN") == "write":
        anew = "\n\n".join(real.paragraphs)
        text = EVENING.sub(lambda _: anew, README.read_text(encoding="utf-8"))
        README.write_text(text, encoding="utf-8")
    assert paragraphs() == real.paragraphs
    assert real.channels["Archive"] == {"death-match", "cora-submissions", "zac-submissions"}


async def test_the_table_in_the_readme_has_all_commands_of_hosts_and_options_that_they_take(
    server: Server,
):
    groups = ("match", "minecart")
    commands = {
        it.qualified_name: {option.name for option in it.parameters}
        for it in server.bot.tree.walk_commands()
        if isinstance(it, Command) and it.qualified_name.split()[0] in groups
    }
    rows = re.findall(r"^\| (`/.*?) \|", README.read_text(encoding="utf-8"), re.MULTILINE)
    typed = [OPTION.split(it) for row in rows for it in re.findall(r"`/([^`]+)`", row)]
    assert {name for name, *_ in typed} == set(commands)
    for name, *options in typed:
        assert set(options[::2]) <= commands[name], name


def test_a_quote_holds_as_long_as_the_bot_says_that_and_its_gaps_hold_something():
    shown = "> **Hanna** waits, … and\n> so does Cora.\\\n> Sealed: 0000 0000 0000 0000"
    for real, holds in (
        ("> **Hanna** waits, Zac waits, and so does Cora.\\\n> Sealed: 1234 5678 9abc def0", True),
        ("> **Hanna** waits, Zac waits, and so does Cora.\\\n> Sealed:", False),
        ("> **Hanna** waits, and so does Cora.\\\n> Sealed: 1234 5678 9abc def0", False),
        ("> **Hanna** waits, Zac waits, and so does Cora. Sealed: 1234 5678 9abc def0", False),
    ):
        assert (as_it_is(shown, real) == shown) == holds, real
        assert as_it_is(shown, real) in (shown, real)
