"""What a rulebook prints is understood as it is printed: names, numbers with and without signs, keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.catalogue import Game, KeywordUse
from listbuilder.catalogue.entries import Keyword
from listbuilder.exchange.formats.importing import import_list
from listbuilder.lists.canonical import canonical
from listbuilder.loading.keyword_links import KeywordError, KeywordIndex
from listbuilder.storage.reading import Tree
from listbuilder.ui.cli.app import app
from tests.support.printed import NAMES, SHAPES

PRINTED_NAMES = [(game, kind, names) for game, kinds in NAMES.items() for kind, names in kinds.items()]
PRINTED = [
    pytest.param(game, kind, names, id=f"{game}/{kind}")
    for game, kinds in NAMES.items()
    for kind, names in kinds.items()
]
WAYS = [pytest.param(*one, id=f"{one[0]}/{one[2]}") for one in SHAPES]


def slot_of(game: Game, kind: str) -> tuple[str, str] | None:
    """Where in a list something of a kind is picked: on a model, in a group or in the list."""
    sheets = {"models": game.model, "groups": game.group, "": game.list}
    return next(((key, id) for key, one in sheets.items() for id, slot in one.slots.items() if slot.kind == kind), None)


@pytest.mark.parametrize(("game", "kind", "names"), PRINTED)
def test_every_printed_name_is_found(game: str, kind: str, names: list[str]) -> None:
    """The catalogue knows each name as it is printed, and in capitals."""
    book = load_game(game)
    assert [name for name in names if book.find(kind, name) is None] == []
    assert [name for name in names if book.find(kind, name.upper()) is None] == []


@pytest.mark.parametrize(("game", "kind", "names"), PRINTED)
def test_every_printed_name_can_be_picked(game: str, kind: str, names: list[str]) -> None:
    """A list file may write it, and a list that is put in order says the same."""
    book = load_game(game)
    place = slot_of(book, kind)
    if place is None:
        pytest.skip("nothing that is picked")
    for name in names:
        row: dict[str, Tree] = {place[1]: name}
        tree: dict[str, Tree] = {"game": game, **({place[0]: [row]} if place[0] else row)}
        for one in (tree, canonical(tree, book), canonical(tree, book, "id")):
            force = resolve(read_list(one), book)
            assert not [problem.message for problem in force.problems if problem.code == "name.unknown"]
            assert [pick.entry.id for pick in force.picks if pick.slot == place[1]] == [book.find(kind, name).id]  # type: ignore[union-attr]


@pytest.mark.parametrize(("game", "kind", "names"), PRINTED)
def test_every_printed_name_can_be_imported(game: str, kind: str, names: list[str]) -> None:
    """A text list with the name behind its key means that entry, once."""
    book = load_game(game)
    place = slot_of(book, kind)
    if place is None:
        pytest.skip("nothing that is picked")
    first = next(iter(book.model.slots))
    for name in names:
        quoted = f'"{name}"' if "," in name else name
        text = f"{book.name}\n- {quoted}\n" if place == ("models", first) else f"{book.name}\n{place[1]}: {quoted}\n"
        if place[0] == "models" and place[1] != first:
            unit = next(one for one in book.entries if one.kind == book.model.slots[first].kind)
            text = f"{book.name}\n- {unit.name}, {place[1]}: {quoted}\n"
        if place[0] == "groups":
            text = f"{book.name}\n\nGroups\n1. Van: {quoted}, kind: stack, leader: Tod\n"
        tree = import_list(text.encode(), load_game, [game], game)
        force = resolve(read_list(tree), book)
        assert [pick.entry.id for pick in force.picks if pick.slot == place[1]] == [book.find(kind, name).id], text  # type: ignore[union-attr]


@pytest.mark.parametrize(("game", "kind", "printed", "ways"), WAYS)
def test_every_shape_of_a_keyword_is_read(game: str, kind: str, printed: str, ways: list[str]) -> None:
    """All ways to print a keyword say the same, and are shown in one."""
    index = KeywordIndex(load_game(game).entries)
    uses = [index.read(way, (kind,)) for way in (*ways, *(way.upper() for way in ways if "(the" not in way))]
    assert {use.printed.lower() for use in uses} == {printed.lower()}
    assert len({str(use.values).lower() for use in uses}) == 1


@pytest.mark.parametrize("game", sorted(NAMES))
def test_every_keyword_with_values_is_tried(game: str) -> None:
    """The shapes above leave no form out, but those of words alone."""
    numbers = {"number", "distance", "dice", "coordinate"}
    entries = [one for one in load_game(game).entries if isinstance(one, Keyword) and not one.sample]
    forms = {one.name for one in entries for form in one.forms if numbers & set(form.values.values())}
    tried = {use.keyword for one in SHAPES if one[0] == game for use in [read(game, one[1], one[3][0])]}
    assert {name for name in forms if name.lower().replace(" ", "-") not in tried} <= {"Limit", "Make"}


def read(game: str, kind: str, way: str) -> KeywordUse:
    """The use of a keyword."""
    return KeywordIndex(load_game(game).entries).read(way, (kind,))


@pytest.mark.parametrize("wrong", ["Transport", "Transport4", "Transport (4", "Transport 4)", "Transport X", "Siege 0"])
def test_what_is_not_printed_is_refused(wrong: str) -> None:
    """A number is there, whole, and its brackets are closed."""
    with pytest.raises(KeywordError):
        KeywordIndex(load_game("stack-and-horde").entries).read(wrong, ("special",))


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("rogue-conflict", "{rank: I, weapon: Slug Pistol, armor: Heavy}"),
        ("constellation-warrior", "{unit: Novice 2, range-weapon: Long range}"),
    ],
)
def test_printed_keys_are_keys(game: str, row: str, tmp_path: Path) -> None:
    """A key may be spelt as the rulebook prints it; an edit gives it its own name and no second key."""
    file = tmp_path / "a.yaml"
    file.write_text(f"game: {game}\nmodels:\n  - {row}   # mine\n", "utf-8")
    report = validate(resolve(read_list(file), load_game(game)))
    assert not [one for one in report.findings if one.code.startswith("key.")]
    assert len(report.force.picks) == len(row.split(","))
    assert CliRunner().invoke(app, ["set", str(file), "1", "name=Tod"]).exit_code == 0
    text = file.read_text("utf-8")
    assert "# mine" in text
    assert "armor:" not in text
    assert "range-weapon:" not in text


def test_a_key_under_both_spellings_is_said() -> None:
    """Neither of two is dropped in silence."""
    text = b"game: rogue-conflict\nmodels: [{rank: I, weapon: Slug Pistol, armor: Heavy, armour: Medium}]\n"
    report = validate(resolve(read_list(text), load_game("rogue-conflict")))
    assert "key.unknown" in {one.code for one in report.findings}


def test_a_wrong_cost_beside_a_name_is_refused() -> None:
    """A cost in brackets is read only where it is the printed one."""
    book = load_game("constellation-warrior")
    assert book.find("weapon", "Long (8)") is not None
    assert book.find("weapon", "Long (4)") is None


def test_an_order_has_its_place() -> None:
    """A coordinate stays with its order: in the force as numbers, in text, codes and files as it was."""
    book = load_game("stack-and-horde")
    tree: dict[str, Tree] = {"game": book.id, "groups": [{"name": "Van", "kind": "stack", "tactic": "rally (4, 7)"}]}
    force = resolve(read_list(tree), book)
    order = force.groups[0].slots["tactic"][0].entry
    assert (order.id, order.name, order.fields) == ("rally", "Rally (4,7)", {"x": 4, "y": 7})
    assert "(4,7)" in order.text
    assert canonical(tree, book, "id")["groups"] == [{"name": "Van", "tactic": "Rally (4,7)", "kind": "stack"}]
