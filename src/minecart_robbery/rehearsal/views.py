"""Views of a match: who may see which of its channels, and write there as whom."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from minecart_robbery.record import KeptMatch, KeptMessage, Seating
from minecart_robbery.rehearsal.messages import Sender
from minecart_robbery.words.catalogue import say


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
