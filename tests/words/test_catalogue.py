"""The catalogue: no sentence is dead, no gap stays open, numbers agree with their nouns."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from minecart_robbery import chat, checking, command_line, rehearsal
from minecart_robbery.chat.diagnosis import NEEDED, NOW_AND_THEN
from minecart_robbery.checking.finding import Result
from minecart_robbery.engine import commands as do
from minecart_robbery.engine import decide
from minecart_robbery.engine.attention import AttentionCause, HostAttention
from minecart_robbery.engine.clock import Moment
from minecart_robbery.engine.events import MatchPaused
from minecart_robbery.engine.match import PauseCause
from minecart_robbery.engine.nouns import (
    Accelerate,
    Actor,
    BonusKind,
    Fault,
    Join,
    Role,
    Seat,
    Track,
)
from minecart_robbery.engine.refusals import Reason, Refusal
from minecart_robbery.engine.rules import SETTINGS, PickedBy, ReadyRounds, RoleDefault, Rules
from minecart_robbery.live.hindrances import Absence, Loss
from minecart_robbery.live.house import Missing
from minecart_robbery.live.room import Failure, LogTrouble
from minecart_robbery.live.standing import AROUND
from minecart_robbery.referee import adjudicate, parse
from minecart_robbery.referee.log import log_lines
from minecart_robbery.words import catalogue
from minecart_robbery.words.answers import deed_of, refusal_line, ways_line
from minecart_robbery.words.catalogue import name_of, say, seconds, sentences
from minecart_robbery.words.notices import Audience, Clock, ClockKind, Notice, plain, text_of
from minecart_robbery.words.panels import Occasion, PanelKey, PanelName
from minecart_robbery.words.player_input import Place, choices, interpret, interpret_press
from minecart_robbery.words.rules import allowed_text, rules_text
from minecart_robbery.words.telling.aspects import Aspect, aspects_of
from minecart_robbery.words.telling.calling import called_again_notice
from minecart_robbery.words.telling.hindering import (
    absence_note,
    board_note,
    loss_note,
    moved_note,
    opponent_reads_note,
    opponent_reads_notice,
    players_back_notice,
    slow_notices,
    thread_notice,
    too_slow_note,
)
from minecart_robbery.words.telling.hosting import (
    fault_notice,
    given_up_notice,
    opening_notices,
    pause_reason,
    untold_notice,
    unwritten_notice,
)
from minecart_robbery.words.telling.hosts_log import headed, log_lost_notice
from minecart_robbery.words.telling.looking_in import (
    has_picks_to_show,
    hosts_status,
    picks_preview,
    shown_picks,
)
from minecart_robbery.words.telling.nudging import nudges
from minecart_robbery.words.telling.panels import (
    bonus_key,
    replaced,
    shown_again,
    standing_panels,
)
from minecart_robbery.words.telling.previewing import preview
from minecart_robbery.words.telling.private import still_stands_notice
from minecart_robbery.words.telling.readers import (
    OpenRole,
    Reader,
    Readership,
    asked_notice,
    new_readers_notice,
    readers_text,
)
from minecart_robbery.words.telling.sealing import with_fingerprint
from minecart_robbery.words.telling.standing import (
    InForce,
    Origin,
    changed_text,
    setting_text,
    settings_text,
)
from minecart_robbery.words.telling.status import status_notice
from tests.deciding import decided
from tests.golden.transcripts import FOLDER, NAMES
from tests.words import in_each_phase
from tests.words.telling.stage import CENTRAL, CORA, HOST, HOUSE, NORTH, SOUTH, ZAC, Stage
from tests.words.telling.stage import NAMES as PLAYERS
from tests.words.test_answers import refusals

Entry = tuple[str, str]


def every_entry() -> set[Entry]:
    return {(section, name) for section, names in sentences().items() for name in names}


ONLY_IN_CHAT = ("desk", "choices", "pressed", "settings", "preview", "after", "looking")
"""Sections whose sentences are said on Discord alone; there each must be named or computed."""
CHAT = Path(chat.__file__).parent
SLASHED = (CHAT / "commands" / "match.py", CHAT / "commands" / "corrections.py")
REHEARSAL = Path(rehearsal.__file__).parent
CHECKING = Path(checking.__file__).parent
COMMAND_LINE = Path(command_line.__file__).parent


def nodes_of(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def literals_of(room: Path) -> set[str]:
    nodes = [node for path in room.rglob("*.py") for node in nodes_of(path)]
    literals = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return {literal for literal in literals if isinstance(literal, str)}


def checked() -> set[tuple[str, str]]:
    """What the checks say: what they name, and what they compute from results and permissions."""
    found = literals_of(CHECKING) | literals_of(CHAT) | literals_of(COMMAND_LINE)
    found |= {f"heading_{result}" for result in Result}
    found |= {f"lacks_{name}" for name in NEEDED + NOW_AND_THEN}
    return {("check", name) for it in found for name in (it, f"{it}_do")}


def slash_commands() -> set[str]:
    """The names of the engine's commands that slash commands give: `do.StartMatch(...)`."""
    nodes = [node for path in SLASHED for node in nodes_of(path)]
    called = [ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)]
    return {name.removeprefix("do.") for name in called if name.startswith("do.")}


def given_by_slash_commands(by: Actor) -> tuple[do.LaterCommand, ...]:
    return (
        do.StartMatch(by),
        do.StartMatch(by, skip_ready=True),
        do.SkipReady(by),
        do.PauseMatch(by),
        do.ResumeMatch(by),
        do.CallOff(by),
        do.PickFor(by, ZAC, SOUTH),
        do.SetStarter(by, "odd", PickedBy(ZAC)),
        do.Substitute(by, ZAC),
        do.Forfeit(by, ZAC),
        do.TakeBack(by, 1),
        do.Award(by, ZAC, 1),
        do.ExtendClock(by, 1000),
        do.EndClock(by),
    )


def done_at_the_desk() -> set[str]:
    """The names of what is answered to those who run matches: which of their deeds was done.

    The chat computes them from the events that came of a command. So they are computed here: from
    each command that is given at the desk, given by whoever may, in each kind of phase.
    """
    paused = Stage.in_first_turn()
    paused.do(do.PauseMatch(HOST), 1)
    outcomes = [
        decided(stage.match, command, stage.moment(at))
        for at in (2, 61)
        for stage in (
            Stage(),
            Stage(ready_check=ReadyRounds.NEVER),
            Stage.checking_ready(),
            Stage.started(),
            Stage.in_first_turn(),
            paused,
        )
        for by in (HOST, CORA)
        for command in given_by_slash_commands(by)
        for at in (2, 60.001)
    ]
    done = [outcome for outcome in outcomes if not isinstance(outcome, Refusal) and outcome]
    return {f"done_{deed_of(outcome).event}" for outcome in done}


class Watched(Mapping[str, Mapping[str, str | list[str]]]):
    """The catalogue, keeping in mind which of its sentences were said."""

    def __init__(self) -> None:
        self.whole = dict(sentences())
        self.said: set[Entry] = set()

    def __getitem__(self, section: str) -> Mapping[str, str | list[str]]:
        return WatchedSection(section, self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.whole)

    def __len__(self) -> int:
        return len(self.whole)


class WatchedSection(Mapping[str, str | list[str]]):
    def __init__(self, section: str, watched: Watched) -> None:
        self.section, self.watched = section, watched

    def __getitem__(self, name: str) -> str | list[str]:
        found = self.watched.whole[self.section][name]
        self.watched.said.add((self.section, name))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.watched.whole[self.section])

    def __len__(self) -> int:
        return len(self.watched.whole[self.section])


def play_every_golden_script() -> None:
    for name in NAMES:
        script = parse((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
        list(log_lines(adjudicate(script)))


def play_what_no_script_can_say() -> None:
    """Messages that arrive late, players who are asked, and the program's own doings."""
    for fault in Fault:
        Stage.in_first_turn().do(do.RestartClock(fault), 1)
    waiting = Stage()
    waiting.do(do.SetRules(HOST, Rules(target_gems=2)), 0)
    waiting.do(do.CallHost(ZAC), 0)
    checking = Stage.checking_ready(ZAC)
    checking.do(do.RestartClock(), 1)

    role = Stage.started()
    role.do(do.CallHost(CORA), 1)
    role.do(do.RestartClock(), 2)
    role.do(do.PauseMatch(CORA), 3)
    role.do(do.PauseMatch(HOST), 4)
    role.do(do.CallHost(ZAC), 5)
    role.do(do.ResumeMatch(HOST), 6)

    deciding = Stage.started(role_default=RoleDefault.ASK)
    deciding.expire()
    deciding.do(do.PauseMatch(HOST), 100)
    deciding.do(do.ResumeMatch(HOST), 101)

    turn = Stage.in_first_turn()
    turn.say(CORA, NORTH, 10)
    turn.say(CORA, NORTH, 11)
    turn.say(CORA, SOUTH, 9)
    turn.say(ZAC, SOUTH, 12)
    turn.say(CORA, CENTRAL, 12.4)
    turn.say(ZAC, Accelerate(NORTH), 11.5)
    turn.say(ZAC, Accelerate(SOUTH), 11.2)

    guess = Stage.in_first_turn(posts_are_received=False)
    guess.say(CORA, SOUTH, 1)
    for why in ("deleted", "edited"):
        still_stands_notice(guess.match, CORA, guess.messages, why=why)
    guess.do(do.StartClock(), 2)

    complete = Stage.in_first_turn()
    complete.say(CORA, NORTH, 1)
    complete.do(do.PauseMatch(HOST), 5)
    complete.say(ZAC, SOUTH, 4)
    complete.do(do.ResumeMatch(HOST), 6)

    at_fault = Stage.in_first_turn()
    at_fault.say(CORA, NORTH, 1)
    at_fault.say(ZAC, Accelerate(NORTH), 2)
    at_fault.say(ZAC, SOUTH, 3)
    at_fault.do(do.RestartClock(), 4)

    away = Stage.in_first_turn()
    away.do(do.AwaitHosts("Zac has left this server"), 5)

    late = Stage.in_first_turn()
    late.do(do.PickFor(HOST, ZAC, SOUTH), 61)
    late.say(ZAC, SOUTH, 60)
    late.say(CORA, NORTH, 60)
    late.say(CORA, SOUTH, 60)

    early = Stage.in_first_turn(posts_are_received=False)
    early.do(do.PickFor(HOST, ZAC, SOUTH), -1)

    saved = Stage.in_first_turn()
    saved.do(do.RestartClock(), 62)
    saved.say(CORA, NORTH, 61)

    ended = Stage.in_first_turn()
    ended.say(CORA, NORTH, 10)
    ended.say(CORA, SOUTH, 20)
    ended.say(ZAC, CENTRAL, 15)

    stopped = Stage.in_first_turn()
    stopped.do(do.RestartClock(), 5)
    stopped.do(do.PauseMatch(HOUSE), 30)
    stopped.say(CORA, NORTH, 29)
    stopped.say(ZAC, Join(NORTH, CENTRAL), 28)
    stopped.do(do.ResumeMatch(HOUSE), 100)
    stopped.say(ZAC, NORTH, 27)


def correct_what_no_script_can_say() -> None:
    """A correction without a host's name, in each kind of phase, and bonuses that it outlives."""
    extended = Stage.in_first_turn()
    extended.do(do.ExtendClock(HOST, 120_000), 1)
    extended.say(ZAC, Accelerate(NORTH), 2)
    extended.do(do.EndClock(HOST), 10)
    extended.say(CORA, Accelerate(NORTH), 9)
    extended.do(do.RestartClock(), 11)
    entered = Stage.in_first_turn()
    entered.do(do.PickFor(HOST, ZAC, SOUTH, "he said north, then south"), 1)


def log_all_that_hosts_do() -> None:
    """What none of the others logs, and each way in which the log can't be shown."""
    waiting = Stage()
    waiting.do(do.SetStarter(HOST, "odd", PickedBy(ZAC)), 0, "Hanna")
    Stage.started().expire()
    Stage.started(role_default=RoleDefault.ASK).expire()
    checking = Stage.checking_ready()
    checking.expire()
    checking.do(do.SkipReady(HOST), 200)
    empty = Stage.in_first_turn(idle_turns_before_pause=1)
    empty.expire()
    empty.do(do.CallOff(HOST, ""), 70)
    asked = Stage.in_first_turn()
    asked.do(do.PauseMatch(CORA), 1)
    asked.do(do.PickFor(HOST, ZAC, SOUTH), 2)
    asked.say(CORA, NORTH, 3)
    asked.do(do.ShowPicks(HOST), 3)
    asked.expire()
    headed(Notice(Audience.LOG, ()), 1, PLAYERS)
    for trouble in LogTrouble:
        log_lost_notice(trouble)


def meet_every_hindrance() -> None:
    """Each way in which a place is lost to each audience, a player is absent, a place is slow."""
    for audience in Audience:
        for why in (*Failure, *Loss):
            plainly = loss_note(why, audience, PLAYERS)
            assert loss_note(why, audience, PLAYERS, ["A", "B"]).startswith(f"{plainly} (")
        slow_notices(audience, PLAYERS)
    thread_notice(ZAC)
    for why in Absence:
        absence_note(why, ZAC, PLAYERS)
    board_note()
    moved_note()
    players_back_notice()
    fault_notice("OSError")
    unwritten_notice()
    untold_notice(too_slow_note(3))
    given_up_notice(too_slow_note(3))
    for why in AttentionCause:
        called_again_notice(HostAttention(why, Moment(0), ZAC), PLAYERS)


def show_settings() -> None:
    """Each setting by itself, and one from each place where a value may come from."""
    for name in (*SETTINGS, *AROUND):
        setting_text(InForce(name, "", Origin.SHIPPED), "anything")
    for name in SETTINGS:
        allowed_text(name)
    settings_text([InForce("hosts_log", "", origin) for origin in Origin], "the hosts")
    for is_cleared in (True, False):
        changed_text(InForce("hosts_log", "", Origin.SERVER), is_cleared=is_cleared)


def tell_of_readers() -> None:
    """Every kind of reader, all of them shown and all of them new; and everybody."""
    every_kind = (
        Reader(1, "Zac", is_opponent=True),
        Reader(2, "Hanna", is_administrator=True),
        Reader(3, "Beep", is_bot=True, is_administrator=True),
        Reader(4, "Bop", is_bot=True),
        *(Reader(it, "Sam" * 10, roles=("Mods",)) for it in range(5, 200)),
    )
    roles = (OpenRole("Owners", is_administrator=True), OpenRole("Mods"))
    some = Readership(every_kind, roles, is_complete=False)
    everybody = Readership((Reader(5, "Sam" * 1000),), is_everybody=True)
    for readership in (some, everybody, Readership((Reader(5, "Sam" * 1000),)), Readership()):
        readers_text({CORA: readership}, {CORA: "<#1>"}, PLAYERS)
        new_readers_notice(CORA, readership, frozenset(), PLAYERS)
    asked_notice("Cora")
    opponent_reads_note(CORA, PLAYERS)
    opponent_reads_notice(CORA, PLAYERS)


def nudge_everybody() -> None:
    """Players who aren't ready, a silent picker of a role, a silent miner, a silent thief."""
    for stage in (Stage.checking_ready(), Stage.started(), Stage.in_first_turn()):
        assert list(nudges(stage.match))


def ask_how_it_stands() -> None:
    for prompted in (True, False):
        opening_notices(PLAYERS, Rules(private_prompts=prompted))
    with_fingerprint((), 1, "a", "ab")
    rules_text(Rules())
    deciding, paused = Stage.started(role_default=RoleDefault.ASK), Stage.in_first_turn()
    deciding.expire()
    paused.do(do.PauseMatch(HOST), 1)
    as_asked = Stage.in_first_turn()
    as_asked.do(do.PauseMatch(CORA), 1)
    as_asked.play(NORTH, SOUTH, 2)
    checking, overdue = Stage.checking_ready(), Stage.checking_ready()
    overdue.expire()
    between, again = Stage.in_break(), Stage.in_first_turn()
    again.do(do.Substitute(HOST, ZAC), 1)
    stages = (Stage(), checking, overdue, again, Stage.started(), deciding, paused, as_asked)
    for stage in (*stages, between):
        status_notice(stage.match, PLAYERS, 1)


def look_in_everywhere() -> None:
    """What a host is shown of a match, in each phase, and of its picks."""
    called = Stage.in_first_turn()
    called.do(do.CallHost(ZAC), 1)
    called.do(do.PauseMatch(CORA), 1)
    for match in (called.match, *(stand() for stand in in_each_phase.ALL)):
        hosts_status(match, PLAYERS, 1)
        for actor in (HOST, CORA, ZAC):
            ways_line(match, actor, Moment(1_000))
        if has_picks_to_show(match):
            picks_preview(match)
            shown_picks(match, PLAYERS)


def preview_everything() -> None:
    """What hosts are shown before they do something, in each phase and of each kind of clock."""
    for stand in in_each_phase.ALL:
        match = stand()
        aspects_of(match, PLAYERS)
        for command in (do.CallOff(HOST), do.PickFor(HOST, ZAC, SOUTH), do.ResumeMatch(HOST)):
            for ms in (1_000, 61_000):
                steps = decide(match, command, Moment(ms))
                if not isinstance(steps, Refusal):
                    preview("", match, steps, Moment(ms), PLAYERS, str, (Aspect.PICKS,))
                    preview("", match, steps, Moment(ms + 61_000), PLAYERS, str)
    after_break = Stage.in_break()
    after_break.expire()
    taken_back = decide(after_break.match, do.TakeBack(HOST, 1, 2), Moment(20_000))
    assert not isinstance(taken_back, Refusal)
    preview("", after_break.match, taken_back, Moment(20_000), PLAYERS, str)
    corrected = Stage.in_first_turn()
    for _ in range(10):
        corrected.do(do.Award(HOST, ZAC, 1, "a miscount"), 1)
    corrected.do(do.Award(HOST, ZAC, -1, "a miscount"), 1)
    corrected.do(do.PickFor(HOST, CORA, SOUTH, "by phone"), 1)
    corrected.do(do.ExtendClock(HOST, 1_000, "a slow line"), 1)
    corrected.do(do.EndClock(HOST, "late"), 2)
    taken_back = decide(corrected.match, do.TakeBack(HOST, 1, 1), Moment(3_000))
    assert not isinstance(taken_back, Refusal)
    played = corrected.events
    preview("", corrected.match, taken_back, Moment(3_000), PLAYERS, str, (), played)


def answer_every_kind_of_words() -> None:
    turn = Stage.in_first_turn().match
    for text in ("north", "join north", "accelerate", "north or south", "north?", "keep", "nroth"):
        for place in Place:
            interpret(text, ZAC, place, turn)
    interpret("not north, not central, not south", ZAC, Place.SUB, turn)
    interpret("keep?", ZAC, Place.SUB, turn)
    for refusal in refusals():
        refusal_line(refusal, PLAYERS)
    for cause in PauseCause:
        pause_reason(Rules(), MatchPaused(Moment(0), cause, ""), PLAYERS)


def press_everything() -> None:
    """Each button of each panel, and each panel when its occasion is over."""
    turn = Stage.in_first_turn().match
    for stage in (Stage.checking_ready(), Stage.started(), Stage.in_first_turn()):
        list(shown_again(stage.match, tuple(Audience)))
        lost = [(audience, panel.key) for audience, panel in standing_panels(stage.match)]
        assert len(list(replaced(stage.match, lost))) == len(lost)
    for kind in BonusKind:
        choices(kind, bonus_key(1), ZAC, turn, Moment(1), PLAYERS)
    for name in PanelName:
        interpret_press("north", PanelKey(name, Occasion(9)), ZAC, Place.SUB, turn)


def test_no_sentence_is_dead(monkeypatch: pytest.MonkeyPatch):
    watched = Watched()
    monkeypatch.setattr(catalogue, "sentences", lambda: watched)
    play_every_golden_script()
    play_what_no_script_can_say()
    correct_what_no_script_can_say()
    log_all_that_hosts_do()
    nudge_everybody()
    meet_every_hindrance()
    tell_of_readers()
    show_settings()
    ask_how_it_stands()
    look_in_everywhere()
    preview_everything()
    answer_every_kind_of_words()
    press_everything()
    in_chat = {(section, name) for section in ONLY_IN_CHAT for name in literals_of(CHAT)}
    on_pages = {("rehearsal", name) for name in literals_of(REHEARSAL)}
    done = {("desk", name) for name in done_at_the_desk()}
    seats = {("choices", str(seat)) for seat in Seat}
    missing = {("pressed", str(why)) for why in Missing}
    checks = {("checks", name) for name in literals_of(CHECKING) | literals_of(CHAT)}
    unsaid = every_entry() - watched.said - in_chat - on_pages - done - seats - missing
    assert unsaid - checks - checked() == set()


def test_a_dead_sentence_is_found(monkeypatch: pytest.MonkeyPatch):
    watched = Watched()
    monkeypatch.setattr(catalogue, "sentences", lambda: watched)
    play_every_golden_script()
    assert ("bonus", "not_any_more") in every_entry() - watched.said
    assert ("round", "won") in watched.said


def test_each_deed_at_the_desk_and_nothing_else_has_its_done_sentence():
    given = {type(command).__name__ for command in given_by_slash_commands(HOST)}
    assert given == slash_commands(), "whatever a slash command gives is to be tried here"
    done = {name for name in sentences()["desk"] if name.startswith("done_")}
    assert done == done_at_the_desk() | {"done_before"}


def test_every_reason_every_clock_and_every_noun_has_its_words():
    refused = {("refused", str(reason)) for reason in Reason}
    clocks = {(str(kind), "clock") for kind in ClockKind}
    nouns = {("names", str(noun)) for kind in (Track, Role, BonusKind) for noun in kind}
    assert refused | clocks | nouns <= every_entry()


def test_every_sentence_has_words_and_gaps_with_names():
    for section, name in every_entry():
        found = sentences()[section][name]
        for sentence in [found] if isinstance(found, str) else found:
            assert sentence.strip()
            gaps = [gap for _, gap, _, _ in string.Formatter().parse(sentence) if gap is not None]
            assert all(gap.isidentifier() for gap in gaps), (section, name)


def test_a_number_stands_with_its_noun():
    assert "1 gem at once" in say_of("{gems:gem|gems} at once", gems=1)
    assert "0 gems" in say_of("{gems:gem|gems}", gems=0)
    assert "21 gems" in say_of("{gems:gem|gems}", gems=21)
    assert say_of("{gems:>3}", gems=7) == "  7"
    assert say_of("{gems}", gems=7) == "7"


def say_of(sentence: str, **filled_in: Any) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "sentences", lambda: {"a": {"sentence": sentence}})
        return say("a", "sentence", **filled_in)


def test_no_sentence_tells_people_only_to_type_what_they_can_also_press():
    """Asked to type once more is only who has typed."""
    texts = {(section, name): str(sentences()[section][name]) for section, name in every_entry()}
    told_to_type = {entry for entry, text in texts.items() if re.search(r"\b[Tt]ype\b", text)}
    or_press = {entry for entry, text in texts.items() if re.search(r"\b[Pp]ress\b", text)}
    assert told_to_type - or_press == {("hint", "near_miss")}


def test_a_gap_that_is_not_filled_or_a_sentence_that_is_not_there_is_a_mistake():
    with pytest.raises(KeyError):
        say_of("{gems}")
    with pytest.raises(KeyError):
        say("round", "lost")


@pytest.mark.parametrize("gap", ["section", "name", "turns", "number"])
def test_a_gap_may_have_any_name(gap: str):
    assert say_of(f"{{{gap}:turn|turns}}", **{gap: 7}) == "7 turns"


def test_what_fills_a_gap_is_not_read_as_a_sentence_itself():
    assert say_of("{name}", name="{gems}") == "{gems}"


def test_a_track_is_called_by_its_name():
    assert [name_of(track) for track in Track] == ["North", "Central", "South"]


@pytest.mark.parametrize(
    ("ms", "shown"),
    [(0, "0.0"), (1, "0.001"), (99, "0.099"), (100, "0.1"), (1_499, "1.4"), (60_000, "60.0")],
)
def test_seconds_are_shown_to_a_tenth_and_exactly_where_that_would_hide_them(ms: int, shown: str):
    assert seconds(ms) == shown


def test_a_notice_ends_with_its_clock_if_it_has_one():
    clock = Clock(ClockKind.ROLE, 61_000)
    assert text_of(Notice(Audience.PUBLIC, ("a", "b"), clock), str) == (
        "a\nb\n⏳ The time to choose is over 61000"
    )
    assert text_of(Notice(Audience.PUBLIC, ("a", "b")), str) == "a\nb"


def test_plain_text_is_what_is_left_when_markdown_has_done_its_work():
    assert plain("## Round 1\n**Gems:** 3\n```\nNorth  1\n```") == (
        "── Round 1 ──\nGems: 3\nNorth  1"
    )


def test_what_was_kept_from_meaning_anything_is_plain_to_its_reader():
    assert plain(r"Zac's \*cat\* \_is\_ **bold**, C:\temp") == r"Zac's *cat* _is_ bold, C:\temp"


def test_an_audience_is_a_player_in_a_seat_or_has_none():
    assert [audience.seat for audience in Audience] == [None, CORA, ZAC, None, None]
    assert [Audience.player(seat).seat for seat in (CORA, ZAC)] == [CORA, ZAC]
