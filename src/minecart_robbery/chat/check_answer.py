"""What whoever asked for a check is answered: what is wrong first, then what is well."""

from __future__ import annotations

from collections.abc import Sequence

from minecart_robbery.checking.finding import Finding, Result, worst
from minecart_robbery.words.catalogue import say
from minecart_robbery.words.telling.readers import MOST_LETTERS

_SIGNS = {Result.FAULT: "line_fault", Result.WARNING: "line_warning"}


def check_answer(findings: Sequence[Finding], played: Sequence[int] = ()) -> str:
    """The answer, as long as Discord allows; `played` are matches that were left out."""
    bad = [it for result in _SIGNS for it in findings if it.result is result]
    is_bad = {it.check for it in bad}
    well = dict.fromkeys(it.check for it in findings if it.check not in is_bad)
    heading = say("check", f"heading_{worst(findings)}")
    end: list[str] = []
    if well:
        names = ", ".join(say("checks", check) for check in well)
        end.append(say("check", "well", names=names))
    if played:
        end.append(say("check", "left_out", matches=", ".join(map(str, played))))
    room = MOST_LETTERS - sum(len(line) + 1 for line in (heading, *end))
    return "\n".join([heading, *_fitting([_line(it) for it in bad], room), *end])


def _line(finding: Finding) -> str:
    name = say("checks", finding.check)
    told = f"{finding.found}. {finding.to_do}" if finding.to_do else finding.found
    return say("check", _SIGNS[finding.result], name=name, told=told)


def _fitting(lines: list[str], room: int) -> list[str]:
    """As many lines as there is room for; of the rest only how many."""
    for kept in range(len(lines), -1, -1):
        rest = len(lines) - kept
        shown = [*lines[:kept], *([say("check", "more", count=rest)] if rest else [])]
        if sum(len(line) + 1 for line in shown) <= room:
            return shown
    return []
