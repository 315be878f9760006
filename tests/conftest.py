"""What all tests share: a state folder, so that none touches the user's undo records, and no garbage of others."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Edits of the tests are remembered in a temporary folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


def pytest_collection_finish() -> None:
    """Leave thousands of tests out of the search for garbage, which counts as time that a list takes."""
    gc.collect()
    gc.freeze()
