"""Interactions and their answers: private, with no mention that pings anybody, and given once.

An answer can be too late, or be refused (S24). So nothing ever hangs on one: what a letter says
goes another way then, whoever gave a command is asked to give it again, and a courtesy is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import discord

from minecart_robbery.chat.calls import Refused, attempt, attempt_within
from minecart_robbery.chat.rendering import NOBODY, Look
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.words.catalogue import say

_LOG = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

DEFER_AFTER_S = 1.0
"""An interaction that has no answer by then is deferred: Discord gives up after three seconds."""

ANSWER_WITHIN_S = 3.0
"""So long after an interaction Discord takes an answer to it, unless it was deferred."""

FOLLOW_WITHIN_S = 1.0
"""What follows an interaction that was deferred, later than that, is given as long as this."""


async def answer(interaction: Interaction, text: str, view: discord.ui.View | None = None) -> None:
    """Answer a command or a press to whoever gave it, and to nobody else."""
    await show(interaction, Look(text, None, view))


async def show(interaction: Interaction, look: Look) -> None:
    """Answer a command or a press with more than a text, and nobody else sees it.

    Where that fails, whoever gave a command is asked to give it again; what they asked for is
    posted nowhere (S64).
    """
    if not await _say(interaction, look):
        await _ask_again(interaction)


async def try_to_answer(
    interaction: Interaction, text: str, view: discord.ui.View | None = None
) -> bool:
    """Answer, and ask for nothing where that fails; whether it worked."""
    return await _say(interaction, Look(text, None, view))


async def change(press: Interaction, look: Look) -> None:
    """Answer a press by changing what was pressed; if that can't be, by a word of its own."""
    if not await _change(press, look):
        await show(press, look)


async def defer(interaction: Interaction) -> None:
    """Tell Discord that an answer will come; one to a press leaves its message as it is."""
    if not interaction.response.is_done():
        await _try(interaction, interaction.response.defer(ephemeral=not _is_press(interaction)))


@asynccontextmanager
async def deferred_if_slow(interaction: Interaction) -> AsyncGenerator[None]:
    """Defer an interaction, if what is done about it takes longer than it may (S24)."""
    tasks = Tasks("an answer")
    loop = asyncio.get_running_loop()
    timer = loop.call_later(DEFER_AFTER_S, lambda: tasks.start(defer(interaction)))
    try:
        yield
    finally:
        timer.cancel()


class SlowCommands:
    """Slash commands under way: one that has no answer soon is deferred, whatever it waits for."""

    def __init__(self) -> None:
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._tasks = Tasks("the slash commands")

    def begins(self, interaction: Interaction) -> None:
        """A command was given."""
        loop = asyncio.get_running_loop()
        self._timers[interaction.id] = loop.call_later(DEFER_AFTER_S, self._defer, interaction)

    def ends(self, interaction: Interaction) -> None:
        """All is done about it, or has failed."""
        timer = self._timers.pop(interaction.id, None)
        if timer is not None:
            timer.cancel()

    def _defer(self, interaction: Interaction) -> None:
        self._timers.pop(interaction.id, None)
        self._tasks.start(defer(interaction))

    async def close(self) -> None:
        """Defer nothing more."""
        for timer in self._timers.values():
            timer.cancel()
        await self._tasks.finish()


def member_of(interaction: Interaction) -> discord.Member:
    """Who gave the command; all commands are for servers only."""
    assert isinstance(interaction.user, discord.Member), "these commands are for servers only"
    return interaction.user


async def _say(interaction: Interaction, look: Look) -> bool:
    """Say something to whoever pressed or commanded, at once or deferred; whether that worked."""
    said: dict[str, Any] = look.sent() | {"ephemeral": True, "allowed_mentions": NOBODY}
    response: Any = interaction.response
    if not response.is_done() and await _try(interaction, response.send_message(**said)):
        return True
    if not response.is_done():
        return False
    followup: Any = interaction.followup
    return await _try(interaction, followup.send(**said))


async def _change(press: Interaction, look: Look) -> bool:
    """Change the message under which a press was, at once or deferred; whether that worked."""
    changed: dict[str, Any] = look.changed() | {"allowed_mentions": NOBODY}
    if press.response.is_done():
        return await _try(press, press.edit_original_response(**changed))
    return await _try(press, press.response.edit_message(**changed))


async def _try(interaction: Interaction, call: Awaitable[Any]) -> bool:
    """Answer an interaction, as long as there is time for it; whether that surely worked (S64)."""
    age_s = (discord.utils.utcnow() - interaction.created_at).total_seconds()
    left_s = ANSWER_WITHIN_S - max(age_s, 0)
    outcome = await attempt_within(max(left_s, FOLLOW_WITHIN_S), call)
    if isinstance(outcome, Refused):
        _LOG.info("interaction %d is not answered: %s", interaction.id, outcome.text)
    return not isinstance(outcome, Refused)


async def _ask_again(interaction: Interaction) -> None:
    """Ask whoever gave a command to give it again, where they gave it, if that can be done."""
    channel = interaction.channel
    if _is_press(interaction) or not isinstance(channel, discord.abc.Messageable):
        return
    text = say("desk", "unanswered", person=interaction.user.mention)
    only = discord.AllowedMentions(everyone=False, roles=False, users=[interaction.user])
    outcome = await attempt(channel.send(text, allowed_mentions=only))
    if isinstance(outcome, Refused):
        _LOG.info("nobody is asked to give a command again: %s", outcome.text)


def _is_press(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.component


class OpenInteractions:
    """Interactions that letters may answer, each from when it comes in until it has its answer."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[Interaction, asyncio.TimerHandle]] = {}
        self._tasks = Tasks("the answers")

    def opened(self, interaction: Interaction) -> None:
        """Let letters answer an interaction; it is deferred if none does soon."""
        self._forget_expired()
        loop = asyncio.get_running_loop()
        timer = loop.call_later(DEFER_AFTER_S, self._start_defer, interaction)
        self._open[interaction.id] = (interaction, timer)

    async def give(self, interaction_id: int, look: Look) -> int | None:
        """Answer an interaction, and give its id. None: it can't be answered any more."""
        found = self._taken(interaction_id)
        if found is None or not await _say(found, look):
            return None
        return interaction_id

    async def change(self, interaction_id: int, look: Look) -> int | None:
        """Answer a press by changing the message under which it was; the id of that message.

        None: it can't be answered like that, or not any more.
        """
        found = self._taken(interaction_id)
        if found is None or found.message is None:
            return None
        return found.message.id if await _change(found, look) else None

    async def nothing_more(self, interaction_id: int, look: Look | None = None) -> None:
        """No letter will answer: give a word, or take note, unless it is answered already.

        A word about a press takes the place of what was pressed.
        """
        interaction = self._taken(interaction_id)
        if interaction is None:
            return
        if look is None:
            await defer(interaction)
        elif not _is_press(interaction):
            await _say(interaction, look)
        else:
            await _change(interaction, look)

    def _taken(self, interaction_id: int) -> Interaction | None:
        if interaction_id not in self._open:
            return None
        interaction, timer = self._open.pop(interaction_id)
        timer.cancel()
        return interaction

    def _start_defer(self, interaction: Interaction) -> None:
        self._tasks.start(self._defer(interaction))

    async def _defer(self, interaction: Interaction) -> None:
        if interaction.id in self._open:
            await defer(interaction)

    def _forget_expired(self) -> None:
        for key in [key for key, (it, _) in self._open.items() if it.is_expired()]:
            self._taken(key)

    async def close(self) -> None:
        """Answer nothing more."""
        for key in list(self._open):
            self._taken(key)
        await self._tasks.finish()
