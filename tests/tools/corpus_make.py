"""Make the conformance corpus: `make corpus`. See tests/corpus/README.md for what is in it and how to use it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from listbuilder.base.errors import ListbuilderError
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import force_document
from listbuilder.exchange.documents.force_records import SCHEMA
from listbuilder.exchange.engine.batch import judge_document
from listbuilder.exchange.engine.importer import make_referee
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.data_reader import read_mapping
from listbuilder.storage.reading import read_file
from tests.support.paths import TESTS
from tests.tools.corpus_edits import edits

VERSION = "1.0"
HERE = TESTS
CORPUS = HERE / "corpus"
TRIES = 600
REFEREE = make_referee()
Data = dict[str, Any]


def main() -> None:
    """Write the corpus of every game."""
    for id, folder in game_folders().items():
        (CORPUS / f"{id}.json").write_text(corpus_text(load_game(id), cases_of(id, folder)), "utf-8")


def cases_of(id: str, folder: Path) -> dict[str, Data]:
    """The lists of a game by the name of their case: starters, tested lists, and edits that break one rule each."""
    cases = given(id, folder)
    game = load_game(id)
    starters = {name: data for name, data in cases.items() if name.startswith("starter/")}
    return {**cases, **broken(game, starters)}


def given(id: str, folder: Path) -> dict[str, Data]:
    """The lists that are written by hand."""
    found = {f"starter/{path.stem}": path for path in sorted((folder / "lists").glob("*.yaml"))}
    for path in sorted((HERE / "games" / id).glob("*/*.yaml")):
        found[f"{path.parent.name}/{path.stem}"] = path
    return {name: read_file(path).data for name, path in found.items()}


def broken(game: Game, starters: dict[str, Data]) -> dict[str, Data]:
    """For each code and rule, the list one edit away from a starter that gains this finding and the fewest others."""
    best: dict[str, tuple[int, Data]] = {}
    for name, data in starters.items():
        before = findings(data)
        cost = REFEREE.judge(read_mapping(data)).force.cost
        tries = list(edits(data, game, cost))
        for what, edited in random.Random(name).sample(tries, min(TRIES, len(tries))):
            gained = findings(edited) - before
            for code, rule in gained:
                key = f"broken/{code}{f' {rule}' if rule else ''}"
                if key not in best or len(gained) < best[key][0]:
                    best[key] = len(gained), {**edited, "x-case": {"from": name, "edit": what}}
    return {key: data for key, (_, data) in sorted(best.items())}


def findings(data: Data) -> set[tuple[str, str]]:
    """The codes and rules of what is wrong with a list."""
    try:
        report = REFEREE.judge(read_mapping(data))
    except ListbuilderError as error:
        return {(one.code, "") for one in error.findings}
    return {(one.code, one.rule or "") for one in report.findings if one.severity != "info"}


def corpus_text(game: Game, cases: dict[str, Data]) -> str:
    """The corpus of a game as JSON, an entry or a case to a line, so that changes can be read."""
    table: dict[str, int] = {}
    lines = [_line(case(name, data, table)) for name, data in cases.items()]
    head = {"corpus": VERSION, "schema": SCHEMA, "game": game.id, "catalogue": game.version, "digest": game.digest}
    parts = [_line(head)[:-1], '"entries":[', ",\n".join(table), '],"cases":[', ",\n".join(lines), "]}"]
    return parts[0] + "," + "\n".join(parts[1:]) + "\n"


def case(name: str, data: Data, table: dict[str, int]) -> Data:
    """A list with what must come of it."""
    document = read_mapping(data)
    report = judge_document(document, name, REFEREE)
    del report["file"], report["game"]
    report.pop("catalogue", None)
    return {"case": name, "list": data, "report": report, "force": force_of(data, table)}


def force_of(data: Data, table: dict[str, int]) -> Data | None:
    """The force of a legal list, its entries in the table."""
    try:
        report = REFEREE.judge(read_mapping(data))
    except ListbuilderError:
        return None
    if not report.valid:
        return None
    force = force_document(report)
    for part in ("findings", "valid", "document", "schema"):
        del force[part]
    for part in ("game", "catalogue"):
        del force[part]
    del force["list"]["document"]
    shared: Data = share(force, table)
    return {**shared, **{part: kept(shared[part], table) for part in ("terms", "course", "sequences")}}


def share(value: Any, table: dict[str, int]) -> Any:
    """The same data with each entry and each pick as its number in the table, under the key `entry#`."""
    if isinstance(value, list):
        return [share(item, table) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: share(item, table) for key, item in value.items()}
    return kept(made, table) if {"base", "kind"} <= value.keys() or {"entry", "id", "slot"} <= value.keys() else made


def kept(value: Data, table: dict[str, int]) -> Data:
    """What stands in the table for a piece of data."""
    return {"entry#": table.setdefault(_line(value), len(table))}


def _line(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
