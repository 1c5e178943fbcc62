"""/minecart settings: who may, what is shown, set, cleared, refused, and what it does (R29)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.engine.rules import RANGES, SETTINGS, RoleDefault
from minecart_robbery.live.standing import STANDING
from tests.chat.server import WITHOUT_WINDOWS, Server, answer, running_server
from tests.chat.test_command_open_channels import WRITES
from tests.chat.test_hosts_log import log_for_hosts

LENGTH_ON_DISCORD = 2000
NOT_ALLOWED = "Only hosts, and members who may manage the server, can see and change its settings."


async def ask(server: Server, by: MemberActor | None = None, **options: Any) -> str:
    """What somebody, a host if not said, is answered to `/minecart settings`."""
    result = await (by or server.host).slash(server.lobby, "minecart settings", **options)
    assert result.ephemeral
    assert server.env.errors == []
    assert len(answer(result)) <= LENGTH_ON_DISCORD
    return answer(result)


async def own(server: Server) -> dict[str, Any]:
    """What the server has set itself."""
    return await server.bot.record.settings.of(server.guild.id)


async def refused(server: Server, by: MemberActor | None = None, **options: Any) -> str:
    """What is answered to something that changes nothing."""
    before = await own(server)
    said = await ask(server, by, **options)
    assert await own(server) == before
    return said


async def test_all_settings_are_shown_with_where_each_value_comes_from(tmp_path: Path):
    async with running_server(tmp_path / "record.db", turn_seconds=90) as server:
        await ask(server, setting="target_gems", value="12")
        lines = (await ask(server)).split("\n")
    assert lines[0].startswith("**Settings of matches that are opened here from now on.**")
    assert [line.split("`")[1] for line in lines[1 : 1 + len(STANDING)]] == list(STANDING)
    for line in (
        "- `target_gems` **12** · set in this server",
        "- `turn_seconds` **90** · set by whoever runs the bot",
        "- `settle_seconds` **0.5** · as shipped",
        "- `shows_picked` **off** · as shipped",
        "- `first_picker` **dmo** · as shipped",
        "- `after_match` **leave** · as shipped",
        "- `hosts_log` **not set** · as shipped",
        "Hosts are members who may manage the server (**/minecart hosts**).",
    ):
        assert line in lines


async def test_they_fit_into_one_message_however_long_they_are(server: Server):
    category = server.guild.create_category("c" * 90)
    await ask(server, setting="archive_category", value=str(category.id))
    await ask(server, setting="hosts_log", value=str(log_for_hosts(server).id))
    for name in SETTINGS:
        choices = await server.host.autocomplete(
            server.lobby, "minecart settings", "value", "", setting=name
        )
        longest = max((choice["value"] for choice in choices), key=len)
        await ask(server, setting=name, value=longest)
    assert (await ask(server)).count("set in this server") == len(SETTINGS) + 2


async def test_one_setting_is_explained_with_what_it_can_be(server: Server):
    assert await refused(server, setting="between_turns_seconds") == (
        "`between_turns_seconds`: Seconds of break before another turn of a round opens; "
        "0 for none.\nNow **0** · as shipped. It can be a whole number from 0 to 60."
    )


SET = {
    "target_gems": ("7", 7),
    "grace_seconds": ("0.25", 0.25),
    "role_default": ("Ask the host", RoleDefault.ASK),
    "first_picker": ("candidate", Seat.CANDIDATE),
    "between_turns_seconds": (" 60 ", 60),
    "shows_picked": ("ON", True),
    "private_prompts": ("off", False),
    "dmo_may_run": ("off", False),
}


@pytest.mark.parametrize("name", SET)
async def test_a_rule_that_is_set_holds_for_matches_opened_afterwards(server: Server, name: str):
    typed, value = SET[name]
    said = await ask(server, setting=name, value=typed)
    assert said.startswith(f"Set: `{name}` is **{typed.strip().lower()}** for matches")
    table = await server.open_match()
    assert getattr(table.match.rules, name) == value
    assert getattr(server.bot.settings.rules, name) != value


async def test_s42_a_match_that_is_open_or_runs_keeps_the_rules_that_it_was_opened_with(
    server: Server,
):
    table = await server.play_to_first_turn()
    before = table.match.rules
    for name, (typed, _) in SET.items():
        await ask(server, setting=name, value=typed)
    assert table.match.rules == before
    await server.restart()
    (table,) = server.bot.house.tables()
    assert table.match.rules == before
    await server.cora.send(server.cora_sub, "north")
    assert "has picked" not in server.last(server.dm)
    await server.zac.send(server.zac_sub, "south")
    assert "Round 1 · Turn 2" in server.last(server.dm), "there is no break"


async def test_what_the_command_says_goes_before_what_the_server_says(server: Server):
    await ask(server, setting="target_gems", value="7")
    await ask(server, setting="turn_seconds", value="30")
    rules = (await server.open_match(target_gems=9)).match.rules
    assert (rules.target_gems, rules.turn_seconds) == (9, 30)


async def test_what_the_server_says_goes_before_the_file_and_that_before_what_is_shipped(
    tmp_path: Path,
):
    async with running_server(tmp_path / "record.db", target_gems=8, turn_seconds=90) as server:
        await ask(server, setting="target_gems", value="7")
        rules = (await server.open_match()).match.rules
    assert (rules.target_gems, rules.turn_seconds, rules.rounds_to_win) == (7, 90, 3)


async def test_a_dmo_opens_a_match_with_the_servers_settings_r30(server: Server):
    await ask(server, setting="target_gems", value="7")
    table = await server.open_match(by=server.cora)
    assert table.match.rules.target_gems == 7


async def test_r30_a_server_keeps_the_dmo_from_opening_matches(server: Server):
    await ask(server, setting="dmo_may_run", value="off")
    options = {"dmo": server.cora, "candidate": server.zac}
    said = answer(await server.cora.slash(server.lobby, "match open", **options))
    assert said.startswith("Only a host can do that.")
    assert list(server.bot.house.tables()) == []


async def test_each_server_has_its_own_settings(server: Server):
    other = server.env.create_guild("Elsewhere")
    boss = MemberActor(server.env, other, other.owner)
    lobby = other.create_text_channel("lobby")
    await ask(server, setting="target_gems", value="7")
    said = answer(await boss.slash(lobby, "minecart settings", setting="target_gems"))
    assert "Now **15** · as shipped" in said


async def test_a_setting_that_is_cleared_is_as_without_the_servers_own_value(tmp_path: Path):
    async with running_server(tmp_path / "record.db", target_gems=8) as server:
        await ask(server, setting="target_gems", value="7")
        for _ in range(2):
            assert await ask(server, setting="target_gems", clear=True) == (
                "This server has no `target_gems` of its own now: it is **8** · "
                "set by whoever runs the bot."
            )
        assert await own(server) == {}
        assert (await server.open_match()).match.rules.target_gems == 8


@pytest.mark.parametrize(
    ("name", "typed", "allowed"),
    [
        ("target_gems", "many", "a whole number from 1 to 99"),
        ("target_gems", "7.5", "a whole number from 1 to 99"),
        ("grace_seconds", "soon", "a number from 0 to 30"),
        ("role_default", "host", "**thief** or **miner** or **random** or **ask the host**"),
        ("first_picker", "Cora", "**dmo** or **candidate**"),
        ("shows_picked", "perhaps", "**on** or **off**"),
        ("after_match", "burn", "**leave** or **lock** or **archive**"),
        ("hosts_log", "nowhere", "a text channel of this server, by its name or from the list"),
        ("archive_category", "lobby", "a category of this server, by its name or from the list"),
    ],
)
async def test_a_value_that_is_none_is_refused_with_what_the_setting_can_be(
    server: Server, name: str, typed: str, allowed: str
):
    assert await refused(server, setting=name, value=typed) == (
        f"“{typed}” is nothing that `{name}` can be, so nothing has changed. It can be {allowed}."
    )


@pytest.mark.parametrize("name", RANGES)
async def test_a_number_out_of_its_range_is_refused_with_the_range(server: Server, name: str):
    least, most = RANGES[name]
    for number in (least - 1, most + 1):
        said = await refused(server, setting=name, value=f"{number:g}")
        assert f"a whole number from {least:g} to {most:g}" in said or (
            f"a number from {least:g} to {most:g}" in said
        )


async def test_what_was_typed_is_shown_as_mere_text(server: Server):
    said = await refused(server, setting="target_gems", value="**@everyone**")
    assert "@everyone" not in said
    assert r"\*\*" in said
    assert "@here" not in await refused(server, setting="@here")


async def test_a_name_that_is_no_setting_is_refused(server: Server):
    asked: list[dict[str, Any]] = [{}, {"value": "7"}, {"clear": True}]
    for options in asked:
        said = await refused(server, setting="target_gem", **options)
        assert said.startswith("There is no setting “target\\_gem”.")


async def test_a_value_or_a_clearing_without_a_setting_is_refused(server: Server):
    asked: list[dict[str, Any]] = [{"value": "7"}, {"clear": True}]
    for options in asked:
        said = await refused(server, **options)
        assert said == "Name a **setting** as well. Nothing has changed."


async def test_a_value_and_a_clearing_at_once_are_refused(server: Server):
    await ask(server, setting="target_gems", value="9")
    said = await refused(server, setting="target_gems", value="7", clear=True)
    assert said == "Give a **value**, or **clear**, but not both. Nothing has changed."


async def test_players_and_spectators_neither_see_nor_change_settings(server: Server):
    await server.open_match()
    for somebody in (server.cora, server.zac, server.spectator):
        for options in ({}, {"setting": "target_gems"}, {"setting": "target_gems", "value": "7"}):
            said = await refused(server, somebody, **options)
            assert said.startswith(NOT_ALLOWED)
            assert "members who may manage the server" in said
        offered = await somebody.autocomplete(
            server.lobby, "minecart settings", "value", "", setting="archive_category"
        )
        assert offered == []


async def test_hosts_by_role_and_managers_who_are_none_can_both_change_settings(server: Server):
    role = server.guild.create_role("Dealers")
    dealer = server.guild.add_member(server.env.create_user("Dee"), roles=[role])
    assert (await refused(server, dealer, setting="target_gems", value="7")).startswith(NOT_ALLOWED)
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    await ask(server, dealer, setting="target_gems", value="7")
    await ask(server, server.host, setting="turn_seconds", value="30")
    assert await own(server) == {"target_gems": 7, "turn_seconds": 30}
    assert "Hosts are members with the role Dealers" in await ask(server)


@pytest.mark.parametrize("form", ["<#{}>", "{}", "log", "#Log"])
async def test_a_channel_is_named_by_mention_id_or_name(server: Server, form: str):
    log = log_for_hosts(server)
    said = await ask(server, setting="hosts_log", value=form.format(log.id))
    assert said.startswith(f"Set: `hosts_log` is **<#{log.id}>**")
    assert await own(server) == {"hosts_log": log.id}


async def test_s20_a_channel_that_everybody_or_a_player_can_read_is_no_hosts_log(server: Server):
    said = await refused(server, setting="hosts_log", value="lobby")
    assert f"<#{server.lobby.id}> can't show the hosts' log, since everybody can read" in said
    await server.open_match()
    log_for_hosts(server, {server.cora: WRITES})
    assert "since a player can read" in await refused(server, setting="hosts_log", value="log")


async def test_a_name_that_two_channels_have_names_neither(server: Server):
    server.guild.create_text_channel("lobby")
    assert "“lobby” is nothing" in await refused(server, setting="hosts_log", value="lobby")


async def test_a_channel_in_which_the_bot_cannot_write_is_refused_with_what_it_lacks(
    server: Server,
):
    channel = server.guild.create_text_channel(
        "log",
        overwrites={server.guild.default_role: discord.PermissionOverwrite(send_messages=False)},
    )
    said = await refused(server, setting="hosts_log", value="log")
    assert said == (
        f"<#{channel.id}>: I lack the permission **Send Messages** there. "
        "Allow it to me in the channel's settings."
    )


async def test_a_channel_that_is_deleted_is_shown_as_gone(server: Server):
    channel = log_for_hosts(server)
    await ask(server, setting="hosts_log", value="log")
    server.env.backend.delete_channel(channel.id)
    said = await refused(server, setting="hosts_log")
    assert "Now **a channel that is not there any more** · set in this server." in said


async def test_channels_are_archived_only_where_there_is_a_category_for_them(server: Server):
    said = await refused(server, setting="after_match", value="archive")
    assert "set **archive_category** first" in said
    category = server.guild.create_category("Old matches")
    await ask(server, setting="archive_category", value="old matches")
    await ask(server, setting="after_match", value="archive")
    assert "a category is needed" in await refused(server, setting="archive_category", clear=True)
    await ask(server, setting="after_match", value="lock")
    await ask(server, setting="archive_category", clear=True)
    assert await own(server) == {"after_match": "lock"}
    assert category.id


async def offered(server: Server, option: str, typed: str, **filled: Any) -> list[str]:
    """The values that a host is offered."""
    found = await server.host.autocomplete(
        server.lobby, "minecart settings", option, typed, **filled
    )
    assert all(len(choice["name"]) <= 100 for choice in found)
    return [choice["value"] for choice in found]


async def test_settings_are_offered_by_what_they_are_called_or_for(server: Server):
    assert await offered(server, "setting", "") == list(STANDING)
    assert await offered(server, "setting", "that a player has") == ["shows_picked"]
    assert "between_turns_seconds" in await offered(server, "setting", "break")


@pytest.mark.parametrize(
    ("setting", "typed", "values"),
    [
        ("target_gems", "", ["7", "15", "1", "99"]),
        ("target_gems", "1", ["15", "1"]),
        ("grace_seconds", "", ["0", "1.5", "30"]),
        ("shows_picked", "", ["on", "off"]),
        ("role_default", "a", ["random", "ask the host"]),
        ("after_match", "", ["leave", "lock", "archive"]),
        ("no_such_setting", "", []),
    ],
)
async def test_values_are_offered_that_the_setting_can_have(
    server: Server, setting: str, typed: str, values: list[str]
):
    await ask(server, setting="target_gems", value="7")
    assert await offered(server, "value", typed, setting=setting) == values


async def test_channels_of_the_right_kind_are_offered(server: Server):
    category = server.guild.create_category("Old matches")
    assert await offered(server, "value", "", setting="archive_category") == [str(category.id)]
    assert await offered(server, "value", "lob", setting="hosts_log") == [str(server.lobby.id)]


async def test_s19_a_channel_that_a_host_cannot_see_is_neither_offered_nor_found_by_its_name(
    server: Server,
):
    role = server.guild.create_role("Dealers")
    dealer = server.guild.add_member(server.env.create_user("Dee"), roles=[role])
    await server.host.slash(server.lobby, "minecart hosts", role=role)
    hidden = discord.PermissionOverwrite(view_channel=False)
    server.guild.create_text_channel("secret", overwrites={server.guild.default_role: hidden})
    said = await refused(server, dealer, setting="hosts_log", value="secret")
    assert "“secret” is nothing that `hosts_log` can be" in said
    found = await dealer.autocomplete(
        server.lobby, "minecart settings", "value", "", setting="hosts_log"
    )
    assert [choice["name"] for choice in found] == ["#lobby"]


async def test_the_rules_that_are_shown_are_those_in_force_in_the_server(server: Server):
    await ask(server, setting="target_gems", value="7")
    await ask(server, setting="first_picker", value="candidate")
    said = answer(await server.spectator.slash(server.lobby, "minecart rules"))
    assert "7 gems win a round" in said
    assert "The candidate chooses who starts as what in odd rounds, the DMO in even ones" in said


async def test_a_setting_that_is_stored_and_can_not_be_used_keeps_no_match_from_being_opened(
    tmp_path: Path,
):
    async with running_server(tmp_path / "record.db", **WITHOUT_WINDOWS) as server:
        await server.bot.record.settings.set(server.guild.id, "target_gems", "many")
        assert "`target_gems` **15** · as shipped" in await ask(server)
        assert (await server.open_match()).match.rules.target_gems == 15
