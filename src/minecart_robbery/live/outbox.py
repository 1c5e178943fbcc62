"""The outbox of a match: what is owed goes out, to each audience in its order, until received."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection, Sequence

from minecart_robbery.live.clock import Clock
from minecart_robbery.live.letters import Letter, UnreadableLetterError, letter_of
from minecart_robbery.live.room import Failure, Receipt, Room, Stamp
from minecart_robbery.live.shown import ShownPads
from minecart_robbery.live.tasks import Tasks
from minecart_robbery.record import NOT_SENT, Delivery, Record
from minecart_robbery.words.notices import Audience
from minecart_robbery.words.pads import PadKey

_LOG = logging.getLogger(__name__)
Received = Callable[[int, Letter, Receipt], Awaitable[None]]
"""What is told of a letter that was received: the delivery's number, the letter, its receipt."""

Undeliverable = Callable[[int, Letter, Failure], Awaitable[None]]
"""What is told of a letter that can't be delivered for now, each time that it was tried."""

NOT_NEEDED = NOT_SENT
"""In place of a message's id: what the letter was to do has been done already."""

FRESH_MS = 60_000
"""So long after its first try a letter's nonce keeps it from being delivered twice; Discord's own
time for that is about two minutes."""

LONG_AGO = 0
"""In place of the time (in ms) at which a letter was first tried, in an earlier life."""

TRIES = 3
"""So many times in a row a passing failure is put up with before a letter is undeliverable."""

FIRST_REST_MS, LONGEST_REST_MS = 5_000, 60_000
"""What fails on and on is left alone for a while, twice as long each time, up to a minute."""


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
        self._failures: Counter[int] = Counter()
        self._shown = ShownPads()
        self._owed: dict[str, deque[tuple[Delivery, Letter]]] = {}
        self._under_way: set[str] = set()
        self._rests_until: dict[str, int] = {}
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
            queue and not self._is_perhaps_needless(*queue[0])
            for audience, queue in self._owed.items()
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
        return {delivery.id for queue in self._owed.values() for delivery, _ in queue}

    def begin(self) -> None:
        """See to what was recalled, and to all that came since."""
        self._is_recalling = False
        self.try_again()

    def moved(self, audiences: Collection[Audience]) -> None:
        """What is owed to these goes to other channels from now on (S28)."""
        self._shown.moved(audiences)

    def message_of(self, audience: Audience, key: PadKey) -> int:
        """The id of the message that shows an audience this pad; 0 if none does."""
        return self._shown.message_of(audience, key)

    def deleted(self, message: int) -> Collection[tuple[Audience, PadKey]]:
        """A message was deleted: the pads that it showed, each with who read it (S28)."""
        return self._shown.deleted(message)

    def owes_answer(self, interaction: int) -> bool:
        """Whether a letter is on its way that answers this interaction."""
        letters = (letter for queue in self._owed.values() for _, letter in queue)
        return any(letter.answers == interaction for letter in letters)

    def owes_stop(self) -> bool:
        """Whether a letter is on its way with whose receipt a pause begins (R31)."""
        letters = (letter for queue in self._owed.values() for _, letter in queue)
        return any(letter.stops_at is not None for letter in letters)

    def put(self, deliveries: Sequence[Delivery]) -> None:
        """Take in what the record says is owed, and see to it."""
        for delivery in deliveries:
            queue = self._owed.setdefault(delivery.audience, deque())
            queue.append((delivery, letter_of(delivery)))
        self.try_again()

    def try_again(self) -> None:
        """See to all that is owed and that nobody is seeing to."""
        if self._is_recalling:
            return
        for audience, queue in self._owed.items():
            rests = self._clock.now_ms() < self._rests_until.get(audience, 0)
            is_seen_to = audience in self._under_way
            is_free = not rests and not is_seen_to and audience not in self._held
            if queue and is_free and not self._waits(*queue[0]):
                self._under_way.add(audience)
                self._tasks.start(self._carry(audience, queue))

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
        self._rests_until.clear()
        self.sweep()

    async def _carry(self, audience: str, queue: deque[tuple[Delivery, Letter]]) -> None:
        try:
            while queue and audience not in self._held and not self._waits(*queue[0]):
                delivery, letter = queue[0]
                later = [it for _, it in list(queue)[1:]]
                is_for_nothing = letter.for_pause and not self._is_paused()
                is_needless = is_for_nothing or self._shown.is_needless(letter)
                if is_needless or _is_outdated(letter, later):
                    await self._record.tick(delivery.id, NOT_NEEDED)
                    queue.popleft()
                    continue
                earlier = self._shown.earlier(letter)
                stamp = await self._stamp(delivery)
                is_new = stamp.after is None and not earlier.taken and not letter.answers
                sent_ms = self._clock.wall_ms()
                outcome = await self._room.deliver(letter, stamp, earlier)
                if isinstance(outcome, Failure) and self._is_given_up(delivery.id, letter, outcome):
                    _LOG.info("delivery %d to %s is given up: %s", delivery.id, audience, outcome)
                    await self._record.tick(delivery.id, NOT_NEEDED)
                    queue.popleft()
                    if letter.notice.to is Audience.LOG:
                        await self._undeliverable(delivery.id, letter, outcome)
                    continue
                if isinstance(outcome, Failure):
                    _LOG.warning("delivery %d to %s: %s", delivery.id, audience, outcome)
                    await self._failed(delivery, letter, outcome)
                    return
                if is_new:
                    self._clock.answered(sent_ms, outcome.ms)
                await self._record.tick(delivery.id, outcome.message)
                self._went_out(delivery, letter, outcome.message)
                queue.popleft()
                await self._received(delivery.id, letter, outcome)
                if letter.clock_from is not None:
                    self.try_again()
        finally:
            self._under_way.discard(audience)

    def _is_given_up(self, delivery: int, letter: Letter, failure: Failure) -> bool:
        """Whether a letter is tried no more: one that only changes buttons, without a word.

        Once the match is over, any whose place is lost: nothing will ever be put right for it. Of
        the log at any time: the record has it.
        """
        if letter.notice.lines:
            may_be_lost = letter.notice.to is Audience.LOG or self._is_over()
            return failure is not Failure.LATER and may_be_lost
        self._failures[delivery] += failure is Failure.LATER
        return failure is not Failure.LATER or self._failures[delivery] >= TRIES

    async def _stamp(self, delivery: Delivery) -> Stamp:
        """What a letter bears. One that may have been sent is looked for behind the last one."""
        now_ms = self._clock.now_ms()
        first_ms = self._first_tried.setdefault(delivery.id, now_ms)
        if now_ms - first_ms <= FRESH_MS:
            return Stamp(delivery.nonce, delivery.mark)
        if self._since is None:
            self._since = await self._record.since(self._match)
        after = self._last.get(delivery.audience, self._since)
        return Stamp(delivery.nonce, delivery.mark, after)

    def _went_out(self, delivery: Delivery, letter: Letter, message: int) -> None:
        """Take note that a letter stands as the message of that id."""
        self._shown.received(letter, message)
        self._last[delivery.audience] = max(message, self._last.get(delivery.audience, 0))
        self._first_tried.pop(delivery.id, None)
        self._failures.pop(delivery.id, None)

    async def _failed(self, delivery: Delivery, letter: Letter, failure: Failure) -> None:
        self._failures[delivery.id] += 1
        if not letter.for_pause:
            self._has_failed = True
            self.try_again()
        often = self._failures[delivery.id] - TRIES
        if often > 0:
            rest_ms = min(FIRST_REST_MS * 2**often, LONGEST_REST_MS)
            self._rests_until[delivery.audience] = self._clock.now_ms() + rest_ms
        is_missed = letter.notice.to is not Audience.LOG
        if is_missed and (failure is not Failure.LATER or often >= 0):
            await self._undeliverable(delivery.id, letter, failure)

    def _waits(self, delivery: Delivery, letter: Letter) -> bool:
        """Whether a letter has to wait for others."""
        return self._is_prompt_too_early(letter) or self._is_perhaps_needless(delivery, letter)

    def _is_perhaps_needless(self, delivery: Delivery, letter: Letter) -> bool:
        """Whether it calls hosts to a pause that may be over before they read it.

        So it is once a try has failed, if no place is lost and nothing else has failed since the
        last sweep: what kept it back was an outage, perhaps, and the match goes on by itself.
        """
        if not letter.for_pause or not self._is_paused():
            return False
        is_late = self._failures[delivery.id] > 0 or delivery.id in self._recalled
        return is_late and not self._has_failed and not self._is_lost()

    def _is_prompt_too_early(self, prompt: Letter) -> bool:
        """Whether a letter prompts for a clock whose own letter is still owed."""
        return prompt.prompts_for is not None and any(
            letter.clock_from == prompt.prompts_for
            for queue in self._owed.values()
            for _, letter in queue
        )


def _is_outdated(letter: Letter, later: Sequence[Letter]) -> bool:
    """Whether a prompt has never gone out and a newer one with the same buttons waits behind it."""
    pad = letter.notice.pad
    if pad is None or letter.notice.takes is not None:
        return False
    return any(
        it.notice.takes is None and it.notice.pad is not None and it.notice.pad.key == pad.key
        for it in later
    )


def _is_readable(delivery: Delivery) -> bool:
    try:
        letter_of(delivery)
    except UnreadableLetterError as error:
        _LOG.warning("%s", error)
        return False
    return True
