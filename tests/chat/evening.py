"""An evening as the README tells it: what people did is read from it and done with the real bot.

A quote is what the bot said to that. In the prose before it stands who did what:

    **Hanna** gives `/match start`         a slash command, in the DM channel once there is one
    **Cora** says `ready`                  typed, in the player's own submissions channel
    **Cora** in `#death-match` types `n`   typed, there
    **Hanna** presses `Confirm`            under what she was answered last

and what else happened, by the words of `HAPPENS`. A quote below "In `#death-match`:" is all that
the bot has said there since; any other is the answer to the one who did the last of it.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from tests.chat.buttons import labels
from tests.chat.server import Server
from tests.scenarios.world import leave

A_MINUTE = "a minute goes by"
ZAC_LEAVES = "Zac leaves the server"
HAPPENS = (A_MINUTE, ZAC_LEAVES)

WIDTH = 110
"""The README's lines are about as long as that."""

_TYPED = r"`[^`]+`"
_DEED = re.compile(
    rf"\*\*(?P<who>\w+)\*\*(?: in `#(?P<where>[\w-]+)`)?(?: (?P<verb>\w+))? "
    rf"(?P<what>{_TYPED}(?:(?:,| and) {_TYPED})*)"
    rf"|(?P<happens>{'|'.join(HAPPENS)})",
    re.IGNORECASE,
)
_PLACE = re.compile(r"`#([\w-]+)`:$")
OPTION = re.compile(r" (\w+):")
_MARK = re.compile(r"\n-# \d+ · [A-Z]\d+$")
_SHOWN = re.compile(
    r"<(?P<kind>@&|@|#)(?P<id>\d+)>|<t:(?P<second>\d+):R>|\[(?P<link>[^]]+)\]\(\S+\)"
)
_FINGERPRINT = re.compile(r"\b[0-9a-f]{4}( [0-9a-f]{4}){3}\b|\b[0-9a-f]{64}\b")
_LEFT_OUT = re.compile(r"(\\ )?…")
"""A gap, as it stands in an escaped text; it may begin with the end of a line."""

Texts = dict[int, tuple[str, str]]
"""By the ids of messages: what is to be read in them, and in the boxes below."""


@dataclass(frozen=True)
class Deed:
    """Somebody typed, commanded or pressed something; or, where nobody did, that happened."""

    who: str
    what: str
    where: str | None = None
    is_press: bool = False


def deeds_in(prose: str) -> list[Deed]:
    """What was done by a paragraph, in its order."""
    found: list[Deed] = []
    for it in _DEED.finditer(" ".join(prose.split())):
        if it["happens"]:
            found.append(Deed("", it["happens"].lower()))
        for what in re.findall(_TYPED, it["what"] or ""):
            is_press = it["verb"] == "presses"
            found.append(Deed(it["who"], what.strip("`"), it["where"], is_press))
    return found


class Evening:
    """A server in which what a text tells happens, paragraph by paragraph."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = {it.name: it for it in (server.host, server.cora, server.zac)}
        self.people["Nora"] = server.join("Nora")
        self._before: dict[str, Texts] = {}
        self._answered: discord.Message | None = None
        self._typed_in: str | None = None

    async def told_anew(self, paragraphs: Sequence[str]) -> list[str]:
        """The paragraphs, with what the bot has really said in place of each quote."""
        told: list[str] = []
        for shown in paragraphs:
            if shown.startswith("> "):
                place = _PLACE.search(told[-1])
                told.append("\n".join(_quoted(self._said_in(place[1]) if place else self._said())))
            else:
                await self._let_happen(deeds_in(shown))
                told.append(shown)
        return told

    # ------------------------------------------------------------- what people do

    async def _let_happen(self, deeds: Sequence[Deed]) -> None:
        if deeds:
            self._before = {name: self._texts(name) for name in self._channels()}
        for deed in deeds:
            await self.server.env.advance_time(4)
            await self._do(deed)
            await self.server.env.advance_time(1)

    async def _do(self, deed: Deed) -> None:
        self._typed_in = None
        if not deed.who:
            await self._happens(deed.what)
            return
        actor = self.people[deed.who]
        if deed.is_press:
            assert self._answered is not None, "there is nothing to press"
            self._answer(await actor.click(self._answered, label=deed.what))
        elif deed.what.startswith("/"):
            self._answer(await self._command(actor, deed.what.removeprefix("/")))
        else:
            self._typed_in = deed.where or self._own_channel(deed.who)
            await actor.send(self._channel(self._typed_in), deed.what)

    async def _happens(self, what: str) -> None:
        if what == A_MINUTE:
            await self.server.env.advance_time(60)
        else:
            assert what == ZAC_LEAVES.lower()
            await leave(self.server, self.server.zac)
            await self.server.env.advance_time(5)

    async def _command(self, actor: MemberActor, text: str) -> InteractionResult:
        name, *options = OPTION.split(text)
        place = self._channel("death-match" if "death-match" in self._channels() else "lobby")
        given = dict(zip(options[::2], map(self._value, options[1::2]), strict=True))
        if "player" in given:
            offered = await actor.autocomplete(place, name, "player", given["player"])
            (given["player"],) = [it["value"] for it in offered]
        return await actor.slash(place, name, **given)

    def _value(self, text: str) -> Any:
        if text.startswith("@"):
            return self.people.get(text[1:]) or self.server.guild.roles[text[1:]]
        return int(text) if text.isdecimal() else text

    def _answer(self, result: InteractionResult) -> None:
        answer = result.followups[0] if result.followups else result.response
        assert answer is not None, "there is always an answer"
        assert answer.ephemeral
        self._answered = answer.message

    # ------------------------------------------------------------- what the bot says

    def _said(self) -> list[str]:
        """What whoever did the last thing was told, and nobody else."""
        if self._typed_in is not None:
            return self._said_in(self._typed_in)
        assert self._answered is not None, "nobody has done anything"
        buttons = " ".join(f"`{label}`" for label in labels(self._answered))
        return [*self._read(self._answered), *([buttons] if buttons else [])]

    def _said_in(self, channel: str) -> list[str]:
        """What the bot has said in a channel since people began to do what is told last."""
        before, now = self._before.get(channel, {}), self._texts(channel)
        return [text for id, texts in now.items() if before.get(id) != texts for text in texts]

    def _texts(self, channel: str) -> Texts:
        history = self._channel(channel).history()
        return {it.id: self._read(it) for it in history if it.author.bot}

    def _read(self, message: discord.Message) -> tuple[str, str]:
        boxes = "\n".join(f"## {it.title}\n{it.description}" for it in message.embeds)
        box = self._as_seen(boxes, message.created_at)
        talk = self._as_seen(_MARK.sub("", message.content), message.created_at)
        return talk, "\n".join(f"> {line}" for line in box.split("\n") if line)

    def _as_seen(self, text: str, said_at: datetime) -> str:
        """A text as people see it: names in place of ids, no links, and headings in bold."""
        text = re.sub(r"^## (.*)$", r"**\1**", text, flags=re.MULTILINE)
        return _SHOWN.sub(lambda it: self._name_of(it, said_at), text)

    def _name_of(self, it: re.Match[str], said_at: datetime) -> str:
        backend = self.server.env.backend
        match it["kind"]:
            case "@":
                return f"`@{backend.users[int(it['id'])].name}`"
            case "@&":
                roles = self.server.guild.roles.values()
                return next(f"`@{role.name}`" for role in roles if role.id == int(it["id"]))
            case "#":
                channel = backend.channels[int(it["id"])]
                is_category = channel.type == discord.ChannelType.category.value
                return str(channel.name) if is_category else f"`#{channel.name}`"
            case _ if it["link"]:
                return it["link"]
            case _:
                return _in_seconds(round(int(it["second"]) - said_at.timestamp()))

    # ------------------------------------------------------------- where

    def _channels(self) -> dict[str, int]:
        return {str(it.name): it.id for it in self.server.env.backend.channels.values()}

    def _channel(self, name: str) -> ChannelHandle:
        return self.server.channel(self._channels()[name])

    def _own_channel(self, player: str) -> str:
        """A player's submissions channel; Nora has Zac's, since she plays on in his place."""
        return f"{'cora' if player == 'Cora' else 'zac'}-submissions"


def _in_seconds(seconds: int) -> str:
    """How Discord shows a moment that is so many seconds away."""
    minutes = {60: "in a minute", 120: "in 2 minutes"}
    return minutes.get(seconds, f"in {seconds} seconds")


def _quoted(texts: Sequence[str]) -> Iterator[str]:
    """Texts as one quote in markdown, a paragraph each, wrapped."""
    for number, text in enumerate(it for it in texts if it):
        if number:
            yield ">"
        yield from (f"> {line}".rstrip() for line in _wrapped(text.split("\n")))


def _wrapped(lines: Sequence[str]) -> Iterator[str]:
    """Lines that stay lines of their own in markdown, none of them too long."""
    is_drawing = False
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        prefix, text = ("> ", line[2:]) if line.startswith("> ") else ("", line)
        after = following.removeprefix("> ")
        is_fence = text.startswith("```")
        is_drawing ^= is_fence
        if is_drawing or is_fence:
            yield line
            continue
        ends = not after or after.startswith(("- ", "```")) or text.startswith("- ")
        indent = prefix + ("  " if text.startswith("- ") else "")
        whole = text if ends else f"{text}\\"
        yield from textwrap.wrap(
            whole,
            WIDTH - 2,
            initial_indent=prefix,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        if text.startswith("- ") and after and not after.startswith("- "):
            yield prefix


# ----------------------------------------------------------------- as it is shown


def as_it_is(shown: str, real: str) -> str:
    """`shown`, if it is what was really said but for what a … leaves out; else all of that."""
    pattern = _LEFT_OUT.sub(".+", re.escape(_bare(shown)))
    return shown if re.fullmatch(pattern, _bare(real)) else real


def _bare(text: str) -> str:
    """A text however its lines are wrapped, and whatever its fingerprint."""
    unquoted = re.sub(r"^(> ?)+", "", text, flags=re.MULTILINE)
    return " ".join(_FINGERPRINT.sub("fingerprint", unquoted).split())
