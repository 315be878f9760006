"""Records of play say what the rulebooks say: general laws first, then what was once read wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.catalogue.effects.parts import Amount, Test
from listbuilder.catalogue.effects.playbook import Playbook
from listbuilder.catalogue.effects.verbs import Act, Cancel, Change, Choose, Damage, Effect, Forbid, Give, Ignore, Take
from listbuilder.loading import game_folders

GAMES = sorted(game_folders())
each_game = pytest.mark.parametrize("game", GAMES)


def parts(value: object, type_: type) -> Iterator[Any]:
    """Every part of a record that is of a type, to any depth."""
    if isinstance(value, type_):
        yield value
    if isinstance(value, tuple):
        for one in value:
            yield from parts(one, type_)
    for name in getattr(value, "record_names", ()):
        yield from parts(getattr(value, name), type_)


def book_of(game: str) -> Playbook:
    """What a game says about play."""
    return load_game(game).playbook


def effects(game: str, key: str) -> tuple[Effect, ...]:
    """What an entry does."""
    return tuple(book_of(game).entries[key].effects)


def everything(game: str) -> tuple[Any, ...]:
    """All records of a game."""
    book = book_of(game)
    entries = (part for play in book.entries.values() for part in (play.effects, play.use))
    return (*entries, *(sequence.steps for sequence in book.sequences.values()))


@each_game
def test_every_named_rule_is_that_of_some_record(game: str) -> None:
    """A rule that nothing belongs to could be ignored without any difference."""
    owned = {one.rule for one in parts(everything(game), Effect)}
    assert set(book_of(game).terms.rules) <= owned


@each_game
def test_every_state_that_is_given_ends(game: str) -> None:
    """What a record gives at some moment is over at another, or some record takes it away."""
    states = book_of(game).terms.states
    given = {
        name
        for one in parts(everything(game), Give)
        for name in one.what
        if name in states and one.when and not one.until
    }
    taken = {name for one in parts(everything(game), Take) for name in one.what}
    taken |= {part for name in taken if name in states for part in states[name].any}
    assert given <= taken


@each_game
def test_every_resource_that_is_spent_can_be_had(game: str) -> None:
    """A price is in something that starts, is gained, or is given by a record."""
    book = book_of(game)
    prices = {
        name
        for one in (*parts(everything(game), Effect), *(play.use for play in book.entries.values() if play.use))
        for name in one.price
    }
    had = {name for name, one in book.terms.resources.items() if one.start is not None or one.gain is not None}
    had |= {name for one in parts(everything(game), Give) for name in one.what}
    assert prices <= had


def test_poison_is_not_lowered() -> None:
    """Nothing reduces it: neither DR nor what Power Through ignores, which belongs to a rule for that."""
    (poison,) = (one for one in effects("rogue-conflict", "condition/poison") if isinstance(one, Damage))
    (through,) = effects("rogue-conflict", "ability/power-through")
    assert {"dr", through.rule} <= {*poison.ignoring}


def test_overwatch_waits_for_the_cover_and_ends_the_activation() -> None:
    """The attack comes after the enemy has moved out, and the action ends the activation."""
    own = effects("rogue-conflict", "action/overwatch")
    (shot,) = (one for one in own if isinstance(one, Act))
    assert [moment.after for moment in shot.when] == [("exposed",)]
    assert [one.what for one in own if isinstance(one, Cancel)] == ["activation"]
    assert "activation" in [
        one.what for one in effects("demihuman-combat", "action/disengaging") if isinstance(one, Cancel)
    ]


def test_gear_without_an_action_is_not_an_action() -> None:
    """What Hit and Run asks for is done by no gear that takes no action."""
    book = book_of("rogue-conflict")
    use = book.entries["ability/hit-and-run"].use
    assert use is not None
    barred = {name for one in parts(use.if_, Test) for name in one.did}
    free = [
        play.use
        for play in book.entries.values()
        if play.use and (cost := play.use.price.get("action")) and cost.value == 0
    ]
    assert len(free) == 3
    assert all(one.as_ not in barred for one in free)


def test_ties_are_broken_as_printed() -> None:
    """Pips, points on the board, models, and then it is a draw."""
    victory = book_of("demihuman-combat").course.victory
    assert victory is not None
    assert [one.of or (one.count and "count") for one in victory.most] == ["vp", "pip", "cost", "count"]


@pytest.mark.parametrize(
    ("mission", "asked"), [("points-of-interest", "from-the-start"), ("demihuman-patrolling", "demihuman")]
)
def test_only_some_hold_objectives(mission: str, asked: str) -> None:
    """Of a held objective, the record says which models count."""
    (held,) = (
        one.amount.whose
        for one in effects("demihuman-combat", f"mission/{mission}")
        if isinstance(one, Give) and one.amount and one.amount.held
    )
    assert held is not None
    assert asked in held.is_ or asked in str(held.where)


def test_the_vault_pays_attackers() -> None:
    """Defenders neither take money nor score by it."""
    _, allow, give = effects("demihuman-combat", "mission/vault-robbery")
    assert allow.to is not None and allow.to.is_ == ("attacking-side",)
    assert [moment.by.is_ for moment in give.when if moment.by] == [("attacking-side",)]


def test_helping_names_the_condition() -> None:
    """One point of a condition that the game has, chosen by the player."""
    (choice,) = (one for one in effects("demihuman-combat", "action/helping") if isinstance(one, Choose))
    taken = {name for option in choice.options for one in option if isinstance(one, Take) for name in one.what}
    assert taken == {entry.id for entry in load_game("demihuman-combat").entries if entry.kind == "condition"}


@pytest.mark.parametrize(("unit", "warned"), [("Bargee", True), ("Mother Lock", False)])
def test_patrolling_needs_a_demihuman_on_the_table(unit: str, warned: bool) -> None:
    """Without one there is nothing to score, which is a warning."""
    game = load_game("demihuman-combat")
    models = [{"unit": "Mother Lock", "deploy": unit == "Mother Lock"}, {"unit": "Bargee"}]
    data: dict[str, Any] = {"game": game.id, "mission": "Demihuman Patrolling", "models": models}
    report = validate(resolve(read_list(data), game))
    found = [one.severity for one in report.findings if one.rule == "patrolling-demihumans"]
    assert found == (["warning"] if warned else [])


def test_outnumbered_is_alone() -> None:
    """Three enemies, and no friend beside."""
    crowded = book_of("constellation-warrior").terms.states["crowded"]
    assert [one.number is not None for one in crowded.if_] == [True, False]
    (friends,) = (test.some for test in crowded.if_[1].not_)
    assert friends is not None and friends.side == "friend"


def test_guards_may_fight_through_hatchways() -> None:
    """Shoot, Fight and Hatchway Fight are the ways to break in."""
    (guard,) = (one for one in effects("kill-team", "summary/on-guard") if isinstance(one, Choose))
    acts = [one.what for option in guard.options for one in option if isinstance(one, Act)]
    assert acts == [("shoot",), ("fight",), ("hatchway-fight",)]


@pytest.mark.parametrize("heights", [(3,), (1, 3), (3, 3), (1, 1, 3), (2, 2), (5, 1, 1)])
def test_an_activation_has_one_free_drop_in_all(heights: tuple[int, ...]) -> None:
    """However the height is shared out among drops, together they cost all of it but what is free once."""
    (drop,) = effects("kill-team", "summary/dropping")
    assert isinstance(drop, Change) and isinstance(drop.by, Amount)
    cost = drop.by
    free = 2  # inches, as printed
    assert (cost.of, cost.in_) == (cost.max and cost.max.of, "activation") == ("drop-height", "activation")
    assert cost.plus and (cost.plus.of, cost.plus.times) == ("drop-free", -1) and cost.min and cost.min.value == 0
    paid = [min(height, max(0, sum(heights[: at + 1]) - free)) for at, height in enumerate(heights)]
    assert sum(paid) == max(0, sum(heights) - free)


def test_riders_are_dismounted_and_allies_make_room() -> None:
    """The rider goes down, not the mount; those beside whoever is pushed back move aside."""
    (thrown,) = effects("stack-and-horde", "summary/dismounting")
    assert thrown.pick is not None and thrown.pick.is_ == ("rider",)
    aside = effects("stack-and-horde", "maneuver/bull-rush-maneuver")[0]
    assert aside.to is not None and aside.to.not_ is not None


def test_models_do_not_move_through_models() -> None:
    """The rule is that of a record, and Ghost module ignores it."""
    (moving,) = effects("rogue-conflict", "summary/moving")
    (ghost,) = (one for one in effects("rogue-conflict", "gear/ghost-module") if isinstance(one, Ignore))
    assert isinstance(moving, Forbid) and moving.rule in ghost.what


def test_who_dodges_is_known_from_the_list() -> None:
    """Dodge makes a dodger, a mount one of its rider, and a Transport can be none."""
    of_rider = effects("stack-and-horde", "special/mount")[1]
    assert any(
        isinstance(one, Give) and one.what == ("dodges",) for one in effects("stack-and-horde", "modifier/dodge")
    )
    assert isinstance(of_rider, Give) and of_rider.if_[0].is_ == of_rider.what == ("dodges",)
    assert of_rider.to is not None and of_rider.to.is_ == ("rider",)
    barred = [one.what for one in parts(book_of("stack-and-horde").entries["special/transport"], Forbid)]
    assert barred == [("dodges",)]


def test_higher_ground_is_a_difference_of_levels() -> None:
    """So much Defense for each level between the two, and it is no hostile square unless the levels are the same."""
    higher, _ = effects("stack-and-horde", "situation/elevation")
    assert isinstance(higher, Change) and higher.by is not None and higher.by.plus is not None
    assert higher.by.of == higher.by.plus.of == "level"
    (ends,) = effects("stack-and-horde", "situation/hostile-squares")
    (same,) = ends.if_
    assert same.number is not None and same.number.of == "level" and same.min == same.max


def test_what_cannot_be_had_is_forbidden_by_its_name() -> None:
    """XP is a thing, and being Uncroaked a special; neither needs an action of its own."""
    (never,) = effects("stack-and-horde", "special/inhuman")
    assert isinstance(never, Forbid) and never.what == ("uncroaked", "xp")


@pytest.mark.parametrize("mission", ["gang-war", "king-of-the-hill", "points-of-interest"])
def test_who_was_there_from_the_start_is_marked_when_the_game_starts(mission: str) -> None:
    """Whoever is spawned later has no mark, and a mission that asks for it gives it."""
    marks = [
        one for one in effects("demihuman-combat", f"mission/{mission}") if "from-the-start" in getattr(one, "what", ())
    ]
    (mark,) = marks
    assert isinstance(mark, Give) and [moment.start for moment in mark.when] == ["game"]
    assert mark.to is not None and mark.to.is_ == ("on-board",)


def test_an_activation_makes_activated_until_the_round_ends() -> None:
    """A unit that is passed has an activation too; the record is one of every model."""
    (mark,) = effects("demihuman-combat", "summary/activations")
    assert isinstance(mark, Give) and mark.what == ("activated",)
    assert [moment.end for moment in mark.when] == ["activation"]
    assert [moment.end for moment in mark.until] == ["round"]
    assert "activations" in book_of("demihuman-combat").course.models


def test_a_fall_is_as_high_as_the_terrain() -> None:
    """Half of the terrain's height, rounded up."""
    (fall,) = effects("demihuman-combat", "summary/climbing-and-falling")
    assert isinstance(fall, Damage)
    assert (fall.amount.of, fall.amount.round) == ("terrain-height", "up")
    assert book_of("demihuman-combat").terms.numbers["terrain-height"].means == "height"


def test_control_range_and_activations_of_kill_team_are_records() -> None:
    """Held is an enemy in sight and so near, free none but the target; expended lasts as long as the turning point."""
    states = book_of("kill-team").terms.states
    (held,), (free,) = states["held"].if_, states["free"].if_
    (other,) = free.not_
    assert held.some is not None and other.some is not None
    assert (held.some.side, held.some.seen, other.some.side) == ("enemy", True, "enemy")
    assert held.some.within == other.some.within and other.some.not_ is not None
    assert other.some.not_.role == "target"
    (spent,) = effects("kill-team", "summary/firefight-phase")
    assert isinstance(spent, Give) and spent.what == ("expended",)
    assert ([one.end for one in spent.when], [one.end for one in spent.until]) == (["activation"], ["turning-point"])
