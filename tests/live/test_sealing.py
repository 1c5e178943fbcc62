"""At the end of a match its record's fingerprint is posted, and the record can be verified."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minecart_robbery.engine import commands as do
from minecart_robbery.engine.match import CalledOff, Over
from minecart_robbery.record.document import read_document
from minecart_robbery.record.verifying import Sound, verify
from tests.live.hosted import HOST, PUBLIC, ZAC, Hosted
from tests.live.script import RULES, TURNS, Message, a_house, is_live, on_to_a_turn, play_turn
from tests.record.exported import exported

SEALED = "🔏 The record of match"


async def verified(hosted: Hosted, posted: str | None = None) -> Sound:
    """What verifying the record of the match comes to."""
    return verify(read_document(await exported(hosted.record, hosted.number)), posted)


def posted_in(hosted: Hosted) -> list[str]:
    """The public notices that have a fingerprint in them."""
    return [it.text for it in hosted.room.delivered if it.to is PUBLIC and SEALED in it.text]


def short_in(text: str) -> str:
    """The fingerprint in bold in such a notice."""
    return text.partition("sealed: **")[2].partition("**")[0]


async def won(hosted: Hosted) -> None:
    """Play the shortest match there is; nobody but Zac does anything."""
    await hosted.in_first_turn(target_gems=1, rounds_to_win=1)
    await hosted.move_to(1000)
    await hosted.types(ZAC, "south")
    await hosted.move_to(200_000)
    assert not is_live(hosted)


async def called_off(hosted: Hosted) -> None:
    """Call a match off in its first turn."""
    await hosted.in_first_turn()
    await hosted.do(do.CallOff(HOST, "the lamp went out"))


@pytest.mark.parametrize(("end", "phase"), [(won, Over), (called_off, CalledOff)])
async def test_the_closing_notice_carries_the_fingerprint_of_the_whole_record(hosted, end, phase):
    await end(hosted)
    fingerprint = await hosted.record.fingerprint(hosted.number)
    (text,) = posted_in(hosted)
    last_line = text.split("\n")[-1]
    assert last_line.startswith(f"{SEALED} {hosted.number} is sealed: **{fingerprint.short}**")
    assert fingerprint.full in last_line
    sound = await verified(hosted, short_in(text))
    assert isinstance(sound.match.current, phase)


async def test_while_a_match_goes_on_no_fingerprint_is_posted(hosted):
    await hosted.in_first_turn()
    await hosted.types(ZAC, "south")
    assert posted_in(hosted) == []
    await verified(hosted)


async def test_the_fingerprint_is_posted_once_though_the_program_ends_before_it_is_delivered(
    hosted,
):
    await hosted.in_first_turn()
    hosted.room.hold(PUBLIC)
    await hosted.do(do.CallOff(HOST))
    await hosted.restarted()
    hosted.room.let_go(PUBLIC)
    await hosted.quiet()
    (text,) = posted_in(hosted)
    await verified(hosted, short_in(text))


INTERLUDES = st.lists(
    st.sampled_from(["restart", "pause", "pause by the DMO", "restart the clock"]), max_size=2
)


async def played(turns: list[list[Message]], rules: dict[str, Any], between: list[str]) -> Hosted:
    """Play a match with restarts and pauses between its turns; its record must be sound."""
    async with a_house() as hosted:
        await hosted.started(**rules)
        for number, messages in enumerate(turns):
            if not await on_to_a_turn(hosted):
                break
            opened = hosted.now
            await play_turn(hosted, messages)
            if is_live(hosted) and number < len(between):
                await interrupt(hosted, between[number])
            await hosted.move_to(opened + 200_000)
        sound = await verified(hosted)
        if is_live(hosted):
            assert sound.match == hosted.match
        return hosted


async def interrupt(hosted: Hosted, how: str) -> None:
    """Something that holds a match up."""
    match how:
        case "restart":
            await hosted.restarted(str(hosted.now))
        case "pause":
            await hosted.do(do.PauseMatch(HOST, "tea"))
            await hosted.do(do.ResumeMatch(HOST))
        case "pause by the DMO":
            await hosted.do(do.PauseMatch(ZAC.other))
        case _:
            await hosted.do(do.RestartClock())


@settings(max_examples=20)
@given(TURNS, RULES, INTERLUDES)
def test_the_record_of_any_match_at_a_table_is_sound(turns, rules, between):
    asyncio.run(played(turns, rules, between))
