"""What is installed with the program: every import is declared, ranges let users upgrade, extras stay extras."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import metadata, packages_distributions
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.tools.oldest import ranges

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, tuple[str, ...]] = {
    "scan": ("listbuilder/exchange/formats/qr.py", "listbuilder/desk/intake/unpacking.py"),
    "pairing": ("listbuilder/desk/rounds/pairing.py",),
    "prove": ("listbuilder/building/prove/linear.py",),
    "png": ("listbuilder/printing/png.py", "listbuilder/desk/intake/unpacking.py"),
    "sign": ("listbuilder/desk/signing.py",),
}
LIST = "game: constellation-warrior\nmodels: [{unit: Novice}]\n"


def plain(name: str) -> str:
    """A distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(group: list[str]) -> set[str]:
    """The distributions that a group of requirements names."""
    return {plain(re.split(r"[\[<>=; ]", one)[0]) for one in group}


def imports(path: Path) -> Iterator[str]:
    """The top-level modules from elsewhere that a module imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        tops = {name.partition(".")[0] for name in names}
        yield from tops - sys.stdlib_module_names - {"listbuilder"}


def homes(module: str) -> set[str]:
    """The distributions that bring in a module."""
    return {plain(one) for one in installed().get(module, [module])}


@cache
def installed() -> Mapping[str, list[str]]:
    """What is installed, by the modules that it brings in; it takes a while to find out."""
    return packages_distributions()


def test_every_import_is_declared() -> None:
    """The program imports nothing that it does not ask for, and parts on request only what they bring."""
    always = declared(PROJECT["dependencies"])
    for path in sorted((ROOT / "listbuilder").rglob("*.py")):
        shown = path.relative_to(ROOT).as_posix()
        parts = [name for name, start in EXTRAS.items() if shown.startswith(start)]
        allowed = always.union(*(declared(PROJECT["optional-dependencies"][name]) for name in parts))
        wrong = {module for module in imports(path) if not homes(module) & allowed}
        assert not wrong, f"{shown} imports {wrong}"


def test_every_declared_part_is_imported() -> None:
    """And nothing is installed that nobody uses."""
    used = {home for path in (ROOT / "listbuilder").rglob("*.py") for name in imports(path) for home in homes(name)}
    groups = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][name] for name in EXTRAS)]
    for group in groups:
        assert declared(group) <= used


def test_ranges_let_users_upgrade() -> None:
    """Every part has a lowest version, which is tested, and ends no sooner than the next version that may break."""
    groups = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][name] for name in EXTRAS)]
    for one in (requirement for group in groups for requirement in group):
        found = re.fullmatch(r"[\w.-]+>=([\d.]+),<(\d+)", one)
        assert found, f"{one} needs a range that ends at a major version"
        assert int(found[2]) > int(found[1].partition(".")[0])
    assert {plain(name) for name, _ in ranges()} == set().union(*map(declared, groups))


def test_every_dependency_has_a_reason() -> None:
    """The page of dependencies has every package that is declared, and no other."""
    page = (ROOT / "docs" / "contributing" / "dependencies.md").read_text("utf-8")
    rows = [row for row in re.findall(r"^\| (.+?) \| .+ \|$", page, re.MULTILINE) if row != "package"]
    groups = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][name] for name in EXTRAS)]
    assert {plain(name) for row in rows for name in row.split(", ")} == set().union(*map(declared, groups))


def test_licence_is_told() -> None:
    """The licence is a file and in the metadata."""
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License")
    found = metadata("listbuilder")
    assert found["License-Expression"] == "MIT"
    assert found.get_all("License-File") == ["LICENSE"]


@pytest.mark.parametrize(
    ("module", "extra", "arguments"),
    [
        ("pypdfium2", "png", ["cards", "a.yaml", "--png", "pictures"]),
        ("nacl", "sign", ["event", "new", "cup", "--game", "kill-team", "--key"]),
    ],
)
def test_missing_part_says_how_to_get_it(tmp_path: Path, module: str, extra: str, arguments: list[str]) -> None:
    """One line, before any work is done."""
    (tmp_path / "a.yaml").write_text(LIST, "utf-8")
    code = (
        f"import sys\nsys.modules[{module!r}] = None\nsys.argv = ['listbuilder', *sys.argv[1:]]\n"
        "from listbuilder.ui.cli.app import main\nmain()\n"
    )
    command = [sys.executable, "-P", "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60)
    assert done.returncode == 2, done.stderr
    assert done.stderr == f"This needs {module}, which is not installed: pip install 'listbuilder[{extra}]'.\n"
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]
