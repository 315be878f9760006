"""Edits in words, as a player would say them: what changes, on whom, and what was there before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from listbuilder.base.wording import join_names
from listbuilder.building.generate.moves import picks_in
from listbuilder.catalogue import Game
from listbuilder.lists.document import LIST
from listbuilder.lists.file_editor import EditStep, apply_edit, contains_value, value_at
from listbuilder.storage.reading import Path, Tree

NOUNS = {"models": "model", "groups": "group"}
UNNAMED = "what has no name"


def describe_edits(tree: Mapping[str, Tree], edits: tuple[EditStep, ...], game: Game) -> list[str]:
    """Some edits, one after another; each in the list that those before it made."""
    phrases = []
    now = dict(tree)
    for edit in edits:
        phrases.append(edit_words(now, edit, game))
        now = apply_edit(now, edit)
    return phrases


def edit_words(tree: Mapping[str, Tree], edit: EditStep, game: Game) -> str:
    """One edit in words."""
    path = edit.path
    old = value_at(tree, path)
    if len(path) == 1 and path[0] in LIST.rows:
        if edit.what == "drop":
            return f"take out `{path[0]}`"
        row = edit.value if edit.what == "add" or not isinstance(edit.value, list) else edit.value[-1]
        return f"add a {NOUNS[str(path[0])]}: {row_words(row)}"
    if len(path) == 2 and path[0] in LIST.rows:
        who = row_title(tree, path)
        if edit.what == "drop":
            return f"take out {who}"
        return row_change(who, old, edit.value, game)
    rows = path[0] in LIST.rows
    sheet = {"models": game.model, "groups": game.group}.get(str(path[0]), game.list)
    key = str(path[2] if rows else path[0])
    who = row_title(tree, path[:2]) if rows else "the list"
    return slot_words(tree, edit, who, 3 if rows else 1) if key in sheet.slots else field_words(edit, key, old, who)


def row_change(who: str, old: Tree, new: Tree, game: Game) -> str:
    """A row that became another: a key that was meant otherwise, or another model altogether."""
    before, after = (dict(one) if isinstance(one, dict) else {} for one in (old, new))
    gone, come = [key for key in before if key not in after], [key for key in after if key not in before]
    if len(gone) == len(come) == 1 and before[gone[0]] == after[come[0]] and gone[0] not in game.model.slots:
        return f"write `{come[0]}` instead of `{gone[0]}` for {who}"
    kept = {key: value for key, value in after.items() if key in game.model.slots}
    return f"replace {who} by {row_words(kept or new)}"


def slot_words(tree: Mapping[str, Tree], edit: EditStep, who: str, depth: int) -> str:
    """A change in a slot: something goes, something comes, or one takes the place of another."""
    path, old = edit.path, value_at(tree, edit.path)
    if path[-1] == "count":
        number = edit.value if edit.what == "put" else 1
        return f"take {pick_words(value_at(tree, path[:-1]))} {number} times on {who}"
    whose = f"{pick_words(value_at(tree, inner_of(path, depth)))} of {who}" if "picks" in path[depth:] else who
    if edit.what == "add":
        return f"give {whose} {pick_words(edit.value)}"
    before = [pick_words(one) for one in picks_in(old)]
    if edit.what == "drop":
        return f"take {join_names(before) or str(path[-1])} off {whose}"
    after = [pick_words(one) for one in picks_in(edit.value)]
    gone = [one for one in before if one not in after]
    come = [one for one in after if one not in before] or after[len(before) :]
    if gone and come and contains_value(edit.value, old):
        return f"complete {join_names(gone)} of {whose}: {join_names(come)}"
    if gone and come:
        return f"replace {join_names(gone)} of {whose} by {join_names(come)}"
    return f"give {whose} {join_names(come)}" if come else f"leave `{path[depth - 1]}` of {whose} empty"


def inner_of(path: Path, depth: int) -> Path:
    """The pick that a place inside it belongs to."""
    at = len(path) - 1 - path[::-1].index("picks")
    return path[: max(at, depth)]


def field_words(edit: EditStep, key: str, old: Tree, who: str) -> str:
    """A change of a value: its key, what it becomes, what it was."""
    if key == "count":
        return f"make it {edit.value if edit.what == 'put' else 1} × {who}{f' (was {old})' if old is not None else ''}"
    of = "" if who == "the list" else f" of {who}"
    was = f" (was {value_words(old)})" if old is not None else ""
    if edit.what == "drop":
        return f"take out `{key}`{of}{was}"
    return f"set `{key}`{of} to {value_words(edit.value)}{was}"


def value_words(value: Tree) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        steps = (f"{key} {one:+d}" if type(one) is int else f"{key} {one}" for key, one in value.items())
        return ", ".join(steps) or "nothing"
    return (", ".join(map(str, value)) or "nothing") if isinstance(value, list) else str(value)


def row_title(tree: Mapping[str, Tree], path: Path) -> str:
    """What to call a row: its number, and its name or the first thing on it."""
    row = value_at(tree, path)
    noun = NOUNS[str(path[0])]
    number = f"{noun} {int(path[1]) + 1}"
    if not isinstance(row, dict):
        return number
    name = row.get("name")
    held = (pick_words(one) for value in row.values() for one in picks_in(value)[:1])
    first = name if isinstance(name, str) and name else next(held, "")
    return f"{number} ({first})" if first else number


def pick_words(pick: Tree) -> str:
    """A pick with the picks inside it."""
    if not isinstance(pick, dict):
        return UNNAMED if pick is None else str(pick)
    inner = pick.get("picks")
    shelves = list(inner.values()) if isinstance(inner, dict) else [inner]
    inside = [one for value in shelves for one in picks_in(value)]
    count = f"{pick['count']} × " if pick.get("count", 1) != 1 else ""
    return f"{count}{pick_words(pick.get('entry'))}" + (f" ({', '.join(map(pick_words, inside))})" if inside else "")


def row_words(row: Tree) -> str:
    """What is on a row."""
    return ", ".join(_parts(row)) or "nothing picked"


def _parts(row: Tree) -> Iterator[str]:
    if not isinstance(row, dict):
        yield str(row)
        return
    if row.get("count", 1) != 1:
        yield f"{row['count']} of"
    for key, value in row.items():
        if key == "count":
            continue
        if isinstance(value, bool):
            yield f"{key}: {'yes' if value else 'no'}"
        elif isinstance(value, dict) and "entry" not in value:
            yield value_words(value)
        elif type(value) is int:
            yield f"{key} {value}"
        else:
            yield from map(pick_words, picks_in(value))
