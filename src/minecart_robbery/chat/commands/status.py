"""What a host is shown who asks how a match stands; pending picks only in a second step (S19).

That a host has looked at them is an event of the match, so it stands in the record for good.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol, cast

import discord

from minecart_robbery.chat.interactions import Interaction, answer, member_of
from minecart_robbery.chat.messages import moment_of
from minecart_robbery.chat.permissions import actor_of, hosts_name, readers_answer
from minecart_robbery.chat.previews import Asked, Ordered, Previews
from minecart_robbery.chat.rendering import Look, timestamp
from minecart_robbery.engine import Steps
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.live.house import House
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.answers import ways_line
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import text_of
from minecart_robbery.words.telling.looking_in import (
    has_picks_to_show,
    hosts_status,
    picks_preview,
    shown_picks,
)
from minecart_robbery.words.telling.previewing import Preview


def hosts_look(table: Table, interaction: Interaction) -> Look:
    """The whole table, who reads the submissions channels, and the way to the pending picks."""
    match, number = table.match, table.seating.match
    status = text_of(hosts_status(match, table.names, number), timestamp)
    ways = ways_line(match, Desk.HOST, moment_of(interaction.id))
    guild = member_of(interaction).guild
    title, readers = say("looking", "readers"), readers_answer(guild, table)
    view = None
    if has_picks_to_show(match):
        view = discord.ui.View(timeout=None)
        view.add_item(RevealButton.of(number))
    return Look(f"{status}\n{ways}", discord.Embed(title=title, description=readers), view)


@dataclass(frozen=True, slots=True)
class LookAtPicks(Ordered):
    """A host wants to see the pending picks: they are shown once that stands on the record."""

    def shown(self, table: Table, match: Match, steps: Steps, asked: Asked) -> Preview:
        """What the host is told before."""
        return picks_preview(match)

    def done(self, table: Table, events: tuple[Event, ...] | None) -> str:
        """The picks."""
        return shown_picks(table.match, table.names)


class Revealer:
    """Answers the button under what a host is shown of a match."""

    def __init__(self, house: House, record: Record, previews: Previews) -> None:
        self._house = house
        self._record = record
        self._previews = previews

    async def pressed(self, press: Interaction, match: int) -> None:
        """Ask a host back whether the pending picks are to be shown; others are refused."""
        table = self._house.table(match)
        member = member_of(press)
        if table is None:
            await answer(press, say("pressed", "match_over"))
        elif await actor_of(self._record, member, table) is not Desk.HOST:
            hosts = await hosts_name(self._record, member.guild)
            await answer(press, say("desk", "not_a_host", hosts=hosts))
        else:
            await self._previews.offer(
                press, table, LookAtPicks(lambda _: "", do.ShowPicks(Desk.HOST))
            )


class HearsReveals(Protocol):
    """A client that is told of presses under what hosts are shown of a match."""

    async def asked_for_picks(self, press: Interaction, match: int) -> None:
        """A host wants to see the pending picks of a match."""
        ...


class RevealButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"mrr:(?P<match>\d+)"):
    """The button that leads to the pending picks; it works after any restart (S25)."""

    def __init__(self, button: discord.ui.Button[Any], match: int) -> None:
        super().__init__(button)
        self._match = match

    @classmethod
    def of(cls, match: int) -> RevealButton:
        """The button for match number `match`."""
        label, style = say("looking", "reveal"), discord.ButtonStyle.secondary
        item = discord.ui.Button[Any](label=label, style=style, custom_id=f"mrr:{match}")
        return cls(item, match)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> RevealButton:
        """The button that was pressed."""
        return cls(cast("discord.ui.Button[Any]", item), int(match["match"]))

    async def callback(self, interaction: Interaction) -> None:
        """Tell the client that it was pressed."""
        await cast(HearsReveals, interaction.client).asked_for_picks(interaction, self._match)
