"""Cards that are not models: reference cards, missions, rules, blank cards and tokens, as contents."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue import Entry, Game
from listbuilder.catalogue.entry import Keyword
from listbuilder.force import Force, loose
from listbuilder.printing.content import Content, Item, Items, Writing
from listbuilder.printing.entries import explained, item_of, spread
from listbuilder.printing.rulebook import rule_item, rules_in_use

__all__ = ["blank_content", "mission_contents", "reference_contents", "rules_content", "token_words"]

WOUND_TOKENS = ("1", "1", "1", "1", "1", "1", "2", "2", "3", "3", "5", "5")
EACH_TOKEN = 6


def reference_contents(force: Force) -> Iterator[Content]:
    """A card for each kind that players look up in play, then one for each kind of keyword that is in use."""
    game, owner = force.game, "reference card"
    kinds = game.card.reference or tuple(kind for kind, spec in game.kinds.items() if spec.is_ == "keyword")[:2]
    for kind in kinds:
        entries = [entry for entry in game.entries if entry.kind == kind and concerns(force, entry)]
        if entries:
            items = tuple(lookup(game, entry) for entry in entries)
            yield Content(owner, game.kind_name(kind, many=True), game.name, blocks=(Items("Reference", items),))
    for pick in force.entries:
        own = [one for one in game.entries if pick.entry.id in one.tags and one.kind not in kinds and one.text]
        if own:
            items = tuple(lookup(game, entry) for entry in own)
            yield Content(owner, pick.entry.name, game.name, blocks=(Items("Reference", items),))
    used: dict[str, list[Item]] = {}
    carriers = [pick.entry for model in force.rows for pick in spread(model.entries)]
    for kind, printed, text in explained(game, [*carriers, *(pick.entry for pick in spread(force.entries))]):
        if kind not in kinds:
            used.setdefault(kind, []).append(Item(printed, text))
    for kind, found in used.items():
        ordered = tuple(sorted(found, key=lambda item: item.name.casefold()))
        yield Content(
            owner, game.kind_name(kind, many=True), f"{game.name} · in use", blocks=(Items("In use", ordered),)
        )


def concerns(force: Force, entry: Entry) -> bool:
    """Whether an entry is of use with what the list chose: not if its tags say it belongs to another such choice."""
    game = force.game
    for slot in game.list.slots.values():
        chosen = {pick.entry.id for pick in force.entries if pick.entry.kind == slot.kind}
        others = {one.id for one in game.entries if one.kind == slot.kind} - chosen
        if chosen and others & set(entry.tags) and not chosen & set(entry.tags):
            return False
    return True


def lookup(game: Game, entry: Entry) -> Item:
    """An entry to look up; a keyword without a text of its own has those of its forms."""
    item = item_of(game, loose(entry))
    forms = entry.forms if isinstance(entry, Keyword) else ()
    return item if item.text else item._replace(text=" ".join(f"{form.form}: {form.text}" for form in forms))


def mission_contents(force: Force) -> Iterator[Content]:
    """The missions that the list has picked, or else all there are."""
    game = force.game
    kind = game.mission.kind if game.mission else "mission"
    picked = [pick.entry for pick in force.entries if pick.entry.kind == kind]
    for entry in picked or [entry for entry in game.entries if entry.kind == kind]:
        item = item_of(game, loose(entry))
        blocks = [Items(game.kind_name(kind), (item,))]
        if game.mission and (game.mission.text or game.mission.deployment):
            words = " ".join(part for part in (game.mission.text, game.mission.deployment) if part)
            blocks.append(Items("Every game", (Item("Set-up", words),)))
        yield Content(entry.name, entry.name, f"{game.name} · {game.kind_name(kind)}", blocks=tuple(blocks))


def rules_content(force: Force) -> Content:
    """The rules appendix: each rule in use, once."""
    items = tuple(rule_item(rule) for rule in rules_in_use(force))
    return Content("rules appendix", "Rules", force.game.name, blocks=(Items("Rules in use", items),))


def blank_content(game: Game, lines: int) -> Content:
    """A card to fill in by hand, with the stats of the game."""
    stats = tuple((stat.name, " ") for stat in game.stats.values())
    return Content("blank card", "", "", stats=stats, blocks=(Writing("", lines),))


def token_words(force: Force) -> list[tuple[str, str]]:
    """What tokens say: each condition several times, then numbers for damage; the small word names the sort."""
    game = force.game
    kinds = game.card.tokens or game.card.reference
    words = [(entry.name, game.kind_name(kind)) for kind in kinds for entry in game.entries if entry.kind == kind]
    boxed = [stat.name for stat in game.stats.values() if stat.boxes][:1]
    numbers = [(number, stat) for stat in boxed for number in WOUND_TOKENS]
    return [one for one in words for _ in range(EACH_TOKEN)] + numbers
