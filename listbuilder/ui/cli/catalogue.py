"""`catalogue`: the commands for authors of games."""

from __future__ import annotations

from listbuilder.ui.cli.commands import LazyGroup

COMMANDS = {
    "new": "Start a game: a small one that works, to be changed.",
    "check": "Check a game folder and its starter lists.",
    "test": "Run the cases in tests.yaml: lists with their verdicts.",
    "prove": "Prove what no list can show: dead rules, dominated options.",
    "diff": "Write release notes: what changed between two versions.",
    "import": "Convert the data of another list builder.",
}
group = LazyGroup(
    "catalogue",
    "listbuilder.ui.cli",
    {"Commands": COMMANDS},
    modules={name: f"catalogue_{name}" for name in COMMANDS} | {"prove": "prove"},
    help="For authors of games.",
)
