"""The channel of the hosts' log: which a server has set, and why one can't be used.

Nobody who plays reads the log, and not everybody. It knows of channels and permissions, never of
what stands in the log.
"""

from __future__ import annotations

from collections.abc import Collection

import discord

from minecart_robbery.chat.fit import lacks
from minecart_robbery.chat.readers import can_read
from minecart_robbery.live.house import House
from minecart_robbery.live.room import LogTrouble
from minecart_robbery.words.catalogue import say

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
