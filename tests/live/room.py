"""A room with a script: it notes what is delivered, and fails, dawdles or breaks when told to."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from minecart_robbery.engine.clock import Moment
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.letters import Letter
from minecart_robbery.live.room import Failure, LogPlace, Receipt, Stamp, Unread
from minecart_robbery.live.shown import Earlier
from minecart_robbery.record import Seating
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, text_of
from tests.live.hand_clock import HandClock

NOTHING_EARLIER = Earlier()
ANSWERS = "answers"
"""In place of an audience: what answers interactions, to be held and let go together."""
NONCE_MS = 120_000
Trouble = Failure | type[Exception]


@dataclass(frozen=True)
class Delivered:
    """A letter that arrived: what it was, its stamp, when it was received, and its receipt."""

    letter: Letter
    stamp: Stamp
    receipt: Receipt
    earlier: Earlier

    @property
    def to(self) -> Audience:
        """Who reads it."""
        return self.letter.notice.to

    @property
    def text(self) -> str:
        """What its reader reads; times in ms."""
        return text_of(self.letter.notice, str)


class ScriptedRoom:
    """One match's channels, in memory.

    `lag_ms` is how long after it was sent Discord receives a public letter. `trouble` is what
    happens to every letter for an audience, `next_trouble` to its next letters, each once. Letters
    for an audience that is on hold arrive only when they are let go.
    """

    def __init__(self, clock: HandClock, names: Names) -> None:
        self.names = names
        self.clock = clock
        self.lag_ms = 0
        self.answers = False
        self.answered: list[Delivered] = []
        self.delivered: list[Delivered] = []
        self.unheard: list[Typed] = []
        self.unreadable: Unread | None = None
        self.read_from: list[tuple[dict[int, int], Moment | None]] = []
        self.tries: list[str] = []
        self.stamps: list[tuple[Audience, Stamp]] = []
        self.hidden: list[int] = []
        self.gone: set[int] = set()
        self.heard_alone: list[int] = []
        self.seating: Seating | None = None
        self.log: LogPlace | None = None
        self.put_aways: list[tuple[tuple[int, ...], bool]] = []
        self.problems: list[tuple[str, ...] | Failure] = []
        self.trouble: dict[Audience, Trouble] = {}
        self.next_trouble: dict[Audience, list[Trouble]] = {}
        self._gates: dict[str, asyncio.Event] = {}
        self._answers_held: set[str] = set()
        self._at_gate: Counter[asyncio.Event] = Counter()
        self._messages = 0

    async def missed(self, seen: Mapping[int, int], since: Moment | None) -> list[Typed] | Unread:
        """What the test says was typed and not heard."""
        self.read_from.append((dict(seen), since))
        if self.unreadable is not None:
            return self.unreadable
        return [typed for typed in self.unheard if self._is_asked_for(typed, seen, since)]

    def _is_asked_for(self, typed: Typed, seen: Mapping[int, int], since: Moment | None) -> bool:
        is_unseen = typed.message > seen.get(typed.cause.channel, 0)
        return is_unseen or (since is not None and (typed.sent or typed.at) >= since)

    async def hide(self, message: int) -> None:
        """Note which message was taken away."""
        self.hidden.append(message)

    async def has(self, audience: Audience, message: int) -> bool:
        """Whether the message was delivered, and the test has not taken it away."""
        return message not in self.gone

    async def heard(self, typed: Typed) -> None:
        """Note which interaction no letter answers."""
        self.heard_alone.append(typed.interaction)

    def move_to(self, seating: Seating) -> None:
        """Note which channels the match has from now on."""
        self.seating = seating

    async def log_place(self) -> LogPlace | None:
        """Where the test wants the log to be shown."""
        return self.log

    async def put_away(
        self, made: Sequence[int], *, is_last_try: bool
    ) -> tuple[str, ...] | Failure:
        """Note what is to be put away; it comes to what the test says, on the last try too."""
        self.put_aways.append((tuple(made), is_last_try))
        return self.problems.pop(0) if self.problems else ()

    async def deliver(
        self, letter: Letter, stamp: Stamp, earlier: Earlier = NOTHING_EARLIER
    ) -> Receipt | Failure:
        """Deliver a letter, as the script has it; a nonce is known for two minutes (S15)."""
        to = letter.notice.to
        self.tries.append(stamp.nonce)
        self.stamps.append((to, stamp))
        if to not in self._answers_held:
            await self._pass_gate(to)
        trouble = self._trouble(to)
        if isinstance(trouble, type):
            raise trouble("the room is on fire")
        if trouble is not None:
            return trouble
        standing = self._standing(stamp, earlier)
        if standing is not None:
            return standing
        self._messages += 1
        ms = self.clock.discord_ms + (self.lag_ms if to is Audience.PUBLIC else 0)
        receipt = Receipt(earlier.taken or ms * 1000 + 500 + self._messages, ms)
        self.delivered.append(Delivered(letter, stamp, receipt, earlier))
        if to in self._answers_held:
            await self._pass_gate(to)
        return receipt

    async def answer(self, letter: Letter, stamp: Stamp, earlier: Earlier) -> Receipt | None:
        """Answer an interaction, if the test lets that be done; that has no nonce."""
        await self._pass_gate(ANSWERS)
        if not self.answers:
            return None
        self._messages += 1
        ms = self.clock.now_ms()
        receipt = Receipt(ms * 1000 + 500 + self._messages, ms)
        self.answered.append(Delivered(letter, stamp, receipt, earlier))
        return receipt

    def _standing(self, stamp: Stamp, earlier: Earlier) -> Receipt | None:
        """The receipt of the letter, if it stands and that is seen: a change made twice is one."""
        for it in self.delivered:
            is_changed = it.stamp.mark == stamp.mark and it.receipt.message == earlier.taken
            is_fresh = self.clock.discord_ms - it.receipt.ms <= NONCE_MS
            is_known = is_fresh and it.stamp.nonce == stamp.nonce
            is_found = stamp.after is not None and it.stamp.mark == stamp.mark
            if is_changed or is_known or (is_found and it.receipt.message > (stamp.after or 0)):
                return it.receipt
        return None

    async def _pass_gate(self, to: str) -> None:
        gate = self._gates.get(to)
        if gate is not None:
            self._at_gate[gate] += 1
            try:
                await gate.wait()
            finally:
                self._at_gate[gate] -= 1

    @property
    def waiting(self) -> int:
        """The number of letters that are kept on their way."""
        return sum(number for gate, number in self._at_gate.items() if not gate.is_set())

    def _trouble(self, to: Audience) -> Trouble | None:
        soon = self.next_trouble.get(to)
        return soon.pop(0) if soon else self.trouble.get(to)

    def hold(self, to: str) -> None:
        """Keep the letters for an audience, or the answers, on their way."""
        self._gates[to] = asyncio.Event()

    def hold_answer(self, to: Audience) -> None:
        """Let the letters for an audience arrive, but keep their receipts on the way back."""
        self._answers_held.add(to)
        self.hold(to)

    def let_go(self, to: str) -> None:
        """Let the letters for an audience arrive, from now on at once."""
        self._answers_held.discard(to)
        self._gates.pop(to).set()

    def to(self, audience: Audience) -> list[Delivered]:
        """What an audience has received to read, in its order."""
        return [it for it in self.delivered if it.to is audience and it.letter.notice.lines]

    def panels(self, audience: Audience) -> list[Delivered]:
        """What has shown an audience buttons, or taken them away, in its order."""
        has_to_do = (it for it in self.delivered if it.to is audience)
        return [it for it in has_to_do if it.letter.notice.panel or it.letter.notice.takes]

    def standing_panels(self, audience: Audience) -> set[int]:
        """The messages under which an audience sees buttons that a turn or a round leaves."""
        shown = {it.receipt.message: it.letter.notice.panel for it in self.panels(audience)}
        return {
            message for message, panel in shown.items() if panel is not None and not panel.stays
        }

    def texts(self, audience: Audience) -> list[str]:
        """What an audience has read, in its order."""
        return [it.text for it in self.to(audience)]
