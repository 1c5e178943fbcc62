"""S63: in the hosting process the database is opened in one place, where the record connects.

On POSIX a process that opens a file beside that, and closes it, lets all its locks on it go. This
is read off the source: a function opens files if it names a way of opening one, or a function that
does. What is named through a variable is taken for a thing of the class of that name.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.test_architecture import PACKAGE, imports_of, last_name, planted

HOSTS = ("chat.run", "rehearsal.running")
"""The files in which hosting begins: what they import, and so on, runs in the hosting process."""

OPENING = {
    *{"open", "connect", "get_backend", "FileLock", "FileIO", "fdopen", "mmap", "touch"},
    *{"read_bytes", "read_text", "write_bytes", "write_text"},
    *{"copyfile", "copy2", "copytree", "shutil.copy", "shutil.move"},
}
"""The ways of opening a file, by their last name, or by their last two."""

BEFORE_HOSTING = ("record.migrating.", "record.backup.")
"""They open the database before the record connects, and only there."""
NOT_HOSTING = ("record.inspecting.",)
"""They open it, and no process does that while it hosts."""

CONNECTS = [
    "record.database.Database.open names bring_up_to_date",
    "record.database.Database.open names aiosqlite.connect",
    "record.record.Record.open names Database.open",
    "live.on_record.host_on names Record.open",
    "chat.run.run names host_on",
    "rehearsal.running.run names host_on",
]
"""The one place, and the way to it."""

FOR_OTHERS = [
    "record.database.Database.open_to_read names aiosqlite.connect",
    "record.record.Record.open_to_read names Database.open_to_read",
    "checking.database.checked_database names inspect",
]
"""Ways to the database that nothing names which hosts: it would be found itself."""

OTHER_FILES = [
    "record.lease.HostLock.__init__ names FileLock",
    "record.lease.HostLock.try_once names self._named.write_text",
    "record.lease.holder names _beside(path, 'host').read_text",
    "record.lease.is_hosted names FileLock",
    "rehearsal.server.pages names it.read_bytes",
    "rehearsal.running._open_browser names webbrowser.open",
    "settings._unreadable_lines names path.open",
    "settings._toml names path.read_bytes",
]
"""What opens other files than the database. Those that the package ships need not stand here."""


@dataclass
class Source:
    """A file of the package: its functions by their names in it, and what names mean there."""

    name: str
    functions: dict[str, list[ast.AST]] = field(default_factory=dict[str, list[ast.AST]])
    classes: set[str] = field(default_factory=set[str])
    imported: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def read(cls, name: str, path: Path) -> Source:
        """The file at `path`; what stands outside of its functions is the function ''."""
        source = cls(name)
        source._take(ast.parse(path.read_text(encoding="utf-8")), "", "")
        return source

    def _take(self, node: ast.AST, inside: str, within: str) -> None:
        """Take what stands below a node; `inside` that function, and `within` that name."""
        nodes = self.functions.setdefault(inside, [])
        for child in _run(node):
            match child:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    self._take(child, f"{within}{name}", f"{within}{name}.")
                case ast.ClassDef(name=name):
                    self.classes.add(f"{within}{name}")
                    self._take(child, inside, f"{within}{name}.")
                case ast.Import(names=names):
                    self.imported |= {it.asname or it.name: it.name for it in names}
                case ast.ImportFrom(module=str(module), names=names):
                    self.imported |= {it.asname or it.name: f"{module}.{it.name}" for it in names}
                case _:
                    nodes.append(child)
                    self._take(child, inside, within)


class House:
    """The files of a package that run in the process of its hosts."""

    def __init__(self, package: Path, hosts: tuple[str, ...]) -> None:
        imports = imports_of(package)
        names, left = set[str](), [f"{package.name}.{host}" for host in hosts]
        while left:
            name = left.pop()
            if name in imports and name not in names:
                names.add(name)
                left += [name.rpartition(".")[0], *imports[name]]
        self.sources = {it: Source.read(it, _path(package, it)) for it in sorted(names)}
        self.functions = {
            f"{source.name}.{name}".rstrip("."): (source, name, nodes)
            for source in self.sources.values()
            for name, nodes in source.functions.items()
        }
        self.classes = {
            f"{source.name}.{name}" for source in self.sources.values() for name in source.classes
        }

    def meant(self, dotted: str) -> str:
        """What a dotted name means, through whatever imports it on."""
        module, _, last = dotted.rpartition(".")
        if module in self.sources and dotted not in self.functions.keys() | self.classes:
            on = self.sources[module].imported.get(last)
            return self.meant(on) if on is not None and on != dotted else dotted
        return dotted

    def named(self, source: Source, function: str, node: ast.AST) -> str | None:
        """What an expression names, as a dotted name; None if that can't be told."""
        match node:
            case ast.Name(id="self" | "cls"):
                return f"{source.name}.{_class_of(source, function)}"
            case ast.Name(id=name):
                return self._named_alone(source, function, name)
            case ast.Attribute(value=value, attr=attr):
                owner = self.named(source, function, value)
                if owner is None or f"{owner}.{attr}" not in self.functions:
                    owner = self._of_that_name(value, attr) or owner
                return None if owner is None else self.meant(f"{owner}.{attr}")
            case _:
                return None

    def _named_alone(self, source: Source, function: str, name: str) -> str | None:
        around = function
        while around:  # what stands in a class is not seen from its methods
            local = f"{around}.{name}"
            if around not in source.classes and local in source.functions.keys() | source.classes:
                return f"{source.name}.{local}"
            around = around.rpartition(".")[0]
        if name in source.functions.keys() | source.classes:
            return f"{source.name}.{name}"
        if name in source.imported:
            return self.meant(source.imported[name])
        return name if hasattr(builtins, name) else None

    def _of_that_name(self, value: ast.AST, attr: str) -> str | None:
        """The class after which a variable is called, if it has such a function."""
        called = last_name(value).strip("_").replace("_", "").casefold()
        return next(
            (
                it
                for it in sorted(self.classes)
                if it.rpartition(".")[2].casefold() == called and f"{it}.{attr}" in self.functions
            ),
            None,
        )

    def openings(self) -> Iterator[tuple[str, str, str | None]]:
        """What each function names: the function, the name as it stands, and what it means.

        Instead of what it means, None: it is a way of opening a file.
        """
        for full, (source, function, nodes) in self.functions.items():
            for node in nodes:
                if not _is_of_use(node):
                    continue
                text, means = ast.unparse(node), self.named(source, function, node)
                if means in self.classes:
                    means = f"{means}.__init__"
                if means in self.functions:
                    yield full, text, means
                elif _is_opening(means or text):
                    yield full, text, None


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """What stands right below a node, but for annotations: naming a type runs nothing."""
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            yield from (
                it
                for it in (value if isinstance(value, list) else [value])
                if isinstance(it, ast.AST)
            )


def _path(package: Path, name: str) -> Path:
    file = package.joinpath(*name.split(".")[1:])
    return file / "__init__.py" if file.is_dir() else file.with_suffix(".py")


def _class_of(source: Source, function: str) -> str:
    """The innermost class in which a function stands."""
    around = function.split(".")
    inner = (".".join(around[:depth]) for depth in range(len(around), 0, -1))
    return next((it for it in inner if it in source.classes), "")


def _is_of_use(node: ast.AST) -> bool:
    """Whether a node names something, and not a file that the package ships, which nobody locks."""
    match node:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="shipped"))):
            return False
        case ast.Name(id=name):
            return name not in ("self", "cls")
        case _:
            return isinstance(node, ast.Attribute)


def _is_opening(name: str) -> bool:
    parts = name.split(".")
    return parts[-1] in OPENING or ".".join(parts[-2:]) in OPENING


def opening(package: Path, other_files: Sequence[str] = ()) -> list[str]:
    """Whatever of the hosting process opens a file, and what it names to do that.

    But for what opens `other_files`, each once, and for what runs before hosting, or never in it.
    """
    left = Counter(other_files)
    found: list[tuple[str, str, str | None]] = []
    for function, text, means in House(package, HOSTS).openings():
        told = f"{function.partition('.')[2]} names {text}"
        if left[told]:
            left[told] -= 1
        else:
            found.append((told, function, means))
    opens = {function for _, function, means in found if means is None}
    while more := {function for _, function, means in found if means in opens} - opens:
        opens |= more
    told = [it for it, _, means in found if means is None or means in opens]
    return [it for it in told if not it.startswith(BEFORE_HOSTING + NOT_HOSTING)]


def test_s63_a_host_opens_the_database_where_the_record_connects_and_nowhere_else():
    assert sorted(opening(PACKAGE, OTHER_FILES)) == sorted(CONNECTS + FOR_OTHERS)


def test_s63_whatever_is_named_here_as_opening_another_file_still_does():
    assert Counter(OTHER_FILES) - Counter(opening(PACKAGE)) == Counter()


RECORD = {
    "record/__init__": "from house.record.record import Record",
    "record/inspecting": (
        "import sqlite3\ndef size(path): return len(path.name)\n"
        "def look(path): return sqlite3.connect(path)"
    ),
    "record/record": (
        "import aiosqlite\nclass Record:\n"
        "    def open(cls, path): return aiosqlite.connect(path)\n"
        "    def size(self): return 1"
    ),
    "live/house": "class House:\n    def open(self, seating): return seating",
}
CONNECTED = "record.record.Record.open names aiosqlite.connect"


def opened_by(tmp_path: Path, source: str, name: str = "chat/checker") -> list[str]:
    """What opens the database in a house of which one file, which a host imports, says this."""
    imports = f"import house.live.house, house.{name.replace('/', '.')}"
    planted(tmp_path, {**RECORD, name: source, "chat/run": imports})
    return [it for it in opening(tmp_path / "house") if it != CONNECTED]


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("def f(path): return open(path)", "open"),
        ("def f(path): return path.open('rb')", "path.open"),
        ("def f(path): return path.read_bytes()", "path.read_bytes"),
        ("def f(self): return self.settings.database.touch()", "self.settings.database.touch"),
        ("import asyncio\nasync def f(p): await asyncio.to_thread(p.read_bytes)", "p.read_bytes"),
        ("import sqlite3\ndef f(path): sqlite3.connect(path)", "sqlite3.connect"),
        ("from sqlite3 import connect as c\ndef f(path): c(path)", "c"),
        ("def f(path):\n    import os\n    os.open(path, 0)", "os.open"),
        ("import shutil\ndef f(path): shutil.copy(path, '/tmp')", "shutil.copy"),
        ("from shutil import copyfile\ndef f(path): copyfile(path, '/tmp')", "copyfile"),
        ("from filelock import FileLock\ndef f(path): FileLock(path)", "FileLock"),
        ("from house.record import Record\ndef f(path): Record.open(path)", "Record.open"),
        ("from house.record.inspecting import look\ndef f(path): look(path)", "look"),
        ("from house.record import inspecting as it\ndef f(path): it.look(path)", "it.look"),
        ("import house.record.record\ndef f(record, path): record.open(path)", "record.open"),
    ],
)
def test_s63_another_place_that_opens_it_is_found(tmp_path: Path, source: str, named: str):
    assert opened_by(tmp_path, source) == [f"chat.checker.f names {named}"]


def test_s63_a_place_is_found_wherever_it_stands_and_whatever_leads_to_it(tmp_path: Path):
    source = (
        "SIZE = len(open('x').read())\n"
        "class Checker:\n"
        "    def __init__(self, path): self._look(path)\n"
        "    def _look(self, path):\n"
        "        def looked(): return [it.read_text() for it in [path]]\n"
        "        return looked()\n"
        "def check(path): return Checker(path)\n"
    )
    assert sorted(opened_by(tmp_path, source, "live/checker")) == [
        "live.checker names open",
        "live.checker.Checker.__init__ names self._look",
        "live.checker.Checker._look names looked",
        "live.checker.Checker._look.looked names it.read_text",
        "live.checker.check names Checker",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "def f(self, seating): return self._house.open(seating)",
        "from house.record.inspecting import size\ndef f(path): return size(path)",
        "from house.record import Record\ndef f(record: Record) -> Record: return record.size()",
        "from house.shipped import shipped\ndef f(): return shipped('words.toml').read_text()",
    ],
)
def test_s63_what_opens_nothing_or_a_shipped_file_is_not_found(tmp_path: Path, source: str):
    assert opened_by(tmp_path, source) == []


def test_s63_the_built_in_open_is_found_in_a_class_that_has_one_of_its_own(tmp_path: Path):
    source = "class Opener:\n    def open(self): return 1\n    def f(self, path): open(path)"
    assert opened_by(tmp_path, source) == ["chat.checker.Opener.f names open"]


def test_s63_a_command_that_does_not_host_may_open_it(tmp_path: Path):
    planted(tmp_path, {"chat/run": "", "command_line/doctor": "def f(path): open(path)"})
    assert opening(tmp_path / "house") == []


def test_s63_the_same_once_more_where_another_file_is_opened_is_found(tmp_path: Path):
    source = "def f(path):\n    path.open()\n    path.open()"
    planted(tmp_path, {"chat/run": source})
    opens = "chat.run.f names path.open"
    assert opening(tmp_path / "house", [opens]) == [opens]
