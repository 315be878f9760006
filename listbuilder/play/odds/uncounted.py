"""Effects that would change the odds of an attack but cannot be counted: a scene goes in, their names come out."""

from __future__ import annotations

from collections.abc import Container, Iterator

from listbuilder.catalogue.effects.parts import Moment
from listbuilder.catalogue.effects.verbs import Act, Change, Choose, Damage, Give, Roll, Take
from listbuilder.play.odds.conditions import is_active
from listbuilder.play.odds.library import IDLE
from listbuilder.play.odds.scene import Scene
from listbuilder.play.odds.sources import ActiveEffect

HARMLESS = IDLE | {"act", "give", "kill"}
"""Verbs that change nothing about the odds, or that are looked at by themselves."""
COUNTED = {"change", "treat", "ignore", "reroll", "turn", "forbid", "cancel", "damage"}
"""Verbs that the steps of an attack apply."""


def uncounted(scene: Scene, counted: Container[str]) -> tuple[str, ...]:
    """The names of the effects that would change this attack but cannot be counted."""
    return tuple(dict.fromkeys(one.name for one in scene.all_records if affects_attack(scene, one, counted)))


def affects_attack(scene: Scene, one: ActiveEffect, counted: Container[str]) -> bool:
    """Whether a record bears on the attack, is in force without being used, and can't be counted."""
    effect = one.effect
    if isinstance(effect, Act):
        return one.side == "target" and any(
            moment.after and scene.can_mean_attack(moment, one) for moment in effect.when
        )
    if one.asked or one.kind == "other":
        return False
    if isinstance(effect, Give) and effect.during:
        all_records = {other.granted_keyword for other in scene.all_records if other.side == one.side}
        words = {word for word, _ in scene.books.granted_keywords(effect)} & all_records
        return not scene.books.keywords.isdisjoint({*effect.what} - words) and is_active(scene, one, {})
    if effect.do in HARMLESS:
        return False
    while_ = [moment for moment in effect.during if scene.can_mean_attack(moment, one)]
    set_off = [moment for moment in effect.when if inside_attack(scene, moment)]
    if isinstance(effect, Damage):
        return bool(set_off) and one.name not in counted and is_active(scene, one, {}, set_off=True)
    if effect.do in COUNTED:
        unread = isinstance(effect, Change) and bool(while_) and not reads_change(scene, effect)
        return unread and is_active(scene, one, {})
    if isinstance(effect, Choose | Roll) and one.name in counted:
        return False
    if isinstance(effect, Choose) and not any(changes_attack(scene, effect)):
        return False
    return bool(while_ or set_off) and is_active(scene, one, {}, set_off=True)


def changes_attack(scene: Scene, effect: Choose) -> Iterator[bool]:
    """Whether each part of a choice changes something about an attack: its verb does, or it takes dice away."""
    for one in (one for option in effect.options for one in option):
        yield one.do not in HARMLESS or (isinstance(one, Take) and not scene.made.isdisjoint(one.what))


def reads_change(scene: Scene, effect: Change) -> bool:
    """Whether the attack reads what a record changes."""
    return not set(effect.what).isdisjoint(scene.reads)


def inside_attack(scene: Scene, moment: Moment) -> bool:
    """Whether a moment is one inside the attack."""
    return not scene.inside.isdisjoint((*moment.before, *moment.after))
