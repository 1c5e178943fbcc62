"""/minecart check: all checks of a server, of the bot and of its machine, for whoever asks there.

It changes nothing. Of the machine's paths and names a server is told no more than it needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import discord

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.chat.check_answer import check_answer
from minecart_robbery.chat.checks_of_match import checked_match
from minecart_robbery.chat.checks_of_server import checked_server
from minecart_robbery.chat.probing import checked_intents
from minecart_robbery.chat.syncing import Tree, shape_of
from minecart_robbery.checking.database import checked_while_hosting
from minecart_robbery.checking.finding import Finding, Result, fault, ok, warning
from minecart_robbery.checking.machine import checked_clock, checked_machine
from minecart_robbery.live.absences import LEAST_MS
from minecart_robbery.live.clock import DiscordClock
from minecart_robbery.live.house import House
from minecart_robbery.live.standing import Standings
from minecart_robbery.live.table import Table
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import seconds


class Checker:
    """Checks the server of whoever asks, and the bot that hosts there."""

    def __init__(
        self,
        tree: Tree,
        house: House,
        record: Record,
        standings: Standings,
        clock: DiscordClock,
        database: Path,
    ) -> None:
        self._tree = tree
        self._house = house
        self._record = record
        self._standings = standings
        self._clock = clock
        self._database = database

    async def check(self, by: discord.Member) -> str:
        """What is found, as whoever asked is answered. Of a match they play in they hear nothing.

        It names who reads there, which is the hosts' business alone (S22).
        """
        tables = [it for it in self._house.tables() if it.seating.server == by.guild.id]
        played = [table for table in tables if table.seating.seat_of(by.id) is not None]
        findings = await checked_server(self._house, self._record, self._standings, by.guild)
        findings += await self._of_matches(by.guild, [it for it in tables if it not in played])
        findings += await self._of_bot()
        findings += await asyncio.to_thread(lambda: list(self._of_machine()))
        seated = [table.seating.match for table in self._house.tables()]
        findings += await checked_while_hosting(
            self._record, self._database, self._database.name, seated
        )
        return check_answer(findings, [table.seating.match for table in played])

    async def _of_matches(self, guild: discord.Guild, tables: list[Table]) -> list[Finding]:
        found = [it for table in tables for it in await checked_match(self._record, guild, table)]
        return found or [ok("match", "match_well", count=len(tables))]

    async def _of_bot(self) -> list[Finding]:
        return [
            *await self._commands(),
            *await self._intents(),
            checked_clock(self._clock.skew.ahead_ms),
            self._lag(),
        ]

    async def _commands(self) -> list[Finding]:
        """Whether Discord knows the commands as they are, and has them all (S35)."""
        known = await attempt(self._tree.fetch_commands())
        if isinstance(known, Refused):
            return [warning("commands", "commands_unknown", why=known.text)]
        missing = {it.name for it in self._tree.get_commands()} - {it.name for it in known}
        if missing:
            names = ", ".join(f"**/{name}**" for name in sorted(missing))
            return [fault("commands", "commands_missing", names=names)]
        if shape_of(self._tree) != await self._record.commands_shape():
            return [warning("commands", "commands_old")]
        return [ok("commands", "commands")]

    async def _intents(self) -> list[Finding]:
        application = await attempt(self._tree.client.application_info())
        return [] if isinstance(application, Refused) else [checked_intents(application.flags)]

    def _lag(self) -> Finding:
        late_ms = self._house.pulse.worst_ms
        if late_ms is None:
            return ok("lag", "lag_unwatched")
        if late_ms >= LEAST_MS:
            return warning("lag", "lag_late", seconds=seconds(late_ms))
        return ok("lag", "lag")

    def _of_machine(self) -> Iterator[Finding]:
        """The machine as `minecart doctor` checks it, for eyes that may not be its owner's."""
        for finding in checked_machine():
            if finding.check == "settings" and finding.result is not Result.OK:
                yield fault("settings", "settings_bad_there")
            else:
                yield finding
