"""The wheel is whole: built, installed into a new environment and run from another folder."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from minecart_robbery import __version__

CHECKOUT = Path(__file__).parents[1]
SCRIPT = CHECKOUT / "samples" / "a-short-match.txt"


def run(*command: str | Path, folder: Path) -> str:
    """What `command` prints, run in `folder`; fails with all that it said if it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PYTHONUTF8": "1", "COLUMNS": "120"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built by the hatchling that is installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=CHECKOUT)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment that has the wheel, and this one's dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-deps", "--no-index", wheel, folder=folder)
    inside = sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)})
    # A folder named in a .pth file is searched, but its own .pth files aren't read: the
    # dependencies are found, the editable install isn't.
    Path(inside, "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


def test_the_wheel_holds_each_shipped_file(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())
    shipped = {
        f"minecart_robbery/{path.relative_to(CHECKOUT).as_posix()}"
        for folder in ("config", "migrations")
        for path in (CHECKOUT / folder).rglob("*")
        if path.is_file()
    }
    assert "minecart_robbery/config/rules.toml" in shipped
    assert "minecart_robbery/migrations/README.md" in shipped
    assert shipped <= names


def test_the_wheel_holds_each_file_of_the_page(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())
    static = CHECKOUT / "src" / "minecart_robbery" / "rehearsal" / "static"
    page = {f"minecart_robbery/rehearsal/static/{path.name}" for path in static.iterdir()}
    assert "minecart_robbery/rehearsal/static/index.html" in page
    assert page <= names


def test_the_wheel_holds_nothing_else_beside_the_package(wheel: Path):
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"minecart_robbery", f"minecart_robbery-{__version__}.dist-info"}


def test_an_installed_wheel_runs_its_own_code_and_finds_its_own_files(
    programs: Path, tmp_path: Path
):
    code = "from minecart_robbery.shipped import shipped as s; print(s('config', 'rules.toml'))"
    found = Path(run(programs / "python", "-c", code, folder=tmp_path).strip())
    assert found.is_relative_to(programs.parent)


@pytest.mark.parametrize("command", [("python", "-m", "minecart_robbery"), ("minecart",)])
def test_an_installed_wheel_says_its_version(
    programs: Path, tmp_path: Path, command: tuple[str, ...]
):
    program, *arguments = command
    said = run(programs / program, *arguments, "--version", folder=tmp_path)
    assert __version__ in said


def test_an_installed_wheel_referees_the_sample(programs: Path, tmp_path: Path):
    arguments = ("-m", "minecart_robbery", "referee", SCRIPT)
    assert run(programs / "python", *arguments, folder=tmp_path).strip()
