"""The outbox of a match: what is owed goes out, to each audience in its order, until received.

What answers an interaction goes out beside the others, and nobody waits for it but what concerns
the same buttons (S64); where that fails, its words take their turn with the others.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from minecart_robbery.engine.clock import Moment
from minecart_robbery.live.clock import Clock
from minecart_robbery.live.lateness import Lateness
from minecart_robbery.live.letters import Letter, UnreadableLetterError, letter_of
from minecart_robbery.live.retries import TRIES, Retries
from minecart_robbery.live.room import Failure, Receipt, Room, Stamp
from minecart_robbery.live.shown import ShownPanels
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.record import NOT_SENT, Delivery, Record
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.panels import PanelKey

_LOG = logging.getLogger(__name__)
Received = Callable[[int, Letter, Receipt], Awaitable[None]]
"""What is told of a letter that was received: the delivery's number, the letter, its receipt."""

Undeliverable = Callable[[int, Letter, Failure], Awaitable[None]]
"""What is told of a letter that can't be delivered for now, each time that it was tried; of one
that was rejected, once: it is given up."""

NOT_NEEDED = NOT_SENT
"""In place of a message's id: what the letter was to do has been done already, or can't be done."""

FRESH_MS = 60_000
"""So long after its first try a letter's nonce keeps it from being delivered twice; Discord's own
time for that is about two minutes."""

LONG_AGO = 0
"""In place of the time (in ms) at which a letter was first tried, in an earlier life."""

QUICK_MS = 1000
"""What took longer may have been sent more than once on its way; so it tells nothing of a clock."""


@dataclass(eq=False, slots=True)
class _Owed:
    """A letter that is owed. While it `is_answer` it goes out as one, if that can be."""

    delivery: Delivery
    letter: Letter
    is_answer: bool
    is_plain: bool = False


class Outbox:
    """What one match owes to people, by audience: one audience's trouble holds up no other.

    `is_paused`: the house has paused the match; `is_lost`: a place of it is known to be lost.
    """

    def __init__(
        self,
        match: int,
        record: Record,
        room: Room,
        tasks: Tasks,
        clock: Clock,
        lateness: Lateness,
        received: Received,
        undeliverable: Undeliverable,
        is_over: Callable[[], bool],
        is_paused: Callable[[], bool],
        is_lost: Callable[[], bool],
    ) -> None:
        self._match = match
        self._record = record
        self._room = room
        self._tasks = tasks
        self._clock = clock
        self._lateness = lateness
        self._first_tried: dict[int, int] = {}
        self._last: dict[str, int] = {}
        self._since: int | None = None
        self._received = received
        self._undeliverable = undeliverable
        self._is_over = is_over
        self._is_paused = is_paused
        self._is_lost = is_lost
        self._has_failed = False
        self._recalled: set[int] = set()
        self._retries = Retries(clock, self.try_again)
        self._shown = ShownPanels()
        self._owed: dict[str, list[_Owed]] = {}
        self._under_way: set[str] = set()
        self._answering: set[str] = set()
        self._held: set[str] = set()
        self._is_recalling = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is owed."""
        return not any(self._owed.values())

    @property
    def holds_up_nothing(self) -> bool:
        """Whether nothing is owed but the log, and calls that may be needless: no match waits."""
        return not any(
            owed and not self._is_perhaps_needless(owed[0])
            for audience, owed in self._owed.items()
            if audience != Audience.LOG
        )

    async def recall(self) -> None:
        """Learn from the record what was delivered before the program was restarted.

        What was owed then is seen to from `begin` on; it may have been sent, and is looked for.
        Once the match has ended, what can't be read is owed to nobody any more (S45).
        """
        self._is_recalling = True
        for delivery, message in await self._record.delivered(self._match):
            if not self._is_over() or _is_readable(delivery):
                self._went_out(delivery, letter_of(delivery), message)
        owed = await self._record.owed(self._match)
        self._first_tried.update((delivery.id, LONG_AGO) for delivery in owed)
        self._recalled = {delivery.id for delivery in owed}
        for delivery in owed:
            if not self._is_over() or _is_readable(delivery):
                self.put([delivery])
            else:
                await self._record.tick(delivery.id, NOT_NEEDED)

    async def look_for_more(self) -> None:
        """See to what the record says is owed, and nobody here knows of (S44)."""
        known = self._numbers()
        owed = await self._record.owed(self._match)
        known |= self._numbers()
        self.put([delivery for delivery in owed if delivery.id not in known])

    def _numbers(self) -> set[int]:
        return {it.delivery.id for owed in self._owed.values() for it in owed}

    def begin(self) -> None:
        """See to what was recalled, and to all that came since."""
        self._is_recalling = False
        self.try_again()

    def moved(self, audiences: Collection[Audience]) -> None:
        """What is owed to these goes to other channels from now on (S28)."""
        self._shown.moved(audiences)

    def message_of(self, audience: Audience, key: PanelKey) -> int:
        """The id of the message that shows an audience this panel; 0 if none does."""
        return self._shown.message_of(audience, key)

    def deleted(self, message: int) -> Collection[tuple[Audience, PanelKey]]:
        """A message was deleted: the panels that it showed, each with who read it (S28)."""
        return self._shown.deleted(message)

    def owes_answer(self, interaction: int) -> bool:
        """Whether a letter is on its way that answers this interaction."""
        return any(letter.answers == interaction for letter in self._letters())

    def owes_prompt(self, audience: Audience, clock_from: Moment) -> bool:
        """Whether an audience has still to be asked to act on the clock that started so."""
        return any(
            letter.prompts_for == clock_from and letter.notice.to is audience
            for letter in self._letters()
        )

    def _letters(self) -> Iterator[Letter]:
        return (it.letter for owed in self._owed.values() for it in owed)

    def owes_stop(self) -> bool:
        """Whether a letter is on its way with whose receipt a pause begins (R31)."""
        return any(letter.stops_at is not None for letter in self._letters())

    def put(self, deliveries: Sequence[Delivery]) -> None:
        """Take in what the record says is owed, and see to it."""
        for delivery in deliveries:
            letter = letter_of(delivery)
            owed = self._owed.setdefault(delivery.audience, [])
            owed.append(_Owed(delivery, letter, is_answer=letter.answers > 0))
        self.try_again()

    def try_again(self) -> None:
        """See to all that is owed and that nobody is seeing to."""
        if self._is_recalling:
            return
        for audience, owed in self._owed.items():
            if audience not in self._answering and any(it.is_answer for it in owed):
                self._answering.add(audience)
                self._tasks.start(self._answer(audience, owed))
            if audience not in self._under_way and self._next(audience, owed) is not None:
                self._under_way.add(audience)
                self._tasks.start(self._carry(audience, owed))

    def sweep(self) -> None:
        """The same, at a sweep: what fails from now on shows that a trouble lasts."""
        self._has_failed = False
        self.try_again()

    def hold(self, audience: Audience) -> None:
        """Keep what is owed to an audience until it is let go: its channel changes hands (S33)."""
        self._held.add(audience)

    def let_go(self, audience: Audience) -> None:
        """See to what is owed to an audience again."""
        self._held.discard(audience)
        self.try_again()

    def wake(self) -> None:
        """What keeps letters from being delivered is put right, perhaps: let none rest."""
        self._retries.wake()
        self.sweep()

    def stop(self) -> None:
        """Try nothing again by itself any more."""
        self._retries.stop()

    # ------------------------------------------------------------- answers

    async def _answer(self, audience: str, owed: list[_Owed]) -> None:
        """Give an audience's answers, one after the other; what can't be is carried as a letter."""
        try:
            while (it := next((it for it in owed if it.is_answer), None)) is not None:
                receipt = None
                if not self._comes_after_change(it, owed):
                    receipt = await self._answered(it)
                if receipt is None:
                    it.is_answer = False
                else:
                    await self._arrived(it, owed, receipt)
                self.try_again()
        finally:
            self._answering.discard(audience)

    def _comes_after_change(self, answer: _Owed, owed: list[_Owed]) -> bool:
        """Whether something that is owed before it changes the same message: then it waits."""
        keys = _keys(answer.letter)
        earlier = owed[: owed.index(answer)]
        return any(it.letter.notice.takes and keys & _keys(it.letter) for it in earlier)

    async def _answered(self, it: _Owed) -> Receipt | None:
        """Give a letter as an answer. It hangs on none: whatever fails, it goes another way."""
        try:
            stamp = Stamp(it.delivery.nonce, it.delivery.mark)
            return await self._room.answer(it.letter, stamp, self._shown.earlier(it.letter))
        except Exception as error:
            self._tasks.met(error)
            return None

    # ------------------------------------------------------------- all others

    async def _carry(self, audience: str, owed: list[_Owed]) -> None:
        try:
            while (it := self._next(audience, owed)) is not None:
                if not await self._see_to(it, owed):
                    return
        finally:
            self._under_way.discard(audience)

    def _next(self, audience: str, owed: list[_Owed]) -> _Owed | None:
        """What goes out next: the first, but for what is being answered and doesn't concern it."""
        if audience in self._held or self._retries.is_resting(audience):
            return None
        answered: set[PanelKey] = set()
        for it in owed:
            if it.is_answer:
                answered |= _keys(it.letter)
            elif answered & _keys(it.letter) or self._waits(it):
                return None
            else:
                return it
        return None

    async def _see_to(self, it: _Owed, owed: list[_Owed]) -> bool:
        """Try to deliver a letter; whether to go on with the next one, or this one again."""
        later = [it.letter for it in owed[owed.index(it) + 1 :]]
        is_for_nothing = it.letter.for_pause and not self._is_paused()
        is_needless = is_for_nothing or self._shown.is_needless(it.letter)
        was_tried = it.delivery.id in self._first_tried  # it may stand, with buttons to take away
        if is_needless or (not was_tried and _is_outdated(it.letter, later)):
            await self._give_up(it, owed)
            return True
        outcome = await self._delivered(it)
        if isinstance(outcome, Failure):
            return await self._failed(it, owed, outcome)
        await self._arrived(it, owed, outcome)
        return True

    async def _delivered(self, it: _Owed) -> Receipt | Failure:
        """Deliver a letter. What breaks on the way may have sent it, and is tried again (S15)."""
        earlier, is_first = self._shown.earlier(it.letter), it.delivery.id not in self._first_tried
        stamp = await self._stamp(it)
        sent_ms, since_ms = self._clock.wall_ms(), self._clock.passed_ms()
        try:
            with self._lateness.asking(of=it.letter.notice.to):
                outcome = await self._room.deliver(it.letter, stamp, earlier)
        except Exception as error:
            self._tasks.met(error)
            return Failure.LATER
        is_quick = self._clock.passed_ms() - since_ms < QUICK_MS
        if isinstance(outcome, Receipt) and is_first and is_quick and not earlier.taken:
            self._clock.answered(sent_ms, outcome.ms)
        return outcome

    async def _arrived(self, it: _Owed, owed: list[_Owed], receipt: Receipt) -> None:
        await self._record.tick(it.delivery.id, receipt.message)
        self._went_out(it.delivery, it.letter, receipt.message)
        owed.remove(it)
        await self._received(it.delivery.id, it.letter, receipt)
        if it.letter.clock_from is not None:
            self.try_again()

    async def _failed(self, it: _Owed, owed: list[_Owed], failure: Failure) -> bool:
        """What becomes of a letter that failed; whether to go on at once.

        One that was rejected is sent once more as mere text, and then given up (S46). So is one
        that only changes buttons; once the match is over, any whose place is lost: nothing will
        ever be put right for it; and of the log at any time: the record has it.
        """
        to, delivery = it.letter.notice.to, it.delivery.id
        number = self._retries.failed(delivery)
        _LOG.log(
            logging.INFO if number == 1 and failure is Failure.LATER else logging.WARNING,
            "delivery %d to %s: %s",
            delivery,
            to,
            failure,
        )
        is_passing = failure is Failure.LATER
        if not it.letter.notice.lines:
            is_given_up = not is_passing or number >= TRIES
        elif failure is Failure.REJECTED:
            is_given_up, it.is_plain = it.is_plain, True
        else:
            is_given_up = not is_passing and (to is Audience.LOG or self._is_over())
        if is_given_up:
            await self._give_up(it, owed)
            if it.letter.notice.lines and (to is Audience.LOG or failure is Failure.REJECTED):
                await self._undeliverable(delivery, it.letter, failure)
            self.try_again()
            return True
        if failure is Failure.REJECTED or (is_passing and number == 1):
            return True
        if not it.letter.for_pause:
            self._has_failed = True
            self.try_again()
        self._retries.rest(it.delivery.audience, delivery, failure)
        if to is not Audience.LOG and (not is_passing or number >= TRIES):
            await self._undeliverable(delivery, it.letter, failure)
        return False

    async def _give_up(self, it: _Owed, owed: list[_Owed]) -> None:
        """See to a letter no more."""
        await self._record.tick(it.delivery.id, NOT_NEEDED)
        owed.remove(it)
        self._retries.done(it.delivery.id)

    async def _stamp(self, it: _Owed) -> Stamp:
        """What a letter bears. One that may have been sent is looked for behind the last one."""
        delivery, now_ms = it.delivery, self._clock.now_ms()
        first_ms = self._first_tried.setdefault(delivery.id, now_ms)
        if now_ms - first_ms <= FRESH_MS:
            return Stamp(delivery.nonce, delivery.mark, is_plain=it.is_plain)
        if self._since is None:
            self._since = await self._record.since(self._match)
        after = self._last.get(delivery.audience, self._since)
        return Stamp(delivery.nonce, delivery.mark, after, it.is_plain)

    def _went_out(self, delivery: Delivery, letter: Letter, message: int) -> None:
        """Take note that a letter stands as the message of that id."""
        self._shown.received(letter, message)
        self._last[delivery.audience] = max(message, self._last.get(delivery.audience, 0))
        self._first_tried.pop(delivery.id, None)
        self._retries.done(delivery.id)

    def _waits(self, it: _Owed) -> bool:
        """Whether a letter has to wait for others."""
        return self._is_prompt_too_early(it.letter) or self._is_perhaps_needless(it)

    def _is_perhaps_needless(self, it: _Owed) -> bool:
        """Whether it calls hosts to a pause that may be over before they read it.

        So it is once a try has failed, if no place is lost and nothing else has failed since the
        last sweep: what kept it back was an outage, perhaps, and the match goes on by itself.
        """
        if not it.letter.for_pause or not self._is_paused():
            return False
        is_late = self._retries.has_failed(it.delivery.id) or it.delivery.id in self._recalled
        return is_late and not self._has_failed and not self._is_lost()

    def _is_prompt_too_early(self, prompt: Letter) -> bool:
        """Whether a letter prompts for a clock whose own letter is still owed."""
        return prompt.prompts_for is not None and any(
            letter.clock_from == prompt.prompts_for for letter in self._letters()
        )


def _is_outdated(letter: Letter, later: Sequence[Letter]) -> bool:
    """Whether a prompt has never gone out and a newer one with the same buttons waits behind it."""
    panel = letter.notice.panel
    if panel is None or letter.notice.takes is not None:
        return False
    return any(
        it.notice.takes is None and it.notice.panel is not None and it.notice.panel.key == panel.key
        for it in later
    )


def _is_readable(delivery: Delivery) -> bool:
    try:
        letter_of(delivery)
    except UnreadableLetterError as error:
        _LOG.warning("%s", error)
        return False
    return True


def _keys(letter: Letter) -> set[PanelKey]:
    """The panels that a letter shows, takes away, or points to."""
    notice = letter.notice
    keys = {notice.panel and notice.panel.key, notice.takes and notice.takes.key, notice.see}
    return {key for key in keys if key is not None}
