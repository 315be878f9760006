"""Every rule that a list uses, once, in the order of the alphabet, with whoever uses it."""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.catalogue import Entry, Game
from listbuilder.force import Force
from listbuilder.printing.content import Item
from listbuilder.printing.entries import explained, goals_of, item_of, spread
from listbuilder.printing.holding import heading

__all__ = ["RuleText", "rule_item", "rules_in_use"]

EVERYBODY = "the list"


class RuleText(NamedTuple):
    """A rule with its text, and the names of those who have it."""

    name: str
    kind: str
    text: str
    users: tuple[str, ...]
    source: str = ""


def rules_in_use(force: Force) -> list[RuleText]:
    """The rules of all entries and of their keywords, without flavour."""
    found: dict[tuple[str, str, str, str], dict[str, None]] = {}
    role = str(force.values.get("role") or "")

    def note(kind: str, name: str, text: str, user: str) -> None:
        if text:
            key = (name, force.game.kind_name(kind), text, source_of(force.game, kind, name))
            found.setdefault(key, {})[user] = None

    def note_all(entries: list[Entry], user: str) -> None:
        for kind, printed, text in explained(force.game, entries):
            note(kind, printed, text, user)

    for model in force.rows:
        user = model.name or heading(force.game, model)
        picks = list(spread(model.entries))
        for pick in (one for one in picks if not one.entry.flavour):
            note(pick.entry.kind, pick.entry.name, item_of(force.game, pick).text, user)
        note_all([pick.entry for pick in picks], user)
    shown = force.entries
    owned = [
        (pick, EVERYBODY)
        for pick in [*spread(shown), *(goal for one in shown for goal in goals_of(force.game, one.entry))]
    ]
    owned += [(pick, group.name) for group in force.groups for picks in group.slots.values() for pick in picks]
    for pick, user in ((pick, user) for pick, user in owned if not pick.entry.flavour):
        note(pick.entry.kind, pick.entry.name, item_of(force.game, pick, role=role).text, user)
    note_all([pick.entry for pick, _ in owned], EVERYBODY)
    marks = {track.mark.casefold() for track in force.game.card.tracks.values() if track.mark and force.rows}
    for entry in force.game.entries if marks else ():
        if entry.name.casefold() in marks:
            note(entry.kind, entry.name, entry.text, EVERYBODY)
    rules = [RuleText(*key[:3], tuple(users), key[3]) for key, users in found.items()]
    return sorted(rules, key=lambda one: (one.name.casefold(), one.kind, one.text))


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
