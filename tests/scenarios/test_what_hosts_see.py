"""What the hosts see when the world breaks under a match, at once or behind the bot's back.

Rows S27, S28, S32 and S33; what is done then is tested with the rows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from minecart_robbery.engine.match import PauseCause
from tests.chat.server import Server
from tests.scenarios.world import bot_id, delete, leave, pause_of, permit, sweeps, told, unavailable

Deed = Callable[[Server], Awaitable[None]]


async def permission_is_taken_away(server: Server) -> None:
    await permit(server, server.zac_sub, bot_id(server), "send_messages")


async def sight_is_taken_away(server: Server) -> None:
    await permit(server, server.cora_sub, bot_id(server), "view_channel")


async def channel_is_deleted(server: Server) -> None:
    await delete(server, server.cora_sub)


async def player_leaves(server: Server) -> None:
    await leave(server, server.zac)


SEEN: list[tuple[Deed, PauseCause, str]] = [
    (
        permission_is_taken_away,
        PauseCause.HOUSE,
        "🔔 Hosts: I have paused the match: I may not write in Zac's submissions channel",
    ),
    (
        sight_is_taken_away,
        PauseCause.HOUSE,
        "🔔 Hosts: I have paused the match: I can't see Cora's submissions channel or read back "
        "what was typed there",
    ),
    (
        channel_is_deleted,
        PauseCause.HOUSE,
        "🔔 Hosts: I have paused the match: Cora's submissions channel is not there any more. Once "
        "that is put right, it goes on by itself. A lost channel can be replaced with **/match "
        "channels**.",
    ),
    (
        player_leaves,
        PauseCause.AWAY,
        "🔔 Hosts: I have paused the match: Zac has left this server. Wait until that has changed "
        "and go on with **/match resume**, let somebody else play on (**/match substitute**), or "
        "end the match (**/match forfeit**, **/match call-off**).",
    ),
]
UNAVAILABLE = "🔔 Hosts: I have paused the match: Discord can't reach this server just now."


@pytest.mark.parametrize(("deed", "cause", "words"), SEEN)
async def test_the_hosts_are_told_at_once_and_once(
    server: Server, deed: Deed, cause: PauseCause, words: str
):
    await server.play_to_first_turn()
    await deed(server)
    await sweeps(server, 3)
    assert pause_of(server) is cause
    assert told(server, words) == 1
    assert told(server, "🔔 Hosts") == 1


@pytest.mark.parametrize(("deed", "cause", "words"), SEEN)
async def test_what_happened_while_the_bot_was_down_is_told_when_it_is_back(
    server: Server, deed: Deed, cause: PauseCause, words: str
):
    await server.play_to_first_turn()
    await server.go_down()
    await deed(server)
    await server.restart()
    await sweeps(server, 3)
    assert pause_of(server) is cause
    assert told(server, words) == 1
    assert told(server, "🔔 Hosts") == 1


async def test_s32_an_unavailable_server_is_told_as_soon_as_anything_can_be(server: Server):
    await server.play_to_first_turn()
    await unavailable(server)
    await sweeps(server, 3)
    assert pause_of(server) is PauseCause.HOUSE
    assert told(server, UNAVAILABLE) == 1
    assert told(server, "🔔 Hosts") == 1
