"""Who may read and write in a channel, member by member: changed one call at a time, and put back.

Each call changes what one member may do in one channel, and nothing else there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.live.room import Failure

Person = discord.Member | discord.User
"""A member of the server, or somebody who has left it."""

SHUT_OUT: dict[str, Any] = {"view_channel": False}
LET_IN: dict[str, Any] = {
    "view_channel": True,
    "send_messages": True,
    "read_message_history": True,
}


@dataclass(frozen=True, slots=True)
class _Was:
    """What somebody was allowed and denied by name in a channel; None: nothing was said of them."""

    channel: discord.TextChannel
    person: Person
    overwrite: discord.PermissionOverwrite | None


class Rights:
    """Changes to who may do what, each of which can be put back."""

    def __init__(self) -> None:
        self._were: list[_Was] = []

    async def change(
        self, channel: discord.TextChannel, person: Person, rights: dict[str, Any]
    ) -> Refused | None:
        """Let `rights` be what a person may and may not do in a channel; all else stays.

        Where Discord knows nobody any more who has left the server, they are let have no rights of
        their own there.
        """
        was = channel.overwrites_for(person)
        now = discord.PermissionOverwrite.from_pair(*was.pair())
        now.update(**rights)
        outcome = await attempt(_set(channel, person, now))
        if _is_gone(outcome) and not isinstance(person, discord.Member):
            outcome = await attempt(_set(channel, person, None))
            if _is_gone(outcome):
                return None
        if isinstance(outcome, Refused):
            return outcome
        self._were.append(_Was(channel, person, None if was.is_empty() else was))
        return None

    async def put_back(self) -> list[discord.TextChannel]:
        """Put back what was changed, the last first, and give the channels where that failed."""
        failed: list[discord.TextChannel] = []
        for was in reversed(self._were):
            call = _set(was.channel, was.person, was.overwrite)
            if isinstance(await attempt(call), Refused):
                failed.append(was.channel)
        self._were.clear()
        return failed


def _is_gone(outcome: Refused | None) -> bool:
    return outcome is not None and outcome.failure is Failure.GONE


async def _set(
    channel: discord.TextChannel, person: Person, overwrite: discord.PermissionOverwrite | None
) -> None:
    target: Any = person  # whoever has left is no member to discord.py's hints, but to Discord
    await channel.set_permissions(target, overwrite=overwrite)
