"""A whole evening of the real `minecart run` over real sockets, to the fingerprint."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Tell
from tests.evenings.announced import FINGERPRINT, events_in, faults, winner_on_record
from tests.evenings.evening import Evening, an_evening, said


async def from_the_first_word_to_the_ready(evening: Evening) -> None:
    """All is set up, the match is opened and started, and both say that they are ready."""
    await evening.gives("minecart hosts", role=evening.hosts)
    assert "All is well" in await evening.gives("minecart check")
    archive = evening.discord.add_channel(evening.guild, "hosts-log")
    evening.keep_for_hosts(archive)
    assert "Set" in await evening.gives("minecart settings", setting="hosts_log", value="hosts-log")
    opened = await evening.gives("match open", dmo=evening.cora, candidate=evening.zac)
    assert "is open" in opened
    assert "has started" in await evening.gives("match start")
    await evening.told(evening.dm, "Ready for round 1?")
    for player in (evening.cora, evening.zac):
        player.types(evening.sub(player), "ready")
    await evening.told(evening.dm, "chooses the start role")
    evening.cora.types(evening.dm, "miner")
    await evening.opening_after(0)


async def with_a_bonus_action_and_a_keep(evening: Evening) -> None:
    """Both pick by typing, one of them once more by a button, after a bonus action."""
    before, cora, zac = len(evening.openings()), evening.cora, evening.zac
    first = await evening.told(evening.sub(zac), "You steal this turn")
    cora.types(evening.sub(cora), "north")
    zac.types(evening.dm, "accelerate south")
    bonus = await evening.told(evening.dm, "plays **Accelerate South**")
    prompt = await evening.told(evening.sub(zac), "You steal this turn", after=first.id)
    pressed = await zac.presses(prompt, "South")
    assert not pressed.is_failed
    await evening.told(evening.sub(cora), "keep", after=bonus.id - (1 << 32))
    cora.types(evening.sub(cora), "keep")
    await evening.opening_after(before)


async def with_a_turn_taken_back(evening: Evening) -> None:
    """A turn is played, taken back and played again, in a pause and after it."""
    before = len(evening.openings())
    await evening.play_on(turns=1)
    await evening.confirmed("match take-back turn", reason="the line was down")
    await evening.told(evening.dm, "takes back round 1")
    await evening.opening_after(before + 1)
    await evening.gives("match pause", reason="tea")
    await evening.told(evening.dm, "tea")
    await evening.gives("match resume")
    await evening.told(evening.dm, "The match goes on")


async def test_all_that_is_announced_in_an_evening_is_what_the_record_replays(
    tmp_path: Path, tell: Tell
):
    async with an_evening(tmp_path) as evening:
        await evening.start()
        await from_the_first_word_to_the_ready(evening)
        await with_a_bonus_action_and_a_keep(evening)
        await with_a_turn_taken_back(evening)
        seen_by_sam = said(await evening.sam.gives(evening.dm, "match status"))
        assert "Turn 2" in seen_by_sam
        since, before = len(evening.discord.calls), len(evening.openings())
        await evening.play_on()
        turns = len(evening.openings()) - before
        tell("requests in turns over sockets", evening.discord.counted(since))
        assert turns > 0
        assert list(faults(evening)) == []
        assert winner_on_record(events_in(evening.record)) is not None
        end = await evening.told(evening.dm, "is sealed")
        assert evening.discord.limits.met == 0
        document = tmp_path / "match.json"
        document.write_text(await evening.printed("record", "export", "1"), encoding="utf-8")
        fingerprint = FINGERPRINT.findall(end.text)
        assert len(fingerprint) == 1
        await evening.printed("record", "verify", str(document), "--fingerprint", *fingerprint)
