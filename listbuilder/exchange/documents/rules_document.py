"""The rules of a game for engines: everything that all its forces share, once. `export GAME --to rules` writes it.

A force names it by its hash. One that does not stand alone leaves out what is here; `with_rules` puts both together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import FrozenDict, FrozenMappings, complete
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.dump import PlayRecords, dump
from listbuilder.exchange.documents.force_document import publisher_of, rules_hash
from listbuilder.exchange.documents.force_records import RULES, EngineCatalogue, EngineEntry, EngineGame
from listbuilder.exchange.documents.set_up import MissionHead, SetUp, set_up, set_up_head

if TYPE_CHECKING:
    from listbuilder.catalogue.effects.playbook import Course
    from listbuilder.catalogue.effects.sequence import Sequence
    from listbuilder.catalogue.effects.terms import Terms
else:
    Course = Terms = Sequence = Any


@complete
class EngineRules(FrozenMappings):
    """The rules of a game: its words of play, its turns, attacks and missions, and every entry as printed."""

    document: Literal["listbuilder-rules"] = "listbuilder-rules"
    """What this document is."""
    schema: str = RULES
    """The version of this document's schema, MAJOR.MINOR."""
    hash: str
    """SHA-256 over catalogue and schema: the same hash is the same document. Forces name it as `rules`."""
    game: EngineGame
    """The game."""
    catalogue: EngineCatalogue
    """The catalogue that the rules are from."""
    set_up: MissionHead | None
    """What holds for every mission, in games that have them."""
    missions: Mapping[str, SetUp | None]
    """The keys of the missions that are drawn from, each with its own set-up."""
    entries: Mapping[str, EngineEntry]
    """Every entry of the game as printed, under the key that forces and other entries name it by."""
    terms: Annotated[Terms, PlayRecords("terms")]
    """The words of play that the game declares, its constants and turn sequence among them."""
    course: Annotated[Course, PlayRecords("course")]
    """What every model and every player has when no list chose anything; how models are hurt, and who wins."""
    sequences: Annotated[Mapping[str, Sequence], PlayRecords("sequences")]
    """What is reckoned and rolled one after the other, such as an attack."""
    mappings = ("missions", "entries", "sequences")


SHARED = ("terms", "course", "sequences")


def publish_rules(game: Game) -> EngineRules:
    """The rules of a game."""
    publisher, mission = publisher_of(game), game.mission
    drawn = [entry for entry in game.entries if mission and entry.kind == mission.kind]
    layouts = mission.layouts if mission else {}
    return EngineRules(
        hash=rules_hash(game),
        game=publisher.head,
        catalogue=publisher.catalogue,
        set_up=set_up_head(mission) if mission else None,
        missions={f"{one.kind}/{one.id}": set_up(layouts[one.id]) if one.id in layouts else None for one in drawn},
        entries=FrozenDict(publisher.table.whole),
        terms=game.playbook.terms,
        course=publisher.table.common(())[0],
        sequences=game.playbook.sequences,
    )


def rules_document(game: Game) -> dict[str, Any]:
    """The rules of a game as plain data."""
    made: dict[str, Any] = dump(publish_rules(game))
    return made


def with_rules(force: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a force that stands alone, from one that does not and its rules; DocumentError if it names others."""
    if force.get("rules") != rules.get("hash"):
        message = "The force names other rules than these."
        raise DocumentError.of("force.stale", message, "Export the rules of the force's game and catalogue.")
    own = {key: force[key] or rules[key] for key in SHARED}
    return {**force, **own, "standalone": True, "entries": {**rules["entries"], **force["entries"]}}


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of the rules of a game."""
    from pydantic import TypeAdapter

    from listbuilder.exchange.schemas.effect_schemas import with_play

    made = with_play(TypeAdapter(EngineRules).json_schema(mode="serialization"))
    return {**made, "title": "listbuilder rules"}
