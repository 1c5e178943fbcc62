"""Moments: when Discord received something. The engine has no clock; moments come from outside."""

from __future__ import annotations

from dataclasses import dataclass

_LAST = 2**63 - 1
"""No id of Discord's is greater."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A point in time as Discord's ids give it, in an order without ties (R18).

    `ms` is in whole milliseconds (UTC, since any epoch that the whole match shares). Many messages
    share a millisecond: `snowflake` puts these in order. An edit (`is_edit`) comes after the
    messages of its millisecond (R16).
    """

    ms: int
    is_edit: bool = False
    snowflake: int = 0

    @classmethod
    def end_of(cls, ms: int) -> Moment:
        """The moment after all that was received in that millisecond."""
        return cls(ms, is_edit=True, snowflake=_LAST)
