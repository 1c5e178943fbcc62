"""What a person is answered whose words were refused, had two readings, or were nearly right."""

from __future__ import annotations

from minecart_robbery.engine.refusals import Refusal
from minecart_robbery.words.catalogue import name_of, say, seconds, sentences
from minecart_robbery.words.notices import Names
from minecart_robbery.words.reading import NearMiss, TwoReadings, Unfinished, typed_form


def refusal_line(refusal: Refusal, names: Names) -> str:
    """Why it was refused, and what would work."""
    kind = str(refusal.reason)
    if refusal.late_ms > 0 and f"{kind}_by" in sentences()["refused"]:
        kind = f"{kind}_by"
    return say(
        "refused",
        kind,
        player=names.of(refusal.whose) if refusal.whose else "",
        bonus=name_of(refusal.bonus) if refusal.bonus else "",
        seconds=seconds(refusal.late_ms),
        wait=seconds(refusal.wait_ms),
        most=refusal.most,
        played=_played(refusal.played),
    )


def _played(turns: tuple[int, ...]) -> str:
    """The rounds that have begun, each with the turns that have opened in it."""
    kinds = {0: "begun", 1: "first"}
    rounds = (
        say("corrected", kinds.get(last, "played"), round=number, turns=last)
        for number, last in enumerate(turns, start=1)
    )
    return say("corrected", "and").join(rounds)


def ask_back_line(reading: TwoReadings) -> str:
    """Asks which of two or more meanings is meant; nothing is ever guessed (R20)."""
    if not reading.options:
        return say("asked_back", "no_options")
    options = say("asked_back", "or").join(
        f"**{typed_form(option)}**" for option in reading.options
    )
    kind = "one" if len(reading.options) == 1 else "options"
    return say("asked_back", kind, options=options)


def hint_line(reading: NearMiss | Unfinished) -> str:
    """One short hint to words that are nearly right (R20)."""
    if isinstance(reading, NearMiss):
        return say("hint", "near_miss", typed=reading.typed, nearest=reading.nearest)
    return say("hint", str(reading.kind))
