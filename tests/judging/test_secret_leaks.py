"""Lists that differ in their secrets alone look the same to the letter in every way out, whatever the secrets do."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.records import replace
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.exchange.documents.report_document import report_document
from listbuilder.exchange.formats import TARGETS, write_list
from listbuilder.judging.secrecy import conceal, new_salt
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from listbuilder.loading.templates import load_templates
from listbuilder.play import compare
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.sheet import SheetOptions, lay_out, print_sheets
from listbuilder.printing.text_layout import Fonts
from tests.support.work import counted

GAME = """
id: veil
name: Veil
edition: "1"
version: 1.0.0
text: Everybody has a plan.
stats: {mv: {name: MV, base: 4}, hp: {name: HP, base: 5}}
kinds: {plan: {is: option}, trap: {is: option}, kit: {is: option}, order: {is: option}}
model:
  slots:
    unit: {kind: unit, min: 1, max: 1}
    gear: {kind: gear, max: 1}
    order: {kind: order, max: 1, secret: true, default: hide}
  fields:
    spy: {type: flag, default: false, secret: true}
    group: {type: group}
group: {fields: {leader: {type: member, secret: true}}}
list:
  slots:
    plan: {kind: plan, min: 1, max: 1, secret: true, aliases: [scheme]}
    kit: {kind: kit, max: 1}
formats: [{id: usual, name: Usual, limit: 100}]
rules:
  - {kind: count, id: few, of: models, where: {tag: beast}, max: 1}
  - {kind: count, id: ghosts, of: models, where: {entry: ghost}, max: 0}
  - {kind: count, id: scopes, of: picks, where: {entry: scope}, max: 0}
headers: [{name: Weight, of: {sum: cost}}]
"""
ENTRIES = {
    "plan": """
  - {name: Plain, text: Nothing.}
  - {name: Roomy, text: a., grants: {slots: {kit: 1}}}
  - {name: Loaded, text: b., grants: [{slots: {gear: 1}, to: {kind: unit}}]}
  - {name: Cheap, text: c., grants: [{fields: {gear: {cost: -1}}, to: {kind: unit}}]}
  - {name: Dear, text: d., cost: 7}
  - {name: Bargain, text: d., grants: [{fields: {unit: {cost: -5}}, to: {kind: unit}}]}
  - {name: Fast, text: e., grants: [{stats: {mv: 2}, to: {kind: unit}}]}
  - {name: Gift, text: f., grants: {entries: {kit: [bell]}}}
  - {name: Warn, text: g., rules: [{kind: count, id: warned, of: models, max: 0, severity: warning}]}
  - {name: Beasts, text: h., grants: {limits: {few: 1}}}
  - {name: Unlock, text: i., grants: {limits: {ghosts: 3, scopes: 3}}}
""",
    "unit": """
  - {name: Man, cost: 10, text: j.}
  - {name: Ox, cost: 12, tags: [beast], text: k.}
  - {name: Ghost, cost: 9, text: l.}
""",
    "gear": """
  - {name: Rope, cost: 3, text: m.}
  - {name: Scope, cost: 2, text: n.}
  - {name: Box, cost: 1, text: o., picks: {kind: trap, max: 1, secret: true}}
""",
    "kit": "\n  - {name: Bell, cost: 1, text: p.}\n  - {name: Drum, cost: 2, text: q.}\n",
    "trap": "\n  - {name: Bomb, cost: 4, text: r.}\n  - {name: Net, text: s.}\n",
    "order": "\n  - {name: Run, text: t., grants: {stats: {mv: 1}}}\n  - {name: Hide, cost: 1, text: u.}\n",
}
BASE: dict[str, Any] = {
    "game": "veil",
    "name": "Band",
    "plan": "Plain",
    "kit": ["Drum"],
    "models": [
        {"unit": "Man", "name": "Ann", "gear": ["Rope"], "group": "A"},
        {"unit": "Man", "name": "Bob", "gear": ["Box"], "group": "A"},
        {"unit": "Ox"},
    ],
    "groups": [{"name": "A", "leader": "Ann"}],
}
PLANS = ["Plain", "Roomy", "Loaded", "Cheap", "Dear", "Fast", "Gift", "Warn", "Beasts", "Unlock"]


def with_model(at: int, **keys: Any) -> dict[str, Any]:
    """The list with something else on a model."""
    tree = deepcopy(BASE)
    tree["models"][at].update(keys)
    return tree


def with_plan(plan: str, tree: dict[str, Any]) -> dict[str, Any]:
    """A list with another plan."""
    return {**tree, "plan": plan}


SAME = {
    **{plan.lower(): with_plan(plan, BASE) for plan in PLANS},
    "more in a slot": {**BASE, "plan": "Roomy", "kit": ["Drum", "Bell"]},
    "more on a model": with_plan("Loaded", with_model(0, gear=["Rope", "Box"])),
    "another spelling": {**{key: one for key, one in BASE.items() if key != "plan"}, "scheme": "Dear"},
    "another leader": {**BASE, "groups": [{"name": "A", "leader": "Bob"}]},
    "no leader": {**BASE, "groups": [{"name": "A"}]},
    "a flag": with_model(0, spy=True),
    "an order": with_model(0, order="Run"),
    "no order": with_model(2, order="none"),
    "a pick inside": with_model(1, gear=[{"entry": "Box", "picks": ["Bomb"]}]),
    "a free pick inside": with_model(1, gear=[{"entry": "Box", "picks": ["Net"]}]),
    "one more model": {**BASE, "plan": "Beasts", "models": [*BASE["models"], {"unit": "Ox"}]},
    "one more copy": with_plan("Beasts", with_model(2, count=2)),
    "a forbidden model": {**BASE, "plan": "Unlock", "models": [*BASE["models"], {"unit": "Ghost"}]},
    "a forbidden pick": with_plan("Unlock", with_model(2, gear="Scope")),
    "notes": {**BASE, "notes": "Ann leads", "x-plan": "Plain"},
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game whose secrets change everything that can be changed."""
    folder = tmp_path_factory.mktemp("games") / "veil"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    for kind, entries in ENTRIES.items():
        (folder / f"{kind}.yaml").write_text(f"kind: {kind}\nentries:{entries}", "utf-8")
    return load_game("veil", [folder])


@pytest.fixture(scope="module")
def plain(game: Game) -> dict[str, str | bytes]:
    """How the list looks with the plainest plan."""
    return looks(BASE, game)


def hidden(tree: dict[str, Any], game: Game) -> Report:
    """A legal list as an opponent sees it, with a seal that says nothing."""
    report = Referee(game).judge(read_list(tree))
    assert report.valid, report.findings
    shown = conceal(report, new_salt())
    assert shown.force.seal
    return replace(shown, force=replace(shown.force, seal="0" * 20))


def looks(tree: dict[str, Any], game: Game) -> dict[str, str | bytes]:
    """Everything that an opponent can get of a list."""
    report = hidden(tree, game)
    judged = list_from_report(report)
    made: dict[str, str | bytes] = {format: write_list(judged, format) for format in TARGETS}
    open_hand = list_from_report(Referee(game).judge(read_list(tree)))
    made |= {f"{format}, not sealed": write_list(open_hand, format) for format in ("tts", "foundry")}
    made["match"] = json.dumps([dump(line, sparse=True) for line in compare(report, report)])
    made["report"] = json.dumps(report_document(report, "list.yaml"))
    made["sheet"] = sheet(report)
    return made


def sheet(report: Report) -> bytes:
    """The printed sheet with its QR code."""
    templates = load_templates()
    paper = templates.papers["a4"]
    options = SheetOptions(Fonts(None), templates.themes["ink"], paper, 8.5, templates.type["normal"].floor, True, True)
    return print_sheets([lay_out(report, options)], options, Properties("sheet", "", "Veil", ("seal",), ""))


@pytest.mark.parametrize("name", SAME)
def test_no_secret_shows(name: str, game: Game, plain: dict[str, str | bytes]) -> None:
    """Costs, room, stats, gifts, warnings, picks and models that a secret brings are in no way out."""
    found = looks(SAME[name], game)
    assert [way for way in found if found[way] != plain[way]] == []


def test_what_is_no_secret_stays(game: Game) -> None:
    """Hiding takes no more than it must: models, gear and the rest of the list are there."""
    report = hidden(with_plan("Roomy", BASE), game)
    assert [model.label for model in report.force.models] == ["Ann", "Bob", "model 3 (Ox)"]
    assert [pick.entry.name for pick in report.force.models[1].slots["gear"]] == ["Box"]
    assert [pick.entry.name for pick in report.force.slots["kit"]] == ["Drum"]


def test_many_rows_hide_as_well(game: Game) -> None:
    """A secret that every one of a hundred rows follows from is hidden on all of them, and soon."""
    row = {"unit": "Man", "gear": ["Rope", "Box"]}
    tree = {**BASE, "limit": 9000, "plan": "Loaded", "models": [{**row, "name": f"M{at}"} for at in range(100)]}
    tree["groups"] = []
    with counted() as work:
        report = hidden(tree, game)
    assert {len(model.slots["gear"]) for model in report.force.models} == {1}
    assert work.calls < 400_000


def test_lines_of_the_file_are_no_clue(game: Game, tmp_path: Path) -> None:
    """A finding that both know has no line, for a line would tell how much was written above it."""
    tree = with_model(0, gear=["Rope", "Box", "Rope"])
    text = json.dumps(tree, indent=1)
    report = Referee(game).judge(read_list(text.encode(), file="list.json"))
    assert not report.valid
    assert all(finding.line is None for finding in conceal(report, new_salt()).findings)


MAN = {"unit": "Man", "order": "none"}
ROPED = {**MAN, "gear": ["Rope"]}


def bare(plan: str, limit: int, *rows: dict[str, Any]) -> dict[str, Any]:
    """A list without orders, which cost something."""
    return {"game": "veil", "name": "Band", "plan": plan, "limit": limit, "models": [*rows]}


@pytest.mark.parametrize(
    ("cheap", "shown"),
    [
        (bare("Cheap", 24, ROPED, ROPED), bare("Plain", 24, ROPED, MAN)),
        (bare("Cheap", 36, {**ROPED, "count": 3}), bare("Plain", 36, {**MAN, "count": 3})),
        (bare("Bargain", 20, {**MAN, "count": 4}), bare("Plain", 20, {**MAN, "count": 2})),
    ],
    ids=["a pick", "a pick of several", "two copies"],
)
def test_discount_shows_no_total_over_the_limit(cheap: dict[str, Any], shown: dict[str, Any], game: Game) -> None:
    """Where only a secret discount keeps a list within its limit, its end is left out: another list looks the same."""
    found = looks(cheap, game)
    wanted = looks(shown, game)
    assert [way for way in found if found[way] != wanted[way]] == []


def test_a_hundred_discounts_hide_soon(game: Game) -> None:
    """A long list is cut in a few tries."""
    rows = [{**ROPED, "name": f"M{at}"} for at in range(200)]
    with counted() as work:
        report = hidden(bare("Cheap", 2400, *rows), game)
    assert work.calls < 2_000_000
    assert 2390 < report.force.cost <= 2400
