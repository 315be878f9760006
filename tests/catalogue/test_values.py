"""Values: numbers with names, printed in texts as they are on this model, wherever a text is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder.base.errors import CatalogueError
from listbuilder.base.values import Dice, Distance, RollTarget
from listbuilder.catalogue.effects.printed_values import amount_of, fill_places, format_value, read_value
from listbuilder.exchange.documents.force_document import publish
from listbuilder.loading import check_folder, load_game
from listbuilder.printing.reference_cards import rules_in_use
from listbuilder.ui.cli.app import app
from tests.support.printing import batches, faces, flowing, judge, squeezed
from tests.support.printing import texts as marks

HERE = 'Lands up to 18" away. 1d6+3 damage to every model within 5".'
PRINTED = 'Lands up to 12" away. 1d6+3 damage to every model within 3".'
SQUAD = {
    "game": "rogue-conflict",
    "models": [
        {"name": "Ann", "rank": "II", "abilities": ["Grenadier"], "weapon": "Slug Rifle", "gear": "Explosive Grenade"},
        {"name": "Bea", "rank": "I", "weapon": "Heavy Plasma Lancer", "gear": "Heavy Rounds"},
        {"name": "Cid", "rank": "I", "weapon": "Heavy Plasma Lancer", "gear": "Explosive Grenade"},
    ],
}


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (3, 3),
        (-3, -3),
        ("4+", RollTarget(value=4)),
        ('12"', Distance(value=12)),
        ('1.5"', Distance(value=1.5)),
        ("2 squares", Distance(value=2, unit="squares")),
        ("1d6+3", Dice(count=1, sides=6, bonus=3)),
        ("D3+1", Dice(count=1, sides=3, bonus=1, spelt="D3")),
        ("d20", Dice(count=1, sides=20, spelt="d20")),
    ],
)
def test_a_value_is_told_by_its_writing(raw: object, value: object) -> None:
    """Each form gives its type, and prints as it was written."""
    assert read_value(raw) == value
    assert str(read_value(raw)) == str(raw)


@pytest.mark.parametrize("raw", ["three", "", True, None, "d", [3]])
def test_what_is_no_value_is_refused(raw: object) -> None:
    """Anything else is an error with examples."""
    with pytest.raises(ValueError, match="is not written like"):
        read_value(raw)


def test_dice_keep_their_spelling_when_a_bonus_is_added() -> None:
    """A grant changes the bonus and not how the dice are printed."""
    assert str(Dice.parse("D3+1").at(3)) == "D3+3"
    assert str(Dice.parse("3d6").at(2)) == "3d6+2"
    assert amount_of(Dice.parse("3d6")) is None


def test_the_ways_to_print_a_value() -> None:
    """A sign, none, words, and the bare number of a distance."""
    values = {"x": 2, "y": -3, "far": Distance(value=6), "roll": RollTarget(value=4)}
    text = "{x} {x:+} {y} {y:abs} {x:word} {x:Word} {far} {far:+} {far:n} {roll} {other}"
    assert fill_places(text, values.get) == '2 +2 -3 3 two Two 6" +6" 6 4+ {other}'
    assert format_value(13, "word") == "13"


def test_a_grant_changes_the_values_of_what_fits() -> None:
    """The grenade of a grenadier goes farther on its card, the other one does not."""
    report = judge(SQUAD)
    ann, bea, cid = report.force.rows
    assert [pick.text for pick in ann.inside if pick.slot == "gear"] == [HERE]
    assert [pick.text for pick in cid.inside if pick.slot == "gear"] == [PRINTED]
    assert [str(pick.field("damage")) for pick in bea.inside if pick.slot == "weapon"] == ["3d6+2"]


def test_cards_and_sheet_print_what_it_is_here() -> None:
    """Both texts are on the cards, each on its own; the sheet has both and who has which."""
    report = judge(SQUAD)
    words = squeezed(flowing(batches(report)))
    assert squeezed(HERE) in words and squeezed(PRINTED) in words
    everything = " ".join(mark.text for face in faces(batches(report)) for mark in marks(face))
    assert "3d6+2" in everything and "average" not in everything
    told = {rule.text: rule.users for rule in rules_in_use(report.force) if rule.name == "Explosive Grenade"}
    assert told == {HERE: ("Ann",), PRINTED: ("Cid",)}


def test_the_force_has_values_as_they_are_here() -> None:
    """Typed values and the text agree, on each model."""
    force = publish(judge(SQUAD))
    ann, bea, cid = (force.entries[model.gear[0].entry] for model in force.models)
    assert (ann.text, cid.text) == (HERE, PRINTED)
    assert [value.text for value in ann.values.values()] == ['18"', '5"', "1d6+3"]  # type: ignore[union-attr]
    assert bea.values["penalty"] == -3
    assert force.models[1].weapons[0].damage.text == "3d6+2"  # type: ignore[union-attr]


def test_show_prints_the_rulebook() -> None:
    """Without a model, the printed values."""
    shown = CliRunner().invoke(app, ["show", "rogue-conflict", "Explosive Grenade"]).output
    assert PRINTED in " ".join(shown.split())
    grenadier = CliRunner().invoke(app, ["show", "rogue-conflict", "Grenadier"]).output
    assert "gear reach +6" in grenadier and "grenade" in grenadier


def test_forms_of_a_keyword_have_ids() -> None:
    """Two forms with the same values are not the same thing."""
    game = load_game("kill-team")
    uses = {use.printed: (use.keyword, use.form) for entry in game.entries for use in entry.keyword_uses}
    assert uses["Piercing 1"] == ("piercing", "piercing")
    assert uses["Piercing Crits 1"] == ("piercing", "piercing-crits")
    for entry in game.entries:
        ids = [form.id for form in getattr(entry, "forms", ())]
        assert len(ids) == len(set(ids)) and all(ids)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("values: {far: 6\"}, text: 'Goes {farr}.'", "`{farr}` has no value. Did you mean far?"),
        ("values: {far: 6\"}, text: 'Goes {far:loud}.'", "`{far:loud}` is no way to print a value."),
        ("values: {far: much}, text: 'Goes {far}.'", "'much' is not written like 3, 1d6+3, 12\" or 4+."),
        ("values: {harm: 1d6}, text: 'Does {harm}.', grants: {stats: {hp: harm}}", "`hp: harm` is not a whole number."),
        ("values: {more: 2}, text: 'HP {more}.', grants: {stats: {hp: mor}}", "Write a number, or more."),
    ],
)
def test_a_slip_is_told(entry: str, told: str, tmp_path: Path) -> None:
    """A place without a value, a way nobody knows, a value that is none, an amount that is none."""
    folder = tmp_path / "toy"
    folder.mkdir()
    head = "{id: toy, name: Toy, edition: '1', version: 1.0.0, text: Small., stats: {hp: {name: HP, base: 1}}"
    (folder / "game.yaml").write_text(f"{head}, model: {{slots: {{gear: {{kind: gear}}}}}}}}", "utf-8")
    (folder / "gear.yaml").write_text(f"kind: gear\nentries:\n  - {{name: Thing, {entry}}}\n", "utf-8")
    with pytest.raises(CatalogueError) as error:
        check_folder(folder, thorough=True)
    (finding,) = error.value.findings
    assert told in f"{finding.message} {finding.hint}"
    assert finding.line == 3 and str(finding.file).endswith("gear.yaml")
