"""The cases of `tests/rules` and `tests/conformance`: tiny games, lists, and exactly what follows from them.

A file holds a `game` (what game.yaml holds, its head may be left out, and `entries`: blocks of one kind) and `cases`,
or several `games` of one file each with its own. The `list` of a case is laid over the `base` of its game, rows under
`models` and `groups` are added to those there. It names the findings it must `expect`: none listed means none allowed.

`told.txt` has all the rest of what is said of each case, for a reader to check: numbers, picks, words.
`python -m tests.support.cases` writes it anew.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import force_document
from listbuilder.judging.validator import Referee, Report
from listbuilder.loading import check_folder
from listbuilder.loading.events import load_event
from tests.support import fast_yaml
from tests.support.paths import TESTS

HEAD = {"id": "case", "name": "Case", "edition": "1", "version": "1.0.0", "text": "A game for one question."}
RULES: dict[str, dict[str, Any]] = {
    path.stem: fast_yaml.load(path.read_text("utf-8")) for path in sorted((TESTS / "rules").glob("*.yaml"))
}
CONFORMANCE: dict[str, dict[str, Any]] = {
    f"{path.stem}-{one['game'].get('name', at)}": one
    for path in sorted((TESTS / "conformance").glob("*.yaml"))
    for content in [fast_yaml.load(path.read_text("utf-8"))]
    for at, one in enumerate(content.get("games", [content]))
}
GAMES = {**RULES, **CONFORMANCE}
TOLD = TESTS / "told.txt"
MARK = "## "
LOADED: dict[str, Game] = {}


def all_cases() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every case: a name of its own, the key of its game, and the case."""
    seen: Counter[str] = Counter()
    for room, games in (("rules", RULES), ("conformance", CONFORMANCE)):
        for of, content in games.items():
            for case in content["cases"]:
                name = f"{room}, {of}: {case['name']}"
                seen[name] += 1
                yield f"{name} ({seen[name]})" if seen[name] > 1 else name, of, case


def write_game(content: dict[str, Any], root: Path) -> Path:
    """A folder as an author writes it."""
    head = {**HEAD, **{key: value for key, value in content.items() if key != "entries"}}
    folder = root / str(head["id"])
    folder.mkdir()
    (folder / "game.yaml").write_text(fast_yaml.dump(head, sort_keys=False), "utf-8")
    for at, block in enumerate(content.get("entries", ())):
        (folder / f"{block['kind']}-{at}.yaml").write_text(fast_yaml.dump(block, sort_keys=False), "utf-8")
    return folder


def laid_over(base: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """The list of a case: its keys over those of the base, its rows added."""
    rows = {key: [*base.get(key, ()), *case.get(key, ())] for key in ("models", "groups")}
    return {**base, **case, **{key: many for key, many in rows.items() if many}}


def judged(of: str, case: dict[str, Any], root: Path, which: str = "list") -> Report:
    """The verdict on the list of a case, or on the one against it."""
    content = GAMES[of]
    if of not in LOADED:
        LOADED[of] = check_folder(write_game(content["game"], root))
    game, event = LOADED[of], None
    if "event" in case:
        pack = {"game": game.id, **case["event"]}
        for id in {game.id, pack["game"]}:
            if not (root / id).exists():
                write_game({**content["game"], "id": id}, root)
        (root / "event.yaml").write_text(fast_yaml.dump(pack, sort_keys=False), "utf-8")
        event = load_event(root / "event.yaml", [root])
    return Referee(game, event).judge({"game": game.id, **laid_over(content.get("base", {}), case[which])})


def told(report: Report) -> str:
    """All that a report and its force say, in lines."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    force = force_document(report)
    yield " ".join(
        f"{one['total']} {one['name']}{_facts({'of': one['limit'], **one['apart']})}" for one in force["totals"]
    )
    table = force["entries"]
    yield from _picks("  ", table, [pick for several in force["slots"].values() for pick in several])
    for group in force["groups"]:
        yield f"  group {group['name']}: {_facts({key: group[key] for key in ('kind', 'within', 'posts', 'values')})}"
        yield from _picks("    ", table, [pick for several in group["slots"].values() for pick in several])
    for model in force["models"]:
        if not model["copy"]:
            shown = ("stats", "changes", "costs", "budgets", "tags", "posts", "raises", "part", "group", "size")
            yield f"  {model['title']}, {model['cost']}: {_facts({key: model[key] for key in shown})}"
            held = [one for one in (model["unit"], model["rank"]) if one]
            held += [one for key in ("weapons", "armour", "gear", "abilities", "options") for one in model[key]]
            yield from _picks("    ", table, sorted(held, key=lambda one: [*model["slots"]].index(one["slot"])))
    yield from (f"  {row.label} stands for nobody" for row in report.force.absent)
    for one in report.findings:
        place = " ".join(str(part) for part in (one.code, one.where, one.rule, one.brought_by) if part)
        yield f"  {one.severity} {place}: {one.message} {one.hint}{_facts(dict(one.data))}"


def _picks(indent: str, table: Any, several: list[Any]) -> Iterator[str]:
    """Some picks, and those in them."""
    for pick in several:
        entry = table[pick["entry"]]
        words = [table[keyword["entry"]].get("text", "") for keyword in entry.get("keywords", ())]
        shown = {key: pick.get(key) for key in ("costs", "giver", "category", "range", "damage")}
        rest = _facts({**shown, "values": entry.get("values"), "keywords": words})
        yield f"{indent}{pick['slot']}: {pick.get('count', 1)} {pick['name']}{rest}"
        yield from _picks(f"{indent}  ", table, pick.get("picks", []))


def _facts(values: dict[str, Any]) -> str:
    """Some values, without those that say nothing."""
    return "".join(
        f" {key} {_plain(value)}" for key, value in values.items() if value not in (None, "", 1, [], {}, "main")
    )


def _plain(value: Any) -> str:
    """A value in short."""
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_plain(one)}" for key, one in value.items() if one not in (None, "", [])) + ")"
    return "[" + ", ".join(map(_plain, value)) + "]" if isinstance(value, list | tuple) else str(value)


def read_told(written: Iterable[str]) -> dict[str, str]:
    """What lines of `told.txt` have on each case."""
    found: dict[str, list[str]] = {}
    here: list[str] = []
    for line in written:
        if line.startswith(MARK):
            here = found.setdefault(line.removeprefix(MARK).rstrip("\n"), [])
        else:
            here.append(line)
    return {name: "".join(several).rstrip("\n") for name, several in found.items()}


def main() -> None:
    """Write the file."""
    parts = []
    for name, of, case in all_cases():
        with tempfile.TemporaryDirectory() as folder:
            parts.append(f"{MARK}{name}\n{told(judged(of, case, Path(folder)))}\n")
    TOLD.write_text("".join(parts), "utf-8")


if __name__ == "__main__":
    main()
