"""Cards of every starter list at every size: nothing outside, nothing over another, nothing lost, nothing too small."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path

import pytest
from pdfminer.high_level import extract_pages
from pdfminer.layout import LAParams, LTChar, LTContainer

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.base.records import replace
from listbuilder.judging.force import Model
from listbuilder.printing.entry_items import explained_keywords, with_inner_picks
from listbuilder.printing.marks import Box, Face, Text
from listbuilder.printing.model_cards import spawned_force
from listbuilder.printing.pages import grid
from tests.support.printing import (
    ABOVE,
    BELOW,
    FIGURES,
    FONTS,
    MM,
    ONE_EACH,
    SIZES,
    STARTERS,
    TEMPLATES,
    batches,
    faces,
    flowing,
    judge,
    pdf_of,
    squeezed,
    starter,
    texts,
)

SAFE = TEMPLATES.safe * MM
PLACEHOLDER = re.compile(r"\{[a-z]+\}")


def box_of(mark: Text) -> tuple[float, float, float, float]:
    """The box of a line of text as PDF readers see it."""
    width = FONTS.width(mark.text, mark.style) * mark.size
    deep = 0.0 if set(mark.text) <= FIGURES else BELOW
    return mark.x, mark.y - ABOVE * mark.size, mark.x + width, mark.y + deep * mark.size


def check_face(face: Face) -> None:
    """All text inside the safe edge, at least as large as the floor, and no line on another."""
    boxes = [box_of(mark) for mark in texts(face)]
    for mark, (left, top, right, bottom) in zip(texts(face), boxes, strict=True):
        assert left >= SAFE - 0.01 and top >= SAFE - 0.01, mark
        assert right <= face.width - SAFE + 0.01 and bottom <= face.height - SAFE + 0.01, mark
        assert mark.size >= 7
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across <= 0.01 or down <= 0.01, (texts(face)[at], other)


@pytest.mark.sample(24)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_everything_fits(path: Path, size: str) -> None:
    """On every face each line is inside the safe area, above the floor, and clear of every other."""
    for face in faces(batches(starter(path), size=size)):
        check_face(face)


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_nothing_is_lost(path: Path) -> None:
    """Each rule is on the cards in full, each keyword's with its values filled in, at both extremes of size."""
    force = starter(path).force
    picks = [
        *with_inner_picks(pick for model in force.rows for pick in model.entries),
        *with_inner_picks(force.entries),
    ]
    wanted = {pick.text for pick in picks if not pick.entry.flavour} | {
        pick.entry.name for pick in picks if pick.slot != "rank"
    }
    wanted |= {text for _, _, text in explained_keywords(force.game, [pick.entry for pick in picks])}
    for size in ("mini", "poker"):
        found = batches(starter(path), size=size)
        everything = squeezed(" ".join(mark.text for face in faces(found) for mark in texts(face)))
        flow = flowing(found)
        assert not [text for text in wanted if squeezed(text) not in flow and squeezed(text) not in everything]
        assert not PLACEHOLDER.search(everything)


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_readers_see_the_same(path: Path) -> None:
    """Parsed from the PDF, each glyph lies in the safe area of one card, and none is smaller than 7 points."""
    places = grid((210, 297), (63, 88), TEMPLATES.margin)
    assert places is not None
    zones = [
        ((one.x + 3) * MM, (one.y + 3) * MM, (one.x + one.width - 3) * MM, (one.y + one.height - 3) * MM)
        for one in places.cells
    ]
    top = max(one[3] for one in zones) + 3 * MM
    for page in extract_pages(io.BytesIO(pdf_of(starter(path))), laparams=LAParams()):
        for char in glyphs(page):
            assert char.size >= 6.49
            if char.y0 < top and char.get_text().strip():
                assert any(
                    char.x0 >= zone[0] - 0.1
                    and char.y0 >= zone[1] - 0.1
                    and char.x1 <= zone[2] + 0.1
                    and char.y1 <= zone[3] + 0.1
                    for zone in zones
                ), char


def glyphs(node: object) -> list[LTChar]:
    """Every glyph of a parsed page."""
    if isinstance(node, LTChar):
        return [node]
    return [char for child in node for char in glyphs(child)] if isinstance(node, LTContainer) else []


@pytest.mark.sample(10)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
@pytest.mark.parametrize("merge", [True, False])
def test_as_many_boxes_as_the_stat(path: Path, merge: bool) -> None:
    """There is a box for each point of a boxed stat of each model, spawned ones too, and one for each use a game."""
    force = starter(path).force
    later = spawned_force(force)
    models = [*force.models, *(later.models if later else ())]
    boxed = [id for id, stat in force.game.stats.items() if stat.boxes]
    assert boxed
    found = [
        mark for face in faces(batches(starter(path), merge=merge)) for mark in face.marks if isinstance(mark, Box)
    ]
    rounded = [mark for mark in found if mark.tick and mark.radius]
    plain = [mark for mark in found if mark.tick and not mark.radius]
    assert len(rounded) == sum(model.stats[id] for model in models for id in boxed)
    assert len(plain) == sum(uses(model) for model in models) + sum(
        entry_uses(pick.entry) for pick in with_inner_picks(force.entries)
    ) + sum(entry_uses(goal) for goal in force.game.entries if goal.kind == "goal" and goal.id in goals_in(path))


def goals_in(path: Path) -> set[str]:
    """The goals of the list's coalition."""
    return {id for pick in starter(path).force.entries for id in getattr(pick.entry, "goals", ())}


def uses(model: Model) -> int:
    """How many uses a game all entries of a model have."""
    return sum(entry_uses(pick.entry) * pick.count for pick in with_inner_picks(model.entries))


def entry_uses(entry: object) -> int:
    """How many uses a game an entry has."""
    found = getattr(entry, "uses", None)
    return found.times if found and found.per == "game" else 0


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_stats_never_move(path: Path) -> None:
    """The words and the middles of all stats are in the same place on each card, to a tenth of a millimetre."""
    labels = [stat.name for stat in starter(path).force.game.stats.values()]
    spots: dict[str, set[tuple[float, float]]] = {}
    for face in faces(batches(starter(path), merge=False)):
        for mark, value in pairwise(texts(face)):
            if mark.text in labels and mark.style == "medium" and value.size >= 20:
                middle = value.x + FONTS.width(value.text, value.style) * value.size / 2
                spots.setdefault(mark.text, set()).add((round(mark.x / MM, 1), round(mark.y / MM, 1)))
                spots.setdefault(f"{mark.text} value", set()).add((round(middle / MM, 1), round(value.y / MM, 1)))
    assert set(labels) <= spots.keys()
    assert all(len(found) == 1 for found in spots.values()), spots


LONG = "A List Whose Name Somebody Typed Until It Was Eighty Letters Long, No Less!"


def fronts(path: Path, name: str) -> list[Face]:
    """The fronts of the models of a starter list under another name."""
    document = replace(read_list(path), name=name)
    report = validate(resolve(document, load_game(document.game)))
    return [card.front for card in batches(report)[0].cards][: len(report.force.rows)]


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_a_long_name_of_a_list_moves_nothing(path: Path) -> None:
    """Everything but the foot stands where it stands, however long the list is called; its check code stays."""
    for short, long in zip(fronts(path, "Short"), fronts(path, LONG), strict=True):
        assert short.parts[:-1] == long.parts[:-1] and len(texts(short)) > 5
        first, second = (" ".join(mark.text for mark in texts(face)) for face in (short, long))
        assert "Short · " in first and first.partition("Short · ")[2] in second and LONG not in second


def test_a_long_name_of_a_list_moves_no_text() -> None:
    """All but the foot is as it was, down to the last line."""
    row = {"rank": "I", "weapon": "Slug Pistol", "name": "Bob"}
    places = []
    for name in ("Short", LONG):
        face = batches(judge({"game": "rogue-conflict", "name": name, "models": [row]}))[0].cards[0].front
        body = [(x, y, mark) for x, y, marks in face.parts[:-1] for mark in marks if isinstance(mark, Text)]
        places.append(body)
    assert places[0] == places[1] and any(mark.text == "Slug Pistol" for _, _, mark in places[0])


def test_large_print() -> None:
    """In large print no type is under ten points, text not under twelve, names not under fourteen."""
    for path in ONE_EACH:
        for face in faces(batches(starter(path), size="large", layout="large", large=True)):
            check_face(face)
            assert min(mark.size for mark in texts(face)) >= 10
            assert not face.body or face.body >= 12
            assert all(mark.size >= 14 for mark in texts(face) if mark.tag == "H1")


def test_large_print_is_four_to_a_page() -> None:
    """On A4 and on Letter."""
    size = TEMPLATES.sizes["large"]
    for paper in ("a4", "letter"):
        page = TEMPLATES.papers[paper]
        places = grid((page.width, page.height), (size.width, size.height), TEMPLATES.margin)
        assert places and len(places.cells) == 4
