"""Rate limits: buckets of a route, told in headers; one of renames, told of only when it is met.

Windows are fixed: one begins with the first request after the last one's end.
"""

from __future__ import annotations

import hashlib
import re
import time
from dataclasses import dataclass

from tests.stand_in.refusals import Limited


@dataclass(frozen=True)
class Rate:
    """So many requests in so many seconds, to what `route` matches, by the channel or server."""

    route: re.Pattern[str]
    most: int
    seconds: float

    @property
    def name(self) -> str:
        """The hash that names the bucket."""
        return hashlib.sha1(self.route.pattern.encode()).hexdigest()[:16]


def _rate(route: str, most: int, seconds: float) -> Rate:
    return Rate(re.compile(route), most, seconds)


RATES = (
    _rate(r"POST /channels/(\d+)/messages", 5, 5),
    _rate(r"PATCH /channels/(\d+)/messages/\d+", 5, 5),
    _rate(r"DELETE /channels/(\d+)/messages/\d+", 5, 1),
    _rate(r"GET /channels/(\d+)/messages.*", 10, 2),
    _rate(r"PUT /channels/(\d+)/permissions/\d+", 10, 15),
    _rate(r"[A-Z]+ /webhooks/\d+/(\w+)(?:/.*)?", 5, 2),
    _rate(r"PUT /applications/(\d+)/commands", 2, 60),
)
GLOBAL_MOST, GLOBAL_SECONDS = 50, 1.0
RENAMES, RENAMES_SECONDS = 2, 600.0
_WITHOUT_GLOBAL = ("/interactions/", "/webhooks/")
"""What doesn't count towards the limit of all requests of a bot."""


@dataclass
class _Window:
    until: float
    taken: int = 0


@dataclass(frozen=True)
class Verdict:
    """Whether a request may pass, and what headers its answer has. `wait_s`: it must wait."""

    headers: dict[str, str]
    wait_s: float | None = None
    is_global: bool = False


class Limits:
    """Who has taken how much of which bucket. `are_on`: whether anything is limited at all."""

    def __init__(self) -> None:
        self.are_on = True
        self.met = 0
        self._windows: dict[tuple[str, str], _Window] = {}

    def judge(self, method: str, path: str) -> Verdict:
        """Whether a request may pass; it counts if it may."""
        if not self.are_on:
            return Verdict({})
        for rate in RATES:
            found = rate.route.fullmatch(f"{method} {path}")
            if found is not None:
                return self._by_bucket(rate, found[1], path)
        return self._by_global(path) or Verdict({})

    def renamed(self, channel: int) -> None:
        """A channel is given a name or a topic. Raises Limited at the third in 10 minutes (S30)."""
        window = self._window("rename", str(channel), RENAMES_SECONDS)
        if self.are_on and window.taken >= RENAMES:
            self.met += 1
            raise Limited(window.until - time.monotonic())
        window.taken += 1

    def _by_bucket(self, rate: Rate, whose: str, path: str) -> Verdict:
        window = self._window(rate.name, whose, rate.seconds)
        rest_s = max(0.0, window.until - time.monotonic())
        is_full = window.taken >= rate.most
        if not is_full:
            if (waits := self._by_global(path)) is not None:
                return waits
            window.taken += 1
        headers = {
            "X-RateLimit-Limit": str(rate.most),
            "X-RateLimit-Remaining": str(rate.most - window.taken),
            "X-RateLimit-Reset": f"{time.time() + rest_s:.3f}",
            "X-RateLimit-Reset-After": f"{rest_s:.3f}",
            "X-RateLimit-Bucket": rate.name,
        }
        self.met += is_full
        return Verdict(headers, rest_s if is_full else None)

    def _by_global(self, path: str) -> Verdict | None:
        if path.startswith(_WITHOUT_GLOBAL):
            return None
        window = self._window("global", "", GLOBAL_SECONDS)
        if window.taken >= GLOBAL_MOST:
            self.met += 1
            return Verdict({}, window.until - time.monotonic(), is_global=True)
        window.taken += 1
        return None

    def _window(self, bucket: str, whose: str, seconds: float) -> _Window:
        window = self._windows.get((bucket, whose))
        if window is None or window.until <= time.monotonic():
            window = self._windows[bucket, whose] = _Window(time.monotonic() + seconds)
        return window
