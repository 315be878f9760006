"""What bears on an attack and was not counted: it is named, never passed over in silence."""

from __future__ import annotations

from collections.abc import Container, Iterator

from listbuilder.catalogue.effects.moment import Moment
from listbuilder.catalogue.effects.verbs import Act, Change, Choose, Damage, Give, Roll, Take
from listbuilder.odds.asking import active
from listbuilder.odds.borne import Borne
from listbuilder.odds.scene import Scene

HARMLESS = {"move", "push", "place", "heal", "allow", "act", "give", "take", "redirect", "kill"}
"""Verbs that change nothing about an attack that is under way."""
COUNTED = {"change", "treat", "ignore", "reroll", "turn", "forbid", "cancel", "damage"}


def uncounted(scene: Scene, counted: Container[str]) -> tuple[str, ...]:
    """The names of what would make a difference to this attack and could not be counted."""
    return tuple(dict.fromkeys(one.name for one in scene.brought if bears(scene, one, counted)))


def bears(scene: Scene, one: Borne, counted: Container[str]) -> bool:
    """Whether a record bears on the attack, is in force without being used, and can't be counted."""
    effect = one.effect
    if isinstance(effect, Act):
        return one.side == "target" and any(not scene.events.isdisjoint(moment.after) for moment in effect.when)
    if one.asked or one.kind == "other":
        return False
    if isinstance(effect, Give) and effect.during:
        brought = {other.lent for other in scene.brought if other.side == one.side}
        words = {word for word, _ in scene.books.lent(effect)} & brought
        return not scene.books.keywords.isdisjoint({*effect.what} - words) and active(scene, one, {})
    if effect.do in HARMLESS:
        return False
    while_ = [moment for moment in effect.during if scene.speaks_of(moment, one)]
    set_off = [moment for moment in effect.when if of_attack(scene, moment)]
    if isinstance(effect, Damage):
        return bool(set_off) and one.name not in counted and active(scene, one, {}, set_off=True)
    if effect.do in COUNTED:
        return isinstance(effect, Change) and bool(while_) and not known(scene, effect) and active(scene, one, {})
    if isinstance(effect, Choose | Roll) and one.name in counted:
        return False
    if isinstance(effect, Choose) and not any(touches(scene, effect)):
        return False
    return bool(while_ or set_off) and active(scene, one, {}, set_off=True)


def touches(scene: Scene, effect: Choose) -> Iterator[bool]:
    """Whether each part of a choice changes something about an attack: its verb does, or it takes dice away."""
    for one in (one for option in effect.options for one in option):
        yield one.do not in HARMLESS or (isinstance(one, Take) and not scene.made.isdisjoint(one.what))


def known(scene: Scene, effect: Change) -> bool:
    """Whether the attack reads what a record changes."""
    return not set(effect.what).isdisjoint(scene.reads)


def of_attack(scene: Scene, moment: Moment) -> bool:
    """Whether a moment is one inside the attack."""
    return not scene.inside.isdisjoint((*moment.before, *moment.after))
