"""What people do in the channels and at the host's desk, on its way to the match's table."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from minecart_robbery.engine import Steps
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.corrections import last_turn_over
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Desk as Actor
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import PickedBy, StartsAs
from minecart_robbery.live.addressing import Typed, own_place
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.house import House
from minecart_robbery.live.proceedings import Overtaken
from minecart_robbery.live.table import Table
from minecart_robbery.record import Cause, KeptMessage, Seating, may_pass
from minecart_robbery.rehearsal.messages import Body, Channels, Sender, body_of, moment_of, typed_in
from minecart_robbery.rehearsal.requests import LONGEST_REASON, Arguments, Desk
from minecart_robbery.rehearsal.room import Presses, shown, timestamp
from minecart_robbery.words.answers import done_line, refusal_line
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import text_of
from minecart_robbery.words.panels import Panel
from minecart_robbery.words.player_input import opened_by
from minecart_robbery.words.rules import which_rounds
from minecart_robbery.words.telling.status import status_notice

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a request: whether it was done, and what is said to whoever made it."""

    is_ok: bool
    text: str = ""


DONE = Done(True)


def not_done(name: str, **filled_in: int) -> Done:
    """It was not done; the sentence of that name says why."""
    return Done(False, say("rehearsal", name, **filled_in))


class Listener:
    """Hears what people do in the channels. Whether they may look into them, others have asked."""

    def __init__(self, house: House, channels: Channels, presses: Presses, clock: Clock) -> None:
        self._house = house
        self._channels = channels
        self._presses = presses
        self._clock = clock

    async def say(self, match: int, channel: int, writer: Sender, text: str, request: str) -> Done:
        """Somebody writes a message; the same request again is the same message (S13)."""
        nonce = _nonce(match, writer, request)
        try:
            with self._house.writing():
                sent = await self._channels.send(
                    match, channel, writer, Body(text), nonce, may_wait=True
                )
            await self._hear(sent)
        except Exception as error:
            if not may_pass(error):
                raise
            _LOG.warning("what was typed can't be written down just now: %s", error)
            table = self._house.table_at(channel)
            if table is not None:
                table.fall_behind()
            return Done(True, say("rehearsal", "kept"))
        return DONE

    async def write_waiting(self) -> None:
        """Write down what could not be, if that can be done by now: then it is shown (S48)."""
        if self._channels.is_anything_waiting:
            with self._house.writing():
                await self._channels.write_waiting()

    async def edit(self, message: KeptMessage, writer: Sender, text: str) -> Done:
        """Somebody changes their own message: it counts by the moment at which they do (R16)."""
        if message.sender != writer:
            return not_done("not_yours")
        was = body_of(message)
        if was.text == text:
            return DONE
        try:
            with self._house.writing():
                edited = await self._channels.edit(message.id, replace(was, text=text))
        except Exception:
            table = self._house.table_at(message.channel)
            if table is not None:
                table.lost(self._clock.now_ms())
            raise
        if edited is None:
            return not_done("no_message")
        await self._hear(edited)
        return DONE

    async def delete(self, message: KeptMessage, writer: Sender) -> Done:
        """Somebody takes a message away: their own, what was shown to them alone, as host any."""
        is_for_them = message.private_to is not None and writer.seat is message.private_to
        if writer not in (Sender.HOST, message.sender) and not is_for_them:
            return not_done("not_yours")
        if await self._channels.delete(message.id) is not None:
            await self._house.messages_deleted(message.channel, [message.id])
        return DONE

    async def press(
        self, message: KeptMessage, seating: Seating, writer: Sender, says: str, request: str
    ) -> Done:
        """Somebody presses a button; what comes of it is told where it stood (S25)."""
        panel = body_of(message).panel
        if panel is None or not any(button.says == says for row in panel.rows for button in row):
            return not_done("no_button")
        seat = writer.seat
        if seat is None:
            return Done(False, say("pressed", "not_a_player"))
        own = own_place(seating, writer.person, message.channel)
        if own is None or message.private_to not in (None, seat):
            whose = shown(_whose(message, seating))
            return Done(False, say("pressed", "not_yours", player=whose))
        table = self._house.table(message.match)
        if table is None:
            return Done(False, say("pressed", "match_over"))
        press = self._channels.new_id()
        cause = Cause(f"i:{_nonce(message.match, writer, request)}", writer.person)
        typed = Typed(*own, says, press, cause, moment_of(press), press, panel.key)
        if opened_by(says, panel.key) is not None:
            return await self._show_choices(table, message, panel, typed)
        self._clock.heard(typed.at.ms)
        self._presses.opened(press, message)
        await table.say(typed)
        return DONE

    async def _show_choices(
        self, table: Table, message: KeptMessage, panel: Panel, typed: Typed
    ) -> Done:
        """What a bonus action can be played on: for that player alone, until it is played."""
        kind = opened_by(typed.text, panel.key)
        assert kind is not None, "this button shows choices"
        found = table.choices(typed.seat, panel.key, kind, typed.at)
        if isinstance(found, str):
            return Done(False, found)
        text, choices = found
        body = Body(text, panel=choices)
        await self._channels.send(
            message.match,
            message.channel,
            Sender.BOT,
            body,
            typed.cause.key,
            private_to=typed.seat,
        )
        return DONE

    async def _hear(self, message: KeptMessage) -> None:
        table = self._house.table_at(message.channel)
        typed = None if table is None else typed_in(message, table.seating)
        if table is not None and typed is not None:
            self._clock.heard(typed.at.ms)
            await table.say(typed)


def _nonce(match: int, writer: Sender, request: str) -> str:
    """What a request bears, so that it is done once; no letter's nonce looks like it."""
    return f"{match}:{writer}:{request}"


def _whose(message: KeptMessage, seating: Seating) -> str:
    """The name of the player whom alone a message is for, where it stands or for whom."""
    return next(
        chair.name
        for chair in seating.chairs()
        if message.private_to is chair.seat or message.channel == chair.channel
    )


# ---------------------------------------------------------------- the host's desk


async def done_at_desk(table: Table, asked: Desk, received: int) -> Done:
    """Do what the host asks for; `received` is the id under which that was received.

    The same request twice does nothing the second time (S13).
    """
    if asked.command == "status":
        notice = status_notice(table.match, table.names, table.seating.match)
        return Done(True, text_of(notice, timestamp))
    if len(asked.arguments.reason) > LONGEST_REASON:
        return not_done("too_long", most=LONGEST_REASON)
    if asked.takes_back:
        return await _taken_back(table, asked, received)
    command = _command(asked)
    if command is None:
        rounds = shown(asked.arguments.rounds)
        return Done(False, say("desk", "bad_rounds", rounds=rounds))
    cause = Cause(f"i:host:{asked.request}", Sender.HOST.person)
    outcome = await table.do(command, cause, moment_of(received))
    if isinstance(outcome, Refusal):
        return Done(False, refusal_line(outcome, table.names))
    return Done(True, done_line(outcome))


async def _taken_back(table: Table, asked: Desk, received: int) -> Done:
    """Take back a turn or a whole round, without more that of what was played last (R32).

    That reopens a match that has ended. Everybody is told the reason, so there has to be one (R33).
    """
    reason, given = shown(asked.arguments.reason.strip()), asked.arguments
    if not reason:
        return not_done("no_reason")
    is_turn = asked.command == "take_back_turn"
    if is_turn and given.round is not None and given.turn is None:
        return not_done("which_turn")
    last_round, last_turn = last_turn_over(table.match) or (1, 1)
    turn = (given.turn or last_turn) if is_turn else None
    command = do.TakeBack(Actor.HOST, given.round or last_round, turn, reason)
    cause = Cause(f"i:host:{asked.request}", Sender.HOST.person)
    came = await table.do_as_shown(command, cause, moment_of(received), "", _unseen)
    if isinstance(came, Overtaken):
        assert isinstance(came.decision, Refusal), "whatever it comes to is as shown"
        return Done(False, refusal_line(came.decision, table.names))
    return Done(True, done_line(came))


def _unseen(_match: Match, _steps: Steps) -> bool:
    """Nothing was shown before of what a command comes to, so it is as shown."""
    return True


def _command(asked: Desk) -> do.Command | None:
    """The command; None where its rounds are none."""
    by, reason = Actor.HOST, shown(asked.arguments.reason.strip())
    match asked.command:
        case "start":
            return do.StartMatch(by, asked.arguments.skip_ready)
        case "skip_ready":
            return do.SkipReady(by)
        case "pause":
            return do.PauseMatch(by, reason)
        case "resume":
            return do.ResumeMatch(by)
        case "call_off":
            return do.CallOff(by, reason)
        case _:
            return _starter(asked.arguments, reason)


def _starter(arguments: Arguments, reason: str) -> do.SetStarter | None:
    rounds = which_rounds(arguments.rounds)
    if rounds is None:
        return None
    seat, role = arguments.player, arguments.role
    starter = PickedBy(seat) if role is None else StartsAs(seat, role)
    return do.SetStarter(Actor.HOST, rounds, starter, reason)
