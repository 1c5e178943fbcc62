"""Turns of phrase: several words that together say something else than each on its own."""

from __future__ import annotations

from collections.abc import Mapping

from minecart_robbery.words.reading.vocabulary import words_of

PHRASES: Mapping[str, str] = {
    "ive changed my mind": "actually",
    "i have changed my mind": "actually",
    "changed my mind": "actually",
    "change my mind": "actually",
    "change of mind": "actually",
    "change of plan": "actually",
    "change of plans": "actually",
    "new plan": "actually",
    "on second thought": "actually",
    "on second thoughts": "actually",
    "second thought": "actually",
    "second thoughts": "actually",
    "scratch that": "actually",
    "cancel that": "nvm",
    "forget that": "nvm",
    "forget it": "nvm",
    "ignore that": "nvm",
    "hold on": "wait",
    "hang on": "wait",
    "my bad": "oops",
    "my mistake": "oops",
    "back to": "to",
    "over to": "to",
    "ill have": "ill take",
    "i will have": "i will take",
    "let me have": "let me take",
    "lets have": "lets take",
    "4 me": "for me",
    "a steal": "bargain",
    "hit the bottom": "sink",
    "over the top": "overdone",
    "top of my head": "head",
    "bottom of my heart": "heart",
    "top of the morning": "morning",
    "all in": "definitely",
    "of course": "definitely",
    "new pick": "pick",
    "new choice": "pick",
    "thank you": "thanks",
    "thank u": "thanks",
    "good luck": "gl",
    "good to go": "ready",
    "when u are": "now",
    "guard first": "maybe thief",
    "guarding first": "maybe thief",
    "send first": "maybe miner",
    "sending first": "maybe miner",
    "would like": "want",
    "id like": "want",
    "id rather": "want",
    "i shall": "i will",
    "w &": "with",
    "when you are": "now",
    "no change": "keep",
    "no changes": "keep",
    "as before": "same",
    "lock it in": "confirm",
    "stick with": "keep with",
    "sticking with": "keep with",
    "stay with": "keep with",
    "staying with": "keep with",
    "leave it": "keep",
    "why not": "should",
    "how about": "should",
    "what about": "should",
    "can you": "can",
    "can u": "can",
    "could you": "can",
    "would you": "can",
    "instead of": "not",
    "rather than": "not",
    "other than": "not",
    "anything but": "not",
    "anywhere but": "not",
    "everything but": "not",
    "any but": "not",
    "all but": "not",
    "anything except": "not",
    "anywhere except": "not",
    "everything except": "not",
    "it is": "definitely",
    "do not": "not",
    "is not": "not",
    "not sure": "maybe",
}
"""Several words that do the work of one."""

TWO_FACED = (
    *(f"{word} c" for word in words_of("i we well will ill lets gonna wanna")),
    *("let me c", "let us c", "want to c", "c it", "c me", "c that", "c this", "c us"),
    *(
        f"n {word}"
        for word in words_of(
            """
            that this then it on i we im ill go going get getting take taking pick picking choose
            choosing send sending guard guarding steal stealing do put give try change switch move
            want roll lock keep stay wait so also still just
            """
        )
    ),
    *("now n again", "steal n mine", "let s", "it s", "that s", "s fine", "s ok", "s alright"),
    *("watch it", "watch me", "watch this", "catch me", "cover me", "hi n"),
    *("make it to", "make it on", "make it in"),
    *("finally on top", "top that", "top it", "top me", "only in", "is going south"),
    *("this is mid", "that is mid", "thats mid"),
)
"""Turns of phrase that name a track by accident as easily as on purpose: asked back."""

CHATTER = frozenset(
    {
        *("n & a", "no stealing", "no mining", "no thief", "no miner"),
        *("this n that", "now n then", "now n again", "pick n choose", "on n on"),
        *("any update", "any use", "any correction", "any typo"),
    }
)
"""Whole texts that look like play and are not."""
