"""Giving commands that are previewed first: what is shown, what is confirmed, what comes of it."""

from __future__ import annotations

from typing import Any, TypeVar

import discord
from simcord.actors import MemberActor

from minecart_robbery.engine.events import Event
from tests.chat.buttons import labels, shown_by
from tests.chat.server import Server, answer

Kind = TypeVar("Kind", bound=Event)
OVERTAKEN = "⚠️ **The match has gone on since, so nothing has been done.**"
EXPIRED = "That preview is older than 15 minutes, or of before I was restarted"


async def asked(
    server: Server, command: str, by: MemberActor | None = None, **options: Any
) -> discord.Message:
    """Ask for something in the DM channel; the preview that is shown, or the refusal."""
    result = await (by or server.host).slash(server.dm, f"match {command}", **options)
    assert result.ephemeral
    return shown_by(result)


async def confirm(by: MemberActor, shown: discord.Message) -> str:
    """Confirm a preview; what is said then."""
    return answer(await by.click(shown, label="Confirm"))


async def given(server: Server, command: str, by: MemberActor | None = None, **options: Any) -> str:
    """Ask for something and confirm it; what is said then, or why it was refused at once."""
    shown = await asked(server, command, by, **options)
    return await confirm(by or server.host, shown) if labels(shown) else shown.content


def announced(shown: discord.Message) -> str:
    """What a preview says will be announced."""
    (box,) = shown.embeds
    assert box.title == "What will be announced"
    return str(box.description)


async def recorded(server: Server, kind: type[Kind]) -> list[Kind]:
    """The events of this kind in the record of the first match."""
    return [event for event in await server.bot.record.events(1) if isinstance(event, kind)]
