"""What the program says of the cases in `tests/rules` and `tests/conformance`, to the letter: numbers, picks, words.

The cases name what they are about; `told.txt` has all the rest for a reader to check, so that nothing changes unseen.
`make corpus` writes it anew.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import test_conformance
import test_rule_cases

from listbuilder.documents.force_json import force_document
from listbuilder.validator import Report

__all__ = ["FILE", "cases", "main", "said", "texts"]

FILE = Path(__file__).parent / "told.txt"
MARK = "## "


def cases() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every case: its name here, the game it is of, and the case."""
    seen: Counter[str] = Counter()
    for room, games in (("rules", test_rule_cases.FILES), ("conformance", test_conformance.GAMES)):
        for of, content in games.items():
            for case in content["cases"]:
                name = f"{room}, {of}: {case['name']}"
                seen[name] += 1
                yield f"{name} ({seen[name]})" if seen[name] > 1 else name, of, case


def said(name: str, of: str, case: dict[str, Any], root: Path) -> str:
    """What is said of a case."""
    judged = test_rule_cases.judge if name.startswith("rules") else test_conformance.judged
    return "\n".join(lines(judged(of, case, root)))


def lines(report: Report) -> Iterator[str]:
    """A report with its force, line by line."""
    force = force_document(report)
    yield " ".join(
        f"{one['total']} {one['name']}{facts({'of': one['limit'], **one['apart']})}" for one in force["totals"]
    )
    table = force["entries"]
    yield from picks("  ", table, [pick for several in force["slots"].values() for pick in several])
    for group in force["groups"]:
        yield f"  group {group['name']}: {facts({key: group[key] for key in ('kind', 'within', 'posts', 'values')})}"
        yield from picks("    ", table, [pick for several in group["slots"].values() for pick in several])
    for model in force["models"]:
        if not model["copy"]:
            shown = ("stats", "changes", "costs", "budgets", "tags", "posts", "raises", "part", "group", "size")
            yield f"  {model['title']}, {model['cost']}: {facts({key: model[key] for key in shown})}"
            held = [one for one in (model["unit"], model["rank"]) if one]
            held += [one for key in ("weapons", "armour", "gear", "abilities", "options") for one in model[key]]
            yield from picks("    ", table, sorted(held, key=lambda one: [*model["slots"]].index(one["slot"])))
    yield from (f"  {row.label} stands for nobody" for row in report.force.absent)
    for one in report.findings:
        place = " ".join(str(part) for part in (one.code, one.where, one.rule, one.brought_by) if part)
        yield f"  {one.severity} {place}: {one.message} {one.hint}{facts(dict(one.data))}"


def picks(indent: str, table: Any, several: list[Any]) -> Iterator[str]:
    """Some picks, and those in them."""
    for pick in several:
        entry = table[pick["entry"]]
        words = [table[keyword["entry"]].get("text", "") for keyword in entry.get("keywords", ())]
        shown = {key: pick.get(key) for key in ("costs", "giver", "category", "range", "damage")}
        rest = facts({**shown, "values": entry.get("values"), "keywords": words})
        yield f"{indent}{pick['slot']}: {pick.get('count', 1)} {pick['name']}{rest}"
        yield from picks(f"{indent}  ", table, pick.get("picks", []))


def facts(values: dict[str, Any]) -> str:
    """Some values, without those that say nothing."""
    return "".join(
        f" {key} {plain(value)}" for key, value in values.items() if value not in (None, "", 1, [], {}, "main")
    )


def plain(value: Any) -> str:
    """A value in short."""
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {plain(one)}" for key, one in value.items() if one not in (None, "", [])) + ")"
    return "[" + ", ".join(map(plain, value)) + "]" if isinstance(value, list | tuple) else str(value)


def texts(written: Iterable[str]) -> dict[str, str]:
    """What the file has on each case."""
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
    for name, of, case in cases():
        with tempfile.TemporaryDirectory() as folder:
            parts.append(f"{MARK}{name}\n{said(name, of, case, Path(folder))}\n")
    FILE.write_text("".join(parts), "utf-8")


if __name__ == "__main__":
    main()
