"""What all tests share: how hypothesis looks for examples, and what a run says was counted."""

import os
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

COVERS = ("engine", "words", "golden", "referee")
"""The tests that cover all by themselves what has to be covered."""

LONGEST = (
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

COUNTED = "counted"
Tell = Callable[[str, Mapping[str, int]], None]


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Tell:
    """Have something counted told in the summary of the run, added up over all tests.

    Tests run in several processes, where nothing that they print is seen.
    """

    def told(what: str, counts: Mapping[str, int]) -> None:
        for name, number in counts.items():
            request.node.user_properties.append((f"{COUNTED} {what}", (name, number)))

    return told


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, all else in its order."""
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path.name, len(LONGEST)))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool | None, bool | None]:
    """Measure coverage only where it counts: it makes tests take twice as long."""
    plugin: Any = item.config.pluginmanager.getplugin("_cov")
    measures = getattr(plugin, "cov_controller", None)
    if measures is None or item.path.relative_to(Path(__file__).parent).parts[0] in COVERS:
        return (yield)
    measures.pause()
    try:
        return (yield)
    finally:
        measures.resume()


def pytest_xdist_auto_num_workers() -> int:
    """More processes than cores: many tests wait for other processes, as for a browser."""
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
