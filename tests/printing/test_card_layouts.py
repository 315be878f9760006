"""Layouts in YAML: regions, colours by field, conditions, bleed, and mistakes with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.loading.templates import Templates, contrast, load_templates, template_folders
from listbuilder.printing.deck import CardOptions, make_batches
from listbuilder.printing.marks import Box, Face, Figure, LineMark, Text
from listbuilder.printing.png import ink_of_pages
from tests.printing.test_cards import check_face
from tests.support.printing import (
    FONTS,
    MM,
    ONE_EACH,
    STARTERS,
    TEMPLATES,
    batches,
    faces,
    judge,
    pdf_of,
    starter,
    texts,
)

OWN = """
layouts:
  own:
    name: Own
    extends: standard
    regions:
      top: {height: 5, fill: {by: [rank], of: {I: '#224466', V: '#662222'}, otherwise: '#444444'}}
      title: {show: words, words: 'Rank {rank} of {game}', size: 8, colour: ink}
      stats: {down: true}
      page: {rows: [head, lead, stats, boxes, art, body, foot]}
      lead: {show: words, words: Boss, size: 9, style: bold, only-if: {rank: V}}
"""
DARKEST = [path for path in STARTERS if path.stem in ("widows-wake", "half-dozen-and-one")]
ROWS = [{"rank": rank, "weapon": "Slug Pistol", "name": f"Model {rank}"} for rank in ("I", "III", "V")]


def own(folder: Path, text: str = OWN) -> Templates:
    """The shipped templates with one file over them."""
    folder.mkdir(exist_ok=True)
    (folder / "own.yaml").write_text(text, "utf-8")
    return load_templates(folder)


def cards(templates: Templates, layout: str = "own", **options: Any) -> list[Face]:
    """The fronts of three models of different rank in a layout."""
    report = judge({"game": "rogue-conflict", "name": "Three", "models": ROWS})
    size = templates.sizes["poker"]
    one = CardOptions(
        FONTS, templates, templates.layouts[layout], templates.themes["ink"], size, templates.type["normal"]
    )
    found = faces(make_batches([report], one._replace(**options)))
    return [face for face in found if "/" not in face.title or "(1/" in face.title]


@pytest.mark.sample(10)
@pytest.mark.parametrize("layout", TEMPLATES.layouts)
@pytest.mark.parametrize("size", ["poker", "tarot", "mini", "a5"])
@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_every_layout_fits(path: Path, size: str, layout: str) -> None:
    """In every shipped layout each line is inside the safe edge and clear of every other, on fronts and backs."""
    if layout in ("landscape", "large") and size == "mini":
        return
    for face in faces(batches(starter(path), size=size, layout=layout, backs=True)):
        check_face(face)


def test_colours_go_by_a_field(tmp_path: Path) -> None:
    """A region is filled by the rank of the model; a rank that is not named has the other colour."""
    found = [face.parts[0][2][0] for face in cards(own(tmp_path))[:3]]
    assert [mark.fill for mark in found if isinstance(mark, Box)] == ["#224466", "#444444", "#662222"]


def test_regions_can_be_there_only_if(tmp_path: Path) -> None:
    """Words for models of one rank stand on their cards alone, and a template's words take what the card says."""
    said = [[mark.text for mark in texts(face)] for face in cards(own(tmp_path))[:3]]
    assert ["Boss" in words for words in said] == [False, False, True]
    assert "Rank V of Rogue Conflict" in said[2]


def test_stats_stand_one_below_the_other(tmp_path: Path) -> None:
    """With `down` every stat has a row of its own."""
    face = cards(own(tmp_path))[0]
    labels = [mark for mark in texts(face) if mark.text in ("HP", "MV", "Dod", "Acc", "DR") and mark.style == "medium"]
    assert len({round(mark.y, 1) for mark in labels}) == 5


def test_fills_at_the_edge_bleed(tmp_path: Path) -> None:
    """With bleed a strip goes on beyond the cut by so much, and no text does; without it ends at the cut."""
    for bleed in (0, 3):
        face = cards(load_templates(), "standard", bleed=bleed)[0]
        box = next(mark for mark in face.marks if isinstance(mark, Box))
        assert (box.x / MM, box.y / MM) == pytest.approx((-bleed, -bleed))
        assert box.width / MM == pytest.approx(63 + 2 * bleed)
        check_face(face)


def test_bleed_is_ink_beyond_the_cut() -> None:
    """On a page with bleed there is colour in the three millimetres outside the cut."""
    plain = ink_of_pages(pdf_of(starter(ONE_EACH[0]), sheets={"paper": None}))[0]
    bled = ink_of_pages(pdf_of(starter(ONE_EACH[0]), sheets={"paper": None, "bleed": 3}, bleed=3))[0]
    assert bled > plain


WRONG = {
    "unknown region": ("page: {rows: [head, sats]}", "no region `sats`"),
    "unknown key": ("page: {heigth: 3}", "Unknown key `heigth`"),
    "inside itself": ("page: {rows: [page]}", "inside itself"),
    "unknown colour": ("page: {fill: acent}", "no colour `acent`"),
    "too pale": ("title: {colour: '#bbbbbb'}", "stands out"),
    "ink on a dark band": ("page: {fill: accent}", "stands out"),
    "white on paper": ("title: {colour: paper}", "stands out"),
    "no such icon": ("title: {show: icon, icon: sword}", "no icon `sword`"),
    "two sorts": ("title: {show: name, rows: [head]}", "one of `show`"),
    "no flow": ("body: {show: name}", "no region with `show: flow`"),
}


def test_text_goes_by_the_ground_it_stands_on(tmp_path: Path) -> None:
    """A name may be white where the region around it is filled; `pad` is one number or several."""
    head = "head: {fill: accent, pad: 2}\n      name: {colour: paper}\n      title: {colour: paper}\n"
    more = "      still: {show: words, words: '{name}'}\n      emblem: {colour: paper}\n      cost: {fill: ''}\n"
    text = f"layouts:\n  own:\n    name: Own\n    extends: standard\n    regions:\n      {head}{more}"
    faces = cards(own(tmp_path, text))
    assert faces and own(tmp_path, text).layouts["own"].regions["head"].padding == (2, 2, 2, 2)


def test_a_column_of_words_with_icons_is_icons(tmp_path: Path) -> None:
    """They stand before the names, with their words for those who hear, and the card of the list explains them."""
    drawn = "icons: {far: {words: ['24″', '12″'], circles: [[12, 12, 9]]}}".replace("″", '"')
    first, *_, last = cards(own(tmp_path, drawn), "standard")
    assert [mark.alt for mark in first.marks if isinstance(mark, Figure) and mark.alt] == ['12"']
    words = [mark.text for mark in first.marks if isinstance(mark, Text)]
    assert "Damage" in words and "Range" not in words
    assert '12"' in [mark.text for mark in last.marks if isinstance(mark, Text)]


@pytest.mark.parametrize("case", WRONG)
def test_mistakes_have_file_and_line(tmp_path: Path, case: str) -> None:
    """A mistake in a layout is reported where it stands."""
    region, said = WRONG[case]
    text = f"layouts:\n  own:\n    name: Own\n    extends: standard\n    regions:\n      {region}\n"
    with pytest.raises(CatalogueError) as error:
        own(tmp_path, text)
    finding = error.value.findings[0]
    assert said in finding.message, finding
    assert finding.file and finding.file.endswith("own.yaml") and finding.line


@pytest.mark.parametrize(
    "text",
    ["emblems: {a: {paths: [L 1 2]}}", "emblems: {a: {paths: [M 1 2 Q 3 4]}}", "emblems: {a: {circles: [[1, 2]]}}"],
)
def test_drawings_that_can_not_be_read(tmp_path: Path, text: str) -> None:
    """A path that is none is a mistake with its line, and never half a drawing."""
    with pytest.raises(CatalogueError) as error:
        own(tmp_path, text)
    assert error.value.findings[0].line == 1


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_every_game_has_its_own_look(path: Path) -> None:
    """Each game has colours and emblems, and every one of its cards has an emblem in a colour that can be read."""
    game = starter(path).force.game.id
    templates = load_templates(*template_folders(game))
    assert templates.look != TEMPLATES.look and templates.emblems
    for face in faces(batches(starter(path))):
        emblem = next(mark for mark in face.marks if isinstance(mark, Figure) and mark.side > 3 * MM)
        assert contrast(emblem.colour, "#ffffff") >= 4.5


def test_a_game_without_a_look_has_a_quiet_one() -> None:
    """Colour and emblem are made from what a card says: the same for the same, others for others."""
    found = {}
    for unit in ("Novice", "Hero"):
        report = judge({"game": "constellation-warrior", "models": [{"unit": unit}]})
        size, type_ = TEMPLATES.sizes["poker"], TEMPLATES.type["normal"]
        one = CardOptions(FONTS, TEMPLATES, TEMPLATES.layouts["standard"], TEMPLATES.themes["ink"], size, type_)
        face = next(faces(make_batches([report], one)))
        found[unit] = next(mark for mark in face.marks if isinstance(mark, Figure))
    assert found["Novice"].path != found["Hero"].path


@pytest.mark.parametrize("path", [*ONE_EACH, *DARKEST], ids=lambda path: path.stem)
def test_saver_takes_little_ink(path: Path) -> None:
    """The ink saver stays under six per cent on every page and has no colour."""
    data = pdf_of(starter(path), layout="saver", theme="mono", sheets={"theme": TEMPLATES.themes["mono"]})
    assert max(ink_of_pages(data, 100)) <= 0.06
    for face in faces(batches(starter(path), layout="saver", theme="mono")):
        colours = {mark.colour for mark in face.marks if isinstance(mark, Text | Figure)}
        assert colours <= {"ink", "muted", "paper"}


def test_one_size_through_a_deck() -> None:
    """Where every model's card fits one face at a readable size, all have the same."""
    for path in ONE_EACH:
        made = [card.front for card in batches(starter(path))[0].cards if card.front.title]
        models = [face for face in made[: len(starter(path).force.rows)] if "/" not in face.title]
        fine = {face.body for face in models if face.body >= 7.5}
        assert len(fine) <= 1


def test_backs_are_used_before_type_gets_small() -> None:
    """No card of a starter list is set smaller than 7.5 points; what does not fit is on the back of its card."""
    for path in ONE_EACH:
        made = batches(starter(path))
        assert all(face.body >= 7.5 for face in faces(made) if face.body)
        further = [card for batch in made for card in batch.cards if "(2/" in card.front.title]
        assert not further


def test_one_sided_cards_have_no_backs() -> None:
    """Whoever prints on one side gets smaller type, down to the floor, and then further cards."""
    for path in ONE_EACH:
        cards_ = [card for batch in batches(starter(path), one_sided=True) for card in batch.cards]
        assert not any(card.back for card in cards_)
        assert all(card.front.body >= 6.5 for card in cards_)


def test_large_print_is_darker() -> None:
    """In large print colours stand out by seven to one."""
    report = judge({"game": "rogue-conflict", "models": ROWS})
    for face in faces(batches(report, size="tarot", large=True)):
        for mark in texts(face):
            if mark.colour.startswith("#"):
                assert contrast(mark.colour, "#ffffff") >= 7


BANDED = """
layouts:
  own:
    name: Own
    regions:
      band: {rows: [name, title], fill: accent, pad: [1, 3]}
      name: {show: name, size: 14, style: bold, colour: paper}
      title: {show: title, size: 8, colour: paper}
      stats: {show: stats, size: 25, least: 20, style: bold, pad: [1, 3]}
      body: {show: flow, grow: true, headings: plain, value: 11}
      foot: {show: foot, size: 7}
      crest: {show: emblem, height: 30, align: centre}
    front: [band, stats, body, foot]
    next: [band, body, foot]
    back: [crest]
"""


def test_words_at_the_edge_of_a_card_keep_clear_of_it(tmp_path: Path) -> None:
    """A band with words at the very top, and a foot at the very bottom, take the safe edge on top of their room."""
    for face in cards(own(tmp_path, BANDED)):
        check_face(face)
        band = next(mark for mark in face.marks if isinstance(mark, Box) and mark.fill and mark.fill.startswith("#"))
        name = next(mark for mark in texts(face) if mark.tag == "H1")
        assert band.y == 0 and name.y - 0.72 * name.size >= 3 * MM
        assert name.y < band.height
        assert all(mark.y - 0.72 * mark.size >= band.height for mark in texts(face) if mark.size >= 20)


def test_no_line_runs_through_the_words_above_columns(tmp_path: Path) -> None:
    """A quiet heading has a line beside it only where nothing else stands there."""
    for face in cards(own(tmp_path, BANDED))[:3]:
        heads = [mark for mark in texts(face) if mark.text in ("Range", "Damage")]
        lines = [mark for mark in face.marks if isinstance(mark, LineMark) and mark.y == mark.to_y]
        assert heads and not [one for one in lines for head in heads if 0 < head.y - one.y < head.size]
