"""The builder itself: keys for the whole list, its findings, and what to look at."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType

from listbuilder.errors import ListbuilderError
from listbuilder.generate.places import place_of
from listbuilder.letters import on_one_line
from listbuilder.reading import read_text
from listbuilder.screen.dialogs import Page, keys_table
from listbuilder.screen.keys import KEYS
from listbuilder.screen.lines import Target
from listbuilder.screen.marks import Marks
from listbuilder.screen.offers import fix_offers
from listbuilder.screen.palette import BenchCommands
from listbuilder.screen.playing import Play
from listbuilder.screen.printing import write_cards
from listbuilder.screen.rows import RowKeys
from listbuilder.screen.widgets import Pane
from listbuilder.secrecy import audience
from listbuilder.workbench import fits, fixes, redo, replaced, share, undo


class BuildApp(RowKeys):
    """One list on the screen, with every key there is."""

    COMMANDS = {BenchCommands}  # noqa: RUF012 - Textual declares it so
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, one.action, one.about, show=False) for one in KEYS for key in one.keys.split(",") if key != "enter"
    ]

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
        self.say(f"Made again: {words}.")

    def action_reopen(self) -> None:
        """The list as it was opened."""
        text = self.opened.text or ""
        self.set_bench(replaced(self.bench, read_text(text), text, "back to how it was opened"))

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
        """Try what could end the finding, beside the keys."""
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
        """Try what could be added, beside the keys."""
        found = fits(self.bench, 30)
        left = "" if found.left is None else f" for {found.left}"
        offers = fix_offers(f"what fits{left}", (*found.exact, *found.single), "Nothing more fits.")
        self.call_from_thread(self.open_picker, offers)
        self.call_from_thread(self.say, "")

    def action_card(self) -> None:
        """Show or hide the card."""
        if self.query_one("#card").has_focus:
            super().action_pane("roster")
        self.screen.toggle_class("no-card" if self.screen.has_class("-wide") else "with-card")
        self.call_after_refresh(self.show_card, None)

    def action_pane(self, name: str) -> None:
        """Go to a pane; the card is shown for that."""
        if name == "card" and not self.query_one("#card").display:
            self.action_card()
            self.call_after_refresh(super().action_pane, name)
        else:
            super().action_pane(name)

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
        self.push_screen(Play(self.bench, Marks(self.file.path)))

    def action_code(self) -> None:
        """The share code."""
        code = share(self.bench)
        if code is None:
            self.say("The list is too long for a code; send the file.")
            return
        self.copy_to_clipboard(code)
        shown = audience(self.bench.report.force)
        whom = f"It is {shown}: `export --to code --secret` makes one for an opponent.\n\n" if shown else ""
        told = Text.assemble("It is on the clipboard, where the terminal allows that.\n\n", whom, (code, "bold"))
        self.push_screen(Page("Share code", told))

    def action_help(self) -> None:
        """The keys."""
        self.push_screen(Page("Keys", keys_table(self.here)))

    def action_leave(self) -> None:
        """Leave."""
        self.exit()
