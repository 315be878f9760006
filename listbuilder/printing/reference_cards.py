"""The contents of cards that are not models: turn sequence, reference, missions, rules in use, blank cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.base.wording import as_words
from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.entries import Keyword
from listbuilder.catalogue.turn_sequence import constants_of, holds_with, tables_of, turn_sequence, victory_of
from listbuilder.judging.force import Force, detached_pick
from listbuilder.printing.card_content import Content, Item, Items, WritingLines
from listbuilder.printing.entry_items import explained_keywords, goals_of, id_as_heading, item_of, with_inner_picks
from listbuilder.printing.model_cards import heading

OWNER = "reference card"
PLACE = re.compile(r"\{([a-z][\w-]*)(?::[^}]*)?\}", re.IGNORECASE)


def reference_contents(force: Force, everything: bool = False) -> Iterator[Content]:
    """The turn sequence, a card for each kind that players look up, the keywords in use or all, and the mission."""
    game = force.game
    yield from course_contents(game)
    kinds = reference_kinds(game)
    for kind in kinds:
        entries = [one for one in game.entries if one.kind == kind and (everything or is_relevant(force, one))]
        yield from reference_content(
            game, game.kind_name(kind, many=True), "Reference", [lookup_item(game, one) for one in entries]
        )
    for pick in force.entries:
        own = [one for one in game.entries if pick.entry.id in one.tags and one.kind not in kinds and one.text]
        yield from reference_content(game, pick.entry.name, "Reference", [lookup_item(game, one) for one in own])
    for kind, found in keywords_for(force, kinds, everything).items():
        ordered = sorted(found, key=lambda item: item.name.casefold())
        yield from reference_content(game, game.kind_name(kind, many=True), "All" if everything else "In use", ordered)
    if everything:
        numbers = [Item(f"{name}: {number.value}", number.text) for name, number in constants_of(game)]
        yield from reference_content(game, "Numbers", "Numbers", numbers)
    if game.mission and any(pick.entry.kind == game.mission.kind for pick in force.entries):
        yield from mission_contents(force)


def reference_content(game: Game, name: str, title: str, items: list[Item]) -> Iterator[Content]:
    """A reference card, unless it would be empty."""
    if items:
        yield Content(OWNER, name, game.name, blocks=(Items(title, tuple(items)),))


def reference_kinds(game: Game) -> tuple[str, ...]:
    """The kinds that players look up: those the game names, or its first two kinds of keywords."""
    return game.card.reference or tuple(kind for kind, spec in game.kinds.items() if spec.is_ == "keyword")[:2]


def course_contents(game: Game) -> Iterator[Content]:
    """The turn sequence, victory, the meaning of stats, and the tables."""
    stages = [Item(id_as_heading(stage.name), stage.text, depth=stage.depth) for stage in turn_sequence(game)]
    victory = victory_of(game)
    stages += [Item("Winning", victory.text)] if victory and victory.text else []
    stats = [Item(stat.name, stat.text) for stat in game.stats.values() if stat.text]
    blocks = [Items("Turn sequence", tuple(stages))] if stages else []
    blocks += [Items("Stats", tuple(stats))] if stats else []
    if blocks:
        yield Content(OWNER, game.name, "How it goes", blocks=tuple(blocks))
    yield from reference_content(game, "Tables", "Tables", [lookup_item(game, table) for table in tables_of(game)])


def carriers(force: Force) -> list[Entry]:
    """All entries that a list has."""
    return [
        pick.entry
        for pick in with_inner_picks([*(one for model in force.rows for one in model.entries), *force.entries])
    ]


def keywords_for(force: Force, kinds: tuple[str, ...], everything: bool) -> dict[str, list[Item]]:
    """The keywords in use, by kind, with their values; or all of the game."""
    game = force.game
    found: dict[str, list[Item]] = {}
    if everything:
        words = [one for one in game.entries if isinstance(one, Keyword) and one.kind not in kinds]
        for one in words:
            found.setdefault(one.kind, []).append(lookup_item(game, one))
        return found
    for kind, printed, text in explained_keywords(game, carriers(force)):
        if kind not in kinds:
            found.setdefault(kind, []).append(Item(printed, text))
    return found


def is_relevant(force: Force, entry: Entry) -> bool:
    """Whether an entry applies with the choices of the list."""
    return holds_with(force.game, entry, {pick.entry.key for pick in force.root.inside})


def lookup_item(game: Game, entry: Entry) -> Item:
    """An entry to look up; a keyword has the texts of its forms, with letters for values."""
    item = item_of(game, detached_pick(entry))
    forms = entry.forms if isinstance(entry, Keyword) else ()
    if len(forms) == 1:
        words = " ".join(part for part in (item.text, forms[0].text) if part)
        return item._replace(name=with_letters(forms[0].form), text=with_letters(words))
    texts = [f"{form.form}: {form.text}" if form.form != entry.name else form.text for form in forms]
    return item._replace(text=with_letters(" ".join(part for part in (item.text, " ".join(texts)) if part)))


def with_letters(text: str) -> str:
    """A text with letters or words for values: `Poison {x}` is `Poison X`."""
    return PLACE.sub(lambda found: found[1].upper() if len(found[1]) == 1 else as_words(found[1]), text)


def mission_contents(force: Force) -> Iterator[Content]:
    """The missions that the list has picked, or all of the game."""
    game = force.game
    kind = game.mission.kind if game.mission else "mission"
    picked = [pick.entry for pick in force.entries if pick.entry.kind == kind]
    for entry in picked or [entry for entry in game.entries if entry.kind == kind]:
        item = item_of(game, detached_pick(entry))
        blocks = [Items(game.kind_name(kind), (item,))]
        if game.mission and (game.mission.text or game.mission.deployment):
            words = " ".join(part for part in (game.mission.text, game.mission.deployment) if part)
            blocks.append(Items("Every game", (Item("Set-up", words),)))
        yield Content(entry.name, entry.name, f"{game.name} · {game.kind_name(kind)}", blocks=tuple(blocks))


def rules_content(force: Force, *later: Force) -> Content:
    """The rules appendix: each rule in use once, also of models that come into play `later`."""
    items = tuple(rule_item(rule) for rule in rules_in_use(force, *later))
    return Content("rules appendix", "Rules", force.game.name, blocks=(Items("Rules in use", items),))


def blank_content(game: Game, lines: int) -> Content:
    """A card to fill in by hand, with the stats of the game."""
    stats = tuple((stat.name, " ") for stat in game.stats.values())
    return Content("blank card", "", "", stats=stats, blocks=(WritingLines(lines),))


# Every rule that a list uses, once, in alphabetical order, with its users.

WHOLE_LIST = "the list"
# Kind, name, text and user.
UsedRule = tuple[str, str, str, str]


class RuleText(NamedTuple):
    """A rule with its text and the names of its users."""

    name: str
    kind: str
    text: str
    users: tuple[str, ...]
    source: str = ""


def rules_in_use(*forces: Force) -> list[RuleText]:
    """The rules of all entries and keywords of some forces, without flavour."""
    found: dict[tuple[str, str, str, str], dict[str, None]] = {}
    for force in forces:
        for kind, name, text, user in (*rules_of_models(force), *rules_of_list(force)):
            if text:
                key = (name, force.game.kind_name(kind), text, source_of(force.game, kind, name))
                found.setdefault(key, {})[user] = None
    rules = [RuleText(*key[:3], tuple(users), key[3]) for key, users in found.items()]
    return sorted(rules, key=lambda one: (one.name.casefold(), one.kind, one.text))


def rules_of_models(force: Force) -> Iterator[UsedRule]:
    """The rules of the picks and keywords of models."""
    for model in force.rows:
        user = model.name or heading(force.game, model)
        picks = list(with_inner_picks(model.entries))
        for pick in (one for one in picks if not one.entry.flavour):
            yield pick.entry.kind, pick.entry.name, item_of(force.game, pick).text, user
        yield from ((*rule, user) for rule in explained_keywords(force.game, [pick.entry for pick in picks]))


def rules_of_list(force: Force) -> Iterator[UsedRule]:
    """The rules of the picks of the list and its groups, of goals, and of the marks on tracks."""
    game, role = force.game, str(force.values.get("role") or "")
    goals = (goal for one in force.entries for goal in goals_of(game, one.entry))
    owned = [(pick, WHOLE_LIST) for pick in (*with_inner_picks(force.entries), *goals)]
    owned += [(pick, group.name) for group in force.groups for picks in group.slots.values() for pick in picks]
    for pick, user in ((pick, user) for pick, user in owned if not pick.entry.flavour):
        yield pick.entry.kind, pick.entry.name, item_of(game, pick, role=role).text, user
    yield from ((*rule, WHOLE_LIST) for rule in explained_keywords(game, [pick.entry for pick, _ in owned]))
    marks = {track.mark.casefold() for track in game.card.tracks.values() if track.mark and force.rows}
    for entry in game.entries if marks else ():
        if entry.name.casefold() in marks:
            yield entry.kind, entry.name, entry.text, WHOLE_LIST


def source_of(game: Game, kind: str, name: str) -> str:
    """The source of an entry, whose printed name may end with values."""
    words = name.split()
    shorter = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((entry.source for one in shorter if (entry := game.names.get(kind, {}).get(one))), "")


def rule_item(rule: RuleText, sources: bool = False, users: bool = True) -> Item:
    """A rule as an item: its kind and users, then its text and, on request, its source."""
    source = f" ({rule.source})" if sources and rule.source else ""
    named = [user for user in rule.users if user != rule.name] if users else []
    return Item(rule.name, rule.text + source, (rule.kind, *named))
