"""Change single values of a YAML text: everything else, comments and spacing included, stays to the letter.

A text and a path go in, the new text comes out. It works on the pieces of the text, one parse for all changes, and
knows no lists and no games. Whoever calls it reads the result again and compares.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from listbuilder.lists.render import scalar
from listbuilder.lists.yaml_tree import (
    GAP,
    Collection,
    Entry,
    Scalar,
    flow_piece,
    mapping_piece,
    parse_pieces,
    rows_piece,
)
from listbuilder.reading import Path, Tree


class Lead(NamedTuple):
    """What stands before an entry of a block: lines of nobody in particular, its own comment lines, its indentation."""

    fixed: str
    own: str
    indent: str


class YamlText:
    """A YAML text that is read already and known to be well-formed, with one change after another made to it."""

    def __init__(self, text: str) -> None:
        self.newline = "\r\n" if "\r\n" in text else "\n"
        # With a line break in front, the first entry stands below a line like every other.
        self.root = parse_pieces(self.newline + text)

    @property
    def text(self) -> str:
        """The whole text with every change made."""
        return "".join(self.root.parts())[len(self.newline) :]

    def entry(self, path: Path) -> Entry:
        """The entry at a path; the root for the empty one."""
        found = self.root
        for step in path:
            inside = cast("Collection", found.value)
            if inside.kind == "mapping":
                found = next(one for one in inside.entries if one.key == str(step))
            else:
                found = inside.entries[cast("int", step)]
        return found

    def collection(self, path: Path) -> Collection:
        """The mapping or sequence at a path."""
        return cast("Collection", self.entry(path).value)

    def put(self, path: Path, value: Tree, after: int | None = None) -> None:
        """Give a key of a mapping a value; a new key comes behind entry number `after`, or last."""
        owner, key = self.entry(path[:-1]), str(path[-1])
        mapping = cast("Collection", owner.value)
        if any(one.key == key for one in mapping.entries):
            self.replace(path, value)
            return
        at = len(mapping.entries) if after is None else min(after + 1, len(mapping.entries))
        made = Entry(" ", f"{scalar(key)}:", key, " ", flow_piece(value))
        if not mapping.entries:
            owner.value = flow_piece({key: value})
        elif mapping.flow:
            # What stands between a value and its comma stays in front of the next comma.
            before = mapping.entries[at - 1]
            made.tail, before.tail = before.tail, ""
            mapping.entries.insert(at, made)
        else:
            made.lead = self.newline + " " * mapping.column
            if rows_of(value):
                made.gap, made.value = "", rows_piece(cast("list[Tree]", value), mapping.column + 2, self.newline)
            mapping.entries.insert(at, made)

    def replace(self, path: Path, value: Tree) -> None:
        """Put a value in the place of another."""
        entry, parent = self.entry(path), self.collection(path[:-1])
        old = entry.value
        block = isinstance(old, Collection) and not old.flow
        if rows_of(value) and parent.kind == "mapping" and not parent.flow:
            entry.gap = entry.gap.rstrip() if "#" in entry.gap else ""
            entry.value = rows_piece(cast("list[Tree]", value), parent.column + 2, self.newline)
        elif block:
            between = entry.gap + cast("Collection", old).entries[0].lead
            entry.tail = (between.rstrip() if "#" in between else "") + entry.last_tail()
            entry.gap, entry.value = " ", flow_piece(value)
        else:
            written = not isinstance(old, Scalar) or old.text
            entry.gap = entry.gap if written or entry.gap.endswith(" ") or not entry.name else f"{entry.gap} "
            entry.value = flow_piece(value)

    def rename(self, path: Path, key: str) -> None:
        """Give a key of a mapping another name."""
        entry = self.entry(path)
        entry.key, entry.name = key, f"{scalar(key)}:"

    def drop(self, path: Path) -> None:
        """Take out a key of a mapping or an item of a list, with what follows it on its line."""
        owner = self.entry(path[:-1])
        parent = cast("Collection", owner.value)
        by_key = (at for at, one in enumerate(parent.entries) if one.key == str(path[-1]))
        at = next(by_key) if parent.kind == "mapping" else cast("int", path[-1])
        if parent.flow:
            self.drop_flow(parent, at)
        elif len(parent.entries) == 1:
            self.empty(owner, parent)
        else:
            self.drop_block(parent, at)

    def drop_flow(self, parent: Collection, at: int) -> None:
        """Take one entry out of brackets, with one comma; comments around it stay."""
        entry = parent.entries.pop(at)
        before = parent.entries[at - 1] if at else None
        if at < len(parent.entries):
            behind = parent.entries[at]
            behind.lead = entry.lead + (entry.tail if "#" in entry.tail else "") + behind.lead.removeprefix(" ")
            return
        comma = GAP.match(parent.foot).end()  # type: ignore[union-attr]
        if parent.foot[comma : comma + 1] == ",":
            kept = parent.foot[:comma] if "#" in parent.foot[:comma] else ""
            parent.foot = entry.lead + kept + parent.foot[comma + 1 :].removeprefix(" ")
        elif before and "#" not in before.tail + entry.lead:
            before.tail = ""
            return
        else:
            parent.foot = entry.lead + parent.foot
        if before:
            parent.foot, before.tail = f"{before.tail},{parent.foot}", ""

    def drop_block(self, parent: Collection, at: int) -> None:
        """Take one entry out of a block: its lines, but no comment above it or below."""
        entry = parent.entries.pop(at)
        behind = parent.entries[at] if at < len(parent.entries) else None
        end, *kept = entry.lead.split("\n")[: max(entry.lead.count("\n"), 1)]
        # Comments of what was dropped behind it before hang on its tail, each on a line of its own.
        kept += entry.tail.split("\n")[1:]
        if "\n" in entry.lead and behind:
            behind.lead = "\n".join([end, *kept, *behind.lead.split("\n")[1:]])
        elif "\n" in entry.lead and kept:
            parent.entries[at - 1].tail += "\n".join([end, *kept]).removesuffix("\r")
        elif "\n" not in entry.lead and behind and "#" not in entry.last_tail() + behind.lead:
            behind.lead = ""

    def empty(self, owner: Entry, parent: Collection) -> None:
        """Take the only entry out of a block: empty brackets stay."""
        entry = parent.entries[0]
        between = owner.gap + entry.lead
        owner.tail = entry.last_tail() + owner.tail
        if owner is self.root:
            owner.gap = between
        else:
            owner.gap, owner.tail = " ", (between.rstrip() if "#" in between else "") + owner.tail
        owner.value = flow_piece({} if parent.kind == "mapping" else [])

    def insert(self, path: Path, at: int, value: Tree) -> None:
        """Put a new item before number `at` of a list; it is written like its neighbour."""
        parent = self.collection(path)
        items = parent.entries
        if not items:
            self.replace(path, [value])
        elif parent.flow:
            made = Entry(" ", "", None, "", flow_piece(value))
            if at < len(items):
                made.lead, items[at].lead = items[at].lead, " "
            else:
                at = len(items)
            items.insert(at, made)
        else:
            self.insert_block(parent, min(at, len(items)), value)

    def insert_block(self, parent: Collection, at: int, value: Tree) -> None:
        """The same in a block: an item that comes in front of another leaves that one its comments."""
        items = parent.entries
        near = items[max(at - 1, 0)].value
        line = self.newline + " " * parent.column
        made = Entry(line, "-", None, " ", flow_piece(value))
        wide = isinstance(near, Collection) and near.kind == "mapping" and not near.flow
        if wide and isinstance(value, dict) and value:
            column = cast("Collection", near).column
            made.gap = " " * (column - parent.column - 1)
            made.value = mapping_piece(value, column, self.newline)
        if at < len(items):
            lead = split_lead(items[at].lead)
            made.lead = lead.fixed + lead.indent
            items[at].lead = self.newline + lead.own + lead.indent if lead.fixed else line
        items.insert(at, made)

    def move(self, path: Path, source: int, target: int) -> None:
        """Put item `source` of a list in place `target`, in a block with the comments right above it."""
        parent = self.collection(path)
        order = list(range(len(parent.entries)))
        order.insert(target, order.pop(source))
        self.arrange(parent, [parent.entries[at] for at in order], 0)

    def reorder(self, path: Path, order: list[str]) -> None:
        """Put the entries of a mapping in another order, each with its comments; what is between them stays.

        The comments above the first stay on top: they are about the whole.
        """
        parent = self.collection(path)
        by_key = {one.key: one for one in parent.entries}
        self.arrange(parent, [by_key[key] for key in order], 1)

    def arrange(self, parent: Collection, order: list[Entry], first: int) -> None:
        """Fill the places of a collection with its entries in another order; those before `first` leave comments."""
        places = parent.entries
        if parent.flow:
            frames = [(one.lead, one.tail) for one in places]
            for entry, frame in zip(order, frames, strict=True):
                entry.lead, entry.tail = frame
        else:
            leads = {id(one): split_lead(one.lead, at >= first) for at, one in enumerate(places)}
            frames = [(leads[id(one)].fixed, leads[id(one)].indent) for one in places]
            for entry, (fixed, indent) in zip(order, frames, strict=True):
                own = leads[id(entry)].own
                entry.lead = fixed + own + indent if fixed or not own else own.lstrip(" ") + " " * parent.column
        parent.entries = order


def split_lead(lead: str, own: bool = True) -> Lead:
    """The parts of a lead; comment lines right above an entry are its own, unless they may not be."""
    lines = lead.split("\n")
    start = len(lines) - 1
    while own and start > 1 and lines[start - 1].strip().startswith("#"):
        start -= 1
    return Lead("".join(f"{one}\n" for one in lines[:start]), "".join(f"{one}\n" for one in lines[start:-1]), lines[-1])


def rows_of(value: Tree) -> bool:
    """Whether a value is a list of mappings, which gets a line for each."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)
