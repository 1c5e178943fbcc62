"""Moments as a script writes them: `mm:ss`, `mm:ss.sss`, `h:mm:ss.sss`; inside, milliseconds."""

from __future__ import annotations

import re

_MOMENT = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):([0-5]?\d)(?:\.(\d{1,3}))?", re.ASCII)


def moment_ms(text: str) -> int | None:
    """The moment in ms since the script's start; None if it isn't one.

    With hours, the minutes go up to 59; without, as far as they like.
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, fraction = found.groups()
    if hours is not None and int(minutes) > 59:
        return None
    whole = (int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)
    return whole * 1000 + int((fraction or "0").ljust(3, "0"))


def moment_text(ms: int) -> str:
    """The moment as a script would write it, to the millisecond."""
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    text = f"{minutes:02}:{rest // 1000:02}.{rest % 1000:03}"
    return f"{hours}:{text}" if hours else text
