"""Choosing: from what the bar is on to a picker, and from what is taken to an edit."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text
from textual import on
from textual.widgets import OptionList

from listbuilder.errors import EditError
from listbuilder.letters import on_one_line
from listbuilder.lists.words import WordReader
from listbuilder.reading import Tree
from listbuilder.screen.base import BenchApp
from listbuilder.screen.cards import stat_words
from listbuilder.screen.dialogs import Ask, Page
from listbuilder.screen.lines import Target, place_name
from listbuilder.screen.offers import KEEP, Item, choice_offers, plain_offers
from listbuilder.screen.widgets import Pane, Picker
from listbuilder.workbench import Choices, Place, Set, additions, choices, fields, roster, slots, values
from listbuilder.workbench.choices import look_for_additions, look_for_choices
from listbuilder.workbench.steps import row_at

OTHER_LIMIT = "another limit"
OPEN = ("room", "rolled", "raise")  # lines that ask for something


class Choosing(BenchApp):
    """What is offered, and what is done with the answer."""

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
            self.action_more()
        elif target.what in ("field", "number"):
            self.choose_value(target)
        else:
            self.choose_entry(target)

    def choose_entry(self, target: Target) -> None:
        """Offer what a slot takes."""
        bench = self.bench
        whose = place_name(bench, target.at[:2] if target.at else ())
        title = f"{whose} · {target.key.replace('-', ' ')}"
        looking = look_for_choices(bench, target.at, target.key, target.nth, never=False)

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
            self.ask_value(target, field.words, field.text)
            return
        found = values(self.bench, target.at, target.key)
        self.open_picker(choice_offers(self.bench, found, target.key))

    def ask_value(self, target: Target, value: str, about: str) -> None:
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
        looking = look_for_additions(bench)
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
            self.ask_value(Target("field", (), "limit"), "", "an agreed limit instead of the format's")
        elif item.value == KEEP:
            self.say(f"{item.name} stays. `x` on its line takes it out.")
        elif item.edit is not None:
            before, models = len(roster(self.bench)), len(self.bench.report.force.written)
            old = self.picked_for
            self.do_edit(item.edit)
            if len(roster(self.bench)) > before:
                grown = len(self.bench.report.force.written) > models
                self.show_all(row=len(self.bench.report.force.written) if grown else len(roster(self.bench)), line=0)
                self.go_on(Target("held", self.at, next(iter(self.slot_ids()), ""), 0))
            elif old is not None and old.what in ("held", "room", "rolled") and item.change and item.mark != "x":
                self.go_on(old)

    def slot_ids(self) -> tuple[str, ...]:
        """The slots of the row at hand."""
        return tuple(one.id for one in slots(self.bench, self.at))

    def go_on(self, done: Target) -> None:
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
        rows += [("total", one.total, other.total), ("changes", self.told(one), self.told(other))]
        rows += [("text", one.info, other.info), ("stands", one.right, other.right)]
        for label, left, right in rows:
            if left != right:
                table.add_row(Text(label, style="dim"), Text(left), Text(right))
        self.push_screen(Page("Compare", table))

    def told(self, item: Item) -> str:
        """The numbers that a choice moves."""
        return stat_words(item.change, self.at, self.bench.report.force) if item.change else ""

    def action_more(self) -> None:
        """One more."""
        self.step(1)

    def action_fewer(self) -> None:
        """One less."""
        self.step(-1)

    def step(self, by: int) -> None:
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
            items.append(Item(on_one_line(f"{one.name}: {limit}"), edit, mark=mark))
        said = self.bench.report.force.document.limit
        agreed = f"another limit (now {said})" if said is not None else "another limit"
        items.append(Item(agreed, None, value=OTHER_LIMIT))
        if said is not None:
            items.append(Item("the format's own limit again", Set(at=(), key="limit")))
        self.open_picker(plain_offers("format and limit", items))
