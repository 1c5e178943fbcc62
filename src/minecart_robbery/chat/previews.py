"""Previews: a host sees what a command would do, and confirms it or drops it.

They live for fifteen minutes and in memory alone. What was confirmed before a restart stands in the
record, and is answered from there; all else was never given.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import dropwhile
from typing import Any, Protocol, cast

import discord

from minecart_robbery.chat.interactions import (
    Interaction,
    answer,
    change,
    deferred_if_slow,
    member_of,
    show,
)
from minecart_robbery.chat.messages import moment_of
from minecart_robbery.chat.permissions import actor_in, actor_of, hosts_name
from minecart_robbery.chat.rendering import Look, person_of, timestamp
from minecart_robbery.engine import Steps, decide
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Desk
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.live.house import House
from minecart_robbery.live.proceedings import Overtaken
from minecart_robbery.live.table import Table
from minecart_robbery.record import NO_READERS, Cause, Readers, Record, Seating
from minecart_robbery.words.answers import done_line, refused_at_desk
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.telling.aspects import Aspect
from minecart_robbery.words.telling.previewing import Preview, preview


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for something, at which moment, and as which cause it stands in the record."""

    member: discord.Member
    at: Moment
    cause: Cause

    @property
    def host(self) -> str:
        """The name under which it is announced (R33)."""
        return person_of(self.member)


class Proposal(Protocol):
    """Something that a host wants done at a table."""

    async def preview(self, table: Table, asked: Asked) -> Preview | str:
        """What it would do as things stand, or why it can't be done. Nothing is done."""
        ...

    async def carry_out(self, table: Table, seen: Preview, asked: Asked) -> Preview | str:
        """Do it, if it would still do what was `seen`; what is said of that.

        A preview: it would do something else by now, and nothing was done.
        """
        ...


Previewed = (
    do.PickFor
    | do.TakeBack
    | do.Award
    | do.ExtendClock
    | do.EndClock
    | do.Forfeit
    | do.CallOff
    | do.ShowPicks
)
"""The commands that are previewed before they are given."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A command to a match. `title` says what it is, `also` what is shown though it stays.

    The title names players as they are when it is looked at: somebody else may have come since.
    `readers` are known once it has reopened the match; whoever gives it is told of them.
    `played` are the events of the match so far, where the preview tells which of them fall (R32).
    """

    title: Callable[[Names], str]
    command: Previewed
    also: Collection[Aspect] = ()
    played: Sequence[Event] = ()
    readers: Readers = field(default_factory=lambda: NO_READERS)

    async def preview(self, table: Table, asked: Asked) -> Preview | str:
        """What the command would come to just now."""
        return self._seen(table, table.match, decide(table.match, self.command, asked.at), asked)

    async def carry_out(self, table: Table, seen: Preview, asked: Asked) -> Preview | str:
        """Give the command, if it comes to what was seen."""

        def is_as_seen(match: Match, steps: Steps) -> bool:
            return self.shown(table, match, steps, asked) == seen

        command, cause, at = self.command, asked.cause, asked.at
        outcome = await table.do_as_shown(command, cause, at, asked.host, is_as_seen, self.readers)
        if isinstance(outcome, Overtaken):
            return self._seen(table, outcome.match, outcome.decision, asked)
        return self.done(table, outcome)

    def _seen(
        self, table: Table, match: Match, decision: Steps | Refusal, asked: Asked
    ) -> Preview | str:
        if isinstance(decision, Refusal):
            return refused_at_desk(decision, match, self.command.by, asked.at, table.names)
        return self.shown(table, match, decision, asked)

    def shown(self, table: Table, match: Match, steps: Steps, asked: Asked) -> Preview:
        """The preview of what the command comes to."""
        names, title = replace(table.names, host=asked.host), self.title
        also, played = self.also, self.played
        return preview(title(names), match, steps, asked.at, names, timestamp, also, played)

    def done(self, table: Table, events: tuple[Event, ...] | None) -> str:
        """What is said once it has come to these events; None: it had been given before."""
        return done_line(events)


LIFE_MS = 15 * 60 * 1000
"""How long a preview can be confirmed; Discord takes no answer to its command after that."""


class Choice(StrEnum):
    """What a host does with a preview."""

    CONFIRM = "confirm"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class PreviewKey:
    """Which preview it is: of which match, of the command with the id `of`, how often made anew."""

    match: int
    of: int
    number: int


@dataclass(frozen=True, slots=True)
class _Unread:
    """A match that can't be read, and the reason for which it is to be called off (S45)."""

    seating: Seating
    note: str


@dataclass(slots=True)
class _Shown:
    """A preview as a host sees it. `number` counts how often it was made anew.

    `ended` is what has come of it, "" while nothing has.
    """

    person: int
    match: int
    proposal: Proposal
    seen: Preview
    until_ms: int
    unread: _Unread | None = None
    number: int = 0
    ended: str = ""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Previews:
    """All previews that can be confirmed, by the ids of the commands that they are of."""

    def __init__(self, house: House, record: Record) -> None:
        self._house = house
        self._record = record
        self._shown: dict[int, _Shown] = {}

    async def offer(self, interaction: Interaction, table: Table, proposal: Proposal) -> None:
        """Show what a proposal would do, with the buttons that have it done or dropped."""
        asked = _asked(interaction, interaction.id)
        self._forget_expired(asked.at.ms)
        found = await proposal.preview(table, asked)
        if isinstance(found, str):
            await answer(interaction, found)
            return
        until_ms = asked.at.ms + LIFE_MS
        shown = _Shown(interaction.user.id, table.seating.match, proposal, found, until_ms)
        self._shown[interaction.id] = shown
        await show(interaction, _look(interaction.id, shown))

    async def offer_unread(
        self, interaction: Interaction, seating: Seating, proposal: Proposal, note: str
    ) -> None:
        """Show what it means to call a match off that can't be read (S45)."""
        asked = _asked(interaction, interaction.id)
        self._forget_expired(asked.at.ms)
        seen = Preview(
            say("preview", "call_off_unread", match=seating.match), say("match", "called_off")
        )
        until_ms = asked.at.ms + LIFE_MS
        unread = _Unread(seating, note)
        shown = _Shown(interaction.user.id, seating.match, proposal, seen, until_ms, unread)
        self._shown[interaction.id] = shown
        await show(interaction, _look(interaction.id, shown))

    async def pressed(self, press: Interaction, key: PreviewKey, choice: Choice) -> None:
        """A button was pressed under a preview."""
        self._forget_expired(moment_of(press.id).ms)
        shown = self._shown.get(key.of)
        if shown is None or shown.person != press.user.id:
            async with deferred_if_slow(press):
                text = await self._come_of(key)
            await change(press, Look(text, None, None))
            return
        async with deferred_if_slow(press), shown.lock:
            if shown.ended:
                await change(press, Look(shown.ended, None, None))
            elif key.number != shown.number:
                await answer(press, say("preview", "newer"))
            elif choice is Choice.DROP:
                await self._end(press, shown, say("preview", "dropped"))
            else:
                await self._confirm(press, key.of, shown)

    async def _come_of(self, key: PreviewKey) -> str:
        """What has come of a preview that isn't in memory any more, as the record has it (S13)."""
        events = await self._record.caused(key.match, _cause_key(key.of))
        if not events:
            return say("preview", "expired")
        if isinstance(events[0], ev.ClockEnded):
            since = dropwhile(lambda it: it != events[0], await self._record.events(key.match))
            if _starts_again(since):
                return say("preview", "undone")
        return done_line(events)

    async def _confirm(self, press: Interaction, of: int, shown: _Shown) -> None:
        table = self._house.table(shown.match)
        if table is None:
            table = self._house.reopenable(lambda it: it.match == shown.match)
        asked = _asked(press, of)
        if table is None:
            await self._end(press, shown, await self._without_table(shown, asked))
            return
        if await actor_of(self._record, asked.member, table) is not Desk.HOST:
            hosts = await hosts_name(self._record, asked.member.guild)
            await answer(press, say("desk", "not_a_host", hosts=hosts))
            return
        done = await shown.proposal.carry_out(table, shown.seen, asked)
        if isinstance(done, str):
            await self._end(press, shown, done)
            return
        shown.seen, shown.until_ms = done, asked.at.ms + LIFE_MS
        shown.number += 1
        await change(press, _look(of, shown))

    async def _without_table(self, shown: _Shown, asked: Asked) -> str:
        """Call off a match that can't be read, if it is that; what is said of it."""
        unread = shown.unread
        if unread is None:
            return say("pressed", "match_over")
        if await actor_in(self._record, asked.member, unread.seating) is not Desk.HOST:
            hosts = await hosts_name(self._record, asked.member.guild)
            return say("desk", "not_a_host", hosts=hosts)
        is_done = await self._house.call_off_stuck(
            shown.match, unread.note, asked.cause, asked.at, asked.host
        )
        return say("desk", "done_called_off") if is_done else say("pressed", "match_over")

    async def _end(self, press: Interaction, shown: _Shown, text: str) -> None:
        shown.ended = text
        await change(press, Look(text, None, None))

    def _forget_expired(self, now_ms: int) -> None:
        self._shown = {of: it for of, it in self._shown.items() if it.until_ms >= now_ms}


def _asked(interaction: Interaction, of: int) -> Asked:
    """What the command with the id `of` asks for, now that it is given or confirmed."""
    cause = Cause(_cause_key(of), interaction.user.id)
    return Asked(member_of(interaction), moment_of(interaction.id), cause)


def _starts_again(events: Iterable[ev.Event]) -> bool:
    """Whether a clock that a host has ended starts again before it comes to anything (R31)."""
    for event in events:
        match event:
            case ev.ClockRestarted() | ev.MatchResumed():
                return True
            case ev.TurnSettled() | ev.RolePicked() | ev.HostsDecide() | ev.TakenBack():
                return False
            case _:
                pass
    return False


def _cause_key(of: int) -> str:
    """The key in the record of what the command with the id `of` comes to, once it is confirmed."""
    return f"i:{of}"


def _look(of: int, shown: _Shown) -> Look:
    view = discord.ui.View(timeout=None)
    key = PreviewKey(shown.match, of, shown.number)
    for choice in Choice:
        view.add_item(PreviewButton.of(key, choice))
    title = say("preview", "announced")
    announced = discord.Embed(title=title, description=shown.seen.announced)
    above = f"{say('preview', 'overtaken')}\n" if shown.number else ""
    return Look(above + shown.seen.text, announced, view)


class HearsChoices(Protocol):
    """A client that is told of presses under previews."""

    async def chosen(self, press: Interaction, key: PreviewKey, choice: Choice) -> None:
        """A button was pressed under a preview."""
        ...


class PreviewButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"mrp:(?P<match>\d+):(?P<of>\d+):(?P<number>\d+):(?P<choice>confirm|drop)",
):
    """A button under a preview, known by its id alone: after a restart, too, it has an answer."""

    def __init__(self, button: discord.ui.Button[Any], key: PreviewKey, choice: Choice) -> None:
        super().__init__(button)
        self._pressed = (key, choice)

    @classmethod
    def of(cls, key: PreviewKey, choice: Choice) -> PreviewButton:
        """The button that makes this choice."""
        styles = {
            Choice.CONFIRM: discord.ButtonStyle.primary,
            Choice.DROP: discord.ButtonStyle.secondary,
        }
        item = discord.ui.Button[Any](
            label=say("preview", choice),
            style=styles[choice],
            custom_id=f"mrp:{key.match}:{key.of}:{key.number}:{choice}",
        )
        return cls(item, key, choice)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> PreviewButton:
        """The button that was pressed."""
        button = cast("discord.ui.Button[Any]", item)
        key = PreviewKey(int(match["match"]), int(match["of"]), int(match["number"]))
        return cls(button, key, Choice(match["choice"]))

    async def callback(self, interaction: Interaction) -> None:
        """Tell the client that it was pressed."""
        await cast(HearsChoices, interaction.client).chosen(interaction, *self._pressed)
