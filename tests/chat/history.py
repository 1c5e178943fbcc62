"""Discord's history of a channel, for tests that need more of it than simcord gives.

Asked for what comes after a message, simcord gives the newest messages of the channel; Discord
gives the oldest that come after it, so that page by page all of them are read.
"""

from __future__ import annotations

from typing import Any

import pytest
from simcord.http import router
from simcord.http.routes import messages

PAGE = 100
"""Discord gives no more messages at once."""


def history_as_discord_gives_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the history of channels be paged as Discord pages it."""

    def get_history(ctx: router.RequestContext) -> Any:
        limit = min(int(ctx.params.get("limit", 50)), PAGE)
        if "after" not in ctx.params:
            return messages.get_history(ctx)[:limit]
        everything = router.RequestContext(ctx.backend, ctx.args, params={"limit": 10**6})
        after = int(ctx.params["after"])
        later = [it for it in messages.get_history(everything) if int(it["id"]) > after]
        return later[-limit:]

    routes = router._ROUTES["GET"]
    patched = [
        (template, get_history if handler is messages.get_history else handler)
        for template, handler in routes
    ]
    assert patched != routes
    monkeypatch.setitem(router._ROUTES, "GET", patched)
