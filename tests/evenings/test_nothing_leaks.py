"""Two evenings with other secret picks: all that anybody else could ever read is the same.

That is all that came up before Sam, who looks on, and before each opponent, and the names of
channels. No line that was logged names a track (S19). In the middle of it the bot is killed.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.evenings.evening import Evening, an_evening, said
from tests.stand_in import Person

LONG_WINDOW = {"MINECART_RULES__SETTLE_SECONDS": "30"}
_VARIES = re.compile(r"\d{15,}|<t:\d+:R>|\d+\.\d s")
"""Ids and times."""
_TRACKS = re.compile("north|central|south", re.IGNORECASE)


async def seen_in_an_evening(folder: Path, cora: str, zac: str) -> dict[str, list[str]]:
    """What others could read while these picks were pending, by who they are."""
    async with an_evening(folder, **LONG_WINDOW) as evening:
        await evening.start()
        await evening.begun()
        evening.cora.types(evening.sub(evening.cora), cora)
        evening.zac.types(evening.dm, "accelerate south")
        bonus = await evening.told(evening.dm, "plays **Accelerate South**")
        await evening.told(evening.sub(evening.zac), "You steal this turn")
        evening.zac.types(evening.sub(evening.zac), zac)
        await evening.gives("match pause", reason="tea")
        await evening.told(evening.dm, "tea", after=bonus.id)
        said(await evening.sam.gives(evening.dm, "match status"))
        await evening.kill()
        await evening.start()
        evening.cora.types(evening.dm, "host!")
        await evening.told(evening.dm, "calls")
        said(await evening.zac.gives(evening.dm, "match status"))
        return {
            "Sam": read_by(evening, evening.sam),
            "Cora, of Zac": read_by(evening, evening.cora, but_in=evening.sub(evening.cora).id),
            "Zac, of Cora": read_by(evening, evening.zac, but_in=evening.sub(evening.zac).id),
            "channels": sorted(it.name for it in evening.guild.channels.values()),
            "log": [it for bot in evening.bots for it in bot.lines if _TRACKS.search(it)],
        }


def read_by(evening: Evening, person: Person, but_in: int = 0) -> list[str]:
    """All that somebody could read but in one channel, whatever varies left out."""
    texts = [text for _, channel, text in person.ever_read() if channel.id != but_in]
    return sorted({_VARIES.sub("#", text) for text in texts})


async def test_s19_nobody_else_can_tell_from_anything_what_is_picked(tmp_path: Path):
    first, other = tmp_path / "first", tmp_path / "other"
    first.mkdir()
    other.mkdir()
    seen = await seen_in_an_evening(first, "north", "south")
    assert seen == await seen_in_an_evening(other, "central", "north")
    assert "accelerate south" in seen["Sam"]
    assert not any("Your pick" in text for text in seen["Sam"])
    assert seen["log"] == []
