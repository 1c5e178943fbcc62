"""Telling Discord of the slash commands, when it doesn't know them as they are (S16, S35).

Nothing waits for it: matches are played on without them. What fails is tried again by the sweeps,
and the hosts of live matches hear of it once.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from minecart_robbery.chat.calls import Refused, attempt
from minecart_robbery.live.backoff import Backoff
from minecart_robbery.live.house import House
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.record import Record
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import Audience, Notice

_LOG = logging.getLogger(__name__)

Tree = app_commands.CommandTree[Any]

MOST_SWEEPS = 120
"""So many sweeps at most lie between two tries: as shipped, ten minutes."""


class CommandSync:
    """Tells Discord of the commands in `tree`, until that has worked once in this process."""

    def __init__(self, tree: Tree, record: Record, house: House) -> None:
        self._tree = tree
        self._record = record
        self._house = house
        self._tasks = Tasks("the command sync")
        self._backoff = Backoff(MOST_SWEEPS)
        self._is_under_way = False
        self._is_done = False
        self._trouble = ""

    def begin(self) -> None:
        """See to it now, and let nothing wait for it."""
        if not (self._is_done or self._is_under_way):
            self._is_under_way = True
            self._tasks.start(self._try())

    async def sweep(self) -> None:
        """Try again what has failed, and tell the hosts of matches that don't know it yet."""
        if not self._backoff.leaves_out():
            self.begin()
        if self._trouble:
            text = say("desk", "commands_refused", why=self._trouble)
            for table in self._house.tables():
                await table.tell([Notice(Audience.HOSTS, (text,))], f"k:{shape_of(self._tree)}")

    async def close(self) -> None:
        """Try no more."""
        await self._tasks.finish()

    async def _try(self) -> None:
        try:
            self._trouble = await self._synced()
            self._is_done = not self._trouble
        finally:
            self._is_under_way = False
            if not self._is_done:
                self._backoff.failed()

    async def _synced(self) -> str:
        """Tell Discord of the commands, if need be; why it doesn't take them, "" if it has them."""
        shape = shape_of(self._tree)
        if shape == await self._record.commands_shape() and not await self._are_gone():
            return ""
        told = await attempt(self._tree.sync())
        if isinstance(told, Refused):
            _LOG.error("Discord doesn't take the slash commands: %s", told.text)
            return told.text
        await self._record.set_commands_shape(shape)
        _LOG.info("slash commands synced")
        return ""

    async def _are_gone(self) -> bool:
        """Whether Discord has other commands than it was told of; no, where it doesn't say."""
        known = await attempt(self._tree.fetch_commands())
        if isinstance(known, Refused):
            _LOG.warning("Discord doesn't say which slash commands it knows: %s", known.text)
            return False
        ours = [command.to_dict(self._tree) for command in self._tree.get_commands()]
        return _outline(ours) != _outline([command.to_dict() for command in known])


def shape_of(tree: Tree) -> str:
    """A fingerprint of the commands as Discord would be told of them (S35)."""
    commands = [command.to_dict(tree) for command in tree.get_commands()]
    told = json.dumps([tree.client.application_id, commands], sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()


def _outline(commands: list[Any]) -> Any:
    """The names of commands, of their parts, and of what is to be given with them."""
    return sorted((it["name"], _outline(it.get("options", []))) for it in commands)
