"""The laws of the workbench, on every game: what it says of a choice is so, and nothing is lost on the way and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from listbuilder.base.errors import EditError
from listbuilder.building import (
    Add,
    AddPick,
    Bench,
    Choice,
    Choices,
    CopyRow,
    Drop,
    Edit,
    Many,
    MoveRow,
    Remove,
    Set,
    Swap,
    additions,
    apply,
    changes,
    choices,
    edit_document,
    fields,
    find,
    open_bench,
    preview,
    quick,
    read_edit,
    redo,
    roster,
    slots,
    totals,
    undo,
    values,
)
from listbuilder.building.bench_json import bench_json, choices_json, found_json, place_json
from listbuilder.building.change import about
from listbuilder.building.generate import random_list
from listbuilder.catalogue import Game
from listbuilder.exchange.formats.list_files import list_text
from listbuilder.judging.validator import Referee
from listbuilder.lists.document import parse_list
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import Document, read_text
from tests.project.test_toy_game import FILES

TOY = "tea-duel"
GAMES = (*game_folders(), TOY)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the toy game."""
    home = tmp_path_factory.mktemp("games") / TOY
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(dedent(text), "utf-8")
    return home.parent


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, toy: Path) -> Game:
    """Each shipped game, and the toy game."""
    return load_game(request.param, [toy])


@cache
def dressed(game: Game) -> Bench:
    """A random list with comments, another tool's keys and a name that nobody knows, on the bench."""
    tree = random_list(game, 4)
    tree["x-tool"] = {"kept": [1, 2]}
    tree["models"][0]["x-mark"] = "kept too"
    last = list(game.model.slots)[-1]
    tree["models"].append({**tree["models"][-1], last: ["Nobody Knows This"]})
    text = f"# above all\n{list_text(tree)}# below all\n"
    return open_bench(read_text(text), game, text=text)


def samples(bench: Bench, random: Random, most: int = 4) -> Iterator[tuple[Choices, Choice]]:
    """Some choices for every slot of every place, and some models to add."""
    for at in [(), *(row.at for row in roster(bench))]:
        for slot in slots(bench, at):
            if slot.open and random.random() < 0.25:
                found = choices(bench, at, slot.id)
                yield from ((found, one) for one in random.sample(found.choices, min(most, len(found.choices))))
    found = additions(bench)
    yield from ((found, one) for one in random.sample(found.choices, min(most, len(found.choices))))


def row_edits(bench: Bench) -> Iterator[Edit]:
    """Edits of whole rows and of keys that every game has."""
    last = len(bench.report.force.rows) - 1
    yield from (CopyRow(at=("models", 0)), MoveRow(at=("models", 0), to=last), MoveRow(at=("models", last), to=0))
    yield from (Remove(at=("models", last)), Set(at=("models", 0), key="name", value="Anna: the #1 'one'"))
    yield from (Set(at=("models", 1), key="count", value=3), Set(at=(), key="limit", value=77))
    yield Set(at=(), key="name")
    yield Many(
        edits=(Remove(at=("models", 0)), CopyRow(at=("models", 0)), Set(at=("models", 0), key="notes", value="x"))
    )


@cache
def chosen(game: Game) -> list[tuple[Choices, Choice]]:
    """The choices that are tried."""
    return list(samples(dressed(game), Random(5)))


def all_edits(game: Game) -> list[Edit]:
    """Edits of every sort."""
    return [*row_edits(dressed(game)), *(one.edit for _, one in chosen(game)[::3])]


def test_a_choice_is_what_the_validator_says_of_it(game: Game) -> None:
    """Total, standing and reasons of a choice are those of the list once it is taken; all but `leaving`."""
    bench = dressed(game)
    for found, choice in chosen(game):
        after = apply(bench, choice.edit)
        report = Referee(game).judge(parse_list(Document(dict(after.tree), {}, None)))
        assert choice.total == report.force.cost
        assert choice.price == report.force.cost - bench.report.force.cost
        assert choice.left == (None if report.force.limit is None else report.force.limit - report.force.cost)
        assert set(map(repr, choice.reasons)) <= set(map(repr, report.findings))
        told = {about(one, {}) for one in (*choice.reasons, *found.leaving)}
        assert {about(one, {}) for one in choice.change.new} <= told
        severities = {one.severity for one in choice.reasons}
        if choice.standing == "fits":
            assert not severities & {"error", "warning"}
        if choice.standing == "warns":
            assert "warning" in severities and "error" not in severities
        if choice.standing == "not-now":
            assert "error" in severities


def test_undo_takes_back_and_redo_makes_again(game: Game) -> None:
    """One step back is the list as it was, to the letter; one forth the list as it was made."""
    bench = dressed(game)
    for edit in all_edits(game):
        after = apply(bench, edit)
        if after is bench:
            continue
        back = undo(after)
        assert (back.tree, back.text) == (bench.tree, bench.text)
        assert back.report.findings == bench.report.findings
        again = redo(back)
        assert (again.tree, again.text, again.past) == (after.tree, after.text, after.past)


def test_an_edit_from_json_is_the_edit(game: Game) -> None:
    """Every edit goes to JSON and back, and does the same then."""
    bench = dressed(game)
    for edit in all_edits(game):
        read = read_edit(json.loads(json.dumps(edit_document(edit))))
        assert read == edit
        one, other = apply(bench, read), apply(bench, edit)
        assert (one.tree, one.text, one.past) == (other.tree, other.text, other.past)
        assert one.report.findings == other.report.findings


def test_nothing_is_lost(game: Game) -> None:
    """Comments, other tools' keys and unknown names stay, and the text says what the tree says."""
    bench = dressed(game)
    for edit in all_edits(game):
        after = apply(bench, edit)
        assert after.text is not None
        assert read_text(after.text).data == after.tree
        assert after.text.startswith("# above all\n") and "# below all" in after.text
        assert after.tree["x-tool"] == {"kept": [1, 2]}
        if not isinstance(edit, Remove | Many):
            assert "kept too" in after.text
        if not isinstance(edit, Remove | Many | Drop | Swap):
            assert "Nobody Knows This" in after.text


def test_a_whole_evening_of_edits(game: Game) -> None:
    """Many edits one after another, all undone, give the list and the text of the beginning."""
    bench = start = dressed(game)
    random = Random(7)
    for _ in range(8):
        at = random.choice([(), *(row.at for row in roster(bench))])
        able = [slot for slot in slots(bench, at) if slot.open]
        edit: Edit = (
            CopyRow(at=at) if at and random.random() < 0.2 else Set(at=(), key="limit", value=random.randrange(1, 99))
        )
        if able:
            found = choices(bench, at, random.choice(able).id).choices
            edit = random.choice(found).edit if found else edit
        bench = apply(bench, edit)
    while bench.past:
        bench = undo(bench)
    assert (bench.tree, bench.text) == (start.tree, start.text)


def test_preview_is_what_changes(game: Game) -> None:
    """What a preview says is what applying it does, and rows are followed where they go."""
    bench = dressed(game)
    for edit in all_edits(game):
        after = apply(bench, edit)
        if after is not bench:
            assert preview(bench, edit) == changes(bench, after)
    moved = preview(bench, MoveRow(at=("models", 0), to=1)).rows["models"]
    assert moved[:2] == (1, 0)
    gone = preview(bench, Remove(at=("models", 0))).rows["models"]
    assert gone[:2] == (None, 0)
    copied = preview(bench, CopyRow(at=("models", 0))).rows["models"]
    assert copied[:2] == (0, 2)


def test_everything_is_json(game: Game) -> None:
    """Bench, places, choices and searches are plain JSON."""
    bench = dressed(game)
    found = additions(bench)
    documents = [bench_json(bench), choices_json(found), found_json(find(bench, "a", found), found)]
    documents += [place_json(bench, at) for at in [(), *(row.at for row in roster(bench))]]
    for document in documents:
        assert json.loads(json.dumps(document)) == document
    assert found_json(find(bench, "", found), found)["hits"][0]["choice"] is not None


def test_values_are_choices_too(game: Game) -> None:
    """A key with an end of values offers them with their totals; one without says so."""
    bench = dressed(game)
    for at in [(), ("models", 0)]:
        for field in fields(bench, at):
            if field.type in ("format", "flag", "word", "raise"):
                for choice in values(bench, at, field.id).choices:
                    assert apply(bench, choice.edit).report.force.cost == choice.total
    with pytest.raises(EditError):
        values(bench, (), "notes")


WRONG = [
    ({"do": "fly"}, "do"),
    ({"do": "remove"}, "needs"),
    ({"do": "remove", "at": [1.5]}, "form"),
    ({"do": "move", "at": ["models", 0], "to": -1}, "form"),
    ({"do": "move", "at": ["models", 0], "to": None}, "form"),
    ({"do": "set", "at": [], "key": "a", "colour": 1}, "no key"),
    ({"do": "many", "edits": [{"do": "many", "edits": []}]}, "do"),
    (["remove"], "object"),
]


@pytest.mark.parametrize(("data", "said"), WRONG)
def test_what_is_no_edit_is_refused(data: object, said: str) -> None:
    """JSON that is no edit raises with the reason."""
    with pytest.raises(EditError, match=said):
        read_edit(data)


def test_what_is_not_there_is_refused(game: Game) -> None:
    """A row, a slot, a key or a place in a slot that is not there is refused, and so is undo of nothing."""
    bench = dressed(game)
    wrong: list[Edit] = [
        Remove(at=("models", 99)),
        Remove(at=("cats", 0)),
        CopyRow(at=()),
        MoveRow(at=("models", 0), to=99),
        AddPick(at=("models", 0), slot="pocket", entry="x"),
        AddPick(at=("models", 0, "nose", 3), slot="picks", entry="x"),
        Drop(at=("models", 0), slot=next(iter(game.model.slots)), nth=9),
        Set(at=("models", 0), key="colour", value="red"),
        Set(at=(), key="models", value=[]),
        Add(row={}, kind="cats"),
    ]
    for edit in wrong:
        with pytest.raises(EditError):
            apply(bench, edit)
    for travel in (undo, redo):
        with pytest.raises(EditError):
            travel(bench)


def test_search_puts_what_fits_first() -> None:
    """Names that begin so come before others, what fits before what does not, and a typing mistake gets a hint."""
    game = load_game("rogue-conflict")
    text = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol}\n"
    bench = open_bench(read_text(text), game)
    found = choices(bench, ("models", 0), "gear")
    hits = find(bench, "tac sh", found).hits
    assert [hit.name for hit in hits] == ["Tactical Shield"]
    assert hits[0].marks == ((0, 3), (9, 11))
    assert find(bench, "TS", found).hits[0].name == "Tactical Shield"
    assert find(bench, "tactcal sheld", found).hint == "Did you mean Tactical Shield?"
    standings = [hit.choice.standing for hit in find(bench, "", found).hits if hit.choice]
    assert standings == sorted(standings, key=lambda one: one in ("not-now", "never"))


def test_a_rifle_is_to_blame_for_the_shield() -> None:
    """What another choice would mend is the fault of those that do not; what no choice mends is told once."""
    game = load_game("rogue-conflict")
    row = "{rank: II, weapon: Slug Pistol, gear: Tactical Shield}"
    bench = open_bench(read_text(f"game: rogue-conflict\nmodels:\n  - {row}\n"), game)
    by_name = {one.name: one for one in choices(bench, ("models", 0), "weapon").choices}
    assert by_name["Slug Pistol"].standing == "held"
    assert [one.code for one in by_name["Laser Rifle"].reasons] == ["needs.missing"]
    assert by_name["Laser Rifle"].standing == "not-now"
    assert not [one for one in by_name["Laser Pistol"].reasons if one.code == "needs.missing"]


def test_quick_reads_a_line() -> None:
    """A line makes models: names find their slots, `x2` counts, the beginning of one name is enough."""
    game = load_game("rogue-conflict")
    bench = open_bench(read_text("game: rogue-conflict\n"), game)
    assert quick(bench, ("models",), 'II laser rifle tactical shi x2 name="Big One"') == Add(
        row={"name": "Big One", "rank": "II", "weapon": "Laser Rifle", "gear": ["Tactical Shield"], "count": 2}
    )
    many = quick(bench, ("models",), "I slug pistol, II laser pistol")
    assert isinstance(many, Many)
    assert len(many.edits) == 2
    after = apply(bench, many)
    assert totals(after).models == 2
    assert quick(after, ("models", 0), "medkit") == Set(at=("models", 0), key="gear", value=["Medkit"])
    with pytest.raises(EditError, match="is nothing in"):
        quick(bench, ("models",), "banana")


def test_a_new_group_has_its_leader_in_it() -> None:
    """Adding a group puts whoever leads it into it, in one step of undo."""
    text = "game: stack-and-horde\nmodels:\n  - {unit: Fen Reeve, name: Tod}\n  - {unit: Reedspear}\n"
    bench = open_bench(read_text(text), load_game("stack-and-horde"), text=text)
    first = additions(bench, "groups").choices[0]
    after = apply(bench, first.edit)
    assert after.report.force.groups[0].rows == (after.report.force.rows[0],)
    assert not [one for one in first.reasons if one.code == "group.stranger"]
    assert undo(after).text == text
