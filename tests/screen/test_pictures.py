"""The kept pictures of the terminal builder are what it looks like now."""

from __future__ import annotations

import re

import pytest

from tests.tools.screen_pictures import KEPT, SCENES, picture


@pytest.mark.parametrize("name", SCENES)
def test_the_picture_is_what_the_screen_looks_like(name: str) -> None:
    """Every letter, mark and colour is where it was; `make pictures` draws them again after a change that was meant."""
    kept = (KEPT / f"{name}.svg").read_text("utf-8")
    now = picture(SCENES[name])
    assert texts(now) == texts(kept)
    assert now == kept


def texts(svg: str) -> list[str]:
    """The letters of a picture, line by line, which tell a difference better than all of it."""
    return re.findall(r"<text[^>]*>(.*?)</text>", svg)
