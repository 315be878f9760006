"""The translator of `tests/public`: cases of a public suite for list engines, in a shorthand of their structure.

A case has `types` (what things cost: the limit or nothing), `forces`, and `entries` with what stands inside them. Each
part becomes what a designer would write: a root entry a unit, what is inside it a part in a slot, a force a group, a
constraint a count rule, a modifier a grant. A changed name can be seen as a mark: a currency that the entry is given
one of.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from listbuilder.base.values import slug
from tests.support.public_words import Data, Words

__all__ = ["game_of", "rule_ids"]


class Translator(Words):
    """One case on its way into a game."""

    def __init__(self, case: Data) -> None:
        super().__init__(case)
        self.rules: list[Data] = []
        self.grants: list[Data] = []
        self.marks: list[str] = []
        self.units: list[Data] = []
        self.parts: list[Data] = []
        self.forces = {name: one or {} for name, one in case.get("forces", {"Patrol": {}}).items()}
        self.books = sorted({one["book"] for one in case["entries"].values() if one and "book" in one})

    # Rules

    def constrain(self, owner: str, at: int, said: str, above: str | None, group: list[str] | None = None) -> None:
        """One constraint: `max 2 force`, `min 50 pts parent`, `max 50% parent`; `own` is for one link alone."""
        kind, number, *words = said.split()
        percent, value = number.endswith("%"), int(number.rstrip("%"))
        if value < 0:
            return
        flags = {one for one in words if one in ("deep", "wide", "own")}
        words = [one for one in words if one not in flags]
        scope = words[-1]
        money = words[0] if len(words) == 2 and words[0] in self.types else None
        forces = "forces" in words
        rule: Data = {"kind": "count", "id": f"{slug(owner)}-{at}", kind: value}
        inside = scope == "parent" and above is not None
        who: Data = {"entry": slug(owner)} if "own" in flags else {"tag": slug(owner)}
        if group is not None:
            who = {"entry": [slug(one) for one in group]}
        if not (inside or "deep" in flags or above is not None):
            who = {**who, "slot": "unit"}
        base: Data = {"sum": money, "from": "picks"} if money else {"count": "groups" if forces else "picks"}
        of: Data = {**base, "where": {"entry": slug(owner), "slot": "force"} if forces else who}
        if inside:
            rule |= {"over": "pick", "in": {"entry": slug(above or "")}}
        elif scope in ("parent", "force"):
            rule["over"] = "group"
            of |= {} if "wide" in flags else {"inner": False}
        if percent:
            whole: Data = {"count": "picks", "where": {"slot": "unit"}}
            of["percent-of"] = {**whole, "inner": False} if "inner" in of else whole
        self.rules.append({**rule, "of": of})

    def hide(self, owner: str, when: Any) -> None:
        """None may be there, or none while something holds."""
        rule: Data = {"kind": "count", "id": f"{slug(owner)}-hidden", "max": 0}
        if owner in self.forces:
            rule["of"] = {"count": "groups", "where": {"entry": slug(owner), "slot": "force"}}
        else:
            rule |= {"over": "group", "of": {"count": "picks", "where": {"entry": slug(owner)}, "inner": False}}
        self.rules.append(rule if when is None else {**rule, "when": when})

    # Modifiers

    def modify(self, owner: str, said: Data, above: str | None) -> Data | None:
        """A grant that does what a modifier does; changes to limits and hiding become rules and grants of the game."""
        change = dict(said)
        when = self.condition(change.pop("if")) if "if" in change else None
        each = change.pop("each", None)
        ((key, amount),) = change.items()
        what = str(key)
        grant: Data = {}
        if what == "hidden":
            self.hide(owner, when if amount else {"not": when} if when else None)
            return None
        if what.isdigit():
            self.limit(f"{slug(owner)}-{what}", amount, when)
            return None
        if what == "name":
            what, amount = slug(amount), 1
            self.marks.append(what)
        self_change: Data | int = amount if isinstance(amount, int) else {"set": int(amount[1:])}
        grant["fields"] = {"self": {what: self_change}}
        if when:
            grant["when"] = when
        if each:
            grant["each"] = self.repeated(each)
        return grant

    def limit(self, rule: str, amount: Any, when: Data | None) -> None:
        """Another limit for a rule; where the condition is not asked of the list, a second rule takes its place."""
        found = next(one for one in self.rules if one["id"] == rule)
        key = "max" if "max" in found else "min"
        if when is None:
            self.grants.append(
                {"limits": {rule: {key: amount if isinstance(amount, int) else {"set": int(amount[1:])}}}}
            )
            return
        value = found[key] + amount if isinstance(amount, int) else int(amount[1:])
        self.rules.append({**deepcopy(found), "id": f"{rule}-then", key: value, "when": when})
        found["when"] = {"not": deepcopy(when)}

    # Entries

    def entry(self, name: str, one: Data, above: str | None) -> Data:
        """An entry with what stands inside it."""
        made: Data = {
            "name": name,
            "tags": [slug(name), *({slug(self.bases[name])} - {slug(name)}), *map(slug, one.get("cats", []))],
        }
        for key in ("cost", "source", "keywords", "offers"):
            made |= {key: one[key]} if key in one else {}
        made |= one.get("prints", {})
        made |= {"category": one["primary"]} if "primary" in one else {}
        made |= {"book": [slug(one["book"])]} if self.books and "book" in one else {}
        for at, said in enumerate(one.get("rules", []), 1):
            self.constrain(name, at, said, above)
        if one.get("hidden"):
            self.hide(name, None) if not any("hidden" in mod for mod in one.get("mods", [])) else None
        grants = [grant for mod in one.get("mods", []) if (grant := self.modify(name, mod, above))]
        made |= {"grants": grants} if grants else {}
        slots: Data = {}
        if one.get("in"):
            slots["inside"] = self.slot(name, one["in"], {})
        for group, about in one.get("groups", {}).items():
            slots[slug(group)] = self.slot(name, about["in"], about)
            inside = list(about["in"])
            for at, said in enumerate(about.get("rules", []), 1):
                self.constrain(group, at, said, name, inside)
        return made | ({"picks": slots} if slots else {})

    def slot(self, above: str, inside: Data, about: Data) -> Data:
        """A slot for what stands inside an entry."""
        for name, one in inside.items():
            if slug(name) not in {slug(part["name"]) for part in self.parts}:
                self.parts.append(self.entry(name, one or {}, above))
        made: Data = {"kind": "part", "repeats": True, "where": {"entry": [slug(one) for one in inside]}}
        if "default" in about:
            made |= {"default": slug(about["default"]), **({"min": about["least"]} if "least" in about else {})}
        return made

    def game(self) -> Data:
        """The whole game."""
        case = self.case
        for name, one in case["entries"].items():
            self.units.append(self.entry(name, one or {}, None))
        musters = []
        for name, one in self.forces.items():
            musters.append({"name": name, **({"cost": one["cost"]} if "cost" in one else {})})
            for at, said in enumerate(one.get("rules", []), 1):
                self.constrain(name, at, said, None)
            for category, several in one.get("cats", {}).items():
                for at, said in enumerate(several, 1):
                    self.constrain(category, at, said, None)
            if one.get("hidden"):
                self.hide(name, None)
            for mod in one.get("mods", []):
                self.modify(name, mod, None)
        currencies = {name: {} if most is None else {"limit": most} for name, most in self.types.items()}
        game: Data = {
            "currencies": {**(currencies or {"pts": {}}), **{mark: {} for mark in self.marks}},
            "kinds": {"force": {"is": "option"}, **({"part": {"is": "option"}} if self.parts else {})},
            "group": {
                "slots": {"force": {"kind": "force", "min": 1, "max": 1}},
                "fields": {"within": {"type": "group"}},
            },
            "model": {"slots": {"unit": {"kind": "unit", "min": 1, "max": 1}}, "fields": {"group": {"type": "group"}}},
            "rules": self.rules,
            "entries": [{"kind": "force", "entries": musters}, {"kind": "unit", "entries": self.units}],
        }
        game["entries"] += [{"kind": "part", "entries": self.parts}] if self.parts else []
        numbers = {name for _, one in self.walk(case["entries"]) for name in one.get("prints", {})}
        if numbers:
            for kind in ("unit", *(["part"] if self.parts else [])):
                game["kinds"].setdefault(kind, {})["fields"] = dict.fromkeys(numbers, "number")
        if self.books:
            game["kinds"]["book"] = {"is": "option"}
            game["kinds"].setdefault("unit", {}).setdefault("fields", {})["book"] = {"type": "words"}
            game["group"]["slots"]["book"] = {"kind": "book", "max": 1}
            game["entries"].append({"kind": "book", "entries": [{"name": one} for one in self.books]})
            game["rules"].append({"kind": "agree", "id": "own-book", "slot": "unit", "field": "book", "with": "book"})
        said = {one for _, about in self.walk(case["entries"]) for one in about.get("keywords", [])}
        if said:
            game["entries"].append({"kind": "keyword", "entries": [{"name": one} for one in sorted(said)]})
        return game | ({"grants": self.grants} if self.grants else {})


def game_of(case: Data) -> Data:
    """The game of a case, as its author would write it."""
    return Translator(case).game()


def rule_ids(codes: list[tuple[str, str | None]]) -> set[str]:
    """The constraints that findings are about: a second rule for a changed limit is the same constraint."""
    return {
        (rule or code).removesuffix("-then").removesuffix("-limit") for code, rule in codes if code != "group.empty"
    }
