"""Ways to tamper with an exported record: each changes one thing, drawn at random."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

from minecart_robbery.record.sealing import seal

Document = dict[str, Any]
Tampering = Callable[[Document, random.Random], None]


def tampered(document: Document, tampering: Tampering, draws: random.Random) -> Document:
    """A copy with one thing changed; always another document."""
    while True:
        changed = copy.deepcopy(document)
        tampering(changed, draws)
        if changed != document:
            return changed


def sealed_anew(document: Document) -> Document:
    """The same document, all numbers and hashes made to fit, as a forger would."""
    previous = ""
    for number, line in enumerate(document["events"], start=1):
        line["number"] = number
        line["hash"] = seal(document["match"], number, line["cause"], line["event"], previous)
        previous = line["hash"]
    document["fingerprint"] = previous
    return document


def a_value(document: Document, draws: random.Random) -> None:
    """Any value in any event, wherever it stands."""
    line = draws.choice(document["events"])
    places = list(_places(line["event"]))
    holder, key = draws.choice(places)
    holder[key] = _another(holder[key], draws)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    names = value if isinstance(value, dict) else range(len(value))
    for name in names:
        if isinstance(value[name], dict | list) and value[name]:
            yield from _places(value[name])
        else:
            yield value, name


def _another(value: Any, draws: random.Random) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + draws.choice((-1000, -1, 1, 60_000))
        case "north" | "central" | "south":
            return draws.choice([it for it in ("north", "central", "south") if it != value])
        case "dmo" | "candidate":
            return "dmo" if value == "candidate" else "candidate"
        case "miner" | "thief":
            return "miner" if value == "thief" else "thief"
        case str():
            return draws.choice((value + "!", "", "host", "late"))
        case None:
            return draws.choice((0, 1, "north", "dmo"))
        case _:
            return ["dmo"]


def a_name_more(document: Document, draws: random.Random) -> None:
    """Something added to an event that no event has."""
    draws.choice(document["events"])["event"]["remark"] = "fair play"


def a_cause(document: Document, draws: random.Random) -> None:
    """The cause of an event, to a new one or another's."""
    events = document["events"]
    draws.choice(events)["cause"] = draws.choice(("m:666", draws.choice(events)["cause"]))


def a_hash(document: Document, draws: random.Random) -> None:
    """One digit of a hash."""
    line = draws.choice(document["events"])
    at = draws.randrange(64)
    line["hash"] = line["hash"][:at] + draws.choice("0123456789abcdef") + line["hash"][at + 1 :]


def a_number(document: Document, draws: random.Random) -> None:
    """The number of an event."""
    draws.choice(document["events"])["number"] += draws.choice((-1, 1, 5))


def one_dropped(document: Document, draws: random.Random) -> None:
    """One event left out."""
    del document["events"][draws.randrange(len(document["events"]))]


def one_twice(document: Document, draws: random.Random) -> None:
    """One event a second time, somewhere."""
    events = document["events"]
    again = copy.deepcopy(draws.choice(events))
    events.insert(draws.randrange(len(events) + 1), again)


def one_made_up(document: Document, draws: random.Random) -> None:
    """An event made out of another, with a cause and a number that fit."""
    events = document["events"]
    at = draws.randrange(len(events)) + 1
    made_up = copy.deepcopy(draws.choice(events))
    made_up["number"], made_up["cause"] = at + 1, "m:777"
    events.insert(at, made_up)


def two_swapped(document: Document, draws: random.Random) -> None:
    """Two events in each other's places, neighbours as a rule."""
    events = document["events"]
    one = draws.randrange(len(events))
    other = draws.choice((max(0, one - 1), draws.randrange(len(events))))
    events[one], events[other] = events[other], events[one]


def the_end_cut_off(document: Document, draws: random.Random) -> None:
    """All events from some number on left out."""
    del document["events"][draws.randrange(len(document["events"])) :]


def the_head(document: Document, draws: random.Random) -> None:
    """The match's number, its rules, what was taken back, the fingerprint: beside the events."""
    match draws.choice(("match", "rules", "taken_back", "fingerprint")):
        case "match":
            document["match"] += 1
        case "rules":
            document["rules"]["target_gems"] += 1
        case "taken_back":
            marked = document.get("taken_back", [])
            kept = [it for it in marked if draws.random() < 0.5]
            document["taken_back"] = kept if marked else [draws.choice((1, 2, 999))]
        case _:
            document["fingerprint"] = document["events"][0]["hash"]


def a_timing(document: Document, draws: random.Random) -> None:
    """Any value in the timing table; or one of its rows is left out, or there twice."""
    rows = document["timings"]
    at = draws.randrange(len(rows)) if rows else 0
    match draws.choice(("value", "dropped", "twice")) if rows else "made up":
        case "value":
            name = draws.choice(list(rows[at]))
            kept = rows[at][name]
            of_its_kind = "north" if name == "did" else draws.choice((0, 1))
            rows[at][name] = of_its_kind if kept is None else _another(kept, draws)
        case "dropped":
            del rows[at]
        case "twice":
            rows.insert(draws.randrange(len(rows) + 1), dict(rows[at]))
        case _:
            rows.append(dict.fromkeys(ROW, None) | MADE_UP)


ROW = ("turn", "did", "received", "deadline", "margin")
MADE_UP = {"event": 1, "round": 1, "seat": "dmo", "by_host": False, "came": "counted"}

TAMPERINGS: tuple[Tampering, ...] = (
    a_value,
    a_value,
    a_value,
    a_name_more,
    a_cause,
    a_hash,
    a_number,
    one_dropped,
    one_twice,
    one_made_up,
    two_swapped,
    the_end_cut_off,
    the_head,
    a_timing,
)

BESIDE_THE_EVENTS = (the_head, a_timing)
"""These leave the events as they are."""
