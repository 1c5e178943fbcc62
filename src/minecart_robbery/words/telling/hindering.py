"""How it is told what keeps a match from being played: lost places, absent players, slow mode."""

from __future__ import annotations

from collections.abc import Collection

from minecart_robbery.engine.nouns import Seat
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice


def loss_note(why: str, place: Audience, names: Names, permissions: Collection[str] = ()) -> str:
    """Why the house pauses a match: which channel is lost, and how (S27, S28, S29, S32).

    `why` is the name of a sentence, such as gone or forbidden; where permissions are what the
    program lacks, they are named.
    """
    note = say("house", why, place=place_name(place, names))
    if not permissions:
        return note
    named = ", ".join(f"**{permission}**" for permission in permissions)
    return say("house", "permissions", why=note, permissions=named)


def too_slow_note(times: int) -> str:
    """Why hosts have to go on: a clock has started again so often in a row (S64, S65)."""
    return say("house", "too_slow", times=times)


def opponent_reads_note(seat: Seat, names: Names) -> str:
    """Why the house pauses a match: the opponent of `seat` can read their submissions (S20)."""
    place = place_name(Audience.player(seat), names)
    return say("house", "opponent_reads", opponent=names.of(seat.other), place=place)


def opponent_reads_notice(seat: Seat, names: Names) -> Notice:
    """The player hears that the opponent can read what stands in their channel (S20)."""
    line = say("private", "opponent_reads", opponent=names.of(seat.other))
    return Notice(Audience.player(seat), (line,), mentions=(seat,))


def board_note() -> str:
    """Why the house pauses a match of which the table can't be seen any more (S28)."""
    return say("house", "board")


def moved_note() -> str:
    """Why the house pauses a match that goes on in other channels (S28)."""
    return say("house", "moved")


def absence_note(why: str, seat: Seat, names: Names) -> str:
    """Why a player can't take part; `why` is the name of a sentence (S33)."""
    return say("away", why, player=names.of(seat))


def players_back_notice() -> Notice:
    """The hosts hear that nothing keeps the players from going on any more (S33)."""
    return Notice(Audience.HOSTS, (say("hosts", "back"),))


def thread_notice(seat: Seat) -> Notice:
    """A player who wrote in a thread under a match's channel hears where to write (S52)."""
    return Notice(Audience.player(seat), (say("private", "thread"),), mentions=(seat,))


def slow_notices(place: Audience, names: Names) -> tuple[Notice, ...]:
    """The hosts hear of slow mode; the player whose channel it is hears what still works (S33)."""
    hosts = Notice(Audience.HOSTS, (say("hosts", "slow", place=place_name(place, names)),))
    if place.seat is None:
        return (hosts,)
    player = Notice(place, (say("private", "slow"),), mentions=(place.seat,))
    return hosts, player


def place_name(place: Audience, names: Names) -> str:
    """The channel in which an audience is reached, in words."""
    seat = place.seat
    if seat is None:
        return say("house", "dm_channel")
    return say("house", "submissions_channel", player=names.of(seat))
