"""Who is pinged: the players concerned, hosts who are called, and nobody else, whatever is said."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chat.server import Server, answer, text_of

ODD_NAMES = [
    "@everyone",
    "@here",
    "**Bold** _it_",
    "`x` ||y||",
    "> # [a](http://b)",
    "<@145607444398080001>",
    "<t:1893456000:R>",
    "<#123456789012345678>",
]


def has_text(body: Any) -> bool:
    """Whether a request gives a message a text."""
    return bool(body) and "content" in body


class Posts:
    """What the bot has posted in channels since a moment: who may be pinged, and what it says.

    A message that was given another text counts like a new one.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._start = len(server.env.http_requests)

    @property
    def bodies(self) -> list[Any]:
        requests = self._server.env.http_requests[self._start :]
        return [it.json for it in requests if "messages" in it.path and has_text(it.json)]

    def pinged(self) -> list[tuple[set[int], set[int]]]:
        """For each post the users and the roles that it may ping; nothing else may be pinged."""
        found: list[tuple[set[int], set[int]]] = []
        for body in self.bodies:
            allowed = body["allowed_mentions"]
            assert not allowed.get("parse")
            assert not allowed.get("replied_user")
            users, roles = allowed.get("users", []), allowed.get("roles", [])
            found.append((set(map(int, users)), set(map(int, roles))))
        return found


async def test_a_match_pings_only_its_players(server: Server):
    posts = Posts(server)
    await server.open_match(target_gems=1, rounds_to_win=1)
    await server.host.slash(server.dm, "match start")
    await server.cora.send(server.cora_sub, "ready")
    await server.zac.send(server.zac_sub, "ready")
    await server.cora.send(server.dm, "miner")
    await server.host.slash(server.dm, "match pause", reason=f"@everyone {server.host.mention}")
    await server.host.slash(server.dm, "match resume")
    await server.zac.send(server.dm, "accelerate north")
    await server.cora.send(server.cora_sub, "nroth @everyone")
    await server.cora.send(server.cora_sub, "north")
    await server.zac.send(server.zac_sub, "south")
    assert "wins the Death Match" in server.last(server.dm)
    users = set[int]().union(*(users for users, _ in posts.pinged()))
    assert users == {server.cora.id, server.zac.id}
    assert all(not roles for _, roles in posts.pinged())


async def test_the_choice_of_a_start_role_pings_the_picker_alone(server: Server):
    await server.open_match()
    posts = Posts(server)
    await server.start_match()
    assert posts.pinged() == [({server.cora.id}, set())]


async def test_a_turn_pings_each_player_in_their_own_channel_and_nobody_in_public(server: Server):
    await server.open_match()
    await server.start_match()
    posts = Posts(server)
    await server.cora.send(server.dm, "miner")
    pinged = sorted((sorted(users), sorted(roles)) for users, roles in posts.pinged())
    assert pinged == [([], []), ([], []), ([server.cora.id], []), ([server.zac.id], [])]


async def test_answers_and_acknowledgements_ping_nobody(server: Server):
    await server.play_to_first_turn()
    posts = Posts(server)
    await server.cora.send(server.cora_sub, "north")
    await server.cora.send(server.cora_sub, "nroth")
    await server.cora.send(server.dm, "north")
    await server.zac.send(server.dm, "join north to south")
    assert posts.pinged() == [(set(), set())] * 4


async def test_a_bonus_action_pings_the_opponent_alone_in_their_own_channel(server: Server):
    await server.play_to_first_turn()
    posts = Posts(server)
    await server.zac.send(server.dm, "accelerate north")
    pinged = [users for users, roles in posts.pinged() if users or roles]
    assert pinged == [{server.cora.id}]


async def test_a_called_host_is_pinged_by_the_hosts_role_that_was_set(server: Server):
    await server.host.slash(server.lobby, "minecart hosts", role=server.hosts_role)
    await server.play_to_first_turn()
    posts = Posts(server)
    await server.zac.send(server.dm, "host!")
    called = [pinged for pinged in posts.pinged() if pinged != (set(), set())]
    assert called == [(set(), {server.hosts_role.id})]
    assert server.dm.history()[-1].content.startswith(server.hosts_role.mention)


async def test_without_a_hosts_role_a_call_pings_the_roles_that_manage_the_server(server: Server):
    await server.play_to_first_turn()
    posts = Posts(server)
    await server.zac.send(server.dm, "host!")
    called = [pinged for pinged in posts.pinged() if pinged != (set(), set())]
    assert called == [(set(), {server.hosts_role.id})]
    assert "Zac calls a host" in server.last(server.dm)


async def test_where_no_role_makes_hosts_a_call_is_told_and_pings_nobody(server: Server):
    await server.play_to_first_turn()
    server.env.backend.edit_role(server.guild.id, server.hosts_role.id, {"permissions": "0"})
    posts = Posts(server)
    await server.zac.send(server.dm, "host!")
    assert all(pinged == (set(), set()) for pinged in posts.pinged())
    assert "Zac calls a host" in server.last(server.dm)


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_a_name_is_mere_text_whatever_stands_in_it(server: Server, name: str):
    """Everything that has a meaning to Discord is escaped, everywhere but in channels' names."""
    user = server.env.create_user("odd", global_name=name)
    odd = server.guild.add_member(user)
    posts = Posts(server)
    result = await server.host.slash(
        server.lobby, "match open", dmo=odd, candidate=server.zac, target_gems=1, rounds_to_win=1
    )
    (table,) = server.bot.house.tables()
    dm, odd_sub, zac_sub = map(server.channel, table.seating.channels())
    await server.host.slash(dm, "match start", skip_ready=True)
    texts = [answer(result), answer(await server.zac.slash(dm, "match status"))]
    await odd.send(dm, "miner")
    await odd.send(dm, "accelerate north")
    texts.append(answer(await server.zac.slash(dm, "match status")))
    await odd.send(odd_sub, "north")
    await server.zac.send(zac_sub, "guard south")
    texts += [text_of(body["content"] or "", body.get("embeds") or []) for body in posts.bodies]
    assert "wins the Death Match" in server.last(dm)
    for text in texts:
        assert name not in text, text
    assert not any(message.mention_everyone for message in dm.history())


@pytest.mark.parametrize("typed", ["gaurd @everyone north", "nor**th", "n||roth", "nroth `x`"])
async def test_what_was_typed_is_repeated_as_mere_text(server: Server, typed: str):
    await server.play_to_first_turn()
    await server.cora.send(server.cora_sub, typed)
    posts = Posts(server)
    await server.cora.send(server.dm, f"acelerate {typed}")
    for users, roles in posts.pinged():
        assert (users, roles) == (set(), set())
    for message in server.cora_sub.history() + server.dm.history():
        if message.author.bot:
            assert "@everyone" not in message.content
            assert "||" not in message.content
            assert message.content.count("**") % 2 == 0
