"""The real `minecart run` is killed at any request of an evening, and comes back with all of it.

Meanwhile hosts have checks made, and other processes look at the record (S63).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Tell
from tests.evenings.announced import nothing_is_wrong
from tests.evenings.evening import an_evening
from tests.evenings.killed import KilledEvening
from tests.how_much import first_seed, so_many

KILLS = 3
"""So many in one evening, at most."""
LONGER = {"MINECART_RULES__ROUNDS_TO_WIN": "2", "MINECART_RULES__TARGET_GEMS": "5"}
FIRST = first_seed()


@pytest.mark.parametrize("seed", range(FIRST, FIRST + so_many(2)))
async def test_s63_whatever_was_announced_stands_after_a_kill_at_any_request(
    tmp_path: Path, tell: Tell, seed: int
):
    async with an_evening(tmp_path, **LONGER) as evening:
        evening.discord.limits.are_on = seed % 2 == 1
        killed = KilledEvening(evening, Random(seed), KILLS)
        await killed.play()
        await nothing_is_wrong(evening)
        counts = Counter({"evenings": 1, "kills": killed.kills}) + killed.looked
        tell("evenings with real kills", counts)
