"""Reading a sentence of known words: the rule for each sort of thing that is said to the game.

The rule for a pick: exactly one track is named, and every other word is filler. The other sorts
follow it in kind. What breaks the rule but is made of known words only is asked back; a sentence
with an unknown word in it means nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from minecart_robbery.engine.nouns import Accelerate, Join, Role, Track
from minecart_robbery.words.reading import idioms
from minecart_robbery.words.reading import vocabulary as v
from minecart_robbery.words.reading.bonuses import BONUS_WORDS, bonus_in, joins_in
from minecart_robbery.words.reading.meanings import (
    CallsHost,
    Reading,
    SaysKeep,
    SaysReady,
    SaysRole,
    SaysTrack,
    TwoReadings,
)
from minecart_robbery.words.reading.sentence import Sentence, ask_back, tracks_in

_UNCLEAR = (v.DOUBTS, v.NEGATIONS, v.SEPARATING, v.QUESTION_OPENERS)
BESIDE_A_TRACK = (v.FILLERS, v.TRACKS, v.ANY_TRACK, v.ROLE_NOUNS, v.READY, v.HOST, *_UNCLEAR)
_BONUS_BESIDE_A_TRACK = (v.FILLERS, v.TRACKS, v.BONUS_FILLERS, v.DOUBTS)
_ROLE_ALONE = (v.ROLE_FILLERS, v.ROLES, v.MINE)
_BESIDE_A_ROLE = (*_ROLE_ALONE, v.KEEP, v.READY, v.HOST, *_UNCLEAR)
_BESIDE_KEEP = (v.KEEP_FILLERS, v.KEEP, v.READY, *_UNCLEAR)

Named = TypeVar("Named", Track, Role)


def understood(sentence: Sentence) -> Reading | None:
    """What `sentence` means if all its words are known and it is said to the game."""
    if sentence.spoken.strip() in idioms.CHATTER:
        return None
    if sentence.has(BONUS_WORDS):
        return bonus_in(sentence)
    if sentence.has(v.TRACKS):
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
    if sentence.has(v.BONUS_IN_OTHER_WORDS) and sentence.keeps_to(*_BONUS_BESIDE_A_TRACK):
        return ask_back(sentence, *(Accelerate(mine) for mine in tracks))
    if not sentence.keeps_to(*BESIDE_A_TRACK):
        return None
    if sentence.has(v.NEGATIONS):
        return ask_back(sentence, *_left_by_negation(sentence.words, v.TRACKS, tuple(Track)))
    first, *others = tracks
    if others:
        return ask_back(sentence, *_unspoken_join(sentence), *tracks, *_roles_in(sentence))
    if "from" in sentence.words and not sentence.has(v.WORKING):
        return None
    if is_a_place(sentence):
        return ask_back(sentence, *tracks) if _may_be_a_track(sentence) else None
    if sentence.keeps_to(v.FILLERS, v.TRACKS, ("from",)) and not (
        sentence.is_doubtful or _is_two_faced(sentence)
    ):
        return SaysTrack(first)
    return ask_back(sentence, *tracks, *_roles_in(sentence))


def is_a_place(sentence: Sentence) -> bool:
    """Whether the first track named says where something is, as in everyday talk (S55).

    So "on top of it", "go to the top", "I'm still in the north"; not with a word of picking.
    """
    leading, has_article, at = _up_to_a_track(sentence)
    if sentence.words[at] in v.PLACES and sentence.words[at + 1 : at + 2] == ("of",):
        return True
    if sentence.has(v.AT_PLAY) or not leading or leading[-1] not in v.WHERE:
        return False
    return sentence.words[at] in v.PLACES or (has_article and _is_being(leading))


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
    leading = [word for word in sentence.words[:at] if word not in v.WELL_THEN]
    has_article = leading[-1:] == ["the"]
    return (leading[:-1] if has_article else leading), has_article, at


def _is_two_faced(sentence: Sentence) -> bool:
    return any(f" {phrase} " in sentence.spoken for phrase in idioms.TWO_FACED)


def _unspoken_join(sentence: Sentence) -> tuple[Join, ...]:
    """The join that "central to north" may be, its verb forgotten."""
    if not sentence.has(v.TOWARDS) or sentence.has(v.PICKING | v.SENDING | {"from"}):
        return ()
    match joins_in(sentence.words):
        case (join,) if join.is_possible:
            return (join,)
        case _:
            return ()


def _roles_in(sentence: Sentence) -> tuple[Role, ...]:
    return tuple(v.ROLES[word] for word in sentence.words if word in v.ROLE_NOUNS)


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
        elif word in v.NEGATIONS or (reaches_on and word in v.NEGATED_TOO):
            is_negated = True
    left = tuple(named for named in wanted if named not in unwanted)
    return left or tuple(named for named in everything if named not in unwanted)


def _role_in(sentence: Sentence) -> SaysRole | TwoReadings | None:
    if sentence.words == ("mine",):
        return ask_back(sentence, Role.MINER)
    named = dict(v.ROLES)
    if _mine_is_a_verb(sentence):
        named["mine"] = Role.MINER
    roles = tuple(dict.fromkeys(named[word] for word in sentence.words if word in named))
    if not roles or sentence.has(v.LAUGHTER) or not sentence.keeps_to(*_BESIDE_A_ROLE):
        return None
    if sentence.has(v.NEGATIONS):
        return ask_back(sentence, *_left_by_negation(sentence.words, named, tuple(Role)))
    if len(roles) == 1 and not sentence.is_doubtful and sentence.keeps_to(*_ROLE_ALONE):
        return SaysRole(roles[0])
    return ask_back(sentence, *roles)


def _mine_is_a_verb(sentence: Sentence) -> bool:
    """Whether "mine" is a thing to do: "I'll mine", "steal or mine"; not "it's mine"."""
    leads = any(f" {word} mine " in sentence.spoken for word in v.BEFORE_A_VERB)
    return leads or sentence.has(v.ROLES)


def _keep_in(sentence: Sentence) -> SaysKeep | TwoReadings | None:
    if not sentence.has(v.KEEP) or sentence.has(v.LAUGHTER):
        return None
    if not sentence.keeps_to(*_BESIDE_KEEP):
        return None
    if sentence.is_doubtful or not sentence.keeps_to(v.KEEP_FILLERS, v.KEEP):
        return ask_back(sentence)
    return SaysKeep()


def _ready_in(sentence: Sentence) -> SaysReady | None:
    said = sentence.has(v.READY) and sentence.keeps_to(v.READY, v.READY_FILLERS)
    return SaysReady() if said and not sentence.is_question else None


def _host_in(sentence: Sentence) -> CallsHost | None:
    """A host is called for in any tone, a question's too: it costs nothing (R30)."""
    said = sentence.has(v.HOST) and sentence.keeps_to(v.HOST, v.HOST_FILLERS)
    return CallsHost() if said else None


def _open_pick_in(sentence: Sentence) -> TwoReadings | None:
    """A pick that names none of the three tracks: "west", "random"."""
    said = sentence.has(v.ANY_TRACK) and sentence.keeps_to(v.ANY_TRACK, v.FILLERS, v.DOUBTS)
    return ask_back(sentence, *Track) if said else None
