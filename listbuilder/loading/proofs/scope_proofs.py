"""Scopes: whatever looks at a group, a model or a part of the list is evaluated where there is one."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.findings import Finding
from listbuilder.catalogue import Entry, Grant, GroupField
from listbuilder.catalogue.query import Condition, Quantity, Selector
from listbuilder.catalogue.rules import Rule
from listbuilder.loading.proofs.case import IDLE, RULE, TAKE_OUT, Case
from listbuilder.loading.source_places import Place
from listbuilder.storage.reading import Path

ABSENT: dict[str, frozenset[str]] = {
    "list": frozenset({"pick", "holder", "model", "group"}),
    "group": frozenset({"pick", "model"}),
    "model": frozenset({"pick"}),
    "pick": frozenset(),
}
"""What `in` may not name, by what it is asked of."""
ASKED = {"list": "asked of the whole list", "group": "asked of a group", "model": "asked of a model"}
NO_GROUPS = "Add a field of type `group` to models, or say another part."


def scopes(case: Case) -> Iterator[Finding]:
    """Every key that names a part of the list which is never there."""
    for holder, place in case.holders():
        rules = {path: one for one, path in case.records(holder) if isinstance(one, Rule)}
        for record, path in case.records(holder):
            if not case.has_groups:
                yield from without_groups(record, path, place)
            elif isinstance(record, Quantity) and not record.inner and not case.game.group.of_type(GroupField):
                fact = "`inner` has no effect: no group stands in another."
                yield place((*path, "inner")).problem(fact, TAKE_OUT, IDLE)
            elif isinstance(record, Quantity) and not record.inner:
                looks: str = record.in_ or next(
                    (one.over_what for at, one in rules.items() if path[: len(at)] == at), "group"
                )
                if looks != "group":
                    fact = "`inner` has no effect: it goes with `over: group` or `in: group`."
                    yield place((*path, "inner")).problem(fact, TAKE_OUT, IDLE)
            if isinstance(record, Condition) and record.has:
                yield from opens_itself(record, path, place)
            if isinstance(record, Quantity | Condition) and record.in_:
                # In a rule a quantity is asked of what the rule judges, elsewhere of what holds it.
                rule = next((at for at in rules if path[: len(at)] == at), None)
                asked = asked_of(holder, path) if rule is None else asked_by(rules[rule], holder, path[len(rule) :])
                if record.in_ == "value":
                    if rule is None or path[len(rule)] not in ("min", "max"):
                        fact = "`in: value` finds nothing: only limits of a rule with `by` look at one value."
                        yield place((*path, "in")).problem(fact, "Write `in: list`, or leave it out.", RULE)
                elif record.in_ in absent(case, holder, asked):
                    never = f"never {'on' if record.in_ == 'model' else 'in'} a {record.in_}"
                    fact = f"`in: {record.in_}` finds nothing: this is {ASKED.get(asked, never)}."
                    hint = (
                        "Say with `over` what is judged one by one, or leave it out." if rule else "Write `in: list`."
                    )
                    yield place((*path, "in")).problem(fact, hint, RULE)


def opens_itself(asked: Condition, path: Path, place: Place) -> Iterator[Finding]:
    """A slot that opens only when something is in it."""
    own = path[2] if path[:2] == ("model", "slots") else None
    if own is not None and asked.has == Selector(slot=(str(own),)) and asked.in_ in (None, "model"):
        fact = f"The slot `{own}` opens only when something is in it."
        yield place((*path, "has")).problem(fact, "Ask for something else.", RULE)


def asked_of(holder: object, path: Path) -> str:
    """What a quantity or condition outside of rules is evaluated at: the entry's pick, a row, or the list."""
    if isinstance(holder, Entry):
        return "pick"
    return str(path[0]) if path[0] in ("model", "group") else "list"


def asked_by(rule: Rule, holder: object, path: Path) -> str:
    """What a quantity or condition in a rule is asked of: what the rule judges, or for `when` who brings it in."""
    if path[0] == "when" and not rule.one_by_one:
        return "pick" if isinstance(holder, Entry) else "list"
    return rule.over_what


def absent(case: Case, holder: object, asked: str) -> frozenset[str]:
    """What can't be there, seen from what is asked."""
    if asked != "pick" or not isinstance(holder, Entry):
        return ABSENT[asked]
    homes = case.stands(holder)
    # A pick of a model may be in a group, one of the list never is.
    lone = frozenset() if homes & {"model", "group"} else frozenset({"group"})
    return lone if "model" in homes else lone | {"model"}


def without_groups(record: object, path: Path, place: Place) -> Iterator[Finding]:
    """Keys about groups in a game that has none."""
    found: tuple[str, str] | None = None
    if isinstance(record, Quantity | Condition) and record.in_ == "group":
        found = ("in", "in: group")
    elif isinstance(record, Quantity) and record.count == "groups":
        found = ("count", "count: groups")
    elif isinstance(record, Quantity) and record.different == "group":
        found = ("different", "different: group")
    elif isinstance(record, Quantity) and not record.inner:
        found = ("inner", "inner")
    elif isinstance(record, Grant) and record.to == "group":
        found = ("to", "to: group")
    elif isinstance(record, Grant) and record.in_ == "group":
        found = ("in", "in: group")
    elif isinstance(record, Rule) and getattr(record, "over", "") == "group":
        found = ("over", "over: group")
    elif isinstance(record, Rule):
        keys = [key for key in ("by", "same") if getattr(record, key, None) == "group"]
        found = (keys[0], f"{keys[0]}: group") if keys else None
    if found:
        yield place((*path, found[0])).problem(f"`{found[1]}` has no effect: there are no groups.", NO_GROUPS, IDLE)
