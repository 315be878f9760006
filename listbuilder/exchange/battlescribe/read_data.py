"""Read game data: the tree of a `.gst`, a `.cat` or their JSON → a `DataFile`.

Only the present schema (2.0 and later) is read; older files are refused in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal

from listbuilder.exchange.battlescribe.data_records import (
    CatalogueLink,
    CategoryUse,
    Comparing,
    ConditionSet,
    CostType,
    DataCategory,
    DataCondition,
    DataConstraint,
    DataFile,
    DataForce,
    DataInfo,
    DataInfoGroup,
    DataInfoLink,
    DataModifier,
    DataNode,
    DataPlace,
    DataProfile,
    DataRule,
    ProfileType,
    Question,
    Repetition,
)
from listbuilder.exchange.battlescribe.markup import GAME_DATA, XmlNode, read_json_tree, read_xml
from listbuilder.exchange.battlescribe.plain_text import clean_line
from listbuilder.storage.reading import refuse_one

ZERO = Fraction(0)
# Elements of the schema before 2.0.
OLD = frozenset({"entries", "forceTypes", "links"})
SORTS: dict[str, Literal["entry", "group", "link"]] = {
    "selectionEntry": "entry",
    "selectionEntryGroup": "group",
    "entryLink": "link",
}
LOGIC: dict[str, Literal["and", "or"]] = {"and": "and", "or": "or"}


def read_data(raw: bytes, file: str) -> DataFile:
    """The game system or catalogue in some bytes; DocumentError when it is none, or too old."""
    is_json = raw[:64].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    root = read_json_tree(raw, file, GAME_DATA) if is_json else read_xml(raw, file, GAME_DATA)
    if root.name not in ("gameSystem", "catalogue"):
        message = f"this is a {root.name or 'file'}, not a game system or a catalogue"
        raise refuse_one("data.shape", message, "Name the .gst and .cat files.", file, root.line)
    version = root.get("battleScribeVersion")
    if any(one.name in OLD for one in root.children) or version.startswith("1."):
        message = f"this file has the schema of BattleScribe {version or '1'}, from before 2.0"
        hint = "Open it in a newer editor of such data and save it there, or look for newer data."
        raise refuse_one("data.old", message, hint, file, root.line)
    return _DataReader(file).data_file(root)


class _DataReader:
    """Makes records of the elements of one file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def place(self, node: XmlNode) -> DataPlace:
        return DataPlace(file=self.file, line=node.line)

    def data_file(self, root: XmlNode) -> DataFile:
        return DataFile(
            id=root.get("id"),
            name=clean_line(root.get("name")) or "Unnamed",
            is_system=root.name == "gameSystem",
            system=root.get("gameSystemId") if root.name == "catalogue" else root.get("id"),
            library=is_true(root, "library"),
            revision=root.get("revision"),
            imports=tuple(map(self.catalogue_link, root.within("catalogueLinks", "catalogueLink"))),
            cost_types=tuple(map(self.cost_type, root.within("costTypes", "costType"))),
            profile_types=tuple(map(self.profile_type, root.within("profileTypes", "profileType"))),
            categories=tuple(map(self.category, root.within("categoryEntries", "categoryEntry"))),
            forces=tuple(map(self.force, root.within("forceEntries", "forceEntry"))),
            roots=tuple(self.nodes(root, "selectionEntries", "selectionEntryGroups", "entryLinks")),
            shared=tuple(self.nodes(root, "sharedSelectionEntries", "sharedSelectionEntryGroups")),
            info=self.info(root),
            shared_info=self.info(root, "shared"),
            place=self.place(root),
        )

    def catalogue_link(self, node: XmlNode) -> CatalogueLink:
        return CatalogueLink(
            target=node.get("targetId"),
            name=clean_line(node.get("name")),
            roots=is_true(node, "importRootEntries"),
            place=self.place(node),
        )

    def cost_type(self, node: XmlNode) -> CostType:
        return CostType(
            id=node.get("id"), name=clean_line(node.get("name")) or "points", limit=number(node.get("defaultCostLimit"))
        )

    def profile_type(self, node: XmlNode) -> ProfileType:
        columns = node.within("characteristicTypes", "characteristicType")
        return ProfileType(
            id=node.get("id"),
            name=clean_line(node.get("name")) or "Profile",
            columns={one.get("id"): clean_line(one.get("name")) for one in columns},
        )

    def category(self, node: XmlNode) -> DataCategory:
        return DataCategory(
            id=node.get("id"),
            name=clean_line(node.get("name")) or "Unnamed",
            hidden=is_true(node, "hidden"),
            constraints=self.constraints(node),
            modifiers=self.modifiers(node),
            place=self.place(node),
        )

    def force(self, node: XmlNode) -> DataForce:
        return DataForce(
            id=node.get("id"),
            name=clean_line(node.get("name")) or "Force",
            hidden=is_true(node, "hidden"),
            constraints=self.constraints(node),
            modifiers=self.modifiers(node),
            categories=self.category_uses(node),
            within=tuple(map(self.force, node.within("forceEntries", "forceEntry"))),
            place=self.place(node),
        )

    def nodes(self, node: XmlNode, *groups: str) -> Iterator[DataNode]:
        """The entries, groups and links in the groups of some names, in the order of the file."""
        for child in node.children:
            if child.name in groups:
                yield from (self.node(one) for one in child.children if one.name in SORTS)

    def node(self, node: XmlNode) -> DataNode:
        modifiers = self.modifiers(node)
        return DataNode(
            sort=SORTS[node.name],
            id=node.get("id"),
            name=clean_line(node.get("name")) or "Unnamed",
            type=node.get("type"),
            target=node.get("targetId"),
            hidden=is_true(node, "hidden"),
            default=node.get("defaultSelectionEntryId"),
            costs={one.get("typeId"): number(one.get("value")) for one in node.within("costs", "cost")},
            constraints=self.constraints(node),
            modifiers=tuple(one for one in modifiers if not one.elsewhere),
            reaching=tuple(one for one in modifiers if one.elsewhere),
            categories=self.category_uses(node),
            info=self.info(node),
            children=tuple(self.nodes(node, "selectionEntries", "selectionEntryGroups", "entryLinks")),
            place=self.place(node),
        )

    def category_uses(self, node: XmlNode) -> tuple[CategoryUse, ...]:
        return tuple(
            CategoryUse(
                id=one.get("id"),
                target=one.get("targetId"),
                name=clean_line(one.get("name")),
                primary=is_true(one, "primary"),
                constraints=self.constraints(one),
                modifiers=self.modifiers(one),
                place=self.place(one),
            )
            for one in node.within("categoryLinks", "categoryLink")
        )

    def info(self, node: XmlNode, prefix: str = "") -> DataInfo:
        """The profiles and rules of an element; with a prefix the shared ones of a file."""
        named = (lambda word: f"{prefix}{word[0].upper()}{word[1:]}") if prefix else str
        return DataInfo(
            profiles=tuple(map(self.profile, node.within(named("profiles"), "profile"))),
            rules=tuple(map(self.rule, node.within(named("rules"), "rule"))),
            links=tuple(map(self.info_link, node.within("infoLinks", "infoLink"))) if not prefix else (),
            groups=tuple(map(self.info_group, node.within(named("infoGroups"), "infoGroup"))),
        )

    def profile(self, node: XmlNode) -> DataProfile:
        values = node.within("characteristics", "characteristic")
        return DataProfile(
            id=node.get("id"),
            name=clean_line(node.get("name")) or "Profile",
            type=node.get("typeId") or node.get("profileTypeId"),
            hidden=is_true(node, "hidden"),
            values={
                one.get("typeId") or one.get("characteristicTypeId"): clean_line(one.text or one.get("value"))
                for one in values
            },
            modifiers=self.modifiers(node),
            place=self.place(node),
        )

    def rule(self, node: XmlNode) -> DataRule:
        text = " ".join(one.text for one in node.children if one.name == "description")
        return DataRule(
            id=node.get("id"),
            name=clean_line(node.get("name")) or "Rule",
            text=clean_line(text or node.get("description")),
            hidden=is_true(node, "hidden"),
            modifiers=self.modifiers(node),
            place=self.place(node),
        )

    def info_link(self, node: XmlNode) -> DataInfoLink:
        return DataInfoLink(
            id=node.get("id"),
            target=node.get("targetId"),
            name=clean_line(node.get("name")),
            hidden=is_true(node, "hidden"),
            modifiers=self.modifiers(node),
            place=self.place(node),
        )

    def info_group(self, node: XmlNode) -> DataInfoGroup:
        return DataInfoGroup(
            id=node.get("id"),
            name=clean_line(node.get("name")),
            hidden=is_true(node, "hidden"),
            modifiers=self.modifiers(node),
            info=self.info(node),
            place=self.place(node),
        )

    def constraints(self, node: XmlNode) -> tuple[DataConstraint, ...]:
        return tuple(
            DataConstraint(
                id=one.get("id"),
                type=one.get("type"),
                asks=self.question(one),
                shared=is_true(one, "shared"),
                place=self.place(one),
            )
            for one in node.within("constraints", "constraint")
        )

    def modifiers(self, node: XmlNode, around: tuple[DataCondition, ...] = ()) -> tuple[DataModifier, ...]:
        """The modifiers of an element; those in groups carry the conditions of the groups."""
        own = tuple(self.modifier(one, around) for one in node.within("modifiers", "modifier"))
        groups = node.within("modifierGroups", "modifierGroup")
        return own + tuple(inner for one in groups for inner in self.modifiers(one, (*around, *self.conditions(one))))

    def modifier(self, node: XmlNode, around: tuple[DataCondition, ...]) -> DataModifier:
        return DataModifier(
            type=node.get("type"),
            field=node.get("field"),
            value=clean_line(node.attributes.get("value", "")),
            when=ConditionSet(type="and", parts=(*around, *self.conditions(node))),
            repeats=tuple(map(self.repetition, node.within("repeats", "repeat"))),
            place=self.place(node),
            scope=node.get("scope").removeprefix("self"),
            affects=node.get("affects").removeprefix("self"),
            join=clean_line(f"x{node.attributes.get('join', ' ')}x")[1:-1],
        )

    def conditions(self, node: XmlNode) -> Iterable[DataCondition]:
        for one in node.within("conditions", "condition"):
            yield Comparing(type=one.get("type"), asks=self.question(one))
        for one in node.within("conditionGroups", "conditionGroup"):
            yield ConditionSet(type=LOGIC.get(one.get("type"), "and"), parts=tuple(self.conditions(one)))

    def repetition(self, node: XmlNode) -> Repetition:
        return Repetition(
            asks=self.question(node),
            times=int(number(node.get("repeats") or "1")),
            up=is_true(node, "roundUp"),
        )

    def question(self, node: XmlNode) -> Question:
        return Question(
            field=node.get("field"),
            scope=node.get("scope"),
            value=number(node.get("value")),
            child=node.get("childId") or "any",
            percent=is_true(node, "percentValue"),
            deep=is_true(node, "includeChildSelections"),
        )


def is_true(node: XmlNode, key: str) -> bool:
    """Whether an attribute says true."""
    return node.get(key).lower() == "true"


def number(text: str) -> Fraction:
    """A number as the format writes it; what is none counts nothing."""
    try:
        return Fraction(text) if len(text) <= 20 and "e" not in text.lower() and "/" not in text else ZERO
    except ValueError:
        return ZERO
