"""Reading bonus actions (R9 to R12): Accelerate and Join, in whatever order they are typed.

A bonus action is spent for the round once it is read, so this is the strictest of the readings:
anything beside one whole bonus action is asked back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join
from minecart_robbery.words.reading import vocabulary as v
from minecart_robbery.words.reading.meanings import Meant, SaysBonus, TwoReadings, Unfinished
from minecart_robbery.words.reading.sentence import Sentence, ask_back, tracks_in

BONUS_WORDS = v.ACCELERATE | v.JOIN
_HEADS = BONUS_WORDS | v.SENDING | v.PICKING
_MIXED_IN = v.SENDING | v.ROLE_NOUNS | v.READY | v.HOST | v.KEEP
_UNDERSTOOD = (
    v.BONUS_FILLERS,
    v.FILLERS,
    v.TRACKS,
    v.ANY_TRACK,
    BONUS_WORDS,
    v.DOUBTS,
    v.NEGATIONS,
    v.SEPARATING,
    v.QUESTION_OPENERS,
    v.BESIDE,
    _MIXED_IN,
)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A bonus word or a pick's verb, and the words after it; the first clause has no head."""

    head: str
    rest: tuple[str, ...]

    @property
    def bonus(self) -> BonusKind | None:
        if self.head in v.ACCELERATE:
            return BonusKind.ACCELERATE
        return BonusKind.JOIN if self.head in v.JOIN else None

    @property
    def options(self) -> tuple[Meant, ...]:
        match self.bonus:
            case BonusKind.ACCELERATE:
                return tuple(Accelerate(mine) for mine in tracks_in(self.rest))
            case BonusKind.JOIN:
                return joins_in(self.rest)
            case None:
                return tracks_in(self.rest)
            case _:
                assert_never(self.bonus)


def bonus_in(sentence: Sentence) -> SaysBonus | TwoReadings | Unfinished | None:
    """What a sentence with a bonus word in it means; None if it is chatter."""
    if not sentence.keeps_to(*_UNDERSTOOD):
        return None
    clauses = _clauses(_before_negation(sentence.words))
    bonuses = [clause.bonus for clause in clauses if clause.bonus]
    options = tuple(option for clause in clauses for option in clause.options)
    heard = tracks_in(sentence.words)
    alone = len(bonuses) == 1 and not sentence.is_doubtful and not sentence.has(_MIXED_IN)
    match options:
        case (Accelerate() | Join() as bonus,) if alone:
            return SaysBonus(bonus)
        case () if alone and heard:
            return Unfinished(bonuses[0], heard[0])
        case () if alone and sentence.keeps_to(BONUS_WORDS, v.BARE_BONUS, v.ANY_TRACK):
            return Unfinished(bonuses[0], None)
        case () if not heard:
            return None
        case _:
            return ask_back(sentence, *options)


def _before_negation(words: tuple[str, ...]) -> tuple[str, ...]:
    at = next((at for at, word in enumerate(words) if word in v.NEGATIONS), len(words))
    return words[:at]


def _clauses(words: tuple[str, ...]) -> list[_Clause]:
    starts = [at for at, word in enumerate(words) if word in _HEADS]
    ends = [*starts[1:], len(words)]
    opening = _Clause("", words[: starts[0]] if starts else words)
    headed = [
        _Clause(words[start], words[start + 1 : end])
        for start, end in zip(starts, ends, strict=False)
    ]
    return _with_opening(opening, headed)


def _with_opening(opening: _Clause, headed: list[_Clause]) -> list[_Clause]:
    """Give the tracks named first to the bonus word that follows: "north: accelerate"."""
    if not headed or not opening.options:
        return headed or [opening]
    first, *others = headed
    match first.bonus:
        case BonusKind.ACCELERATE if not first.options:
            return [_Clause(first.head, opening.rest), *others]
        case BonusKind.JOIN:
            return [_Clause(first.head, (*opening.rest, "and", *first.rest)), *others]
        case _:
            return [opening, *headed]


def joins_in(words: tuple[str, ...]) -> tuple[Join, ...]:
    """The joins that `words` might mean, said after "join": one if they give its direction."""
    named = tracks_in(words)
    if len(named) < 2:
        return ()
    first, *others = named
    there = tuple(Join(first, other) for other in others)
    if len(others) > 1:
        return there
    back = (Join(others[0], first),)
    spots = [at for at, word in enumerate(words) if word in v.TRACKS]
    before, between = set(words[: spots[0]]), words[spots[0] + 1 : spots[1]]
    if len(spots) > 2:
        return there + back
    if "from" in between:
        return there + back if before.isdisjoint(v.TOWARDS) else back
    if not v.TOWARDS.isdisjoint(between):
        return there
    if before.isdisjoint(v.TOWARDS) and v.ARTICLES.issuperset(between):
        return there
    return there + back
