"""Answers to interactions: at once, deferred when they take long, and never twice (S13, S24)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

import discord
import pytest

from minecart_robbery.chat import interactions as answering
from minecart_robbery.chat.interactions import OpenInteractions, answer, deferred_if_slow
from minecart_robbery.chat.rendering import Look

SAID = Look("Your pick: **North**.", None, None)


@dataclass
class FakeInteraction:
    """An interaction as discord.py has it: one response, and then follow-ups."""

    id: int = 7
    type: discord.InteractionType = discord.InteractionType.component
    calls: list[str] = field(default_factory=list[str])
    refuses: set[str] = field(default_factory=set[str])
    message: Any = None
    is_done_now: bool = False
    is_old: bool = False
    created_at: datetime = field(default_factory=discord.utils.utcnow)
    channel: Any = None

    def __post_init__(self) -> None:
        self.message = type("Message", (), {"id": 99})

    @property
    def response(self) -> FakeInteraction:
        return self

    @property
    def followup(self) -> FakeInteraction:
        return self

    def is_done(self) -> bool:
        return self.is_done_now

    def is_expired(self) -> bool:
        return self.is_old

    async def _call(self, name: str, *, is_response: bool) -> None:
        self.calls.append(name)
        if name in self.refuses:
            raise OSError("the line is down")
        self.is_done_now = self.is_done_now or is_response

    async def send_message(self, **_: Any) -> None:
        await self._call("send_message", is_response=True)

    async def edit_message(self, **_: Any) -> None:
        await self._call("edit_message", is_response=True)

    async def defer(self, *, ephemeral: bool) -> None:
        await self._call("defer, private" if ephemeral else "defer", is_response=True)

    async def send(self, **_: Any) -> None:
        await self._call("send", is_response=False)

    async def edit_original_response(self, **_: Any) -> None:
        await self._call("edit_original_response", is_response=False)


def as_interaction(fake: FakeInteraction) -> discord.Interaction[Any]:
    return cast("discord.Interaction[Any]", fake)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes longer than a moment takes long."""
    monkeypatch.setattr(answering, "DEFER_AFTER_S", 0.0)


@pytest.fixture
async def interactions():
    """The open interactions of a bot."""
    found = OpenInteractions()
    yield found
    await found.close()


async def later() -> None:
    """A moment goes by."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_letter_that_comes_in_time_is_the_answer(interactions: OpenInteractions):
    fake = FakeInteraction()
    interactions.opened(as_interaction(fake))
    assert await interactions.change(7, SAID) == 99
    assert await interactions.change(7, SAID) is None
    await interactions.nothing_more(7)
    assert fake.calls == ["edit_message"]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("is_refused", [False, True])
async def test_s24_a_press_without_a_quick_answer_is_deferred_and_its_message_changed_later(
    interactions: OpenInteractions, is_refused: bool
):
    """Where that is refused, its letter goes another way."""
    fake = FakeInteraction(refuses={"edit_original_response"} if is_refused else set())
    interactions.opened(as_interaction(fake))
    await later()
    assert fake.calls == ["defer"]
    assert await interactions.change(7, SAID) == (None if is_refused else 99)
    assert fake.calls == ["defer", "edit_original_response"]


@pytest.mark.usefixtures("impatient")
async def test_s24_words_for_a_deferred_interaction_follow_it(interactions: OpenInteractions):
    fake = FakeInteraction(type=discord.InteractionType.application_command)
    interactions.opened(as_interaction(fake))
    await later()
    assert await interactions.give(7, SAID) == 7
    assert fake.calls == ["defer, private", "send"]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("kind", "calls"),
    [
        (discord.InteractionType.component, ["defer", "edit_original_response"]),
        (discord.InteractionType.application_command, ["defer, private", "send"]),
    ],
)
async def test_s24_whoever_was_deferred_is_not_left_waiting_when_no_letter_comes(
    interactions: OpenInteractions, kind: discord.InteractionType, calls: list[str]
):
    fake = FakeInteraction(type=kind)
    interactions.opened(as_interaction(fake))
    await later()
    await interactions.nothing_more(7, SAID)
    assert fake.calls == calls


async def test_what_needs_no_word_is_just_taken_note_of(interactions: OpenInteractions):
    fake = FakeInteraction()
    interactions.opened(as_interaction(fake))
    await interactions.nothing_more(7)
    assert fake.calls == ["defer"]


@pytest.mark.parametrize("name", ["edit_message", "send_message"])
async def test_s24_an_answer_that_is_refused_is_no_answer(
    interactions: OpenInteractions, name: str
):
    fake = FakeInteraction(refuses={name})
    interactions.opened(as_interaction(fake))
    give = interactions.change if name == "edit_message" else interactions.give
    assert await give(7, SAID) is None
    assert fake.calls == [name]


async def test_interactions_that_can_be_answered_no_more_are_forgotten(
    interactions: OpenInteractions,
):
    fake = FakeInteraction(is_old=True)
    interactions.opened(as_interaction(fake))
    interactions.opened(as_interaction(FakeInteraction(id=8)))
    assert await interactions.give(7, SAID) is None
    assert await interactions.give(8, SAID) == 8


@pytest.mark.usefixtures("impatient")
async def test_s24_a_slow_slash_command_is_deferred_and_answered_in_the_end():
    fake = FakeInteraction(type=discord.InteractionType.application_command)
    async with deferred_if_slow(as_interaction(fake)):
        await later()
    await answer(as_interaction(fake), "The match has started.")
    assert fake.calls == ["defer, private", "send"]


async def test_a_quick_slash_command_is_answered_at_once():
    fake = FakeInteraction(type=discord.InteractionType.application_command)
    async with deferred_if_slow(as_interaction(fake)):
        pass
    await later()
    await answer(as_interaction(fake), "The match has started.")
    assert fake.calls == ["send_message"]


async def test_s13_a_second_acknowledgement_is_swallowed():
    """Somebody has answered while the answer was on its way."""

    class Answered(FakeInteraction):
        async def send_message(self, **_: Any) -> None:
            self.is_done_now = True
            self.calls.append("send_message")
            raise OSError("40060")

    fake = Answered(type=discord.InteractionType.application_command)
    await answer(as_interaction(fake), "Done.")
    assert fake.calls == ["send_message", "send"]
