"""A malformed script is refused with the number of the line that is wrong, and says why."""

import pytest

from minecart_robbery.referee import MalformedScriptError, parse
from tests.referee.scripts import PLAYERS, STARTED

LINES = [
    # What begins a line.
    ("hello there", "it starts with 'hello'"),
    ("-", "it starts with '-'"),
    ("- wait", "it starts with '-'"),
    ("Cora sub north", "it starts with 'Cora'"),
    ("// no comment", "it starts with '//'"),
    # Moments.
    ("1 Cora sub north", "it starts with '1'"),
    ("00:60 Cora sub north", "it starts with '00:60'"),
    ("1:60:00 Cora sub north", "it starts with '1:60:00'"),
    ("00:10.1234 Cora sub north", "it starts with '00:10.1234'"),
    ("-00:10 Cora sub north", "it starts with '-00:10'"),
    ("0:0:0:10 Cora sub north", "it starts with '0:0:0:10'"),
    ("00:٣٠ Cora sub north", "it starts with '00:٣٠'"),
    # Who.
    ("00:10", "a name and a place are expected after the moment"),
    ("00:10 Elk sub north", "who is 'Elk'? Known here are Cora, Zac, host, -"),
    ("00:10 cora sub north", "who is 'cora'?"),
    ('00:10 "Cora Lane" sub north', "who is 'Cora Lane'?"),
    ('00:10 "Cora sub north', 'a quote is opened and not closed: "Cora sub north'),
    # Where.
    ("00:10 Cora", "a name and a place are expected after the moment"),
    ("00:10 Cora north", "'north' is no place"),
    ("00:10 Cora DM north", "'DM' is no place"),
    # Nobody.
    ("00:10 -", "a name and a place are expected after the moment"),
    ("00:10 - dm wait", "'-' does nothing but 'wait'"),
    ("00:10 - wait a bit", "'-' does nothing but 'wait'"),
    # The desk.
    ("00:10 host desk", "the desk doesn't know ''"),
    ("00:10 host desk stop", "the desk doesn't know 'stop'"),
    ("00:10 host desk start now", "the desk doesn't know 'start now'"),
    ("00:10 host desk skip-ready Zac", "the desk doesn't know 'skip-ready Zac'"),
    ("00:10 host desk resume please", "the desk doesn't know 'resume please'"),
    ("00:10 host desk Pause", "the desk doesn't know 'Pause'"),
    ("00:10 Zac desk surrender", "the desk doesn't know 'surrender'"),
    ("00:10 host desk starter", "'starter ': odd, even or the number of a round"),
    ("00:10 host desk starter third Cora", "'starter third'"),
    ("00:10 host desk starter -1 Cora", "'starter -1'"),
    ("00:10 host desk starter ² Cora", "'starter ²'"),
    ("00:10 host desk starter odd", "'' doesn't play here: Cora or Zac is expected"),
    ("00:10 host desk starter odd host", "'host' doesn't play here"),
    ("00:10 host desk starter odd Cora guard", "'guard' is no role: thief, miner or chooses"),
    ("00:10 host desk pick", "'' doesn't play here"),
    ("00:10 host desk pick Zac", "'' is no track: north, central or south"),
    ("00:10 host desk pick Zac West", "'West' is no track"),
    ("00:10 host desk take-back", "'take-back ': round N [turn N] [reason] is expected"),
    ("00:10 host desk take-back turn 2", "'take-back turn 2'"),
    ("00:10 host desk take-back round two", "'take-back round two'"),
    ("00:10 host desk award", "'' doesn't play here"),
    ("00:10 host desk award Zac", "'' is no number of gems: 3 or -3"),
    ("00:10 host desk award Zac some", "'some' is no number of gems"),
    ("00:10 host desk extend", "'' is no time to give: a whole number of seconds"),
    ("00:10 host desk extend 0", "'0' is no time to give"),
    ("00:10 host desk extend -5", "'-5' is no time to give"),
    ("00:10 host desk extend 1.5", "'1.5' is no time to give"),
    # Too late for a declaration.
    ("set target_gems 5", "'set' belongs before the first moment"),
    ("dmo Cora", "'dmo' belongs before the first moment"),
    ("candidate Zac", "'candidate' belongs before the first moment"),
]

DECLARATIONS = [
    ("dmo", "'dmo' needs the name of a player"),
    ('dmo ""', "'dmo' needs the name of a player"),
    ("candidate host", "'candidate' needs the name of a player"),
    ("candidate -", "'candidate' needs the name of a player"),
    ('dmo "Cora Lane" the second', "what is 'the second' after the name?"),
    ("set", "'' is no setting; there are target_gems, rounds_to_win"),
    ("set gems 15", "'gems' is no setting"),
    ("set target_gems", "target_gems must be a whole number from 1 to 99, not ''"),
    ("set target_gems many", "target_gems must be a whole number from 1 to 99, not 'many'"),
    ("set target_gems 7.5", "target_gems must be a whole number from 1 to 99, not '7.5'"),
    ("set target_gems 0", "target_gems must be from 1 to 99"),
    ("set target_gems 100", "target_gems must be from 1 to 99"),
    ("set rounds_to_win 10", "rounds_to_win must be from 1 to 9"),
    ("set rounds_to_win 0", "rounds_to_win must be from 1 to 9"),
    ("set turn_seconds 4", "turn_seconds must be from 5 to 3600"),
    ("set turn_seconds 3601", "turn_seconds must be from 5 to 3600"),
    ("set role_seconds 4", "role_seconds must be from 5 to 3600"),
    ("set role_seconds 1e2", "role_seconds must be a whole number"),
    ("set ready_seconds 3601", "ready_seconds must be from 5 to 3600"),
    ("set ready_check always", "ready_check must be one of: first, every, never; not 'always'"),
    ("set settle_seconds -0.1", "settle_seconds must be from 0 to 30"),
    ("set settle_seconds soon", "settle_seconds must be a number from 0 to 30, not 'soon'"),
    ("set settle_seconds nan", "settle_seconds must be from 0 to 30"),
    ("set grace_seconds 30.5", "grace_seconds must be from 0 to 30"),
    ("set grace_seconds inf", "grace_seconds must be from 0 to 30"),
    ("set idle_turns_before_pause 0", "idle_turns_before_pause must be from 1 to 99"),
    ("set role_default host", "role_default must be one of: thief, miner, random, ask the host"),
    ("set dmo_may_run yes", "dmo_may_run must be one of: on, off; not 'yes'"),
]


@pytest.mark.parametrize(("line", "why"), LINES)
def test_a_line_that_means_nothing_is_named(line: str, why: str):
    with pytest.raises(MalformedScriptError) as error:
        parse(f"{STARTED}{line}\n00:59 host dm hello\n")
    assert error.value.line == 4
    assert str(error.value).startswith(f"line 4: {why}")


@pytest.mark.parametrize(("line", "why"), DECLARATIONS)
def test_a_declaration_that_means_nothing_is_named(line: str, why: str):
    with pytest.raises(MalformedScriptError) as error:
        parse(f"# a script\n\n{line}\n{STARTED}")
    assert error.value.line == 3
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("dmo Cora\ndmo Cleo\n", "line 2: the dmo is named already"),
        ("candidate Zac\ncandidate Zac\n", "line 2: the candidate is named already"),
        ("dmo Cora\ncandidate Cora\n", "line 2: the two players need different names"),
        ('candidate Zac\ndmo "Zac"\n', "line 2: the two players need different names"),
        ("candidate Zac\n00:00 host desk start\n", "line 2: the script doesn't say who is the dmo"),
        ("00:00 host desk start\n" + PLAYERS, "line 1: the script doesn't say who is the dmo"),
        ("dmo Cora\n00:00 - wait\n", "line 2: the script doesn't say who is the candidate"),
        ("dmo Cora\n", "the script doesn't say who is the candidate"),
        ("", "the script doesn't say who is the dmo"),
        ("# nothing but\n# comments\n\n", "the script doesn't say who is the dmo"),
    ],
)
def test_a_script_without_two_different_players_is_refused(script: str, message: str):
    with pytest.raises(MalformedScriptError) as error:
        parse(script)
    assert str(error.value) == message


@pytest.mark.parametrize(("first", "second"), [("00:10", "00:09.999"), ("1:00:00", "59:59")])
def test_moments_that_run_backwards_are_refused(first: str, second: str):
    with pytest.raises(MalformedScriptError, match="line 4: moments must not run backwards"):
        parse(f"{PLAYERS}{first} - wait\n{second} - wait\n")


def test_the_line_number_counts_comments_and_empty_lines():
    with pytest.raises(MalformedScriptError) as error:
        parse("# one\n\n   \n\t# four\nfive\n")
    assert error.value.line == 5


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_line_number_is_the_same_with_either_line_end(end: str):
    with pytest.raises(MalformedScriptError) as error:
        parse(end.join(["dmo Cora", "candidate Zac", "oops"]))
    assert error.value.line == 3


@pytest.mark.parametrize("inside", ["\u2028", "\u0085", "\x0b", "\x0c", "\x1c"])
def test_the_line_number_is_an_editors_whatever_characters_a_text_holds(inside: str):
    with pytest.raises(MalformedScriptError) as error:
        parse(f"{STARTED}00:01 Cora dm good{inside}# luck\noops\n")
    assert error.value.line == 5


def test_a_round_number_of_any_length_is_no_crash():
    script = f"{STARTED}00:10 host desk starter {'9' * 5000} Cora\n"
    with pytest.raises(MalformedScriptError, match="line 4"):
        parse(script)
