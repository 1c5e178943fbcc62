"""Two things at once, and one thing twice: each has its effect once (S11, S13)."""

from __future__ import annotations

from minecart_robbery.engine import commands as do
from minecart_robbery.engine import events as ev
from tests.live.hosted import CORA, HOST, PUBLIC, ZAC


async def test_s11_two_picks_in_one_instant_both_count_and_the_turn_is_settled_once(hosted):
    await hosted.in_first_turn()
    await hosted.move_to(1000)
    first, second = hosted.typed(CORA, "north"), hosted.typed(ZAC, "north")
    assert first.at.ms == second.at.ms
    await hosted.then_quiet(hosted.together(hosted.table.say(first), hosted.table.say(second)))
    await hosted.move_to(1500)
    await hosted.sweep()
    settled = [event for event in await hosted.events() if isinstance(event, ev.TurnSettled)]
    assert [(it.turn, it.to, it.silent) for it in settled] == [(1, ZAC, ())]
    assert len([text for text in hosted.room.texts(PUBLIC) if "Turn 2" in text]) == 1


async def test_s11_a_sweep_a_timer_and_a_message_at_once_settle_a_turn_once(hosted):
    await hosted.in_first_turn()
    await hosted.types(CORA, "north", at=1000)
    hosted.clock.move_to(hosted.clock.goes_off_ms(hosted.clock.waiting[0]))
    late = hosted.typed(ZAC, "north")
    await hosted.then_quiet(
        hosted.together(hosted.house.sweep(), hosted.house.sweep(), hosted.table.say(late))
    )
    settled = [event for event in await hosted.events() if isinstance(event, ev.TurnSettled)]
    assert [it.turn for it in settled] == [1]
    assert hosted.turn.facts == ()


async def test_s13_the_same_command_twice_takes_effect_once(hosted):
    await hosted.in_first_turn()
    typed = hosted.typed(CORA, "")
    asks = [hosted.table.do(do.PauseMatch(HOST), typed.cause, typed.at) for _ in range(3)]
    await hosted.then_quiet(hosted.together(*asks))
    paused = [event for event in await hosted.events() if isinstance(event, ev.MatchPaused)]
    assert len(paused) == 1
    assert len([text for text in hosted.room.texts(PUBLIC) if "is paused" in text]) == 1
