"""What a card must say to be right at the table: conditions it gives, samples, the killzone, decay to nothing."""

from __future__ import annotations

from typing import Any

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.base.records import replace
from listbuilder.catalogue import Entry
from listbuilder.exchange.documents.force_document import publish
from listbuilder.judging.force import Force
from listbuilder.play.tracks import decay_steps
from listbuilder.printing.card_content import Items
from listbuilder.printing.deck import footer_of
from listbuilder.printing.entry_items import explained_keywords
from listbuilder.printing.model_cards import line_of
from listbuilder.printing.reference_cards import reference_contents


def force_of(**tree: Any) -> Force:
    """A resolved list."""
    return resolve(read_list(tree), load_game(tree["game"]))


def test_a_condition_that_is_given_is_explained() -> None:
    """An ability whose words give Enraged comes with what Enraged does; one that does not, does not."""
    book = load_game("demihuman-combat")
    ability = next(one for one in book.entries if one.kind == "ability" and not one.keyword_uses)
    giving: Entry = replace(ability, text="When one dies, the rest gain Enraged 2.")
    assert ("condition", "Enraged") in {(kind, name) for kind, name, _ in explained_keywords(book, [giving])}
    quiet: Entry = replace(ability, text="Nobody is enraged here.")
    assert "Enraged" not in {name for _, name, _ in explained_keywords(book, [quiet])}


def test_samples_are_marked_on_paper() -> None:
    """Every card of a list with sample units says so at its foot; a list from the rulebook does not."""
    sample = validate(force_of(game="demihuman-combat", models=[{"unit": "Newt"}]))
    printed = validate(force_of(game="constellation-warrior", models=[{"unit": "Novice"}]))
    assert "· sample" in footer_of(sample).proof
    assert "sample" not in footer_of(printed).proof


def test_only_the_chosen_killzone_is_printed() -> None:
    """Reference cards have the actions and rules of the killzone in the list and of no other."""
    names = {}
    for killzone in ("Volkus", "Gallowdark"):
        contents = reference_contents(force_of(game="kill-team", killzone=killzone, models=[]))
        blocks = [block for one in contents for block in one.blocks if isinstance(block, Items)]
        names[killzone] = {item.name for block in blocks for item in block.items}
    assert {"Door Fight", "Volkus Stronghold", "Dash"} <= names["Volkus"]
    assert not {"Guard", "Operate Hatch", "On Guard"} & names["Volkus"]
    assert {"Guard", "Operate Hatch", "On Guard", "Dash"} <= names["Gallowdark"]
    assert not {"Door Fight", "Volkus Stronghold"} & names["Gallowdark"]


def test_decay_leaves_nothing() -> None:
    """The floor of 1 is for combat modifiers; decay takes Combat and Defense to 0."""
    book = load_game("stack-and-horde")
    steps = list(decay_steps(book.card.decay[0], {"combat": 2, "defense": 3, "hits": 30}))
    assert steps[0] == {"combat": 1, "defense": 2, "hits": 28}
    assert steps[2] == {"combat": 0, "defense": 0, "hits": 21}


def test_base_combat_is_shown_beside_combat() -> None:
    """Base Combat decides the phase: on the card, on the sheet and in the force, with Elite and without modifiers."""
    rows = [{"unit": "Turfshield", "modifiers": ["Block"]}, {"unit": "Turfshield"}]
    force = force_of(game="stack-and-horde", models=rows)
    assert [list(line_of(force, model))[:1] for model in force.rows] == [["Base Combat 4"], ["Foot"]]
    engine = publish(validate(force))
    assert [(one.early["combat"], one.stats["combat"]) for one in engine.models] == [(4, 2), (4, 4)]
