"""Laws held by reading the code: no game in it, nothing dangerous, a fast start. Layers are held by import-linter."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import listbuilder
from listbuilder.loading import game_folders, load_game, shipped

PACKAGE = Path(listbuilder.__file__).resolve().parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "shipped" not in path.parts)


def label(path: Path) -> str:
    """A module's path below the package, as a test id."""
    return path.relative_to(PACKAGE).as_posix()


def tree(path: Path) -> ast.Module:
    """The parsed source of a module."""
    return ast.parse(path.read_text("utf-8"), str(path))


# No game in the code


def plain(text: str) -> str:
    """Lower case, with hyphens, underscores and white space all one space."""
    return re.sub(r"[\s_-]+", " ", text.lower())


def printed_names() -> set[str]:
    """Every game's id and name, and each id, name and faction of several words of its entries."""
    found: set[str] = set()
    for id in game_folders():
        game = load_game(id)
        found |= {plain(game.id), plain(game.name)}
        for entry in game.entries:
            words = {plain(str(word)) for word in (entry.id, entry.name, entry.field("faction") or "")}
            found |= {word for word in words if " " in word.strip()}
    return found


def test_no_game_in_the_code() -> None:
    """No game's id or name, and no entry's or faction's name of several words, occurs in the package."""
    names = printed_names()
    assert len(names) > 50
    pattern = re.compile(r"(?<![a-z0-9])(?:" + "|".join(map(re.escape, sorted(names))) + r")(?![a-z0-9])")
    found = {label(path): hits for path in MODULES if (hits := pattern.findall(plain(path.read_text("utf-8"))))}
    assert not found


# Imports


def runtime(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import that is carried out, wherever it stands; what is only for type checkers is not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from runtime(ast.Module([other], []))
        elif isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        else:
            yield from runtime(child)


def imported(path: Path) -> set[str]:
    """The modules that a module imports, by their full names."""
    found: set[str] = set()
    for node in runtime(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_only_the_screen_knows_textual() -> None:
    """Textual is imported by the screen, and by the command that opens it, nowhere else."""
    found = {label(path) for path in MODULES if any(name.partition(".")[0] == "textual" for name in imported(path))}
    assert {name.rpartition("/")[0] for name in found - {"ui/cli/build.py"}} == {"ui/screen"}


def test_package_itself_imports_nothing() -> None:
    """`import listbuilder` loads no room: the public names come when they are first used."""
    tops = [node for node in tree(PACKAGE / "__init__.py").body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not [node for node in tops if "listbuilder" in ast.unparse(node)]
    for name in listbuilder.__all__:
        assert getattr(listbuilder, name)


def test_the_catalogue_only_annotates_with_forces() -> None:
    """What import-linter leaves out, imports of the force by the catalogue, is for type checkers alone."""
    found = {label(path) for path in MODULES if any("listbuilder.judging" in name for name in imported(path))}
    assert not {name for name in found if name.startswith("catalogue/")}


# Safety


def test_no_data_is_run_as_code() -> None:
    """Nothing in the package compiles or imports what it reads; ruff finds `eval`, `exec` and modules that unpickle."""
    pattern = re.compile(r"(?<![\w.])(?:__import__|compile)\(")
    assert [label(path) for path in MODULES if pattern.search(path.read_text("utf-8"))] == []


# Start-up

PROBE = """
import json, sys
from listbuilder.ui.cli.app import main
sys.argv = ["listbuilder", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    code = end.code
print(json.dumps([code or 0, sorted(sys.modules)]), file=sys.stderr)
"""


def modules_after(arguments: list[str], cache: Path) -> set[str]:
    """The top-level modules that a command has loaded when it ends well."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROBE, *arguments], capture_output=True, text=True, env=environment, check=False
    )
    code, loaded = json.loads(done.stderr.splitlines()[-1])
    assert code == 0, done.stdout
    return {name.partition(".")[0] for name in loaded}


def test_help_starts_light(tmp_path: Path) -> None:
    """`--help` waits for no parser, no type checker and no decoration."""
    assert not modules_after(["--help"], tmp_path) & {"jsonschema", "pydantic", "rich", "yaml"}


def test_validate_starts_light(tmp_path: Path) -> None:
    """Judging a list of a game that was compiled before loads nothing heavier than the YAML reader."""
    first = next(iter(sorted(shipped("catalogue").glob("*/lists/*.yaml"))))
    cold = modules_after(["validate", str(first)], tmp_path)
    assert "pydantic" in cold
    warm = modules_after(["validate", str(first)], tmp_path)
    assert not warm & {"jsonschema", "pydantic", "reportlab", "rich", "ruamel", "textual"}
