"""BattleScribe and New Recruit rosters: a list with a game of its own that judges and prints, read safely."""

from __future__ import annotations

import io
import random
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from pypdf import PdfReader

from listbuilder.base.errors import DocumentError
from listbuilder.catalogue import Game
from listbuilder.exchange.formats.import_result import ImportedList
from listbuilder.exchange.formats.rosters import import_roster
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from tests.support.cli import run
from tests.support.effort import rounds
from tests.support.paths import TESTS
from tests.support.work import counted

WATCH = (TESTS / "rosters" / "harbour-watch.ros").read_bytes()
BARE = (
    '<roster name="{name}" gameSystemName="G"><costs>{costs}</costs><forces><force>{inside}</force></forces></roster>'
)


def packed(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with some files in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def roster(selections: str, name: str = "R", costs: str = "") -> bytes:
    """A small roster with some selections in it."""
    return BARE.format(name=name, costs=costs, inside=f"<selections>{selections}</selections>").encode()


def read_game(made: ImportedList, folder: Path) -> Game:
    """The game that a roster brings along, which must be without a mistake."""
    for name, text in made.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return load_game(str(made.tree["game"]), [folder])


def check_refused(raw: bytes, code: str) -> None:
    """See that a roster is refused with a code, and soon."""
    with counted() as work, pytest.raises(DocumentError) as caught:
        import_roster(raw)
    assert caught.value.findings[0].code.startswith(code)
    assert work.calls < 2_000_000


@pytest.mark.parametrize("kind", ["ros", "rosz"])
def test_roster_is_judged_and_printed(kind: str, tmp_path: Path) -> None:
    """A roster becomes a list and a game folder; validate, cards and sheet work from them, words as stats included."""
    path, out = tmp_path / f"watch.{kind}", tmp_path / "watch.yaml"
    path.write_bytes(WATCH if kind == "ros" else packed(("watch.ros", WATCH)))
    said = run("import", path, "-o", out).output
    folder = tmp_path / "watch-catalogue"
    assert f"--catalogue {folder}" in said
    assert "95 of 100 pts, 4 PL, 2 models: legal" in run("validate", out, "--catalogue", folder).output
    for command in ("cards", "sheet"):
        run(command, out, "--catalogue", folder, "-o", tmp_path / f"{command}.pdf")
    words = " ".join(page.extract_text() for page in PdfReader(tmp_path / "cards.pdf").pages)
    for word in ("Old Marrow", "Bell Warden", "4+", "3•", "D3", "Torrent of light", "Never routed", "Tolling", "45"):
        assert word in words, word
    assert "4 × Patroller" in words
    run("import", path, "-o", out, code=3)
    run("import", path, "-o", out, "--force")
    run("import", path, code=2)


def test_everything_in_the_roster_is_in_the_game() -> None:
    """Each name, value and text of the roster is in the list or in the files of its game."""
    made = import_roster(WATCH)
    text = str(made.tree) + "".join(made.files.values())
    for word in ("Skirmish", "Night Bell", "every model of yours stands up", "Leader", "2•", "Boat hook", "Sergeant"):
        assert word in text, word
    assert not made.kept


def test_copies_costs_and_totals(tmp_path: Path) -> None:
    """Copies that are alike are counted, uneven ones are one row; halves of points are kept; a wrong total is said."""
    cost = '<costs><cost name="pts" value="{}"/></costs>'
    even = f'<selection name="Pike" type="model" number="3">{cost.format("7.5")}</selection>'
    inner = '<selections><selection name="Horn" type="upgrade" number="1"/></selections>'
    uneven = f'<selection name="Bow" type="model" number="2">{cost.format("8")}{inner}</selection>'
    made = import_roster(roster(even + uneven, costs='<cost name="pts" value="20"/>'))
    assert made.tree["models"] == [
        {"unit": "Pike", "count": 3},
        {"unit": "2 × Bow", "options": ["Horn"]},
    ]
    assert "cost: 5}" in made.files["g-r/unit.yaml"]
    assert "name: pts / 2" in made.files["g-r/game.yaml"]
    assert "says 20 pts; its parts cost 15.5" in made.kept[0].text
    read_game(made, tmp_path)


def test_same_name_with_other_values_is_another_entry(tmp_path: Path) -> None:
    """Two profiles of one name and table that differ are both kept; names without Latin letters work."""
    profile = (
        '<selection name="蛇" type="model"><profiles><profile name="槍" typeName="Unit"><characteristics>'
        '<characteristic name="M">{}</characteristic><characteristic name="力">2</characteristic></characteristics>'
        "</profile></profiles></selection>"
    )
    made = import_roster(roster(profile.format(4) + profile.format(5)))
    assert [row["unit-profile"] for row in made.tree["models"]] == [["槍"], ["槍 (2)"]]  # type: ignore[index,union-attr,call-overload]
    read_game(made, tmp_path)
    with pytest.raises(DocumentError, match="nothing in it"):
        import_roster(roster(""))


ENTITY = b'<?xml version="1.0"?><!DOCTYPE roster [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><roster name="&b;"/>'
OUTSIDE = (
    b'<?xml version="1.0"?><!DOCTYPE roster [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="r">&x;</roster>'
)
REMOTE = b'<?xml version="1.0"?><!DOCTYPE roster SYSTEM "http://example.org/r.dtd"><roster name="r"/>'
HOSTILE = {
    "entities": (ENTITY, "roster.unsafe"),
    "outside": (OUTSIDE, "roster.unsafe"),
    "remote": (REMOTE, "roster.unsafe"),
    "deep": (b"<roster>" + b"<forces>" * 5000, "roster.too-large"),
    "wide": (b"<roster>" + b"<a/>" * 200_000, "roster.too-large"),
    "long": (b'<roster name="' + b"a" * 5_000_000 + b'"/>', "roster.too-large"),
    "cut": (WATCH[:900], "roster.syntax"),
    "catalogue": (b'<?xml version="1.0"?><catalogue name="c"><x a="<roster"/></catalogue>', "roster.s"),
    "bomb": (packed(("r.ros", b"<roster>" + b" " * 40_000_000)), "roster.archive"),
    "many": (packed(*((f"{n}.ros", b"") for n in range(6))), "roster.archive"),
    "two": (packed(("a.ros", WATCH), ("b.ros", WATCH)), "roster.archive"),
    "none": (packed(("readme.txt", b"hello")), "roster.archive"),
    "damaged": (packed(("a.ros", WATCH))[:-200], "roster.archive"),
    "other packing": (packed(("a.ros", WATCH), method=zipfile.ZIP_LZMA), "roster.archive"),
    "nested": (packed(("a.ros", packed(("b.ros", WATCH)))), "roster.syntax"),
}


def test_large_rosters_end_soon() -> None:
    """Thousands of units are refused, and thousands of options of one name are told apart, with little work."""
    units, ropes = rounds(15_000, 3_000), rounds(8_000, 1_600)
    many = "".join(f'<selection name="Pike {n}" type="model" number="1"/>' for n in range(units))
    cost = '<selection name="Rope" type="upgrade"><costs><cost name="points" value="{}"/></costs></selection>'
    inside = "".join(cost.format(n) for n in range(1, ropes))
    mule = f'<selection name="Mule" type="model"><selections>{inside}</selections></selection>'
    with counted() as work:
        with pytest.raises(DocumentError, match=f"{units} units"):
            import_roster(roster(many))
        made = import_roster(roster(mule))
    assert f"Rope ({ropes - 1})" in made.files["g-r/option.yaml"]
    assert work.calls < 520 * (units + ropes)


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_rosters_are_refused(case: str) -> None:
    """Entities, document types, bombs, broken files and other files are refused with a code, and soon."""
    check_refused(*HOSTILE[case])


@pytest.mark.parametrize("raw", [WATCH, packed(("watch.ros", WATCH))], ids=["ros", "rosz"])
def test_changed_bytes_are_read_or_refused(raw: bytes, tmp_path: Path) -> None:
    """Whatever happens to the bytes of a roster, the answer is a list that can be judged or a finding; both happen."""
    chance = random.Random(5)
    told = Counter[str]()
    for number in range(150):
        changed = bytearray(raw)
        for _ in range(chance.randint(1, 6)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        try:
            made = import_roster(bytes(changed))
        except DocumentError as error:
            assert all(finding.code.startswith("roster.") for finding in error.findings)
            told["refused"] += len(error.findings) > 0
        else:
            report = Referee(read_game(made, tmp_path / str(number))).judge(read_list(made.tree))
            told["read"] += len(report.force.models) > 0
    assert told.total() == 150
    assert min(told["read"], told["refused"]) > 0
