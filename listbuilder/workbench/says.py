"""Edits in words, as undo shows them: what was done, and to whom."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.finding import Finding
from listbuilder.force import Force
from listbuilder.generate.choices import held_in
from listbuilder.generate.edits import value_at
from listbuilder.generate.words import pick_words, row_words, value_words
from listbuilder.lists.own_keys import LIST
from listbuilder.reading import Path, Tree
from listbuilder.workbench.edits import Add, Copy, Drop, Edit, Many, Move, Pick, Place, Remove, Set, Swap
from listbuilder.workbench.steps import is_row


def edit_words(tree: Mapping[str, Tree], edit: Edit, force: Force) -> str:
    """An edit in a few words: `Shield for Corin`, `Bow instead of Rifle for Corin`."""
    match edit:
        case Many():
            return edit.words or " and ".join(edit_words(tree, one, force) for one in edit.edits[:3])
        case Add():
            return f"add {row_words(dict(edit.row))}"
        case Copy():
            return f"copy {called(tree, edit.at, force)}"
        case Move():
            return f"move {called(tree, edit.at, force)} to place {edit.to + 1}"
        case Remove():
            return f"remove {called(tree, edit.at, force)}"
        case Pick():
            return f"{pick_words(edit.entry)} for {called(tree, edit.at, force)}"
        case Drop():
            return f"{_held(tree, edit.at, edit.slot, edit.nth, force)} off {called(tree, edit.at, force)}"
        case Swap():
            old = _held(tree, edit.at, edit.slot, edit.nth, force)
            return f"{pick_words(edit.entry)} instead of {old} for {called(tree, edit.at, force)}"
        case Set():
            what = "nothing" if edit.value is None else value_words(edit.value)
            return f"{edit.key} of {called(tree, edit.at, force)}: {what}"


def called(tree: Mapping[str, Tree], at: Place, force: Force) -> str:
    """What to call the list, a row or a pick."""
    if not at:
        return "the list"
    if not is_row(at):
        whose = at[:2] if at[0] in LIST.rows else ()
        return f"{pick_words(value_at(tree, at))} of {called(tree, whose, force)}"
    owners = force.groups if at[0] == "groups" else force.written
    return next((one.label for one in owners if one.path == at), f"row {int(at[1]) + 1}")


def _held(tree: Mapping[str, Tree], at: Place, slot: str, nth: int, force: Force) -> str:
    """What is at a place of a slot, by name."""
    inside: Path = at if is_row(at) else (*at, "picks")
    found = held_in(value_at(tree, (*inside, slot) if slot != "picks" else inside))
    if nth < len(found):
        return pick_words(found[nth])
    owner = next((one for one in (*force.written, *force.groups, force.root) if one.path == at), None)
    usual = owner.slots.get(slot, ()) if owner else ()
    return usual[nth].entry.name if nth < len(usual) else slot


def short_reason(finding: Finding) -> str:
    """A finding in as few words as say it: the facts, without the rule that is quoted before them."""
    for key, word in (("extra", "too many"), ("missing", "too few")):
        if type(finding.data.get(key)) is int and finding.code.endswith((".over", ".under")):
            return f"{finding.data[key]} {word}"
    fact = finding.message.split(". ", 1)[-1]
    who = f"{finding.model} has "
    return fact[len(who) :] if finding.model and fact.lower().startswith(who.lower()) else fact
