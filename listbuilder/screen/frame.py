"""The frame of the builder: its panes, what is in sight all the time, and how to move in it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.widgets import OptionList, Static

from listbuilder.letters import on_one_line
from listbuilder.screen.cards import card_lines
from listbuilder.screen.keys import bar, pressed
from listbuilder.screen.lines import Target, detail_lines, finding_text, head_text, place_name, roster_lines
from listbuilder.screen.saving import ListFile
from listbuilder.screen.styles import STYLES
from listbuilder.screen.widgets import Pane, Picker
from listbuilder.workbench import Bench, Change, Edit, Place, roster
from listbuilder.workbench.bench import tried

WIDTHS = [(0, "-tiny"), (60, "-narrow"), (100, "-normal"), (140, "-wide")]
HEIGHTS = [(0, "-flat"), (16, "-tall")]
FINDING_KEYS = (("f", "next"), ("F", "mend"))
CARD = {"title": "bold", "stats": "", "new": "bold green", "dim": "dim", "bold": "bold", "": ""}


class Frame(App[None]):
    """A list on the screen, to look at."""

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
        self.picked_for: Target | None = None

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
        """Show everything."""
        self.title = "listbuilder"
        self.animation_level = "none"
        self.show_all(row=1 if roster(self.bench) else 0)
        self.query_one("#roster", Pane).focus()

    def on_resize(self) -> None:
        """The lines on top and at the bottom are as long as the window is wide, and a wide one has a card."""
        # Only after the next drawing the window has its new size.
        self.call_after_refresh(self.show_frame)
        self.call_after_refresh(self.show_card, None)

    # What is in sight

    def show_all(self, row: int | None = None, line: int | None = None) -> None:
        """Show the list as it is now."""
        pane = self.query_one("#roster", Pane)
        lines = roster_lines(self.bench)
        pane.border_title = "1 Models"
        pane.show(lines, row)
        if self.at not in {one.target.at for one in lines} and pane.target == lines[-1].target:
            # The row is gone, and where it was is the line to add one.
            pane.highlighted = len(lines) - 2
        self.show_row(line)
        self.show_frame()

    def show_row(self, line: int | None = None) -> None:
        """Show what the row has that the bar is on."""
        target = self.query_one("#roster", Pane).target
        if target is not None and target.what == "row":
            self.at = target.at
        detail = self.query_one("#detail", Pane)
        detail.border_title = Content(f"2 {place_name(self.bench, self.at)}")
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
        keys = [Content(f" {key} {word} ").stylize("dim").stylize(pressed(key)) for key, word in FINDING_KEYS]
        found = keys if self.bench.report.findings else []
        told = Content.assemble((f" {head} ", "bold reverse"), *found, f" {text}")
        self.query_one("#finding", Static).update(told)
        self.show_bar()

    @property
    def here(self) -> str:
        """The sort of line that the keys are for: what its target is, or `picker`.

        The list itself is `list`, and `grouped` in a game with groups; the row of a group is `group`.
        """
        if self.screen_stack[0].has_class("picking"):
            return "picker"
        pane = self.query_one("#detail", Pane)
        target = (pane if pane.has_focus else self.query_one("#roster", Pane)).target
        if target is None or (target.what == "row" and not target.at):
            return "grouped" if self.bench.report.force.game.model.group_key else "list"
        return "group" if target.what == "row" and target.at[0] == "groups" else target.what

    def show_bar(self) -> None:
        """The keys for the line that the bar is on."""
        self.query_one("#bar", Static).update(bar(self.here, self.size.width))

    def show_card(self, edit: Edit | None, change: Change | None = None) -> None:
        """The card of the row, or as it would be after an edit."""
        if not self.query_one("#card").display:
            return
        force, at = self.bench.report.force, self.at
        self.query_one("#card").border_title = "3 Card as it would be" if edit else "3 Card"
        if edit is not None:
            after = tried(self.bench, edit).report.force
            # What is added is what to look at.
            for old, new in ((force.written, after.written), (force.groups, after.groups)):
                at = new[-1].path if change is not None and len(new) > len(old) else at
            force = after
        told = Text()
        for text, style in card_lines(force, at, change):
            told.append(f"{text}\n", style=CARD[style])
        self.query_one("#cardtext", Static).update(told)

    def say(self, text: str) -> None:
        """Say what was done, or why not."""
        told = Text(f" {on_one_line(text)}", style="italic", no_wrap=True, overflow="ellipsis")
        self.query_one("#said", Static).update(told)

    # Moving

    @on(OptionList.OptionHighlighted, "#roster")
    def row_looked_at(self, event: OptionList.OptionHighlighted) -> None:
        """The bar is on another row."""
        target = self.query_one("#roster", Pane).target
        if target is not None and target.what == "row" and target.at != self.at:
            self.show_row(0)
        self.show_bar()

    @on(OptionList.OptionHighlighted, "#detail")
    def line_looked_at(self, event: OptionList.OptionHighlighted) -> None:
        """The bar is on another line of the row."""
        self.show_bar()

    @on(DescendantFocus)
    def focus_moved(self) -> None:
        """Another pane has the keys."""
        self.show_bar()

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        self.query_one(f"#{name}").focus()

    def action_press(self, key: str) -> None:
        """Do what a key does."""
        self.simulate_key(key)

    def action_down(self) -> None:
        """Down."""
        if isinstance(self.focused, Pane):
            self.focused.action_cursor_down()
        elif self.focused is not None:
            self.focused.scroll_down(animate=False)

    def action_up(self) -> None:
        """Up."""
        if isinstance(self.focused, Pane):
            self.focused.action_cursor_up()
        elif self.focused is not None:
            self.focused.scroll_up(animate=False)
