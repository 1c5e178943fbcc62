"""The referee's findings for a person: the DM channel, and set apart what each was told alone."""

from __future__ import annotations

from collections.abc import Iterator

from minecart_robbery.referee.adjudicate import Entry, Ruling
from minecart_robbery.referee.script import DeskCommand, Line, Message, moment_text
from minecart_robbery.words.names import Names
from minecart_robbery.words.notices import Audience, Notice, plain, text_of
from minecart_robbery.words.player_input import Place

BOT = "Minecart"
PUBLIC_INDENT = 11
PRIVATE_INDENT = 15


def log_lines(ruling: Ruling) -> Iterator[str]:
    """The log, line by line. Public lines stand at the left, what one person sees is set in."""
    for entry in ruling.entries:
        yield from _entry_lines(entry)


def _entry_lines(entry: Entry) -> Iterator[str]:
    at = moment_text(entry.ms)
    if entry.line is not None:
        yield from _action_lines(at, entry.line)
    if entry.answer is not None and entry.line is not None:
        yield from _private(at, f"to {entry.line.name}", entry.answer)
    for notice in entry.notices:
        text = text_of(notice, _at)
        if notice.to is Audience.PUBLIC:
            yield from _public(at, text)
        else:
            yield from _private(at, _to(notice, entry.names), text)


def _at(ms: int) -> str:
    return f"at {moment_text(ms)}"


def _to(notice: Notice, names: Names) -> str:
    seat = notice.to.seat
    return "to the hosts" if seat is None else f"to {names.of(seat)}"


def _action_lines(at: str, line: Line) -> Iterator[str]:
    match line.action:
        case Message(place=Place.DM, text=text):
            yield f"{at}  {line.name}: {text}"
        case Message(text=text):
            yield f"  · {at}  {line.name} in private: {text}"
        case DeskCommand(text=text):
            yield f"  · {at}  {line.name} at the desk: {text}"
        case None:
            return


def _public(at: str, text: str) -> Iterator[str]:
    yield f"{at}  {BOT}"
    yield from (f"{' ' * PUBLIC_INDENT}{line}" for line in plain(text).split("\n"))
    yield ""


def _private(at: str, whose: str, text: str) -> Iterator[str]:
    first, *others = plain(text).split("\n")
    yield f"  · {at}  {whose}: {first}"
    yield from (f"{' ' * PRIVATE_INDENT}{line}" for line in others)
