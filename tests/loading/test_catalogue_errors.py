"""A mistake in a game folder is reported with its file, its line, a code and, where a name was misspelt, the name."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.base.findings import Finding
from listbuilder.loading import check_folder

FILES = {
    "game.yaml": """\
id: skiff
name: Skiff
edition: "1"
version: 1.0.0
text: Boats.
stats:
  hp: {name: HP, base: 6}
  mv: {name: MV}
budgets:
  steps: {name: steps}
kinds:
  unit:
    fields:
      faction: text
      bulk: number
      size: {type: word, of: [small, large]}
model:
  slots:
    unit: {kind: unit, min: 1, max: 1}
    weapon: {kind: weapon}
    gear: {kind: gear, max: 1}
  fields:
    raise: {type: raise, budget: steps, prices: {hp: 1}}
formats:
  - {id: standard, name: Standard, limit: 100}
  - {id: regatta, name: Regatta, extends: standard}
rules:
  - {kind: points, id: limit, max: limit}
  - {kind: count, id: quarter, where: {tag: rifle}, max: {share: 1/4, of: models}}
rulings:
  - {id: oars, name: Oars, text: An oar is gear., about: [oar]}
""",
    "units.yaml": """\
kind: unit
entries:
  - name: Rower
    stats: {hp: 4, mv: 5}
    size: small
    faction: tide
    offers:
      weapon: [long-rifle, hook]
  - name: Bosun
    stats: {hp: 6, mv: 4}
    grants: {slots: {gear: 1}, budgets: {steps: 2}}
    bulk: 3
    rules:
      - {kind: count, id: few, where: {entry: rower}, max: 2}
""",
    "weapons.yaml": """\
kind: weapon
entries:
  - name: Long Rifle
    cost: 5
    range: 24"
    damage: 2d6+3
    tags: [rifle]
    keywords: [Piercing 1]
  - name: Hook
""",
    "gear.yaml": """\
kind: gear
entries:
  - name: Oar
    needs: {slot: weapon, entry: hook}
    grants: {stats: {mv: 1}}
  - name: Bag
    uses: 1 per game
""",
    "keywords.yaml": """\
kind: keyword
entries:
  - name: Piercing
    forms:
      - {form: 'Piercing {x}', x: number, text: 'Takes {x} off.'}
""",
}


class Mistake(NamedTuple):
    """One edit of the good folder, and the finding it must give: `at` is part of the line it points to."""

    name: str
    file: str
    old: str
    new: str
    code: str
    at: str
    says: str
    hint: str = ""


TABLE = r"""
key of an entry | gear.yaml | needs: | neds:
  catalogue.key | neds: | `neds` | Did you mean needs?
key of the game | game.yaml | stats: | stast:
  catalogue.key | stast: | `stast` | Did you mean stats?
key of a slot | game.yaml | kind: gear, max: 1 | kind: gear, maxx: 1
  catalogue.key | maxx: 1 | `maxx` | Did you mean max?
key of a rule | game.yaml | where: {tag | were: {tag
  catalogue.key | were: | `were` | Did you mean where?
key of a unit's rule | units.yaml | max: 2} | maxx: 2}
  catalogue.key | maxx | `maxx` | Did you mean max?
stat in a grant | gear.yaml | {mv: 1} | {mvv: 1}
  catalogue.reference | grants | stat `mvv` | Did you mean mv?
slot in a grant | units.yaml | {gear: 1}, b | {gaer: 1}, b
  catalogue.reference | grants | slot `gaer` | Did you mean gear?
entry in needs | gear.yaml | entry: hook | entry: hok
  catalogue.reference | needs | entry `hok` | Did you mean hook?
slot in needs | gear.yaml | slot: weapon | slot: wepon
  catalogue.reference | needs | slot `wepon` | Did you mean weapon?
tag in a rule | game.yaml | tag: rifle | tag: rifel
  catalogue.reference | id: quarter | tag `rifel` | Did you mean rifle?
entry in a unit's rule | units.yaml | entry: rower | entry: rowre
  catalogue.reference | id: few | entry `rowre` | Did you mean rower?
entry in offers | units.yaml | rifle, hook | rifle, hoop
  catalogue.reference | weapon: [ | weapon `hoop` | Did you mean hook?
slot in offers | units.yaml | weapon: [ | weapons: [
  catalogue.reference | weapons: [ | slot `weapons` | Did you mean weapon?
stat of a unit | units.yaml | {hp: 6, mv: 4} | {hp: 6, mv: 4, hpp: 1}
  catalogue.reference | hpp | stat `hpp` | Did you mean hp?
kind of a slot | game.yaml | {kind: gear, | {kind: geer,
  catalogue.reference | geer | kind `geer` | Did you mean gear?
budget of a field | game.yaml | budget: steps | budget: stebs
  catalogue.reference | stebs | budget `stebs` | Did you mean steps?
stat with a price | game.yaml | prices: {hp | prices: {ph
  catalogue.reference | prices | stat `ph`
field in a selector | game.yaml | {tag: rifle} | {facton: tide}
  catalogue.reference | id: quarter | `facton` | Did you mean faction?
value that nothing has | game.yaml | {tag: rifle} | {faction: tyde}
  catalogue.reference | id: quarter | faction `tyde` | Did you mean tide?
keyword that is none | weapons.yaml | Piercing 1 | Pierceing 1
  catalogue.keyword | keywords | is no keyword | It is printed like Piercing {x}, where x is a number.
keyword without its value | weapons.yaml | Piercing 1 | Piercing
  catalogue.keyword | keywords | is no keyword | It is printed like Piercing {x}, where x is a number.
keyword with a wrong value | weapons.yaml | Piercing 1 | Piercing far
  catalogue.keyword | keywords | is no keyword | It is printed like Piercing {x}, where x is a number.
text for a number | weapons.yaml | cost: 5 | cost: five
  catalogue.value | cost: five | `cost`
text for a list | weapons.yaml | tags: [rifle] | tags: {rifle: 1}
  catalogue.value | tags: | `tags`
text for a number of the game's own | units.yaml | bulk: 3 | bulk: huge
  catalogue.value | bulk: huge | 'huge' is not a whole number
word that the field does not know | units.yaml | size: small | size: smal
  catalogue.value | size: smal | `size` | Did you mean small?
no name | weapons.yaml | - name: Hook | - cost: 3
  catalogue.missing | - cost: 3 | `name` is missing
no version | game.yaml | version: 1.0.0\n | -
  catalogue.missing | - | `version` is missing
kind that does not exist | keywords.yaml | kind: keyword | kind: keywrod
  catalogue.kind | name: Piercing | kind `keywrod` | Did you mean keyword?
name taken twice | gear.yaml | name: Bag | name: OAR
  catalogue.id | name: OAR | `oar` already means Oar
alias that is taken | gear.yaml | uses: 1 per game | aliases: [Oar]
  catalogue.id | name: Bag | `oar` already means Oar
rule without effect | game.yaml | , max: {share: 1/4, of: models} | -
  catalogue.rule | id: quarter | changes nothing
rule that repeats another | game.yaml | max: limit} | max: limit}\n  - {kind: points, id: same, max: limit}
  catalogue.rule | id: same | repeats another
kind of rule | game.yaml | kind: points | kind: point
  catalogue.rule | id: limit | 'point' | Did you mean points?
dice | weapons.yaml | 2d6+3 | 2x6
  catalogue.value | damage: 2x6 | 2d6+3
distance | weapons.yaml | 24" | far
  catalogue.value | range: far | 24"
share | game.yaml | share: 1/4 | share: 1/0
  catalogue.value | id: quarter | '1/0' is not a share
share of nothing | game.yaml | share: 1/4, of: models | share: 1/4
  catalogue.value | id: quarter | does not say of what
uses | gear.yaml | 1 per game | once
  catalogue.value | uses: once | 1 per game
type of a field | game.yaml | bulk: number | bulk: nmber
  catalogue.value | bulk: nmber | can't be "nmber"
type of a model's field | game.yaml | type: raise | type: rise
  catalogue.value | raise: { | no type of field `rise`
unit without a stat | units.yaml | {hp: 4, mv: 5} | {hp: 4}
  catalogue.value | stats: {hp: 4} | Rower lacks mv
ruling about nothing | game.yaml | about: [oar] | about: [oor]
  catalogue.reference | id: oars | `oor` | Did you mean oar?
format that extends nothing | game.yaml | extends: standard | extends: standrad
  catalogue.reference | id: regatta | format `standrad` | Did you mean standard?
id that is not the folder's | game.yaml | id: skiff | id: skif
  catalogue.value | id: skif | folder's name differ
id that is none | gear.yaml | - name: Bag | - name: Bag\n    id: The Bag
  catalogue.id | name: Bag | `The Bag` is no id | Write `id: the-bag`.
"""


def read_table() -> list[Mistake]:
    """The mistakes of the table: two lines each, cells between bars; `-` is nothing, `\\n` the end of a line."""
    lines = TABLE.strip().splitlines()
    pairs = [f"{first} | {second.strip()}".split(" | ") for first, second in zip(lines[::2], lines[1::2], strict=True)]
    return [Mistake(*("" if cell == "-" else cell.replace("\\n", "\n") for cell in cells)) for cells in pairs]


MISTAKES = read_table()


def check(folder: Path, files: dict[str, str]) -> tuple[Finding, ...]:
    """Every problem of a folder with these files."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    try:
        check_folder(folder, thorough=True)
    except CatalogueError as error:
        return error.findings
    return ()


def edited(*edits: tuple[str, str, str]) -> dict[str, str]:
    """The good files with some edits, each of which changes something."""
    files = dict(FILES)
    for file, old, new in edits:
        assert files[file].count(old) == 1, (file, old)
        files[file] = files[file].replace(old, new)
    return files


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_the_good_folder_has_no_problem(tmp_path: Path) -> None:
    """The folder that every other test spoils is fine before."""
    assert check(tmp_path / "skiff", FILES) == ()


@pytest.mark.parametrize("mistake", MISTAKES, ids=[one.name for one in MISTAKES])
def test_mistake_is_found(mistake: Mistake, tmp_path: Path) -> None:
    """One mistake gives a finding at its line, with its code, the fact and the way out."""
    files = edited((mistake.file, mistake.old, mistake.new))
    findings = check(tmp_path / "skiff", files)
    lines = [number for number, line in enumerate(files[mistake.file].splitlines(), 1) if mistake.at in line]
    found = [one for one in findings if one.code == mistake.code and mistake.says in one.message]
    assert len(found) == 1, findings
    assert found[0].file == str(tmp_path / "skiff" / mistake.file)
    assert found[0].line == lines[0], found
    assert not mistake.hint or found[0].hint == mistake.hint


def test_the_text_of_a_rule_prints_its_numbers_alone(tmp_path: Path) -> None:
    """`{max}` stands for a number of the rule; its id and its kind are none."""
    rule = "{kind: count, id: few, where: {entry: rower}, max: 2"
    findings = check(tmp_path / "skiff", edited(("units.yaml", rule, f"{rule}, text: 'At most {{max}} {{id}}.'")))
    assert [one.message for one in findings if "{max}" in one.message] == []
    assert len([one for one in findings if "{id}" in one.message]) == 1, findings


def test_five_mistakes_in_three_files_are_reported_at_once(tmp_path: Path) -> None:
    """All problems of a folder come together, in the order of its files."""
    files = edited(
        ("gear.yaml", "entry: hook", "entry: hok"),
        ("gear.yaml", "1 per game", "once"),
        ("units.yaml", "bulk: 3", "bulk: huge"),
        ("units.yaml", "rifle, hook", "rifle, hoop"),
        ("weapons.yaml", "Piercing 1", "Piercing"),
    )
    found = [(Path(str(one.file)).name, one.line, one.code) for one in check(tmp_path / "skiff", files)]
    assert found == [
        ("gear.yaml", 4, "catalogue.reference"),
        ("gear.yaml", 7, "catalogue.value"),
        ("units.yaml", 8, "catalogue.reference"),
        ("units.yaml", 12, "catalogue.value"),
        ("weapons.yaml", 8, "catalogue.keyword"),
    ]


def test_a_broken_file_hides_no_other(tmp_path: Path) -> None:
    """A file that is not YAML is reported with its line, and so are the mistakes in the other files."""
    files = edited(("gear.yaml", "needs: {slot", "needs: {slot: [}"), ("weapons.yaml", "cost: 5", "cost: five"))
    found = {(Path(str(one.file)).name, one.line, one.code) for one in check(tmp_path / "skiff", files)}
    assert {("gear.yaml", 4, "file.syntax"), ("weapons.yaml", 4, "catalogue.value")} <= found
