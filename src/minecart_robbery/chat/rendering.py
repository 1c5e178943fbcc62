"""How a notice looks on Discord: text for the notification, the table in a box, buttons below.

A button's id holds all that a press needs, so that it works after any restart (S25).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

import discord

from minecart_robbery.words.names import Person
from minecart_robbery.words.notices import Audience, Notice, parts_of
from minecart_robbery.words.panels import Button, Occasion, Panel, PanelKey, PanelName, Tone

_ID = (
    r"mr:(?P<match>\d+):(?P<panel>[a-z]+):(?P<round>\d+)\.(?P<turn>\d+)\.(?P<generation>\d+)"
    r":(?P<says>.+)"
)
_STYLES = {
    Tone.INVITING: discord.ButtonStyle.primary,
    Tone.QUIET: discord.ButtonStyle.secondary,
}


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a press says: in which match, on which panel, which words."""

    match: int
    key: PanelKey
    says: str

    @property
    def custom_id(self) -> str:
        """The id of the button that says this."""
        at = self.key.occasion
        occasion = f"{at.round}.{at.turn}.{at.generation}"
        return f"mr:{self.match}:{self.key.name}:{occasion}:{self.says}"

    @classmethod
    def read(cls, found: re.Match[str]) -> Pressed | None:
        """What the button with this id says; None on a panel that this program doesn't know."""
        if found["panel"] not in set(PanelName):
            return None
        numbers = (int(found[part]) for part in ("round", "turn", "generation"))
        key = PanelKey(PanelName(found["panel"]), Occasion(*numbers))
        return cls(int(found["match"]), key, found["says"])


class HearsPresses(Protocol):
    """A client that is told of presses."""

    async def pressed(self, interaction: discord.Interaction[Any], pressed: Pressed | None) -> None:
        """A button was pressed; None: one of another version of the program."""
        ...


class PressButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=_ID):
    """A button that is known by its id alone, so that it works after any restart."""

    def __init__(self, button: discord.ui.Button[Any], pressed: Pressed | None) -> None:
        super().__init__(button)
        self._pressed = pressed

    @classmethod
    def of(cls, button: Button, pressed: Pressed, row: int) -> PressButton:
        """The button of a panel."""
        item = discord.ui.Button[Any](
            label=button.label,
            style=_STYLES[button.tone],
            custom_id=pressed.custom_id,
            row=row,
        )
        return cls(item, pressed)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> PressButton:
        """The button that was pressed."""
        return cls(cast("discord.ui.Button[Any]", item), Pressed.read(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the client that it was pressed."""
        await cast(HearsPresses, interaction.client).pressed(interaction, self._pressed)


NOBODY = discord.AllowedMentions.none()
_SMALL = "-# "
_MOST_TEXT = 1900
"""So many letters of a text leave room for its mark in what Discord takes."""


def shown(name: str) -> str:
    """A person's name as a sentence may show it: all that has a meaning to Discord is mere text."""
    plain = discord.utils.escape_markdown(name, ignore_links=False)
    return discord.utils.escape_mentions(plain).replace("<", "<\u200b")


def person_of(member: discord.Member) -> Person:
    """A member as sentences name them, and tell them from others of that name (R35)."""
    return Person(shown(member.display_name), shown(member.name))


def timestamp(ms: int) -> str:
    """A time as Discord shows it to each reader, counting down; never later than it is."""
    return f"<t:{ms // 1000}:R>"


@dataclass(frozen=True, slots=True)
class Look:
    """A message as Discord is to show it; `content` is what a phone's notification reads out."""

    content: str
    embed: discord.Embed | None
    view: discord.ui.View | None

    @property
    def has_text(self) -> bool:
        """Whether there is anything to read."""
        return bool(self.content or self.embed)

    def marked(self, mark: str) -> Look:
        """The same, with a small mark below what there is to read."""
        if self.embed is not None:
            return replace(self, embed=self.embed.copy().set_footer(text=mark))
        if self.content:
            return replace(self, content=f"{self.content}\n{_SMALL}{mark}")
        return self

    def plain(self) -> Look:
        """The same as mere text, as much of it as a message holds: no box, no buttons (S46)."""
        box = self.embed
        parts = [self.content]
        parts += [] if box is None else [f"**{box.title}**", box.description or ""]
        text = "\n".join(part for part in parts if part)
        return Look(text[:_MOST_TEXT], None, None)

    def sent(self) -> dict[str, Any]:
        """What a new message is sent with."""
        found: dict[str, Any] = {"content": self.content or None}
        found |= {} if self.embed is None else {"embed": self.embed}
        return found | ({} if self.view is None else {"view": self.view})

    def changed(self) -> dict[str, Any]:
        """What an earlier message is changed to; without text, only its buttons change."""
        if not self.has_text:
            return {"view": self.view}
        return {"content": self.content, "embed": self.embed, "view": self.view}


def bears(message: discord.Message, mark: str) -> bool:
    """Whether a message was marked so."""
    footers = [embed.footer.text for embed in message.embeds]
    return mark in footers or message.content.endswith(f"\n{_SMALL}{mark}")


def look(notice: Notice, match: int, mentions: str = "", link: str = "") -> Look:
    """How a notice of the match of that number looks; `link` leads to the panel that it points to.

    Who is mentioned stands outside the box, since nobody is notified by a box: a player alone
    first, in public last.
    """
    found = parts_of(notice, timestamp)
    is_public = notice.to is Audience.PUBLIC
    talk = found.talk
    parts, between = ((talk, mentions), "\n") if is_public else ((mentions, talk), " ")
    content = between.join(part for part in parts if part)
    view = None if notice.panel is None else view_of(notice.panel, match)
    if not found.title:
        return Look(content, None, view)
    body = "\n".join(part for part in (found.table, link) if part)
    return Look(content, discord.Embed(title=found.title, description=body), view)


def view_of(panel: Panel, match: int) -> discord.ui.View:
    """A panel's buttons. They work for as long as the program knows the match, restarts and all."""
    view = discord.ui.View(timeout=None)
    for row, buttons in enumerate(panel.rows):
        for button in buttons:
            view.add_item(PressButton.of(button, Pressed(match, panel.key, button.says), row))
    return view
