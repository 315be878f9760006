"""The place law: whatever an entry carries works the same wherever it stands.

One toy game, a table of places (list, group, model, inside a pick to depth three, given to each) and a table of all
that an entry can carry. Every pair is a test.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from listbuilder.catalogue import Game
from listbuilder.catalogue.query import Quantity, Selector
from listbuilder.exchange.documents.force_document import force_document, publish
from listbuilder.judging.force import Force, Pick
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from tests.support import fast_yaml

HEAD: dict[str, Any] = {
    "id": "places",
    "name": "Places",
    "edition": "1",
    "version": "1.0.0",
    "text": "A game where anything stands anywhere.",
    "stats": {"hp": {"name": "HP", "base": 10}},
    "currencies": {"points": {}, "seats": {}},
    "budgets": {"xp": {"name": "XP"}},
    "kinds": {
        "charm": {"is": "option", "fields": {"power": "number"}},
        "tool": {"is": "gear", "fields": {"power": "number"}},
    },
    "list": {"slots": {"banner": {"kind": "charm"}}},
    "group": {"slots": {"order": {"kind": "charm"}}},
    "model": {
        "slots": {
            "unit": {"kind": "unit", "min": 1, "max": 1},
            "badge": {"kind": "charm"},
            "tool": {"kind": "tool", "max": 1},
            "pocket": {"kind": "gear", "max": 0},
        },
        "fields": {"group": {"type": "group"}},
    },
    "rules": [{"kind": "count", "id": "few", "of": {"count": "models"}, "max": 9}],
}
BOX = {"kind": "charm", "repeats": True}
ENTRIES: list[dict[str, Any]] = [
    {"kind": "unit", "entries": [{"name": "Person", "tags": ["person"]}]},
    {"kind": "tool", "entries": [{"name": "Saw", "power": 4}, {"name": "Hammer", "power": 1}]},
    {"kind": "gear", "entries": [{"name": "Pebble", "text": "Round and grey."}, {"name": "Rope"}]},
    {
        "kind": "keyword",
        "entries": [
            {"name": "Calm", "text": "Stays put.", "grants": {"stats": {"hp": 1}}},
            {"name": "Bold", "text": "Goes on.", "grants": {"stats": {"hp": 4}}},
        ],
    },
]
CHARMS: list[dict[str, Any]] = [
    {"name": "Box", "picks": BOX},
    {"name": "Plain"},
    {"name": "Gives Banner", "grants": {"entries": {"banner": ["thing"]}}},
    {"name": "Gives Order", "grants": {"entries": {"order": ["thing"]}}},
    {"name": "Gives Badge", "grants": {"entries": {"badge": ["thing"]}}},
]


class Place(NamedTuple):
    """Where the thing stands: on what, how deep inside boxes, and whether it was given."""

    on: str
    depth: int = 0
    given: bool = False


PLACES = {
    "list": Place("list"),
    "group": Place("group"),
    "model": Place("model"),
    **{f"{on}, {depth} deep": Place(on, depth) for on in ("list", "group", "model") for depth in (1, 2, 3)},
    **{f"given to the {on}": Place(on, given=True) for on in ("list", "group", "model")},
}
SLOTS = {"list": "banner", "group": "order", "model": "badge"}
REACHED = {"list": [0, 1, 2, 3], "group": [0, 1], "model": [0]}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Callable[[dict[str, Any]], Game]:
    """Games with a thing that carries something; each is made once."""
    made: dict[str, Game] = {}

    def game(carried: dict[str, Any]) -> Game:
        key = json.dumps(carried, sort_keys=True)
        if key not in made:
            folder = tmp_path_factory.mktemp("game") / "places"
            folder.mkdir()
            (folder / "game.yaml").write_text(fast_yaml.dump(HEAD, sort_keys=False), "utf-8")
            thing = {"name": "Thing", "power": 2, "text": "A thing to look at.", **carried}
            for block in (*ENTRIES, {"kind": "charm", "entries": [*CHARMS, thing]}):
                (folder / f"{block['kind']}.yaml").write_text(fast_yaml.dump(block), "utf-8")
            made[key] = check_folder(folder)
        return made[key]

    return game


def judged(game: Game, place: Place | None, times: int = 1) -> Report:
    """The report on a list of four people, two of them in group A, with the thing in its place."""
    raw: dict[str, Any] = {
        "game": "places",
        "models": [{"unit": "Person", "tool": "Saw"} for _ in range(4)],
        "groups": [{"name": "A"}, {"name": "B"}],
    }
    for at, group in enumerate("AAB"):
        raw["models"][at]["group"] = group
    if place is not None:
        slot = SLOTS[place.on]
        owner = {"list": raw, "group": raw["groups"][0], "model": raw["models"][0]}[place.on]
        held: Any = [f"Gives {slot.capitalize()}"] if place.given else ["Thing"] * times
        for _ in range(place.depth):
            held = [{"entry": "Box", "picks": held}]
        owner[slot] = held
    return Referee(game).judge(read_list(raw))


def thing(force: Force) -> Pick:
    """The thing in a force."""
    (found,) = [pick for pick in force.picks if pick.entry.id == "thing"]
    return found


def codes(report: Report) -> list[str]:
    """The codes of all findings."""
    return sorted(finding.code for finding in report.findings)


def hp(report: Report) -> list[int]:
    """The HP of each row."""
    return [row.stats["hp"] for row in report.force.rows]


def on_reached(place: Place, value: int, base: int = 0) -> list[int]:
    """A value for each row that the place reaches, the base for the others."""
    return [value if at in REACHED[place.on] else base for at in range(4)]


Check = Callable[[Report, Place], None]


def free(place: Place, price: int) -> int:
    """What is given costs nothing."""
    return 0 if place.given else price


def costs(report: Report, place: Place) -> None:
    force = report.force
    assert dict(force.totals) == {"points": free(place, 7), "seats": free(place, 3)}
    assert Quantity(sum="seats").evaluate(force, force.root) == free(place, 3)
    chosen = Quantity(sum="cost", where=Selector(entry=("thing",)), from_="picks")
    assert chosen.evaluate(force, force.root) == free(place, 7)
    assert codes(report) == []


def stats(report: Report, place: Place) -> None:
    assert hp(report) == on_reached(place, 12, 10)


def room(report: Report, place: Place) -> None:
    assert [row.room["pocket"] for row in report.force.rows] == on_reached(place, 1)


def budget(report: Report, place: Place) -> None:
    assert [row.budgets["xp"].allowed for row in report.force.rows] == on_reached(place, 5)


def limits(report: Report, place: Place) -> None:
    assert codes(report) == ["count.over"]


def own_number(report: Report, place: Place) -> None:
    assert thing(report.force).field("power") == 5
    assert (
        Quantity(sum="power", where=Selector(entry=("thing",)), from_="picks").evaluate(report.force, report.force.root)
        == 5
    )


def own_cost(report: Report, place: Place) -> None:
    assert report.force.cost == free(place, 4)


def numbers_in_a_slot(report: Report, place: Place) -> None:
    assert [row.slots["tool"][0].field("power") for row in report.force.rows] == on_reached(place, 7, 4)


def cost_in_a_slot(report: Report, place: Place) -> None:
    assert [row.cost for row in report.force.rows] == on_reached(place, 6)


def entries(report: Report, place: Place) -> None:
    found = [[pick.entry.id for pick in row.inside if pick.slot == "pocket"] for row in report.force.rows]
    assert found == [["pebble"] if at in REACHED[place.on] else [] for at in range(4)]
    assert codes(report) == []


def has_calm(report: Report, place: Place) -> None:
    test = Selector(keyword=("calm",)).fits
    assert [test(row) for row in report.force.rows] == [at in REACHED[place.on] for at in range(4)]
    assert hp(report) == on_reached(place, 11, 10)


def is_odd(report: Report, place: Place) -> None:
    test = Selector(tag=("odd",)).fits
    assert [test(row) for row in report.force.rows] == [at in REACHED[place.on] for at in range(4)]


def lacks(report: Report, place: Place) -> None:
    assert codes(report) == ["needs.missing"]


def lacks_nothing(report: Report, place: Place) -> None:
    assert codes(report) == []


def judged_list(report: Report, place: Place) -> None:
    assert codes(report) == ["count.over"]


def judged_groups(report: Report, place: Place) -> None:
    wanted = {"list": ["A", "B"], "group": ["A"], "model": ["A"]}[place.on]
    assert [one.message.split()[0] for one in report.findings] == wanted


def judged_models(report: Report, place: Place) -> None:
    assert [one.where for one in report.findings] == [f"models[{at}]" for at in REACHED[place.on]]


def bold(report: Report, place: Place) -> None:
    assert hp(report) == on_reached(place, 14, 10)
    assert Quantity(count="picks", where=Selector(keyword=("bold",))).evaluate(report.force, report.force.root) == 1


def tagged(report: Report, place: Place) -> None:
    force = report.force
    assert Quantity(count="picks", where=Selector(tag=("odd",))).evaluate(force, force.root) == 1
    owner = thing(force).owner
    assert Selector(tag=("odd",)).fits(owner)


def weighs(report: Report, place: Place) -> None:
    assert Quantity(count="picks", where=Selector(entry=("thing",))).evaluate(report.force, report.force.root) == 3


def offers(report: Report, place: Place) -> None:
    assert codes(report) == ["offer.outside"] * len(REACHED[place.on])
    assert [one.where for one in report.findings] == [f"models[{at}].tool" for at in REACHED[place.on]]


def offered_price(report: Report, place: Place) -> None:
    assert [row.cost for row in report.force.rows] == on_reached(place, 9)


def conditional(report: Report, place: Place) -> None:
    assert hp(report) == on_reached(place, 13, 10)


NONE = {"count": "models", "where": {"tag": "person"}}
CARRIED: dict[str, tuple[dict[str, Any], Check]] = {
    "cost in two currencies": ({"cost": {"points": 7, "seats": 3}}, costs),
    "stats": ({"grants": {"stats": {"hp": 2}}}, stats),
    "slots": ({"grants": {"slots": {"pocket": 1}}}, room),
    "budgets": ({"grants": {"budgets": {"xp": 5}}}, budget),
    "limits": ({"grants": {"limits": {"few": -6}}}, limits),
    "a number of its own": ({"grants": {"fields": {"self": {"power": 3}}}}, own_number),
    "its own cost": ({"cost": 9, "grants": {"fields": {"self": {"cost": -5}}}}, own_cost),
    "numbers in a slot": ({"grants": {"fields": {"tool": {"power": 3}}}}, numbers_in_a_slot),
    "costs in a slot": ({"grants": {"fields": {"tool": {"cost": 6}}}}, cost_in_a_slot),
    "entries": ({"grants": {"entries": {"pocket": ["pebble"]}}}, entries),
    "given keywords": ({"grants": {"keywords": ["Calm"]}}, has_calm),
    "given tags": ({"grants": {"tags": ["odd"]}}, is_odd),
    "needs that are not met": ({"needs": {"entry": "rope"}}, lacks),
    "needs that are met": ({"needs": {"tag": "person"}}, lacks_nothing),
    "a rule over the list": ({"rules": [{"kind": "count", "id": "own", "of": NONE, "max": 1}]}, judged_list),
    "a rule over groups": (
        {"rules": [{"kind": "count", "id": "own", "over": "group", "of": NONE, "max": 0}]},
        judged_groups,
    ),
    "a rule over models": (
        {"rules": [{"kind": "count", "id": "own", "over": "model", "of": NONE, "max": 0}]},
        judged_models,
    ),
    "keywords": ({"keywords": ["Bold"]}, bold),
    "tags": ({"tags": ["odd"]}, tagged),
    "counts": ({"counts": 3}, weighs),
    "offers": ({"offers": {"tool": ["hammer"]}}, offers),
    "offered prices": ({"offers": {"tool": ["hammer", {"entry": "saw", "cost": 9}]}}, offered_price),
    "a condition": (
        {"grants": {"stats": {"hp": 3}, "when": {"count": "picks", "where": {"entry": "thing"}}}},
        conditional,
    ),
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize(("carried", "check"), CARRIED.values(), ids=CARRIED)
def test_whatever_it_carries_works_wherever_it_stands(
    games: Callable[[dict[str, Any]], Game], carried: dict[str, Any], check: Check, place: Place
) -> None:
    """What an entry carries is costed, counted and effective in every place."""
    check(judged(games(carried), place), place)


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_it_is_selectable_and_counted(games: Callable[[dict[str, Any]], Game], place: Place) -> None:
    """A selector finds it, a count counts it, a sum adds its number, its owner fits."""
    force = judged(games({}), place).force
    where = Selector(entry=("thing",))
    assert Quantity(count="picks", where=where).evaluate(force, force.root) == 1
    assert Quantity(count="entries", where=where).evaluate(force, force.root) == 1
    assert Quantity(sum="power", where=where, from_="picks").evaluate(force, force.root) == 2
    assert [row for row in force.rows if where.fits(row)] == ([force.rows[0]] if place.on == "model" else [])
    assert [group.name for group in force.groups if where.fits(group)] == ([] if place.on == "list" else ["A"])
    assert where.fits(force.root)
    under = Selector(entry=("thing",), under=Selector(entry=("box",)))
    assert Quantity(count="picks", where=under).evaluate(force, force.root) == bool(place.depth)


@pytest.mark.parametrize(
    "place", [one for one in PLACES.values() if not one.given], ids=[id for id, one in PLACES.items() if not one.given]
)
def test_its_limit_holds(games: Callable[[dict[str, Any]], Game], place: Place) -> None:
    """One over the limit is a finding, and gives nothing more; at the limit both work."""
    carried = {"limit": 2, "grants": {"stats": {"hp": 2}}}
    game = games(carried)
    own = place._replace(depth=0)
    for number, hits in ((2, 4), (3, 4)):
        report = judged(game, own, number)
        assert codes(report) == (["limit.over"] if number == 3 else [])
        assert hp(report) == on_reached(place, 10 + hits, 10)


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_it_is_exported(games: Callable[[dict[str, Any]], Game], place: Place) -> None:
    """The engine's document has it with its place, its cost in every currency and who gave it."""
    report = judged(games({"cost": {"points": 7, "seats": 3}, "keywords": ["Bold"], "tags": ["odd"]}), place)
    force = publish(report)
    (found,) = [pick for pick in force.picks() if pick.id == "thing"]
    assert found.granted is place.given
    assert found.cost == free(place, 7)
    assert dict(found.costs) == ({} if place.given else {"points": 7, "seats": 3})
    assert [use.id for use in found.keywords] == ["bold"]
    assert force.entries[found.entry].text == "A thing to look at."
    assert ("odd" in force.models[0].tags) is (place.on == "model")
    written = json.dumps(force_document(report))
    assert written.count('"id": "thing"') == 2  # the pick, and the entry in the table
