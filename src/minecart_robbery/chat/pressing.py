"""What players press, and say by /pick, /accelerate and /join, on its way to their table."""

from __future__ import annotations

from minecart_robbery.chat.answering import Interaction, OpenInteractions, answer
from minecart_robbery.chat.buttons import Pressed
from minecart_robbery.chat.moments import moment_of
from minecart_robbery.chat.showing import Look, view_of
from minecart_robbery.engine.nouns import BonusKind, Seat
from minecart_robbery.live.addressing import Typed, place_of
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.house import House
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.hearing import Place
from minecart_robbery.words.pads import PadKey, PadName

_OPENERS = {str(kind): kind for kind in BonusKind}


class Presser:
    """Turns presses and slash commands of players into what the same words would be, typed."""

    def __init__(self, house: House, clock: Clock, interactions: OpenInteractions) -> None:
        self._house = house
        self._clock = clock
        self._open = interactions

    async def pressed(self, interaction: Interaction, pressed: Pressed) -> None:
        """A button was pressed, by whomever; the answer is for them alone (S25)."""
        table = self._house.table(pressed.match)
        if table is None:
            await answer(interaction, say("pressed", "match_over"))
            return
        seat = table.seating.seat_of(interaction.user.id)
        where = place_of(table.seating, interaction.channel_id or 0)
        if seat is None or where is None:
            await answer(interaction, say("pressed", "not_a_player"))
            return
        place, whose = where
        if whose not in (None, seat):
            await answer(interaction, say("pressed", "not_yours", player=table.names.of(whose)))
            return
        if pressed.key.name is PadName.BONUS and pressed.says in _OPENERS:
            await self._show_choices(interaction, table, seat, pressed.key, _OPENERS[pressed.says])
            return
        await self._say(interaction, table, seat, place, pressed.says, pressed.key)

    async def said(self, interaction: Interaction, text: str) -> None:
        """A player said something by a slash command, where they would have typed it."""
        table = self._house.table_at(interaction.channel_id or 0)
        seat = None if table is None else table.seating.seat_of(interaction.user.id)
        where = None if table is None else place_of(table.seating, interaction.channel_id or 0)
        if table is None or seat is None or where is None or where[1] not in (None, seat):
            await answer(interaction, say("pressed", "elsewhere"))
            return
        await self._say(interaction, table, seat, where[0], text, None)

    async def _show_choices(
        self, interaction: Interaction, table: Table, seat: Seat, key: PadKey, kind: BonusKind
    ) -> None:
        """What a bonus action can be played on: for that player alone, until it is played."""
        found = table.choices(seat, key, kind, moment_of(interaction.id))
        if isinstance(found, str):
            await answer(interaction, found)
        else:
            text, pad = found
            await answer(interaction, text, view_of(pad, table.seating.match))

    async def _say(
        self,
        interaction: Interaction,
        table: Table,
        seat: Seat,
        place: Place,
        text: str,
        key: PadKey | None,
    ) -> None:
        cause = Cause(f"i:{interaction.id}", interaction.user.id)
        at = moment_of(interaction.id)
        typed = Typed(seat, place, text, interaction.id, cause, at, interaction.id, key)
        self._clock.heard(at.ms)
        self._open.opened(interaction)
        await table.say(typed)
        if table.will_answer(interaction.id):
            return
        if key is None or key.name is PadName.CHOICE:
            await self._open.nothing_more(interaction, Look(say("pressed", "nothing"), None, None))
        else:
            await self._open.nothing_more(interaction)
