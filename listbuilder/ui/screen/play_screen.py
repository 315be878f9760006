"""Play on the screen: rounds, wounds, uses and conditions, a line for each, with the card of the model beside them."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static

from listbuilder.base.characters import on_one_line
from listbuilder.base.wording import as_words
from listbuilder.building import Bench, PlayTrack, course, tracks
from listbuilder.ui.screen.dialogs import ChoiceDialog, TextDialog, table_of
from listbuilder.ui.screen.keys import PLAY_KEYS, bar
from listbuilder.ui.screen.pane_lines import PaneLine, Target
from listbuilder.ui.screen.play_marks import Marks
from listbuilder.ui.screen.text_cards import card_text
from listbuilder.ui.screen.widgets import HEIGHTS, WIDTHS, Pane

# A filled box is gone, as it is on paper and on the page.
LEFT, GONE = "□", "■"
# Drawn one by one; of more there are only numbers.
BOXES = 20
ROUND = "round"
# Where a game does not say how many it has.
MOST_ROUNDS = 999


class PlayScreen(Screen[None]):
    """A list in play. Marks are kept after every key."""

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, one.action, one.about, show=False)
        for one in PLAY_KEYS
        for key in one.keys.split(",")
        if key != "enter"
    ]

    def __init__(self, bench: Bench, marks: Marks) -> None:
        super().__init__()
        self.force = bench.report.force
        self.marks, self.tracks, self.course = marks, tracks(bench), course(self.force.game)

    def compose(self) -> ComposeResult:
        """The round on top, the tracks, the card, what was done, the keys."""
        yield Static(id="playhead", markup=False)
        with Horizontal(id="playing"):
            yield Pane("table")
            with VerticalScroll(id="side"):
                yield Static(id="sidetext", markup=False)
        yield Static(id="playsaid", markup=False)
        yield Static(id="playbar", markup=False)

    def on_mount(self) -> None:
        """Show everything."""
        self.show()
        self.query_one(Pane).focus()

    def on_resize(self) -> None:
        """As wide as the window."""
        self.call_after_refresh(self.show)

    # What is in sight

    def show(self) -> None:
        """The marks as they are now."""
        name, number = as_words(self.course.round), self.marks.gone.get(ROUND, 0) + 1
        of = f" of {self.course.rounds}" if self.course.rounds else ""
        out = sum(one.kind == "boxes" and not self.left(one) for one in self.tracks)
        title = f" {on_one_line(self.force.document.name or self.force.game.name)} · {name} {number}{of}"
        head = Table.grid(expand=True, padding=(0, 1, 0, 0))
        head.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        head.add_column(justify="right", no_wrap=True)
        kept = "marks are kept" if self.marks.kept else "marks can't be kept here"
        head.add_row(Text(title, style="bold"), Text(f"{out} out · {kept}" if out else kept, style="dim"))
        self.query_one("#playhead", Static).update(head)
        pane = self.query_one(Pane)
        pane.border_title = "Play"
        pane.show(self.lines())
        self.query_one("#playbar", Static).update(bar("play", self.size.width))
        self.show_card()

    def lines(self) -> list[PaneLine]:
        """A heading for each copy of a model with its conditions, and a line for each thing to tick off."""
        found: list[PaneLine] = []
        copies = Counter(model.row for model in self.force.models)
        for at, model in enumerate(self.force.models):
            here = [(nth, one) for nth, one in enumerate(self.tracks) if one.id == model.id]
            on = [one for one in self.course.conditions if self.marks.gone.get(f"{model.id}/is/{one}")]
            times = f", {model.copy + 1} of {copies[model.row]}" if copies[model.row] > 1 else ""
            out = any(one.kind == "boxes" and not self.left(one) for _, one in here)
            name = on_one_line(f"{model.name or model.title}{times}")
            style = "dim" if out else "bold"
            found.append(PaneLine("", name, "", ", ".join(on), Target("row", model.path, str(at)), style))
            found += [self.line(nth, one, str(at)) for nth, one in here]
        return found

    def line(self, nth: int, track: PlayTrack, model: str) -> PaneLine:
        """One thing to tick off: boxes, how many are left, and what that means in words."""
        left, gone = self.left(track), track.number - self.left(track)
        low = track.after is not None and gone >= track.after and left
        word = {"boxes": "OUT", "uses": "used up", "decay": "gone"}[track.kind] if not left else ""
        drawn = LEFT * left + GONE * gone if track.number <= BOXES else ""
        per = f"per {track.per}" if track.kind == "uses" and track.per else ""
        now = ", ".join(f"{name} {values[gone - 1]}" for name, values in track.turns) if track.turns and gone else ""
        state = "  ".join(one for one in (f"{left:>2} of {track.number:<2}", drawn, now, per) if one)
        text = on_one_line(f"  {track.name[:18]:<18}  {state}")
        mark, right = "!" if low or word else "", word or (track.mark if low else "")
        return PaneLine(mark, text, "", right, Target("number", track.at, model, nth), "dim" if word else "")

    def left(self, track: PlayTrack) -> int:
        """How much of a track is left."""
        return max(track.number - self.marks.gone.get(key_of(track), 0), 0)

    @property
    def track(self) -> PlayTrack | None:
        """The track that the bar is on; the first of the model on its heading."""
        target = self.query_one(Pane).target
        if target is None:
            return None
        if target.nth is not None:
            return self.tracks[target.nth]
        id = self.force.models[int(target.key)].id
        return next((one for one in self.tracks if one.id == id), None)

    @on(OptionList.OptionHighlighted)
    def show_card(self) -> None:
        """The card of the model that the bar is on."""
        target = self.query_one(Pane).target
        self.query_one("#sidetext", Static).update(card_text(self.force, target.at) if target else "")

    def say(self, text: str) -> None:
        """Say what was done."""
        self.query_one("#playsaid", Static).update(Text(f" {on_one_line(text)}", style="italic", no_wrap=True))

    # What keys do

    def tick(self, track: PlayTrack, gone: int) -> None:
        """So much of a track is gone."""
        gone = min(max(gone, 0), track.number)
        self.marks.set(key_of(track), gone)
        self.show()
        self.say(f"{track.model}: {track.name} {track.number - gone} of {track.number}.")

    def action_off(self, by: int) -> None:
        """One box more or less."""
        if self.track is not None:
            self.tick(self.track, self.track.number - self.left(self.track) + by)

    def action_left(self, number: int) -> None:
        """So many are left."""
        if self.track is not None:
            self.tick(self.track, self.track.number - number)

    @on(OptionList.OptionSelected, "#table")
    def action_values(self) -> None:
        """Every number that a track can have, to choose from."""
        track = self.track
        if track is None:
            return
        answers = {str(left): f"{left} left" for left in range(track.number, -1, -1)}

        def answered(answer: str | None) -> None:
            if answer is not None:
                self.tick(track, track.number - int(answer))

        self.app.push_screen(ChoiceDialog(on_one_line(f"{track.model}: {track.name}"), answers), answered)

    def action_conditions(self) -> None:
        """Put a condition on the model, or take it off."""
        target = self.query_one(Pane).target
        if target is None or not self.course.conditions:
            self.say("This game has no conditions to mark.")
            return
        model = self.force.models[int(target.key)]
        keys = {name: f"{model.id}/is/{name}" for name in self.course.conditions}
        answers = {name: f"{'[x]' if self.marks.gone.get(key) else '[ ]'} {name}" for name, key in keys.items()}

        def answered(name: str | None) -> None:
            if name is not None:
                self.marks.set(keys[name], 0 if self.marks.gone.get(keys[name]) else 1)
                self.show()
                self.say(f"{model.label}: {name} {'on' if self.marks.gone.get(keys[name]) else 'off'}.")

        self.app.push_screen(ChoiceDialog(on_one_line(f"Conditions of {model.label}"), answers), answered)

    def action_round(self, by: int) -> None:
        """The next round, or the one before."""
        last = (self.course.rounds or MOST_ROUNDS) - 1
        self.marks.set(ROUND, min(max(self.marks.gone.get(ROUND, 0) + by, 0), last))
        self.show()
        self.say(f"It is {self.course.round.replace('-', ' ')} {self.marks.gone.get(ROUND, 0) + 1}.")

    def action_undo(self) -> None:
        """One mark back."""
        done = self.marks.undo()
        self.show()
        self.say("Undone." if done else "There is nothing to undo.")

    def action_clear(self) -> None:
        """No marks at all."""
        self.marks.put({})
        self.show()
        self.say("All marks are gone; `u` brings them back.")

    def action_reference(self) -> None:
        """What is looked up in play."""
        from listbuilder.ui.web.card_json import reference_document

        text = Text()
        for part in reference_document(self.force):
            text.append(f"{part['title']}\n", style="bold underline")
            for item in part["items"]:
                text.append(f"{item['name']}  ", style="bold")
                text.append(f"{on_one_line(item['text'])}\n")
            text.append("\n")
        self.app.push_screen(TextDialog("Reference", text if text.plain else Text("This game has nothing to look up.")))

    def action_down(self) -> None:
        """Down."""
        self.query_one(Pane).action_cursor_down()

    def action_up(self) -> None:
        """Up."""
        self.query_one(Pane).action_cursor_up()

    def action_help(self) -> None:
        """The keys."""
        self.app.push_screen(TextDialog("Keys in play", table_of({"": PLAY_KEYS})))

    def action_leave(self) -> None:
        """Back to the list."""
        self.dismiss(None)


def key_of(track: PlayTrack) -> str:
    """What marks call a track: the same whatever the order of models is."""
    return f"{track.id}/{track.kind}/{track.name}" + (f"/{track.nth + 1}" if track.nth else "")
