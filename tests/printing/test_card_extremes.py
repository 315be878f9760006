"""The worst that players bring, in every layout: names of forty letters, sixty models, every option, odd art."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.printing.test_cards import check_face
from tests.support.printing import TEMPLATES, batches, faces, flowing, judge, squeezed

LONG = "Wolfeschlegelsteinhausenbergerdorffsens"
CROWD = {"unit": "Sackhauler", "count": 60, "notes": "Ωmega Жук Đặng ★ 🐉 " * 6}
ABILITIES = ["Inspire", "Go for Cover", "Combat Medic"]


def extremes(folder: Path, art: bool) -> list[Any]:
    """Lists at the edge of what is printed, legal or not."""
    Image.new("RGB", (3000, 2), "red").save(folder / "flat.png")
    Image.new("L", (1, 2000), 0).save(folder / "thin.png")
    loaded = {
        "name": f"{LONG} ★",
        "rank": "V",
        "raise": {"hp": 6, "mv": 4, "acc": 3, "dod": 3},
        "abilities": ABILITIES,
        "weapon": "Heavy Plasma Lancer",
        "gear": ["Medkit", "Tactical Shield", "Tracer Rounds", "Cybernetic Implants", "AP Rounds"],
        "armour": "Heavy",
        "art": "flat.png",
        "notes": f"{LONG * 3} and then some more words",
    }
    thin = {"name": "Žižka ♥", "rank": "I", "weapon": "Slug Pistol", "art": "thin.png"}
    rogue: dict[str, Any] = {
        "game": "rogue-conflict",
        "name": f"{LONG} {LONG}",
        "player": LONG,
        "models": [loaded, thin],
    }
    crowd = {"game": "kill-team", "team": "Tallmill Company", "name": LONG, "models": [CROWD]}
    if not art:
        rogue["models"] = [{key: value for key, value in row.items() if key != "art"} for row in (loaded, thin)]
    found = []
    for at, data in enumerate((rogue, crowd)):
        (folder / f"{at}.json").write_text(json.dumps(data), "utf-8")
        found.append(judge(folder / f"{at}.json"))
    return found


@pytest.mark.sample(3)
@pytest.mark.parametrize("layout", TEMPLATES.layouts)
@pytest.mark.parametrize("size", ["poker", "bridge", "tarot", "a6", "mini"])
def test_nothing_is_cut(tmp_path: Path, layout: str, size: str) -> None:
    """Every line is inside the safe edge, clear of every other and no smaller than the floor; every note is whole."""
    small = size == "mini"
    if small and layout in ("landscape", "large"):
        pytest.skip("a mini card is refused in layouts that are made for large ones")
    for one_sided in (False, True):
        for report in extremes(tmp_path, art=not small):
            made = batches(report, size=size, layout=layout, one_sided=one_sided)
            for face in faces(made):
                check_face(face)
            said = flowing(made)
            for model in report.force.models:
                assert squeezed(model.notes or "").replace("🐉", "(dragon)") in said.replace("🐉", "(dragon)")
