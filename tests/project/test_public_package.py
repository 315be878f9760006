"""The public package: what `from listbuilder import …` offers, and that it costs nothing until it is used."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import listbuilder
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "engines" / "python.md").read_text("utf-8")


def run(code: str) -> str:
    """What some Python prints in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_names_are_sorted_and_complete() -> None:
    """`__all__` is sorted, `dir` has all of it, and it has every exception that listbuilder raises on purpose."""
    assert listbuilder.__all__ == sorted(listbuilder.__all__)
    assert set(listbuilder.__all__) <= set(dir(listbuilder))
    kinds = listbuilder.ListbuilderError.__subclasses__()
    assert {kind.__name__ for kind in kinds if kind.__module__.endswith(".errors")} <= set(listbuilder.__all__)


@pytest.mark.parametrize("name", listbuilder.__all__)
def test_name_is_there_and_described(name: str) -> None:
    """Each public name can be imported by itself, has a docstring, and is described on the page about the API."""
    assert getattr(listbuilder, name).__doc__
    assert re.search(rf"\b{name}\b", PAGE)


def test_unknown_name_is_an_attribute_error() -> None:
    """A name that is not public is refused as Python refuses it."""
    with pytest.raises(AttributeError, match="has no attribute 'load_games'"):
        _ = listbuilder.load_games


def test_importing_the_package_imports_nothing_else() -> None:
    """Start-up pays for nothing that is not used."""
    loaded = run("import sys, listbuilder; print([name for name in sys.modules if name.startswith('listbuilder.')])")
    assert loaded == "[]"


def test_import_star_gives_all_names() -> None:
    """`from listbuilder import *` has every public name and no other."""
    names = run("from listbuilder import *; print(sorted(name for name in dir() if not name.startswith('_')))")
    assert names == str(listbuilder.__all__)
