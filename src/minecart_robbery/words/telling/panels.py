"""Which panels a match has at each time, what is on them, and when they are taken away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import assert_never

from minecart_robbery.engine.match import BeforeTurn, Match, PickingRole, ReadyCheck, TurnOpen
from minecart_robbery.engine.nouns import Accelerate, Bonus, BonusKind, Join, Role, Seat, Track
from minecart_robbery.words.catalogue import name_of, say
from minecart_robbery.words.notices import Audience, Notice
from minecart_robbery.words.panels import Button, Occasion, Panel, PanelKey, PanelName, Takes, Tone
from minecart_robbery.words.reading import typed_form

CHANGE = "change"
"""What a button says that shows its player the tracks again."""

WELCOME = PanelKey(PanelName.WELCOME, Occasion())


def occasion_of(match: Match) -> Occasion | None:
    """What the players are asked for now, or will be again after the pause; None for nothing."""
    match match.unpaused:
        case TurnOpen(round=current, number=turn):
            return Occasion(current.number, turn, match.openings)
        case PickingRole(number=number) | ReadyCheck(number=number):
            return Occasion(number, 0, match.openings)
        case _:
            return None


def occasion_in(match: Match) -> Occasion:
    """The same, where somebody is surely asked for something."""
    occasion = occasion_of(match)
    assert occasion is not None, "somebody is asked for something"
    return occasion


def standing_panels(match: Match) -> Iterator[tuple[Audience, Panel]]:
    """The panels that are of use now and will not be later, and who presses them.

    A round's bonus actions are there from its first turn on, also between two turns.
    """
    match match.phase:
        case BeforeTurn(number=1):
            pass
        case BeforeTurn(round=current) | TurnOpen(round=current):
            yield Audience.PUBLIC, bonus_panel(current.number)
        case _:
            pass
    match match.unpaused:
        case TurnOpen() if match.rules.private_prompts:
            yield from ((Audience.player(seat), pick_panel(occasion_in(match))) for seat in Seat)
        case PickingRole():
            yield Audience.PUBLIC, role_panel(occasion_in(match))
        case ReadyCheck(missing=missing):
            yield from (
                (Audience.player(seat), ready_panel(occasion_in(match))) for seat in missing
            )
        case _:
            return


def closings(before: Match, after: Match) -> Iterator[Notice]:
    """Takes away the panels that are of no use any more: nothing settled stays inviting."""
    standing = {(audience, panel.key) for audience, panel in standing_panels(after)}
    for audience, panel in standing_panels(before):
        if (audience, panel.key) not in standing:
            yield Notice(audience, (), takes=Takes(panel.key))


def renewals(before: Match, told: Iterable[Notice]) -> Iterator[Notice]:
    """Takes away the panels that stand in older messages too, once they are `told` anew (R31)."""
    stood = {(audience, panel.key) for audience, panel in standing_panels(before)}
    for notice in told:
        panel = notice.panel
        if panel is not None and notice.takes is None and (notice.to, panel.key) in stood:
            yield Notice(notice.to, (), takes=Takes(panel.key, is_older=True))


def shown_again(match: Match, audiences: Collection[Audience]) -> Iterator[Notice]:
    """The panels that are of use now, for those who have got another channel (S28)."""
    for audience, panel in standing_panels(match):
        if audience in audiences:
            yield Notice(audience, (say("again", panel.key.name),), panel=panel)


def replaced(match: Match, lost: Collection[tuple[Audience, PanelKey]]) -> Iterator[Notice]:
    """The panels that are of use now, of those that were lost with a deleted message (S28)."""
    for audience, panel in standing_panels(match):
        if (audience, panel.key) in lost:
            yield Notice(audience, (say("again", "deleted"),), panel=panel)


def bonus_key(round_number: int) -> PanelKey:
    """The panel of a round's bonus actions; it stays where the round began (R9)."""
    return PanelKey(PanelName.BONUS, Occasion(round_number))


def pick_panel(occasion: Occasion) -> Panel:
    """The tracks, and Keep (R3, R15)."""
    tracks = tuple(Button(name_of(track), track) for track in Track)
    keep = Button(say("panels", "keep"), "keep", Tone.QUIET)
    return Panel(PanelKey(PanelName.PICK, occasion), ((*tracks, keep),))


def change_panel(occasion: Occasion) -> Panel:
    """What a player who has picked by a button is left with: one quiet button (R16)."""
    change = Button(say("panels", "change"), CHANGE, Tone.QUIET)
    return Panel(PanelKey(PanelName.PICK, occasion), ((change,),))


def role_panel(occasion: Occasion) -> Panel:
    """Both start roles (R27)."""
    roles = tuple(Button(say("panels", role), role) for role in (Role.THIEF, Role.MINER))
    return Panel(PanelKey(PanelName.ROLE, occasion), (roles,))


def ready_panel(occasion: Occasion) -> Panel:
    """Ready."""
    ready = Button(say("panels", "ready"), "ready")
    return Panel(PanelKey(PanelName.READY, occasion), ((ready,),))


def bonus_panel(round_number: int) -> Panel:
    """Both bonus actions, and Call a host (R9, R30)."""
    bonuses = tuple(Button(name_of(kind), kind) for kind in BonusKind)
    return Panel(bonus_key(round_number), ((*bonuses, _call_a_host()),))


def choice_panel(kind: BonusKind, occasion: Occasion) -> Panel:
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
    return Panel(PanelKey(PanelName.CHOICE, occasion), (buttons,))


def _choice(bonus: Bonus) -> str:
    match bonus:
        case Accelerate(mine):
            return name_of(mine)
        case Join(first, second):
            return say("panels", "join", first=name_of(first), second=name_of(second))
        case _:
            assert_never(bonus)


def welcome_panel() -> Panel:
    """Call a host (R30)."""
    return Panel(WELCOME, ((_call_a_host(),),), stays=True)


def _call_a_host() -> Button:
    return Button(say("panels", "call_host"), "host!", Tone.QUIET)
