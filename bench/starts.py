"""What `make bench` prints of the real program on the tests' stand-in for Discord.

How long `minecart run` takes until it hosts, after a stop in good order and after a kill, by turns
and on the same record with one match under way; and the requests of a turn, counted where they come
in. Figures to compare within one machine and one run. After a kill: at most a second more.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.evenings.evening import Evening, an_evening

STARTS, TURNS = 5, 10
LONG = {"MINECART_RULES__TARGET_GEMS": "99"}


async def measured_start(evening: Evening) -> float:
    """How many seconds a start takes."""
    began = time.perf_counter()
    await evening.start()
    return time.perf_counter() - began


async def measure_starts(evening: Evening) -> None:
    """Start again and again, and print what it took."""
    cold: list[float] = []
    killed: list[float] = []
    for _ in range(STARTS):
        evening.bot.process.terminate()
        await evening.bot.ended()
        cold.append(await measured_start(evening))
        await evening.kill()
        killed.append(await measured_start(evening))
    more_s = median(killed) - median(cold)
    print(f"start:   {median(cold):.2f} s, after a kill {median(killed):.2f} s ({more_s:+.2f} s)")
    print(f"         ({STARTS} of each, {max(cold):.2f} s and {max(killed):.2f} s at most)")


async def measure_requests(evening: Evening) -> None:
    """Play some turns by typing, and print which requests came in."""
    since = len(evening.discord.calls)
    await evening.play_on(turns=TURNS)
    counts = evening.discord.counted(since)
    print(f"sockets: {counts.total() / TURNS:.1f} requests a turn ({TURNS} turns typed), of these")
    for kind, count in counts.most_common():
        print(f"         {count / TURNS:.1f} {kind}")


async def main() -> None:
    """Measure one after the other, in one evening."""
    with tempfile.TemporaryDirectory() as folder:
        async with an_evening(Path(folder), **LONG) as evening:
            evening.discord.limits.are_on = False
            await evening.start()
            await evening.begun()
            await measure_requests(evening)
            await measure_starts(evening)


if __name__ == "__main__":
    asyncio.run(main())
