"""The missions of rounds: as the pack lists them, or drawn from the game's own by the seed of the round."""

from __future__ import annotations

from listbuilder.catalogue import Event, Game
from listbuilder.catalogue.event_pack import DRAWN
from listbuilder.desk.rounds.pairing import noise
from listbuilder.desk.state import Round, State
from listbuilder.play import missions_of


def next_missions(state: State, event: Event, game: Game, seed: str) -> list[str]:
    """The missions of the next round by id; what is drawn was not played before, as long as there is another."""
    named = event.rounds.missions if event.rounds else ()
    at = len(state.rounds)
    if not named or (at >= len(named) and named[-1] != DRAWN):
        return []
    word = named[min(at, len(named) - 1)]
    if word != DRAWN:
        found = game.find(game.mission.kind, word) if game.mission else None
        return [found.id] if found else []
    played = {id for one in state.rounds for id in one.missions}
    # Missions that were played are put last and not left out: a long event may play all of them.
    every = sorted(missions_of(game), key=lambda one: (one.id in played, noise(seed, "mission", one.id)))
    return [one.id for one in every[: max(game.mission.draw, 1) if game.mission else 0]]


def mission_names(game: Game, one: Round) -> list[str]:
    """The printed names of a round's missions."""
    kind = game.mission.kind if game.mission else ""
    found = [(id, game.find(kind, id)) for id in one.missions]
    return [entry.name if entry else id for id, entry in found]
