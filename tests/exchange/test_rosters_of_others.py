"""Rosters as other programs write them: JSON, gzip, other encodings and namespaces, several currencies and forces."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from listbuilder.exchange.formats.importing import find_lists
from listbuilder.exchange.formats.rosters import import_roster
from tests.exchange.test_rosters import WATCH, check_refused, packed, read_game, roster
from tests.support.cli import run

PLURALS = {"cost", "costLimit", "force", "selection", "profile", "characteristic", "rule"}


def tag(node: ElementTree.Element) -> str:
    """The name of an element without its namespace."""
    return node.tag.rpartition("}")[2]


def as_json(node: ElementTree.Element, text: str = "$text", sign: str = "", groups: bool = True) -> dict[str, Any]:
    """An element as an exporter writes it: attributes as keys, groups as lists, text under a key of its own."""
    made: dict[str, Any] = {f"{sign}{key}": value for key, value in node.attrib.items()}
    for child in node:
        inner = [as_json(one, text, sign, groups) for one in child]
        if tag(child) == "description":
            made["description"] = child.text
        elif groups:
            made[tag(child)] = inner
        else:
            made[tag(child)] = {tag(child[0]): inner if len(inner) > 1 else inner[0]} if inner else {}
    if node.text and node.text.strip():
        made[text] = node.text.strip()
    return made


ROOT = ElementTree.fromstring(WATCH)
TEXT = WATCH.decode()
SAME = {
    "json of an exporter": json.dumps({"roster": as_json(ROOT)}).encode(),
    "json of a converter": json.dumps({"roster": as_json(ROOT, "__text", "_", groups=False)}, indent=1).encode(),
    "json of another": json.dumps({"roster": as_json(ROOT, "#text", "@", groups=False)}).encode(),
    "json with a mark": b"\xef\xbb\xbf" + json.dumps({"roster": as_json(ROOT)}).encode(),
    "gzip": gzip.compress(WATCH),
    "gzip of json": gzip.compress(json.dumps({"roster": as_json(ROOT)}).encode()),
    "xml in the archive": packed(("roster.xml", WATCH)),
    "a name without an ending": packed(("watch", WATCH)),
    "an archive of a Mac": packed(("watch.ros", WATCH), ("__MACOSX/._watch.ros", b"\0\5\26")),
    "a mark before it": b"\xef\xbb\xbf" + WATCH,
    "utf-16": TEXT.replace("UTF-8", "UTF-16").encode("utf-16"),
    "a comment first": TEXT.partition("?>")[2].replace("\n<roster", "<!-- made by hand -->\n<roster", 1).encode(),
    "a prefix": ElementTree.tostring(ROOT),
    "an older version": TEXT.replace("2.03", "1.15b").replace("typeName", "profileTypeName").encode(),
}


@pytest.mark.parametrize("case", SAME)
def test_the_same_roster_in_another_form_is_the_same_list(case: str) -> None:
    """Whatever it is written in and packed with, the list and the game are the same."""
    whole, made = import_roster(WATCH), import_roster(SAME[case])
    assert made.tree == whole.tree
    assert made.files == whole.files
    (found,) = find_lists(SAME[case], lambda name: pytest.fail(name), [])
    assert found.read(False).tree == whole.tree


COSTS = '<costs><cost name="pts" value="{}"/><cost name="CP" value="{}"/></costs>'


def test_every_currency_is_kept(tmp_path: Path) -> None:
    """Points, command points and a limit on each: the game has them all and judges both; a refund is a refund."""
    top = f'<selection name="Captain" type="unit">{COSTS.format("80.5", "1")}<selections><selection name="Relic" '
    top += f'type="upgrade">{COSTS.format("0", "2")}</selection><selection name="Oath" type="upgrade">'
    top += f"{COSTS.format('-10', '0')}</selection></selections></selection>"
    raw = roster(top, costs='<cost name="CP" value="3"/><cost name="pts" value="70.5"/>').replace(
        b"<forces>",
        b'<costLimits><costLimit name="pts" value="100"/><costLimit name="CP" value="2"/></costLimits><forces>',
    )
    made = import_roster(raw)
    assert not made.kept
    assert made.tree["limit"] == 200
    read_game(made, tmp_path / "elsewhere")
    (tmp_path / "r.ros").write_bytes(raw)
    said = run("import", tmp_path / "r.ros", "-o", tmp_path / "r.yaml", code=1).output
    assert "141 of 200 pts / 2, 3 of 2 CP" in said


def test_several_forces_and_what_is_missing(tmp_path: Path) -> None:
    """Forces inside forces are all taken; attributes that are missing have a name that shows it."""
    inner = '<force name="Allies"><selections><selection type="model"><profiles><profile><characteristics>'
    inner += "<characteristic name='M'/><characteristic>4</characteristic></characteristics></profile></profiles>"
    inner += "</selection></selections></force>"
    raw = roster('<selection name="Pike" type="unit" number="x"/>').replace(
        b"<force>", f"<force><forces>{inner}</forces>".encode()
    )
    made = import_roster(raw)
    assert [row["unit"] for row in made.tree["models"]] == ["Pike", "Unnamed"]  # type: ignore[index,union-attr,call-overload]
    read_game(made, tmp_path)


def test_the_game_of_a_roster_goes_all_the_way(tmp_path: Path) -> None:
    """Cards, sheet, text and engine come of a roster in JSON, and the text comes back."""
    path, out, folder = tmp_path / "w.json", tmp_path / "w.yaml", tmp_path / "w-catalogue"
    path.write_bytes(SAME["json of an exporter"])
    run("import", path, "-o", out)
    run("validate", out, "--catalogue", folder)
    run("cards", out, "--catalogue", folder, "-o", tmp_path / "c.pdf")
    run("sheet", out, "--catalogue", folder, "-o", tmp_path / "s.pdf")
    for form in ("text", "markdown", "csv", "html", "json", "code", "one-line"):
        run("export", out, "--catalogue", folder, "--to", form, "-o", tmp_path / f"x.{form}")
        run("import", tmp_path / f"x.{form}", "--catalogue", folder, "-o", tmp_path / f"{form}.yaml")
        same = run("diff", out, tmp_path / f"{form}.yaml", "--catalogue", folder).output
        assert "same" in same.lower(), same
    run("export", out, "--catalogue", folder, "--to", "engine", "-o", tmp_path / "e.json")


DEEP = b'{"roster": {"forces": ' + b'[{"forces": ' * 4000 + b"[]" + b"}]" * 4000 + b"}}"
WIDE = b'{"roster": {"forces": [{"selections": [' + b",".join([b'{"name": "a"}'] * 70_000) + b"]}]}}"
HOSTILE = {
    "deep": (DEEP, "roster."),
    "wide": (WIDE, "roster.too-large"),
    "long": (
        b'{"roster": {"name": "' + b"a" * 5_000_000 + b'", "forces": [{"selections": [{}]}]}}',
        "roster.too-large",
    ),
    "cut": (SAME["json of an exporter"][:-40], "roster.syntax"),
    "no list": (b'{"roster": {"forces": {"force": 5}}}', "roster.shape"),
    "numbers": (b'{"roster": {"forces": [1, null, "x", {"selections": 7}]}}', "roster.shape"),
    "gzip bomb": (gzip.compress(b"<roster>" + b" " * 40_000_000), "roster.archive"),
    "gzip cut off": (gzip.compress(WATCH)[:-30], "roster.archive"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_rosters_are_refused(case: str) -> None:
    """Too deep, too wide, cut off or of another shape: refused with a code, and soon."""
    check_refused(*HOSTILE[case])
