"""The words of the shorthand in `tests/public` for what is counted and when, as quantities and conditions.

`Goose force` counts geese in a force, `pts Goose roster` adds up what they cost, `forces Patrol roster` counts forces;
`deep` looks inside what is selected, `wide` into forces inside forces. `only Goose` is the entry and not its links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from listbuilder.base.values import slug

__all__ = ["Data", "Words"]

Data = dict[str, Any]
BOUNDS = {">=": ("min", 0), "<=": ("max", 0), ">": ("min", 1), "<": ("max", -1)}
LEAF = re.compile(r"(not )?(>=|<=|!=|=|>|<|is) ?(\d*)(%?) ?(.*)")
SCOPES = {"force": "group", "roster": "list", "parent": "group", "holder": "holder", "self": "pick", "above": "model"}


class Words:
    """What the words of one case mean: its entries with their links, and what they cost."""

    def __init__(self, case: Data) -> None:
        self.case = case
        self.types: Data = case.get("types", {"pts": None})
        self.roots = set(case["entries"])
        self.bases = {name: one.get("link", name) for name, one in self.walk(case["entries"])}

    def walk(self, entries: Data) -> Iterator[tuple[str, Data]]:
        """Every entry, those inside others and in their groups too."""
        for name, one in entries.items():
            yield name, one or {}
            for inner in (one or {}).get("in", {}), *(group["in"] for group in (one or {}).get("groups", {}).values()):
                yield from self.walk(inner)

    def selector(self, what: str, deep: bool) -> Data:
        """Who is meant: an entry under any of its links, a category, or one entry alone."""
        if what.startswith("only "):
            found: Data = {"entry": slug(what[5:])}
        elif what == "any":
            found = {}
        else:
            found = {"tag": slug(what)}
        return found if deep or what in self.inner else {**found, "slot": "unit"}

    @property
    def inner(self) -> set[str]:
        """The entries that stand inside others."""
        return {name for name in self.bases if name not in self.roots}

    def quantity(self, words: str) -> Data:
        """`Guard force`, `pts Guard roster`, `forces Patrol roster`, with `deep` and `wide`."""
        deep, wide = " deep" in words, " wide" in words
        words = words.replace(" deep", "").replace(" wide", "")
        what, _, scope = words.rpartition(" ")
        found: Data = {"in": SCOPES[scope]}
        found |= {"inner": False} if SCOPES[scope] == "group" and not wide else {}
        first, _, rest = what.partition(" ")
        if first == "forces":
            return {
                "count": "groups",
                "in": "list",
                **({} if rest == "any" else {"where": {"entry": slug(rest), "slot": "force"}}),
            }
        money = first in self.types
        selector = self.selector(rest if money else what, deep or scope in ("holder", "self", "above"))
        base = {"sum": first, "from": "picks"} if money else {"count": "picks"}
        return {**base, **({"where": selector} if selector else {}), **found}

    def condition(self, said: Any) -> Data:
        """A condition: `>=1 Guard force`, `is Guard above`, or several under `all`, `any`, `not`."""
        if isinstance(said, dict):
            return {key: [self.condition(one) for one in many] for key, many in said.items()}
        no, sign, number, percent, words = LEAF.fullmatch(said).groups()  # type: ignore[union-attr]
        quantity, value = self.quantity(words), int(number or 1)
        if percent:
            whole = {key: one for key, one in quantity.items() if key in ("count", "in", "inner")}
            quantity["percent-of"] = {**whole, "where": {"slot": "unit"}}
        if sign in ("=", "!="):
            found: Data = {**quantity, **({"min": value} if value else {}), "max": value}
            return {"not": found} if sign == "!=" else found
        key, more = BOUNDS.get(sign, ("min", 0))
        found = {**quantity, key: value + more}
        return {"not": found} if no else found

    def repeated(self, said: Any) -> Data:
        """`2 per 1 Model force`, with `up`; several are added up."""
        many = said if isinstance(said, list) else [said]
        give, _, per, words = many[0].split(" ", 3)
        found = self.quantity(words.replace(" up", ""))
        found |= {"printed": True} if "sum" in found and not self.case.get("settled") else {}
        if per.endswith("%"):
            whole = {key: one for key, one in found.items() if key in ("count", "in", "inner")}
            found["percent-of"] = {**whole, "where": {"slot": "unit"}}
        found |= {"per": int(per.rstrip("%")), "give": int(give), "round": "up" if words.endswith(" up") else "down"}
        return {**found, "plus": self.repeated(many[1:])} if len(many) > 1 else found
