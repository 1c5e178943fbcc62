"""Views of a match: who may see which of its channels, write there as whom, and is sent what.

A page is sent JSON objects (frames), each with no more in it than its view may see.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from minecart_robbery.record import KeptMatch, KeptMessage, Seating
from minecart_robbery.rehearsal.messages import Sender, body_of, ms_of
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.panels import Button, Panel, Tone

Frame = dict[str, Any]

_STYLES = {Tone.INVITING: "primary", Tone.QUIET: "secondary"}


class View(StrEnum):
    """As what one looks at a match, each by a link of its own."""

    DIRECTOR = "director"
    """Sees all, and writes as the host or as either player."""
    DMO = "dmo"
    CANDIDATE = "candidate"
    SPECTATOR = "spectator"

    @property
    def writes(self) -> tuple[Sender, ...]:
        """As whom one may write."""
        match self:
            case View.DIRECTOR:
                return Sender.HOST, Sender.DMO, Sender.CANDIDATE
            case View.SPECTATOR:
                return ()
            case _:
                return (Sender(self),)


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel of a match: its name in the page, its title, its id, who may write there."""

    name: str
    title: str
    id: int
    writers: tuple[Sender, ...]


def channels_of(view: View, seating: Seating) -> Iterator[Channel]:
    """The channels that a view sees, with whom it may write there as."""
    dm = say("rehearsal", "dm_channel")
    yield Channel("dm", dm, seating.dm_channel, view.writes)
    for chair in seating.chairs():
        if view is View.DIRECTOR or view == chair.seat:
            writers = [it for it in view.writes if it.seat in (None, chair.seat)]
            title = say("rehearsal", "submissions", player=chair.name)
            yield Channel(chair.seat, title, chair.channel, tuple(writers))


def sees(view: View, message: KeptMessage, seating: Seating) -> bool:
    """Whether a message may be seen: one to a player alone by that player and the director."""
    if message.private_to is not None and view not in (View.DIRECTOR, message.private_to):
        return False
    return any(channel.id == message.channel for channel in channels_of(view, seating))


def new_secret() -> str:
    """A secret for a link, which nobody can guess."""
    return secrets.token_urlsafe(24)


def new_links() -> dict[str, str]:
    """A secret for each view of a match."""
    return {view: new_secret() for view in View}


def is_secret(tried: str, secret: str) -> bool:
    """Whether they are the same; how long that takes tells nothing of how alike they are."""
    return hmac.compare_digest(tried.encode("utf-8", "replace"), secret.encode())


def view_by(tried: str, matches: Iterable[KeptMatch]) -> tuple[int, View] | None:
    """The match and the view whose secret that is, None for none; all of them are compared."""
    found = [
        (kept.match, View(view))
        for kept in matches
        for view, secret in kept.links.items()
        if is_secret(tried, secret)
    ]
    return next(iter(found), None)


def hello(view: View, seating: Seating, kept: KeptMatch, now_ms: int) -> Frame:
    """The first frame: what one looks at, as what, and what can be done there."""
    return {
        "type": "hello",
        "view": view,
        "match": seating.match,
        "number": seating.match,
        "names": {sender: _name(sender, seating) for sender in Sender if sender != Sender.BOT},
        "channels": [
            {"id": it.name, "title": it.title, "writers": it.writers}
            for it in channels_of(view, seating)
        ],
        "writes": view.writes,
        "bots": list(kept.players),
        "now_ms": now_ms,
    }


def news(
    view: View, seating: Seating, kept: KeptMatch, messages: Iterable[KeptMessage], after: int
) -> list[Frame]:
    """The frames of what has changed since that number, in the order of changes."""
    frames = [message_frame(it, view, seating) for it in messages if sees(view, it, seating)]
    if kept.change > after:
        frames.append(table_frame(kept))
    return sorted(frames, key=lambda frame: frame["n"])


def message_frame(kept: KeptMessage, view: View, seating: Seating) -> Frame:
    """A message as it stands now; of one that was deleted nothing is left to read."""
    body = body_of(kept)
    channel = next(it for it in channels_of(view, seating) if it.id == kept.channel)
    sender = Sender(kept.sender)
    return {
        "type": "message",
        "n": kept.change,
        "id": name_of(kept.id),
        "channel": channel.name,
        "by": {"seat": sender, "name": _name(sender, seating)},
        "at_ms": ms_of(kept.id),
        "edited_ms": kept.edited,
        "text": body.text,
        "title": body.title or None,
        "table": body.table or None,
        "mark": kept.mark,
        "reply_to": name_of(body.reply_to) if body.reply_to else None,
        "panel": None if body.panel is None else _rows(body.panel),
        "private_to": kept.private_to,
        "deleted": kept.is_deleted,
    }


def table_frame(kept: KeptMatch) -> Frame:
    """The table, the same for all."""
    return {"type": "table", "n": kept.change, **json.loads(kept.board)}


def name_of(message: int) -> str:
    """The id of a message as the page calls it."""
    return f"m{message}"


def id_of(name: str) -> int | None:
    """The id of the message that the page calls so; None for what is no such name."""
    number = name.removeprefix("m")
    is_one = name.startswith("m") and number.isascii() and number.isdecimal() and len(number) < 20
    return int(number) if is_one and int(number) < 2**63 else None


def _rows(panel: Panel) -> list[list[Frame]]:
    return [[_button(button) for button in row] for row in panel.rows]


def _button(button: Button) -> Frame:
    return {"label": button.label, "says": button.says, "style": _STYLES[button.tone]}


def _name(sender: Sender, seating: Seating) -> str:
    seat = sender.seat
    return say("rehearsal", sender) if seat is None else seating.chair(seat).name
