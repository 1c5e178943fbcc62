"""Interactions: what people command and press, and how the bot may answer that.

The first answer within three seconds (10062), and only once (40060); after it changes and further
answers by the interaction's token, for fifteen minutes.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from tests.stand_in import messages
from tests.stand_in.messages import fill, is_ephemeral, publish
from tests.stand_in.payloads import message_payload
from tests.stand_in.refusals import Refused, unknown
from tests.stand_in.validating import check_message
from tests.stand_in.world import EPHEMERAL, Channel, Member, Message, World

ANSWER_SECONDS, TOKEN_SECONDS = 3.0, 15 * 60.0


class Kind(IntEnum):
    """What somebody did."""

    COMMAND = 2
    PRESS = 3
    AUTOCOMPLETE = 4


class Callback(IntEnum):
    """How an interaction is answered first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8


@dataclass(eq=False)
class Interaction:
    """An interaction, from when it is made. `answers` are the messages that answered it.

    It is `settled` when it has an answer that can be read (a message, a change of the one that was
    pressed, choices), or when a press was taken note of without any.
    """

    id: int
    token: str
    kind: Kind
    by: Member
    channel: Channel
    pressed: Message | None = None
    began: float = field(default_factory=time.monotonic)
    first: Callback | None = None
    took_s: float = 0.0
    is_loading: int | None = None
    answers: list[Message] = field(default_factory=list)
    choices: list[dict[str, Any]] = field(default_factory=list)
    changes: int = 0
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_failed(self) -> bool:
        """Whether its time is over and it was not answered: "The application did not respond"."""
        return self.first is None and time.monotonic() - self.began > ANSWER_SECONDS

    @property
    def original(self) -> Message:
        """The message that its first answer made or changed."""
        if self.first in (Callback.UPDATE, Callback.DEFERRED_UPDATE) and self.pressed is not None:
            return self.pressed
        if not self.answers:
            raise unknown("message")
        return self.answers[0]


class Desk:
    """All interactions, by their tokens."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_token: dict[str, Interaction] = {}

    def begin(
        self, kind: Kind, by: Member, channel: Channel, pressed: Message | None = None
    ) -> Interaction:
        """Somebody commands or presses something in a channel."""
        id = self._world.new_id()
        interaction = Interaction(id, f"aW50ZXJhY3Rpb246{id:x}", kind, by, channel, pressed)
        self._by_token[interaction.token] = interaction
        return interaction

    # ------------------------------------------------------------- the first answer

    def call_back(self, id: int, token: str, body: dict[str, Any]) -> dict[str, Any]:
        """`POST /interactions/{id}/{token}/callback`."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != id or interaction.is_failed:
            raise unknown("interaction")
        if interaction.first is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        callback, data = Callback(body["type"]), body.get("data") or {}
        self._answer_first(interaction, callback, data)
        interaction.first, interaction.took_s = callback, time.monotonic() - interaction.began
        return self._called_back(interaction)

    def _answer_first(
        self, interaction: Interaction, callback: Callback, data: dict[str, Any]
    ) -> None:
        match callback:
            case Callback.MESSAGE:
                self._say(interaction, data)
            case Callback.DEFERRED_MESSAGE:
                interaction.is_loading = (data.get("flags") or 0) & EPHEMERAL
            case Callback.UPDATE if interaction.pressed is not None:
                self._change(interaction, interaction.pressed, data)
            case Callback.DEFERRED_UPDATE if interaction.pressed is not None:
                interaction.settled.set()
            case Callback.CHOICES if interaction.kind is Kind.AUTOCOMPLETE:
                interaction.choices = data["choices"]
                interaction.settled.set()
            case _:
                raise Refused(400, 50035, "Invalid Form Body")

    def _called_back(self, interaction: Interaction) -> dict[str, Any]:
        assert interaction.first is not None
        told: dict[str, Any] = {
            "id": str(interaction.id),
            "type": int(interaction.kind),
            "response_message_loading": interaction.is_loading is not None,
            "response_message_ephemeral": bool(interaction.is_loading),
        }
        resource: dict[str, Any] = {"type": int(interaction.first)}
        if interaction.first in (Callback.MESSAGE, Callback.UPDATE):
            resource["message"] = message_payload(interaction.original)
            told["response_message_id"] = str(interaction.original.id)
            told["response_message_ephemeral"] = interaction.original.to is not None
        return {"interaction": told, "resource": resource}

    # ------------------------------------------------------------- by the token

    def by_token(self, token: str) -> Interaction:
        """The interaction with a token that still works, and that has been answered."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.first is None:
            raise unknown("webhook")
        if time.monotonic() - interaction.began > TOKEN_SECONDS:
            raise Refused(401, 50027, "Invalid Webhook Token")
        return interaction

    def expire(self, interaction: Interaction) -> None:
        """Let its time be over: no first answer, no further one."""
        interaction.began -= TOKEN_SECONDS

    def follow_up(self, token: str, body: dict[str, Any]) -> Message:
        """`POST /webhooks/{application}/{token}`; the first one takes a deferred one's place."""
        interaction = self.by_token(token)
        if interaction.is_loading is not None:
            body = body | {"flags": interaction.is_loading}
            interaction.is_loading = None
        return self._say(interaction, body)

    def message(self, token: str, which: str) -> Message:
        """The message `@original`, or one of its further answers by its id."""
        interaction = self.by_token(token)
        if which == "@original":
            return interaction.original
        found = [it for it in interaction.answers if it.id == int(which)]
        if not found:
            raise unknown("message")
        return found[0]

    def change(self, token: str, which: str, body: dict[str, Any]) -> Message:
        """`PATCH /webhooks/{application}/{token}/messages/{which}`."""
        interaction = self.by_token(token)
        if which == "@original" and interaction.is_loading is not None:
            return self.follow_up(token, body)
        message = self.message(token, which)
        self._change(interaction, message, body)
        return message

    def delete(self, token: str, which: str) -> None:
        """`DELETE /webhooks/{application}/{token}/messages/{which}`."""
        messages.remove(self._world, self.message(token, which))

    def _say(self, interaction: Interaction, body: dict[str, Any]) -> Message:
        check_message(body)
        message = Message(self._world.new_id(), interaction.channel, self._world.bot)
        message.to = interaction.by.user.id if is_ephemeral(body) else None
        message.token = interaction.token
        bot = interaction.channel.guild.members[self._world.bot.id]
        fill(message, bot, body)
        publish(self._world, message)
        interaction.answers.append(message)
        interaction.settled.set()
        return message

    def _change(self, interaction: Interaction, message: Message, body: dict[str, Any]) -> None:
        bot = interaction.channel.guild.members[self._world.bot.id]
        messages.change(self._world, message, bot, body)
        interaction.changes += 1
        interaction.settled.set()
