"""The one table of keys: bindings, the bar at the bottom, the help and the palette are all made of it."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["KEYS", "Key", "bar_text"]


class Key(NamedTuple):
    """A key: what it is called, its action, a word for the bar (none keeps it out) and a sentence for the help."""

    keys: str
    action: str
    bar: str
    about: str
    shown: str = ""

    @property
    def name(self) -> str:
        """The key as people read it."""
        return self.shown or self.keys.split(",")[0]


KEYS = (
    Key("a", "add", "add", "Add a model: search, choose, or type a whole line such as `captain rifle x2`."),
    Key("g", "add_group", "", "Add a group, in games that have groups."),
    Key("enter", "choose", "choose", "Choose for the slot, change the value, or go into the row."),
    Key("slash", "search", "", "Search in what the slot takes.", "/"),
    Key("c", "copy", "copy", "Copy the row, right behind it."),
    Key("x,delete", "remove", "remove", "Take out what the bar is on: a row, or a thing in a slot."),
    Key("u", "undo", "undo", "Undo the last edit; there is no end to it but 200."),
    Key("U,ctrl+y", "redo", "redo", "Make again what was undone.", "U"),
    Key(
        "w", "fits", "what fits", "What can be added for the points that are left, and what spends exactly all of them."
    ),
    Key("f", "next_finding", "next finding", "Go to the next finding."),
    Key("F", "fixes", "mend", "Ways to mend the finding, each tried already."),
    Key("J", "move_down", "", "Move the row down."),
    Key("K", "move_up", "", "Move the row up."),
    Key("n", "name", "", "Name the row, or the list."),
    Key("plus,equals_sign", "more", "", "One copy more of the row, or one step more of a stat.", "+"),
    Key("minus", "fewer", "", "One copy less of the row, or one step less of a stat.", "-"),
    Key("l", "limit", "", "Choose the format, or agree on a limit."),
    Key("v", "card", "", "Show or hide the card."),
    Key("p", "cards", "", "Write the cards as a PDF beside the list."),
    Key("y", "code", "", "Show the share code, and put it on the clipboard."),
    Key("R", "reopen", "", "Back to how the list was when it was opened; undo brings the edits back."),
    Key("1", "pane('roster')", "", "Go to the models."),
    Key("2", "pane('detail')", "", "Go to what the row has."),
    Key("j", "down", "", "Down, as the arrow."),
    Key("k", "up", "", "Up, as the arrow."),
    Key("ctrl+p", "command_palette", "all", "Every command, model and fix, by name.", "^p"),
    Key("question_mark", "help", "keys", "These keys.", "?"),
    Key("q", "leave", "", "Leave; everything is saved already."),
)


def bar_text(width: int) -> str:
    """The bar at the bottom: as many keys as there is room for, the help always."""
    told = [f"{one.name} {one.bar}" for one in KEYS if one.bar]
    last = told.pop()
    text = ""
    for one in told:
        if len(text) + len(one) + len(last) + 5 > width:
            break
        text += f" {one} "
    return f"{text} {last}"
