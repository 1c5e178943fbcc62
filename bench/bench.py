"""What `make bench` prints: turns a second of the engine, requests to Discord of a turn.

The engine: random play with bonus actions, one match after the other, each event built and applied
by `decide`, nothing left out. A figure to compare within one machine and one run, no
goal. Discord: one match played by typing, two picks a turn and no bonus, with the private prompts;
every request of the bot is counted where discord.py hands it over to be sent. At most 5 a turn.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from minecart_robbery.chat.bot import MinecartBot
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide, due
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.match import Match, Over, PickingRole, TurnOpen
from minecart_robbery.engine.nouns import Accelerate, Desk, Join, Role, Seat, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import Rules
from minecart_robbery.record import Record
from minecart_robbery.settings import Settings

SECONDS = 5.0
BONUS_CHANCE = 0.15
SEED = 15


class RandomMatch:
    """One match played at random, in virtual time."""

    def __init__(self, draws: random.Random) -> None:
        self.draws = draws
        self.ms = 0
        self.events = 0
        self.turns = 0
        opening = decide(None, do.OpenMatch(Rules()), Moment(0))
        assert not isinstance(opening, Refusal)
        self.match: Match = opening[-1].after

    def give(self, command: do.Command) -> None:
        """Give a command at the present moment; what is refused changes nothing."""
        self.ms += 1
        steps = decide(self.match, command, Moment(self.ms, snowflake=self.ms))
        if not isinstance(steps, Refusal) and steps:
            self.match = steps[-1].after
            self.events += len(steps)

    def play(self) -> None:
        """Play the match to its end."""
        self.give(do.StartMatch(Desk.HOST, skip_ready=True))
        while not isinstance(self.match.current, Over):
            match self.match.current:
                case PickingRole(picker=picker):
                    self.give(do.PickRole(picker, self.draws.choice(tuple(Role))))
                case TurnOpen():
                    self.play_turn()
                case phase:
                    raise AssertionError(f"a match of two people who play never waits in {phase}")

    def play_turn(self) -> None:
        """Now and then a bonus action, then both picks, then the turn is settled."""
        if self.draws.random() < BONUS_CHANCE:
            self.give(do.Say(self.draws.choice(tuple(Seat)), self.bonus()))
        for seat in Seat:
            self.give(do.Say(seat, self.draws.choice(tuple(Track))))
        due_ms = due(self.match)
        assert due_ms is not None
        self.ms = due_ms
        self.give(do.Expire())
        self.turns += 1

    def bonus(self) -> Accelerate | Join:
        """Any bonus action."""
        if self.draws.random() < 0.5:
            return Accelerate(self.draws.choice(tuple(Track)))
        outer = self.draws.choice((Track.NORTH, Track.SOUTH))
        ends = (outer, Track.CENTRAL) if self.draws.random() < 0.5 else (Track.CENTRAL, outer)
        return Join(*ends)


class TypedMatch:
    """One match typed by two players on a simulated Discord, without settle and grace windows."""

    def __init__(self, env: simcord.Env, bot: MinecartBot) -> None:
        self.env = env
        self.bot = bot
        self.guild = env.create_guild()
        self.host = self.guild.owner
        self.players = [self.guild.add_member(env.create_user(name)) for name in ("Cora", "Zac")]

    def channel(self, id: int) -> ChannelHandle:
        """The channel with this id."""
        return ChannelHandle(self.env, self.guild, self.env.backend.channels[id])

    async def play(self, draws: random.Random) -> list[int]:
        """Play the match to its end, and give the number of requests of each turn."""
        host = MemberActor(self.env, self.guild, self.host)
        lobby = self.guild.create_text_channel("lobby")
        cora, zac = self.players
        await host.slash(lobby, "match open", dmo=cora, candidate=zac)
        (table,) = self.bot.house.tables()
        dm, *subs = map(self.channel, table.seating.channels())
        await host.slash(dm, "match start", skip_ready=True)
        requests: list[int] = []
        while not table.is_over:
            if isinstance(table.match.current, PickingRole):
                for player in self.players:
                    await player.send(dm, "miner")
            before = len(self.env.http_requests)
            for player, sub in zip(self.players, subs, strict=True):
                await player.send(sub, draws.choice(tuple(Track)))
            requests.append(len(self.env.http_requests) - before)
        return requests


async def requests_per_turn() -> list[int]:
    """The number of requests to Discord of each turn of a match."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "record.db"
        settings = Settings(_env_file=None, database=database)  # pyright: ignore[reportCallIssue]
        rules = replace(settings.rules, settle_seconds=0, grace_seconds=0)
        record = await Record.open(database)
        try:
            bot = MinecartBot(record, settings.model_copy(update={"rules": rules}))
            async with simcord.run(bot) as env:
                return await TypedMatch(env, bot).play(random.Random(SEED))
        finally:
            await record.close()


def measure_engine() -> None:
    """Play for some seconds and print what was played."""
    draws = random.Random(SEED)
    matches = turns = events = 0
    start = time.perf_counter()
    while (took := time.perf_counter() - start) < SECONDS:
        match = RandomMatch(draws)
        match.play()
        matches, turns, events = matches + 1, turns + match.turns, events + match.events
    print(f"engine:  {turns / took:,.0f} turns a second, {events / took:,.0f} events a second")
    print(f"         ({matches:,} matches of {turns / matches:.1f} turns in {took:.1f} s)")


def measure_requests() -> None:
    """Play a match by typing and print what its turns cost."""
    requests = asyncio.run(requests_per_turn())
    mean, most = sum(requests) / len(requests), max(requests)
    print(f"discord: {mean:.1f} requests a turn, {most} at most ({len(requests)} turns typed)")


def main() -> None:
    """Measure one after the other."""
    measure_engine()
    measure_requests()


if __name__ == "__main__":
    main()
