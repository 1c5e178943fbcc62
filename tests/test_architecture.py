"""The floors of the house, read off the imports: nothing imports upwards, no circles, clean rooms.

A room is a file or folder right under the package. Each rule is also shown to fail, on a small tree
planted for it. Every import counts, also one inside a function or under TYPE_CHECKING.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "minecart_robbery"

# From the ground up. The package's own `__init__` is the ground: it holds only the version.
FLOORS = [
    {"__init__"},
    {"engine"},
    {"words", "record", "settings", "shipped", "interrupt"},
    {"live"},
    {"checking"},
    {"chat", "rehearsal", "referee"},
    {"command_line"},
    {"cli"},
    {"__main__"},
]
# Rooms of one floor don't import each other, but for these.
NEIGHBOURS = {
    "words": {"shipped"},
    "record": {"shipped", "settings"},
    "settings": {"shipped"},
}
ENGINE_MAY = {
    *{"__future__", "abc", "collections", "dataclasses", "datetime", "enum", "functools"},
    *{"itertools", "math", "operator", "types", "typing"},
}
WORDS_MAY_NOT = {"discord", "aiohttp", "asyncio", "aiosqlite"}
ONLY_IN = {"aiosqlite": "record", "sqlite3": "record", "yoyo": "record", "discord": "chat"}
"""So the rehearsal, too, knows nothing of Discord."""

Imports = dict[str, set[str]]
"""What each file of a package imports: dotted names of files, or of anything outside."""


def imports_of(package: Path) -> Imports:
    """Every file of `package` by its dotted name, with what it imports."""
    files = {_dotted(path, package): path for path in sorted(package.rglob("*.py"))}
    return {
        name: {target for node in ast.walk(_parsed(path)) for target in _targets(node, path, files)}
        for name, path in files.items()
    }


def _dotted(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def _targets(node: ast.AST, path: Path, files: dict[str, Path]) -> Iterator[str]:
    """The names one import statement stands for: a file where there is one, else its source."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=str(source), names=names, level=0):
            for alias in names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in files else source
        case ast.ImportFrom(lineno=line):
            raise ValueError(f"{path.name}:{line}: imports are absolute within the package")
        case _:
            pass


def _room(name: str) -> str:
    """The room of a file of the package."""
    return name.split(".")[1] if "." in name else "__init__"


def _inside(imports: Imports) -> Iterator[tuple[str, str]]:
    """Every import of one file of the package by another."""
    package = next(iter(imports)).partition(".")[0]
    for name, targets in imports.items():
        yield from ((name, it) for it in sorted(targets) if it.partition(".")[0] == package)


def _outside(imports: Imports) -> Iterator[tuple[str, str]]:
    """Every import of something outside the package, by its topmost name."""
    package = next(iter(imports)).partition(".")[0]
    for name, targets in imports.items():
        tops = {it.partition(".")[0] for it in targets} - {package}
        yield from ((name, top) for top in sorted(tops))


def floorless(imports: Imports) -> list[str]:
    """Files whose room has no place in FLOORS."""
    known = set().union(*FLOORS)
    return [f"{name} stands on no floor" for name in imports if _room(name) not in known]


def roomless(imports: Imports) -> list[str]:
    """Rooms that have a place in FLOORS and aren't there."""
    there = {_room(name) for name in imports}
    return [f"there is no {room}" for room in sorted(set().union(*FLOORS) - there)]


def upward(imports: Imports) -> list[str]:
    """Imports of a room above, or of a room on the same floor that isn't a neighbour."""
    height = {room: number for number, floor in enumerate(FLOORS) for room in floor}

    def allowed(room: str, other: str) -> bool:
        below = height.get(other, len(FLOORS)) < height.get(room, len(FLOORS))
        return room == other or below or other in NEIGHBOURS.get(room, ())

    return [
        f"{name} imports {target}"
        for name, target in _inside(imports)
        if not allowed(_room(name), _room(target))
    ]


def circular(imports: Imports) -> list[str]:
    """One circle of files that import each other, if there is any."""
    files = {name: targets & imports.keys() for name, targets in imports.items()}
    try:
        TopologicalSorter(files).prepare()
    except CycleError as error:
        return [" <- ".join(error.args[1])]
    return []


def impure_engine(imports: Imports) -> list[str]:
    """What engine imports that is neither its own nor of the pure standard library."""
    strange = [(name, top) for name, top in _outside(imports) if top not in ENGINE_MAY]
    foreign = [(name, target) for name, target in _inside(imports) if _room(target) != "engine"]
    return [f"{name} imports {it}" for name, it in strange + foreign if _room(name) == "engine"]


def impure_words(imports: Imports) -> list[str]:
    """What words imports of networks, databases and event loops."""
    return [
        f"{name} imports {top}"
        for name, top in _outside(imports)
        if _room(name) == "words" and top in WORDS_MAY_NOT
    ]


def strayed(imports: Imports) -> list[str]:
    """Imports of what only one room may import, from another room."""
    return [
        f"{name} imports {top}, which only {ONLY_IN[top]} may"
        for name, top in _outside(imports)
        if ONLY_IN.get(top, _room(name)) != _room(name)
    ]


DISCORDS = {"DiscordException", "HTTPException", "NotFound", "Forbidden", "DiscordServerError"}
"""What discord.py raises when Discord refuses a call."""
CATCH_THEM = {"calls.py", "run.py"}
"""The one place in the chat that judges a call; and the start-up, before there is a match."""


def catching(folder: Path) -> list[str]:
    """Files in a folder, but for those that may, in which a call to Discord is judged."""
    return [
        f"{path.name}:{node.lineno}"
        for path in sorted(folder.rglob("*.py"))
        if path.name not in CATCH_THEM
        for node in ast.walk(_parsed(path))
        if isinstance(node, ast.ExceptHandler) and node.type is not None
        for name in ast.walk(node.type)
        if last_name(name) in DISCORDS
    ]


def last_name(node: ast.AST) -> str:
    """The name that a name, or a dotted one, ends with; "" for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


RULES = [floorless, upward, circular, impure_engine, impure_words, strayed]


@pytest.mark.parametrize("rule", RULES)
def test_the_package_keeps_the_rule(rule):
    assert rule(imports_of(PACKAGE)) == []


def test_each_room_that_has_a_floor_is_there():
    assert roomless(imports_of(PACKAGE)) == []


def test_in_the_chat_one_place_judges_what_discord_refuses():
    assert catching(PACKAGE / "chat") == []


@pytest.mark.parametrize(
    "caught", ["discord.HTTPException", "(OSError, discord.Forbidden)", "NotFound"]
)
def test_another_place_that_judges_it_is_found(tmp_path: Path, caught: str):
    source = f"try:\n    send()\nexcept {caught}:\n    pass\n"
    for name in ("room", "calls", "run"):
        (tmp_path / f"{name}.py").write_text(source)
    assert catching(tmp_path) == ["room.py:3"]


def planted(tmp_path: Path, files: dict[str, str]) -> Imports:
    """The imports of a package `house` of the given files, each named by its path without `.py`."""
    for name, source in {"__init__": "", **files}.items():
        path = tmp_path / "house" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return imports_of(tmp_path / "house")


def test_a_floor_for_a_room_that_is_not_there_is_found(tmp_path: Path):
    rooms = set().union(*FLOORS) - {"__init__", "live"}
    assert roomless(planted(tmp_path, dict.fromkeys(rooms, ""))) == ["there is no live"]


def test_a_room_without_a_floor_is_found(tmp_path: Path):
    house = planted(tmp_path, {"utils": ""})
    assert floorless(house) == ["house.utils stands on no floor"]


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("engine/draws", "import house.words", "house.engine.draws imports house.words"),
        ("words/telling", "from house import live", "house.words.telling imports house.live"),
        ("record/log", "from house.live import table", "house.record.log imports house.live.table"),
        ("live/house", "import house.chat.bot", "house.live.house imports house.chat.bot"),
        ("referee", "def f():\n    import house.cli", "house.referee imports house.cli"),
        ("cli", "import house.__main__", "house.cli imports house.__main__"),
        ("__init__", "import house.engine", "house imports house.engine"),
        ("shipped", "import house.settings", "house.shipped imports house.settings"),
        ("words/reading", "import house.record", "house.words.reading imports house.record"),
        ("chat/bot", "import house.rehearsal", "house.chat.bot imports house.rehearsal"),
        ("rehearsal/room", "import house.chat", "house.rehearsal.room imports house.chat"),
        ("live/table", "import house.rehearsal", "house.live.table imports house.rehearsal"),
        ("live/clock", "import house.utils", "house.live.clock imports house.utils"),
    ],
)
def test_an_import_upwards_or_sideways_is_found(tmp_path: Path, name, source, found):
    house = planted(tmp_path, {"live/__init__": "", "live/table": "", name: source})
    assert upward(house) == [found]


def test_an_import_upwards_for_types_alone_is_found(tmp_path: Path):
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import house.live"
    house = planted(tmp_path, {"engine/draws": source})
    assert upward(house) == ["house.engine.draws imports house.live"]


def test_imports_downwards_and_of_neighbours_are_kept(tmp_path: Path):
    house = planted(
        tmp_path,
        {
            "engine/__init__": "import house.engine.draws",
            "engine/draws": "import enum",
            "words/telling": "from house.engine import draws\nfrom house.shipped import shipped",
            "shipped": "from pathlib import Path",
            "settings": "from house.shipped import shipped",
            "record/log": "import aiosqlite, house.settings, house.shipped, house.engine",
            "live/table": "import asyncio, house.words.telling\nfrom house.record import log",
            "chat/bot": "import discord\nfrom house.live import table",
            "cli": "from house import __version__\nimport house.chat.bot",
            "__main__": "from house.cli import app",
        },
    )
    assert [found for rule in RULES for found in rule(house)] == []


def test_two_files_that_import_each_other_are_found(tmp_path: Path):
    house = planted(
        tmp_path,
        {
            "engine/draws": "from house.engine import picks",
            "engine/picks": "from house.engine.draws import draw",
        },
    )
    [circle] = circular(house)
    assert set(circle.split(" <- ")) == {"house.engine.draws", "house.engine.picks"}


def test_a_circle_through_a_folders_own_file_is_found(tmp_path: Path):
    house = planted(
        tmp_path,
        {
            "engine/__init__": "from house.engine.draws import draw",
            "engine/draws": "from house.engine import Match",
        },
    )
    [circle] = circular(house)
    assert set(circle.split(" <- ")) == {"house.engine", "house.engine.draws"}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import random", "random"),
        ("import asyncio", "asyncio"),
        ("import logging", "logging"),
        ("from time import monotonic", "time"),
        ("import os.path", "os"),
        ("import pydantic", "pydantic"),
        ("from house.shipped import shipped", "house.shipped"),
        ("from house import __version__", "house"),
    ],
)
def test_what_the_engine_may_not_import_is_found(tmp_path: Path, source: str, found: str):
    house = planted(tmp_path, {"engine/draws": f"from enum import Enum\n{source}", "shipped": ""})
    assert impure_engine(house) == [f"house.engine.draws imports {found}"]


@pytest.mark.parametrize("module", sorted(WORDS_MAY_NOT))
def test_what_words_may_not_import_is_found(tmp_path: Path, module: str):
    house = planted(tmp_path, {"words/telling": f"from {module} import anything"})
    assert impure_words(house) == [f"house.words.telling imports {module}"]


@pytest.mark.parametrize(("module", "room"), sorted(ONLY_IN.items()))
def test_what_only_one_room_may_import_is_found_elsewhere(tmp_path: Path, module: str, room: str):
    source = f"import {module}.inner"
    house = planted(tmp_path, {"live/table": source, f"{room}/own": source})
    assert strayed(house) == [f"house.live.table imports {module}, which only {room} may"]


def test_a_relative_import_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match=r"table\.py:1: imports are absolute"):
        planted(tmp_path, {"live/table": "from . import clock"})
