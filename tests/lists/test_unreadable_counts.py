"""A number of copies that can't be read is refused and counts as nothing, wherever the list is shown or changed."""

from __future__ import annotations

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.building import AddPick, Bench, Set, apply, choices, fixes, open_bench, roster, slots, totals
from listbuilder.catalogue import Game
from listbuilder.judging.roster_lines import roster_lines
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists.document import parse_list
from listbuilder.loading import load_game
from listbuilder.storage.reading import read_text
from tests.support.paths import DESIGNS

BASE = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol, count: 5}\n"
ROW = "  - {rank: II, weapon: Laser Rifle, count: %s}\n"
UNREAD = ("0", "-1", "two", "1.5", "true", "[2]", "{a: 1}", '"3"', "301", "99999999999999999999")


@pytest.fixture(scope="module")
def game() -> Game:
    """The game of these lists."""
    return load_game("rogue-conflict")


def judged(text: str, game: Game) -> Report:
    """What is said of a list."""
    return Referee(game).judge(parse_list(read_text(text)))


def bench_of(text: str, game: Game) -> Bench:
    """A list on the bench."""
    return open_bench(read_text(text), game, text=text)


@pytest.mark.parametrize("count", UNREAD)
def test_a_row_whose_count_is_refused_is_nobody(count: str, game: Game) -> None:
    """It has one finding, costs nothing and brings no model; nothing on it is judged; its line stays in the table."""
    report = judged(BASE + ROW % count, game)
    assert [one.where for one in report.findings] == ["models[1].count"]
    assert "counts as nothing" in str(report.findings[0].hint)
    assert (report.force.cost, report.force.size, len(report.force.models)) == (75, 5, 5)
    lines = list(roster_lines(report.force))
    assert [(line.number, line.cost) for line in lines] == [("1", 75), ("2", 0)]
    assert lines[1].text == "not counted: II, Laser Rifle"


@pytest.mark.parametrize("count", ["1001" if count == "301" else count for count in UNREAD])
def test_a_pick_whose_count_is_refused_is_not_there(count: str, game: Game) -> None:
    """It costs nothing and fills no room."""
    row = "  - {rank: I, weapon: Slug Pistol, gear: [{entry: Medkit, count: %s}, Grappling Hook]}\n"
    report = judged(BASE + row % count, game)
    assert [one.where for one in report.findings] == ["models[1].gear[0].count"]
    whole = judged(BASE + "  - {rank: I, weapon: Slug Pistol, gear: [Grappling Hook]}\n", game)
    assert (report.force.cost, report.force.size) == (whole.force.cost, whole.force.size)


def test_what_a_refused_row_carries_helps_nobody() -> None:
    """A civilian's companion that counts as nothing is no companion, nor is a leader who is not there one."""
    game = load_game("stack-and-horde")
    units = [one.name for one in game.entries if one.kind == "unit"]
    text = (
        f"game: stack-and-horde\nmodels:\n  - {{unit: {units[0]}, name: Tod, group: V, count: 0}}\n"
        f"  - {{unit: {units[0]}, group: V}}\ngroups:\n  - {{name: V, kind: stack, leader: Tod}}\n"
    )
    force = judged(text, game).force
    assert force.size == 1
    assert force.groups[0].posts == {}
    assert len(force.groups[0].members) == 1


def test_a_size_that_is_refused_is_nobody() -> None:
    """A squad of a size that can't be read costs nothing."""
    game = load_game("tide-ledger", [DESIGNS])
    size = next(id for id, field in game.model.fields.items() if field.type == "size")
    head = next(iter(game.model.slots))
    unit = next(one.name for one in game.entries if one.kind == game.model.slots[head].kind)
    for said in ("0", "many", "-3"):
        force = judged(f"game: tide-ledger\nmodels:\n  - {{{head}: {unit}, {size}: {said}}}\n", game).force
        assert (force.cost, force.size) == (0, 0), said


def test_a_group_is_not_counted() -> None:
    """`count` of a group says nothing, and so is said to be unknown."""
    text = "game: stack-and-horde\nmodels: []\ngroups:\n  - {name: V, kind: stack, count: 3}\n"
    found = judged(text, load_game("stack-and-horde")).findings
    assert ("key.unknown", "groups[0].count") in [(one.code, one.where) for one in found]


def test_a_row_that_is_no_row_is_said_once(game: Game) -> None:
    """What is no model is not asked for its rank."""
    report = judged(f"{BASE}  - Zara\n", game)
    assert [one.where for one in report.findings] == ["models[1]"]
    assert report.force.size == 5


def test_more_models_than_a_table_holds_are_counted_as_written(game: Game) -> None:
    """The total, the table and the finding agree on how many there are."""
    text = "game: rogue-conflict\nmodels:\n" + "  - {rank: I, weapon: Slug Pistol, count: 300}\n" * 2
    report = judged(text, game)
    assert report.force.size == 600
    assert sum(line.cost for line in roster_lines(report.force)) == report.force.cost


def test_the_bench_shows_and_mends_it(game: Game) -> None:
    """The row stands among the others, its slots can be filled, and a fix is offered that makes the list legal."""
    bench = bench_of(BASE + ROW % "0", game)
    assert [(row.count, row.cost) for row in roster(bench)] == [(5, 75), (0, 0)]
    assert (totals(bench).total, totals(bench).models) == (75, 5)
    assert {slot.id for slot in slots(bench, ("models", 1))} >= {"rank", "weapon", "gear"}
    assert choices(bench, ("models", 1), "gear").choices
    filled = apply(bench, AddPick(at=("models", 1), slot="gear", entry="Medkit"))
    assert totals(filled).total == 75
    ways = fixes(bench, bench.report.findings[0])
    assert ways
    for way in ways:
        assert apply(bench, way.edit).report.valid
    assert totals(apply(bench, Set(at=("models", 1), key="count", value=2))).models == 7


def test_the_bench_mends_a_pick_too(game: Game) -> None:
    """A pick that counts as nothing can be taken out or made one."""
    bench = bench_of(BASE + "  - {rank: I, weapon: Slug Pistol, gear: [{entry: Medkit, count: 0}]}\n", game)
    ways = fixes(bench, bench.report.findings[0])
    assert {apply(bench, way.edit).report.force.cost for way in ways} >= {90}
    assert all(apply(bench, way.edit).report.valid for way in ways)


def test_it_is_not_exported(game: Game) -> None:
    """A list with such a row is refused by what writes it elsewhere."""
    from listbuilder.exchange.documents.judged import judge_list

    with pytest.raises(DocumentError):
        judge_list(read_text(BASE + ROW % "0"), Referee(game))
