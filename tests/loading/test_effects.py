"""Rules as data: terms, uses and effects are read into typed records, and every slip in them is told at its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder.base.errors import CatalogueError
from listbuilder.base.values import Dice
from listbuilder.catalogue.effects.playbook import Playbook, Use, merged_use, pack_playbook, unpack_playbook
from listbuilder.catalogue.effects.verbs import VERBS
from listbuilder.loading import check_folder, game_folders, load_game
from listbuilder.loading.effects.coverage import coverage_of
from listbuilder.loading.effects.text_checks import digits_of
from listbuilder.loading.type_checks import adapter
from listbuilder.ui.cli.app import app
from tests.support import fast_yaml

HEAD = {
    "id": "toy",
    "name": "Toy",
    "edition": "1",
    "version": "1.0.0",
    "text": "Small.",
    "stats": {"hp": {"name": "HP", "base": 3}, "acc": {"name": "Acc", "base": 0}},
    "model": {"slots": {"gear": {"kind": "gear"}}},
    "terms": {
        "periods": {"round": {"number": 4}, "activation": {"in": "round", "of": "model", "order": "alternate"}},
        "actions": {"attack": "Hit somebody.", "move": "Go."},
        "events": {"killed": "Gone."},
        "numbers": {"to-hit": "Added to the die.", "base": 5},
        "rolls": {"attack-roll": ["miss", "hit"]},
        "states": {"open": "No cover.", "cover": "Behind something.", "hidden": {"if": {"is": "cover"}}},
        "resources": {"action": {"each": "activation", "start": 2}},
        "things": {"loot": "A marker."},
        "places": {"middle": "Half way."},
        "rules": {"cover-save": "The save."},
    },
    "use": {"gear": {"price": {"action": 1}}},
}


def game(tmp_path: Path, entry: str, **head: object) -> Path:
    """The folder of a small game with one piece of gear, whose keys are given as YAML on the third line."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "game.yaml").write_text(fast_yaml.dump({**HEAD, **head}, sort_keys=False), "utf-8")
    (folder / "gear.yaml").write_text(f"kind: gear\nentries:\n- {{name: Thing, text: Does it., {entry}}}\n", "utf-8")
    return folder


@pytest.mark.parametrize(
    "effect",
    [
        "{do: change, what: acc, by: 2, during: {event: attack, by: self}}",
        "{do: treat, what: open, as: cover, if: {not: {is: hidden}}}",
        "{do: ignore, what: [cover, cover-save]}",
        '{when: use, do: damage, amount: 1d6+3, to: {within: 3", of: {point: 12"}}}',
        "{when: {start: activation, of: self}, do: heal, amount: 1}",
        "{when: {end: round, every: 2}, do: kill, to: {side: enemy, in: middle, wholly: true, choose: 1}}",
        '{when: use, do: push, amount: 3", direction: away, of: self, to: target}',
        '{when: use, do: move, amount: {of: hp, per: 2, round: up, plus: 1}, ends: {some: {side: friend, within: 0"}}}',
        "{when: {start: game}, do: place, what: loot, amount: 2, where: {in: middle}, by: owner}",
        "{when: {after: killed, at: enemy}, do: act, what: attack, with: {do: change, what: to-hit, by: -3}}",
        "{when: use, do: give, what: action, to: {side: friend, seen: true, choose: 1}}",
        "{when: use, do: take, what: loot, amount: all}",
        "{do: allow, what: move}",
        "{do: forbid, what: attack, until: {end: round}, when: use}",
        "{do: reroll, roll: attack-roll, count: 1, may: true}",
        "{do: turn, roll: attack-roll, from: miss, into: hit, count: 1}",
        "{when: use, do: roll, dice: 1d6, reach: 4, then: {do: heal, amount: 1}, else: {do: damage, amount: 1}}",
        "{when: use, do: choose, options: [{do: heal, amount: 1}, [{do: kill}, {do: kill}]]}",
        "{when: {before: attack, at: friend}, do: redirect, to: self}",
        "{when: {before: killed, at: self}, if: {number: hp, min: 3}, do: cancel, uses: 1 per round}",
        "{do: special, tag: copies, text: Copies another.}",
    ],
)
def test_every_verb_is_read(effect: str, tmp_path: Path) -> None:
    """One record of each verb passes the check, and comes back from the compiled game as it was."""
    folder = game(tmp_path, f"effects: {effect}")
    book = check_folder(folder, thorough=True).playbook
    (made,) = book.entries["gear/thing"].effects
    assert made.do == fast_yaml.load(effect)["do"]
    assert type(made) is VERBS[made.do]
    assert unpack_playbook(pack_playbook(book)) == book


def test_all_verbs_are_tried() -> None:
    """The list above has every verb."""
    tried = {one.split("do: ")[1].split(",")[0].split("}")[0] for one in cases(test_every_verb_is_read)}
    assert tried == set(VERBS)


def cases(test: object) -> list[str]:
    """The parameters of a test."""
    return list(test.pytestmark[0].args[1])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("effects: {do: heel, amount: 1}", "there is no verb `heel`. Did you mean heal?"),
        ("effects: {amount: 1}", "`do` is missing."),
        ("effects: {do: kill, wen: use}", "Unknown key `wen`. Did you mean when?"),
        ("effects: {do: change, what: acc}", "`change` says `by` or `as`"),
        ("effects: {do: change, what: ac, by: 1}", "`ac`. Did you mean acc?"),
        ("effects: {do: change, what: cover, by: 1}", "`cover` is a state, and that can't stand here."),
        ("effects: {do: kill, to: {is: covr}}", "There is no state `covr`. Did you mean cover?"),
        ("effects: {do: kill, to: freind}", "Did you mean friend?"),
        ("effects: {do: kill, when: {after: kiled}}", "`kiled`. Did you mean killed?"),
        ("effects: {do: kill, when: {start: turn}}", "There is no period `turn`."),
        ("effects: {do: kill, when: {start: round, end: round}}", "a moment is one of"),
        (
            "effects: {do: kill, when: {event: attack}}",
            "or before or after, not event",
        ),
        ("effects: {do: heal, amount: lots}", "`lots`."),
        ("effects: {do: heal, amount: 1, price: {actions: 1}}", "There is no resource `actions`. Did you mean action?"),
        ("effects: {do: kill, to: {where: {tag: none-such}}}", "There is no tag `none-such`."),
        (
            "effects: {do: turn, roll: attack-roll, from: mis, into: hit}",
            "no result `mis`. Did you mean miss?",
        ),
        ("effects: {do: kill, if: {number: hp}}", "`number` goes with `min`"),
        ("effects: {do: change, what: acc, by: {of: acc}}", "This changes acc and reads it"),
        ("effects: {do: treat, what: cover, as: open, if: {is: cover}}", "This treats cover and asks for it."),
        ("values: {far: 3}", "Nobody uses the value `far`."),
        ("effects: {do: heal, amount: cover}, values: {cover: 3}", "called like one of the states of the game"),
        ("effects: {do: heal, amount: action}, values: {action: 3}", "called like one of the resources of the game"),
        ("use: {uses: 1 per round}", "written `uses` on the entry itself"),
        ("use: {at: {event: attack}}, activation: passive", "Thing is passive"),
        ("use: {lasts: {end: turn}}", "There is no period `turn`."),
    ],
)
def test_a_slip_is_told(entry: str, told: str, tmp_path: Path) -> None:
    """One finding, at the line of the slip."""
    with pytest.raises(CatalogueError) as error:
        check_folder(game(tmp_path, entry), thorough=True)
    findings = error.value.findings
    assert len(findings) == 1, [one.message for one in findings]
    assert told in f"{findings[0].message} {findings[0].hint}"
    assert findings[0].line == 3 and str(findings[0].file).endswith("gear.yaml")


def test_circles_of_two_are_found(tmp_path: Path) -> None:
    """A change that reads what another changes that reads it; a number on the card is no circle."""
    both = "effects: [{do: change, what: acc, by: {of: hp}}, {do: change, what: hp, by: {of: acc}}]"
    with pytest.raises(CatalogueError) as error:
        check_folder(game(tmp_path, both), thorough=True)
    assert {one.code for one in error.value.findings} == {"catalogue.circle"}
    card = "effects: {do: change, what: acc, by: {of: acc, card: true}}"
    (tmp_path / "more").mkdir()
    assert check_folder(game(tmp_path / "more", card), thorough=True).playbook.entries


def test_a_change_that_is_done_at_once_may_read_its_own_number(tmp_path: Path) -> None:
    """Only what stays in force can wait for itself."""
    once = "effects: {when: {before: killed, at: self}, if: {number: hp, min: 3}, do: change, what: hp, as: 1}"
    assert check_folder(game(tmp_path, once), thorough=True)


def test_slips_in_terms_are_told(tmp_path: Path) -> None:
    """Terms name other terms; a period that is not there is told at its line."""
    terms = {**HEAD["terms"], "periods": {"round": {"in": "gaem"}}}  # type: ignore[dict-item]
    with pytest.raises(CatalogueError) as error:
        check_folder(game(tmp_path, "cost: 1", terms=terms), thorough=True)
    told = " ".join(f"{one.message} {one.hint}" for one in error.value.findings)
    assert "There is no period `gaem`. Did you mean game?" in told
    assert all(str(one.file).endswith("game.yaml") and one.line for one in error.value.findings)


def test_resource_names_a_line_of_the_match(tmp_path: Path) -> None:
    """A resource that takes its number from two lists names a line that there is."""
    resources = {"action": {"each": "activation", "start": 2}, "chip": {"per": "player", "match": "Chips"}}
    terms = {**HEAD["terms"], "resources": resources}  # type: ignore[dict-item]
    with pytest.raises(CatalogueError, match="problem") as error:
        check_folder(game(tmp_path, "cost: 1", terms=terms), thorough=True)
    assert any("`Chips`" in one.message for one in error.value.findings)


def test_constants_are_printed_in_texts(tmp_path: Path) -> None:
    """A number of the game with a value has a place in every text."""
    folder = game(tmp_path, "cost: 1")
    path = folder / "gear.yaml"
    path.write_text(path.read_text("utf-8").replace("Does it.", "'Difficulty {base}, {base:word}.'"), "utf-8")
    (entry,) = check_folder(folder).entries
    assert entry.text == "Difficulty 5, five."
    assert entry.text_templates == {}


def test_constants_are_printed_by_the_game(tmp_path: Path) -> None:
    """They have places in the texts of stats and missions, and `show` lists them."""
    stats = {"hp": {"name": "HP", "base": 3, "text": "Never under {base}."}}
    folder = game(tmp_path, "cost: 1", stats=stats, mission={"kind": "gear", "text": "For {base:word}."})
    made = check_folder(folder)
    assert made.stats["hp"].text == "Never under 5."
    assert made.mission is not None and made.mission.text == "For five."
    shown = CliRunner().invoke(app, ["--catalogue", str(tmp_path), "show", "toy"]).output
    assert "Base" in shown and "Never under 5." in shown and "IN PLAY" in shown


def test_uses_come_together() -> None:
    """Prices add up by resource; what the entry says itself wins."""
    read = adapter(Use).validate_python
    kind = read({"price": {"action": 1}, "by": "self", "if": {"is": "a"}})
    own = read({"price": {"action": 0, "cosmo": 2}, "if": {"is": "b"}, "lasts": {"end": "turn"}})
    made = merged_use(kind, own)
    assert {name: one.value for name, one in made.price.items()} == {"action": 0, "cosmo": 2}
    assert made.by == kind.by and made.lasts == own.lasts and len(made.if_) == 2


def test_a_shipped_game_has_its_slice() -> None:
    """A choice, an area, a mark that lasts, a change of the roll: each through its own record."""
    book = load_game("rogue-conflict").playbook
    (choice,) = book.entries["gear/medkit"].effects
    assert choice.do == "choose"
    (blast,) = book.entries["gear/explosive-grenade"].effects
    assert blast.to is not None and blast.to.of is not None and blast.to.of.point is not None
    assert blast.to.of.point.of == "reach"
    assert book.terms.periods["round"].number == 4


def test_a_game_without_play_costs_nothing() -> None:
    """An empty playbook is no text at all."""
    assert pack_playbook(Playbook()) == ""
    assert unpack_playbook("") == Playbook()
    assert Dice.parse("1d6")


def test_the_check_says_how_far_rules_are_data(tmp_path: Path) -> None:
    """Records, what is special, words of one's own; none of it is an error."""
    entry = "effects: [{do: special, tag: copies, text: Copies.}, {do: ignore, what: cover-save}]"
    folder = game(tmp_path, entry)
    shown = CliRunner().invoke(app, ["catalogue", "check", str(folder)])
    told = " ".join(shown.output.split())
    assert shown.exit_code == 0, shown.output
    assert "2 records on 1 entry" in told and "1 special." in told
    assert "Thing is special (copies)." in told
    assert "1 need a term of their own: Thing (cover-save)." in told
    assert "nothing uses the terms" in told and "basket" not in told


def test_a_number_in_words_only_is_an_error(tmp_path: Path) -> None:
    """Digits of entries, stats and set-ups outside places are refused, with their line; names with digits are not."""
    folder = game(tmp_path, "")
    path = folder / "gear.yaml"
    text = """'Does 3 to "Rule 5" and Thing 9.', aliases: [Thing 9]"""
    path.write_text(path.read_text("utf-8").replace("Does it.", text), "utf-8")
    (folder / "more.yaml").write_text("mission: {draw: 0, text: Play 4 rounds., deployment: Anywhere.}\n", "utf-8")
    shown = CliRunner().invoke(app, ["catalogue", "check", str(folder)])
    told = " ".join(shown.output.split())
    assert shown.exit_code == 3
    assert "gear.yaml:3: Thing: '3' is a number in words only." in told
    assert "more.yaml:1: The text of mission: '4' is a number in words only." in told
    assert told.count("in words only") == 2


ATTACK = [
    "{number: difficulty, sum: [base, target.hp, -actor.acc, {add: 2, if: {is: cover}, times: 2, per: 3}]}",
    "{roll: swing, dice: d20, sum: to-hit}",
    "{check: struck, of: swing, reach: difficulty, always: {'1': false, '20': true}}",
    "{pool: dice, dice: 3, reach: {crit: 6, normal: 4}, raises: {crit: rolled}}",
    "{pool: saves, by: target, dice: 3, faces: {saved: [5, 6]}}",
    "{pair: dice, against: saves, chosen: target, rates: [{stop: {crit: 1}, with: {saved: 2}}]}",
    "{damage: target, needs: struck, sum: [1d6, {add: actor.crit, times: 2}], minus: base, min: 1, from: [hp]}",
    "{do: kill, to: target, if: {number: crit, min: 3}}",
]


def sequence(tmp_path: Path, steps: list[str], entry: str = "cost: 1") -> Path:
    """A small game with an attack of these steps, from the second line of its file on."""
    folder = game(tmp_path, entry)
    (folder / "attack.yaml").write_text("sequences: {attack: [\n" + ",\n".join(steps) + "]}\n", "utf-8")
    return folder


def test_a_sequence_is_read(tmp_path: Path) -> None:
    """One step of each kind and an effect; what they name can be changed by effects, and comes back unpacked."""
    entry = "effects: [{do: change, what: difficulty, by: 1}, {do: turn, roll: dice, from: normal, into: crit}]"
    book = check_folder(sequence(tmp_path, ATTACK, entry), thorough=True).playbook
    kinds = [type(step).__name__ for step in book.sequences["attack"].steps]
    assert kinds == [*(f"{one}Step" for one in ("Number", "Roll", "Check", "Pool", "Pool", "Pair", "Damage")), "Kill"]
    assert unpack_playbook(pack_playbook(book)) == book
    first = book.sequences["attack"].steps[0]
    assert [(one.add.of, one.add.times) for one in first.sum[:3]] == [("base", 1), ("hp", 1), ("acc", -1)]  # type: ignore[union-attr]
    assert first.sum[2].add.whose.role == "actor"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("{nubmer: x, sum: 1}", "A step begins with a word that says what it does."),
        ("{number: x, summ: 1}", "Unknown key `summ`. Did you mean sum?"),
        ("{check: hurt, of: swing}", "`check` says `reach` or `over`"),
        ("{check: hurt, of: swng, reach: 3}", "There is no number `swng`. Did you mean swing?"),
        ("{pool: more, dice: 3}", "`pool` says `reach` or `faces`"),
        ("{pair: dice, against: savs, chosen: target, rates: []}", "There is no roll `savs`. Did you mean saves?"),
        ("{damage: target, sum: 1, from: [hpp]}", "There is no stat `hpp`. Did you mean hp?"),
        ("{damage: target, sum: 1, needs: strck, from: [hp]}", "There is no event `strck`. Did you mean struck?"),
        ("{do: kil}", "there is no verb `kil`. Did you mean kill?"),
    ],
)
def test_a_slip_in_a_step_is_told(step: str, told: str, tmp_path: Path) -> None:
    """At its own line."""
    with pytest.raises(CatalogueError) as error:
        check_folder(sequence(tmp_path, [*ATTACK, step]), thorough=True)
    told_all = " ".join(f"{one.message} {one.hint}" for one in error.value.findings)
    assert told in told_all
    assert [one.line for one in error.value.findings] == [2 + len(ATTACK)], told_all


def test_what_is_not_printed_cites_a_ruling(tmp_path: Path) -> None:
    """`printed: false` needs a ruling, and the ruling is there."""
    folder = game(tmp_path, "cost: 1")
    said = "sequences: {attack: {printed: false, ruling: plain, steps: [{roll: swing, dice: d20}]}}\n"
    (folder / "attack.yaml").write_text(said, "utf-8")
    with pytest.raises(CatalogueError, match="problem") as error:
        check_folder(folder)
    assert "There is no ruling `plain`." in error.value.findings[0].message


@pytest.mark.parametrize("id", sorted(game_folders()))
def test_shipped_games_are_data(id: str) -> None:
    """Hardly a record is in words only, every number in a text has a name, and every term is used."""
    found = coverage_of(load_game(id))
    assert found.records >= 50
    assert len(found.special) <= found.records * 0.05
    assert list(digits_of([game_folders()[id]])) == []
    assert found.unused == ()


@pytest.mark.parametrize("id", sorted(game_folders()))
def test_a_set_up_has_as_many_rounds_as_the_terms_say(id: str) -> None:
    """How long a game lasts stands in its set-up and in its periods: both say the same."""
    game = load_game(id)
    numbers = {one.number for one in game.playbook.terms.periods.values() if one.in_ == "game"}
    assert game.mission is None or {game.mission.rounds} == numbers


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ({"base": {"name": "Base", "value": 5}, "more": {"name": "base", "value": 6}}, "are both called base"),
        ({"base": {"name": "Base", "text": "What is added."}}, "`name` is of a constant, which has a `value`"),
    ],
)
def test_names_of_numbers(numbers: dict[str, object], told: str, tmp_path: Path) -> None:
    """Two constants have two names, and what play makes has none, since no card prints it."""
    terms = {**HEAD["terms"], "numbers": {"to-hit": "Added to the die.", **numbers}}  # type: ignore[dict-item]
    with pytest.raises(CatalogueError) as failure:
        check_folder(game(tmp_path, "effects: {do: kill}", terms=terms), thorough=True)
    assert any(told in one.message for one in failure.value.findings)
