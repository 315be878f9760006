"""An event led at random: in whatever order commands come, none fails of itself and the folder is whole."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from listbuilder.ui.cli.app import app
from listbuilder.ui.cli.event import advanced
from tests.support.desk_setup import ILLEGAL, LEGAL, OTHER, cup, lines, put, run

pytestmark = pytest.mark.slow

PENALTIES = [{"id": "late", "name": "Late", "points": -2}, {"id": "warning", "name": "Warning"}]
SEEDS, STEPS = (3, 26, 45, 58), 40  # the last three take back a draw with swaps in it


class Walk:
    """An organiser who does anything at any time."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random = folder, Random(seed)
        names = [f"Player {letter}x" for letter in "ABCDEF"[: self.random.randint(2, 6)]]
        cup(folder, tuple((name, self.random.choice(["Mill", ""])) for name in names), penalties=PENALTIES)
        for at, name in enumerate(names):
            put(folder, f"{at}.yaml", self.random.choice([LEGAL, OTHER, LEGAL, ILLEGAL]), player=name)
        self.ids = [f"p{at + 1:02}" for at in range(len(names))]
        for words in ("intake", "approve --all-legal", "lock"):
            run(folder, *words.split(), code=None)

    def one(self) -> str:
        """Somebody."""
        return self.random.choice(self.ids)

    def score(self) -> list[object]:
        """A result, mostly of a table that there is."""
        return ["score", self.random.randint(1, 2), f"{self.random.randint(0, 9)},0", f"{self.random.randint(0, 9)},0"]

    def undo(self) -> list[object]:
        """One of the last lines is taken back."""
        last = len(lines(self.folder))
        return ["undo", self.random.randint(last - 5, last)]

    def step(self) -> list[object]:
        """A command."""
        often: list[Callable[[], list[object]]] = [
            lambda: ["pair"],
            lambda: ["pair", "--swap", self.one(), self.one(), "--why", "came together"],
            self.score,
            self.undo,
        ]
        rare: list[Callable[[], list[object]]] = [
            lambda: ["approve", self.one()],
            lambda: ["return", self.one(), "--why", "asked for it"],
            lambda: ["lock"],
            lambda: ["reveal"],
            lambda: ["penalty", self.one(), self.random.choice(["late", "warning"])],
            lambda: ["drop", self.one()],
            lambda: ["drop", self.one(), "--back"],
            lambda: ["forget", self.one()],
            lambda: ["standings"],
            lambda: ["status", self.one()],
            lambda: ["close"],
        ]
        return self.random.choice([*often, *often, *often, *rare])()


@pytest.mark.parametrize("seed", SEEDS)
def test_any_order_of_commands(tmp_path: Path, seed: int) -> None:
    """Commands are done or refused with a reason; the folder can always be read and checked."""
    walk = Walk(tmp_path / "cup", seed)
    done = []
    for _ in range(STEPS):
        words = [str(word) for word in walk.step()]
        rare = ["advanced"] if words[0] in advanced.table else []
        result = CliRunner().invoke(app, ["event", *rare, *words, "--folder", str(walk.folder)])
        done.append((result.exit_code, words))
        assert result.exit_code in (0, 1, 2), (done, result.output)
        assert result.exit_code != 2 or "Error" not in result.output, (done, result.output)
    assert json.loads(run(walk.folder, "check", "--json").stdout)["ok"], done
