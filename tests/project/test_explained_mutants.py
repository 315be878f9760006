"""What is said of mutants that no case notices is said of code that is there."""

from __future__ import annotations

import pytest

from tests.tools.code_changes import EXPLAINED, all_mutants, told_in

KEYS = {one.key for one in all_mutants([])}


@pytest.mark.parametrize("key", sorted(told_in(EXPLAINED)))
def test_explained_mutant_is_there(key: str) -> None:
    """The code has the line, and it can be changed in the way that is explained."""
    assert key in KEYS
