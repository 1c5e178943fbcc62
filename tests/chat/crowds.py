"""A server of discord.py's own, with as many members as a test wants, and no Discord behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import discord

SERVER, CHANNEL, BOT = 1, 2, 3
FIRST_MEMBER = 1000


@dataclass(frozen=True)
class Overwrite:
    """What a channel says of viewing it for a role, or a member, of that id."""

    id: int
    allows: bool
    of_member: bool = False

    def payload(self) -> dict[str, Any]:
        """As Discord puts it."""
        view = str(discord.Permissions(view_channel=True).value)
        return {
            "id": str(self.id),
            "type": int(self.of_member),
            "allow": view if self.allows else "0",
            "deny": "0" if self.allows else view,
        }


def crowd(
    members: Sequence[Sequence[int]],
    roles: Mapping[int, discord.Permissions],
    overwrites: Sequence[Overwrite] = (),
    owner: int = BOT,
) -> discord.TextChannel:
    """A channel of a server with these members, each by the ids of the roles that they have.

    The first one's id is `FIRST_MEMBER`, and the bot is there, too. Role `SERVER` is everybody's.
    """
    state = _state()
    people = {BOT: (), **dict(enumerate(members, start=FIRST_MEMBER))}
    data: Any = {
        "id": str(SERVER),
        "name": "A server",
        "owner_id": str(owner),
        "member_count": len(people),
        "roles": [_role(id, permissions) for id, permissions in roles.items()],
        "channels": [
            {
                "id": str(CHANNEL),
                "type": 0,
                "name": "cora",
                "position": 0,
                "permission_overwrites": [it.payload() for it in overwrites],
            }
        ],
        "members": [
            {"user": _user(id), "roles": [str(role) for role in has], "joined_at": None, "flags": 0}
            for id, has in people.items()
        ],
    }
    guild = discord.Guild(data=data, state=state)
    channel = guild.get_channel(CHANNEL)
    assert isinstance(channel, discord.TextChannel)
    return channel


@cache
def _state() -> Any:
    client = discord.Client(intents=discord.Intents(guilds=True, members=True))
    state: Any = client._connection  # pyright: ignore[reportPrivateUsage]
    state.user = discord.ClientUser(state=state, data=_user(BOT))  # pyright: ignore[reportArgumentType]
    return state


def _user(id: int) -> dict[str, Any]:
    return {"id": str(id), "username": f"user {id}", "discriminator": "0", "avatar": None}


def _role(id: int, permissions: discord.Permissions) -> dict[str, Any]:
    return {
        "id": str(id),
        "name": f"role {id}",
        "permissions": str(permissions.value),
        "position": 0 if id == SERVER else id,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
    }
