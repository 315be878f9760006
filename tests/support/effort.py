"""How much a run tries: little by default, everything with `make test-all`.

Tests marked `slow` run only there. Of a test with many similar cases, `sample(number)` takes so many by default; a test
that makes its cases at random asks for `rounds`. Both are the same in every run.
"""

from __future__ import annotations

from itertools import groupby

import pytest

QUICK = "not slow"
"""The marker expression of a quick run; it is the default in pyproject.toml."""

_everything = False


def use(expression: str) -> None:
    """Take the effort from the marker expression of this run."""
    global _everything
    _everything = expression != QUICK


def rounds(everything: int, quick: int) -> int:
    """How many random cases to try."""
    return everything if _everything else quick


def mark_samples(items: list[pytest.Item]) -> None:
    """Mark cases as slow that are not in the sample of their test; those in it are spread evenly."""
    for _, group in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(group)
        if mark := cases[0].get_closest_marker("sample"):
            number = min(int(mark.args[0]), len(cases))
            chosen = {len(cases) * at // number for at in range(number)}
            for at, case in enumerate(cases):
                if at not in chosen:
                    case.add_marker(pytest.mark.slow)
