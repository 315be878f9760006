"""The palette: every action with its key, models to go to, models and things to take, findings to mend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.text import Text
from textual.command import DiscoveryHit, Hit, Hits, Provider

from listbuilder.base.characters import on_one_line
from listbuilder.building import Choice, additions, choices, roster, slots
from listbuilder.building.search import match_text
from listbuilder.ui.screen.keys import KEYS
from listbuilder.ui.screen.pane_lines import Target
from listbuilder.ui.screen.widgets import Pane

if TYPE_CHECKING:
    from listbuilder.ui.screen.screen_app import BuildApp

# Actions that are shown before anything is typed.
USUAL = 10


class PaletteCommand(NamedTuple):
    """One thing to do by its name."""

    name: str
    about: str
    do: Callable[[], object]


class BenchCommands(Provider):
    """Searches all there is to do with the list."""

    async def discover(self) -> Hits:
        """The first actions of the key table."""
        for one in list(self.actions())[:USUAL]:
            yield DiscoveryHit(Text(one.name), one.do, text=one.name, help=one.about)

    async def startup(self) -> None:
        """Nothing is looked for before something is typed."""
        self.found: tuple[PaletteCommand, ...] | None = None

    async def search(self, query: str) -> Hits:
        """What the words mean, by the same ranking as everywhere."""
        # Once for each opening of the palette, because every addition and choice is judged.
        if self.found is None:
            self.found = tuple(self.commands())
        for one in self.found:
            match = match_text(query, one.name) or match_text(query, one.about)
            if match:
                name = Text(one.name)
                for start, end in match.marks:
                    name.stylize("bold underline", start, end)
                yield Hit(1 - match.rank / 10, name, one.do, text=one.name, help=one.about)

    def commands(self) -> Iterator[PaletteCommand]:
        """All actions, rows, additions, choices and findings to mend."""
        app = cast("BuildApp", self.app)
        yield from self.actions()
        for row in roster(app.bench):
            yield PaletteCommand(on_one_line(f"Go to {row.label}"), on_one_line(row.line), partial(self.go_to, row.at))
        for choice in additions(app.bench).choices:
            yield self.choice(f"Add {choice.name}", choice)
        for slot in slots(app.bench, app.at):
            for choice in choices(app.bench, app.at, slot.id).choices if slot.open else ():
                if choice.standing not in ("held", "never"):
                    yield self.choice(choice.change.words, choice)
        for at, finding in enumerate(app.bench.report.findings):
            yield PaletteCommand(
                on_one_line(f"Mend: {finding.message}"), on_one_line(finding.hint), partial(self.mend, at)
            )

    def choice(self, name: str, choice: Choice) -> PaletteCommand:
        """Something to take, with what it costs and what is against it."""
        about = choice.reasons[0].message if choice.reasons else f"The total is {choice.total} then."
        price = f"  {choice.price:+d}" if choice.price else ""
        app = cast("BuildApp", self.app)
        return PaletteCommand(on_one_line(f"{name}{price}"), on_one_line(about), partial(app.do_edit, choice.edit))

    def actions(self) -> Iterator[PaletteCommand]:
        """The actions of the key table."""
        for one in KEYS:
            if one.action != "command_palette":
                yield PaletteCommand(f"{one.title}  {one.name}", one.about, partial(self.app.run_action, one.action))

    def go_to(self, at: tuple[str | int, ...]) -> None:
        """Put the bar on a row."""
        app = cast("BuildApp", self.app)
        app.query_one("#roster", Pane).go_to(Target("row", at))
        app.show_row(0)
        app.action_pane("detail")

    def mend(self, at: int) -> None:
        """Look for ways to mend a finding."""
        app = cast("BuildApp", self.app)
        app.finding = at
        app.show_frame()
        app.action_fixes()
