"""Every rule that a list uses, once, in the order of the alphabet, with whoever uses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.catalogue import Game
from listbuilder.judging.force import Force
from listbuilder.printing.card_content import Item
from listbuilder.printing.entry_items import explained_keywords, goals_of, item_of, with_inner_picks
from listbuilder.printing.model_cards import heading

EVERYBODY = "the list"
Said = tuple[str, str, str, str]
"""The kind and the name of a rule, its text, and who has it."""


class RuleText(NamedTuple):
    """A rule with its text, and the names of those who have it."""

    name: str
    kind: str
    text: str
    users: tuple[str, ...]
    source: str = ""


def rules_in_use(*forces: Force) -> list[RuleText]:
    """The rules of all entries and of their keywords, without flavour: of a list, and of what it brings into play."""
    found: dict[tuple[str, str, str, str], dict[str, None]] = {}
    for force in forces:
        for kind, name, text, user in (*rules_of_models(force), *rules_of_list(force)):
            if text:
                key = (name, force.game.kind_name(kind), text, source_of(force.game, kind, name))
                found.setdefault(key, {})[user] = None
    rules = [RuleText(*key[:3], tuple(users), key[3]) for key, users in found.items()]
    return sorted(rules, key=lambda one: (one.name.casefold(), one.kind, one.text))


def rules_of_models(force: Force) -> Iterator[Said]:
    """What the picks of models say, and their keywords."""
    for model in force.rows:
        user = model.name or heading(force.game, model)
        picks = list(with_inner_picks(model.entries))
        for pick in (one for one in picks if not one.entry.flavour):
            yield pick.entry.kind, pick.entry.name, item_of(force.game, pick).text, user
        yield from ((*said, user) for said in explained_keywords(force.game, [pick.entry for pick in picks]))


def rules_of_list(force: Force) -> Iterator[Said]:
    """What the picks of the list and of its groups say, goals of missions, and marks on the tracks of all models."""
    game, role = force.game, str(force.values.get("role") or "")
    goals = (goal for one in force.entries for goal in goals_of(game, one.entry))
    owned = [(pick, EVERYBODY) for pick in (*with_inner_picks(force.entries), *goals)]
    owned += [(pick, group.name) for group in force.groups for picks in group.slots.values() for pick in picks]
    for pick, user in ((pick, user) for pick, user in owned if not pick.entry.flavour):
        yield pick.entry.kind, pick.entry.name, item_of(game, pick, role=role).text, user
    yield from ((*said, EVERYBODY) for said in explained_keywords(game, [pick.entry for pick, _ in owned]))
    marks = {track.mark.casefold() for track in game.card.tracks.values() if track.mark and force.rows}
    for entry in game.entries if marks else ():
        if entry.name.casefold() in marks:
            yield entry.kind, entry.name, entry.text, EVERYBODY


def source_of(game: Game, kind: str, name: str) -> str:
    """The section that prints an entry, which may be named with values behind its name."""
    words = name.split()
    shorter = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((entry.source for one in shorter if (entry := game.names.get(kind, {}).get(one))), "")


def rule_item(rule: RuleText, sources: bool = False, users: bool = True) -> Item:
    """A rule as an item: what kind it is and who has it, then its text, and where it is printed if asked."""
    source = f" ({rule.source})" if sources and rule.source else ""
    named = [user for user in rule.users if user != rule.name] if users else []
    return Item(rule.name, rule.text + source, (rule.kind, *named))
