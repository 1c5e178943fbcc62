"""/match open with channels that a host names: they fit, or each thing that is wrong is listed."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, RoleHandle
from simcord.results import InteractionResult

from minecart_robbery.chat.application import PERMISSIONS
from minecart_robbery.live.table import Table
from tests.chat.buttons import confirmed
from tests.chat.server import Server, answer

NEEDED = ["view_channel", "send_messages", "read_message_history"]
NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "read_message_history": "Read Message History",
}
HEADING = "**The match can't be opened yet:**"
WRITES = discord.PermissionOverwrite(**dict.fromkeys(NEEDED, True))
SHUT_OUT = discord.PermissionOverwrite(view_channel=False)
Overwrites = dict[Any, discord.PermissionOverwrite]


def channels(server: Server) -> set[int]:
    """The ids of all channels that there are."""
    return set(server.env.backend.get_guild(server.guild.id).channel_ids)


def bot_role(server: Server) -> RoleHandle:
    """The bot's own role."""
    return server.guild.roles[server.env.backend.bot_user.name]


def private_to(
    server: Server, player: MemberActor, also: Overwrites | None = None, bot: Any = WRITES
) -> Overwrites:
    """What a host sets so that only this player, the hosts and the bot have a channel."""
    return {
        server.guild.default_role: SHUT_OUT,
        bot_role(server): bot,
        server.hosts_role: WRITES,
        player: WRITES,
    } | (also or {})


def fit_channels(server: Server) -> dict[str, ChannelHandle]:
    """Three channels as they should be, by the option that names each."""
    make = server.guild.create_text_channel
    return {
        "dm_channel": make("arena"),
        "dmo_submissions": make("one", overwrites=private_to(server, server.cora)),
        "candidate_submissions": make("two", overwrites=private_to(server, server.zac)),
    }


def made_in_place_of(server: Server, option: str, overwrites: Overwrites) -> dict[str, Any]:
    """Three channels, of which one has these overwrites instead of those that it should have."""
    return fit_channels(server) | {
        option: server.guild.create_text_channel("odd-one", overwrites=overwrites)
    }


async def opened(server: Server, **options: Any) -> tuple[Table | None, InteractionResult]:
    """What comes of a host's `/match open` of Cora against Zac with these options."""
    result = await server.host.slash(
        server.lobby, "match open", dmo=server.cora, candidate=server.zac, **options
    )
    assert server.env.errors == []
    return next(server.bot.house.tables(), None), result


async def problems(server: Server, **options: Any) -> list[str]:
    """What is listed as wrong, the match not being opened and nothing made."""
    before = channels(server)
    table, result = await opened(server, **options)
    assert table is None
    assert result.ephemeral
    assert channels(server) == before
    heading, *lines = answer(result).splitlines()
    assert heading == HEADING
    return lines


async def test_three_fit_channels_are_used_and_no_others_are_made(server: Server):
    given = fit_channels(server)
    before = channels(server)
    table, result = await opened(server, **given)
    assert table is not None, answer(result)
    assert table.seating.channels() == tuple(channel.id for channel in given.values())
    assert channels(server) == before


async def test_three_fit_channels_need_no_permission_to_make_channels(server: Server):
    given = fit_channels(server)
    permissions = PERMISSIONS & ~discord.Permissions(manage_channels=True)
    changes = {"permissions": permissions.value}
    server.env.backend.edit_role(server.guild.id, bot_role(server).id, changes)
    table, result = await opened(server, **given)
    assert table is not None, answer(result)


@pytest.mark.parametrize("option", ["dm_channel", "dmo_submissions", "candidate_submissions"])
async def test_one_fit_channel_is_used_and_the_two_others_are_made(server: Server, option: str):
    given = fit_channels(server)[option]
    before = channels(server)
    table, result = await opened(server, **{option: given})
    assert table is not None, answer(result)
    assert given.id in table.seating.channels()
    assert len(channels(server) - before) == 1 + 2, "a category and two channels"


@pytest.mark.parametrize(
    ("option", "opponent"), [("dmo_submissions", "zac"), ("candidate_submissions", "cora")]
)
async def test_a_channel_that_the_opponent_reads_by_a_role_is_refused_with_the_way_to_mend_it(
    server: Server, option: str, opponent: str
):
    role = server.guild.create_role("Team")
    reader: MemberActor = getattr(server, opponent)
    server.env.backend.add_member_role(server.guild.id, reader.id, role.id)
    player = server.cora if opponent == "zac" else server.zac
    options = made_in_place_of(server, option, private_to(server, player, {role: WRITES}))
    assert await problems(server, **options) == [
        f"- {options[option].mention}: {reader.name} can read it, and must not. Deny "
        f"{reader.name} **View Channel** there by name."
    ]


async def test_denying_that_opponent_by_name_mends_it_though_the_role_still_allows_it(
    server: Server,
):
    role = server.guild.create_role("Team")
    server.env.backend.add_member_role(server.guild.id, server.zac.id, role.id)
    fit = private_to(server, server.cora, {role: WRITES, server.zac: SHUT_OUT})
    table, result = await opened(server, **made_in_place_of(server, "dmo_submissions", fit))
    assert table is not None, answer(result)


@pytest.mark.parametrize("option", ["dmo_submissions", "candidate_submissions"])
async def test_a_channel_that_everybody_reads_is_refused_with_the_way_to_mend_it(
    server: Server, option: str
):
    options = made_in_place_of(server, option, {})
    assert await problems(server, **options) == [
        f"- {options[option].mention}: everybody can read it. Deny @everyone **View Channel** "
        "there."
    ]


def without(lacking: str) -> discord.PermissionOverwrite:
    """All that is needed in a channel but this."""
    return discord.PermissionOverwrite(**(dict.fromkeys(NEEDED, True) | {lacking: False}))


@pytest.mark.parametrize("lacking", NEEDED)
@pytest.mark.parametrize("option", ["dm_channel", "dmo_submissions", "candidate_submissions"])
async def test_each_permission_that_the_bot_lacks_is_named(
    server: Server, option: str, lacking: str
):
    player = server.zac if option == "candidate_submissions" else server.cora
    overwrites: Overwrites = {bot_role(server): without(lacking)}
    if option != "dm_channel":
        overwrites = private_to(server, player, bot=without(lacking))
    options = made_in_place_of(server, option, overwrites)
    (line,) = await problems(server, **options)
    assert line.startswith(f"- {options[option].mention}: I lack the permission **")
    assert f"**{NAMES[lacking]}**" in line
    assert line.endswith("Allow it to me in the channel's settings.")


@pytest.mark.parametrize("lacking", NEEDED)
@pytest.mark.parametrize("option", ["dm_channel", "dmo_submissions", "candidate_submissions"])
async def test_each_permission_that_a_player_lacks_is_named(
    server: Server, option: str, lacking: str
):
    player = server.zac if option == "candidate_submissions" else server.cora
    overwrites: Overwrites = {} if option == "dm_channel" else private_to(server, player)
    options = made_in_place_of(server, option, overwrites | {player: without(lacking)})
    (line,) = await problems(server, **options)
    assert line.startswith(f"- {options[option].mention}: {player.name} lacks the permission **")
    assert f"**{NAMES[lacking]}**" in line
    assert line.endswith("Allow it in the channel's settings.")


async def test_all_that_is_wrong_is_listed_at_once(server: Server):
    everybody = server.guild.create_text_channel("everybody")
    nobody = server.guild.create_text_channel(
        "nobody", overwrites={server.guild.default_role: SHUT_OUT, server.host: WRITES}
    )
    lines = await problems(server, dm_channel=nobody, dmo_submissions=everybody)
    found = [line.split(": ", 1) for line in lines]
    assert [(where.removeprefix("- "), what.split()[0]) for where, what in found] == [
        (nobody.mention, "I"),
        (nobody.mention, "Cora"),
        (nobody.mention, "Zac"),
        (everybody.mention, "everybody"),
    ]


@pytest.mark.parametrize(
    "twice",
    [("dm_channel", "dmo_submissions"), ("dmo_submissions", "candidate_submissions")],
)
async def test_one_channel_cannot_be_given_twice(server: Server, twice: tuple[str, str]):
    given = fit_channels(server)
    assert await problems(server, **(given | dict.fromkeys(twice, server.lobby))) == [
        "- The DM channel and both submissions channels must be three different channels."
    ]


@pytest.mark.parametrize("option", ["dm_channel", "dmo_submissions", "candidate_submissions"])
@pytest.mark.parametrize("used", ["dm", "cora_sub", "zac_sub"])
async def test_a_channel_of_a_live_match_is_refused_and_of_one_called_off_is_not_s17(
    server: Server, option: str, used: str
):
    table = await server.open_match()
    before = channels(server)
    options = fit_channels(server) | {option: getattr(server, used)}
    _, result = await opened(server, **options)
    in_use = f"- {options[option].mention} belongs to a live match already."
    assert [line for line in answer(result).splitlines() if line.startswith(in_use)]
    assert list(server.bot.house.tables()) == [table]
    assert len(channels(server) - before) == 3, "those that were given and no other"
    await confirmed(server.host, server.dm, "call-off")
    _, result = await opened(server, **options)
    assert "live match" not in answer(result)
