"""Buttons on Discord: what stands in their ids, which is all that a press needs (S25)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol, cast

import discord

from minecart_robbery.words.panels import Button, Occasion, PanelKey, PanelName, Tone

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
