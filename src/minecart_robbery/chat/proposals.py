"""Proposals: what a host asks for, as it can be looked at before it is done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import discord

from minecart_robbery.chat.showing import person_of, timestamp
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.moments import Moment
from minecart_robbery.engine.phases import Match
from minecart_robbery.engine.refusals import Decision, Refusal
from minecart_robbery.live.proceedings import Overtaken
from minecart_robbery.live.table import Table
from minecart_robbery.record import NO_READERS, Cause, Readers
from minecart_robbery.words.desk import done_line
from minecart_robbery.words.notices import Names
from minecart_robbery.words.possible import refused_at_desk
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

        def is_as_seen(match: Match, events: Sequence[Event]) -> bool:
            return self.shown(table, match, events, asked) == seen

        command, cause, at = self.command, asked.cause, asked.at
        outcome = await table.do_as_shown(command, cause, at, asked.host, is_as_seen, self.readers)
        if isinstance(outcome, Overtaken):
            return self._seen(table, outcome.match, outcome.decision, asked)
        return self.done(table, outcome)

    def _seen(self, table: Table, match: Match, decision: Decision, asked: Asked) -> Preview | str:
        if isinstance(decision, Refusal):
            return refused_at_desk(decision, match, self.command.by, asked.at, table.names)
        return self.shown(table, match, decision, asked)

    def shown(self, table: Table, match: Match, events: Sequence[Event], asked: Asked) -> Preview:
        """The preview of what the command comes to."""
        names, title = replace(table.names, host=asked.host), self.title
        also, played = self.also, self.played
        return preview(title(names), match, events, asked.at, names, timestamp, also, played)

    def done(self, table: Table, events: tuple[Event, ...] | None) -> str:
        """What is said once it has come to these events; None: it had been given before."""
        return done_line(events)
