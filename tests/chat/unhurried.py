"""Makes simcord's tests independent of how fast the machine is (S6).

As it comes, simcord gives each action 5 s of real time, and so every step of time, be it a minute
or a day; and a timer that the bot sets fires in real time too, so that a turn's minute ends by
itself on a machine that needs a minute for that turn. Here all but the shortest times pass only
where a test moves the clock, and the limit on an action is but for an action that hangs.
"""

from __future__ import annotations

from typing import Any

import simcord

HANGS_S = 300.0
"""Real seconds after which what an action began counts as hanging."""
WAITED_FOR_S = 5.0
"""Virtual seconds: a timer no longer than this, such as a settle window, passes by itself."""
LOOKS_EVERY_S = 0.002
"""Real seconds between simcord's two looks at what the bot is doing: 0.05 as it comes, which each
slash command and each restart would take."""

_schedule_timer: Any = simcord.Env._schedule_timer
_settle: Any = simcord.Env._settle_internal


def _schedule_in_virtual_time(env: Any, record: Any, *arguments: Any) -> None:
    _schedule_timer(env, record, *arguments)
    is_long = record.when - env._virtual_time > WAITED_FOR_S
    if is_long and record.real_handle is not None:
        record.real_handle.cancel()
        record.real_handle = None


async def _settle_in_its_own_time(env: Any, **options: Any) -> None:
    options.pop("timeout", None)  # to restart a bot simcord has a limit of its own, 5 s
    await _settle(env, **{"idle": LOOKS_EVERY_S} | options)


def take_time() -> None:
    """Let simcord hurry nobody, in all tests of this process."""
    defaults = simcord.Env.__init__.__kwdefaults__
    assert defaults is not None
    assert "settle_timeout" in defaults
    defaults["settle_timeout"] = HANGS_S
    for name, instead in (
        ("_schedule_timer", _schedule_in_virtual_time),
        ("_settle_internal", _settle_in_its_own_time),
    ):
        setattr(simcord.Env, name, instead)
