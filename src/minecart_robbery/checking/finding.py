"""What a check gives: how it came out, what was found, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from minecart_robbery.words.catalogue import say


class Result(StrEnum):
    """How a check came out, from good to bad."""

    OK = "ok"
    WARNING = "warning"
    """Something that may become a fault, or that one should know of."""
    FAULT = "fault"
    """Matches can't be hosted like that, or not as they should be."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check has found.

    `check` is the check's name, which stays the same; what a person sees it called stands in the
    catalogue under that name. `to_do` is empty where there is nothing to do, or where what was
    found says it itself.
    """

    check: str
    result: Result
    found: str
    to_do: str = ""


def ok(check: str, kind: str, **filled_in: Any) -> Finding:
    """All is well: the sentence of that kind says with what."""
    return Finding(check, Result.OK, say("check", kind, **filled_in))


def warning(check: str, kind: str, **filled_in: Any) -> Finding:
    """A warning, in the sentence of that kind; the one named `…_do` says what to do."""
    return _bad(check, Result.WARNING, kind, filled_in)


def fault(check: str, kind: str, **filled_in: Any) -> Finding:
    """A fault, in the sentence of that kind; the one named `…_do` says what to do."""
    return _bad(check, Result.FAULT, kind, filled_in)


def _bad(check: str, result: Result, kind: str, filled_in: dict[str, Any]) -> Finding:
    found, to_do = (say("check", it, **filled_in) for it in (kind, f"{kind}_do"))
    return Finding(check, result, found, to_do)


def worst(findings: Iterable[Finding]) -> Result:
    """The worst result of them all; that of none is that all is well."""
    order = list(Result)
    return max((finding.result for finding in findings), key=order.index, default=Result.OK)


def as_object(findings: Iterable[Finding]) -> dict[str, object]:
    """The findings for a program: what it reads stays as it is from version to version."""
    found = list(findings)
    return {
        "result": str(worst(found)),
        "checks": [
            {
                "check": finding.check,
                "result": str(finding.result),
                "found": finding.found,
                "to_do": finding.to_do or None,
            }
            for finding in found
        ],
    }
