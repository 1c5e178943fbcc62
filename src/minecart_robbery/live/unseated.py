"""The unfinished matches that have no table: when they are tried again, and which are beyond it.

A match whose record this version can't read stays so until another version, or a host who calls it
off, comes (S45). It is tried again all the same, ever more rarely: nobody knows all that can fail.
"""

from __future__ import annotations

import logging

from minecart_robbery.live.backoff import Backoff
from minecart_robbery.record import may_pass

_LOG = logging.getLogger(__name__)

MOST_SWEEPS = 12
"""So many sweeps at most lie between two tries."""


class Unseated:
    """What is known of the matches without a table."""

    def __init__(self) -> None:
        self._stuck: set[int] = set()
        self._logged: dict[int, str] = {}
        self._is_any_left = False
        self._backoff = Backoff(MOST_SWEEPS)

    def is_stuck(self, match: int) -> bool:
        """Whether a match can't be seated for a reason that doesn't pass by itself (S45)."""
        return match in self._stuck

    def look_again(self) -> None:
        """There may be matches to be seated: let the next sweep look, if nobody does before."""
        self._is_any_left = True
        self._backoff.reset()

    def is_due(self) -> bool:
        """Whether this sweep is to try: the first ones do, later ever fewer."""
        return self._is_any_left and not self._backoff.leaves_out()

    def looked(self, *, is_any_left: bool) -> None:
        """All that are unfinished were tried."""
        self._is_any_left = is_any_left
        self._backoff.failed()

    def failed(self, match: int, error: Exception) -> None:
        """A match could not be seated; logged in full once for each reason."""
        is_news = self._logged.get(match) != repr(error)
        self._logged[match] = repr(error)
        _LOG.log(
            logging.ERROR if is_news else logging.DEBUG,
            "match %d can't be seated again",
            match,
            exc_info=error if is_news else None,
        )
        if may_pass(error):
            self._stuck.discard(match)
        else:
            self._stuck.add(match)

    def forget(self, match: int) -> None:
        """A match has a table now, or needs none any more."""
        self._stuck.discard(match)
        self._logged.pop(match, None)
