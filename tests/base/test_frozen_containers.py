"""Frozen containers travel: they compare like plain ones and survive pickling."""

from __future__ import annotations

import pickle

from listbuilder.base.records import FrozenDict, FrozenList
from tests.judging.test_frozen import mutable


def test_frozen_containers_travel() -> None:
    """They are equal to plain ones, pickled as themselves and refuse changes afterwards."""
    for made, plain in ((FrozenDict(a=FrozenList([1])), {"a": [1]}), (FrozenList([FrozenDict()]), [{}])):
        again = pickle.loads(pickle.dumps(made))
        assert again == made == plain
        assert type(again) is type(made)
        assert mutable(again) == []
