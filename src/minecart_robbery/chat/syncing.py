"""Telling Discord of the slash commands, when their shape has changed (S16, S35)."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from minecart_robbery.record import Record

_LOG = logging.getLogger(__name__)

Tree = app_commands.CommandTree[Any]


async def synced(tree: Tree, record: Record) -> None:
    """Tell Discord of the commands, if it was not told of these."""
    shape = shape_of(tree)
    if shape != await record.commands_shape():
        await tree.sync()
        await record.set_commands_shape(shape)
        _LOG.info("slash commands synced")


def shape_of(tree: Tree) -> str:
    """A fingerprint of the commands as Discord would be told of them (S35)."""
    commands = [command.to_dict(tree) for command in tree.get_commands()]
    told = json.dumps([tree.client.application_id, commands], sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()
