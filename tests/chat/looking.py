"""Looking at a match that is played: where it stands, and whether something has moved it."""

from __future__ import annotations

from minecart_robbery.engine.match import Match, TurnOpen
from minecart_robbery.engine.nouns import Seat, Track
from minecart_robbery.engine.turn_projection import project
from tests.chat.server import Said, Server


def match_of(server: Server) -> Match:
    """The match that is played."""
    (table,) = server.bot.house.tables()
    return table.match


def picks(server: Server) -> dict[Seat, Track]:
    """The standing picks of the open turn."""
    match = match_of(server)
    assert isinstance(match.current, TurnOpen)
    return project(match.current, match.rules.turn_ms).picks


def all_said(server: Server) -> list[Said]:
    """All that the bot has said in the match's channels."""
    channels = (server.dm, server.cora_sub, server.zac_sub)
    return [said for channel in channels for said in server.said(channel) if said.by == "TestBot"]


class Unmoved:
    """The match and what was said in it, to see whether something has moved it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.match, self.said = match_of(server), all_said(server)

    def check(self) -> None:
        assert match_of(self.server) == self.match
        assert all_said(self.server) == self.said
