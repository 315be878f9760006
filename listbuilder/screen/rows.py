"""What keys do to rows: copy, move, remove, name, one more and one less."""

from __future__ import annotations

from listbuilder.errors import EditError
from listbuilder.lists.rolling import draw_seed
from listbuilder.screen.choosing import Choosing
from listbuilder.screen.lines import Target, place_name
from listbuilder.screen.widgets import Pane
from listbuilder.workbench import Copy, Drop, Many, Move, Remove, Set, rolls, roster


class RowKeys(Choosing):
    """The keys for rows and for single things on them."""

    def action_copy(self) -> None:
        """Copy the row."""
        if self.at:
            self.do_edit(Copy(at=self.at), row=(self.query_one("#roster", Pane).highlighted or 0) + 1)

    def action_remove(self) -> None:
        """Take out a thing in a slot, a value, or the row."""
        target = self.target()
        if target is None or target.what in ("given", "room", "rolled", "add", "raise"):
            self.say("There is nothing to take out here.")
            return
        if target.what == "held" and target.nth is not None:
            self.do_edit(Drop(at=target.at, slot=target.key, nth=target.nth))
        elif target.what in ("field", "number"):
            self.do_edit(Set(at=target.at, key=target.key))
        elif target.at:
            self.do_edit(Remove(at=target.at))
        else:
            self.say("The list itself stays.")

    def action_roll(self) -> None:
        """Roll for the slot that the bar is on, or for whatever of the row is not rolled yet."""
        target = self.target()
        slot = target.key if target is not None and target.what == "rolled" else None
        at = target.at if target is not None and target.what != "add" else self.at
        try:
            edits, found = rolls(self.bench, at, draw_seed(), slot)
        except EditError as error:
            self.say(f"{error} {error.findings[0].hint}")
            return
        if not found:
            self.say("There is nothing to roll for here.")
        elif self.do_edit(Many(edits=edits, words=f"roll for {place_name(self.bench, at)}")):
            told = (f"{one.table.name}: a roll of {one.number} is {one.entry.name}." for one in found)
            self.say(" ".join(told))

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
