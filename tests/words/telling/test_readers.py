"""How hosts are told who can read a submissions channel: in groups, marked, and never too long."""

from __future__ import annotations

import re

import pytest

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.names import Names, Person
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.telling.hindering import opponent_reads_note, opponent_reads_notice
from minecart_robbery.words.telling.readers import (
    EVERYBODY,
    MOST_LETTERS,
    OpenRole,
    Reader,
    Readership,
    asked_notice,
    new_readers_notice,
    read_by_opponents,
    readers_text,
)
from tests.words.telling.stage import CORA, NAMES, ZAC

OPPONENT = Reader(1, "Zac", is_opponent=True, is_administrator=True)
OWNER = Reader(2, "Olga", is_administrator=True, roles=("Mods",))
ROOT_BOT = Reader(3, "Beep", is_bot=True, is_administrator=True)
BOT = Reader(4, "Bop", is_bot=True)
MOD = Reader(5, "Max", roles=("Mods", "Hosts"))
SAM = Reader(6, "Sam")
ROLES = (OpenRole("Owners", is_administrator=True), OpenRole("Mods"))
CHANNELS = {CORA: "<#7>", ZAC: "<#8>"}
HEADING = "**<#7>** can be read, besides Cora and me, by:"
LONGEST = "W" * 32
CROWD = tuple(Reader(it, LONGEST, roles=("Mods",)) for it in range(10, 500))


def shown(readership: Readership) -> list[str]:
    """The lines in which the readers of Cora's channel are shown."""
    return readers_text({CORA: readership}, CHANNELS, NAMES).splitlines()


def alarm(readership: Readership, *known: int) -> str | None:
    """What the hosts are told of the readers of Cora's channel who aren't known."""
    notice = new_readers_notice(CORA, readership, frozenset(known), NAMES)
    if notice is None:
        return None
    assert notice.to is Audience.HOSTS
    (line,) = notice.lines
    return line


def test_every_reader_is_named_once_the_gravest_first_and_marked():
    people = (SAM, MOD, BOT, ROOT_BOT, OWNER, OPPONENT)
    assert shown(Readership(people, ROLES)) == [
        HEADING,
        "- ⚠️ the opponent: Zac (administrator)",
        "- administrators: Beep (bot), Olga",
        "- bots: Bop",
        "- roles: Owners (administrator), Mods",
        "- members: Sam, Max (by Mods, Hosts)",
    ]


def test_where_nobody_else_reads_it_is_said():
    assert shown(Readership()) == [HEADING, "- nobody"]


def test_where_everybody_reads_only_those_are_named_who_are_more_than_members():
    assert shown(Readership((SAM, BOT), is_everybody=True)) == [
        HEADING,
        "- ⚠️ everybody in this server",
        "- bots: Bop",
    ]


def test_where_not_all_members_are_known_it_is_said():
    *_, last = shown(Readership((SAM,), is_complete=False))
    assert last.startswith("- Discord has not told me of all members yet")


def test_both_channels_stand_under_what_is_said_before():
    both = {CORA: Readership(), ZAC: Readership((SAM,))}
    assert readers_text(both, CHANNELS, NAMES, "Done.").splitlines() == [
        "Done.",
        HEADING,
        "- nobody",
        "**<#8>** can be read, besides Zac and me, by:",
        "- members: Sam",
    ]


def test_without_any_channel_only_that_is_said():
    assert readers_text({}, CHANNELS, NAMES, "Done.") == "Done."


@pytest.mark.parametrize("before", ["", "d" * 500])
@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("name", ["W", LONGEST, "\\_" * 32, "n" * 300])
def test_however_many_read_it_fits_one_message_and_no_group_is_left_out(
    before: str, complete: bool, name: str
):
    kinds = [{}, {"is_bot": True}, {"is_administrator": True}]
    people = [
        Reader(it * 3 + at, name, **kind) for it in range(400) for at, kind in enumerate(kinds)
    ]
    crowd = Readership(
        (OPPONENT, *people), tuple(OpenRole(name) for _ in range(250)), is_complete=complete
    )
    text = readers_text({CORA: crowd, ZAC: crowd}, CHANNELS, NAMES, before)
    assert len(text) <= MOST_LETTERS
    for group in ("⚠️ the opponent", "administrators", "bots", "roles", "members"):
        assert text.count(f"- {group}: ") == 2


def test_those_left_out_are_counted():
    *_, members = shown(Readership(CROWD))
    named, _, more = members.rpartition(" and ")
    left, word = more.split()
    assert word == "more"
    assert named.count(LONGEST) + int(left) == len(CROWD)
    assert named.count(LONGEST) > 30


def test_only_those_who_are_not_known_are_an_alarm_the_gravest_first_and_marked():
    people = (SAM, MOD, BOT, ROOT_BOT, OWNER, OPPONENT)
    assert alarm(Readership(people), SAM.person) == (
        "🔔 Hosts: Zac (the opponent, administrator), Beep (administrator, bot), "
        "Olga (administrator), Bop (bot), Max can now read Cora's submissions channel."
    )


ALEXES = Names(Person("Alex", "alex_d"), Person("Zac", "zac"))
HOST_ALEX = Reader(2, Person("alex", "boss"), is_administrator=True)
"""Looks like the player whose submissions are read."""


def test_r35_readers_who_look_alike_are_told_apart_by_their_user_names():
    twins = (Reader(7, Person("Sam", "sam_1")), Reader(8, Person("SAM", "sam_2"), roles=("Mods",)))
    assert shown(Readership(twins))[-1] == "- members: Sam (sam_1), SAM (sam_2) (by Mods)"
    line = alarm(Readership(twins))
    assert line == "🔔 Hosts: Sam (sam_1), SAM (sam_2) can now read Cora's submissions channel."


def test_r35_readers_without_user_names_who_look_alike_are_told_apart_by_their_ids():
    twins = (Reader(7, "Sam"), Reader(8, "sam"))
    assert shown(Readership(twins))[-1] == "- members: Sam (7), sam (8)"


def test_r35_a_reader_who_looks_like_a_player_is_told_apart_from_them_in_both_lists():
    both = {
        CORA: Readership((HOST_ALEX, Reader(1, ALEXES.candidate, is_opponent=True))),
        ZAC: Readership((HOST_ALEX, Reader(9, ALEXES.dmo, is_opponent=True))),
    }
    assert readers_text(both, CHANNELS, ALEXES).splitlines() == [
        "**<#7>** can be read, besides Alex (alex_d) and me, by:",
        "- ⚠️ the opponent: Zac",
        "- administrators: alex (boss)",
        "**<#8>** can be read, besides Zac and me, by:",
        "- ⚠️ the opponent: Alex (alex_d)",
        "- administrators: alex (boss)",
    ]


def test_r35_an_alarm_tells_a_reader_from_the_player_whose_channel_it_is():
    notice = new_readers_notice(CORA, Readership((HOST_ALEX,)), frozenset(), ALEXES)
    assert notice is not None
    assert notice.lines == (
        "🔔 Hosts: alex (boss) (administrator) can now read Alex (alex_d)'s submissions channel.",
    )


def test_r35_s49_of_a_crowd_all_who_are_named_are_told_apart():
    kinds = [{}, {"is_bot": True}, {"is_administrator": True}]
    people = tuple(
        Reader(10_000 + it, Person("Al", str(it)), **kinds[it % 3]) for it in range(3000)
    )
    text = readers_text({CORA: Readership(people)}, CHANNELS, NAMES)
    named = re.findall(r"Al(?: \(\d+\))?", text)
    assert len(named) == len(set(named)) > 100
    assert "Al" not in named


def test_where_all_are_known_there_is_no_alarm():
    assert alarm(Readership((SAM,)), SAM.person) is None


def test_everybody_is_one_alarm_and_then_nobody_is_named():
    everybody = Readership((SAM, BOT), is_everybody=True)
    assert alarm(everybody) == (
        "🔔 Hosts: everybody in this server can now read Cora's submissions channel."
    )
    assert alarm(everybody, EVERYBODY) is None


def test_an_alarm_fits_one_message_however_many_are_new():
    line = alarm(Readership(CROWD))
    assert line is not None
    assert len(line) < MOST_LETTERS
    assert " more can now read" in line


def test_who_can_read_is_known_by_id_and_everybody_by_one_of_their_own():
    assert Readership((SAM, BOT)).ids() == {SAM.person, BOT.person}
    assert Readership((SAM,), is_everybody=True).ids() == {SAM.person, EVERYBODY}


def test_the_channels_that_an_opponent_reads_are_found():
    both = {CORA: Readership((SAM,)), ZAC: Readership((SAM, OPPONENT))}
    assert read_by_opponents(both) == [ZAC]


@pytest.mark.parametrize("seat", list(Seat))
def test_an_opponent_who_reads_is_named_to_everybody_and_the_player_is_warned(seat: Seat):
    player, opponent = NAMES.of(seat), NAMES.of(seat.other)
    assert opponent_reads_note(seat, NAMES) == f"{opponent} can read {player}'s submissions channel"
    notice = opponent_reads_notice(seat, NAMES)
    assert (notice.to, notice.mentions) == (Audience.player(seat), (seat,))
    assert notice.lines[0].startswith(f"⚠️ **{opponent} can read this channel just now,**")


def test_when_a_player_opens_a_match_the_hosts_are_called_to_look():
    notice = asked_notice("Cora")
    assert notice.to is Audience.HOSTS
    assert notice.lines == (
        "🔔 Hosts: Cora has opened this match. See who can read its submissions channels with "
        "**/match readers**.",
    )
