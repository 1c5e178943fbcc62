"""Who can read what while somebody else comes into a seat: looked at after every single request.

At no moment can anybody read the submissions of the opponent, whoever went those of the seat that
they have left, or whoever comes those of a seat in which they don't sit yet (S20, S33).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import BackendError

from minecart_robbery.chat.messages import moment_of
from minecart_robbery.chat.permissions import Rights
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Paused
from minecart_robbery.engine.nouns import Desk, Seat, Track
from minecart_robbery.live.proceedings import Newcomer
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause
from tests.chat.looking import match_of, picks
from tests.chat.server import Server, answer
from tests.chat.test_channels import VIEW, after_each_request, may
from tests.chat.test_command_open_channels import WRITES, fit_channels, private_to
from tests.chat.test_command_substitute import DONE, both_ready, done, substitute, table_of
from tests.scenarios.world import come_back, delete, leave, permit, sweeps

assert after_each_request, "a fixture"
STEPS = range(1, 6)
"""Shut out of two channels, shut out of one, the match changes hands, let in."""


def sees(server: Server, member: MemberActor, channel: Any) -> bool:
    """Whether a member can see a channel."""
    return bool(may(server, member, channel.id) & VIEW)


class Eyes:
    """Looks at who can read what while Nora takes Zac's seat."""

    def __init__(self, server: Server, nora: MemberActor) -> None:
        self.server, self.nora, self.looks = server, nora, 0

    def look(self) -> None:
        """Nobody can read what they mustn't just now."""
        server = self.server
        self.looks += 1
        assert not sees(server, server.cora, server.zac_sub), "the opponent reads the seat's"
        assert not sees(server, server.zac, server.cora_sub), "whoever goes reads the opponent's"
        assert not sees(server, self.nora, server.cora_sub), "whoever comes reads the opponent's"
        sits = [table.seating.candidate.person for table in server.bot.house.tables()]
        if sees(server, self.nora, server.zac_sub):
            assert sits == [self.nora.id], "whoever comes reads along before they sit there"
        if sits == [self.nora.id]:
            assert not sees(server, server.zac, server.zac_sub), "whoever went reads along"

    def look_at_the_end(self) -> None:
        """Nora reads her channel, and Zac nothing but the DM channel."""
        self.look()
        server = self.server
        assert sees(server, self.nora, server.zac_sub)
        assert not sees(server, server.zac, server.zac_sub)
        assert sees(server, server.zac, server.dm)
        assert sees(server, server.cora, server.cora_sub)


def overwrites(server: Server) -> dict[int, list[tuple[int, int, int]]]:
    """What is allowed and denied by name or role in each channel of the match."""
    found: dict[int, list[tuple[int, int, int]]] = {}
    for channel in (server.dm, server.cora_sub, server.zac_sub):
        given = server.env.backend.channels[channel.id].overwrites
        kept = given.values() if isinstance(given, dict) else given
        found[channel.id] = sorted((it.target_id, it.allow, it.deny) for it in kept)
    return found


async def test_s20_after_each_request_nobody_reads_what_they_must_not(
    server: Server, after_each_request: list[Callable[[], None]]
):
    eyes = Eyes(server, server.join("Nora"))
    await server.play_to_first_turn()
    after_each_request.append(eyes.look)
    await done(server, eyes.nora)
    await both_ready(server, eyes.nora)
    eyes.look_at_the_end()
    assert eyes.looks > 8


async def test_s20_in_channels_of_the_hosts_own_it_is_just_so(
    server: Server, after_each_request: list[Callable[[], None]]
):
    eyes = Eyes(server, server.join("Nora"))
    channels: dict[str, Any] = fit_channels(server)
    await server.play_to_first_turn(**channels)
    after_each_request.append(eyes.look)
    await done(server, eyes.nora)
    eyes.look_at_the_end()
    denied = discord.PermissionOverwrite(view_channel=False).pair()[1].value
    named = {who: deny for who, _, deny in overwrites(server)[server.cora_sub.id]}
    assert named[server.zac.id] == named[eyes.nora.id] == denied


async def test_s20_whoever_went_stays_shut_out_though_a_role_would_let_them_in(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    server.env.backend.add_member_role(server.guild.id, server.zac.id, server.hosts_role.id)
    await permit(server, server.zac_sub, server.hosts_role.id, by_role=True)
    await permit(server, server.cora_sub, server.hosts_role.id, by_role=True)
    assert not sees(server, server.zac, server.zac_sub)
    assert not sees(server, server.zac, server.cora_sub)


async def test_s28_a_match_does_not_move_to_a_channel_that_whoever_went_can_read(server: Server):
    nora = server.join("Nora")
    table = await server.play_to_first_turn()
    await done(server, nora)
    new = server.guild.create_text_channel(
        "odd", overwrites=private_to(server, nora, {server.zac: WRITES})
    )
    result = await server.host.slash(server.dm, "match channels", candidate_submissions=new)
    assert f"<#{new.id}>: Zac can read it, and must not" in answer(result)
    assert table.seating.candidate.channel == server.zac_sub.id


async def test_s33_nothing_goes_on_while_whoever_went_can_read_submissions_again(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    await server.host.slash(server.dm, "match pause")
    await permit(server, server.zac_sub, server.zac.id)
    await server.restart()
    result = await server.host.slash(server.dm, "match resume")
    assert "Zac can read it, and must not" in answer(result)
    assert isinstance(match_of(server).current, Paused)


def fail_at(
    server: Server, monkeypatch: pytest.MonkeyPatch, number: int, until: int | None = None
) -> None:
    """Let Discord refuse to change who sees a channel, the call of that number, from 1."""
    set_overwrite, count, last = server.env.backend.set_overwrite, 0, until or number

    def set_or_refuse(*args: Any, **kwargs: Any) -> Any:
        nonlocal count
        count += 1
        if number <= count <= last:
            raise BackendError(403, 50013, "Missing Permissions")
        return set_overwrite(*args, **kwargs)

    monkeypatch.setattr(server.env.backend, "set_overwrite", set_or_refuse)


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_s33_where_discord_refuses_before_the_match_has_changed_hands_all_is_as_it_was(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    after_each_request: list[Callable[[], None]],
    number: int,
):
    eyes = Eyes(server, server.join("Nora"))
    await server.play_to_first_turn()
    before, match = overwrites(server), match_of(server)
    after_each_request.append(eyes.look)
    fail_at(server, monkeypatch, number)
    said = await substitute(server, eyes.nora)
    assert "Missing Permissions" in said
    assert "put back" in said
    assert overwrites(server) == before
    assert match_of(server) == match
    assert table_of(server).seating.candidate.person == server.zac.id
    monkeypatch.undo()
    await done(server, eyes.nora)
    eyes.look_at_the_end()


async def test_s33_what_cannot_be_put_back_is_named_and_gives_nobody_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    eyes = Eyes(server, server.join("Nora"))
    await server.play_to_first_turn()
    fail_at(server, monkeypatch, 3, until=99)
    said = await substitute(server, eyes.nora)
    assert f"could not put back who can see <#{server.zac_sub.id}>" in said
    eyes.look()
    assert not sees(server, server.zac, server.zac_sub)


async def test_s33_where_discord_refuses_to_let_them_in_that_is_said_and_given_again(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    after_each_request: list[Callable[[], None]],
):
    eyes = Eyes(server, server.join("Nora"))
    await server.play_to_first_turn()
    after_each_request.append(eyes.look)
    fail_at(server, monkeypatch, 4)
    said = await substitute(server, eyes.nora)
    assert said.startswith("Nora plays on now, but Discord refused")
    assert table_of(server).seating.candidate.person == eyes.nora.id
    assert not sees(server, eyes.nora, server.zac_sub)
    events = len(await server.bot.record.events(table_of(server).seating.match))
    monkeypatch.undo()
    await done(server, eyes.nora)
    eyes.look_at_the_end()
    assert len(await server.bot.record.events(table_of(server).seating.match)) == events


class DiedError(Exception):
    """The program ends here."""


def die_before(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Let the program end before the step of this number, from 1."""
    count = 0
    change, seat = Rights.change, Table.seat

    def next_step() -> None:
        nonlocal count
        count += 1
        if count == step:
            raise DiedError

    async def change_or_die(*args: Any) -> Any:
        next_step()
        return await change(*args)

    async def seat_or_die(*args: Any) -> Any:
        next_step()
        return await seat(*args)

    monkeypatch.setattr(Rights, "change", change_or_die)
    monkeypatch.setattr(Table, "seat", seat_or_die)


def forestalled_by(
    monkeypatch: pytest.MonkeyPatch, name: str, first: Callable[[], Awaitable[Any]]
) -> None:
    """Let something else happen just before the table does what this method is for, once."""
    method, is_first = getattr(Table, name), True

    async def first_the_other(*args: Any) -> Any:
        nonlocal is_first
        if is_first:
            is_first = False
            await first()
        return await method(*args)

    monkeypatch.setattr(Table, name, first_the_other)


@pytest.mark.parametrize("step", STEPS)
async def test_s33_cut_off_before_any_step_nothing_leaks_and_it_can_be_given_again(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    after_each_request: list[Callable[[], None]],
    step: int,
):
    eyes = Eyes(server, server.join("Nora"))
    await server.play_to_first_turn()
    await server.zac.send(server.zac_sub, "south")
    after_each_request.append(eyes.look)
    die_before(monkeypatch, step)
    assert "Something went wrong on my side" in await substitute(server, eyes.nora)
    await server.restart()
    eyes.look()
    await sweeps(server, 2)
    await done(server, eyes.nora)
    eyes.look_at_the_end()
    if isinstance(match_of(server).current, Paused):
        await server.host.slash(server.dm, "match resume")
    await both_ready(server, eyes.nora)
    assert picks(server) == {Seat.CANDIDATE: Track.SOUTH}


async def test_s33_a_match_that_ends_meanwhile_is_not_changed_and_all_is_put_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    nora = server.join("Nora")
    table = await server.play_to_first_turn()
    before = overwrites(server)

    async def call_off() -> None:
        await table.do(do.CallOff(Desk.HOST), Cause("i:1"), moment_of(server.dm.id))

    forestalled_by(monkeypatch, "seat", call_off)
    said = await substitute(server, nora)
    assert said.startswith("This match has ended.")
    assert overwrites(server) == before
    assert table.seating.candidate.person == server.zac.id


async def test_s28_a_match_that_moves_meanwhile_is_not_changed_and_all_is_put_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    nora = server.join("Nora")
    table = await server.play_to_first_turn()
    before, new = overwrites(server), fit_channels(server)["candidate_submissions"]
    candidate = replace(table.seating.candidate, channel=new.id)
    moved = replace(table.seating, candidate=candidate)

    async def move() -> None:
        assert await table.move_to(moved, [], Cause("i:1"), moment_of(new.id))

    forestalled_by(monkeypatch, "seat", move)
    said = await substitute(server, nora)
    assert "have changed meanwhile" in said
    assert overwrites(server) == before
    assert (table.seating.candidate.person, table.seating.candidate.channel) == (
        server.zac.id,
        new.id,
    )


async def test_s28_a_match_that_is_moved_while_its_seat_is_taken_keeps_whoever_took_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    nora = server.join("Nora")
    table = await server.play_to_first_turn()
    new, before = server.guild.create_text_channel("arena"), table.seating
    chair = replace(before.candidate, person=nora.id, name="Nora")

    async def seat() -> None:
        command, at = do.Substitute(Desk.HOST, Seat.CANDIDATE), moment_of(new.id)
        newcomer = Newcomer(chair, "Nora")
        assert await table.seat(command, newcomer, before, Cause("i:1"), at, "Hanna")

    forestalled_by(monkeypatch, "move_to", seat)
    await server.host.slash(server.dm, "match channels", dm_channel=new)
    assert table.seating.candidate.person == nora.id
    assert table.seating.dm_channel == new.id


async def test_s33_while_a_seat_changes_hands_nobody_is_missed_in_it(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    await sweeps(server, 2)
    assert not isinstance(match_of(server).current, Paused)


async def test_s33_whoever_plays_on_is_missed_when_they_leave_too(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await leave(server, server.zac)
    await done(server, nora)
    await server.host.slash(server.dm, "match resume")
    await both_ready(server, nora)
    await server.env.advance_time(1)
    await leave(server, nora)
    assert isinstance(match_of(server).current, Paused)
    said = "\n".join(it.text for it in server.said(server.dm))
    assert "Nora has left this server" in said


async def test_s33_whoever_has_left_is_shut_out_also_when_they_come_back(server: Server):
    eyes = Eyes(server, server.join("Nora"))
    await server.play_to_first_turn()
    await leave(server, server.zac)
    await done(server, eyes.nora)
    await come_back(server, server.zac)
    eyes.look_at_the_end()


@pytest.mark.parametrize("lost", ["zac_sub", "cora_sub"])
async def test_s28_a_lost_channel_keeps_nobody_from_playing_on(server: Server, lost: str):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await delete(server, getattr(server, lost))
    await done(server, nora)
    assert table_of(server).seating.candidate.person == nora.id


async def test_s13_two_hosts_at_once_let_one_person_after_the_other_play_on(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    for _ in range(2):
        assert (await substitute(server, nora)).startswith(DONE)
    sat = await server.bot.record.who_sat(table_of(server).seating.match)
    assert [it.name for it in sat] == ["Zac"]
