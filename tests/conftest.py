"""What tests share: a state folder, so that none touches the user's undo records, a browser, no garbage of others.

A shell without jobs starts what runs behind it deaf to Ctrl-C, and so would be all that tests start: they hear again.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator

import pytest

from tests.support import effort
from tests.support.browsing import Visit, visiting

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Learn how much to try, before any test is collected."""
    effort.use(config.option.markexpr)


@pytest.fixture(autouse=True, scope="session")
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Edits of the tests are remembered in a temporary folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="module")
def shared() -> Iterator[Visit]:
    """A service and a browser for a whole file of tests."""
    with visiting() as found:
        yield found


@pytest.fixture
def visit(shared: Visit) -> Iterator[Visit]:
    """A visit that must end without a complaint on the console."""
    shared.complaints.clear()
    yield shared
    shared.close()
    shared.contexts.clear()
    assert shared.complaints == []


def pytest_collection_finish() -> None:
    """Leave thousands of tests out of the search for garbage, which counts as time that a list takes."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Choose the samples before slow tests are left out."""
    effort.mark_samples(items)
