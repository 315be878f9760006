"""The workbench: one list being built, for every builder there is. Choices, edits, undo, fixes, search; no files.

    bench = open_bench(document, load_game(document.data["game"]))
    for choice in choices(bench, ("models", 0), "gear").choices:
        print(choice.name, choice.price, choice.standing, [one.message for one in choice.reasons])
    bench = undo(apply(bench, choice.edit))

`edits` has the edits and their JSON, `as_json` the JSON of everything else.
"""

from listbuilder.workbench.bench import (
    Bench,
    Moment,
    apply,
    changes,
    compare,
    open_bench,
    preview,
    redo,
    replaced,
    undo,
)
from listbuilder.workbench.change import Change, Shift
from listbuilder.workbench.choices import Choice, Choices, additions, choices, values
from listbuilder.workbench.edits import (
    Add,
    Copy,
    Drop,
    Edit,
    Many,
    Move,
    Pick,
    Place,
    Remove,
    Set,
    Swap,
    edit_document,
    read_edit,
)
from listbuilder.workbench.find import Found, Hit, find
from listbuilder.workbench.fits import Fits, fits
from listbuilder.workbench.fixes import Fills, Fix, Mends, fills, fixes, mends
from listbuilder.workbench.options import with_only_choices
from listbuilder.workbench.quick import quick, quick_lines
from listbuilder.workbench.rolls import rolls, with_rolls
from listbuilder.workbench.share import share, share_code
from listbuilder.workbench.summary import RowView, Totals, costs_by_kind, roster, totals
from listbuilder.workbench.tracks import Course, Track, course, tracks
from listbuilder.workbench.views import FieldView, Held, SlotView, fields, slots

__all__ = [
    "Add",
    "Bench",
    "Change",
    "Choice",
    "Choices",
    "Copy",
    "Course",
    "Drop",
    "Edit",
    "FieldView",
    "Fills",
    "Fits",
    "Fix",
    "Found",
    "Held",
    "Hit",
    "Many",
    "Mends",
    "Moment",
    "Move",
    "Pick",
    "Place",
    "Remove",
    "RowView",
    "Set",
    "Shift",
    "SlotView",
    "Swap",
    "Totals",
    "Track",
    "additions",
    "apply",
    "changes",
    "choices",
    "compare",
    "costs_by_kind",
    "course",
    "edit_document",
    "fields",
    "fills",
    "find",
    "fits",
    "fixes",
    "mends",
    "open_bench",
    "preview",
    "quick",
    "quick_lines",
    "read_edit",
    "redo",
    "replaced",
    "rolls",
    "roster",
    "share",
    "share_code",
    "slots",
    "totals",
    "tracks",
    "undo",
    "values",
    "with_only_choices",
    "with_rolls",
]
