"""Every command by a user without a name or a home, where only one folder can be written (S56)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from tests.bare import bare
from tests.evenings.announced import FINGERPRINT
from tests.evenings.evening import an_evening
from tests.patience import HANGS_S
from tests.rehearsal.served import Page
from tests.stand_in import programs
from tests.stand_in.programs import minecart

NO_DISCORD = "http://127.0.0.1:9"
NO_TEMPORARY_FOLDER = "there is no temporary folder that this user may write: set TMPDIR to one"


@pytest.fixture(autouse=True)
def as_a_bare_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the stand-in's programs start is run by that user."""
    monkeypatch.setattr(programs, "THROUGH", bare(tmp_path))


def files(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(file.name for file in folder.iterdir())


async def test_s56_a_bare_user_hosts_an_evening_and_reads_its_record(tmp_path: Path):
    async with an_evening(tmp_path) as evening:
        await evening.start()
        await evening.begun()
        await evening.play_on(turns=1)
        await evening.kill()
        await evening.start()
        await evening.confirmed("match take-back turn", reason="the line was down")
        await evening.play_on()
        end = await evening.told(evening.dm, "is sealed")
        code, findings, _ = await evening.beside("doctor")
        assert code == 0, findings
        assert "Cora" in await evening.printed("record", "list")
        assert "takes back" in await evening.printed("record", "log", "1")
        assert "Zac" in await evening.printed("record", "timings", "1")
        document = tmp_path / "match.json"
        document.write_text(await evening.printed("record", "export", "1"), encoding="utf-8")
        (fingerprint,) = FINGERPRINT.findall(end.text)
        await evening.printed("record", "verify", str(document), "--fingerprint", fingerprint)


async def test_s56_what_has_to_be_copied_is_read_if_there_is_a_place_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A log that lacks its index can only be read in a copy."""
    async with an_evening(tmp_path) as evening:
        await evening.start()
        await evening.opened()
        await evening.kill()
        (tmp_path / "minecart.db-shm").unlink()
        before = files(tmp_path)
        assert "Cora" in await evening.printed("record", "list")
        monkeypatch.setattr(programs, "THROUGH", bare(tmp_path, may_write=False))
        code, out, errors = await evening.beside("record", "list")
        assert (code, out) == (2, "")
        assert NO_TEMPORARY_FOLDER in errors
        assert files(tmp_path) == before


async def test_s56_a_bare_user_rehearses_and_goes_on_after_a_kill(tmp_path: Path):
    process = await rehearsing(tmp_path)
    try:
        links = await links_of(process)
        async with director_of(links) as director:
            assert (await director.desk("start", skip_ready=True))["ok"]
            await director.table(phase="turn", turn=2)
    finally:
        process.kill()
        await process.communicate()
    process = await rehearsing(tmp_path)
    try:
        assert await links_of(process) == links
        async with director_of(links) as director:
            await director.table(phase="turn", turn=4)
    finally:
        process.kill()
        await process.communicate()


async def rehearsing(folder: Path) -> asyncio.subprocess.Process:
    """A rehearsal of two random players, who are in no hurry to win."""
    names = ("--bot", "random:dmo", "--bot", "random:candidate")
    return await minecart(
        folder, NO_DISCORD, "rehearse", "--no-open", *names, MINECART_RULES__SETTLE_SECONDS="0"
    )


@asynccontextmanager
async def director_of(links: list[str]) -> AsyncIterator[Page]:
    """The director's page, open."""
    address = links[0].split("/v/")[0]
    async with (
        aiohttp.ClientSession(headers={"Origin": address}) as session,
        session.ws_connect(f"{links[0]}/socket?after=0") as socket,
    ):
        yield Page(socket)


async def links_of(process: asyncio.subprocess.Process) -> list[str]:
    """The links that a rehearsal prints, up to that of the landing page."""
    assert process.stdout is not None
    assert process.stderr is not None
    links: list[str] = []
    async with asyncio.timeout(HANGS_S):
        while not links or "/d/" not in links[-1]:
            line = (await process.stdout.readline()).decode()
            assert line, (await process.stderr.read()).decode()
            links += [line.split()[-1]] if "http" in line else []
    return links
