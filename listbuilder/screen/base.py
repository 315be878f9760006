"""What is done to the list: edits, each saved at once, and what somebody else writes into the file meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from listbuilder.documents.difference import compare_lists
from listbuilder.documents.judged import judged_list
from listbuilder.errors import ListbuilderError
from listbuilder.formats.difference_text import difference_lines
from listbuilder.letters import on_one_line
from listbuilder.lists.rolling import draw_seed
from listbuilder.reading import read_bytes
from listbuilder.screen.dialogs import Choose
from listbuilder.screen.frame import Frame
from listbuilder.screen.lines import place_name
from listbuilder.screen.looking import Lookout
from listbuilder.screen.offers import Item, Offers, plain_offers
from listbuilder.screen.saving import ChangedOutsideError
from listbuilder.screen.widgets import Pane, Picker
from listbuilder.workbench import Bench, Choices, Edit, apply, changes, replaced, with_rolls
from listbuilder.workbench.choices import Looking

SHOWN = 8  # lines of a difference
LOOK_AGAIN = 2.0  # seconds between looks at the file
# Seconds to look for choices when a picker opens, at a time after that, and between two times.
AT_ONCE, BETWEEN, PAUSE = 0.015, 0.015, 0.002


class BenchApp(Frame):
    """A list on the screen; every edit is saved at once."""

    def on_mount(self) -> None:
        """Keep an eye on the file."""
        self.set_interval(LOOK_AGAIN, self.look_outside)

    # Edits

    def do_edit(self, edit: Edit, row: int | None = None) -> bool:
        """Make an edit, save it, and say what followed; what is refused is said."""
        try:
            after = apply(self.bench, with_rolls(self.bench, edit, draw_seed()))
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
            told = difference(self.bench, other)
        except ListbuilderError as error:
            other, told = None, on_one_line(f"It can't be read now: {error}")
        answers = {"mine": "Keep what is here; the other is one step of `listbuilder undo` away"}
        if other is not None:
            answers["theirs"] = "Take what is in the file; undo brings this one back"
        question = f"{on_one_line(self.file.path.name)} was changed outside.\n{told}"

        def answered(answer: str | None) -> None:
            self.asking = False
            self.file.accept(content)
            if answer == "theirs" and other is not None:
                self.bench = other
                self.show_all()
            self.save()
            self.show_frame()

        self.push_screen(Choose(question, answers), answered)

    # Picker

    def open_picker(self, offers: Offers, coming: Callable[[], Offers] | None = None) -> None:
        """Offer something in the place of what the row has."""
        self.came_from = "detail" if self.query_one("#detail", Pane).has_focus else "roster"
        self.picked_for = self.query_one(f"#{self.came_from}", Pane).target
        self.screen_stack[0].add_class("picking")
        self.query_one(Picker).open(offers, coming)

    def offer_choices(self, title: str, looking: Looking, offers: Callable[[Choices], Offers]) -> None:
        """Offer choices at once, or as soon as they are there; keys are answered meanwhile."""
        look = Lookout(looking)
        if look.work(AT_ONCE):
            self.open_picker(offers(look.finish()))
            return
        self.open_picker(plain_offers(title, [Item("Looking …", None, style="dim")]), lambda: offers(look.finish()))
        self.set_timer(PAUSE, partial(self.look_on, look))

    def look_on(self, look: Lookout) -> None:
        """Look a little further, unless somebody waits no longer."""
        picker = self.query_one(Picker)
        if picker.coming is not None:
            if look.work(BETWEEN):
                picker.ready()
            else:
                self.set_timer(PAUSE, partial(self.look_on, look))

    def close_picker(self) -> None:
        """Back to the pane that it was opened from."""
        self.screen_stack[0].remove_class("picking")
        self.query_one(Picker).coming = None
        self.query_one(f"#{self.came_from}", Pane).focus()
        self.show_card(None)


def difference(mine: Bench, theirs: Bench) -> str:
    """What differs between two lists, in a few lines, as `diff` has it."""
    found = compare_lists(judged_list(mine.report), judged_list(theirs.report))
    if found.same:
        return "Only its comments or its layout differ."
    lines = difference_lines(found)
    more = [f"… and {len(lines) - SHOWN} more lines"] if len(lines) > SHOWN else []
    return "\n".join([*lines[:SHOWN], *more])
