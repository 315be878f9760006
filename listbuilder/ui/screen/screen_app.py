"""The terminal builder: its panes, what every key does to the list, and the file saved after every edit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from time import thread_time
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.widgets import OptionList, Static

from listbuilder.base.characters import on_one_line
from listbuilder.base.errors import EditError, ListbuilderError
from listbuilder.building import (
    Bench,
    CopyRow,
    Drop,
    Edit,
    EditResult,
    Many,
    MoveRow,
    Place,
    Remove,
    Set,
    additions,
    apply,
    changes,
    choices,
    fields,
    fits,
    fixes,
    redo,
    replace_list,
    rolls,
    roster,
    share,
    slots,
    undo,
    values,
    with_rolls,
)
from listbuilder.building.bench import try_edit
from listbuilder.building.choices import Choices, Looking, iter_additions, iter_choices, run_search
from listbuilder.building.edits import row_at
from listbuilder.building.generate.distance import place_of
from listbuilder.exchange.documents.difference import compare_lists, difference_lines
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.judging.secrecy import audience
from listbuilder.lists.key_values import WordReader
from listbuilder.lists.rolling import draw_seed
from listbuilder.storage.reading import Tree, read_bytes, read_text
from listbuilder.ui.screen.dialogs import Ask, ChoiceDialog, TextDialog, keys_table
from listbuilder.ui.screen.keys import KEYS, bar, pressed
from listbuilder.ui.screen.list_file import ChangedOutsideError, ListFile, write_cards
from listbuilder.ui.screen.offers import KEEP, PickerItem, PickerOffers, choice_offers, fix_offers, plain_offers
from listbuilder.ui.screen.palette import BenchCommands
from listbuilder.ui.screen.pane_lines import Target, detail_lines, finding_text, head_text, place_name, roster_lines
from listbuilder.ui.screen.play_marks import Marks
from listbuilder.ui.screen.play_screen import PlayScreen
from listbuilder.ui.screen.text_cards import card_text, stat_words
from listbuilder.ui.screen.widgets import HEIGHTS, STYLE_SHEET, WIDTHS, Pane, Picker


class BackgroundSearch:
    """A search for choices in small steps, so that keys are handled in between."""

    def __init__(self, looking: Looking) -> None:
        self.looking = looking
        self.found: Choices | None = None

    def work(self, seconds: float) -> bool:
        """Search for some seconds of processor time; True if the search has ended."""
        # Processor time: on a busy machine the clock alone would give the search no steps at all.
        end = thread_time() + seconds
        while self.found is None and thread_time() < end:
            try:
                next(self.looking)
            except StopIteration as done:
                self.found = done.value
        return self.found is not None

    def finish(self) -> Choices:
        """Search to the end; all choices."""
        if self.found is None:
            self.found = run_search(self.looking)
        return self.found


# Lines of a difference.
SHOWN = 8
# Seconds between looks at the file.
LOOK_AGAIN = 2.0
# Seconds to look for choices when a picker opens, at a time after that, and between two times.
AT_ONCE, BETWEEN, PAUSE = 0.015, 0.015, 0.002
OTHER_LIMIT = "another limit"
FINDING_KEYS = (("f", "next"), ("F", "mend"))
# Lines that ask for something.
OPEN = ("room", "rolled", "raise")


class BuildApp(App[None]):
    """One list on the screen; every edit is saved at once."""

    CSS = STYLE_SHEET
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    COMMANDS = {BenchCommands}  # noqa: RUF012 - Textual declares it so
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, one.action, one.about, show=False) for one in KEYS for key in one.keys.split(",") if key != "enter"
    ]

    def __init__(self, bench: Bench, file: ListFile, catalogues: Iterable[Path] = ()) -> None:
        super().__init__()
        self.bench, self.opened, self.file = bench, bench, file
        self.at: Place = ("models", 0) if roster(bench) else ()
        self.finding = 0
        self.saved = "saved" if file.known else "not saved yet"
        self.dialog_open = False
        self.finding_shown = False
        self.catalogues = tuple(catalogues)
        self.came_from = "roster"
        self.picked_for: Target | None = None
        self.preview: tuple[Edit | None, EditResult | None] = None, None

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
        """Show everything, and watch the file."""
        self.title = "listbuilder"
        self.animation_level = "none"
        self.show_all(row=1 if roster(self.bench) else 0)
        self.query_one("#roster", Pane).focus()
        self.set_interval(LOOK_AGAIN, self.check_outside_change)

    def on_resize(self) -> None:
        """Fit the lines on top and at the bottom, and show the same card as before."""
        # The window has its new size only after the next refresh.
        self.call_after_refresh(self.show_frame)
        self.call_after_refresh(lambda: self.show_card(*self.preview))

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
        line = Content.assemble((f" {head} ", "bold reverse"), *found, f" {text}")
        self.query_one("#finding", Static).update(line)
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
        self.preview = edit, change
        if not self.query_one("#card").display:
            return
        if self.screen_stack[0].has_class("-wide"):
            self.screen_stack[0].add_class("had-card")
        force, at = self.bench.report.force, self.at
        self.query_one("#card").border_title = "3 Card as it would be" if edit else "3 Card"
        if edit is not None:
            after = try_edit(self.bench, edit).report.force
            # What is added is what to look at.
            for old, new in ((force.written, after.written), (force.groups, after.groups)):
                at = new[-1].path if change is not None and len(new) > len(old) else at
            force = after
        self.query_one("#cardtext", Static).update(card_text(force, at, change))

    def say(self, text: str) -> None:
        """Say what was done, or why not."""
        line = Text(f" {on_one_line(text)}", style="italic", no_wrap=True, overflow="ellipsis")
        self.query_one("#said", Static).update(line)

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

    # Edits

    def do_edit(self, edit: Edit, row: int | None = None) -> bool:
        """Make an edit, save it, and show the result, or why it was refused."""
        try:
            after = apply(self.bench, with_rolls(self.bench, edit, draw_seed()))
        except ListbuilderError as error:
            hints = " ".join(one.hint for one in error.findings)
            self.say(f"{error} {hints}")
            return False
        self.set_bench(after, row)
        return True

    def set_bench(self, after: Bench, row: int | None = None) -> None:
        """Show and save another state of the list, and describe the change."""
        before, self.bench = self.bench, after
        if after is before:
            return
        self.save()
        result = changes(before, after)
        moved = result.points[1] - result.points[0]
        price = f" ({moved:+d})" if moved else ""
        others = [place_name(after, at) for at in result.others]
        also = f" Also changes {', '.join(others)}." if others else ""
        new = (
            f" New: {result.new[0].message}"
            if result.new
            else " Nothing is wrong any more."
            if result.gone and after.report.valid
            else ""
        )
        self.say(f"{result.words[:1].upper()}{result.words[1:]}.{price}{also}{new}")
        self.finding, self.finding_shown = 0, False
        self.show_all(row)

    def save(self) -> None:
        """Write the file; if another program changed it, ask."""
        if self.bench.text is None:
            return
        try:
            self.file.save(self.bench.text)
            self.saved = "saved"
        except ChangedOutsideError as error:
            self.saved = "NOT SAVED"
            self.resolve_outside_change(error.content)
        except ListbuilderError as error:
            self.saved = "NOT SAVED"
            self.say(str(error))

    def check_outside_change(self) -> None:
        """Notice when another program changes the file."""
        try:
            content = self.file.outside()
        except ListbuilderError as error:
            self.say(str(error))
            return
        if content is not None and not self.dialog_open:
            self.resolve_outside_change(content)

    def resolve_outside_change(self, content: bytes) -> None:
        """Ask which of two lists to keep, with what differs."""
        self.dialog_open = True
        try:
            theirs = read_bytes(content, file=str(self.file.path))
            other = replace_list(self.bench, theirs, content.decode("utf-8-sig"), "the file as it was changed outside")
            differs = difference(self.bench, other)
        except ListbuilderError as error:
            other, differs = None, on_one_line(f"It can't be read now: {error}")
        answers = {"mine": "Keep what is here; the other is one step of `listbuilder undo` away"}
        if other is not None:
            answers["theirs"] = "Take what is in the file; undo brings this one back"
        question = f"{on_one_line(self.file.path.name)} was changed outside.\n{differs}"

        def answered(answer: str | None) -> None:
            self.dialog_open = False
            # In either case: what is kept here is saved over the other text, which `undo` brings back.
            self.file.accept(content)
            if answer == "theirs" and other is not None:
                self.bench = other
                self.show_all()
            self.save()
            self.show_frame()

        self.push_screen(ChoiceDialog(question, answers), answered)

    # Picker

    def open_picker(self, offers: PickerOffers, coming: Callable[[], PickerOffers] | None = None) -> None:
        """Offer something in the place of what the row has."""
        self.came_from = "detail" if self.query_one("#detail", Pane).has_focus else "roster"
        self.picked_for = self.query_one(f"#{self.came_from}", Pane).target
        self.screen_stack[0].add_class("picking")
        self.query_one(Picker).open(offers, coming)

    def offer_choices(self, title: str, looking: Looking, offers: Callable[[Choices], PickerOffers]) -> None:
        """Offer choices at once, or as soon as they are there; keys are answered meanwhile."""
        look = BackgroundSearch(looking)
        if look.work(AT_ONCE):
            self.open_picker(offers(look.finish()))
            return
        self.open_picker(
            plain_offers(title, [PickerItem("Looking …", None, style="dim")]), lambda: offers(look.finish())
        )
        self.set_timer(PAUSE, partial(self.continue_search, look))

    def continue_search(self, look: BackgroundSearch) -> None:
        """Search a little further, unless the picker was closed."""
        picker = self.query_one(Picker)
        if picker.coming is not None:
            if look.work(BETWEEN):
                picker.ready()
            else:
                self.set_timer(PAUSE, partial(self.continue_search, look))

    def close_picker(self) -> None:
        """Back to the pane that it was opened from."""
        self.screen_stack[0].remove_class("picking")
        self.query_one(Picker).coming = None
        self.query_one(f"#{self.came_from}", Pane).focus()
        self.show_card(None)

    # Choosing: from what the bar is on to a picker, and from what is taken to an edit

    def target(self) -> Target | None:
        """What the bar is on in the pane that has the keys."""
        pane = self.query_one("#detail", Pane)
        return (pane if pane.has_focus else self.query_one("#roster", Pane)).target

    @on(OptionList.OptionSelected)
    def action_choose(self) -> None:
        """Go into a row, or choose for what the bar is on."""
        target = self.target()
        if target is None or target.what == "given":
            return
        if target.what == "row":
            self.action_pane("detail")
        elif target.what == "add":
            self.action_add()
        elif target.what == "raise":
            self.action_step(1)
        elif target.what in ("field", "number"):
            self.choose_value(target)
        else:
            self.choose_entry(target)

    def choose_entry(self, target: Target) -> None:
        """Offer what a slot takes."""
        bench = self.bench
        whose = place_name(bench, target.at[:2] if target.at else ())
        title = f"{whose} · {target.key.replace('-', ' ')}"
        looking = iter_choices(bench, target.at, target.key, target.nth, never=False)

        def every() -> Choices:
            return choices(bench, target.at, target.key, target.nth)

        self.offer_choices(title, looking, lambda found: choice_offers(bench, found, title, every=every))

    def choose_value(self, target: Target) -> None:
        """Offer the values of a key, or ask for one."""
        if not target.at and target.key in ("format", "limit"):
            self.action_limit()
            return
        field = next(one for one in fields(self.bench, target.at) if one.id == target.key)
        if not field.options:
            self.prompt_value(target, field.words, field.text)
            return
        found = values(self.bench, target.at, target.key)
        self.open_picker(choice_offers(self.bench, found, target.key))

    def prompt_value(self, target: Target, value: str, about: str) -> None:
        """Ask for the value of a key, and read it as `set` would."""

        def answered(text: str | None) -> None:
            if text is None:
                return
            try:
                reader = WordReader(self.bench.report.force.game, str(target.at[0]) if target.at else "list")
                old = self.row(target.at).get(target.key)
                made = reader.change(target.key, "=", text.strip(), old)
            except EditError as error:
                self.say(f"{error} {error.findings[0].hint}")
                return
            self.do_edit(Set(at=target.at, key=target.key, value=made))

        self.push_screen(
            Ask(f"{target.key}: {about}".strip(": "), value, "enter takes it, nothing takes it out"), answered
        )

    def row(self, at: Place) -> Mapping[str, Tree]:
        """What the list says of a row, or of itself."""
        return row_at(self.bench.tree, at) if at else self.bench.tree

    def action_search(self) -> None:
        """The same as choosing, from the pane of the row."""
        if self.target() is None or self.target().what in ("row", "add"):  # type: ignore[union-attr]
            self.action_add()
        else:
            self.action_choose()

    def action_add(self) -> None:
        """Offer every model; a whole line makes one at once."""
        bench, title = self.bench, "add a model"
        looking = iter_additions(bench)
        self.offer_choices(title, looking, lambda found: choice_offers(bench, found, title, line=True))

    def action_add_group(self) -> None:
        """Offer every sort of group."""
        found = additions(self.bench, "groups")
        if not found.choices:
            self.say("There is no group to add: this game has none, or nobody has a name to lead one.")
            return
        self.open_picker(choice_offers(self.bench, found, "add a group"))

    @on(Picker.Taken)
    def taken(self, event: Picker.Taken) -> None:
        """What was picked is done; the bar goes to the new row, or on to what is to be chosen next."""
        item = event.item
        self.close_picker()
        if item.value == OTHER_LIMIT:
            self.prompt_value(Target("field", (), "limit"), "", "an agreed limit instead of the format's")
        elif item.value == KEEP:
            self.say(f"{item.name} stays. `x` on its line takes it out.")
        elif item.edit is not None:
            before, models = len(roster(self.bench)), len(self.bench.report.force.written)
            old = self.picked_for
            self.do_edit(item.edit)
            if len(roster(self.bench)) > before:
                grown = len(self.bench.report.force.written) > models
                self.show_all(row=len(self.bench.report.force.written) if grown else len(roster(self.bench)), line=0)
                self.go_to_open_line(Target("held", self.at, next(iter(self.slot_ids()), ""), 0))
            elif old is not None and old.what in ("held", "room", "rolled") and item.change and item.mark != "x":
                self.go_to_open_line(old)

    def slot_ids(self) -> tuple[str, ...]:
        """The slots of the row at hand."""
        return tuple(one.id for one in slots(self.bench, self.at))

    def go_to_open_line(self, done: Target) -> None:
        """From a slot that was chosen for to the next line that asks for something: room, or a stat to raise."""
        self.action_pane("detail")
        pane = self.query_one("#detail", Pane)
        here = [at for at, line in enumerate(pane.lines) if line.target[1:3] == done[1:3]]
        if not here:
            return
        first = here[0] if done.what != "held" else here[0] + (done.nth or 0) + 1
        open_lines = [at for at, line in enumerate(pane.lines) if at >= first and line.target.what in OPEN]
        if open_lines:
            pane.highlighted = open_lines[0]

    @on(Picker.Closed)
    def picker_closed(self) -> None:
        """Nothing was picked."""
        self.close_picker()

    @on(Picker.Looked)
    def looked(self, event: Picker.Looked) -> None:
        """The card as it would be."""
        if event.item and event.item.edit and self.screen.has_class("picking"):
            self.show_card(event.item.edit, event.item.change)

    @on(Picker.Marked)
    def compared(self, event: Picker.Marked) -> None:
        """Two choices side by side; only what differs."""
        table = Table.grid(padding=(0, 3, 0, 0))
        one, other = event.items
        rows = [("", one.name, other.name), ("price", one.price or "0", other.price or "0")]
        rows += [("total", one.total, other.total), ("changes", self.moved_numbers(one), self.moved_numbers(other))]
        rows += [("text", one.info, other.info), ("stands", one.right, other.right)]
        for label, left, right in rows:
            if left != right:
                table.add_row(Text(label, style="dim"), Text(left), Text(right))
        self.push_screen(TextDialog("Compare", table))

    def moved_numbers(self, item: PickerItem) -> str:
        """The numbers that a choice moves."""
        return stat_words(item.change, self.at, self.bench.report.force) if item.change else ""

    def action_step(self, by: int) -> None:
        """One step of a stat, of a number, or one copy of the row."""
        target = self.target()
        if target is None or not self.at:
            return
        if target.what == "raise":
            old = self.row(target.at).get(target.key)
            steps = dict(old) if isinstance(old, dict) else {}
            now = steps.get(target.stat, 0)
            steps[target.stat] = (now if isinstance(now, int) else 0) + by
            kept: Tree = {key: value for key, value in steps.items() if value != 0}
            self.do_edit(Set(at=target.at, key=target.key, value=kept or None))
            return
        field = next((one for one in fields(self.bench, self.at) if one.id == target.key and one.counted), None)
        if self.at[0] == "groups" and field is None:
            self.say("There is one of each group; `c` copies it.")
            return
        key = field.id if field and target.what == "number" else "count"
        now = self.row(self.at).get(key, 1)
        number = (now if isinstance(now, int) else 1) + by
        if number >= 1:
            self.do_edit(Set(at=self.at, key=key, value=None if number == 1 else number))

    def action_limit(self) -> None:
        """Choose the format with its limit, or agree on another limit: one control."""
        game = self.bench.report.force.game
        now = self.bench.report.force.format
        found = {one.name: one for one in values(self.bench, (), "format").choices if one.standing != "held"}
        items = []
        for one in game.formats:
            limit = "no limit" if one.limit is None else f"{one.limit} {game.points}"
            choice = found.get(one.name)
            edit = choice.edit if choice else Set(at=(), key="format", value=one.id)
            mark = "*" if one is now else " "
            items.append(PickerItem(on_one_line(f"{one.name}: {limit}"), edit, mark=mark))
        agreed = self.bench.report.force.document.limit
        other = f"{OTHER_LIMIT} (now {agreed})" if agreed is not None else OTHER_LIMIT
        items.append(PickerItem(other, None, value=OTHER_LIMIT))
        if agreed is not None:
            items.append(PickerItem("the format's own limit again", Set(at=(), key="limit")))
        self.open_picker(plain_offers("format and limit", items))

    # Rows: copy, move, remove, roll, name

    def action_copy(self) -> None:
        """Copy the row."""
        if self.at:
            self.do_edit(CopyRow(at=self.at), row=(self.query_one("#roster", Pane).highlighted or 0) + 1)

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
            rolled = (f"{one.table.name}: a roll of {one.number} is {one.entry.name}." for one in found)
            self.say(" ".join(rolled))

    def action_move_row(self, by: int) -> None:
        """Move the row, and go with it."""
        if not self.at:
            return
        kind, to = str(self.at[0]), int(self.at[1]) + by
        size = sum(row.at[0] == kind for row in roster(self.bench))
        if not 0 <= to < size:
            self.say("It can't go further.")
            return
        line = (self.query_one("#roster", Pane).highlighted or 0) + by
        if self.do_edit(MoveRow(at=self.at, to=to), row=line):
            self.say(f"Moved to {to + 1} of {size}.")

    def action_name(self) -> None:
        """Name the row, or the list."""
        old = self.row(self.at).get("name")
        self.prompt_value(Target("field", self.at, "name"), "" if old is None else str(old), "what it is called")

    # The list: undo, findings, cards, play

    def action_undo(self) -> None:
        """One step back."""
        if not self.bench.past:
            self.say("There is nothing to undo.")
            return
        words = self.bench.past[-1].words
        self.set_bench(undo(self.bench))
        self.say(f"Undone: {words}.")

    def action_redo(self) -> None:
        """One step forth."""
        if not self.bench.future:
            self.say("There is nothing to redo.")
            return
        words = self.bench.future[-1].words
        self.set_bench(redo(self.bench))
        self.say(f"Redone: {words}.")

    def action_reopen(self) -> None:
        """The list as it was opened."""
        text = self.opened.text or ""
        self.set_bench(replace_list(self.bench, read_text(text), text, "back to how it was opened"))

    def action_next_finding(self) -> None:
        """Go to the next finding and to its place."""
        findings = self.bench.report.findings
        if not findings:
            self.say("Nothing is wrong with this list.")
            return
        self.finding = (self.finding + 1) % len(findings) if self.finding_shown else 0
        self.finding_shown = True
        self.go_to_finding()

    def go_to_finding(self) -> None:
        """Put the bar on what the finding is about."""
        place = place_of(self.bench.report.findings[self.finding])
        row = place[:2] if len(place) > 1 and place[0] in ("models", "groups") else ()
        pane = self.query_one("#roster", Pane)
        pane.go_to(Target("row", row))
        self.show_row(0)
        key = str(place[len(row)]) if len(place) > len(row) else ""
        nth = place[len(row) + 1] if len(place) > len(row) + 1 else None
        detail = self.query_one("#detail", Pane)
        if key and not detail.go_to(Target("held", row, key, nth if isinstance(nth, int) else 0)):
            detail.go_to(Target("room", row, key))
        self.action_pane("detail" if key and key not in ("models", "groups") else "roster")
        self.show_frame()

    def action_fixes(self) -> None:
        """Look for ways to mend the finding."""
        if not self.bench.report.findings:
            self.say("Nothing is wrong with this list.")
            return
        self.say("Looking for ways to mend it …")
        self.look_for_fixes()

    @work(thread=True, exclusive=True)
    def look_for_fixes(self) -> None:
        """Try what could end the finding, in a thread; widgets are changed by the thread of the app only."""
        bench = self.bench
        finding = bench.report.findings[self.finding % len(bench.report.findings)]
        none = "No single change ends it; `listbuilder mend` looks for several."
        offers = fix_offers(on_one_line(f"mend: {finding.message}"), fixes(bench, finding), none)
        self.call_from_thread(self.open_picker, offers)
        self.call_from_thread(self.say, "")

    def action_fits(self) -> None:
        """Look for what fits."""
        self.say("Looking for what fits …")
        self.look_for_fits()

    @work(thread=True, exclusive=True)
    def look_for_fits(self) -> None:
        """Try what could be added, in a thread; widgets are changed by the thread of the app only."""
        found = fits(self.bench, 30)
        left = "" if found.left is None else f" for {found.left}"
        offers = fix_offers(f"what fits{left}", (*found.exact, *found.single), "Nothing more fits.")
        self.call_from_thread(self.open_picker, offers)
        self.call_from_thread(self.say, "")

    def action_card(self) -> None:
        """Show or hide the card."""
        if self.query_one("#card").has_focus:
            self.action_pane("roster")
        shown = self.query_one("#card").display
        self.screen.set_class(not shown, "with-card")
        self.screen.set_class(shown, "no-card")
        self.call_after_refresh(self.show_card, None)

    def action_pane(self, name: str) -> None:
        """Go to a pane; the card is shown for that."""
        pane = self.query_one(f"#{name}")
        if name != "card" or pane.display:
            pane.focus()
        else:
            self.action_card()
            self.call_after_refresh(pane.focus)

    def action_cards(self) -> None:
        """Write the cards beside the list."""
        try:
            self.say(f"Wrote {write_cards(self.bench, self.file.path, self.catalogues)}.")
        except ListbuilderError as error:
            self.say(str(error))

    def action_play(self) -> None:
        """Play with the list as it is."""
        if not self.bench.report.force.models:
            self.say("There is nobody to play with yet: `a` adds a model.")
            return
        self.push_screen(PlayScreen(self.bench, Marks(self.file.path)))

    def action_code(self) -> None:
        """The share code."""
        code = share(self.bench)
        if code is None:
            self.say("The list is too long for a code; send the file.")
            return
        self.copy_to_clipboard(code)
        shown = audience(self.bench.report.force)
        whom = f"It is {shown}: `export --to code --secret` makes one for an opponent.\n\n" if shown else ""
        page = Text.assemble("It is on the clipboard, where the terminal allows that.\n\n", whom, (code, "bold"))
        self.push_screen(TextDialog("Share code", page))

    def action_help(self) -> None:
        """The keys."""
        self.push_screen(TextDialog("Keys", keys_table(self.here)))

    def action_leave(self) -> None:
        """Leave."""
        self.exit()


def difference(mine: Bench, theirs: Bench) -> str:
    """What differs between two lists, in a few lines, as `diff` has it."""
    found = compare_lists(list_from_report(mine.report), list_from_report(theirs.report))
    if found.same:
        return "Only its comments or its layout differ."
    lines = difference_lines(found)
    more = [f"… and {len(lines) - SHOWN} more lines"] if len(lines) > SHOWN else []
    return "\n".join([*lines[:SHOWN], *more])
