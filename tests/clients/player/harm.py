"""Harm and healing: damage is ticked off as the course of the game says, and who has none left is out."""

from __future__ import annotations

from . import amounts, events
from .match import Match
from .world import Bearer, Figure, Scene, Voice

__all__ = ["heal", "hit", "kill", "lower"]


def lower(match: Match, target: Figure, amount: float, ignoring: tuple[str, ...]) -> float:
    """Damage that is not reckoned by a sequence, less what lowers it, but no less than the least there is."""
    health = match.course["health"]
    voice = Voice(target)
    off = sum(amounts.number(match, name, target, voice) for name in health.get("minus", ()) if name not in ignoring)
    least = amounts.amount(match, health["min"], voice) if "min" in health else 0
    return max(amount - off, min(least, amount)) if off else amount


def hit(
    match: Match,
    actor: Bearer | None,
    target: Figure,
    amount: float,
    shows: int | None = None,
    ignoring: tuple[str, ...] = (),
    each: str = "",
) -> None:
    """Damage is dealt: some of it may be cancelled, the rest is ticked off; or it kills, unless that is cancelled."""
    if not target.alive or amount <= 0:
        return
    names = match.names(match.course["health"]["hurts"])
    scene = Scene(names, actor=actor, target=target, amount=amount, shows=shows, ignoring=ignoring)
    scene.numbers |= {("target", each): amount} if each else {}
    with events.playing(match, scene):
        whole = int(min(scene.amount, scene.numbers.get(("target", each), scene.amount)))
        if scene.cancelled or whole <= 0:
            scene.cancelled = True
        elif deadly(match, target, whole):
            if not kill(match, actor, target, shows):
                scene.cancelled = True
        else:
            tick(match, target, whole)
            match.say(f"    {target.title} takes {whole}: {card(match, target)}")


def deadly(match: Match, target: Figure, amount: int) -> bool:
    """Whether so much damage leaves nothing of what a model lives by."""
    trial = Figure(title=target.title, side=target.side, stats=target.stats)
    trial.lost = target.lost.copy()
    tick(match, trial, amount)
    out = match.course["health"]["out"]
    return trial.stats[out] - trial.lost[out] <= 0


def tick(match: Match, target: Figure, amount: int) -> None:
    """Tick off damage, the first stats first; those that stand together lose one each."""
    for _ in range(amount):
        for names in match.course["health"]["from"]:
            if any(target.stats[name] > target.lost[name] for name in names):
                for name in names:
                    target.lost[name] = min(target.lost[name] + 1, target.stats[name])
                break


def kill(match: Match, actor: Bearer | None, target: Figure, shows: int | None = None) -> bool:
    """A figure goes out of the game, unless that is cancelled."""
    scene = Scene(match.names(match.course["health"]["ends"]), actor=actor, target=target, shows=shows)
    match.scenes.append(scene)
    events.fire(match, "before", scene)
    if not scene.cancelled:
        target.alive = False
        out = match.course["health"]["out"]
        target.lost[out] = target.stats[out]
        match.say(f"    {target.title} is out")
        events.fire(match, "after", scene)
        target.counts.clear()
    match.scenes.remove(scene)
    return not scene.cancelled


def heal(match: Match, target: Figure, amount: int, what: list[str]) -> bool:
    """Give back what was lost, of some stats or of what damage takes, up to the card."""
    names = what or [name for several in reversed(match.course["health"]["from"]) for name in several]
    healed = False
    for name in names:
        back = min(amount, target.lost[name])
        target.lost[name] -= back
        healed = healed or back > 0
    if healed:
        match.say(f"    {target.title} heals: {card(match, target)}")
    return True


def card(match: Match, one: Figure) -> str:
    """What a figure has left of what damage takes."""
    names = [name for several in match.course["health"]["from"] for name in several]
    printed = {stat: stat.upper() for stat in names}
    return ", ".join(f"{printed[name]} {one.stats[name] - one.lost[name]}" for name in names)
