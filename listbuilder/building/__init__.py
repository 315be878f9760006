"""The workbench: one list being built, for every builder there is. Choices, edits, undo, fixes, search; no files.

    bench = open_bench(document, load_game(document.data["game"]))
    for choice in choices(bench, ("models", 0), "gear").choices:
        print(choice.name, choice.price, choice.standing, [one.message for one in choice.reasons])
    bench = undo(apply(bench, choice.edit))

`edits` has the edits and their JSON, `bench_json` the JSON of everything else.
"""

from listbuilder.building.bench import (
    Bench,
    Snapshot,
    apply,
    changes,
    compare,
    open_bench,
    preview,
    redo,
    replace_list,
    share,
    share_code,
    undo,
)
from listbuilder.building.change import EditResult, Shift
from listbuilder.building.choices import Choice, Choices, additions, choices, values, with_only_choices
from listbuilder.building.edits import (
    Add,
    AddPick,
    CopyRow,
    Drop,
    Edit,
    Many,
    MoveRow,
    Place,
    Remove,
    Set,
    Swap,
    edit_document,
    read_edit,
)
from listbuilder.building.fits import Fits, fits
from listbuilder.building.fixes import Fills, Fix, Mends, fills, fixes, mends
from listbuilder.building.play_tracks import PlayCourse, PlayTrack, course, tracks
from listbuilder.building.quick_add import quick, quick_lines
from listbuilder.building.rolls import rolls, with_rolls
from listbuilder.building.row_views import FieldView, HeldView, SlotView, fields, slots
from listbuilder.building.search import Hit, SearchResult, find
from listbuilder.building.summary import RowView, Totals, costs_by_kind, roster, totals

__all__ = [
    "Add",
    "AddPick",
    "Bench",
    "Choice",
    "Choices",
    "CopyRow",
    "Drop",
    "Edit",
    "EditResult",
    "FieldView",
    "Fills",
    "Fits",
    "Fix",
    "HeldView",
    "Hit",
    "Many",
    "Mends",
    "MoveRow",
    "Place",
    "PlayCourse",
    "PlayTrack",
    "Remove",
    "RowView",
    "SearchResult",
    "Set",
    "Shift",
    "SlotView",
    "Snapshot",
    "Swap",
    "Totals",
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
    "replace_list",
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
