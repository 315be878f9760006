"""Many lists: the same exact verdicts from one process, from several, and from the executor of a Dask cluster."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from listbuilder import judge_many
from tests.support import fast_yaml
from tests.support.desk_setup import GAME

pytestmark = pytest.mark.slow

LISTS = {
    "good": ({"game": GAME, "models": [{"unit": "Novice"}]}, set[str]()),
    "over": ({"game": GAME, "models": [{"unit": "Hero", "count": 2}]}, {"points.over"}),
    "name": ({"game": GAME, "models": [{"unit": "Novize"}]}, {"name.unknown"}),
    "huge": ({"game": GAME, "models": [{"unit": "Novice", "count": 10**9}]}, {"key.type"}),
}
HOSTILE = {"anchor": ("a: &a [*a]\n", {"file.anchor"}), "deep": ("models: " + "[" * 500, {"file.too-deep"})}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Lists whose faults are known, some of them hostile."""
    folder = tmp_path_factory.mktemp("many")
    texts = {name: fast_yaml.dump(tree) for name, (tree, _) in LISTS.items()}
    texts |= {name: text for name, (text, _) in HOSTILE.items()}
    for at in range(10):
        for name, text in texts.items():
            (folder / f"{at}-{name}.yaml").write_text(text, "utf-8")
    return sorted(folder.iterdir())


def check(files: list[Path], verdicts: list[dict[str, object]]) -> None:
    """Every verdict is exactly the one that is known."""
    known = {name: codes for name, (_, codes) in (LISTS | HOSTILE).items()}
    assert [one["file"] for one in verdicts] == [str(path) for path in files]
    for path, one in zip(files, verdicts, strict=True):
        findings = one["findings"]
        assert isinstance(findings, list)
        codes = {finding["code"] for finding in findings if finding["severity"] == "error"}
        assert codes == known[path.stem.partition("-")[2]], path
        assert one["valid"] == (not codes)


def test_on_processes(files: list[Path]) -> None:
    """On the processes of the standard library."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        check(files, list(judge_many(files, executor)))


def test_on_dask(files: list[Path]) -> None:
    """On the executor of a Dask client, unchanged."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")
    options = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        check(files, list(judge_many(files, client.get_executor(), chunk=8)))
