"""What asks for an answer: a line of text, a page to read, a choice when the file was changed outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from listbuilder.ui.screen.keys import EVERYWHERE, KEYS, PICKER_KEYS, Key, keys_here


class Ask(ModalScreen[str | None]):
    """Asks for one line of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, question: str, value: str = "", hint: str = "") -> None:
        super().__init__()
        self.question, self.value, self.hint = question, value, hint

    def compose(self) -> ComposeResult:
        """The question, the box, and how to leave."""
        with Vertical(classes="dialog"):
            yield Static(Text(self.question))
            yield Input(self.value, id="answer", select_on_focus=True)
            yield Static(Text(self.hint or "enter takes it, esc leaves it as it was", style="dim"))

    def on_mount(self) -> None:
        """The cursor stands still, so that pictures of the screen are the same."""
        self.query_one(Input).cursor_blink = False

    @on(Input.Submitted)
    def done(self, event: Input.Submitted) -> None:
        """The answer."""
        self.dismiss(event.value)

    def action_leave(self) -> None:
        """No answer."""
        self.dismiss(None)


class TextDialog(ModalScreen[None]):
    """A page to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,question_mark", "leave", show=False)]

    def __init__(self, title: str, content: Text | Table) -> None:
        super().__init__()
        self.titled, self.content = title, content

    def compose(self) -> ComposeResult:
        """The page, which scrolls."""
        with VerticalScroll(classes="dialog page") as box:
            box.border_title = self.titled
            yield Static(self.content)
            yield Static(Text("\nesc goes back", style="dim"))

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)


class ChoiceDialog(ModalScreen[str | None]):
    """Asks which of a few things to do."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, question: str, answers: dict[str, str]) -> None:
        super().__init__()
        self.question, self.answers = question, answers

    def compose(self) -> ComposeResult:
        """The question and the answers."""
        with VerticalScroll(classes="dialog page"):
            yield Static(Text(self.question))
            yield OptionList(*self.answers.values(), id="answers", markup=False)

    def on_mount(self) -> None:
        """The first answer is at hand."""
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected, "#answers")
    def done(self, event: OptionList.OptionSelected) -> None:
        """The answer."""
        self.dismiss(list(self.answers)[event.option_index])

    def action_leave(self) -> None:
        """No answer yet."""
        self.dismiss(None)


def keys_table(here: str) -> Table:
    """The help, made of the one table of keys: those for the line at hand, all others, and those of the picker."""
    first = [one for one in keys_here(here) if one in KEYS and one.on != EVERYWHERE]
    rest = [one for one in KEYS if one not in first]
    return table_of({"Here": first, "All other keys": rest, "While choosing": PICKER_KEYS})


def table_of(parts: Mapping[str, Sequence[Key]]) -> Table:
    """Keys under headings; those that do the same one after another take one line."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for head, keys in parts.items():
        if head:
            table.add_row("", Text(head, style="bold underline"))
        for about, several in groupby(keys, key=lambda one: one.about):
            names = [one.name for one in several]
            name = names[0] if len(names) == 1 else f"{names[0]}-{names[-1]}"
            table.add_row(Text(name, style="bold"), Text(about))
    return table
