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

from listbuilder.base.characters import on_one_line
from listbuilder.building import Bench, Edit, EditResult, Place, roster
from listbuilder.building.bench import try_edit
from listbuilder.ui.screen.keys import bar, pressed
from listbuilder.ui.screen.list_file import ListFile
from listbuilder.ui.screen.pane_lines import Target, detail_lines, finding_text, head_text, place_name, roster_lines
from listbuilder.ui.screen.text_cards import card_lines
from listbuilder.ui.screen.widgets import Pane, Picker

# How the screen is laid out: panes by the width of the window, the picker over what it is for.


STYLES = """
Screen { layout: vertical; }
* { scrollbar-size-vertical: 1; }
#head { height: 1; }
#panes, #playing { height: 1fr; }
Pane, #picker, #card { border: round $foreground 40%; border-title-color: $foreground 80%; height: 100%; padding: 0 1; }
Pane, #picker, #card { background: transparent; }
Pane:focus, #card:focus, #picker:focus-within { border: round $border; border-title-color: $foreground; }
#roster { width: 2fr; max-width: 44; min-width: 26; }
#detail { width: 3fr; }
#picker { display: none; width: 3fr; }
#picker #search { border: none; height: 1; padding: 0; margin: 0 0 0 0; background: $surface; }
#picker #offers { border: none; padding: 0; height: 1fr; background: transparent; }
#picker #info { height: auto; max-height: 5; color: $text-muted; }
#card { width: 2fr; display: none; }
#cardtext { height: auto; }
#finding { height: auto; max-height: 2; }
#said { height: 1; color: $text-muted; }
#bar { height: 1; }
#bar, #finding { link-style: none; link-color: $foreground; }
#small { display: none; height: auto; }
.picking #picker { display: block; }
.picking #detail { display: none; }
.-narrow.picking #roster { display: none; }
.-wide #card { display: block; }
.-wide.no-card #card { display: none; }
.-narrow.with-card #card, .-normal.with-card #card { display: block; }
.-narrow.with-card #roster, .-narrow.with-card.picking #card { display: none; }
.-tiny #detail, .-flat #detail { display: none; }
.-tiny #roster, .-flat #roster { width: 1fr; max-width: 100%; }
.-tiny.picking #roster, .-flat.picking #roster { display: none; }
.-tiny #small, .-flat #small { display: block; }
.-flat #finding { max-height: 1; }
#playing #table { width: 3fr; }
#side { width: 2fr; border: round $foreground 40%; padding: 0 1; height: 100%; }
#side:focus { border: round $border; }
#sidetext { height: auto; }
.-tiny #side, .-narrow #side { display: none; }
#playhead, #playsaid, #playbar { height: 1; }
#playsaid { color: $text-muted; }
#playbar { link-style: none; link-color: $foreground; }
ModalScreen { align: center middle; }
.dialog { width: 70; max-width: 96%; height: auto; max-height: 90%; border: round $border; padding: 0 1; }
.dialog { background: $surface; }
.dialog Input { border: none; height: 1; padding: 0; }
.dialog OptionList { border: none; height: auto; padding: 0; }
"""


WIDTHS = [(0, "-tiny"), (60, "-narrow"), (100, "-normal"), (140, "-wide")]
HEIGHTS = [(0, "-flat"), (16, "-tall")]
FINDING_KEYS = (("f", "next"), ("F", "mend"))
CARD = {"title": "bold", "stats": "", "new": "bold green", "dim": "dim", "bold": "bold", "": ""}


class ListFrame(App[None]):
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

    def show_card(self, edit: Edit | None, change: EditResult | None = None) -> None:
        """The card of the row, or as it would be after an edit."""
        if not self.query_one("#card").display:
            return
        force, at = self.bench.report.force, self.at
        self.query_one("#card").border_title = "3 Card as it would be" if edit else "3 Card"
        if edit is not None:
            after = try_edit(self.bench, edit).report.force
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
