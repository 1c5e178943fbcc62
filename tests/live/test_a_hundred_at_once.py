"""A hundred presses and messages within one second, in any order: one resolution, the right one."""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass, field, replace

import pytest

from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import TurnSettled
from minecart_robbery.engine.nouns import Seat
from minecart_robbery.live.addressing import Typed
from minecart_robbery.record import Cause
from minecart_robbery.words.panels import PanelKey, PanelName
from minecart_robbery.words.player_input import Place
from minecart_robbery.words.telling.panels import occasion_of
from tests.live.hand_clock import START
from tests.live.hosted import CORA, ZAC, Hosted

PICKS = ("north", "central", "south")
BONUSES = ("accelerate north", "join north to central")
SAID = (*PICKS * 6, "keep", "keep", *BONUSES, "hello there")


@dataclass
class Turn:
    """The open turn as a few lines know it: what counts is what was said first to last."""

    picks: dict[Seat, str] = field(default_factory=dict[Seat, str])
    fresh: set[Seat] = field(default_factory=set[Seat])
    used: set[tuple[Seat, str]] = field(default_factory=set[tuple[Seat, str]])

    def hear(self, seat: Seat, text: str) -> None:
        """Something was said."""
        if len(self.fresh) == len(Seat):
            return
        if text in PICKS:
            self.picks[seat] = text
            self.fresh.add(seat)
        elif text == "keep" and seat in self.picks:
            self.fresh.add(seat)
        elif text in BONUSES and (seat, text) not in self.used:
            self.used.add((seat, text))
            self.fresh.clear()


def storm(draw: random.Random, hosted: Hosted) -> list[Typed]:
    """A hundred things said within one second, in the order in which Discord received them."""
    key = PanelKey(PanelName.PICK, known(hosted))
    moments = sorted(draw.sample(range(100_000), 100))
    found: list[Typed] = []
    for number in moments:
        seat, text = draw.choice((CORA, ZAC)), draw.choice(SAID)
        at = Moment(START + 1000 + number // 100, snowflake=(START + 1000) * 1000 + number)
        typed = Typed(
            seat,
            Place.DM if text in BONUSES else Place.SUB,
            text,
            at.snowflake,
            Cause(f"m:{at.snowflake}", 11 if seat is CORA else 22),
            at,
        )
        if text not in BONUSES and draw.random() < 0.5:
            cause = Cause(f"i:{at.snowflake}", typed.cause.person)
            typed = replace(typed, cause=cause, interaction=at.snowflake, pressed=key)
        found.append(typed)
    return found


def known(hosted: Hosted):
    """The occasion of the open turn."""
    occasion = occasion_of(hosted.match)
    assert occasion is not None
    return occasion


@pytest.mark.parametrize("seed", range(20))
async def test_a_hundred_presses_and_messages_in_one_second_settle_the_turn_once_and_rightly(
    hosted: Hosted, seed: int, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.WARNING)
    draw = random.Random(seed)
    await hosted.in_first_turn(settle_seconds=5)
    said = storm(draw, hosted)
    model = Turn()
    for typed in said:
        model.hear(typed.seat, typed.text)
    await hosted.move_to(2000)
    arriving = [*said, *draw.sample(said, 20)]
    draw.shuffle(arriving)
    await hosted.then_quiet(hosted.together(*(hosted.table.say(typed) for typed in arriving)))
    await hosted.move_to(90_000)
    settled = [it for it in await hosted.events() if isinstance(it, TurnSettled) and it.turn == 1]
    assert len(settled) == 1
    assert (settled[0].cart, settled[0].guard) == (model.picks[CORA], model.picks[ZAC])
    assert settled[0].silent == ()
    assert caplog.records == []
