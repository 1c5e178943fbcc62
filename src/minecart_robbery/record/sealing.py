"""The seal: each event of a match is chained by SHA-256 to the one before it.

Sealed of an event is one JSON object, written canonically (`canonical`), with these five names:

    match      the match's number in its record
    number     the event's number in the match, from 1
    cause      the key of what caused it: the id of a message, an interaction, a clock's end
    event      the event as it was written down, its moment `at` (which is its cause's) included;
               the first one, `match_opened`, holds the match's rules
    previous   the hash of the event before it, "" for the first

Not sealed is who did it, who sat in which seat, and in which channels: people can be forgotten, and
the seals hold. A reason that a host typed, and one that the program gave, are part of an event and
so are sealed as they were written, whatever name stands in them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

UNSEALED = ""
"""The hash before the first event."""

SHORT = 16
"""So many hexadecimal digits of a fingerprint are enough for people to compare."""

_FULL = 64


class MalformedFingerprintError(ValueError):
    """What was given is no fingerprint; the message says what one looks like."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The hash of a match's last event: no other course of events has the same one.

    Raises ValueError unless `full` is a SHA-256 in lower-case hexadecimal digits.
    """

    full: str

    def __post_init__(self) -> None:
        if not re.fullmatch(rf"[0-9a-f]{{{_FULL}}}", self.full):
            raise ValueError("a fingerprint has 64 hexadecimal digits")

    @property
    def short(self) -> str:
        """Its first 16 digits in groups of four, for people."""
        return " ".join(self.full[at : at + 4] for at in range(0, SHORT, 4))

    def is_meant_by(self, typed: str) -> bool:
        """Whether `typed` is this one, in full or at least its first 16 digits, however spaced.

        Raises MalformedFingerprintError if it isn't a fingerprint at all.
        """
        digits = re.sub(r"[\s`*]", "", typed).lower()
        if not re.fullmatch(rf"[0-9a-f]{{{SHORT},{_FULL}}}", digits):
            raise MalformedFingerprintError(
                f"'{typed[:80]}' is no fingerprint: at least {SHORT} digits 0-9, a-f are expected"
            )
        return self.full.startswith(digits)


def canonical(value: Any) -> bytes:
    """A JSON value in the one form that is sealed: sorted names, no spaces, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def seal(match: int, number: int, cause: str, event: Mapping[str, Any], previous: str) -> str:
    """The hash of one event, in 64 hexadecimal digits; `event` is its JSON object."""
    sealed = {
        "match": match,
        "number": number,
        "cause": cause,
        "event": event,
        "previous": previous,
    }
    return hashlib.sha256(canonical(sealed)).hexdigest()


def chain(match: int, first: int, cause: str, bodies: Iterable[str], previous: str) -> list[str]:
    """The hashes of what one cause came to, events as written from number `first` on."""
    hashes: list[str] = []
    for number, body in enumerate(bodies, start=first):
        previous = seal(match, number, cause, json.loads(body), previous)
        hashes.append(previous)
    return hashes
