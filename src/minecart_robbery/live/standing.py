"""The settings in force in a server: its own, before those of the house, before those as shipped.

It is the one place that works them out. What a server has set stands in the record as JSON; a value
that can't be read (of another version of the program, perhaps) is as good as none. Which channels
there are in the server is not known here.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from minecart_robbery.engine.rules import SETTINGS, Rules
from minecart_robbery.record import Record
from minecart_robbery.words.telling.standing import Origin

_LOG = logging.getLogger(__name__)


class AfterMatch(StrEnum):
    """What becomes of the channels that the program made, once their match has ended."""

    LEAVE = "leave"
    LOCK = "lock"
    ARCHIVE = "archive"


class Standing(BaseModel):
    """What is in force in a server: the rules with which matches are opened, and what lies around.

    `archive_category` and `hosts_log` are ids, None where there is none. `own` are the names of
    what the server has set itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    rules: Rules
    after_match: AfterMatch = AfterMatch.LEAVE
    archive_category: int | None = None
    hosts_log: int | None = None
    own: frozenset[str] = frozenset()

    def value_of(self, name: str) -> Any:
        """The value of a setting. Raises AttributeError for a name that is none."""
        return getattr(self.rules if name in SETTINGS else self, name)

    def origin_of(self, name: str) -> Origin:
        """Where a setting's value comes from; one that is as shipped comes from there."""
        if name in self.own:
            return Origin.SERVER
        if name in SETTINGS and self.value_of(name) != getattr(Rules(), name):
            return Origin.HOUSE
        return Origin.SHIPPED

    def with_own(self, name: str, value: Any) -> Standing:
        """With one more value that the server has set. Raises ValueError if it can't be that."""
        found = self._as_found()
        (found["rules"] if name in SETTINGS else found)[name] = value
        return Standing.model_validate(found | {"own": self.own | {name}})

    def _as_found(self) -> dict[str, Any]:
        around = {name: getattr(self, name) for name in AROUND}
        return around | {"rules": asdict(self.rules)}


AROUND = ("after_match", "archive_category", "hosts_log")
"""The settings of a server that are none of the rules."""

STANDING = (*SETTINGS, *AROUND)
"""The names of all that a server can set, in the order in which they are shown."""


def standing_with(rules: Rules, found: Mapping[str, Any]) -> Standing:
    """What is in force where the house has these rules, and a server has set what was found."""
    standing = Standing(rules=rules)
    for name in STANDING:
        if name in found:
            try:
                standing = standing.with_own(name, found[name])
            except ValidationError as error:
                why = error.errors(include_input=False)[0]["msg"]
                _LOG.warning("a server's own %s can't be used: %s", name, why)
    return standing


class Standings:
    """The settings in force in each server. `rules` are those of the house."""

    def __init__(self, record: Record, rules: Rules) -> None:
        self._settings = record.settings
        self._rules = rules
        self._known: dict[int, tuple[Mapping[str, Any], Standing]] = {}

    async def of(self, server: int) -> Standing:
        """What is in force in a server now. It is worked out again when something was set."""
        found = await self._settings.of(server)
        known = self._known.get(server)
        if known is None or known[0] != found:
            known = self._known[server] = (found, standing_with(self._rules, found))
        return known[1]

    async def set(self, server: int, name: str, value: Any) -> Standing:
        """Set one of a server's settings; what is in force then.

        Raises ValueError, and changes nothing, for a value that this setting can't have.
        """
        standing = (await self.of(server)).with_own(name, value)
        await self._settings.set(server, name, value)
        return standing

    async def clear(self, server: int, name: str) -> Standing:
        """Let one of a server's settings be as it is without the server; what is in force then."""
        await self._settings.clear(server, name)
        return await self.of(server)
