"""The frame of the builder: its panes, what is in sight all the time, and the file behind it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import OptionList, Static

from listbuilder.errors import ListbuilderError
from listbuilder.letters import on_one_line
from listbuilder.reading import read_bytes
from listbuilder.screen.cards import card_lines
from listbuilder.screen.dialogs import Choose
from listbuilder.screen.keys import bar_text
from listbuilder.screen.lines import detail_lines, finding_text, head_text, place_name, roster_lines
from listbuilder.screen.offers import Offers
from listbuilder.screen.saving import ChangedOutsideError, ListFile
from listbuilder.screen.styles import STYLES
from listbuilder.screen.widgets import Pane, Picker
from listbuilder.workbench import Bench, Change, Edit, Place, apply, changes, replaced, roster
from listbuilder.workbench.bench import tried

__all__ = ["BenchApp"]

WIDTHS = [(0, "-tiny"), (60, "-narrow"), (100, "-normal"), (140, "-wide")]
HEIGHTS = [(0, "-flat"), (16, "-tall")]
LOOK_AGAIN = 2.0  # seconds between looks at the file
CARD = {"title": "bold", "stats": "", "new": "bold green", "dim": "dim", "bold": "bold", "": ""}


class BenchApp(App[None]):
    """A list on the screen; every edit is saved at once."""

    CSS = STYLES
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, bench: Bench, file: ListFile, catalogues: Iterable[Path] = ()) -> None:
        super().__init__()
        self.bench, self.opened, self.file = bench, bench, file
        self.at: Place = ("models", 0) if roster(bench) else ()
        self.finding = 0
        self.saved = "saved" if file.known else "not saved yet"
        self.asking = False
        self.finding_shown = False
        self.catalogues = tuple(catalogues)
        self.came_from = "roster"

    def compose(self) -> ComposeResult:
        """Head, panes, finding, what was done last, keys."""
        yield Static(id="head", markup=False)
        with Horizontal(id="panes"):
            yield Pane("roster")
            yield Pane("detail", labels=11)
            yield Picker(id="picker")
            with VerticalScroll(id="card"):
                yield Static(id="cardtext", markup=False)
        yield Static("This window is too small for more than the models: 60 by 16 shows all.", id="small")
        yield Static(id="finding", markup=False)
        yield Static(id="said", markup=False)
        yield Static(id="bar", markup=False)

    def on_mount(self) -> None:
        """Show everything, and keep an eye on the file."""
        self.title = "listbuilder"
        self.animation_level = "none"
        self.query_one("#card").can_focus = False
        self.show_all(row=1 if roster(self.bench) else 0)
        self.query_one("#roster", Pane).focus()
        self.set_interval(LOOK_AGAIN, self.look_outside)

    def on_resize(self) -> None:
        """The lines on top and at the bottom are as long as the window is wide, and a wide one has a card."""
        self.show_frame()
        self.call_after_refresh(self.show_card, None)

    # What is in sight

    def show_all(self, row: int | None = None, line: int | None = None) -> None:
        """Show the list as it is now."""
        pane = self.query_one("#roster", Pane)
        lines = roster_lines(self.bench)
        pane.border_title = "1 Models"
        pane.show(lines, row)
        self.show_row(line)
        self.show_frame()

    def show_row(self, line: int | None = None) -> None:
        """Show what the row has that the bar is on."""
        target = self.query_one("#roster", Pane).target
        if target is not None and target.what == "row":
            self.at = target.at
        detail = self.query_one("#detail", Pane)
        detail.border_title = f"2 {place_name(self.bench, self.at)}".replace("[", "(")
        detail.show(detail_lines(self.bench, self.at), line)
        self.show_card(None)

    def show_frame(self) -> None:
        """The lines around the panes."""
        left, right = head_text(self.bench, self.saved)
        table = Table.grid(expand=True, padding=(0, 1, 0, 1))
        table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        table.add_column(justify="right", no_wrap=True)
        verdict = "bold" if self.bench.report.valid else "bold red"
        table.add_row(Text(left, style="bold"), Text(right, style=verdict))
        self.query_one("#head", Static).update(table)
        head, text = finding_text(self.bench, self.finding)
        keys = "  f next  F mend" if self.bench.report.findings else ""
        told = Text.assemble((f" {head} ", "bold reverse"), " ", text, (keys, "dim"))
        self.query_one("#finding", Static).update(told)
        self.query_one("#bar", Static).update(Text(bar_text(self.size.width), style="dim"))

    def show_card(self, edit: Edit | None, change: Change | None = None) -> None:
        """The card of the row, or as it would be after an edit."""
        if not self.query_one("#card").display or (edit is None and not self.at):
            self.query_one("#cardtext", Static).update("")
            return
        force, at = self.bench.report.force, self.at
        self.query_one("#card").border_title = "3 Card as it would be" if edit else "3 Card"
        if edit is not None:
            force = tried(self.bench, edit).report.force
            at = (
                at
                if change is None or len(force.written) <= len(self.bench.report.force.written)
                else force.written[-1].path
            )
        told = Text()
        for text, style in card_lines(force, at, change):
            told.append(f"{text}\n", style=CARD[style])
        self.query_one("#cardtext", Static).update(told)

    def say(self, text: str) -> None:
        """Say what was done, or why not."""
        self.query_one("#said", Static).update(Text(f" {on_one_line(text)}", style="italic"))

    # Edits

    def do_edit(self, edit: Edit, row: int | None = None) -> bool:
        """Make an edit, save it, and say what followed; what is refused is said."""
        try:
            after = apply(self.bench, edit)
        except ListbuilderError as error:
            hints = " ".join(one.hint for one in error.findings)
            self.say(f"{error} {hints}")
            return False
        self.set_bench(after, row)
        return True

    def set_bench(self, after: Bench, row: int | None = None) -> None:
        """Another state of the list: shown, saved, and told."""
        before, self.bench = self.bench, after
        if after is before:
            return
        self.save()
        told = changes(before, after)
        moved = told.points[1] - told.points[0]
        price = f" ({moved:+d})" if moved else ""
        others = [place_name(after, at) for at in told.others]
        also = f" Also changes {', '.join(others)}." if others else ""
        new = (
            f" New: {told.new[0].message}"
            if told.new
            else " Nothing is wrong any more."
            if told.gone and after.report.valid
            else ""
        )
        self.say(f"{told.words[:1].upper()}{told.words[1:]}.{price}{also}{new}")
        self.finding, self.finding_shown = 0, False
        self.show_all(row)

    def save(self) -> None:
        """Write the file; when somebody else wrote it, ask."""
        if self.bench.text is None:
            return
        try:
            self.file.save(self.bench.text)
            self.saved = "saved"
        except ChangedOutsideError as error:
            self.saved = "NOT SAVED"
            self.ask_outside(error.content)
        except ListbuilderError as error:
            self.saved = "NOT SAVED"
            self.say(str(error))

    def look_outside(self) -> None:
        """Notice when somebody else writes the file."""
        try:
            content = self.file.outside()
        except ListbuilderError as error:
            self.say(str(error))
            return
        if content is not None and not self.asking:
            self.ask_outside(content)

    def ask_outside(self, content: bytes) -> None:
        """Ask which of two lists to keep, with what differs."""
        self.asking = True
        try:
            theirs = read_bytes(content, file=str(self.file.path))
            other = replaced(self.bench, theirs, content.decode("utf-8-sig"), "the file as it was changed outside")
            told = difference(changes(self.bench, other))
        except ListbuilderError as error:
            other, told = None, f"It can't be read now: {error}"
        answers = {"mine": "Keep what is here; the other is one step of `listbuilder undo` away"}
        if other is not None:
            answers["theirs"] = "Take what is in the file; undo brings this one back"
        question = f"{self.file.path.name} was changed outside. {told}"

        def answered(answer: str | None) -> None:
            self.asking = False
            self.file.accept(content)
            if answer == "theirs" and other is not None:
                self.bench = other
                self.show_all()
            self.save()
            self.show_frame()

        self.push_screen(Choose(on_one_line(question), answers), answered)

    # Picker

    def open_picker(self, offers: Offers) -> None:
        """Offer something in the place of what the row has."""
        self.came_from = "detail" if self.query_one("#detail", Pane).has_focus else "roster"
        self.screen_stack[0].add_class("picking")
        self.query_one(Picker).open(offers)

    def close_picker(self) -> None:
        """Back to the pane that it was opened from."""
        self.screen_stack[0].remove_class("picking")
        self.query_one(f"#{self.came_from}", Pane).focus()
        self.show_card(None)

    @on(OptionList.OptionHighlighted, "#roster")
    def row_looked_at(self, event: OptionList.OptionHighlighted) -> None:
        """The bar is on another row."""
        target = self.query_one("#roster", Pane).target
        if target is not None and target.what == "row" and target.at != self.at:
            self.show_row(0)

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        self.query_one(f"#{name}", Pane).focus()

    def action_down(self) -> None:
        """Down."""
        if isinstance(self.focused, Pane):
            self.focused.action_cursor_down()

    def action_up(self) -> None:
        """Up."""
        if isinstance(self.focused, Pane):
            self.focused.action_cursor_up()


def difference(change: Change) -> str:
    """What differs between two lists, in a line or two."""
    gone = sum(at is None for at in change.rows["models"])
    points = (
        f"It costs {change.points[1]} instead of {change.points[0]}. " if change.points[0] != change.points[1] else ""
    )
    rows = f"{gone} models are not in it. " if gone else ""
    found = "".join(f"New: {one.message} " for one in change.new[:2])
    return f"{points}{rows}{found}".strip() or "The totals and the verdict are the same."
