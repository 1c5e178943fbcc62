"""What people might type beside the listed phrases: each varied, and each known word in company.

Every base draws from a source of its own, so that a new phrase or word changes nothing about the
variants of the others.
"""

from __future__ import annotations

from random import Random
from string import ascii_lowercase

from tests.words.odd_texts import in_lookalikes

COMPANY = (
    *("{}", "{} north", "north {}", "i {} n", "{} the bottom", "im {} the top", "north is {} one"),
    *("i {} c", "north or {}", "not north {} s", "dont {}", "n {} c", "s {} fam", "{} top of it"),
    *("thief {}", "{} mine", "not thief {}", "keep {}", "same {} maybe", "ready {}", "host {}"),
    *("accelerate {}", "{} acc n", "acc {} n", "join n {} c", "join {} n c", "add {} s", "{} west"),
)
"""Texts in which a word shows which parts it plays."""

_INSERTED = (
    *("north", "c", "bottom", "thief", "miner", "steal", "mine", "keep", "ready", "host", "join"),
    *("accelerate", "acc", "not", "dont", "or", "and", "to", "from", "2", "maybe", "lol", "please"),
    *("the", "is", "i", "you", "gems", "was", "change", "undo", "wait", "bruh", "on", "it", "any"),
)
_DRESSED = (
    "{}!",
    "**{}**",
    "~~{}~~",
    "{}?",
    "||{}||",
    "> {}",
    "> hm\n{}",
    "🔥 {} :)",
    "{}...",
    "<@1> {}",
)
_BETWEEN = (" ", ", ", " - ", "/", " → ", "\n", " or ", " and ", " but not ", ". ")


def in_company(word: str) -> list[str]:
    """`word` among others, and in slips of it."""
    random = Random(word)
    slips = [_slip(word, random) for _ in range(2)]
    return [*(text.format(word) for text in COMPANY), slips[0], f"acc {slips[1]}"]


def misspelt(word: str) -> list[str]:
    """`word` alone, and with a slip."""
    return [word, _slip(word, Random(word))]


def varied(phrase: str) -> list[str]:
    """`phrase` with a slip, in other letters, in another order, and with another word in it."""
    random = Random(phrase)
    words = phrase.split()
    at, other = random.randrange(len(words) + 1), random.choice(_INSERTED)
    slipped = [_slip(it, random) if it == max(words, key=len) else it for it in words]
    orders = [random.sample(words, len(words)), words[:at] or words[1:], words[::-1]]
    added = [
        " ".join([*words[:at], other, *words[at:]]),
        " ".join([*words[: max(at - 1, 0)], other, *words[at:]]),
        f"{phrase}{random.choice(_BETWEEN)}{other}",
    ]
    return [
        " ".join(slipped),
        random.choice(_DRESSED).format(in_lookalikes(phrase, random)),
        " ".join(random.choice(orders)),
        random.choice(added),
    ]


def _slip(word: str, random: Random) -> str:
    """`word` with one letter swapped, left out, doubled or mistaken."""
    at = random.randrange(len(word))
    before, letter, after = word[:at], word[at], word[at + 1 :]
    return random.choice(
        [
            f"{before}{after[:1]}{letter}{after[1:]}",
            f"{before}{after}",
            f"{before}{letter * random.choice((2, 4))}{after}",
            f"{before}{random.choice(ascii_lowercase)}{after}",
        ]
    )
