"""What all tests share: how hypothesis looks for examples, and what a run says was counted."""

import gc
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# The tests make very many objects and few circles: looking for those ten times as seldom takes a
# seventh less time.
gc.set_threshold(100_000, 50, 50)

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

COVERS = ("engine", "words", "golden", "referee")
"""The floors whose tests cover all that has to be covered; the Makefile names them, too."""

LONGEST = (
    "test_killed_evening.py",
    "test_storms.py",
    "test_killed_anywhere.py",
    "test_machine.py",
    "test_any_text.py",
    "test_dying_anywhere.py",
    "test_verifying.py",
    "test_never_played.py",
    "test_arrival.py",
)
"""The files that take longest begin first, so that no process waits for another in the end."""

PLAY_ON_RECORDS = ("chat", "live", "scenarios", "rehearsal")
"""The floors whose tests need a new record each, and don't test how one is made."""

COUNTED = "counted"
Tell = Callable[[str, Mapping[str, int]], None]


@pytest.fixture(autouse=True)
def new_databases_are_copies(request: pytest.FixtureRequest) -> Iterator[None]:
    """On the floors that play on a record, a new one is a copy of one that was made once."""
    if floor_of(request.path) not in PLAY_ON_RECORDS:
        yield
        return
    # Imported late: what is imported before coverage is measured counts as never run.
    from minecart_robbery.record import database
    from tests.empty_record import made_or_migrated

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "bring_up_to_date", made_or_migrated)
        yield


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Tell:
    """Have something counted told in the summary of the run, added up over all tests.

    Tests run in several processes, where nothing that they print is seen.
    """

    def told(what: str, counts: Mapping[str, int]) -> None:
        for name, number in counts.items():
            request.node.user_properties.append((f"{COUNTED} {what}", (name, number)))

    return told


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--but-covering` leaves out what has been run while coverage was measured."""
    parser.addoption("--but-covering", action="store_true", help="leave out what covers")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest files first, all else in its order; the covering ones are left out if asked."""
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path.name, len(LONGEST)))
    if config.getoption("--but-covering"):
        config.hook.pytest_deselected(items=[item for item in items if covers(item)])
        items[:] = [item for item in items if not covers(item)]


def covers(item: pytest.Item) -> bool:
    """Whether a test is one of those that are measured."""
    return floor_of(item.path) in COVERS and item.get_closest_marker("no_cover") is None


def floor_of(path: Path) -> str:
    """The floor that a file of tests belongs to; its own name, if it belongs to none."""
    return path.relative_to(Path(__file__).parent).parts[0]


def pytest_xdist_auto_num_workers() -> int:
    """More processes than cores: many tests wait for other processes or for the disk."""
    return (os.cpu_count() or 1) + 1


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what was counted."""
    counted: dict[str, Counter[str]] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "teardown":
                for key, value in report.user_properties:
                    kind, _, what = key.partition(" ")
                    if kind == COUNTED:
                        name, number = value
                        counted.setdefault(what, Counter())[name] += number
    if counted:
        terminalreporter.section("counted")
    for what, counts in sorted(counted.items()):
        each = ", ".join(f"{number:,} {name}" for name, number in counts.most_common())
        terminalreporter.write_line(f"{what}: {each}")
