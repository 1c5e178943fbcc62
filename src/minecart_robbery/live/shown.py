"""Which messages of a match show which panel, so that they can be changed, or pointed to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from minecart_robbery.live.letters import Letter
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import Panel, PanelKey, Takes


@dataclass(frozen=True, slots=True)
class Earlier:
    """The ids of earlier messages that a letter concerns, 0 where there is none.

    `taken` is the one whose place it takes, `seen` the one that it points to.
    """

    taken: int = 0
    seen: int = 0


class ShownPanels:
    """The messages with a panel, each with whether it still shows one that is to be taken away.

    Where a newer message shows the same panel, the one before it is older, until its own is taken.
    """

    def __init__(self) -> None:
        self._messages: dict[tuple[Audience, PanelKey], tuple[int, bool]] = {}
        self._older: dict[tuple[Audience, PanelKey], int] = {}

    def received(self, letter: Letter, message: int) -> None:
        """Take note of a letter that was received as the message of that id."""
        notice = letter.notice
        if notice.panel is not None:
            self._shows(notice.to, notice.panel, message)
        elif notice.takes is not None and notice.takes.is_older:
            self._older.pop((notice.to, notice.takes.key), None)
        elif notice.takes is not None:
            self._messages[notice.to, notice.takes.key] = (message, False)

    def _shows(self, audience: Audience, panel: Panel, message: int) -> None:
        key = (audience, panel.key)
        before, is_shown = self._messages.get(key, (0, False))
        if is_shown and before != message:
            self._older[key] = before
        self._messages[key] = (message, not panel.stays)

    def moved(self, audiences: Collection[Audience]) -> None:
        """These have other channels now: what stands in the old ones is theirs no more (S28)."""
        left = self._messages.items()
        self._messages = {key: shown for key, shown in left if key[0] not in audiences}
        self._older = {key: it for key, it in self._older.items() if key[0] not in audiences}

    def message_of(self, audience: Audience, key: PanelKey) -> int:
        """The id of the message that shows an audience this panel; 0 if none does."""
        message, is_shown = self._messages.get((audience, key), (0, False))
        return message if is_shown else 0

    def deleted(self, message: int) -> frozenset[tuple[Audience, PanelKey]]:
        """The panels that a message showed which was deleted, each with who read it."""
        self._older = {key: older for key, older in self._older.items() if older != message}
        found = {key: shown for key, shown in self._messages.items() if shown[0] == message}
        for key in found:
            del self._messages[key]
        return frozenset(key for key, (_, is_shown) in found.items() if is_shown)

    def is_needless(self, letter: Letter) -> bool:
        """Whether a letter would only take away a panel that isn't shown any more."""
        notice = letter.notice
        if notice.lines or notice.panel is not None or notice.takes is None:
            return False
        if notice.takes.is_older:
            return (notice.to, notice.takes.key) not in self._older
        return not self.message_of(notice.to, notice.takes.key)

    def earlier(self, letter: Letter) -> Earlier:
        """The earlier messages that a letter concerns."""
        notice = letter.notice
        return Earlier(self._taken(notice), self._message(notice.to, notice.see))

    def _taken(self, notice: Notice) -> int:
        match notice.takes:
            case None:
                return 0
            case Takes(key=key, is_older=True):
                return self._older.get((notice.to, key), 0)
            case Takes(key=key):
                return self._message(notice.to, key)

    def _message(self, audience: Audience, key: PanelKey | None) -> int:
        return 0 if key is None else self._messages.get((audience, key), (0, False))[0]
