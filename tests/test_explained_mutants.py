"""What is said of mutants that no case notices is said of code that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
EXPLAINED = [
    line.split(" | ", 3) for line in (HERE / "code_mutants.txt").read_text("utf-8").splitlines() if " | " in line
]

SIGNS = {
    "Lt": " < ",
    "LtE": " <= ",
    "Gt": " > ",
    "GtE": " >= ",
    "Eq": " == ",
    "NotEq": " != ",
    "In": " in ",
    "NotIn": " not in ",
    "Is": " is ",
    "IsNot": " is not ",
    "BitAnd": " & ",
    "without not": "not ",
    "the other way round": "if ",
    "without filter 0": " if ",
    "returns nothing": "return ",
    "left out": "(",
    "break or continue": "continue",
}


@pytest.mark.parametrize(("file", "function", "way", "line"), EXPLAINED)
def test_explained_line_is_there(file: str, function: str, way: str, line: str) -> None:
    """The file has the function and the line, and the line what is changed in it."""
    lines = [one.strip() for one in (HERE.parent / "listbuilder" / file).read_text("utf-8").splitlines()]
    assert line in lines
    assert any(one.startswith(f"def {function.rpartition('.')[2]}(") for one in lines)
    old = way.partition(" is ")[0]
    assert SIGNS.get(old, old) in line
