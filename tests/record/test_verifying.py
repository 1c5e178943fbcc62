"""An exported record: sound if nobody has touched it, and found out whatever was done to it."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any, get_args

import pytest

from minecart_robbery.engine import evolve
from minecart_robbery.engine.events import Event
from minecart_robbery.engine.match import CalledOff, Over
from minecart_robbery.record.document import MalformedDocumentError, read_document
from minecart_robbery.record.sealing import MalformedFingerprintError
from minecart_robbery.record.verifying import End, FlawError, verify
from tests.how_much import first_seed, so_many
from tests.record import tampering
from tests.record.exported import document_of, object_of
from tests.record.random_match import RandomMatch
from tests.record.tampering import TAMPERINGS, sealed_anew, tampered

FIRST = first_seed()
SEEDS = range(FIRST, FIRST + so_many(40))
TAMPERINGS_PER_MATCH = 25


def flaw_of(document: dict[str, Any], posted: str | None = None) -> str | None:
    """What is wrong with the document, None if nothing is."""
    try:
        verify(read_document(json.dumps(document)), posted)
    except FlawError as flaw:
        return str(flaw)
    return None


def number_named(flaw: str | None) -> int:
    """The first event that the sentence names."""
    found = re.match(r"event (\d+)", flaw or "")
    assert found is not None, flaw
    return int(found[1])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_record_of_any_match_is_sound(seed):
    sound = verify(read_document(document_of(seed)))
    assert sound.match == RandomMatch(seed).match
    assert sound.fingerprint.full == object_of(seed)["fingerprint"]
    assert verify(read_document(document_of(seed)), sound.fingerprint.short) == sound


def test_the_random_matches_have_all_that_a_match_may_have_in_it():
    matches = [RandomMatch(seed) for seed in SEEDS]
    kinds = Counter(
        event.event for match in matches for _, events in match.causes for event in events
    )
    assert {type(match.match.current) for match in matches} == {Over, CalledOff}
    assert len(kinds) == len(get_args(Event)), kinds


def first_touched(document: dict[str, Any], changed: dict[str, Any]) -> int:
    """The number of the first event that is another one, or of the last if there are fewer."""
    pairs = zip(document["events"], changed["events"], strict=False)
    differing = (number for number, (was, now) in enumerate(pairs, start=1) if was != now)
    return next(differing, len(changed["events"]))


def test_a_single_change_to_a_record_is_always_found_and_the_first_event_of_it_named(tell):
    """At least 1,000 of them, of every kind."""
    found = Counter[str]()
    for seed in SEEDS:
        draws, document = random.Random(seed), object_of(seed)
        for _ in range(TAMPERINGS_PER_MATCH):
            change = draws.choice(TAMPERINGS)
            changed = tampered(document, change, draws)
            flaw = flaw_of(changed)
            assert flaw is not None, (seed, change)
            if change not in tampering.BESIDE_THE_EVENTS and changed["events"]:
                touched = first_touched(document, changed)
                assert number_named(flaw) == touched, (seed, change, flaw)
            found[change.__name__] += 1
    assert found.total() >= 1000
    tell("changed records, all found out", {"in all": found.total()} | found)


def test_a_forger_who_makes_all_hashes_anew_is_found_out_by_the_rules_or_the_fingerprint(tell):
    found = Counter[str]()
    for seed in SEEDS:
        draws, document = random.Random(seed), object_of(seed)
        for _ in range(TAMPERINGS_PER_MATCH // 2):
            change = draws.choice((tampering.a_value, tampering.one_dropped, tampering.two_swapped))
            changed = sealed_anew(tampered(document, change, draws))
            by_the_rules = flaw_of(changed)
            found["by the rules" if by_the_rules else "by the fingerprint"] += 1
            assert by_the_rules or flaw_of(changed, document["fingerprint"]), (seed, change)
    assert found["by the rules"] > found.total() / 2
    tell("forged records, all found out", {"in all": found.total()} | found)


@pytest.mark.parametrize("seed", range(10))
def test_the_first_event_that_was_changed_is_named(seed):
    draws = random.Random(seed)
    document = object_of(seed)
    at = draws.randrange(len(document["events"]))
    document["events"][at]["event"]["at"]["ms"] += 1
    flaw = flaw_of(document)
    assert number_named(flaw) == at + 1
    assert "was changed" in (flaw or "")


def test_the_first_event_that_is_missing_or_moved_or_twice_is_named():
    dropped, moved, twice = object_of(1), object_of(1), object_of(1)
    del dropped["events"][6]
    moved["events"][6:8] = reversed(moved["events"][6:8])
    twice["events"].insert(7, twice["events"][6])
    assert flaw_of(dropped) == "event 7 is missing: it was dropped, or its number was changed"
    assert flaw_of(moved) == "event 7 is not in its place, event 8 is: they were reordered"
    assert flaw_of(twice) == "event 8 was added: it is event 7 a second time"


def first_row_named(flaw: str | None) -> int:
    """The first row of the timing table that the sentence names."""
    found = re.match(r"row (\d+) of the timings", flaw or "")
    assert found is not None, flaw
    return int(found[1])


@pytest.mark.parametrize("seed", range(20))
def test_the_first_row_of_the_timings_that_the_events_do_not_make_is_named(seed):
    draws, document = random.Random(seed), object_of(seed)
    changed = tampered(document, tampering.a_timing, draws)
    pairs = zip(document["timings"], changed["timings"], strict=False)
    differing = (number for number, (was, now) in enumerate(pairs, start=1) if was != now)
    shorter = min(len(document["timings"]), len(changed["timings"]))
    assert first_row_named(flaw_of(changed)) == next(differing, shorter + 1)


def with_something_taken_back() -> dict[str, Any]:
    """A record of which some events are marked as taken back, and some are not."""
    return next(it for seed in range(1000) if (it := object_of(seed)).get("taken_back"))


def test_r32_an_event_that_was_taken_back_and_is_not_marked_is_named():
    document = with_something_taken_back()
    number = document["taken_back"].pop(0)
    assert flaw_of(document) == f"event {number} was taken back, and is not marked so"


def test_r32_an_event_that_is_marked_and_was_never_taken_back_is_named():
    document = with_something_taken_back()
    document["taken_back"].append(1)
    assert flaw_of(document) == "event 1 is marked as taken back, and nobody has taken it back"


def test_r32_a_mark_that_stands_twice_is_no_mark_of_the_programs():
    document = with_something_taken_back()
    document["taken_back"].append(document["taken_back"][-1])
    assert "not marked once each" in (flaw_of(document) or "")


def test_r32_a_match_of_which_nothing_was_taken_back_has_no_marks_at_all():
    seed = next(seed for seed in range(1000) if not taken_back_in(seed))
    assert "taken_back" not in object_of(seed)
    assert "taken_back" not in document_of(seed)


def taken_back_in(seed: int) -> bool:
    return any(it["event"]["event"] == "taken_back" for it in object_of(seed)["events"])


def test_a_record_without_its_timings_is_none():
    document = object_of(1)
    del document["timings"]
    with pytest.raises(MalformedDocumentError, match="timings: field required"):
        read_document(json.dumps(document))
    document["timings"] = []
    assert first_row_named(flaw_of(document)) == 1


def test_what_was_cut_off_at_the_end_is_missed():
    document = object_of(1)
    del document["events"][-3:]
    left = len(document["events"])
    assert (flaw_of(document) or "").startswith(f"event {left} is not the last one")
    document["events"] = []
    assert flaw_of(document) == "event 1 is missing: there are no events"


@pytest.mark.parametrize(
    ("kind", "field", "value", "why"),
    [
        ("turn_settled", "gems", 99, "is not what the rules make of its cause"),
        ("turn_opened", "turn", 7, "is not what the rules make of its cause"),
        ("pick_made", "round", 2, "is not what the rules make of its cause"),
        ("match_won", "winner", None, "is none that this program knows"),
        ("match_won", "remark", "hurrah", "has something in it that none has"),
    ],
)
def test_a_forged_event_is_named_though_all_hashes_fit(kind, field, value, why):
    document = object_of(2)
    line = next(it for it in document["events"] if it["event"]["event"] == kind)
    line["event"][field] = value
    flaw = flaw_of(sealed_anew(document))
    assert number_named(flaw) == line["number"]
    assert why in (flaw or "")


def test_an_event_that_the_rules_refuse_is_told_with_the_reason():
    document = object_of(1)
    last = document["events"][-1]["event"]
    again = {"at": last["at"], "seat": "dmo", "event": "ready_said"}
    document["events"].append({"number": 0, "cause": "m:99999", "event": again, "hash": ""})
    flaw = flaw_of(sealed_anew(document))
    assert flaw == f"event {len(document['events'])} (ready_said) is against the rules: match ended"


def test_the_names_are_not_sealed_so_that_people_can_be_forgotten():
    document = object_of(1)
    document["names"]["dmo"] = "forgotten"
    assert flaw_of(document) is None
    del document["names"]
    assert flaw_of(document) is None


@pytest.mark.parametrize("as_typed", ["{}", " {} ", "`{}`"])
def test_the_posted_fingerprint_may_be_typed_in_full_or_in_part(as_typed):
    document = object_of(1)
    full = document["fingerprint"]
    for digits in (full, full[:16], full[:30].upper(), " ".join((full[:4], full[4:20]))):
        assert flaw_of(document, as_typed.format(digits)) is None
    other = as_typed.format(object_of(2)["fingerprint"])
    assert "another record" in (flaw_of(document, other) or "")


@pytest.mark.parametrize("typed", ["", "abc", "x" * 16, "0" * 15, "0" * 65])
def test_what_is_no_fingerprint_is_refused(typed):
    with pytest.raises(MalformedFingerprintError):
        verify(read_document(document_of(1)), typed)


def test_s42_what_a_later_version_has_added_to_the_rules_may_be_missing_in_an_old_record():
    document = object_of(1)
    for holder in (document, *(line["event"] for line in document["events"])):
        holder.get("rules", {}).pop("idle_turns_before_pause", None)
    assert flaw_of(sealed_anew(document)) is None


def test_text_that_cannot_be_written_as_utf_8_is_no_trouble():
    document = object_of(1)
    document["events"][0]["cause"] = "\ud800"
    assert number_named(flaw_of(document)) == 1
    document["events"][0]["event"]["rules"]["role_default"] = "\ud800"
    assert "is none that" in (flaw_of(sealed_anew(document)) or "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        "match 7",
        '{"format": "minecart record"}',
        '{"a": 1, "a": 2}',
        "[" * 100_000,
        "1" * 5000,
        '{"a": NaN}',
        '"\\ud800"',
    ],
)
def test_what_is_no_document_is_refused_in_one_line(text):
    with pytest.raises(MalformedDocumentError) as refused:
        read_document(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("format", "chess"),
        ("version", 2),
        ("written", 2),
        ("events", {}),
        ("events", [7]),
        ("match", "7"),
        ("names", {"dmo": "Cora"}),
        ("remark", "hurrah"),
    ],
)
def test_a_document_of_another_form_is_refused(name, value):
    document = object_of(1)
    document[name] = value
    with pytest.raises(MalformedDocumentError, match="it is no exported record"):
        read_document(json.dumps(document))


def reopened() -> tuple[dict[str, Any], list[int]]:
    """The first random match that was reopened and ended again, and with which events it ended."""
    for seed in SEEDS:
        match, number, ends = None, 0, list[int]()
        for _, events in RandomMatch(seed).causes:
            for event in events:
                match, number = evolve(match, event), number + 1
            if match is not None and match.has_ended:
                ends.append(number)
        if len(ends) > 1:
            return object_of(seed), ends
    raise AssertionError("no random match was reopened")


def test_r32_the_fingerprint_of_an_earlier_end_says_that_the_match_was_reopened_since():
    document, ends = reopened()
    for at, number in enumerate(ends[:-1], start=1):
        posted = document["events"][number - 1]["hash"]
        assert verify(read_document(json.dumps(document)), posted).reopened == End(at, number)
    assert verify(read_document(json.dumps(document)), document["fingerprint"]).reopened is None
    assert verify(read_document(json.dumps(document))).reopened is None


def test_r32_the_hash_of_an_event_that_was_no_end_is_no_fingerprint():
    document, ends = reopened()
    for number in (1, ends[0] - 1, ends[0] + 1):
        flaw = flaw_of(document, document["events"][number - 1]["hash"])
        assert flaw is not None
        assert "another record" in flaw


def test_r32_a_match_that_goes_on_after_its_end_without_being_reopened_is_found_out():
    document, ends = reopened()
    after_it = document["events"][ends[0]]
    assert after_it["event"]["event"] == "taken_back"
    del document["events"][ends[0]]
    sealed_anew(document)
    flaw = flaw_of(document)
    assert flaw is not None
    assert f"event {ends[0] + 1} " in flaw
    assert "match ended" in flaw or "can't stand for itself" in flaw


def test_r32_a_reopening_that_takes_back_what_never_was_is_found_out():
    document, ends = reopened()
    document["events"][ends[0]]["event"]["round"] = 9
    sealed_anew(document)
    flaw = flaw_of(document)
    assert flaw is not None
    assert f"event {ends[0] + 1} (taken_back) is against the rules" in flaw
