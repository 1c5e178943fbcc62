"""The settings in force in a server, as those who run matches are shown them: value and origin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from minecart_robbery.words.catalogue import say


class Origin(StrEnum):
    """Where a value in force comes from; the words stand in the catalogue under these names."""

    SHIPPED = "shipped"
    HOUSE = "house"
    """The files, `.env` or the environment of whoever runs the program."""
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class InForce:
    """A setting by its name, its value as people write it, empty if it has none, and its origin."""

    name: str
    value: str
    origin: Origin


def settings_text(settings: Sequence[InForce], hosts: str) -> str:
    """All settings of a server with their origins; `hosts` says who its hosts are."""
    lines = [_said("row", setting) for setting in settings]
    hosts_line = say("settings", "hosts", hosts=hosts)
    return "\n".join([say("settings", "heading"), *lines, hosts_line, say("settings", "how")])


def setting_text(setting: InForce, allowed: str) -> str:
    """One setting: what it is for, its value and origin, and what it can be set to."""
    return _said("one", setting, what=say("setting", setting.name), allowed=allowed)


def changed_text(setting: InForce, *, is_cleared: bool) -> str:
    """What whoever has set or cleared a setting is answered."""
    return _said("cleared" if is_cleared else "set", setting)


def _said(kind: str, setting: InForce, what: str = "", allowed: str = "") -> str:
    return say(
        "settings",
        kind,
        name=setting.name,
        value=setting.value or say("settings", "not_set"),
        origin=say("settings", setting.origin),
        what=what,
        allowed=allowed,
    )
