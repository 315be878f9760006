"""Every field type answers every question, as `tests/fields/<type>.yaml` says, and nobody else asks for its type.

A case file holds a `field`, its `key` and `sheet` (the model's unless said), the `keys` that only this type has, and
what it does with values: `read` from a list file, `words` typed behind the key, `text` behind `key:` and back,
`phrases` without the key, the `canonical` form, what `fmt` will `respell`, and what it tells the rest of the tool.
"""

from __future__ import annotations

import ast
import json
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import listbuilder
from listbuilder import loading
from listbuilder.base.errors import CatalogueError, EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import pack
from listbuilder.catalogue import FIELD_TYPES, Field, Game
from listbuilder.catalogue.fields import FieldPlace
from listbuilder.exchange.formats.text.name_lookup import NameTable
from listbuilder.exchange.formats.text.write_text import quote
from listbuilder.judging.resolver import resolve
from listbuilder.judging.validator import validate
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from listbuilder.loading.compiled import CLASSES, restore
from listbuilder.printing.model_cards import holds_post
from tests.support import fast_yaml
from tests.support.paths import TESTS

FOLDER = TESTS / "fields"
FILES: dict[str, dict[str, Any]] = {
    path.stem: fast_yaml.load(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.yaml"))
}
GAME = """
{id: case, name: Case, edition: '1', version: 1.0.0, text: A game for one field.,
 stats: {hp: {name: HP, base: 6}, mv: {name: Move, base: 4, text: How far it walks.}}, budgets: {steps: {name: steps}}}
"""
QUESTIONS = {"read", "words", "text", "phrases", "canonical", "respell", "schema", "example", "remark"}
QUESTIONS |= {"usual", "choices", "asked", "rules", "grants", "keys", "key", "field", "say"}
each_type = pytest.mark.parametrize("name", FIELD_TYPES)


def folder_with(name: str, root: Path, **changes: Any) -> Path:
    """A game folder with one field of a type, and a slot for gear."""
    case = FILES[name]
    game = fast_yaml.load(GAME) | {"model": {"slots": {"gear": {"kind": "gear", "max": 0}}}}
    if name != "group":
        game["group"] = {"fields": {"kind": {"type": "word", "of": ["stack"]}}}
    game.setdefault(case.get("sheet", "model"), {}).setdefault("fields", {})[case["key"]] = case["field"] | changes
    folder = root / "case"
    folder.mkdir()
    (folder / "game.yaml").write_text(fast_yaml.dump(game, sort_keys=False), "utf-8")
    (folder / "gear.yaml").write_text("kind: gear\nentries: [{name: Rope}]\n", "utf-8")
    return folder


@pytest.fixture
def game(name: str, tmp_path: Path) -> Game:
    """A game with one field of a type."""
    return check_folder(folder_with(name, tmp_path))


@pytest.fixture
def field(name: str, game: Game) -> Field:
    """The field itself."""
    sheet = game.group if FILES[name].get("sheet") == "group" else game.model
    return sheet.fields[FILES[name]["key"]]


def test_every_type_has_its_cases() -> None:
    """There is a case file for each type, it answers each question, and the registry is sorted."""
    assert [*FILES] == [*FIELD_TYPES] == sorted(FIELD_TYPES)
    assert {name: QUESTIONS - set(case) for name, case in FILES.items() if QUESTIONS - set(case)} == {}


@each_type
def test_own_keys(name: str, field: Field) -> None:
    """A type has the keys that mean something for it, besides those of every field."""
    common = {one.name for one in fields(Field)}
    assert type(field) is FIELD_TYPES[name]
    assert [one.name for one in fields(field) if one.name not in common] == FILES[name]["keys"]


@each_type
def test_key_of_another_type_is_refused(name: str, tmp_path: Path) -> None:
    """A key that means nothing for a type is a mistake, and so is one that is misspelt."""
    keys = {"of": ["a"], "budget": "steps", "each": {}, "min": 0}
    strange = next(key for key in keys if key not in FILES[name]["keys"])
    with pytest.raises(CatalogueError) as caught:
        check_folder(folder_with(name, tmp_path, **{strange: keys[strange], "requird": True}))
    found = {(one.code, one.message): one.hint for one in caught.value.findings}
    assert set(found) == {("catalogue.key", f"Unknown key `{key}`.") for key in (strange, "requird")}
    assert found["catalogue.key", "Unknown key `requird`."] == "Did you mean required?"


@pytest.mark.parametrize(
    ("field", "message", "hint"),
    [
        ({"type": "flog"}, "`type`: there is no type of field `flog`.", "Did you mean flag?"),
        ({"text": "x"}, "`type` is missing.", f"Add `type: …`; the types are {', '.join(FIELD_TYPES)}."),
        (
            "flag",
            "`deploy` must be keys and values.",
            f"Write `deploy: {{type: …}}`; the types are {', '.join(FIELD_TYPES)}.",
        ),
    ],
)
def test_type_that_does_not_exist(field: Any, message: str, hint: str, tmp_path: Path) -> None:
    """A field without a known type is told which types there are, in the line it stands in."""
    folder = folder_with("flag", tmp_path)
    game = fast_yaml.load((folder / "game.yaml").read_text("utf-8"))
    game["model"]["fields"]["deploy"] = field
    (folder / "game.yaml").write_text(fast_yaml.dump(game, sort_keys=False), "utf-8")
    with pytest.raises(CatalogueError) as caught:
        check_folder(folder)
    line = next(
        at for at, text in enumerate((folder / "game.yaml").read_text("utf-8").splitlines()) if "deploy" in text
    )
    assert [(one.message, one.hint, one.line) for one in caught.value.findings] == [(message, hint, line + 1)]


@each_type
def test_compiled_and_back(name: str, game: Game) -> None:
    """A compiled game has the same fields again, class and all."""
    again = json.loads(json.dumps(pack(game)), object_hook=restore)
    assert (again.model, again.group) == (game.model, game.group)


def test_new_code_reads_no_old_game() -> None:
    """Each class that a compiled game holds lies in a file whose change makes the program another one."""
    stamp = loading._program()
    files = {Path(str(sys.modules[cls.__module__].__file__)).resolve().as_posix() for cls in CLASSES.values()}
    assert len(files) > len(FIELD_TYPES)
    assert not [file for file in files if file not in stamp]


@each_type
def test_read(name: str, game: Game, field: Field) -> None:
    """A value in a list file is what its case says, or one problem with a hint."""
    for case in FILES[name]["read"]:
        problems: list[Finding] = []
        value = field.read(case["raw"], FieldPlace(game, FILES[name]["key"], ("here",), problems))
        if "problem" in case:
            assert [(one.code, one.hint) for one in problems] == [(case["problem"], case["hint"])], case
            assert problems[0].where.startswith("here")
        else:
            assert (list(value) if isinstance(value, tuple) else value, problems) == (case["value"], []), case


@each_type
def test_words(name: str, game: Game, field: Field) -> None:
    """Words behind a key change the value, or are refused with a code and a hint."""
    for case in FILES[name]["words"]:
        op, _, value = case["say"].partition("=")
        arguments = (FILES[name]["key"], f"{op}=", value, case.get("old"), game)
        if "refused" in case:
            with pytest.raises(EditError) as caught:
                field.read_words(*arguments)
            assert [one.code for one in caught.value.findings] == [case["refused"]], case
            assert caught.value.findings[0].hint
        else:
            assert field.read_words(*arguments) == case["value"], case


@each_type
def test_text(name: str, field: Field) -> None:
    """What is written behind `key:` in a text list is read back; what is written as it is stays text."""
    for case in FILES[name]["text"]:
        text = case.get("text")
        if text is None:
            text = field.write_text(case["value"], quote)
            assert text == case["written"], case
        if text is not None:
            assert field.read_text(text, lambda names: names.split(", ")) == case["value"], case


@each_type
def test_phrases(name: str, game: Game, field: Field) -> None:
    """Items of a text list that need no key."""
    names = NameTable(game, game.model)
    for case in FILES[name]["phrases"]:
        assert field.read_phrase(FILES[name]["key"], case["text"], names.keys, names.stats) == case["value"], case
        if case.get("back"):
            assert field.write_phrases(case["value"], game) == [case["text"]]


@each_type
def test_spelling(name: str, game: Game, field: Field) -> None:
    """The canonical form and what `fmt` makes of a value; doing either twice changes nothing more."""
    for question, answer in (("canonical", field.canonical), ("respell", field.respell)):
        for case in FILES[name][question]:
            made = answer(case["from"], game)
            assert made == case["to"], (question, case)
            assert not isinstance(made, dict) or list(made) == list(case["to"])
            assert answer(made, game) == made


@each_type
def test_what_it_tells(name: str, game: Game, field: Field) -> None:
    """The schema, the example, the default, the choices, what selectors may ask, rules and grants."""
    case = FILES[name]
    assert field.schema(case["key"], game) == case["schema"]
    assert (field.example, field.remark, field.default_value) == (case["example"], case["remark"], case["usual"])
    assert [*field.choices] == case["choices"]
    for value, words in case["say"]:
        assert field.describe(tuple(value) if isinstance(value, list) else value) == words
    assert sorted(field.selector_values, key=str) == case["asked"]
    assert [rule.kind for rule in field.rules(case["key"], game)] == case["rules"]
    slots = {slot: one.add.fixed for grant in field.grants_of(case["key"]) for slot, one in grant.slots.items()}  # type: ignore[union-attr]
    assert (slots or None) == case["grants"]


@each_type
def test_hint_and_description_are_its_own(name: str) -> None:
    """Every type says what to write and what it is."""
    assert FIELD_TYPES[name].hint.startswith("Write ")
    assert FIELD_TYPES[name].about.endswith(".")


@each_type
def test_whole_list(name: str, game: Game) -> None:
    """A list with each good value of the field resolves without a word about it; each bad one is named at its place."""
    key, sheet = FILES[name]["key"], "groups" if FILES[name].get("sheet") == "group" else "models"
    for case in FILES[name]["read"]:
        tree: dict[str, Any] = {
            "game": "case",
            "models": [{"name": "Tod"}, {"name": "Ann"}],
            sheet: [{"name": "Tod", key: case["raw"]}],
        }
        found = [
            one for one in validate(resolve(read_list(tree), game)).findings if one.code.startswith(("key.", "name."))
        ]
        expected = [case["problem"]] if "problem" in case else []
        if sheet == "groups":
            found = [one for one in found if one.where != "groups"]
        assert [one.code for one in found] == expected, case
        assert all(one.where.startswith(f"{sheet}[0].{key}") for one in found)


def test_group_field_may_have_any_name(tmp_path: Path) -> None:
    """Which field names the group is told by its type, not by its key."""
    game = check_folder(folder_with("group", tmp_path))
    tree: dict[str, Any] = {
        "game": "case",
        "models": [{"name": "Tod", "squad": "First"}],
        "groups": [{"name": "First"}],
    }
    force = resolve(read_list(tree), game)
    assert game.model.group_key == "squad"
    assert force.models[0].group is force.groups[0]
    assert [one.name for one in force.groups[0].members] == ["Tod"]


def test_only_posts_lead(tmp_path: Path) -> None:
    """A group's text that happens to be a model's name makes nobody its leader; its post does."""
    folder = folder_with("member", tmp_path)
    game = fast_yaml.load((folder / "game.yaml").read_text("utf-8"))
    game["group"]["fields"]["target"] = {"type": "text"}
    game["model"]["fields"] = {"group": {"type": "group"}}
    (folder / "game.yaml").write_text(fast_yaml.dump(game, sort_keys=False), "utf-8")
    book = check_folder(folder)
    rows = [{"name": "Tod", "group": "First"}, {"name": "Ann", "group": "First"}]
    tree: dict[str, Any] = {
        "game": "case",
        "models": rows,
        "groups": [{"name": "First", "leader": "Tod", "target": "Ann"}],
    }
    models = resolve(read_list(tree), book).models
    assert (book.group.posts, [holds_post(book, one) for one in models]) == (("leader",), [True, False])


# What a printed value of an entry is made of (`FieldType`) is another matter, which these two ask about.
PRINTED_VALUES = {
    "catalogue/entries.py",
    "exchange/formats/rosters.py",
    "loading/raw_entries.py",
    "printing/model_cards.py",
}


def test_nobody_else_compares_a_type() -> None:
    """Outside `catalogue/fields` no code branches on a field's type: it asks the field, or the sheet."""
    package = Path(listbuilder.__file__).parent
    found = []
    for path in sorted(package.rglob("*.py")):
        label = path.relative_to(package).as_posix()
        # Parameters of click, answers of HTTP and data of other tools have a `type` of their own.
        others = ("catalogue/fields/", "ui/cli/", "ui/web/", "exchange/battlescribe/")
        if label.startswith(others) or label in PRINTED_VALUES:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                found += [
                    f"{label}:{node.lineno}" for one in sides if isinstance(one, ast.Attribute) and one.attr == "type"
                ]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                named = {one.id for one in ast.walk(node.args[1]) if isinstance(one, ast.Name)}
                found += [f"{label}:{node.lineno}" for one in FIELD_TYPES.values() if one.__name__ in named]
    assert not found
