"""The one table of keys: bindings, the bar at the bottom, the help and the palette are all made of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textual.content import Content
from textual.style import Style

EVERYWHERE = "*"


class Key(NamedTuple):
    """A key: its action, a word or two for the bar and the palette, a sentence for the help, and where it is of use.

    `on` has the sorts of lines (see `BuildApp.here`) on which the bar shows it.
    """

    keys: str
    action: str
    word: str
    about: str
    on: str = ""
    shown: str = ""

    @property
    def name(self) -> str:
        """The key as people read it."""
        return self.shown or self.keys.split(",")[0]

    @property
    def title(self) -> str:
        """What it does, in a word or two, as the palette has it."""
        return f"{self.word[:1].upper()}{self.word[1:]}"


KEYS = (
    Key("enter", "choose", "choose", "Choose for the slot, change the value, or go into the row.",
        "list grouped row group add held room rolled field number"),
    Key("a", "add", "add", "Add a model: search, choose, or type a whole line such as `captain rifle x2`.",
        "list grouped row group add"),
    Key("plus,equals_sign", "step(1)", "more", "One copy more of the row, or one step more of a stat or number.",
        "row raise number", "+"),
    Key("minus", "step(-1)", "fewer", "One copy less of the row, or one step less of a stat or number.",
        "row raise number", "-"),
    Key("r", "roll", "roll", "Roll for the slot, in games that leave it to dice.", "rolled"),
    Key("c", "copy", "copy", "Copy the row, right behind it.", "row group"),
    Key("x,delete", "remove", "take out", "Take out what the bar is on: a row, a value, or a thing in a slot.",
        "row group held field number"),
    Key("l", "limit", "limit", "Choose the format with its limit, or agree on another limit.", "list grouped"),
    Key("u", "undo", "undo", "Undo the last edit, up to 200 of them.", EVERYWHERE),
    Key("U,ctrl+y", "redo", "redo", "Make again what was undone.", EVERYWHERE, "U"),
    Key("w", "fits", "what fits", "What can be added for the points that are left, and what spends all of them.",
        EVERYWHERE),
    Key("f", "next_finding", "next finding", "Go to the next finding, and to its place in the list."),
    Key("F", "fixes", "mend", "Ways to mend the finding, each tried already."),
    Key("J", "move_row(1)", "move down", "Move the row down.", "row group"),
    Key("K", "move_row(-1)", "move up", "Move the row up.", "row group"),
    Key("g", "add_group", "add a group", "Add a group, in games that have groups.", "grouped group"),
    Key("n", "name", "name", "Name the row, or the list.", "list grouped row group"),
    Key("slash", "search", "search", "Search in what the slot takes, or for a model to add.", "", "/"),
    Key("tab", "focus_next", "next pane", "To the next pane."),
    Key("escape", "pane('roster')", "back", "Back to the models.", "held given room rolled field number raise", "esc"),
    Key("1", "pane('roster')", "models", "Go to the models."),
    Key("2", "pane('detail')", "what it has", "Go to what the row has."),
    Key("3", "pane('card')", "card", "Go to the card; the arrows move in it."),
    Key("v", "card", "show card", "Show or hide the card."),
    Key("p", "cards", "print cards", "Write the cards as a PDF beside the list."),
    Key("t", "play", "play", "Play: tick off wounds, uses, rounds and conditions; the list stays as it is."),
    Key("y", "code", "share code", "Show the share code, and put it on the clipboard."),
    Key("R", "reopen", "start over", "Back to how the list was when it was opened; undo brings the edits back."),
    Key("j", "down", "down", "Down, as the arrow."),
    Key("k", "up", "up", "Up, as the arrow."),
    Key("ctrl+p", "command_palette", "all commands", "Every command, model, addition and fix, by name.",
        EVERYWHERE, "^p"),
    Key("q", "leave", "leave", "Leave; everything is saved already.", EVERYWHERE),
    Key("question_mark", "help", "keys", "These keys.", EVERYWHERE, "?"),
)  # fmt: skip
# While something is searched for, every letter is part of it.
PICKER_KEYS = (
    Key("enter", "take", "take it", "Take the line that the bar is on.", "picker"),
    Key("up", "move(-1)", "up", "Up.", "", "↑"),
    Key("down", "move(1)", "down", "Down.", "", "↓"),
    Key("pageup", "move(-8)", "far up", "Eight lines up.", "", "PgUp"),
    Key("pagedown", "move(8)", "far down", "Eight lines down.", "", "PgDn"),
    Key("tab", "mark", "compare", "Mark a choice; the second one is compared with the first.", "picker"),
    Key("escape", "escape", "back", "Clear what is typed; then leave without taking anything.", "picker", "esc"),
)
# In play.
PLAY_KEYS = (
    Key("minus,left", "off(1)", "one off", "One less of what the bar is on: a wound, a use.", "play", "-"),
    Key("plus,equals_sign,right", "off(-1)", "one back", "One more of it again.", "play", "+"),
    *(Key(str(digit), f"left({digit})", "so many left", "So many of it are left.") for digit in range(10)),
    Key("enter", "values", "all numbers", "Every number that it can have, to choose from."),
    Key("c", "conditions", "condition", "Put a condition on the model, or take it off.", "play"),
    Key("n", "round(1)", "next round", "The next round or turn.", "play"),
    Key("N", "round(-1)", "round before", "The round or turn before."),
    Key("r", "reference", "reference", "What is looked up in play.", "play"),
    Key("u", "undo", "undo", "Undo the last mark.", "play"),
    Key("X", "clear", "start again", "Take all marks off; undo brings them back."),
    Key("j", "down", "down", "Down, as the arrow."),
    Key("k", "up", "up", "Up, as the arrow."),
    Key("escape,t,q", "leave", "back to the list", "Back to the list; marks are kept.", "play", "esc"),
    Key("question_mark", "help", "keys", "These keys.", "play", "?"),
)


def keys_here(here: str) -> Iterator[Key]:
    """The keys for the bar on a sort of line: those for it, then those for everywhere."""
    if here in ("picker", "play"):
        yield from (one for one in (PICKER_KEYS if here == "picker" else PLAY_KEYS) if here in one.on.split())
        return
    yield from (one for one in KEYS if here in one.on.split())
    yield from (one for one in KEYS if one.on == EVERYWHERE)


def bar(here: str, width: int) -> Content:
    """The bar at the bottom: as many keys as there is room for, the help always; a click presses the key."""
    *found, last = keys_here(here)
    shown: list[Content] = []
    left = width - _cell(last).cell_length
    for one in map(_cell, found):
        left -= one.cell_length
        if left < 0:
            break
        shown.append(one)
    return Content("").join([*shown, _cell(last)])


def pressed(key: str) -> Style:
    """The style of what presses a key when it is clicked."""
    return Style.from_meta({"@click": f"app.press('{key}')"})


def _cell(key: Key) -> Content:
    cell = Content.assemble(" ", (key.name, "bold"), (f" {key.word} ", "dim"))
    return cell.stylize(pressed(key.keys.split(",")[0]))
