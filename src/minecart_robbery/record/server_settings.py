"""What servers have set for themselves, by name, as JSON; what the names mean is a floor above's.

What a server has not set is not here: it is as shipped, or as the files say.
"""

from __future__ import annotations

import json
from typing import Any

from minecart_robbery.record.database import Database


class ServerSettings:
    """The standing settings of all servers that use this record."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, server: int) -> dict[str, Any]:
        """All that a server has set, by name. What is no JSON comes as it stands there."""
        rows = await self._database.read(
            "SELECT name, value FROM server_setting WHERE server = ? ORDER BY name", server
        )
        return {name: _value(written) for name, written in rows}

    async def set(self, server: int, name: str, value: Any) -> None:
        """Set one of a server's settings, to what JSON can say."""
        async with self._database.writing() as db:
            await db.execute(
                "INSERT INTO server_setting VALUES (?, ?, ?)"
                " ON CONFLICT (server, name) DO UPDATE SET value = excluded.value",
                (server, name, json.dumps(value)),
            )

    async def clear(self, server: int, name: str) -> None:
        """Let one of a server's settings be as it is without the server's own."""
        async with self._database.writing() as db:
            await db.execute(
                "DELETE FROM server_setting WHERE server = ? AND name = ?", (server, name)
            )


def _value(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        return written
