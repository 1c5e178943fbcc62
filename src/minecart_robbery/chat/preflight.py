"""Whether channels and players are fit for a match, and a channel for the hosts' log.

What is wrong is told with how to mend it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import discord

from minecart_robbery.chat.channels import Channels, DmChannel, Players
from minecart_robbery.chat.permissions import can_read, permission_name
from minecart_robbery.chat.rendering import shown
from minecart_robbery.live.hindrances import Absence
from minecart_robbery.live.house import House
from minecart_robbery.live.room import LogTrouble
from minecart_robbery.record import Seating
from minecart_robbery.words.catalogue import say

MOST_CHANNELS = 500
"""So many channels Discord allows in a server, categories among them (S31)."""


def sees_everything(player: discord.Member) -> str | None:
    """Why no overwrite keeps anything from a player: they own the server, or administer it."""
    name = shown(player.display_name)
    if player.guild.owner_id == player.id:
        return say("desk", "opponent_is_owner", player=name)
    if player.guild_permissions.administrator:
        return say("desk", "opponent_is_admin", player=name)
    return None


def open_to_opponents(guild: discord.Guild, seating: Seating) -> list[str]:
    """Which submissions channels of a match an opponent can read, each with how to mend it (S20).

    Or somebody who has played before another one took their seat (S33). A channel or a player that
    is not there is none that reads or is read.
    """
    problems = open_to_former(guild, seating)
    for chair in seating.chairs():
        channel = guild.get_channel(chair.channel)
        opponent = guild.get_member(seating.chair(chair.seat.other).person)
        if isinstance(channel, discord.TextChannel) and opponent is not None:
            problems += _readers(channel, opponent)
    return problems


def open_to_former(guild: discord.Guild, seating: Seating) -> list[str]:
    """Which submissions channels somebody can read who has played there, or against it (S33).

    Administrators can't be kept out; hosts are told of them as of all who read.
    """
    channels = [guild.get_channel(chair.channel) for chair in seating.chairs()]
    former = [guild.get_member(person) for person in sorted(seating.former)]
    return [
        say("desk", "opponent_reads", channel=channel.mention, player=shown(member.display_name))
        for channel in channels
        for member in former
        if isinstance(channel, discord.TextChannel)
        and member is not None
        and sees_everything(member) is None
        and can_read(channel, member)
    ]


def problems_with(channels: Channels, players: Players) -> list[str]:
    """What is wrong with channels that were given, each with how to mend it (S27, S29, S33)."""
    given = channels.given()
    if len({channel.id for channel in given}) < len(given):
        return [say("desk", "same_channel")]
    problems = unable(players.both())
    if channels.dm is not None:
        problems += lacking(channels.dm, players.both())
        problems += shut(channels.dm)
    for channel, player in ((channels.dmo, players.dmo), (channels.candidate, players.candidate)):
        if channel is not None:
            problems += lacking(channel, (player,))
            problems += _readers(channel, players.opponent_of(player))
    return problems + slow(given)


_UNABLE = {
    Absence.TIMED_OUT: "player_timed_out",
    Absence.PENDING: "player_pending",
    Absence.QUARANTINED: "player_quarantined",
}
"""How it is said that a player can do nothing, and what to do about it."""


def kept_from_acting(member: discord.Member) -> Absence | None:
    """Why a member can do nothing at all in their server, whatever a channel allows (S33, S51)."""
    if member.is_timed_out():
        return Absence.TIMED_OUT
    if member.pending:
        return Absence.PENDING
    return Absence.QUARANTINED if member.flags.automod_quarantined_username else None


def unable(players: Iterable[discord.Member]) -> list[str]:
    """Which of the players can do nothing in their server, each with what to do (S33, S51)."""
    return [
        say("desk", _UNABLE[why], player=shown(player.display_name))
        for player in players
        if (why := kept_from_acting(player)) is not None
    ]


def slow(channels: Iterable[DmChannel]) -> list[str]:
    """Which channels have slow mode, each with what to do (S33)."""
    return [
        say("desk", "slow_mode", channel=channel.mention)
        for channel in channels
        if channel.slowmode_delay > 0
    ]


def problems_line(kind: str, problems: list[str]) -> str:
    """All that is wrong, one below the other, under the sentence of that name."""
    lines = [say("desk", "problem", problem=problem) for problem in problems]
    return "\n".join([say("desk", kind), *lines])


def lacks(channel: DmChannel, member: discord.Member) -> list[str]:
    """Which of the permissions that a match needs a member lacks in a channel.

    Whoever can't see a channel has no other permission in it, and whoever can't write there needs
    no links shown: only the one that the others hang on is named (S27).
    """
    in_thread = isinstance(channel, discord.Thread)
    writes = "send_messages_in_threads" if in_thread else "send_messages"
    needed = ["view_channel", writes, "read_message_history"]
    needed += ["embed_links"] if member == channel.guild.me else []
    if in_thread and channel.parent is None:
        return ["view_channel"]
    has = channel.permissions_for(member)
    lacking = [name for name in needed if not getattr(has, name)]
    if "view_channel" in lacking:
        return ["view_channel"]
    return [it for it in lacking if it != "embed_links" or writes not in lacking]


def bot_lacks(channel: DmChannel) -> list[str]:
    """Which permissions the bot lacks to write in a channel, each with how to mend it."""
    return lacking(channel, ())


def lacking(channel: DmChannel, people: Iterable[discord.Member]) -> list[str]:
    """Which permissions the bot and these people lack in a channel.

    Who can do nothing in the whole server is not told of here.
    """
    found: list[str] = []
    for member in (channel.guild.me, *people):
        names = [] if kept_from_acting(member) else lacks(channel, member)
        if names:
            found.append(
                say(
                    "desk",
                    "bot_lacks" if member == channel.guild.me else "player_lacks",
                    channel=channel.mention,
                    player=shown(member.display_name),
                    permissions=", ".join(f"**{permission_name(name)}**" for name in names),
                )
            )
    return found


def shut(channel: DmChannel) -> list[str]:
    """Whether a thread is one in which not everybody may write or read (S29)."""
    match channel:
        case discord.Thread() if channel.is_private():
            return [say("desk", "private_thread", channel=channel.mention)]
        case discord.Thread(archived=archived, locked=locked) if archived or locked:
            return [say("desk", "thread_shut", channel=channel.mention)]
        case _:
            return []


def _readers(channel: discord.TextChannel, opponent: discord.Member) -> list[str]:
    """Whether the opponent, or everybody, can read a submissions channel."""
    all_of_it = sees_everything(opponent)
    if all_of_it is not None:
        return [all_of_it]
    if can_read(channel, channel.guild.default_role):
        return [say("desk", "everybody_reads", channel=channel.mention)]
    if can_read(channel, opponent):
        name = shown(opponent.display_name)
        return [say("desk", "opponent_reads", channel=channel.mention, player=name)]
    return []


def cannot_make(channels: Channels, guild: discord.Guild) -> list[str]:
    """Why the channels that weren't given can't be made, before it is tried (S31)."""
    if channels.is_complete:
        return []
    if not guild.me.guild_permissions.manage_channels:
        return [say("desk", "cannot_make_channels")]
    made = 1 + 3 - len(channels.given())
    if len(guild.channels) + made > MOST_CHANNELS:
        return [say("desk", "too_many_channels", made=made, most=MOST_CHANNELS)]
    return []


_NEEDED = ("view_channel", "send_messages", "read_message_history")


def log_trouble(
    guild: discord.Guild, channel_id: int, players: Collection[int], played_in: Collection[int]
) -> LogTrouble | None:
    """Why a channel can't show the log; None if it can.

    `players` are the ids of those who must not read it, `played_in` the channels of their matches.
    """
    channel = guild.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        return LogTrouble.GONE
    if channel.id in played_in:
        return LogTrouble.MATCH_CHANNEL
    if can_read(channel, guild.default_role):
        return LogTrouble.EVERYBODY_READS
    members = filter(None, map(guild.get_member, players))
    if any(can_read(channel, member) for member in members):
        return LogTrouble.PLAYER_READS
    is_lacking = any(name in _NEEDED for name in lacks(channel, guild.me))
    return LogTrouble.FORBIDDEN if is_lacking else None


def why_no_log(channel: discord.TextChannel, house: House) -> str | None:
    """Why a channel can't be set for the hosts' log, in words; None if it can.

    Whoever plays in a live match of the server must not read it.
    """
    seatings = [it.seating for it in house.tables() if it.seating.server == channel.guild.id]
    players = [chair.person for seating in seatings for chair in seating.chairs()]
    played_in = [played for seating in seatings for played in seating.channels()]
    trouble = log_trouble(channel.guild, channel.id, players, played_in)
    return None if trouble is None else say("log", trouble)
