"""Every case is told as `told.txt` has it: every number, every pick, every word of every finding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import told

WRITTEN = told.texts(told.FILE.read_text("utf-8").splitlines(keepends=True))
CASES = list(told.cases())
KNOWN = [case for case in CASES if case[0] in WRITTEN]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize(("name", "of", "case"), KNOWN, ids=[name for name, _, _ in KNOWN])
def test_case_is_told_to_the_letter(name: str, of: str, case: dict[str, Any], tmp_path: Path) -> None:
    """What is said of a case is what was read and found right; `make corpus` writes it anew."""
    assert told.said(name, of, case, tmp_path) == WRITTEN[name]


def test_nothing_is_told_of_cases_that_are_gone() -> None:
    """The file has every case there is, once, and no other; `make corpus` writes it anew."""
    assert list(WRITTEN) == [name for name, _, _ in CASES]
