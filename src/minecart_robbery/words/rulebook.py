"""The rules in the bot's own words, short enough for a phone."""

from __future__ import annotations

from minecart_robbery.engine.rules import Rules
from minecart_robbery.words.catalogue import say


def rules_text(rules: Rules) -> str:
    """The game as a match with these rules would be played."""
    return say(
        "rules",
        "text",
        target_gems=rules.target_gems,
        rounds_to_win=rules.rounds_to_win,
        turn_seconds=rules.turn_seconds,
        first=say("names", rules.first_picker),
        second=say("names", rules.first_picker.other),
    ).strip()
