"""A judge of BattleScribe data that reads the XML by itself: the total of a roster, and what is wrong with it.

It asks the tree what the format says, one question at a time, for rosters of one force. It knows nothing of ours.
"""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias
from xml.sax.saxutils import quoteattr

Element: TypeAlias = ET.Element
Chain: TypeAlias = list[Element]
Groups: TypeAlias = "tuple[Chain, ...]"
TAGS = ("selectionEntry", "selectionEntryGroup", "entryLink")


class Pick:
    """A selection: the elements that make it (its entry, then the links to it), what holds it, and its groups."""

    def __init__(self, elements: Chain, up: Pick | None, groups: Groups) -> None:
        self.elements, self.up, self.groups = elements, up, groups
        self.inside: list[Pick] = []

    @property
    def ids(self) -> set[str]:
        return {one.attrib["id"] for one in self.elements}

    def walk(self) -> Iterator[Pick]:
        yield self
        for one in self.inside:
            yield from one.walk()


class Data:
    """The elements of a game system and its catalogues, by id."""

    def __init__(self, folder: Path) -> None:
        self.files = [strip(ET.parse(one).getroot()) for one in sorted(folder.iterdir())]
        self.by_id = {one.attrib["id"]: one for file in self.files for one in file.iter() if one.tag in TAGS}
        self.system = next(one for one in self.files if one.tag == "gameSystem")
        self.catalogues = [one for one in self.files if one.tag == "catalogue"]

    def roots(self, catalogue: Element) -> list[Element]:
        found = children(catalogue)
        for link in catalogue.findall("catalogueLinks/catalogueLink"):
            if link.get("importRootEntries") == "true":
                found += self.roots(next(one for one in self.files if one.get("id") == link.get("targetId")))
        return found

    def chain(self, element: Element) -> Chain:
        found = [element]
        while found[0].tag == "entryLink":
            found.insert(0, self.by_id[found[0].attrib["targetId"]])
        return found

    def choices(self, elements: Chain, groups: Groups = ()) -> Iterator[tuple[Chain, Groups]]:
        """What can be picked in some elements: the chain of each, with the chains of the groups it is in."""
        for one in (child for element in elements for child in children(element)):
            chain = self.chain(one)
            if chain[0].tag == "selectionEntryGroup":
                yield from self.choices(chain, (*groups, chain))
            else:
                yield chain, groups


def sum_of(numbers: Iterable[Fraction]) -> Fraction:
    """The sum of fractions, also of none."""
    return sum(numbers, Fraction(0))


def strip(root: Element) -> Element:
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
    return root


def children(element: Element) -> list[Element]:
    groups = ("selectionEntries", "selectionEntryGroups", "entryLinks")
    return [one for group in groups for one in element.findall(f"{group}/*")]


class Roster:
    """A roster of one force, judged."""

    def __init__(self, data: Data, catalogue: Element, limit: int) -> None:
        self.data, self.catalogue, self.limit = data, catalogue, limit
        self.tops: list[Pick] = []

    def everything(self) -> list[Pick]:
        return [one for top in self.tops for one in top.walk()]

    # Questions

    def scope(self, pick: Pick | None, name: str) -> tuple[list[Pick], list[Pick]]:
        """What a scope holds, itself left out: direct ones, and all."""
        if name in ("force", "roster") or (name == "parent" and (pick is None or pick.up is None)):
            return self.tops, self.everything()
        assert pick is not None
        at = (pick.up if name == "parent" else pick) or pick
        return at.inside, [deep for one in at.inside for deep in one.walk()]

    def matches(self, pick: Pick, child: str) -> bool:
        return child in pick.ids or child in self.categories(pick)

    def count(self, pick: Pick | None, question: Element) -> int:
        if question.attrib["field"].startswith("limit::"):
            return self.limit
        direct, every = self.scope(pick, question.attrib["scope"])
        found = every if question.get("includeChildSelections") == "true" else direct
        return sum(self.matches(one, question.attrib["childId"]) for one in found)

    def holds(self, pick: Pick | None, condition: Element) -> bool:
        kind = condition.attrib["type"]
        if kind in ("instanceOf", "notInstanceOf"):
            found = condition.get("childId") == self.catalogue.get("id")
            return found == (kind == "instanceOf")
        number, value = self.count(pick, condition), Fraction(condition.attrib["value"])
        answers = {
            "atLeast": number >= value, "atMost": number <= value, "equalTo": number == value,
            "notEqualTo": number != value, "greaterThan": number > value, "lessThan": number < value,
        }  # fmt: skip
        return answers[kind]

    def applies(self, pick: Pick | None, modifier: Element) -> bool:
        """Whether all its conditions hold, and all or any of those in its groups."""
        plain = [self.holds(pick, one) for one in modifier.findall("conditions/condition")]
        groups = modifier.findall("conditionGroups/conditionGroup")
        plain += [(any if one.get("type") == "or" else all)(self.applies_each(pick, one)) for one in groups]
        return all(plain)

    def applies_each(self, pick: Pick | None, group: Element) -> list[bool]:
        found = [self.holds(pick, one) for one in group.findall("conditions/condition")]
        return found + [self.applies(pick, one) for one in group.findall("conditionGroups/conditionGroup")]

    def value(self, pick: Pick | None, base: str | Fraction, field: str, elements: Chain) -> Fraction:
        """A number after its modifiers."""
        value = Fraction(base)
        for modifier in (one for element in elements for one in element.findall("modifiers/modifier")):
            if modifier.get("field") != field or not self.applies(pick, modifier):
                continue
            times = Fraction(1)
            for repeat in modifier.findall("repeats/repeat"):
                times = Fraction(
                    self.count(pick, repeat) // Fraction(repeat.attrib["value"]) * int(repeat.attrib["repeats"])
                )
            amount = Fraction(modifier.attrib["value"])
            kind = modifier.get("type")
            value = amount if kind == "set" else value + (amount if kind == "increment" else -amount) * times
        return value

    def hidden(self, pick: Pick, elements: Chain) -> bool:
        for element in elements:
            state = element.get("hidden") == "true"
            for modifier in element.findall("modifiers/modifier"):
                if modifier.get("field") == "hidden" and self.applies(pick, modifier):
                    state = modifier.get("value") == "true"
            if state:
                return True
        return False

    def categories(self, pick: Pick) -> set[str]:
        found = {
            one.attrib["targetId"] for element in pick.elements for one in element.findall("categoryLinks/categoryLink")
        }
        for modifier in (one for element in pick.elements for one in element.findall("modifiers/modifier")):
            if modifier.get("field") == "category" and self.applies(pick, modifier):
                (found.add if modifier.get("type") == "add" else found.discard)(modifier.attrib["value"])
        return found

    # Verdict

    def cost(self, type_: str) -> Fraction:
        total = Fraction(0)
        for pick in self.everything():
            base = sum_of(
                Fraction(one.attrib["value"])
                for element in pick.elements
                for one in element.findall("costs/cost")
                if one.get("typeId") == type_
            )
            total += self.value(pick, base, type_, pick.elements)
        return total

    def faults(self) -> Iterator[str]:
        """What is wrong, in words for people who look into a difference."""
        yield from self.faults_in(
            None, [(self.data.chain(one), ()) for one in self.data.roots(self.catalogue)], self.tops
        )
        for pick in self.everything():
            yield from self.faults_in(pick, list(self.data.choices(pick.elements)), pick.inside)
        for link in self.data.system.findall("forceEntries/forceEntry/categoryLinks/categoryLink"):
            number = sum(link.get("targetId") in self.categories(one) for one in self.tops)
            yield from self.bounds(None, [link], number, link.attrib["name"], ("parent",))
        for category in self.data.system.findall("categoryEntries/categoryEntry"):
            number = sum(category.get("id") in self.categories(one) for one in self.everything())
            yield from self.bounds(None, [category], number, category.attrib["name"], ("roster",))
        if self.cost("c-coins") > self.limit:
            yield "too dear"

    def faults_in(self, holder: Pick | None, choices: list[tuple[Chain, Groups]], inside: list[Pick]) -> Iterator[str]:
        """What is wrong with what something holds: each choice there is, picked or not, and each group."""
        for chain, groups in choices:
            picked = [one for one in inside if one.elements[-1] is chain[-1]]
            here = Pick(chain, holder, groups)  # asked for what is not picked as well
            hidden = self.hidden(here, [*chain, *(one for group in groups for one in group)])
            if hidden and picked:
                yield f"{chain[0].get('name')} is hidden"
            if not hidden:
                yield from self.bounds(here, chain, len(picked), chain[0].attrib["name"], ("parent",))
                every = sum(chain[0].get("id") in one.ids for one in self.everything())
                yield from self.bounds(here, chain, every, chain[0].attrib["name"], ("force", "roster"))
        for group in {id(one[0]): one for _, groups in choices for one in groups}.values():
            number = sum(any(group[0] is one[0] for one in pick.groups) for pick in inside)
            yield from self.bounds(Pick(group, holder, ()), group, number, group[0].attrib["name"], ("parent",))

    def bounds(
        self, pick: Pick | None, elements: Chain, number: int, name: str, scopes: tuple[str, ...]
    ) -> Iterator[str]:
        for one in (each for element in elements for each in element.findall("constraints/constraint")):
            if one.get("scope") not in scopes:
                continue
            value = self.value(pick, one.attrib["value"], one.attrib["id"], elements)
            if one.get("type") == "max" and 0 <= value < number:
                yield f"{name}: {number} are more than {value}"
            if one.get("type") == "min" and number < value:
                yield f"{name}: {number} are fewer than {value}"


def random_roster(data: Data, chance: random.Random) -> Roster:
    """A roster at random; most are legal in most of what they say."""
    catalogue = chance.choice([one for one in data.catalogues if one.get("library") != "true"])
    roster = Roster(data, catalogue, chance.choice([60, 100, 150]))
    for element in data.roots(catalogue):
        chain = data.chain(element)
        if chain[0].get("hidden") == "true":
            continue
        for _ in range(chance.choice([0, 1, 1, 1, 2, 3])):
            roster.tops.append(random_pick(data, chain, None, (), chance))
    return roster


def random_pick(data: Data, chain: Chain, up: Pick | None, groups: Groups, chance: random.Random) -> Pick:
    made = Pick(chain, up, groups)
    for inner, around in data.choices(chain):
        least = any(one.get("type") == "min" for element in inner for one in element.findall("constraints/constraint"))
        for _ in range(chance.choice([1, 1, 1, 0, 2]) if least else chance.choice([0, 0, 1, 1, 2])):
            made.inside.append(random_pick(data, inner, made, around, chance))
    return made


def roster_xml(roster: Roster, data: Data) -> str:
    """A roster as BattleScribe writes it, each selection by itself."""

    def selection(pick: Pick) -> str:
        ids = "::".join(one.attrib["id"] for one in reversed(pick.elements))
        attributes = f'name={quoteattr(pick.elements[-1].attrib["name"])} entryId={quoteattr(ids)} number="1"'
        return f"<selection {attributes}><selections>{''.join(map(selection, pick.inside))}</selections></selection>"

    force = f'<force name="Patrol" entryId="f-patrol" catalogueId={quoteattr(roster.catalogue.attrib["id"])}>'
    return (
        f'<roster name="Random" gameSystemId={quoteattr(data.system.attrib["id"])}>'
        f'<costs><cost name="coins" typeId="c-coins" value="{float(roster.cost("c-coins"))}"/></costs>'
        f'<costLimits><costLimit name="coins" typeId="c-coins" value="{roster.limit}"/></costLimits>'
        f"<forces>{force}<selections>{''.join(map(selection, roster.tops))}</selections></force></forces></roster>"
    )
