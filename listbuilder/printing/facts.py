"""What a card is by: the facts that colours, emblems and conditions of a template go by."""

from __future__ import annotations

from collections import Counter

from listbuilder.catalogue import Game
from listbuilder.force import Force, Model


def title_slot(game: Game) -> str:
    """The slot that says what a model is: the one the game names, or its first."""
    return game.card.title or next(iter(game.model.slots), "")


def facts_of(force: Force, model: Model | None) -> dict[str, tuple[str, ...]]:
    """What a card is by: the game, the list, its choices, and all that a model has, chose and is."""
    chosen = {slot: [pick.entry.name for pick in force.entries if pick.slot == slot] for slot in force.game.list.slots}
    found: dict[str, tuple[str, ...]] = {slot: tuple(names) for slot, names in chosen.items()}
    found |= {"game": (force.game.name,), "list": (force.document.title,)}
    if model is None:
        return found | {"names": found["list"]}
    found |= {name: (str(value),) for name, value in model.values.items() if isinstance(value, str | int)}
    found |= {slot: tuple(pick.entry.name for pick in picks) for slot, picks in model.slots.items()}
    for pick in model.slots.get(title_slot(force.game), ()):
        entry = pick.entry
        found |= {name: words_of(value) for name, value in entry.fields.items()}
        found |= {"category": words_of(entry.category or ()), "tags": tuple(entry.tags)}
        found["names"] = (*([model.name] if model.name else []), *found.get("names", ()), entry.name)
    if model.squad:
        found["group"] = (model.squad.name,)
    return found


def words_of(value: object) -> tuple[str, ...]:
    """A value as words."""
    return tuple(str(one) for one in value) if isinstance(value, tuple) else (str(value),)


def list_facts(force: Force) -> dict[str, tuple[str, ...]]:
    """What the card of a list is by: what most of its models are by."""
    counted: dict[str, Counter[tuple[str, ...]]] = {}
    for model in force.models:
        for name, words in facts_of(force, model).items():
            counted.setdefault(name, Counter())[words] += 1
    counted.pop("names", None)
    return {name: found.most_common(1)[0][0] for name, found in counted.items()} | facts_of(force, None)
