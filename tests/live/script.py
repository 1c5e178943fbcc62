"""Matches drawn at random, as scripts that can be played at a table, in one order or another."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import Paused, PickingRole, TurnOpen
from minecart_robbery.engine.nouns import Role, Seat, Track
from minecart_robbery.words.player_input import Place
from tests.live.hosted import DM, HOST, SUB, Hosted

QUICKEST_MS = 400
"""Messages of a script are on their way for less than the shortest window."""


@dataclass(frozen=True)
class Message:
    """Something typed `sent` ms after a turn opened, which arrives `delay` ms later."""

    seat: Seat
    place: Place
    text: str
    sent: int
    delay: int

    @property
    def arrives(self) -> int:
        """When it arrives, in ms after the opening."""
        return self.sent + self.delay


TRACKS = [str(track) for track in Track]
PRIVATE = [*TRACKS, *TRACKS, "keep", "nroth", "good luck", "accelerate north", "host!"]
JOINS = ["join north to central", "join central to north", "join south to central"]
OPEN = [*(f"accelerate {mine}" for mine in TRACKS), *JOINS, "south", "well played", "host!"]
WORDS = st.one_of(
    st.tuples(st.just(SUB), st.sampled_from(PRIVATE)),
    st.tuples(st.just(DM), st.sampled_from(OPEN)),
)
SENT = st.one_of(st.integers(1, 3000), st.sampled_from([59_999, 60_000, 60_001, 61_000]))


def _message(seat: Seat, words: tuple[Place, str], sent: int, delay: int) -> Message:
    return Message(seat, *words, sent, delay)


MESSAGES = st.builds(_message, st.sampled_from(Seat), WORDS, SENT, st.integers(0, QUICKEST_MS))
TURNS = st.lists(st.lists(MESSAGES, min_size=1, max_size=6), min_size=1, max_size=4)
RULES = st.fixed_dictionaries(
    {"target_gems": st.integers(1, 4), "rounds_to_win": st.integers(1, 2)}
)


@asynccontextmanager
async def a_house() -> AsyncIterator[Hosted]:
    """A house on a file of its own, for an example of hypothesis."""
    with tempfile.TemporaryDirectory() as folder:
        hosted = await Hosted.open(Path(folder) / "record.db")
        yield hosted
        await hosted.close()


def is_live(hosted: Hosted) -> bool:
    """Whether the match goes on."""
    return hosted.house.table(hosted.number) is not None


async def on_to_a_turn(hosted: Hosted) -> bool:
    """Go on until a turn is open; False if the match has ended."""
    while is_live(hosted):
        match hosted.match.current:
            case TurnOpen():
                return True
            case PickingRole(picker=picker):
                await hosted.do(do.PickRole(picker, Role.MINER), hosted.now + 1)
            case Paused():
                await hosted.do(do.ResumeMatch(HOST))
            case other:
                raise AssertionError(f"nobody would end this: {other}")
    return False


async def play_turn(hosted: Hosted, messages: list[Message]) -> None:
    """Let these messages arrive, in the order in which they do; the turn stays as it is then.

    Their ids follow the script, so that two orders of arrival are of the same messages.
    """
    opened = hosted.now
    for number in sorted(range(len(messages)), key=lambda number: messages[number].arrives):
        message = messages[number]
        await hosted.move_to(opened + message.arrives)
        if is_live(hosted):
            hosted.messages = 200 + number
            at = opened + message.sent
            await hosted.types(message.seat, message.text, message.place, at)
    hosted.messages = 300


async def play(hosted: Hosted, turns: list[list[Message]], rules: dict[str, Any]) -> None:
    """Play a match turn by turn, until it ends or the script does."""
    await hosted.open_match(**rules)
    await play_on(hosted, turns)


async def play_on(hosted: Hosted, turns: list[list[Message]]) -> None:
    """Start the match that was opened and play it, until it ends or the script does."""
    await hosted.move_to(-1000)
    await hosted.do(do.StartMatch(HOST, skip_ready=True))
    for messages in turns:
        if not await on_to_a_turn(hosted):
            return
        opened = hosted.now
        await play_turn(hosted, messages)
        await hosted.move_to(opened + 200_000)


def in_order(turns: list[list[Message]]) -> list[list[Message]]:
    """The same messages, none of them on its way for any time."""
    return [[replace(message, delay=0) for message in messages] for messages in turns]
