"""Tables, list files and codes with talk around them, quoted, fenced or spoilt: read as they are, or refused."""

from __future__ import annotations

import json

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.import_result import ImportedList
from listbuilder.exchange.formats.importing import find_lists
from tests.support.lists_made import GAMES, judged, load, made

AROUND = {
    "before": "Sure! Here's the list you asked for:\n\n{}",
    "behind": "{}\n\n(bump)",
    "right behind": "{}\nSent from my phone",
    "fenced": "```\n{}\n```",
    "both": "[14:02] Alex: ok so this is it\n\n{}\n\nWhat would you change, and why? Thanks!",
}
FORMATS = ("csv", "json", "yaml", "code", "one-line")


def read(text: str, skip: bool = False) -> ImportedList:
    """The one list in a text."""
    (found,) = find_lists(text.encode(), load, GAMES)
    return found.read(skip)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("around", AROUND)
def test_talk_around_is_kept(format: str, around: str) -> None:
    """Whatever a list is written in, what stands around it changes nothing, and every word of it is kept."""
    one = judged(
        {**made("kill-team", 1), "name": "Harrow Lane", "notes": "two\n\nlines" if format == "csv" else "dice"}
    )
    text = AROUND[around].format(write_list(one, format).replace("\r\n", "\n").rstrip("\n"))
    found = read(text)
    assert found.tree == one.tree
    lines = [line for line in AROUND[around].split("\n") if any(map(str.isalnum, line)) and line != "{}"]
    assert [kept.text for kept in found.kept] == lines


@pytest.mark.parametrize("format", FORMATS)
def test_quoted_messages(format: str) -> None:
    """The signs of a quoted message before each line are no part of it."""
    one = judged({**made("rogue-conflict", 2), "name": "Harrow Lane"})
    text = "\n".join(f"> {line}" for line in write_list(one, format).rstrip("\n").splitlines())
    assert read(text).tree == one.tree


def test_rows_that_are_none_are_refused() -> None:
    """Talk in a table, and cells behind the last column, are named with their lines; no model comes of them."""
    text = (
        "list,game,part,unit\nX,demihuman-combat,model 1,Silt\nEdit: typo, sorry.\nX,demihuman-combat,model 2,Newt,no\n"
    )
    with pytest.raises(DocumentError) as caught:
        read(text)
    assert [one.line for one in caught.value.findings] == [3, 4]
    found = read(text, skip=True)
    assert found.tree["models"] == [{"unit": "Silt"}, {"unit": "Newt"}]
    assert [one.line for one in found.kept] == [3, 4]


def test_broken_json_is_no_text() -> None:
    """A file of JSON with a mistake in it is refused as such; its keys become nobody's names."""
    text = json.dumps({**made("rogue-conflict", 1)}, indent=2)
    for broken_variants in (text.replace('"game"', 's "game"', 1), text[:-30], text.replace('"game"', '"gane"')):
        with pytest.raises(DocumentError):
            find_lists(broken_variants.encode(), load, GAMES)
