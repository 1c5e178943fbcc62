"""Reading a sentence of known words: the rule for each sort of thing that is said to the game.

The rule for a pick: exactly one track is named, and every other word is filler. The other sorts
follow it in kind. What breaks the rule but is made of known words only is asked back; a sentence
with an unknown word in it means nothing here.

A bonus action (R9 to R12) is spent for the round once it is read, so that is the strictest of the
rules: anything beside one whole bonus action is asked back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar, assert_never

from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join, Role, Track
from minecart_robbery.words.reading import vocabulary as v
from minecart_robbery.words.reading.meanings import (
    CallsHost,
    Meant,
    Reading,
    SaysBonus,
    SaysKeep,
    SaysReady,
    SaysRole,
    SaysTrack,
    TwoReadings,
    Unfinished,
)
from minecart_robbery.words.reading.normal import Sentence

LONGEST_ASKED_BACK = 12
"""Words; what is unclear and longer than this is a conversation, and left alone."""

_TURNED_ROUND = ("do i", "do we", "will it", "am i", "will i")
"""Openings that make a question of a sentence by their order."""
_UNCERTAIN = v.DOUBT | v.NEGATION
_UNCLEAR = _UNCERTAIN | v.SEPARATING | v.QUESTION
_PLAIN_PICK = v.FILLER | v.TRACK | {"from"}
BESIDE_A_TRACK = v.FILLER | v.TRACK | v.ANY_TRACK | v.ROLE_NOUN | v.READY | v.HOST | _UNCLEAR
_BONUS_BESIDE_A_TRACK = v.FILLER | v.TRACK | v.BONUS_FILLER | v.DOUBT
_NO_JOIN = v.PICKING | v.SENDING | {"from"}
_OPEN_PICK = v.ANY_TRACK | v.FILLER | v.DOUBT
_PLAIN_ROLE = v.ROLE_FILLER | v.ROLE | {"mine"}
_BESIDE_A_ROLE = _PLAIN_ROLE | v.KEEP | v.READY | v.HOST | _UNCLEAR
_PLAIN_KEEP = v.KEEP_FILLER | v.KEEP
_BESIDE_KEEP = _PLAIN_KEEP | v.READY | _UNCLEAR
_PLAIN_READY = v.READY | v.READY_FILLER
_PLAIN_CALL = v.HOST | v.HOST_FILLER
_HEADS = v.BONUS | v.SENDING | v.PICKING
_MIXED_IN = v.SENDING | v.ROLE_NOUN | v.READY | v.HOST | v.KEEP
_BESIDE_A_BONUS = v.BONUS.union(
    *(v.BONUS_FILLER, v.FILLER, v.TRACK, v.ANY_TRACK, v.BESIDE, _MIXED_IN, _UNCLEAR)
)
_BARE_BONUS = v.BONUS | v.BARE_BONUS | v.ANY_TRACK

_TURNS = tuple((f" {phrase} ", f" {word} ") for phrase, word in v.TURNS_OF_PHRASE.items())
_TWO_FACED = tuple(f" {phrase} " for phrase in v.TWO_FACED)

Named = TypeVar("Named", Track, Role)


def understood(sentence: Sentence) -> Reading | None:
    """What `sentence` means if all its words are known and it is said to the game."""
    if sentence.spoken.strip() in v.CHATTER:
        return None
    if sentence.has(v.BONUS):
        return _bonus_in(sentence)
    if sentence.has(v.TRACK):
        return _pick_in(sentence)
    return (
        _host_in(sentence)
        or _role_in(sentence)
        or _keep_in(sentence)
        or _ready_in(sentence)
        or _open_pick_in(sentence)
    )


def _pick_in(sentence: Sentence) -> SaysTrack | TwoReadings | None:
    tracks = tracks_in(sentence.words)
    if sentence.has(v.BONUS_LIKE) and sentence.keeps_to(_BONUS_BESIDE_A_TRACK):
        return _ask_back(sentence, *(Accelerate(mine) for mine in tracks))
    if not sentence.keeps_to(BESIDE_A_TRACK):
        return None
    if sentence.has(v.NEGATION):
        return _ask_back(sentence, *_left_by_negation(sentence.words, v.TRACKS, tuple(Track)))
    first, *others = tracks
    if others:
        return _ask_back(sentence, *_unspoken_join(sentence), *tracks, *_roles_in(sentence))
    if "from" in sentence.words and not sentence.has(v.WORKING):
        return None
    if is_a_place(sentence):
        return _ask_back(sentence, *tracks) if _may_be_a_track(sentence) else None
    if sentence.keeps_to(_PLAIN_PICK) and not (_is_doubtful(sentence) or _is_two_faced(sentence)):
        return SaysTrack(first)
    return _ask_back(sentence, *tracks, *_roles_in(sentence))


def is_a_place(sentence: Sentence) -> bool:
    """Whether the first track named says where something is, as in everyday talk (S55).

    So "on top of it", "go to the top", "I'm still in the north"; not with a word of picking.
    """
    leading, has_article, at = _up_to_a_track(sentence)
    if sentence.words[at] in v.PLACE and sentence.words[at + 1 : at + 2] == ("of",):
        return True
    if sentence.has(v.AT_PLAY) or not leading or leading[-1] not in v.WHERE:
        return False
    return sentence.words[at] in v.PLACE or (has_article and _is_being(leading))


def _may_be_a_track(sentence: Sentence) -> bool:
    """Whether that place may be meant for a pick all the same: "on top", "go to the bottom"."""
    leading, _, at = _up_to_a_track(sentence)
    if sentence.words[at + 1 : at + 2] == ("of",):
        return sentence.has(v.AT_PLAY)
    return not _is_being(leading)


def _is_being(leading: list[str]) -> bool:
    return leading[-2:-1] != [] and leading[-2] in v.BEING


def _up_to_a_track(sentence: Sentence) -> tuple[list[str], bool, int]:
    """What stands before the first track named, whether an article does, and where the track is."""
    at = next(at for at, word in enumerate(sentence.words) if word in v.TRACKS)
    leading = [word for word in sentence.words[:at] if word not in v.ADVERB]
    has_article = leading[-1:] == ["the"]
    return (leading[:-1] if has_article else leading), has_article, at


def _is_two_faced(sentence: Sentence) -> bool:
    spoken = sentence.spoken
    return any(phrase in spoken for phrase in _TWO_FACED)


def _unspoken_join(sentence: Sentence) -> tuple[Join, ...]:
    """The join that "central to north" may be, its verb forgotten."""
    if not sentence.has(v.TOWARDS) or sentence.has(_NO_JOIN):
        return ()
    match _joins_in(sentence.words):
        case (join,) if join.is_possible:
            return (join,)
        case _:
            return ()


def _roles_in(sentence: Sentence) -> tuple[Role, ...]:
    return tuple(v.ROLES[word] for word in sentence.words if word in v.ROLE_NOUN)


def _left_by_negation(
    words: tuple[str, ...], meanings: Mapping[str, Named], everything: tuple[Named, ...]
) -> tuple[Named, ...]:
    """What may still be meant: what is named and not negated, else all that isn't negated."""
    wanted: list[Named] = []
    unwanted: list[Named] = []
    is_negated = reaches_on = False
    for word in words:
        if word in meanings:
            (unwanted if is_negated else wanted).append(meanings[word])
            is_negated, reaches_on = False, is_negated
        elif word in v.NEGATION or (reaches_on and word in v.NEGATED_TOO):
            is_negated = True
    left = tuple(named for named in wanted if named not in unwanted)
    return left or tuple(named for named in everything if named not in unwanted)


def _role_in(sentence: Sentence) -> SaysRole | TwoReadings | None:
    if sentence.words == ("mine",):
        return _ask_back(sentence, Role.MINER)
    named = dict(v.ROLES)
    if _mine_is_a_verb(sentence):
        named["mine"] = Role.MINER
    roles = tuple(dict.fromkeys(named[word] for word in sentence.words if word in named))
    if not roles or sentence.has(v.LAUGHTER) or not sentence.keeps_to(_BESIDE_A_ROLE):
        return None
    if sentence.has(v.NEGATION):
        return _ask_back(sentence, *_left_by_negation(sentence.words, named, tuple(Role)))
    if len(roles) == 1 and not _is_doubtful(sentence) and sentence.keeps_to(_PLAIN_ROLE):
        return SaysRole(roles[0])
    return _ask_back(sentence, *roles)


def _mine_is_a_verb(sentence: Sentence) -> bool:
    """Whether "mine" is a thing to do: "I'll mine", "steal or mine"; not "it's mine"."""
    leads = any(f" {word} mine " in sentence.spoken for word in v.LEADING)
    return leads or sentence.has(v.ROLE)


def _keep_in(sentence: Sentence) -> SaysKeep | TwoReadings | None:
    if not sentence.has(v.KEEP) or sentence.has(v.LAUGHTER) or not sentence.keeps_to(_BESIDE_KEEP):
        return None
    is_plain = sentence.keeps_to(_PLAIN_KEEP) and not _is_doubtful(sentence)
    return SaysKeep() if is_plain else _ask_back(sentence)


def _ready_in(sentence: Sentence) -> SaysReady | None:
    said = sentence.has(v.READY) and sentence.keeps_to(_PLAIN_READY)
    return SaysReady() if said and not _is_question(sentence) else None


def _host_in(sentence: Sentence) -> CallsHost | None:
    """A host is called for in any tone, a question's too: it costs nothing (R30)."""
    said = sentence.has(v.HOST) and sentence.keeps_to(_PLAIN_CALL)
    return CallsHost() if said else None


def _open_pick_in(sentence: Sentence) -> TwoReadings | None:
    """A pick that names none of the three tracks: "west", "random"."""
    said = sentence.has(v.ANY_TRACK) and sentence.keeps_to(_OPEN_PICK)
    return _ask_back(sentence, *Track) if said else None


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
                return _joins_in(self.rest)
            case None:
                return tracks_in(self.rest)
            case _:
                assert_never(self.bonus)


def _bonus_in(sentence: Sentence) -> SaysBonus | TwoReadings | Unfinished | None:
    """What a sentence with a bonus word in it means; None if it is chatter."""
    if not sentence.keeps_to(_BESIDE_A_BONUS):
        return None
    clauses = _clauses(_before_negation(sentence.words))
    bonuses = [clause.bonus for clause in clauses if clause.bonus]
    options = tuple(option for clause in clauses for option in clause.options)
    named = tracks_in(sentence.words)
    alone = len(bonuses) == 1 and not _is_doubtful(sentence) and not sentence.has(_MIXED_IN)
    match options:
        case (Accelerate() | Join() as bonus,) if alone:
            return SaysBonus(bonus)
        case () if alone and named:
            return Unfinished(bonuses[0], named[0])
        case () if alone and sentence.keeps_to(_BARE_BONUS):
            return Unfinished(bonuses[0], None)
        case () if not named:
            return None
        case _:
            return _ask_back(sentence, *options)


def _before_negation(words: tuple[str, ...]) -> tuple[str, ...]:
    at = next((at for at, word in enumerate(words) if word in v.NEGATION), len(words))
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


def _joins_in(words: tuple[str, ...]) -> tuple[Join, ...]:
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
    if before.isdisjoint(v.TOWARDS) and v.ARTICLE.issuperset(between):
        return there
    return there + back


def _is_question(sentence: Sentence) -> bool:
    """Whether it asks, by its mark or by its order ("is it north")."""
    words, spoken = sentence.words, sentence.spoken
    return (
        sentence.asks
        or (len(words) > 1 and words[0] in v.QUESTION)
        or any(spoken.startswith(f" {turned} ") for turned in _TURNED_ROUND)
    )


def _is_doubtful(sentence: Sentence) -> bool:
    """Whether it asks, hedges or negates: then it is never acted upon."""
    return _is_question(sentence) or sentence.has(_UNCERTAIN)


def fold(words: tuple[str, ...]) -> tuple[str, ...]:
    """`words` with each turn of phrase replaced by the one word whose work it does."""
    spoken = f" {' '.join(words)} "
    for phrase, word in _TURNS:
        if phrase in spoken:
            spoken = spoken.replace(phrase, word)
    return tuple(spoken.split())


def tracks_in(words: tuple[str, ...]) -> tuple[Track, ...]:
    """The tracks that `words` name, each once, in the order in which they are named."""
    return tuple(dict.fromkeys(v.TRACKS[word] for word in words if word in v.TRACKS))


def _ask_back(sentence: Sentence, *options: Meant) -> TwoReadings | None:
    """Ask which of `options` was meant, each offered once, if the sentence is short enough."""
    if len(sentence.words) > LONGEST_ASKED_BACK:
        return None
    return TwoReadings(tuple(dict.fromkeys(options)))
