"""What a picker offers, as lines: choices for a slot or a key, models to add, fixes, what fits. No widgets here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from listbuilder.base.characters import on_one_line
from listbuilder.building import Bench, Choice, Choices, Edit, EditResult, Fix, find, preview, quick_lines
from listbuilder.building.change import short_reason
from listbuilder.building.choices import standing_of
from listbuilder.building.edits import row_title
from listbuilder.building.search import match_text
from listbuilder.ui.screen.text_cards import stat_words

# The value of the line for what is held, which changes nothing.
KEEP = "keep"
# Models that a typed line may mean.
LINES = 8

MARKS = {"held": "*", "fits": " ", "warns": "~", "needs": "+", "not-now": "-", "never": "×"}
WORDS = {
    "held": "held",
    "fits": "fits",
    "warns": "warns",
    "needs": "needs more",
    "not-now": "not now",
    "never": "never here",
}
STYLES = {"held": "bold", "fits": "", "warns": "warned", "needs": "", "not-now": "dim", "never": "dim"}


class PickerItem(NamedTuple):
    """One line of a picker; `edit` is made when it is taken, and `change` shown before; `more` unfolds the rest.

    `note` and `info` say what it changes and all that is to know about it, `text` what is printed of it, `now` what the
    list comes to without it.
    """

    name: str
    edit: Edit | None
    mark: str = " "
    price: str = ""
    total: str = ""
    note: str = ""
    right: str = ""
    info: str = ""
    style: str = ""
    marks: tuple[tuple[int, int], ...] = ()
    change: EditResult | None = None
    value: str = ""
    more: bool = False
    text: str = ""
    now: str = ""


class PickerOffers(NamedTuple):
    """What is offered under a title: `search` gives the lines for what is typed, all of them where `whole` is set."""

    title: str
    search: Callable[[str, bool], list[PickerItem]]
    hint: str = ""


def choice_offers(
    bench: Bench, first: Choices, title: str, line: bool = False, every: Callable[[], Choices] | None = None
) -> PickerOffers:
    """The choices for a slot; what never fits is folded into one line until it is asked for, of `every` then.

    With `line` what is typed may be a whole model, which is offered as such.
    """
    unfolded: list[Choices] = []

    def search(words: str, whole: bool) -> list[PickerItem]:
        if whole and every is not None and not unfolded:
            unfolded.append(every())
        found = unfolded[0] if whole and unfolded else first
        got = find(bench, words, found)
        shown = [hit for hit in got.hits if hit.choice and (whole or hit.choice.standing != "never")]
        items = [_item(bench, found, hit.choice, hit.marks) for hit in shown if hit.choice]
        if line and len(words.split()) > 1:
            models = list(islice(line_items(bench, words), LINES))
            if models:
                return [*models, *items]
        out = found.nth is not None and not words.strip()
        items = [one for item in items for one in (held_items(item, out) if item.mark == MARKS["held"] else [item])]
        folded = len(got.hits) - len(shown) + found.folded
        if folded:
            text = f"{folded} more that can never be taken here: enter shows them"
            items.append(PickerItem(text, None, style="dim", more=True))
        elif not got.hits:
            items.append(PickerItem(got.hint or "Nothing is called that.", None, style="dim"))
        return items

    room = "" if first.room is None or first.slot == "" else f"{first.held} of {first.room}"
    leaving = " ".join(one.message for one in first.leaving)
    hint = f"Whatever you take instead: {leaving}" if leaving else ""
    return PickerOffers(f"{title} {room}".strip(), search, on_one_line(hint))


def line_items(bench: Bench, words: str) -> Iterator[PickerItem]:
    """The models that a typed line may mean, each with its price."""
    for typed, edit in quick_lines(bench, ("models",), words):
        change = preview(bench, edit)
        before, after = change.points
        standing = standing_of(change.new)
        yield PickerItem(
            name=on_one_line(change.words.removeprefix("add ")),
            edit=edit,
            mark=MARKS[standing],
            price=f"{after - before:+d}" if after != before else "",
            total=str(after),
            right=on_one_line(short_reason(change.new[0])) if change.new else WORDS[standing],
            info=on_one_line(" ".join(one.message for one in change.new)),
            style=STYLES[standing],
            change=change,
            value=typed,
        )


def held_items(item: PickerItem, out: bool) -> list[PickerItem]:
    """What is held, which stays when it is taken again, and a line to take it out where it was opened for that."""
    kept = item._replace(edit=None, price=" ", total=item.now, note="", info=item.text, value=KEEP)
    gone = item._replace(name=f"take out {item.name}", mark="x", right=" ", style="dim")
    return [kept, gone] if out else [kept]


def _item(bench: Bench, found: Choices, choice: Choice, marks: tuple[tuple[int, int], ...]) -> PickerItem:
    force = bench.report.force
    note = stat_words(choice.change, found.at, force)
    others = [row_title(bench.tree, at, force) for at in choice.change.others]
    entry = choice.entry
    parts = [one.message for one in choice.reasons]
    if parts and choice.standing == "held":
        parts[0] = f"Taking it out: {parts[0]}"
    parts += [f"Also changes {', '.join(others)}."] if others else []
    parts += [entry.text] if entry and entry.text else []
    against = choice.reasons if choice.standing not in ("fits", "held") else ()
    reason = short_reason(against[0]) if against else WORDS[choice.standing]
    priced = force.limit is not None or choice.total or bench.report.force.cost
    return PickerItem(
        name=on_one_line(choice.name),
        edit=choice.edit,
        mark=MARKS[choice.standing],
        price=f"{choice.price:+d}" if choice.price else "",
        total=str(choice.total) if priced else "",
        note=note,
        right=on_one_line(reason),
        info=on_one_line(" ".join(parts)),
        style=STYLES[choice.standing],
        marks=marks,
        change=choice.change,
        text=on_one_line(entry.text) if entry else "",
        now=str(force.cost) if priced else "",
    )


def fix_offers(title: str, fixes: Iterable[Fix], none: str) -> PickerOffers:
    """Fixes, or what fits, each with what the list comes to then."""
    items = []
    for fix in fixes:
        before, after = fix.change.points
        price = f"{after - before:+d}" if after != before else ""
        gone = " ".join(
            [f"Ends: {one.message}" for one in fix.change.gone] + [f"Then: {one.message}" for one in fix.change.new]
        )
        words = f"{fix.words[:1].upper()}{fix.words[1:]}"
        items.append(
            PickerItem(
                on_one_line(words), fix.edit, price=price, total=str(after), info=on_one_line(gone), change=fix.change
            )
        )
    return plain_offers(title, items or [PickerItem(none, None, style="dim")])


def plain_offers(title: str, items: list[PickerItem]) -> PickerOffers:
    """Some lines, searched by their names."""

    def search(words: str, whole: bool) -> list[PickerItem]:
        matched = [(match_text(words, item.name), item) for item in items]
        return [item._replace(marks=match.marks) for match, item in matched if match]

    return PickerOffers(title, search)
