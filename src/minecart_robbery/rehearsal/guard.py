"""Who may talk to the rehearsal's server: pages of its own, opened by its own address.

A page of another site can make a browser ask for things here, and a name that its owner lets point
to this machine makes it look like the same site. So what is asked by another name is refused, and
what does something has to come from a page of this server.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable

from aiohttp import web

from minecart_robbery.live.clock import Clock

LOOPBACK = "127.0.0.1"
MOST_REQUESTS, WITHIN_MS = 10, 2000
"""So many requests are done for one view within so many ms."""


def own_hosts(request: web.Request) -> frozenset[str]:
    """How this server is called by those who mean it."""
    assert request.transport is not None, "whoever asks is connected"
    port = request.transport.get_extra_info("sockname")[1]
    names = (LOOPBACK, "localhost")
    bare = names if port == 80 else ()
    return frozenset((*(f"{name}:{port}" for name in names), *bare))


@web.middleware
async def only_own_pages(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse what is asked by another name, and what does something for another site's page."""
    if request.host not in own_hosts(request):
        raise web.HTTPForbidden(text="This server answers only to its own address.")
    is_socket = "Upgrade" in request.headers
    does_something = is_socket or request.method not in ("GET", "HEAD")
    if does_something and request.headers.get("Origin") != f"http://{request.host}":
        raise web.HTTPForbidden(text="That has to come from this server's own page.")
    return await handler(request)


async def with_safe_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Let a page do nothing but what it was made for, and tell nobody of its address."""
    sockets = " ".join(f"ws://{host}" for host in sorted(own_hosts(request)))
    response.headers.update(
        {
            "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
            f"img-src 'self' data:; connect-src 'self' {sockets}; base-uri 'none'; "
            "form-action 'none'; frame-ancestors 'none'",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        }
    )


class Limit:
    """How much one view may ask for in a while."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked_ms: deque[int] = deque(maxlen=MOST_REQUESTS)

    def allows(self) -> bool:
        """Whether one more request is allowed now; if it is, it counts."""
        now_ms = self._clock.now_ms()
        is_full = len(self._asked_ms) == MOST_REQUESTS
        if is_full and now_ms - self._asked_ms[0] < WITHIN_MS:
            return False
        self._asked_ms.append(now_ms)
        return True
