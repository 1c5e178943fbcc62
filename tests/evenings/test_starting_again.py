"""The real `minecart run`, killed and started again on the same machine, hosts at once (S60)."""

from __future__ import annotations

import os
from pathlib import Path

from tests.evenings.announced import nothing_is_wrong
from tests.evenings.evening import an_evening


async def test_s60_after_a_kill_it_hosts_again_without_waiting_for_the_dead_ones_hold(
    tmp_path: Path,
):
    async with an_evening(tmp_path) as evening:
        await evening.start()
        opening = await evening.begun()
        left_by_it = set(os.listdir(tmp_path))
        await evening.kill()
        assert set(os.listdir(tmp_path)) == left_by_it
        assert any("lock" in name for name in left_by_it)
        await evening.start()
        await evening.told(evening.dm, "The bot was restarted", after=opening.id)
        await evening.play_on(turns=1)
        await nothing_is_wrong(evening)
