"""Games converted from data that we wrote ourselves: a folder for each, and lists judged in it."""

from __future__ import annotations

from pathlib import Path

from listbuilder.exchange.battlescribe.conversion import convert
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import load_game

SYSTEMS = Path(__file__).parent / "systems"


def convert_into(folder: Path, system: str, **options: object) -> Path:
    """Convert a system into a folder of its id; the folder of the game."""
    made = convert([SYSTEMS / system], system, **options)  # type: ignore[arg-type]
    game = folder / system
    game.mkdir(parents=True)
    for name, text in made.files.items():
        (game / name).write_text(text, encoding="utf-8")
    return game


def judge_in(game: Path, text: str) -> Report:
    """A list judged in a converted game."""
    document = read_list(f"game: {game.name}\n{text}".encode())
    return Referee(load_game(game.name, [game.parent])).judge(document)


def codes_of(report: Report) -> list[str]:
    """The codes of what is wrong with a list, with the rule where that says more."""
    wrong = [one for one in report.findings if one.severity == "error"]
    return sorted(f"{one.code} {one.rule}" if one.code.startswith("count.") else one.code for one in wrong)
