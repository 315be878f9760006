"""What keys do to rows: copy, move, remove, name, one more and one less."""

from __future__ import annotations

from listbuilder.screen.choosing import Choosing
from listbuilder.screen.lines import Target
from listbuilder.screen.widgets import Pane
from listbuilder.workbench import Copy, Drop, Move, Remove, Set, roster

__all__ = ["RowKeys"]


class RowKeys(Choosing):
    """The keys for rows and for single things on them."""

    def action_copy(self) -> None:
        """Copy the row."""
        if self.at and self.do_edit(Copy(at=self.at)):
            self.show_all(row=self.query_one("#roster", Pane).highlighted or 0)
            self.action_down()

    def action_remove(self) -> None:
        """Take out a thing in a slot, a value, or the row."""
        target = self.target()
        if target is None or target.what in ("given", "room", "add", "raise"):
            return
        if target.what == "held" and target.nth is not None:
            self.do_edit(Drop(at=target.at, slot=target.key, nth=target.nth))
        elif target.what == "field":
            self.do_edit(Set(at=target.at, key=target.key))
        elif target.at:
            self.do_edit(Remove(at=target.at))

    def action_move_down(self) -> None:
        """Move the row down."""
        self.move(1)

    def action_move_up(self) -> None:
        """Move the row up."""
        self.move(-1)

    def move(self, by: int) -> None:
        """Move the row, and go with it."""
        if not self.at:
            return
        kind, to = str(self.at[0]), int(self.at[1]) + by
        size = sum(row.at[0] == kind for row in roster(self.bench))
        if not 0 <= to < size:
            self.say("It can't go further.")
            return
        line = (self.query_one("#roster", Pane).highlighted or 0) + by
        if self.do_edit(Move(at=self.at, to=to), row=line):
            self.say(f"Moved to {to + 1} of {size}.")

    def action_name(self) -> None:
        """Name the row, or the list."""
        old = self.row(self.at).get("name")
        self.ask_value(Target("field", self.at, "name"), "" if old is None else str(old), "what it is called")
