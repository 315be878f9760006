"""Event packs, typed and checked against the game that they are laid over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.base.findings import Finding
from listbuilder.catalogue import Event, Game, Result, RowSchema
from listbuilder.catalogue.event_pack import BOARDS, DRAWN
from listbuilder.loading.raw_parts import Origin
from listbuilder.loading.references import References
from listbuilder.loading.source_places import Place, entry_place
from listbuilder.loading.type_checks import build, with_rules
from listbuilder.storage.reading import Document

# Checks beyond types: every name exists, and no key is without effect.


TIEBREAKS = ("points", "wins", "opponents", "head-to-head", "lot")
"""What a ranking may be ordered by, besides what the event counts."""
IDLE = "catalogue.idle"
Path = tuple[str | int, ...]


def check_pack(event: Event, game: Game, place: Place) -> Iterator[Finding]:
    """Every mistake in how an event is run."""
    yield from _duplicate_items("penalties", [one.id for one in event.penalties], place)
    yield from _duplicate_items("counts", [one.id for one in event.counts], place)
    yield from _order(("order",), event.order, event, (), place)
    yield from _bands(("result",), event.result, bool(event.counts), place)
    yield from _secrets(event, game, place)
    yield from _lists(event, game, place)
    yield from _teams(event, game, place)
    yield from _boards(event, place)
    yield from _missions(event, game, place)


def _duplicate_items(key: str, ids: list[str], place: Place, under: Path = ()) -> Iterator[Finding]:
    for at, id in enumerate(ids):
        if id in ids[:at]:
            yield place((*under, key, at)).problem(f"`{id}` stands twice under `{key}`.", "Keep one.", IDLE)


def _order(path: Path, order: tuple[str, ...], event: Event, more: tuple[str, ...], place: Place) -> Iterator[Finding]:
    """What a ranking is ordered by is known."""
    yield from _duplicate_items("order", list(order), place, path[:-1])
    counted = [name for id in (*more, *(one.id for one in event.counts)) for name in (id, f"{id}-lead")]
    known = [*TIEBREAKS, *counted]
    for at, name in enumerate(order):
        if name not in known:
            yield place((*path, at)).unknown_name("", name, known, fact=f"Nothing is called `{name}`.")
    after = order[order.index("lot") + 1 :] if "lot" in order else ()
    if after:
        fact = f"`lot` decides everything, so `{after[0]}` behind it decides nothing."
        yield place(path).problem(fact, "Put `lot` last.", IDLE)


def _bands(path: Path, result: Result, led: bool, place: Place) -> Iterator[Finding]:
    """Bands need something that is counted, and cover every lead exactly once."""
    bands = result.bands
    if bands and not led:
        hint = "Add `counts:` with what is scored in a game."
        yield place((*path, "bands")).problem("There is nothing to lead in.", hint, "catalogue.missing")
    wanted: int | None = 0
    for at, band in enumerate(bands):
        low, high = band.bounds
        if low != wanted:
            fact = f"The band should begin at {wanted}." if wanted is not None else "The band before has no end."
            yield place((*path, "bands", at)).problem(fact, "Put bands in order and leave no gap.")
        # None after a band without an end: no other may follow.
        wanted = None if high is None else high + 1
    if bands and wanted is not None:
        hint = f"Write its lead as `{bands[-1].bounds[0]}+`."
        yield place((*path, "bands", len(bands) - 1)).problem("The last band has an end.", hint)


def _teams(event: Event, game: Game, place: Place) -> Iterator[Finding]:
    """`teams` says something, and names kinds of the game."""
    teams = event.teams
    if teams is None:
        return
    if teams.size is None and not teams.once and teams.boards is None:
        yield place(("teams",)).problem("`teams` says nothing.", "Say `size` or `once`.", IDLE)
    yield from _kinds(("teams", "once"), teams.once, game, place)


def _kinds(path: Path, kinds: tuple[str, ...], game: Game, place: Place) -> Iterator[Finding]:
    """What lists are compared by are kinds of the game."""
    known = list(dict.fromkeys(entry.kind for entry in game.entries))
    for at, kind in enumerate(kinds):
        if kind not in known:
            yield place((*path, at)).unknown_name("kind", kind, known, fact=f"{game.name} has no kind `{kind}`.")


def _lists(event: Event, game: Game, place: Place) -> Iterator[Finding]:
    """Rules across the lists of a player need several, and do not contradict each other."""
    terms = event.lists
    for key, kinds in (("once", terms.once), ("same", terms.same)):
        yield from _kinds(("lists", key), kinds, game, place)
        yield from _duplicate_items(key, list(kinds), place, ("lists",))
        if kinds and terms.each < 2:
            fact = f"A player brings no two lists, so `{key}` compares nothing."
            yield place(("lists", key)).problem(fact, "Add `each: 2`.", IDLE)
    for kind in terms.once:
        if kind in terms.same:
            fact = f"No two lists may share a {kind}, and all must have the same."
            yield place(("lists", "same")).problem(fact, "Take it out under `once` or `same`.")


def _missions(event: Event, game: Game, place: Place) -> Iterator[Finding]:
    """The missions of rounds are the game's, and there are no more of them than rounds."""
    rounds = event.rounds
    kind = game.mission.kind if game.mission else ""
    known = {name: one for one in game.entries if one.kind == kind for name in (one.id, one.name)}
    # By id or name, as in lists.
    for at, name in enumerate(rounds.missions if rounds else ()):
        if name != DRAWN and game.find(kind, name) is None:
            fact = f"{game.name} has no mission `{name}`."
            yield place(("rounds", "missions", at)).unknown_name("mission", name, list(known), fact=fact)
        elif name == DRAWN and not known:
            fact = f"{game.name} has no missions to draw."
            yield place(("rounds", "missions")).problem(fact, "Take `missions` out.")


def _boards(event: Event, place: Place) -> Iterator[Finding]:
    """Matches of teams have a number of boards, a known order, and nothing that only single draws know."""
    teams = event.teams
    if teams is None or teams.boards is None:
        return
    if teams.size is None:
        fact = "Nothing says how many boards a match has."
        yield place(("teams", "boards")).problem(fact, "Add `size` under `teams`.", "catalogue.missing")
    yield from _order(("teams", "boards", "order"), teams.boards.order, event, (BOARDS,), place)
    yield from _bands(("teams", "boards", "result"), teams.boards.result, True, place)
    for at, one in enumerate(event.counts):
        if one.id == BOARDS:
            fact = "`boards` is what the boards of a match add up to."
            yield place(("counts", at)).problem(fact, "Give the count another id.")
    if event.rounds is not None and event.rounds.cut:
        fact = "Teams that play teams have no bracket."
        yield place(("rounds", "cut")).problem(fact, "Take `cut` out.")
    if event.rounds is not None and "team" in event.rounds.apart:
        fact = "Team mates never meet where teams play teams."
        yield place(("rounds", "apart")).problem(fact, "Take `team` out.", IDLE)


def _secrets(event: Event, game: Game, place: Place) -> Iterator[Finding]:
    """What is kept secret is a slot or field of lists that opponents may see otherwise."""
    sheets = (game.list, game.group, game.model)
    known = {id: one for sheet in sheets for id, one in {**sheet.slots, **sheet.fields}.items()}
    for at, id in enumerate(event.secret):
        if id not in known:
            fact = f"{game.name} has no slot or field `{id}`."
            yield place(("secret", at)).unknown_name("slot or field", id, known, fact=fact)
        elif all(one.secret for sheet in sheets for name, one in {**sheet.slots, **sheet.fields}.items() if name == id):
            yield place(("secret", at)).problem(f"{game.name} keeps `{id}` secret anyway.", "Take it out.", IDLE)


def keep_secret(game: Game) -> Game:
    """The game with what its event keeps secret."""
    names = game.event.secret if game.event else ()
    if not names:
        return game

    def kept(sheet: RowSchema) -> RowSchema:
        # On every sheet: one key may be a slot of models and a field of the list.
        slots = {id: replace(one, secret=one.secret or id in names) for id, one in sheet.slots.items()}
        fields = {id: replace(one, secret=one.secret or id in names) for id, one in sheet.fields.items()}
        return replace(sheet, slots=slots, fields=fields)

    return replace(game, list=kept(game.list), group=kept(game.group), model=kept(game.model))


PATCHES = ("change", "extends", "remove")


def read_pack(document: Document, game: Game, problems: list[Finding]) -> Event | None:
    """The event of a pack; its patches have been made to the game already, and the pack it extends is laid below it."""
    origin = Origin(document)
    data = {key: value for key, value in document.data.items() if key not in PATCHES}
    event: Event | None = build(Event, with_rules(data, origin, problems), lambda loc: origin.at(*loc), problems)
    if event is not None:
        References(game, problems).check(event, entry_place(origin))
        problems += check_pack(event, game, entry_place(origin))
    return event
