"""What people type is read as they mean it: lists of phrases, and what holds for any text."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minecart_robbery.engine.nouns import Accelerate, BonusKind, Join, Role, Track
from minecart_robbery.words.reading import (
    CallsHost,
    Clear,
    Meant,
    NearMiss,
    Reading,
    SaysBonus,
    SaysKeep,
    SaysReady,
    SaysRole,
    SaysTrack,
    TwoReadings,
    Unfinished,
    attempt,
    read,
    reader,
    wording,
)
from minecart_robbery.words.reading.normal import LONGEST_TEXT, normalise
from minecart_robbery.words.reading.vocabulary import KNOWN, TELLING
from tests.words.listed import AT_LEAST, TRIED_AT_LEAST, phrases, plain_phrases
from tests.words.odd_texts import LOOKALIKES, in_lookalikes

SURFACE = [
    *(SaysTrack(track) for track in Track),
    *(SaysRole(role) for role in Role),
    *(SaysBonus(Accelerate(mine)) for mine in Track),
    *(SaysBonus(Join(first, second)) for first in Track for second in Track if first != second),
    SaysKeep(),
    SaysReady(),
    CallsHost(),
]
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f"


def typed_form(option: Meant) -> str:
    match option:
        case Accelerate(mine):
            return f"accelerate {mine}"
        case Join(first, second):
            return f"join {first} to {second}"
        case Track() | Role():
            return option.value


def written(said: Reading | None) -> str:
    """A reading as the lists write it."""
    match said:
        case None:
            return "nothing"
        case SaysTrack(track):
            return f"pick {track}"
        case SaysRole(role):
            return f"role {role}"
        case SaysBonus(bonus):
            return typed_form(bonus)
        case SaysKeep():
            return "keep"
        case SaysReady():
            return "ready"
        case CallsHost():
            return "host"
        case TwoReadings(options):
            return f"ask {', '.join(map(typed_form, options))}".rstrip()
        case NearMiss(typed, nearest):
            return f"{typed} -> {nearest}"
        case Unfinished(kind, named):
            return f"unfinished {kind} {named or ''}".rstrip()


@pytest.mark.parametrize("name", AT_LEAST)
def test_every_listed_phrase_is_read_as_its_list_says(name: str):
    misread = [
        f"{phrase!r} should be {expected!r}, is {written(read(phrase))!r}"
        for phrase, expected in phrases(name)
        if written(read(phrase)) != expected
    ]
    assert misread == []


@pytest.mark.parametrize("name", TRIED_AT_LEAST)
def test_R20_every_listed_phrase_is_an_attempt_or_left_alone_as_its_list_says(name: str):
    misread = [
        f"{phrase!r} should be {expected!r}, is {written(attempt(phrase))!r}"
        for phrase, expected in phrases(name)
        if written(attempt(phrase)) != expected
    ]
    assert misread == []


@pytest.mark.parametrize("name", TRIED_AT_LEAST)
def test_R20_what_may_be_an_attempt_is_nothing_that_is_read(name: str):
    assert [phrase for phrase, _ in phrases(name) if read(phrase) is not None] == []


def test_R20_plain_chatter_is_no_attempt():
    assert [phrase for phrase, _ in phrases("chatter") if attempt(phrase) is not None] == []


@pytest.mark.parametrize(("name", "least"), (AT_LEAST | TRIED_AT_LEAST).items())
def test_a_list_is_long_enough_and_has_no_phrase_twice(name: str, least: int):
    listed = [phrase for phrase, _ in phrases(name)]
    assert len(listed) >= least
    assert sorted(set(listed)) == sorted(listed)


def test_no_phrase_stands_in_two_lists():
    listed = [phrase for name in AT_LEAST | TRIED_AT_LEAST for phrase, _ in phrases(name)]
    assert [phrase for phrase in set(listed) if listed.count(phrase) > 1] == []


@pytest.mark.parametrize("said", SURFACE, ids=wording)
def test_the_plainest_wording_of_a_meaning_is_read_as_it(said: Clear):
    assert read(wording(said)) == said


def test_R12_an_impossible_join_is_read_and_left_to_the_engine_to_refuse():
    assert read("join north to south") == SaysBonus(Join(Track.NORTH, Track.SOUTH))


def test_R20_every_near_miss_suggests_what_would_have_been_understood():
    hints = [read(phrase) for phrase, _ in phrases("near_misses")]
    suggested = [hint.nearest for hint in hints if isinstance(hint, NearMiss)]
    assert [text for text in suggested if read(text) not in SURFACE] == []


def test_R20_an_unfinished_bonus_names_the_one_track_of_it():
    assert read("join north") == Unfinished(BonusKind.JOIN, Track.NORTH)


@given(st.text())
def test_any_text_is_read_without_an_exception(text: str):
    read(text)
    attempt(text)


@given(st.text(alphabet="nscacjoin><-=:~|*_`?!.,/&' \n\u200b1", max_size=60))
def test_any_string_of_awkward_characters_is_read_without_an_exception(text: str):
    read(text)


@given(st.lists(st.sampled_from([*sorted(KNOWN), "nroth", "jion", "lol?"]), max_size=14))
def test_any_row_of_known_words_is_read_without_an_exception(words: list[str]):
    read(" ".join(words))
    attempt(" ".join(words))


@given(st.text())
def test_what_a_hint_quotes_holds_only_letters_digits_and_spaces(text: str):
    said = read(f"nroth {text}")
    typed = said.typed if isinstance(said, NearMiss) else ""
    assert typed.replace(" ", "").isalnum() or typed == ""


@given(st.sampled_from(plain_phrases()))
def test_S38_case_does_not_matter(phrase: str):
    assert read(phrase.upper()) == read(phrase.title()) == read(phrase)


@given(
    st.sampled_from(plain_phrases()),
    st.sampled_from(["**", "__", "*", "_", "||", "`", "```", '"', "***", "**||"]),
)
def test_S38_markdown_spoiler_bars_and_quotes_do_not_matter(phrase: str, mark: str):
    assert read(f"{mark}{phrase}{mark[::-1]}") == read(phrase)


@given(st.sampled_from(plain_phrases()), st.sampled_from(["!", ".", "...", "!!!", "…", ",", ";"]))
def test_S38_final_punctuation_other_than_a_question_mark_does_not_matter(phrase: str, end: str):
    assert read(phrase + end) == read(phrase)


@given(st.sampled_from(plain_phrases()), st.sampled_from(ZERO_WIDTH), st.data())
def test_S38_an_invisible_character_anywhere_does_not_matter(
    phrase: str, invisible: str, data: st.DataObject
):
    at = data.draw(st.integers(0, len(phrase)))
    assert read(phrase[:at] + invisible + phrase[at:]) == read(phrase)


@given(
    st.sampled_from(plain_phrases()),
    st.sampled_from(
        ["🔥", "👍🏽", "🇸", "⬆️", "<:n:123456>", "<a:s:99>", "<@1>", ":fire:", "(:", ":)"]
    ),
)
def test_S38_emoji_and_mentions_beside_the_words_do_not_matter(phrase: str, emoji: str):
    assert read(f"{emoji} {phrase} {emoji}") == read(phrase)


@given(st.sampled_from(plain_phrases()))
def test_S38_full_width_letters_do_not_matter(phrase: str):
    full_width = {code: code + 0xFEE0 for code in range(ord("A"), ord("z") + 1)}
    assert read(phrase.translate(full_width)) == read(phrase)


@given(st.sampled_from(plain_phrases()), st.randoms(use_true_random=False))
def test_S54_letters_that_look_alike_do_not_matter(phrase: str, random: Random):
    spelt = in_lookalikes(phrase, random)
    assert (read(spelt), attempt(spelt)) == (read(phrase), attempt(phrase))


def test_S54_every_letter_has_some_that_look_like_it():
    assert [letter for letter, alike in LOOKALIKES.items() if len(alike) < 3] == []


DISGUISES: dict[str, Callable[[str], str]] = {
    "accents": lambda word: word.replace("o", "ö").replace("e", "é").replace("c", "ç"),
    "digits": lambda word: word.replace("o", "0").replace("l", "1"),
    "spaces": lambda word: " ".join(word) if len(word) > 3 else word,
    "dashes": lambda word: "-".join(word) if len(word) > 3 else word,
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_S54_a_word_of_the_game_in_disguise_is_read_or_hinted_at(disguise: str):
    def is_met(word: str) -> bool:
        plain, said = read(word), read(DISGUISES[disguise](word))
        hint = wording(plain) if isinstance(plain, Clear) else None
        return said == plain or (isinstance(said, NearMiss) and said.nearest == hint)

    assert [word for word in sorted(TELLING) if not is_met(word)] == []


VERBS = (
    *("send", "sends", "sending", "sent", "guard", "guards", "guarding", "guarded"),
    *("steal", "steals", "stealing", "stole", "pick", "picks", "picking", "picked"),
    *("choose", "chooses", "choosing", "chose", "take", "takes", "taking", "took"),
    *("block", "blocks", "blocking", "blocked", "protect", "protecting", "protected"),
    *("go", "going", "go with", "mining", "defending", "covering", "watching", "catching"),
)
OPENINGS = ("", "i ", "im ", "I'm ", "imma ", "ima ", "gonna ", "ill ", "I'll be ", "just ", "ive ")


@pytest.mark.parametrize("opening", OPENINGS)
def test_S54_a_verb_of_play_with_a_track_is_a_pick_or_asked_back_in_any_form(opening: str):
    tracks = {"north": Track.NORTH, "the middle": Track.CENTRAL, "s": Track.SOUTH}
    said = {f"{opening}{verb} {named}": track for verb in VERBS for named, track in tracks.items()}
    misread = [
        text
        for text, track in said.items()
        if (read(text) or attempt(text)) not in (SaysTrack(track), TwoReadings((track,)))
    ]
    assert misread == []


WHERE = ("at the", "on the", "in the", "to the", "on", "at")
SOMEWHERE = [f"{where} {place}" for where in WHERE for place in ("top", "bottom", "middle")]


@pytest.mark.parametrize(
    "saying",
    [
        *("{}", "im {}", "I'm still {}", "we're {} now", "its {} again", "the cart is {}", "be {}"),
        *("{} of it", "im {} of things", "get {} of this", "going {}", "go {}", "stay {}"),
        *("back {}", "up {}", "stuck {}", "see you {}", "it was {}", "meet me {}", "right {}"),
    ],
)
def test_S55_a_place_after_a_preposition_is_never_a_pick(saying: str):
    said = {text: read(text) for text in map(saying.format, SOMEWHERE)}
    picked = [text for text, it in said.items() if it and not isinstance(it, TwoReadings)]
    assert picked == []


@pytest.mark.parametrize("saying", ["I'm {}", "we are {} now", "{} of it", "its {}", "im {} again"])
def test_S55_where_somebody_is_is_chatter_in_a_turns_own_channel_too(saying: str):
    taken_up = [text for text in map(saying.format, SOMEWHERE) if read(text) or attempt(text)]
    assert taken_up == []


@given(
    st.sampled_from([phrase for phrase, _ in phrases("attempts")]),
    st.sampled_from(["{}!", "**{}**", "||{}||", "🔥 {}", "{}...", "> south\n{}"]),
)
def test_S38_what_surrounds_an_attempt_does_not_matter(phrase: str, dressing: str):
    assert attempt(dressing.format(phrase.upper())) == attempt(phrase)


@given(st.sampled_from(plain_phrases()), st.text())
def test_S38_a_quoted_line_above_does_not_matter(phrase: str, quoted: str):
    one_line = " ".join(quoted.split())
    assert read(f"> {one_line}\n{phrase}") == read(phrase)


@given(st.sampled_from([phrase for phrase, _ in phrases("picks") if phrase.isalpha()]))
def test_a_question_is_never_acted_upon(phrase: str):
    match read(f"{phrase}?"):
        case TwoReadings():
            pass
        case other:
            pytest.fail(f"{phrase}? was read as {other}")


@given(st.text(max_size=LONGEST_TEXT))
def test_at_most_two_words_of_a_text_are_compared_with_the_vocabulary(text: str):
    compared: list[str] = []

    def counted(word: str) -> None:
        compared.append(word)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "nearest", counted)
        read(text)
        read(f"north {text} north")
    assert len(compared) <= 2 * reader.MOST_SLIPS


@pytest.mark.parametrize(
    "piece",
    [
        *("<", ">", ":", "~~", "~", "-", "=", "|", "*", "_", "`", "\u200b", "www.", "<:", ":a"),
        *("\n>", "nroth ", "north ", "n", " ", "?", "not ", "join ", "8-", "<3", "https://", "a."),
        "\ufdfa",
    ],
)
def test_S38_four_thousand_awkward_characters_are_read(piece: str):
    read(piece * (4_000 // len(piece)))
    read(piece * (4_000 // len(piece)) + "north")
    attempt(piece * (4_000 // len(piece)) + "north")


def test_S38_a_pick_among_four_thousand_characters_of_filler_is_a_pick():
    assert read("please " * 500 + "north") == SaysTrack(Track.NORTH)


def test_S38_a_long_text_with_two_tracks_in_it_is_a_conversation():
    assert read("please go to the north or please go to the south or stay") is None


def test_what_is_longer_than_any_message_is_not_read():
    assert normalise("north" + " " * LONGEST_TEXT).words == ()
