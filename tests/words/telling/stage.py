"""A stage for telling: a match fed with commands, each told at once; messages come in any order.

Cora is the DMO, Zac the candidate. Times are in seconds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minecart_robbery.engine import Steps, decide, due, events_of
from minecart_robbery.engine import commands as do
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.facts import Said
from minecart_robbery.engine.match import Match
from minecart_robbery.engine.nouns import Desk, Role, Seat, Track
from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.engine.rules import Rules
from minecart_robbery.referee.script import moment_text
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice, text_of
from minecart_robbery.words.telling.events import telling
from minecart_robbery.words.telling.hosts_log import log_notices
from tests.deciding import decided

CORA, ZAC = Seat.DMO, Seat.CANDIDATE
HOST, HOUSE = Desk.HOST, Desk.HOUSE
NORTH, CENTRAL, SOUTH = Track.NORTH, Track.CENTRAL, Track.SOUTH
NAMES = Names("Cora", "Zac")
PLAYERS = {CORA: Audience.DMO, ZAC: Audience.CANDIDATE}


def at_moment(ms: int) -> str:
    """A time as the referee's log shows it."""
    return f"at {moment_text(ms)}"


class Told:
    """What one command's events were told as."""

    def __init__(self, notices: tuple[Notice, ...], logged: tuple[Notice, ...] = ()) -> None:
        self.notices = notices
        self.logged = logged

    def to(self, audience: Audience) -> list[str]:
        """The lines for one audience, the clock's among them, in their order."""
        texts = [
            text_of(it, lambda ms: f"at {moment_text(ms)}")
            for it in self.notices
            if it.to is audience
        ]
        return [line for text in texts for line in text.split("\n")]

    @property
    def public(self) -> list[str]:
        """What the DM channel shows."""
        return self.to(Audience.PUBLIC)

    @property
    def hosts(self) -> list[str]:
        """What the hosts are told."""
        return self.to(Audience.HOSTS)

    @property
    def log(self) -> list[str]:
        """What the hosts' log says."""
        return [line for notice in self.logged for line in notice.lines]

    def player(self, seat: Seat) -> list[str]:
        """What a player is told alone."""
        return self.to(PLAYERS[seat])

    @property
    def mentions(self) -> list[tuple[Audience, tuple[Seat, ...]]]:
        """Who is pinged where."""
        return [(it.to, it.mentions) for it in self.notices if it.mentions]


class Stage:
    """A match in which every command is told as it is given."""

    match: Match

    def __init__(self, *, posts_are_received: bool = True, **rules: Any) -> None:
        """Open a match. `posts_are_received`: the bot's own posts, as soon as they are sent."""
        self.posts_are_received = posts_are_received
        self.messages = 0
        opened = decide(None, do.OpenMatch(Rules(**rules)), Moment(0))
        assert not isinstance(opened, Refusal)
        self.opening = Told(telling(opened, NAMES), log_notices(opened, NAMES))
        self.match = opened[-1].after
        self.events: list[Event] = list(events_of(opened))

    @classmethod
    def checking_ready(cls, *ready: Seat, **rules: Any) -> Stage:
        """Both are asked since 0 s whether they are ready for round 1; `ready` said so before."""
        stage = cls(**rules)
        for seat in ready:
            stage.do(do.SayReady(seat), 0)
        stage.do(do.StartMatch(HOST), 0)
        return stage

    @classmethod
    def started(cls, **rules: Any) -> Stage:
        """Cora is asked for her role since 0 s."""
        stage = cls(**rules)
        stage.do(do.StartMatch(HOST, skip_ready=True), 0)
        return stage

    @classmethod
    def in_first_turn(cls, **rules: Any) -> Stage:
        """Turn 1 is open since 0 s, Cora mines."""
        stage = cls.started(**rules)
        stage.do(do.PickRole(CORA, Role.MINER), 0)
        return stage

    @classmethod
    def in_break(cls, lasts_seconds: int = 10, **rules: Any) -> Stage:
        """The break after turn 1, which was over at 2 s; Cora has one gem."""
        rules |= {"between_turns_seconds": lasts_seconds, "settle_seconds": 0}
        stage = cls.in_first_turn(**rules)
        stage.play(NORTH, SOUTH, 2)
        return stage

    def moment(self, at: float) -> Moment:
        """The moment of the next message, sent at so many seconds."""
        self.messages += 1
        return Moment(round(at * 1000), snowflake=self.messages)

    def do(self, command: do.Command, at: float, host: str = "", names: Names = NAMES) -> Told:
        """Give a command that is not refused, by a host of that name; what is told of it."""
        names = replace(names, host=host or names.host)
        moment = self.moment(at)
        steps = decide(self.match, command, moment)
        assert not isinstance(steps, Refusal), steps
        told = Told(telling(steps, names), log_notices(steps, names))
        self._go_on(steps)
        if self.posts_are_received:
            self._go_on(decide(self.match, do.StartClock(), moment))
        return told

    def _go_on(self, decision: Steps | Refusal) -> None:
        if not isinstance(decision, Refusal) and decision:
            self.match = decision[-1].after
            self.events += events_of(decision)

    def refusal(self, command: do.Command, at: float) -> Refusal:
        """Give a command that is refused."""
        refusal = decided(self.match, command, self.moment(at))
        assert isinstance(refusal, Refusal), refusal
        return refusal

    def say(self, seat: Seat, said: Said, at: float) -> Told:
        """A player's pick, keep or bonus action."""
        return self.do(do.Say(seat, said), at)

    def expire(self, draw: Role | None = None) -> Told:
        """Let the time to wait pass."""
        due_ms = due(self.match)
        assert due_ms is not None
        return self.do(do.Expire(draw), due_ms / 1000)

    def play(self, mine: Track | None, guard: Track | None, at: float) -> Told:
        """Play the turn in which Cora mines to its end; None is a silent player's pick."""
        if mine is not None:
            self.say(CORA, mine, at)
        if guard is not None:
            self.say(ZAC, guard, at)
        return self.expire()
