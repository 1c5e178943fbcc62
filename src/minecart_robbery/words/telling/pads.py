"""Which pads a match has at each time, what is on them, and when they are taken away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import assert_never

from minecart_robbery.engine.nouns import Accelerate, Bonus, BonusKind, Join, Role, Seat, Track
from minecart_robbery.engine.phases import (
    BeforeTurn,
    BetweenTurns,
    CheckingReady,
    Match,
    PickingRole,
    TurnOpen,
    gone_on,
    underneath,
)
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.pads import Button, Occasion, Pad, PadKey, PadName, Takes, Tone
from minecart_robbery.words.reading import typed_form

CHANGE = "change"
"""What a button says that shows its player the tracks again."""

WELCOME = PadKey(PadName.WELCOME, Occasion())


def occasion_of(match: Match) -> Occasion | None:
    """What the players are asked for now, or will be again after the pause; None for nothing."""
    match gone_on(match.phase):
        case TurnOpen(round=current, number=turn):
            return Occasion(current.number, turn, match.openings)
        case PickingRole(number=number) | CheckingReady(number=number):
            return Occasion(number, 0, match.openings)
        case _:
            return None


def occasion_in(match: Match) -> Occasion:
    """The same, where somebody is surely asked for something."""
    occasion = occasion_of(match)
    assert occasion is not None, "somebody is asked for something"
    return occasion


def standing_pads(match: Match) -> Iterator[tuple[Audience, Pad]]:
    """The pads that are of use now and will not be later, and who presses them.

    A round's bonus actions are there from its first turn on, also between two turns.
    """
    goes_on_in = underneath(match.phase)
    match goes_on_in:
        case BeforeTurn(number=1):
            pass
        case BeforeTurn(round=current) | BetweenTurns(round=current) | TurnOpen(round=current):
            yield Audience.PUBLIC, bonus_pad(current.number)
        case _:
            pass
    match gone_on(match.phase):
        case TurnOpen() if match.rules.private_prompts:
            yield from ((Audience.player(seat), pick_pad(occasion_in(match))) for seat in Seat)
        case PickingRole():
            yield Audience.PUBLIC, role_pad(occasion_in(match))
        case CheckingReady(missing=missing):
            yield from ((Audience.player(seat), ready_pad(occasion_in(match))) for seat in missing)
        case _:
            return


def closings(before: Match, after: Match) -> Iterator[Notice]:
    """Takes away the pads that are of no use any more: nothing settled stays inviting."""
    standing = {(audience, pad.key) for audience, pad in standing_pads(after)}
    for audience, pad in standing_pads(before):
        if (audience, pad.key) not in standing:
            yield Notice(audience, (), takes=Takes(pad.key))


def renewals(before: Match, told: Iterable[Notice]) -> Iterator[Notice]:
    """Takes away the pads that stand in older messages too, once they are `told` anew (R31)."""
    stood = {(audience, pad.key) for audience, pad in standing_pads(before)}
    for notice in told:
        pad = notice.pad
        if pad is not None and notice.takes is None and (notice.to, pad.key) in stood:
            yield Notice(notice.to, (), takes=Takes(pad.key, is_older=True))


def shown_again(match: Match, audiences: Collection[Audience]) -> Iterator[Notice]:
    """The pads that are of use now, for those who have got another channel (S28)."""
    for audience, pad in standing_pads(match):
        if audience in audiences:
            yield Notice(audience, (say("again", pad.key.name),), pad=pad)


def replaced(match: Match, lost: Collection[tuple[Audience, PadKey]]) -> Iterator[Notice]:
    """The pads that are of use now, of those that were lost with a deleted message (S28)."""
    for audience, pad in standing_pads(match):
        if (audience, pad.key) in lost:
            yield Notice(audience, (say("again", "deleted"),), pad=pad)


def bonus_key(round_number: int) -> PadKey:
    """The pad of a round's bonus actions; it stays where the round began (R9)."""
    return PadKey(PadName.BONUS, Occasion(round_number))


def pick_pad(occasion: Occasion) -> Pad:
    """The tracks, and Keep (R3, R15)."""
    tracks = tuple(Button(name_of(track), track) for track in Track)
    keep = Button(say("pads", "keep"), "keep", Tone.QUIET)
    return Pad(PadKey(PadName.PICK, occasion), ((*tracks, keep),))


def change_pad(occasion: Occasion) -> Pad:
    """What a player who has picked by a button is left with: one quiet button (R16)."""
    change = Button(say("pads", "change"), CHANGE, Tone.QUIET)
    return Pad(PadKey(PadName.PICK, occasion), ((change,),))


def role_pad(occasion: Occasion) -> Pad:
    """Both start roles (R27)."""
    roles = tuple(Button(say("pads", role), role) for role in (Role.THIEF, Role.MINER))
    return Pad(PadKey(PadName.ROLE, occasion), (roles,))


def ready_pad(occasion: Occasion) -> Pad:
    """Ready."""
    ready = Button(say("pads", "ready"), "ready")
    return Pad(PadKey(PadName.READY, occasion), ((ready,),))


def bonus_pad(round_number: int) -> Pad:
    """Both bonus actions, and Call a host (R9, R30)."""
    bonuses = tuple(Button(name_of(kind), kind) for kind in BonusKind)
    return Pad(bonus_key(round_number), ((*bonuses, _call_a_host()),))


def choice_pad(kind: BonusKind, occasion: Occasion) -> Pad:
    """What a bonus action can be played on in this turn (R11, R12)."""
    match kind:
        case BonusKind.ACCELERATE:
            choices: list[Bonus] = [Accelerate(mine) for mine in Track]
        case BonusKind.JOIN:
            joins = (Join(first, second) for first in Track for second in Track)
            choices = [join for join in joins if join.is_possible]
        case _:
            assert_never(kind)
    buttons = tuple(Button(_choice(bonus), typed_form(bonus)) for bonus in choices)
    return Pad(PadKey(PadName.CHOICE, occasion), (buttons,))


def _choice(bonus: Bonus) -> str:
    match bonus:
        case Accelerate(mine):
            return name_of(mine)
        case Join(first, second):
            return say("pads", "join", first=name_of(first), second=name_of(second))
        case _:
            assert_never(bonus)


def welcome_pad() -> Pad:
    """Call a host (R30)."""
    return Pad(WELCOME, ((_call_a_host(),),), stays=True)


def _call_a_host() -> Button:
    return Button(say("pads", "call_host"), "host!", Tone.QUIET)
