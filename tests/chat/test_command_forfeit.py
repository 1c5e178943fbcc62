"""/match forfeit: a player gives the match up, a host says so, and the other one has won (S33)."""

from __future__ import annotations

import pytest

from minecart_robbery.engine import events as ev
from minecart_robbery.engine.match import Over
from minecart_robbery.engine.nouns import Seat
from tests.chat.desk import announced, asked, confirm, given
from tests.chat.looking import Unmoved
from tests.chat.server import Server, answer
from tests.chat.test_command_substitute import done


async def test_s33_the_opponent_wins_and_all_are_told_by_whom_and_why(server: Server):
    table = await server.play_to_first_turn()
    shown = await asked(server, "forfeit", player="candidate", reason="his *train* left")
    assert server.readable(shown.content).split("\n") == [
        "**End the match, since Zac gives it up?** Cora wins it then. Nothing has been done yet.",
        "**The match:** round 1, turn 1 → **won by Cora**",
        "**Clock:** runs out at 01:00.000 → **none**",
        "Stays as it is: Rounds won.",
    ]
    assert "Hanna has ended the match, which Zac gives up." in announced(shown)
    assert not table.is_over
    assert await confirm(server.host, shown) == "The match is ended, and announced as won."
    assert table.match.current == Over(Seat.DMO, is_forfeited=True)
    public = server.last(server.dm)
    assert "Hanna has ended the match, which Zac gives up. Cora wins it" in public
    assert "Reason: his \\*train\\* left" in public
    assert "is sealed" in public
    assert list(server.bot.house.tables()) == []


async def test_s33_it_stands_in_the_record_with_its_reason(server: Server):
    table = await server.play_to_first_turn()
    await given(server, "forfeit", player="Cora", reason="no time")
    events = await server.bot.record.events(table.seating.match)
    last = events[-1]
    assert isinstance(last, ev.MatchForfeited)
    assert (last.seat, last.note) == (Seat.DMO, "no time")
    assert await server.bot.record.has_ended(table.seating.match)


async def test_s33_whoever_plays_on_can_give_it_up_by_their_own_name(server: Server):
    nora = server.join("Nora")
    await server.play_to_first_turn()
    await done(server, nora)
    await given(server, "forfeit", player="Nora")
    assert "which Nora gives up" in server.last(server.dm)


@pytest.mark.parametrize("who", ["cora", "zac", "spectator"])
async def test_r30_nobody_but_a_host_ends_a_match_as_given_up(server: Server, who: str):
    await server.play_to_first_turn()
    before = Unmoved(server)
    actor = getattr(server, who)
    result = await actor.slash(server.dm, "match forfeit", player="candidate")
    assert result.ephemeral
    assert "Only a host" in answer(result)
    before.check()


async def test_somebody_who_does_not_play_gives_nothing_up(server: Server):
    await server.play_to_first_turn()
    before = Unmoved(server)
    result = await server.host.slash(server.dm, "match forfeit", player="Sam")
    assert answer(result).startswith(
        "“Sam” does not play in this match. Choose **Cora** or **Zac**"
    )
    before.check()
