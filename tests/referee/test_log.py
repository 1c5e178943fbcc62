"""The log as a person reads it: public lines at the left, what one person sees set apart."""

from tests.referee.scripts import IN_FIRST_TURN, PLAYERS, STARTED, log

PRIVATE = "  · 00:05.000  "


def after(script: str, line: str) -> list[str]:
    """The log's lines that one more line adds."""
    return log(script + line)[len(log(script)) :]


def test_what_is_said_in_the_dm_channel_stands_at_the_left():
    assert after(IN_FIRST_TURN, "00:05 Zac dm good luck!\n") == ["00:05.000  Zac: good luck!"]
    assert after(IN_FIRST_TURN, "00:05 host dm quiet!\n") == ["00:05.000  host: quiet!"]


def test_what_is_said_in_private_is_set_apart_with_its_answer():
    assert after(IN_FIRST_TURN, "00:05 Cora sub north\n") == [
        f"{PRIVATE}Cora in private: north",
        f"{PRIVATE}to Cora: Your pick: North. 56.0 s were left.",
    ]


def test_a_hint_in_the_dm_channel_is_told_to_its_author_alone():
    said, answered = after(IN_FIRST_TURN, "00:05 Zac dm acelerate north\n")
    assert said == "00:05.000  Zac: acelerate north"
    assert answered.startswith(f"{PRIVATE}to Zac: “acelerate north”")


def test_a_command_at_the_desk_is_set_apart_and_what_it_comes_to_is_public():
    assert after(IN_FIRST_TURN, "00:05 host desk pause tea\n") == [
        f"{PRIVATE}host at the desk: pause tea",
        "00:05.000  Minecart",
        "           ⏸️ The match is paused by a host. The clock stands still; "
        "picks made so far are kept.",
        "           Reason: tea",
        "",
    ]


def test_the_hosts_are_told_apart_from_the_players():
    assert after(IN_FIRST_TURN, "00:05 Zac dm host!\n")[2] == (
        f"{PRIVATE}to the hosts: 🔔 Zac calls a host (round 1, turn 1)."
    )


def test_every_line_of_a_private_notice_is_set_in():
    prompt = [line for line in log(IN_FIRST_TURN) if "mine this turn" in line]
    at = log(IN_FIRST_TURN).index(prompt[0])
    assert log(IN_FIRST_TURN)[at + 1 : at + 3] == [
        "               Stashes: North 1 · Central 1 · South 1",
        "               ⏳ Time is over at 01:01.000",
    ]


def test_the_markdown_of_notices_is_not_shown():
    shown = "\n".join(log(IN_FIRST_TURN))
    assert not any(sign in shown for sign in ("**", "```", "##"))
    assert "── Round 1 · Turn 1 ──" in shown


def test_waiting_leaves_no_line_of_its_own():
    assert after(IN_FIRST_TURN, "00:05 - wait\n") == []


def test_what_a_player_typed_is_shown_as_it_was_typed():
    for text in ("**north**", "## hello", "```", "a ** b"):
        assert after(IN_FIRST_TURN, f"00:05 Cora dm {text}\n")[0] == f"00:05.000  Cora: {text}"
        assert after(IN_FIRST_TURN, f"00:05 Cora sub {text}\n")[0] == (
            f"{PRIVATE}Cora in private: {text}"
        )


def test_a_match_not_started_has_nothing_to_show():
    assert log(PLAYERS) == []
    assert log(STARTED)[0] == "  · 00:00.000  host at the desk: start"
