"""Playing a script by other ways than typing: by buttons, by slash commands, by edits."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from minecart_robbery.chat.rendering import Pressed
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.nouns import Accelerate, Bonus, Join
from minecart_robbery.record.written import written
from minecart_robbery.referee.script import Line, Message
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.panels import PanelKey, PanelName
from minecart_robbery.words.player_input import Place
from minecart_robbery.words.reading import (
    CallsHost,
    Reading,
    SaysBonus,
    SaysKeep,
    SaysReady,
    SaysRole,
    SaysTrack,
    read,
    wording,
)
from minecart_robbery.words.telling.panels import occasion_of
from tests.chat.buttons import labels, press_again, shown_by, with_button
from tests.chat.looking import match_of
from tests.chat.playing import Stage
from tests.chat.server import Server

Way = Callable[[MemberActor, ChannelHandle, Place, Reading], Awaitable[bool]]
"""Says something by other means than typing; false if it can't be said like that."""


class PressingStage(Stage):
    """A stage on which whatever can be pressed is pressed, and nothing is typed."""

    async def _let_happen(self, line: Line, *, is_edit: bool) -> None:
        match line.action:
            case Message(place=place, text=text) if line.name in ("Cora", "Zac"):
                channel = self.server.dm if place is Place.DM else self._sub(line.name)
                await self.say(self.people[line.name], channel, place, read(text))
            case Message():
                pass
            case _:
                await super()._let_happen(line, is_edit=is_edit)

    async def say(
        self, actor: MemberActor, channel: ChannelHandle, place: Place, reading: Reading | None
    ) -> bool:
        """Press what says this, if anything does there; whether something does."""
        match reading, place:
            case (SaysTrack() | SaysKeep()) as said, Place.SUB:
                await self._press_pick(actor, channel, wording(said))
            case SaysBonus(bonus), Place.DM if not isinstance(bonus, Join) or bonus.is_possible:
                await self._press_bonus(actor, bonus)
            case SaysRole(role), _:
                return await self._press_if_shown(actor, self.server.dm, say("panels", role))
            case SaysReady(), _:
                return await self._press_if_shown(actor, channel, say("panels", "ready"))
            case CallsHost(), _:
                return await self._press_if_shown(actor, channel, say("panels", "call_host"))
            case _:
                return False
        return True

    async def _press_pick(self, actor: MemberActor, channel: ChannelHandle, words: str) -> None:
        """Press a track or Keep, after "Change" where need be; on a slow phone where it is gone."""
        prompt = [it for it in channel.history() if it.author.bot and "(round" in it.content][-1]
        change = say("panels", "change")
        if change in labels(prompt):
            await actor.click(prompt, label=change)
            prompt = with_button(channel, say("panels", "keep"))
        label = say("panels", "keep") if words == "keep" else name_of(words)
        if label in labels(prompt):
            await actor.click(prompt, label=label)
            return
        match = match_of(self.server)
        occasion = occasion_of(match)
        if occasion is not None:
            (table,) = self.server.bot.house.tables()
            key = PanelKey(PanelName.PICK, occasion)
            pressed = Pressed(table.seating.match, key, words)
            await press_again(self.server, actor, prompt, pressed.custom_id)

    async def _press_bonus(self, actor: MemberActor, bonus: Bonus) -> None:
        panel = with_button(self.server.dm, name_of(bonus.kind))
        shown = shown_by(await actor.click(panel, label=name_of(bonus.kind)))
        match bonus:
            case Accelerate(mine):
                label = name_of(mine)
            case Join(first, second):
                label = say("panels", "join", first=name_of(first), second=name_of(second))
        if label in labels(shown):
            await actor.click(shown, label=label)

    async def _press_if_shown(self, actor: MemberActor, channel: ChannelHandle, label: str) -> bool:
        shown = [message for message in channel.history() if label in labels(message)]
        if shown:
            await actor.click(shown[-1], label=label)
        return bool(shown)


class WildStage(PressingStage):
    """A stage on which each thing is said by a way that `draw` chooses."""

    def __init__(self, server: Server, draw: random.Random) -> None:
        super().__init__(server)
        self.draw = draw
        self.ways: list[str] = []

    async def _let_happen(self, line: Line, *, is_edit: bool) -> None:
        match line.action:
            case Message(place=place, text=text) if line.name in ("Cora", "Zac") and not is_edit:
                actor, reading = self.people[line.name], read(text)
                channel = self.server.dm if place is Place.DM else self._sub(line.name)
                way = self.draw.choice(["typed", "edited", "pressed", "slash"])
                self.ways.append(way)
                if way == "edited":
                    message = await actor.send(channel, "hm")
                    await actor.edit(message, text)
                    self.typed[line.name, place] = message
                    return
                if way == "pressed" and await self.say(actor, channel, place, reading):
                    return
                if way == "slash" and await self._slash_said(actor, channel, place, reading):
                    return
                self.typed[line.name, place] = await actor.send(channel, text)
            case Message(place=place, text=text) if (line.name, place) not in self.typed:
                channel = self.server.dm if place is Place.DM else self._sub(line.name)
                await self.people[line.name].send(channel, text)
            case _:
                await Stage._let_happen(self, line, is_edit=is_edit)

    async def _slash_said(
        self, actor: MemberActor, channel: ChannelHandle, place: Place, reading: Reading | None
    ) -> bool:
        match reading, place:
            case (SaysTrack() | SaysKeep()) as said, Place.SUB:
                await actor.slash(channel, "pick", track=wording(said))
            case SaysBonus(Accelerate(mine)), Place.DM:
                await actor.slash(channel, "accelerate", mine=mine.value)
            case SaysBonus(Join(first, second)), Place.DM:
                await actor.slash(channel, "join", first=first.value, second=second.value)
            case _:
                return False
        return True


def story(events: tuple[Event, ...]) -> list[str]:
    """A match's events, each in JSON; of its moments the time, not the way by which it came."""
    return [written(_timed(event)) for event in events]


def _timed(event: Event) -> Any:
    return replace(event, at=Moment(event.at.ms))
