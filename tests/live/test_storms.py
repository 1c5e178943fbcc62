"""Thousands of random interleavings of all that players can do, through a table (S3 to S13).

An interleaving is what arrives, in bursts that are heard at once, from one open turn to its
settlement. After each one it is looked at whether anything is broken.
"""

from __future__ import annotations

import logging
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import due, replay
from minecart_robbery.engine.match import Paused, PickingRole, ReadyCheck, TurnOpen
from minecart_robbery.engine.nouns import BonusKind, Seat
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import ReadyRounds
from minecart_robbery.live.addressing import Typed
from minecart_robbery.live.early import Deletion
from minecart_robbery.live.table import Table
from minecart_robbery.words.catalogue import name_of
from minecart_robbery.words.panels import PanelKey, PanelName
from minecart_robbery.words.telling.panels import WELCOME, bonus_key, occasion_in
from tests.conftest import Tell
from tests.engine.waiting import check_that_it_waits
from tests.how_much import first_seed, so_many
from tests.live.hand_clock import START, HandClock
from tests.live.hosted import HOST, HOSTS, PUBLIC, Hosted
from tests.live.judging import Judge, when
from tests.live.quick_record import quick_record
from tests.live.storm import Sent, Storm

LONGEST_MATCH = 20
"""Interleavings; then another match begins."""
IN_ALL, IN_A_TEST = so_many(1_000), 200
FIRST = first_seed()

count = Counter[str]()


@pytest.fixture(autouse=True)
def told_how_many(tell: Tell) -> Iterator[None]:
    """Have the counts told when all is done."""
    yield
    tell("interleavings", count)
    count.clear()


class Weather:
    """A match in a storm, from its opening on."""

    def __init__(self, hosted: Hosted, seed: int) -> None:
        self.hosted = hosted
        self.draw = random.Random(seed)
        self.storm = Storm(self.draw, count=count)
        self.presses = Counter[int]()

    async def begins(self) -> None:
        """Open and start a match of any kind."""
        pick = self.draw.choice
        await self.hosted.open_match(
            target_gems=pick((1, 3, 8, 15)),
            rounds_to_win=pick((1, 2, 3)),
            turn_seconds=pick((5, 60)),
            settle_seconds=pick((0.5, 5)),
            ready_check=pick(tuple(ReadyRounds)),
        )
        self.judge = Judge(self.hosted.match.rules, count)
        await self.hosted.move_to(-1000)
        await self.hosted.do(do.StartMatch(HOST, skip_ready=pick((True, False))))
        await self.hosted.move_to(0)

    @property
    def table(self) -> Table | None:
        """The table, None once the match has ended."""
        return self.hosted.house.table(self.hosted.number)

    @property
    def turn(self) -> TurnOpen | None:
        """The open turn."""
        phase = None if self.table is None else self.table.match.current
        return phase if isinstance(phase, TurnOpen) else None

    async def on_to_a_turn(self) -> bool:
        """Whoever is waited for does something, until a turn is open. False: it has ended."""
        while self.table is not None:
            seat, now = self.draw.choice(tuple(Seat)), self.hosted.now
            self.storm.shown([*self._keys()])
            match self.table.match.current:
                case TurnOpen():
                    return True
                case PickingRole():
                    text, in_dm = self.draw.choice(("miner", "thief")), self.draw.random() < 0.5
                    await self._at_once([self.storm.typed(seat, text, now, in_dm=in_dm)])
                case ReadyCheck():
                    await self._at_once([self.storm.typed(seat, "ready", now, in_dm=False)])
                case Paused():
                    await self.hosted.do(do.ResumeMatch(HOST))
                case other:
                    raise AssertionError(f"nobody would end this: {other}")
            await self.hosted.move_to(self.hosted.now + 1)
        return False

    def _keys(self) -> Iterator[PanelKey]:
        """The panels that are shown now."""
        assert self.table is not None
        match self.table.match.current:
            case TurnOpen(round=current):
                yield from (WELCOME, bonus_key(current.number))
                yield PanelKey(PanelName.PICK, occasion_in(self.table.match))
                yield PanelKey(PanelName.CHOICE, occasion_in(self.table.match))
            case PickingRole():
                yield PanelKey(PanelName.ROLE, occasion_in(self.table.match))
            case ReadyCheck():
                yield PanelKey(PanelName.READY, occasion_in(self.table.match))
            case _:
                return

    async def rages(self) -> None:
        """From an open turn to its settlement: one interleaving."""
        count["interleavings"] += 1
        turn, opened = self.turn, self.hosted.now
        assert turn is not None
        turn_ms = self.judge.rules.turn_ms
        spans = ((1, 4), (1, 1000), (1, turn_ms), (turn_ms - 2, turn_ms + 2), (1, turn_ms + 2500))
        span = self.draw.choice(spans)
        things: list[Sent] = []
        for _ in range(self.draw.randrange(1, 18)):
            things += self.storm.anything(opened + self.draw.randrange(*span))
        self.draw.shuffle(things)
        things.sort(key=lambda thing: thing.arrives)
        for arrives, burst in groupby(things, key=lambda thing: thing.arrives):
            await self.hosted.move_to(arrives)
            await self._bursts([*burst])
            await self._something_else()
        while self.turn is not None and self.turn.number == turn.number:
            await self._on_to_what_is_due()

    async def _on_to_what_is_due(self) -> None:
        """Time passes until a timer goes off; where it was lost, the sweep does what it would."""
        next_ms, match = self.hosted.clock.next_due_ms, self.hosted.match
        due_ms = due(match)
        assert due_ms is not None
        await self.hosted.move_to((next_ms or due_ms) - START)
        if next_ms is None:
            await self.hosted.sweep()

    async def _bursts(self, burst: list[Sent]) -> None:
        """All of this is heard at once. What is secret moves nothing that others see (S19).

        But a pick that came late may end the turn before a bonus action, which is told then.
        """
        known, turn = len(self.hosted.room.delivered), self.turn
        await self._at_once([it.what for it in burst])
        if self.turn is not None and turn is not None and all(it.is_secret for it in burst):
            new = self.hosted.room.delivered[known:]
            told = [it.text for it in new if it.to in (PUBLIC, HOSTS)]
            bonuses = [name_of(kind) for kind in BonusKind]
            assert [it for it in told if not any(bonus in it for bonus in bonuses)] == []

    async def _at_once(self, what: list[Typed | Deletion]) -> None:
        await self.hosted.then_quiet(self.hosted.together(*(self._heard(it) for it in what)))

    async def _heard(self, what: Typed | Deletion) -> None:
        """The table hears of something, as the chat would let it."""
        match self.table, what:
            case None, _:
                return
            case table, Deletion():
                await table.deleted(what)
            case table, Typed(interaction=0, at=at):
                match await table.say(what):
                    case Refusal(reason=Reason.NO_TURN_OPEN) if at.is_edit:
                        self.judge.too_soon.add(when(at))
                    case _:
                        pass
            case table, Typed(interaction=interaction):
                self.presses[interaction] += 1
                await table.say(what)

    async def _something_else(self) -> None:
        """Now and then something happens that no player does."""
        match self.draw.randrange(300):
            case 0 | 1 | 2 | 3 | 4 | 5:
                count["lost timers"] += 1
                self.hosted.clock.lose_timers()
            case 6 | 7 | 8 | 9:
                count["sweeps"] += 1
                await self.hosted.sweep()
            case 10 if self.turn is not None:
                count["pauses"] += 1
                await self.hosted.do(do.PauseMatch(HOST, "tea"))
            case 11 if self.table is not None:
                count["lost boards"] += 1
                board = self.hosted.room.to(PUBLIC)[-1].receipt.message
                await self.hosted.then_quiet(self.table.public_message_deleted(board))
                await self.hosted.sweep()
            case 12:
                count["absences"] += 1
                await self._is_away()
            case 13 | 14 | 15 if self.table is not None:
                await self._corrects(self.table)
            case _:
                pass

    async def _corrects(self, table: Table) -> None:
        """A host takes something back, or shifts the end of the clock, if that can be."""
        kept = tuple(table.match.snapshots)
        correction = self.draw.choice(
            (
                *(do.TakeBack(HOST, it.round, it.turn, "a slip") for it in kept[-4:]),
                do.ExtendClock(HOST, self.draw.choice((1, 3000, 50_000))),
                do.EndClock(HOST),
            )
        )
        if not isinstance(await self.hosted.do(correction), Refusal):
            count[f"corrections: {type(correction).__name__}"] += 1

    async def _is_away(self) -> None:
        """What arrives meanwhile is read later, presses excepted: so the turn isn't judged."""
        self.judge.go_on(await self.hosted.events(), self.storm.said)
        self.judge.is_disturbed = True
        self.hosted.house.went_away()
        await self.hosted.move_to(self.hosted.now + self.draw.choice((100, 2000)))
        now_ms = self.hosted.clock.now_ms()
        sent = [it for it in self.storm.sent if not it.interaction and it.at.ms <= now_ms]
        self.hosted.room.unheard = sent[-20:]
        await self.hosted.then_quiet(self.hosted.house.came_back())

    async def check(self) -> None:
        """Nothing is broken."""
        events = await self.hosted.events()
        self.judge.go_on(events, self.storm.said)
        assert await self.hosted.record.owed(self.hosted.number) == ()
        self._check_presses()
        if self.table is None:
            return
        match = self.table.match
        assert match == replay(events)
        check_that_it_waits(match)
        clock = match.clock
        assert clock is None or clock.is_start_known

    def _check_presses(self) -> None:
        """Every press is answered: by a letter, or by the chat, if it is left to that.

        The first letter for a press answers it, another one goes out by itself.
        """
        letters = {it.letter.answers for it in self.hosted.room.delivered}
        left_to_the_chat = Counter(self.hosted.room.heard_alone)
        for interaction in self.presses:
            answers = (interaction in letters) + left_to_the_chat[interaction]
            assert answers == 1, (answers, self._pressed(interaction))

    def _pressed(self, interaction: int) -> Typed:
        return next(it for it in self.storm.sent if it.interaction == interaction)


async def a_match(seed: int, folder: Path, most: int) -> int:
    """Play a match in a storm, and give how many interleavings there were: at most `most`."""
    async with quick_record(folder / "record.db") as record:
        weather = Weather(Hosted.on(record, HandClock(START - 2000), {}), seed)
        await weather.begins()
        for number in range(most):
            if not await weather.on_to_a_turn():
                return number
            await weather.rages()
            await weather.check()
        await weather.hosted.house.close()
        return most


@pytest.mark.parametrize("number", range(IN_ALL // IN_A_TEST))
async def test_whatever_arrives_in_whatever_order_nothing_is_broken(
    number: int, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.WARNING)
    left, seed = IN_A_TEST, FIRST + number * IN_A_TEST
    while left:
        with tempfile.TemporaryDirectory() as folder:
            try:
                left -= await a_match(seed, Path(folder), min(left, LONGEST_MATCH))
                assert [it.getMessage() for it in caplog.records] == []
            except BaseException as error:
                error.add_note(f"the seed: {seed}")
                raise
        seed += 1
