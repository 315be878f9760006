"""The widgets of the screen: panes of lines, and the picker that searches. Text is never markup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.css.styles import RulesMap
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from listbuilder.ui.screen.keys import PICKER_KEYS
from listbuilder.ui.screen.offers import PickerItem, PickerOffers
from listbuilder.ui.screen.pane_lines import PaneLine, Target

# Panes by the width of the window, the picker over what it is for.
STYLE_SHEET = """
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
.-narrow.with-card #card, .-normal.with-card #card, .-normal.had-card #card { display: block; }
.-wide.no-card #card, .-normal.had-card.no-card #card { display: none; }
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


class LineCell(NamedTuple):
    """A part of a line: as wide as `width` says, else a `share` of what is left, else as wide as its text."""

    text: Content
    width: int = 0
    share: int = 0
    right: bool = False


class DrawnLine(Visual):
    """Cells side by side; text that does not fit ends in dots, and the cell at the right end always stays.

    With `split`, a line that is too long for the pane breaks there: `split` has the shorter line and the second one.
    It is laid out only when it scrolls into view.
    """

    def __init__(
        self,
        cells: Sequence[LineCell],
        here: bool = False,
        split: tuple[Sequence[LineCell], Content] | None = None,
    ) -> None:
        self.cells, self.here, self.split = tuple(cells), here, split

    def beside(self, here: bool) -> DrawnLine:
        """The same line, with or without the sign of the bar."""
        return DrawnLine(self.cells, here, self.split)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The line as strips."""
        if self.split is None or self.fits(width):
            return self.laid(self.cells, width).render_strips(width, 1, style, options)
        first, second = self.split
        below = Content(" " * INDENT).append(second).truncate(width, ellipsis=True)
        return [
            *self.laid(first, width).render_strips(width, 1, style, options),
            *below.render_strips(width, 1, style, options),
        ]

    def fits(self, width: int) -> bool:
        """Whether all cells fit side by side without dots."""
        return 1 + sum((one.width or one.text.cell_length) + 1 for one in self.cells) - 1 <= width

    def laid(self, cells: Sequence[LineCell], width: int) -> Content:
        """Cells as text of a width."""
        sign = Content.styled(">" if self.here else " ", "bold")
        natural = [cell.width or (0 if cell.share else cell.text.cell_length) for cell in cells]
        left = max(width - 1 - sum(natural) - max(len(cells) - 1, 0), 0)
        shares = sum(cell.share for cell in cells) or 1
        widths = [own or left * cell.share // shares for cell, own in zip(cells, natural, strict=True)]
        parts = [_sized(cell, room) for cell, room in zip(cells, widths, strict=True)]
        return Content.assemble(sign, Content(" ").join(parts))

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """As wide as the pane."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """One line, or two if it is split."""
        return 1 if self.split is None or self.fits(width) else 2


def _sized(cell: LineCell, width: int) -> Content:
    text = cell.text if cell.text.cell_length <= width else cell.text.truncate(width, ellipsis=True)
    room = max(width - text.cell_length, 0)
    return text.pad_left(room) if cell.right else text.pad_right(room)


STYLES = {"dim": "dim", "wrong": "bold", "warned": "yellow", "bold": "bold", "": ""}
FOUND = "bold underline"
# A name beside prices.
WIDEST = 30
# Columns, of a second line.
INDENT = 5


class LineList(OptionList):
    """Lines to move in. The one that the bar is on has a `>` too, for those who see no colours."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.drawn_lines: list[DrawnLine] = []
        self.bar_at: int | None = None

    def draw(self, lines: list[DrawnLine], at: int | None) -> None:
        """Show other lines, the bar on one of them."""
        self.drawn_lines, self.bar_at = lines, at
        self.clear_options()
        self.add_options([Option(line.beside(number == at)) for number, line in enumerate(lines)])
        self.highlighted = at

    def watch_highlighted(self, highlighted: int | None) -> None:
        """The sign goes with the bar."""
        for at in {self.bar_at, highlighted}:
            if at is not None and at < min(len(self.drawn_lines), self.option_count):
                self.replace_option_prompt_at_index(at, self.drawn_lines[at].beside(at == highlighted))
        self.bar_at = highlighted
        super().watch_highlighted(highlighted)


class Pane(LineList):
    """Lines about a list; each has a target."""

    def __init__(self, id: str, labels: int = 0) -> None:
        super().__init__(id)
        self.labels = labels
        self.lines: tuple[PaneLine, ...] = ()

    def show(self, lines: Sequence[PaneLine], stay: int | None = None) -> None:
        """Show other lines; the bar stays where it was, or goes to a line."""
        at = stay if stay is not None else self.highlighted or 0
        here = min(at, len(lines) - 1) if lines else None
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.draw([self.drawn(line) for line in lines], here)
        self.highlighted = here

    def drawn(self, line: PaneLine) -> DrawnLine:
        """One line as it is drawn."""
        style = STYLES[line.style]
        mark = LineCell(Content.styled(line.mark, "bold red"), width=1)
        right = LineCell(Content.styled(line.right, "dim"), right=True)
        if self.labels:
            label = LineCell(Content.styled(line.label, "dim"), width=self.labels)
            return DrawnLine([mark, label, LineCell(Content.styled(line.text, style), share=1), right])
        whole = LineCell(Content.assemble((line.label, style), (line.text, "dim")), share=1)
        first = LineCell(Content.styled(line.label, style), share=1)
        split = ([mark, first, right], Content.styled(line.below, "dim")) if line.below else None
        return DrawnLine([mark, whole, right], split=split)

    @property
    def target(self) -> Target | None:
        """What the bar is on."""
        return self.lines[self.highlighted].target if self.highlighted is not None and self.lines else None

    def go_to(self, target: Target) -> bool:
        """Put the bar on the first line about something; the nearest thing that is like it otherwise."""
        same = [at for at, line in enumerate(self.lines) if line.target == target]
        near = [at for at, line in enumerate(self.lines) if line.target[1:3] == target[1:3]]
        for at in (*same, *near):
            self.highlighted = at
            return True
        return False


class Picker(Vertical):
    """A box to type in, lines that fit what is typed, and all there is to say about the one that the bar is on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(one.keys, one.action, one.about, show=False) for one in PICKER_KEYS if one.keys != "enter"
    ]

    class Taken(Message):
        """A line was taken."""

        def __init__(self, item: PickerItem) -> None:
            super().__init__()
            self.item = item

    class Looked(Message):
        """The bar is on a line."""

        def __init__(self, item: PickerItem | None) -> None:
            super().__init__()
            self.item = item

    class Marked(Message):
        """Two lines were marked, to be compared."""

        def __init__(self, items: tuple[PickerItem, PickerItem]) -> None:
            super().__init__()
            self.items = items

    class Closed(Message):
        """It was left without taking anything."""

    def compose(self) -> ComposeResult:
        """The box, the lines, and details of one."""
        yield Input(id="search", placeholder="type to search", select_on_focus=False)
        yield LineList("offers")
        yield Static(id="info", markup=False)

    def on_mount(self) -> None:
        """The lines are moved in with the arrows while the box has the keys; a click takes one."""
        self.query_one("#offers", OptionList).can_focus = False
        self.query_one(Input).cursor_blink = False
        self.offers: PickerOffers | None = None
        self.coming: Callable[[], PickerOffers] | None = None
        self.items: list[PickerItem] = []
        self.marked: list[PickerItem] = []
        self.names = 0
        self.whole = False

    def open(self, offers: PickerOffers, coming: Callable[[], PickerOffers] | None = None) -> None:
        """Offer something; where it takes a while, `coming` gives what is offered instead when it is there."""
        self.offers, self.coming, self.whole, self.marked = offers, coming, False, []
        self.border_title = Content(offers.title)
        box = self.query_one(Input)
        with self.prevent(Input.Changed):
            box.value = ""
        box.focus()
        self.fill("")

    def ready(self) -> None:
        """Show what was coming, filtered by what was typed meanwhile; no key press is lost."""
        if self.coming is not None:
            self.offers, self.coming = self.coming(), None
            self.border_title = Content(self.offers.title)
            self.fill(self.query_one(Input).value)

    def fill(self, words: str) -> None:
        """Show what fits the words."""
        if self.offers is None:
            return
        self.items = self.offers.search(words, self.whole)
        priced = [cell_len(item.name) for item in self.items if item.total]
        self.names = min(max(priced, default=0), WIDEST)
        lines = [self.drawn(item) for item in self.items]
        self.query_one("#offers", LineList).draw(lines, 0 if self.items else None)
        self.look()

    def drawn(self, item: PickerItem) -> DrawnLine:
        """One line: mark, name with the letters found, price, total, what changes, how it stands."""
        name = Content.styled(item.name, STYLES[item.style])
        for start, end in item.marks:
            name = name.stylize(FOUND, start, end)
        mark = "=" if item in self.marked else item.mark
        wide = item.total and item.right and self.names
        cells = [LineCell(Content.styled(mark, "bold"), width=1)]
        cells += [LineCell(name, width=self.names) if wide else LineCell(name, share=4)]
        if item.price or item.total:
            cells += [LineCell(Content(item.price), width=5, right=True)]
            cells += [LineCell(Content.styled(item.total, "dim"), width=5, right=True)]
        if item.right:
            note = item.note if item.right == "fits" and item.note else item.right
            cells.append(LineCell(Content.styled(note, STYLES[item.style] or "dim"), share=5, right=True))
        return DrawnLine(cells)

    @property
    def item(self) -> PickerItem | None:
        """The line that the bar is on."""
        at = self.query_one("#offers", OptionList).highlighted
        return self.items[at] if at is not None and at < len(self.items) else None

    def look(self) -> None:
        """Say everything about the line that the bar is on."""
        item = self.item
        parts = [item.note, item.info] if item else []
        if self.offers and self.offers.hint:
            parts.append(self.offers.hint)
        self.query_one("#info", Static).update(Text("  ".join(one for one in parts if one)))
        self.post_message(self.Looked(item))

    def action_move(self, by: int) -> None:
        """Move the bar."""
        # Here and below: a key that means a line waits for the lines, so the search is finished first.
        self.ready()
        pane = self.query_one("#offers", OptionList)
        if self.items:
            pane.highlighted = max(0, min((pane.highlighted or 0) + by, len(self.items) - 1))

    @on(OptionList.OptionHighlighted, "#offers")
    def looked(self, event: OptionList.OptionHighlighted) -> None:
        """The bar moved."""
        event.stop()
        self.look()

    @on(OptionList.OptionSelected, "#offers")
    def clicked(self, event: OptionList.OptionSelected) -> None:
        """A click takes a line."""
        event.stop()
        self.take()

    @on(Input.Changed, "#search")
    def typed(self, event: Input.Changed) -> None:
        """Search while something is typed."""
        event.stop()
        self.fill(event.value)

    @on(Input.Submitted, "#search")
    def submitted(self, event: Input.Submitted) -> None:
        """Enter takes the line that the bar is on."""
        event.stop()
        self.take()

    def take(self) -> None:
        """Take a line; the one that folds the others away shows them."""
        self.ready()
        item = self.item
        if item is not None and item.more:
            self.whole = True
            self.fill(self.query_one(Input).value.strip())
        elif item is not None and (item.edit is not None or item.value):
            self.post_message(self.Taken(item))

    def action_mark(self) -> None:
        """Mark a line; the second one is compared with the first."""
        self.ready()
        item = self.item
        if item is None or item.change is None or item in self.marked:
            return
        self.marked.append(item)
        pane = self.query_one("#offers", LineList)
        at = pane.highlighted or 0
        pane.drawn_lines[at] = self.drawn(item)
        pane.watch_highlighted(at)
        if len(self.marked) == 2:
            first, second = self.marked
            self.marked = []
            self.post_message(self.Marked((first, second)))

    def action_escape(self) -> None:
        """Clear what was typed; the second time, leave."""
        box = self.query_one(Input)
        if box.value:
            box.value = ""
        else:
            self.post_message(self.Closed())
