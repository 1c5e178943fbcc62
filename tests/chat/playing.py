"""Playing a referee's script on Discord, line by line, and reading what came of it.

What players type in a script they type here; what a host does at the desk is a slash command. A
line under the comment "# edit" is an edit of the player's message before it in that channel; to the
referee it is a line like any other, since an edit counts as a message of its moment (R16).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord

from minecart_robbery.engine.rules import SETTINGS, Rules
from minecart_robbery.referee import Script, adjudicate, parse
from minecart_robbery.referee.log import BOT, PRIVATE_INDENT, PUBLIC_INDENT, log_lines
from minecart_robbery.referee.script import (
    HOST,
    DeskCommand,
    Line,
    Message,
    first_word,
    moment_text,
)
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.notices import plain
from minecart_robbery.words.player_input import Place
from tests.chat.server import Said, Server
from tests.golden.transcripts import public

GOLDEN = Path(__file__).parent / "golden"
_SEALED_LAST = re.compile(r"\n🔏 .*\Z")
_CALLED_LAST = re.compile(r"\n((@\w+|<@&\d+>) ?)+$")
_FINGERPRINT = re.compile(r"\b[0-9a-f]{4}( [0-9a-f]{4}){3}\b|\b[0-9a-f]{64}\b")
_LINK = re.compile(r"\n\[Buttons for bonus actions\]\(link\)$")
_CALLED_FIRST = re.compile(r"^@\w+ ")


@dataclass(frozen=True)
class Play:
    """A script, and the numbers of those of its lines (from 0) that are edits."""

    script: Script
    edits: frozenset[int]


def play_in(path: Path) -> Play:
    """The play that stands in a file."""
    text = path.read_text(encoding="utf-8")
    lines, edits, is_edit = 0, set[int](), False
    for line in text.splitlines():
        if line.strip() == "# edit":
            is_edit = True
        elif line[:1].isdigit():
            if is_edit:
                edits.add(lines)
            lines, is_edit = lines + 1, False
    return Play(parse(text), frozenset(edits))


def options_for(rules: Rules) -> dict[str, Any]:
    """The options of `/match open` for a match with these rules."""
    values = {name: getattr(rules, name) for name in SETTINGS}
    return {name: value for name, value in values.items() if value != getattr(Rules(), name)}


class Stage:
    """A server in which a play is played; it opens the match when the server is new."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = {"Cora": server.cora, "Zac": server.zac, HOST: server.host}
        self.typed: dict[tuple[str, Place], discord.Message] = {}

    async def play(self, play: Play) -> None:
        """Open the match with the play's settings, then let each line happen at its moment."""
        assert (play.script.names.dmo, play.script.names.candidate) == ("Cora", "Zac")
        await self.server.open_match(**options_for(play.script.rules))
        for number, line in enumerate(play.script.lines):
            await self.server.env.advance_time((line.ms - self.server.now_ms) / 1000)
            await self._let_happen(line, is_edit=number in play.edits)

    async def _let_happen(self, line: Line, *, is_edit: bool) -> None:
        match line.action:
            case Message(place=place, text=text) if is_edit:
                message = self.typed[line.name, place]
                await self.people[line.name].edit(message, text)
            case Message(place=place, text=text):
                channel = self.server.dm if place is Place.DM else self._sub(line.name)
                message = await self.people[line.name].send(channel, text)
                self.typed[line.name, place] = message
            case DeskCommand(text=text):
                name, options = self._slash(text)
                await self.people[line.name].slash(self.server.dm, f"match {name}", **options)
            case None:
                pass

    def _sub(self, name: str):
        return self.server.cora_sub if name == "Cora" else self.server.zac_sub

    def _slash(self, text: str) -> tuple[str, dict[str, Any]]:
        """The slash command for what a script says at the desk."""
        word, rest = first_word(text)
        match word:
            case "start":
                return word, {"skip_ready": True}
            case "starter":
                rounds, rest = first_word(rest)
                name, role = first_word(rest)
                options = {"rounds": rounds, "player": name}
                return word, options | ({"role": role} if role else {})
            case _:
                return word, {"reason": rest} if rest else {}


# ----------------------------------------------------------------- what the referee says


def referee_log(play: Play) -> list[str]:
    """The referee's log of a play, public and private."""
    return list(log_lines(adjudicate(play.script)))


def public_log(play: Play) -> list[str]:
    """What stands in the DM channel by that log: a pick typed there is taken away (S21)."""
    taken_away = {
        f"{moment_text(entry.ms)}  {entry.line.name}: {entry.line.action.text}"
        for entry in adjudicate(play.script).entries
        if entry.line is not None
        and isinstance(entry.line.action, Message)
        and entry.answer == say("refused", "pick_in_dm")
    }
    return [line for line in public(referee_log(play)) if line not in taken_away]


def told_to(name: str, lines: list[str]) -> list[str]:
    """Those lines of a referee's log that `name` is told alone."""
    found: list[str] = []
    is_told = False
    for line in lines:
        if not line.startswith(" " * PRIVATE_INDENT):
            is_told = re.match(rf"  · [\d:.]+  to {name}: ", line) is not None
        if is_told:
            found.append(line)
    return found


# ----------------------------------------------------------------- what Discord shows


def dm_channel_log(server: Server) -> list[str]:
    """The DM channel as the referee's log would have it, the opening notice included.

    The bot's replies are left out: they are for the player whom they answer; and the fingerprint,
    since the referee has no record.
    """
    lines: list[str] = []
    for said in server.said(server.dm):
        at = moment_text(said.ms)
        if not is_bots(server, said):
            lines.append(f"{at}  {HOST if said.by == server.host.name else said.by}: {said.text}")
        elif said.reply_to is None:
            text = plain(_LINK.sub("", _CALLED_LAST.sub("", _SEALED_LAST.sub("", said.text))))
            lines.append(f"{at}  {BOT}")
            lines += [f"{' ' * PUBLIC_INDENT}{line}" for line in text.split("\n")]
            lines.append("")
    return lines


def told_log(server: Server, name: str) -> list[str]:
    """What the bot told a player, in their own channel and in replies, as the referee would."""
    dm, sub = server.dm, server.cora_sub if name == "Cora" else server.zac_sub
    theirs = {said.id for said in server.said(dm) if said.by == name}
    told = [said for said in server.said(sub) if is_bots(server, said)]
    told += [said for said in server.said(dm) if said.reply_to in theirs]
    return [line for said in sorted(told, key=_ms_of) for line in _told_lines(said, name)]


def _told_lines(said: Said, name: str) -> Iterator[str]:
    """An edit of a prompt keeps a heading of it, which the referee doesn't need to repeat."""
    lines = plain(_CALLED_FIRST.sub("", said.text)).split("\n")
    first, *others = lines[1:] if said.is_edit else lines
    yield f"  · {moment_text(said.ms)}  to {name}: {first}"
    yield from (f"{' ' * PRIVATE_INDENT}{line}" for line in others)


def _ms_of(said: Said) -> int:
    return said.ms


def is_bots(server: Server, said: Said) -> bool:
    """Whether the bot said it."""
    return said.by == server.env.backend.bot_user.name


def raw_log(server: Server) -> list[str]:
    """The DM channel word for word: who said what when, markdown, mentions and all.

    But for the fingerprint, which depends on the ids of messages and deliveries.
    """
    lines: list[str] = []
    for said in server.said(server.dm):
        name = BOT if is_bots(server, said) else said.by
        answers = "" if said.reply_to is None else " (reply)"
        text = _FINGERPRINT.sub("…", said.text)
        lines += [f"{moment_text(said.ms)}  {name}{answers}", *text.split("\n"), ""]
    return lines
