"""S49: who reads a channel of a server with very many members is worked out by roles (S20)."""

from __future__ import annotations

from dataclasses import dataclass

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minecart_robbery.chat.permissions import readers_of, readerships
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.record import Chair, Seating
from tests.chat.crowds import BOT, CHANNEL, FIRST_MEMBER, SERVER, Overwrite, crowd
from tests.chat.server import Server
from tests.how_much import so_many
from tests.scenarios.world import give_role, sweeps

HOSTS, MEMBERS, ADMINS = 11, 12, 13
NONE = discord.Permissions.none()
VIEW = discord.Permissions(view_channel=True)
ADMIN = discord.Permissions(administrator=True)
ROLES = (HOSTS, MEMBERS, ADMINS)
CORA, ZAC = FIRST_MEMBER, FIRST_MEMBER + 1


def one_by_one(channel: discord.TextChannel) -> set[int]:
    """Who can read a channel, each asked for alone."""
    return {it.id for it in channel.guild.members if channel.permissions_for(it).view_channel}


@given(
    members=st.lists(st.lists(st.sampled_from(ROLES), unique=True), min_size=2, max_size=12),
    everybody=st.sampled_from((NONE, VIEW, ADMIN)),
    permissions=st.tuples(*[st.sampled_from((NONE, VIEW, ADMIN))] * 3),
    of_roles=st.dictionaries(st.sampled_from((SERVER, *ROLES)), st.booleans()),
    of_members=st.dictionaries(st.integers(FIRST_MEMBER - 1, FIRST_MEMBER + 13), st.booleans()),
    owner=st.sampled_from((BOT, FIRST_MEMBER, FIRST_MEMBER + 1)),
)
@settings(max_examples=so_many(150), deadline=None)
def test_s20_by_roles_the_same_people_can_read_as_one_by_one(
    members, everybody, permissions, of_roles, of_members, owner
):
    overwrites = [Overwrite(id, allows) for id, allows in of_roles.items()]
    overwrites += [Overwrite(id, allows, of_member=True) for id, allows in of_members.items()]
    roles = {SERVER: everybody, **dict(zip(ROLES, permissions, strict=True))}
    channel = crowd(members, roles, overwrites, owner)
    found = [it.id for it in readers_of(channel)]
    assert set(found) == one_by_one(channel)
    assert len(found) == len(set(found))


@dataclass
class Asked:
    """How often it was worked out what somebody may do in a channel, or in the server."""

    times: int = 0


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Counts from now on."""
    count = Asked()
    in_channel = discord.TextChannel.permissions_for
    in_server = discord.Member.guild_permissions.fget
    assert in_server is not None

    def counted(channel: discord.TextChannel, who: discord.Member) -> discord.Permissions:
        count.times += 1
        return in_channel(channel, who)

    def counted_in_server(member: discord.Member) -> discord.Permissions:
        count.times += 1
        return in_server(member)

    monkeypatch.setattr(discord.TextChannel, "permissions_for", counted)
    monkeypatch.setattr(discord.Member, "guild_permissions", property(counted_in_server))
    return count


def seating() -> Seating:
    """Cora against Zac; Cora's submissions channel is the one of the server."""
    cora = Chair(Seat.DMO, CORA, "Cora", CHANNEL)
    return Seating(1, SERVER, 99, cora, Chair(Seat.CANDIDATE, ZAC, "Zac", 98))


PRIVATE = [Overwrite(SERVER, False), Overwrite(HOSTS, True), Overwrite(CORA, True, True)]
ONE_ROLE_FOR_ALL = [Overwrite(SERVER, False), Overwrite(MEMBERS, True)]


@pytest.mark.parametrize("overwrites", [PRIVATE, ONE_ROLE_FOR_ALL, []])
def test_s49_no_more_is_worked_out_for_10_000_members_than_for_a_hundred(
    overwrites: list[Overwrite], asked: Asked
):
    roles = {SERVER: VIEW, HOSTS: NONE, MEMBERS: VIEW, ADMINS: ADMIN}
    hosts = [[MEMBERS, HOSTS]] * 5 + [[MEMBERS, ADMINS]] * 2

    def times(others: int) -> int:
        channel = crowd([[MEMBERS], *hosts, *[[MEMBERS]] * others], roles, overwrites)
        before = asked.times
        found = readerships(channel.guild, seating())[Seat.DMO]
        assert len(found.people) == len(hosts) + (0 if overwrites is PRIVATE else others)
        return asked.times - before

    assert times(10_000) == times(100) < 20


async def test_s49_somebody_elses_new_role_is_looked_at_for_that_one_alone(
    server: Server, asked: Asked
):
    """Once for each submissions channel, however many others there are."""
    await server.play_to_first_turn()
    nora = server.join("Nora")
    await sweeps(server)
    asked.times = 0
    await give_role(server, nora, server.guild.create_role("Painters"))
    assert asked.times <= 2


async def test_s49_a_sweep_asks_only_for_what_the_match_needs(server: Server, asked: Asked):
    await server.play_to_first_turn()
    await sweeps(server)
    asked.times = 0
    await sweeps(server)
    needed = asked.times
    for number in range(20):
        server.join(f"Guest {number}")
    await sweeps(server)
    asked.times = 0
    await sweeps(server)
    assert asked.times == needed
