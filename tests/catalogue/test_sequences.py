"""Sequences of the shipped games: what the rulebooks say, each number once."""

from __future__ import annotations

from listbuilder import import_force, load_game
from listbuilder.catalogue.effects.sequence import DamageStep, PoolStep
from tests.support.paths import CATALOGUE

FOLDER = CATALOGUE


def test_who_is_shot_at_without_a_weapon_ignores_strong_dice() -> None:
    """A 4, 5 or 6 then does nothing: no damage, and no Cosmo from the 6."""
    steps = load_game("constellation-warrior").playbook.sequences["ranged-attack"].steps
    armed, bare = (one.faces for one in steps if isinstance(one, PoolStep) and one.pool == "answer")
    assert armed == {"blow": (4, 5, 6, 6), "stop": (1, 2), "cosmo-won": (1, 3, 6)}
    assert bare == {"stop": (1, 2), "cosmo-won": (1, 3)}
    assert not [one for one in steps if isinstance(one, DamageStep) and one.if_]


def test_rows_of_a_roll_take_their_numbers_from_values() -> None:
    """The bounds of Subdue and the levels of Elevation are written once."""
    book = load_game("stack-and-horde").playbook
    assert next(iter(book.entries["maneuver/subdue"].effects[0].rows)) == "1-{half-to}"  # type: ignore[attr-defined]
    by = book.entries["situation/elevation"].effects[0].by  # type: ignore[attr-defined]
    assert (by.of, by.times.of) == ("level", "elevation-adds")
    text = (FOLDER / "stack-and-horde" / "maneuvers.yaml").read_text("utf-8")
    assert text.count("half-to: 3") == 1 and '"1-3"' not in text


def test_sequences_say_what_they_are_done_with() -> None:
    """In the published force too."""
    force = import_force(str(min((FOLDER / "kill-team" / "lists").glob("*.yaml"))))
    assert force.sequences["fight"].with_.fields == {"reach": ("melee",)}  # type: ignore[union-attr]
    assert load_game("demihuman-combat").playbook.sequences["attack"].choices.startswith("Pips")
