"""What a page is sent: JSON objects, each with no more in it than its view may see."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from minecart_robbery.record import KeptMatch, KeptMessage, Seating
from minecart_robbery.rehearsal.messages import Sender, body_of, ms_of
from minecart_robbery.rehearsal.views import View, channels_of, sees
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.panels import Button, Panel, Tone

Frame = dict[str, Any]

_STYLES = {Tone.INVITING: "primary", Tone.QUIET: "secondary"}


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
