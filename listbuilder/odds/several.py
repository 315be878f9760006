"""Attacks that something in use brings more than one of: how many, and whether all of them can be reckoned together."""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.catalogue.effects.verbs import Act
from listbuilder.odds.asking import said
from listbuilder.odds.reckoning import amount
from listbuilder.odds.scene import Scene
from listbuilder.odds.who import could


class Several(NamedTuple):
    """So many attacks, what brings them, and why only one of them can be reckoned, if so."""

    attacks: int = 1
    name: str = ""
    alone: str = ""

    @property
    def text(self) -> str:
        """What to say of it."""
        if self.attacks == 1:
            return ""
        which = f"one of them, for {self.alone}" if self.alone else "all of them together"
        return f"{self.name} brings {self.attacks} attacks: the odds are of {which}."


def several(scene: Scene) -> Several:
    """How many attacks on the target are made at once: as many as what is in use brings."""
    found = Several()
    for one in scene.brought:
        act = one.effect
        if not isinstance(act, Act) or act.times is None or one.side != "actor" or one.kind != "own" or act.by:
            continue
        if (act.to is None or could(act.to, "target", one)) and said(scene, one):
            number = min(amount(scene, act.times, one, {}))
            if number > found.attacks:
                found = Several(number, one.name, limited(scene))
    return found


def limited(scene: Scene) -> str:
    """Why what happens in one attack may change the next, if it does."""
    if any(getattr(step, "damage", None) == "actor" for step in scene.sequence.steps):
        return "the target may answer each"
    used = [one.name for one in scene.borne if one.effect.uses and not one.asked and one.kind != "other"]
    return f"{used[0]} does not count in each" if used else ""
