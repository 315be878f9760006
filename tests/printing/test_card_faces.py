"""What stands on which face: fronts are full, flavour gives way to rules, and the cards of a deck are set alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import dedent

import pytest

from listbuilder import load_game
from listbuilder.base.errors import CatalogueError
from listbuilder.loading.templates import load_templates, template_folders
from listbuilder.printing.block_rows import BlockRow, ColumnSetting, block_rows, flow, paragraph
from listbuilder.printing.card_content import Boxes, Item, Paragraph, ProfileRow, ProfileTable, Ticks
from listbuilder.printing.deck import CardOptions, contents_of, deck_of
from listbuilder.printing.fit_card import LEAST, CardFitter, fit_deck, make_faces
from listbuilder.printing.marks import Box, Face, Figure, LineMark, Text
from listbuilder.printing.text_layout import Span
from tests.support.printing import FONTS, MM, ONE_EACH, STARTERS, batches, judge, starter, texts

each_starter = pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
WIDE = 161.6
TEXT = "A rule of some length that takes several lines on a card, and goes on for a while after that."


def flowing(face: Face) -> list[tuple[float, Text]]:
    """The text that flows on a face, each with its height on it."""
    return [(y + mark.y, mark) for _, y, marks in face.parts[1:-1] for mark in marks if isinstance(mark, Text)]


def decks(path: Path, sorts: tuple[str, ...] = ("model", "list")) -> Iterator[list[list[Face]]]:
    """The decks of a starter list of some sorts, each as the faces of its cards."""
    report = starter(path)
    templates = load_templates(*template_folders(report.force.game.id))
    layout, size = templates.layouts["standard"], templates.sizes["poker"]
    options = CardOptions(FONTS, templates, layout, templates.themes["ink"], size, templates.type["normal"])
    for sort, group in groupby(contents_of(report, options), key=lambda one: one.sort):
        if sort not in sorts:
            continue
        deck = deck_of(report, options, tuple(group), {})
        body = fit_deck(deck, two_sided=True)
        made = [make_faces(deck, one, body, two_sided=True) for one in deck.contents]
        for content, some in zip(deck.contents, made, strict=True):
            needed = CardFitter(deck, content).fits(deck.type.steady, LEAST)
            assert (len(some) == 1) == needed, f"{content.name} has {len(some)} faces"
        yield made


@pytest.mark.sample(6)
@each_starter
def test_backs_are_used_where_nothing_else_helps(path: Path) -> None:
    """A card has a back only if it is too long at 7.5 points without flavour, headings and space; fronts are full."""
    for deck in decks(path, ("model",)):
        for front, *rest in deck:
            assert not rest or max(y for y, _ in flowing(front)) > 0.67 * front.height, front.title


@pytest.mark.sample(6)
@each_starter
def test_no_rule_makes_room_for_flavour(path: Path) -> None:
    """Where something goes on to another face, no line in italics stands before it."""
    for deck in decks(path):
        for *before, _ in deck:
            assert not [mark.text for face in before for _, mark in flowing(face) if mark.style == "italic"]


@pytest.mark.sample(6)
@each_starter
def test_cards_of_a_deck_are_set_alike(path: Path) -> None:
    """One size of type; headings on every card that has rules to put under them, or on none."""
    for deck in decks(path):
        assert len({face.body for some in deck for face in some}) == 1
        titled = [any(mark.tag == "H2" for face in some for _, mark in flowing(face)) for some in deck]
        rules = [
            any(mark.tag == "P" and mark.style == "bold" for face in some for _, mark in flowing(face)) for some in deck
        ]
        assert len({has for has, some in zip(titled, rules, strict=True) if some}) <= 1


@pytest.mark.sample(6)
@each_starter
def test_the_foot_is_one_line(path: Path) -> None:
    """List, check code and number stand on one line at the foot of each card."""
    for deck in decks(path):
        for face in (face for some in deck for face in some):
            assert len({mark.y for mark in face.parts[-1][2] if isinstance(mark, Text)}) == 1


def test_flavour_is_all_there_where_type_need_not_be_small() -> None:
    """A card with room for all of it tells its flavour, among the rules and at its foot."""
    path = next(path for path in STARTERS if path.stem == "lantern-street-strays")
    said = [
        mark.text for card in batches(starter(path))[0].cards for mark in texts(card.front) if mark.style == "italic"
    ]
    assert "Lets the miniature shoot, not very far." in said
    assert any(one.startswith("Fresh from training") for one in said)


def setting(size: float = 8, width: float = WIDE) -> ColumnSetting:
    """A column of a card."""
    return ColumnSetting(FONTS, width, size, 7, headings="band", value=11, box=11.4)


def words(rows: list[BlockRow]) -> list[str]:
    """What rows say, line by line."""
    return [" ".join(mark.text for mark in row.marks if isinstance(mark, Text)) for row in rows]


def test_a_table_has_its_head_on_every_face() -> None:
    """Rows that go on to another face stand under the words above their columns there too, without a rule above."""
    table = ProfileTable("Guns", ("Range",), tuple(ProfileRow(Item(f"Gun {n}"), ('6"',)) for n in range(9)))
    first, second = flow(block_rows(setting(), table), iter([70.0, 200.0]))
    assert words([row for _, row in second])[0] == words([row for _, row in first])[0] == "GUNS Range"
    assert second[1][1].rule == "" and second[2][1].rule
    assert second[1][0] == second[0][1].height


def test_a_rule_parts_rather_than_leave_a_face_half_empty() -> None:
    """A short rule stays whole, unless much room would stay empty; then two lines stay together on either face."""
    rows = paragraph(setting(width=68), [Span(TEXT)])
    assert len(rows) == 6
    tall = rows[0].height
    above = [BlockRow(40, ())]
    whole = flow([*above, *rows], iter([40 + 2.2 * tall, 500.0]))
    assert [len(page) for page in whole] == [1, len(rows)]
    parted = flow([*above, *rows], iter([40 + 4.2 * tall, 500.0]))
    assert [len(page) for page in parted] == [1 + 4, len(rows) - 4]


@pytest.mark.parametrize(("number", "width", "lines"), [(3, WIDE, 1), (9, WIDE, 2), (9, 300, 1)])
def test_what_a_threshold_does_stands_beside_the_boxes_where_it_fits(number: int, width: float, lines: int) -> None:
    """The sentence is beside the boxes or one line below them, and all of it is there."""
    track = Boxes("Wounds", number, number // 2, "Injured", 'Hits 1 worse, moves 2" less.')
    rows = block_rows(setting(width=width), Ticks((track,)))
    assert len(rows) == lines
    assert f'Injured at {number - number // 2} or less. Hits 1 worse, moves 2" less.' in " ".join(words(rows))


@pytest.mark.parametrize(
    ("number", "after", "rows"), [(12, 7, [7, 5]), (14, None, [10, 4]), (13, 12, [7, 6]), (7, None, [7])]
)
def test_boxes_break_where_it_means_something(number: int, after: int | None, rows: list[int]) -> None:
    """Boxes that do not fit on a line go on at the threshold, in fives or in even rows; no box is left alone."""
    track = Boxes("Wounds", number, after, "Injured" if after else "")
    made = block_rows(setting(width=145), Ticks((track,)))
    assert [found for row in made if (found := sum(isinstance(mark, Box) for mark in row.marks))] == rows


def test_a_mark_that_never_applies_says_nothing() -> None:
    """Without a box there is no threshold, and what it would do is not said."""
    rows = block_rows(setting(), Ticks((Boxes("Back", 0, 1, "Tired", "Slow."),)))
    assert "Slow" not in " ".join(words(rows))


def test_a_dot_stays_with_the_word_before_it_and_goes_at_the_end_of_a_line() -> None:
    """No line of a text begins or ends with the dot between two words."""
    for width in range(60, 200, 3):
        lines = words(paragraph(setting(width=width), [Span("Fen Reeve · Base Combat 5 · Commander · Level 3")]))
        assert not [line for line in lines if line.startswith("·") or line.endswith("·")], width


@pytest.mark.slow
def test_only_the_last_face_has_an_emblem_in_its_empty_room() -> None:
    """A card that goes on does not look as if it ended."""
    for path in STARTERS:
        for card in batches(starter(path), size="mini")[0].cards:
            for face in filter(None, (card.front, card.back)):
                goes_on = re.search(r"\((\d+)/(?!\1\))", face.title)
                flowing = [mark for _, _, marks in face.parts[1:-1] for mark in marks]
                assert not (goes_on and any(isinstance(mark, Figure) and mark.side > 25 for mark in flowing)), (
                    face.title
                )


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_the_emblem_of_a_landscape_card_takes_the_room_that_stats_leave(path: Path) -> None:
    """It is as large as its place, at most 22 mm, and never in the way of stats and cost."""
    for card in batches(starter(path), size="tarot", layout="landscape")[0].cards:
        (emblem,) = [mark for mark in card.front.marks if isinstance(mark, Figure) and mark.side > 20]
        beside = [mark for mark in texts(card.front) if mark.x < 34 * MM]
        assert emblem.side <= 22.1 * MM
        assert all(mark.y <= emblem.y + 1 or mark.y - 0.75 * mark.size >= emblem.y + emblem.side - 1 for mark in beside)


def test_rules_are_drawn_between_weapons_alone() -> None:
    """A hairline stands in the middle of the gap between two weapons, never above the first of a face."""
    path = next(path for path in STARTERS if path.stem == "first-frost")
    for card in batches(starter(path))[0].cards:
        for _, y, marks in card.front.parts[1:-1]:
            for mark in marks:
                assert not isinstance(mark, LineMark) or mark.y > -8 or y > 0


def test_a_note_that_is_no_flavour_stays() -> None:
    """What the player wrote is never flavour."""
    report = judge(
        {"game": "rogue-conflict", "name": "A", "models": [{"rank": "I", "weapon": "Slug Pistol", "notes": TEXT * 9}]}
    )
    said = " ".join(
        mark.text for card in batches(report)[0].cards for face in filter(None, card) for mark in texts(face)
    )
    assert said.count("goes on for a while") >= 1 and Paragraph(TEXT).quiet is False


@pytest.mark.parametrize("where", ["stats", "tracks"])
def test_a_place_without_a_value_is_told_in_stats_and_tracks(tmp_path: Path, where: str) -> None:
    """`{nobody}` in the text of a stat or of a track is a mistake with its line, as it is in rules."""
    folder = tmp_path / "toy"
    folder.mkdir()
    said = {"stats": "", "tracks": ""} | {where: "{nobody}"}
    game = f"""
        id: toy
        name: Toy
        text: A toy.
        edition: "1"
        version: 1.0.0
        stats:
          hp: {{name: HP, base: 4, boxes: true, text: '{said["stats"]}'}}
        card:
          tracks: {{hp: {{below: 1/2, mark: Hurt, text: '{said["tracks"]}'}}}}
        formats: [{{id: usual, name: Usual, limit: 100}}]
        """
    (folder / "game.yaml").write_text(dedent(game), "utf-8")
    with pytest.raises(CatalogueError) as caught:
        load_game("toy", [tmp_path])
    assert [one.message for one in caught.value.findings] == ["`{nobody}` has no value."]
