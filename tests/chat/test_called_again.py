"""All hosts of the server are called once more where none has come (R25, R30, S33)."""

from __future__ import annotations

from pathlib import Path

from tests.chat.server import WITHOUT_WINDOWS, running_server
from tests.scenarios.world import leave, told


async def test_two_minutes_after_a_player_has_left_the_hosts_are_called_once_more(tmp_path: Path):
    async with running_server(
        tmp_path / "record.db", hosts_again_seconds=120, **WITHOUT_WINDOWS
    ) as server:
        await server.host.slash(server.lobby, "minecart hosts", role=server.hosts_role)
        await server.play_to_first_turn()
        await leave(server, server.zac)
        await server.env.advance_time(119)
        assert told(server, "once more") == 0
        await server.env.advance_time(2)
        assert told(server, "once more") == 1
        message = server.dm.history()[-1]
        stored = server.env.backend.get_message(server.dm.id, message.id)
        assert server.hosts_role.id in stored.ping_role_ids
        await server.restart()
        await server.env.advance_time(600)
        assert told(server, "once more") == 1
