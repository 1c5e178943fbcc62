"""Giving commands that are previewed first: what is shown, what is confirmed, what comes of it."""

from __future__ import annotations

from typing import Any, TypeVar

import discord
from simcord.actors import MemberActor

from minecart_robbery.engine import events as ev
from tests.chat.buttons import labels, shown_by
from tests.chat.server import Server, answer

Order = tuple[str, dict[str, Any], type[ev.Event], str]
"""A command, its options, what it comes to in the record, and what everybody is told of it."""
ORDERS: list[Order] = [
    (
        "take-back turn",
        {"reason": "a wrong button"},
        ev.TakenBack,
        "**Hanna takes back round 1 from turn 1 on.**",
    ),
    (
        "take-back round",
        {"reason": "a wrong button"},
        ev.TakenBack,
        "**Hanna takes back round 1.**",
    ),
    (
        "award",
        {"player": "candidate", "gems": 3, "reason": "a miscount"},
        ev.GemsAwarded,
        "**Hanna gives Zac 3 gems.**",
    ),
    (
        "settle-now",
        {"reason": "it is late"},
        ev.ClockEnded,
        "**Hanna ends the time now.**",
    ),
    (
        "extend",
        {"seconds": 30, "reason": "a slow line"},
        ev.ClockExtended,
        "**Hanna gives 30 s more.**",
    ),
    (
        "pick-for",
        {"player": "candidate", "track": "south", "reason": "by phone"},
        ev.PickMade,
        "**Hanna has entered a pick for Zac.**",
    ),
]
"""All corrections; each can be given in the second turn of a round."""
ENDINGS: list[Order] = [
    (
        "forfeit",
        {"player": "candidate", "reason": "the last train"},
        ev.MatchForfeited,
        "Hanna has ended the match, which Zac gives up.",
    ),
    (
        "call-off",
        {"reason": "a power cut"},
        ev.MatchCalledOff,
        "**The match is called off.**",
    ),
]
"""The ways in which a host ends a match."""
Kind = TypeVar("Kind", bound=ev.Event)
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


async def in_second_turn(server: Server, **rules: Any) -> None:
    """Cora has claimed one gem from North in turn 1; turn 2 has been open for five seconds."""
    await server.play_to_first_turn(**rules)
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    await server.env.advance_time(5)
