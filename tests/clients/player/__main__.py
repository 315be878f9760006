# ruff: noqa: T201
"""Play a game from exported JSON and print it, line by line: `python tests/clients/player A.json B.json --seed 1`.

Files are forces (`export --to engine`) and, where the game has missions, one of `mission --json`. One of `match --json`
says what players begin with; one with `pieces` is the table, see `new_match`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from player.playing import BOLD, play_game
from player.policies import POLICIES
from player.values import Data


def main() -> int:
    """Read the files, play, print."""
    parser = argparse.ArgumentParser(description="Play a game between two exported forces.")
    parser.add_argument("files", nargs="+", help="two forces, and a mission where the game has them")
    parser.add_argument("--seed", type=int, default=1, help="the same seed is the same game")
    parser.add_argument("--policies", nargs=2, choices=POLICIES, default=BOLD, help="how each side plays")
    parser.add_argument("--json", action="store_true", help="print the result as data, without the play-by-play")
    asked = parser.parse_args()
    documents = [json.loads(Path(name).read_text("utf-8")) for name in asked.files]
    forces = [one for one in documents if "models" in one]
    mission = next((one for one in documents if "drawn" in one), None)
    table: Data = next((one for one in documents if "pieces" in one), {})
    table |= {"match": one for one in documents if "lines" in one}  # noqa: B035 - one at most
    result = play_game(forces, mission, asked.seed, asked.policies, table)
    log = result.pop("log")
    if asked.json:
        print(json.dumps(result, indent=2))
    else:
        print("\n".join(log))
        print(json.dumps(result["effects"], indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
