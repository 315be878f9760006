"""The guide's chapter on layouts: its templates load, and the card it makes is drawn with colours, icons and emblem."""

from __future__ import annotations

import re
from pathlib import Path

from listbuilder.base.records import replace
from listbuilder.loading.templates import load_templates
from listbuilder.printing.deck import CardOptions, make_batches
from listbuilder.printing.marks import Box, Figure
from tests.printing.test_cards import check_face
from tests.support.paths import ROOT
from tests.support.printing import FONTS, MM, faces, judge, texts

GUIDE = (ROOT / "docs" / "design" / "further.md").read_text("utf-8")
FILES = re.findall(r"```text\n# templates/(\S+)\n(.*?)```", GUIDE, re.DOTALL)


def test_the_card_of_the_guide(tmp_path: Path) -> None:
    """With the files of the chapter as they stand a card lies on its side, with stats on the left and an emblem."""
    for name, text in FILES:
        (tmp_path / name).write_text(text, "utf-8")
    templates = load_templates(tmp_path)
    assert {"barn", "mine"} <= templates.layouts.keys()
    layout, card = templates.layouts[templates.default["layout"]], templates.sizes["tarot"]
    size = replace(card, width=card.height, height=card.width)
    rows = [{"rank": "II", "weapon": "Slug Pistol"}, {"rank": "V", "weapon": "Laser Rifle", "gear": ["Medkit"]}]
    report = judge({"game": "rogue-conflict", "models": rows})
    options = CardOptions(FONTS, templates, layout, templates.themes["ink"], size, templates.type["normal"])
    for face in faces(make_batches([report], options)):
        check_face(face)
        assert face.width > face.height
        if "HP" in (words := {mark.text: mark for mark in texts(face)}):
            assert words["HP"].x < 30 * MM < next(mark.x for mark in texts(face) if mark.tag == "H1")
            assert any(isinstance(mark, Figure) and mark.side > 10 * MM for mark in face.marks)
            assert any(isinstance(mark, Box) and mark.fill == "#44525f" for mark in face.marks)


def test_every_key_and_every_sort_of_region_is_in_the_guide() -> None:
    """The chapter names each thing that a region can show."""
    from typing import get_args

    from listbuilder.loading.templates.card_layout import Show

    chapter = GUIDE[GUIDE.index("## Card layouts") : GUIDE.index("## Missions")]
    missing = [word for word in get_args(Show) if word and f"`{word}`" not in chapter]
    assert not missing
