"""Whatever comes in, an answer comes out: kept trouble and fresh mutations, through every way in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.effort import rounds
from tests.support.fuzzing import KEPT, Mutator, entries, troubles

WAYS = entries()


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.bin")), ids=lambda path: path.stem)
def test_kept_trouble_is_no_trouble(path: Path) -> None:
    """What once hung, crashed or deceived gets its answer."""
    assert list(troubles(path.read_bytes(), WAYS)) == []


@pytest.mark.parametrize("seed", range(4))
def test_mutated_lists_get_an_answer(seed: int) -> None:
    """The same seeds make the same cases."""
    mutator = Mutator(seed)
    for number in range(rounds(100, 10)):
        raw = mutator.made()
        assert list(troubles(raw, WAYS)) == [], (seed, number, raw[:2000])
