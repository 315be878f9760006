"""A collection: which miniatures and options a player owns, and what of a list is not among them.

A file and a game go in; findings (warnings) come out. Unlisted kinds count as unlimited: nobody owns ranks and skills.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TypeAlias

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import MOST, Finding, capped
from listbuilder.base.records import record
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import Count, slug
from listbuilder.catalogue import Entry, Game
from listbuilder.judging.force import Force
from listbuilder.storage.reading import Document, Tree, read_file


@record
class CollectionFile:
    """A collection file as a player writes it: what they own, and how many of each."""

    game: str
    """The game: its id or name."""
    owned: Mapping[str, Count | Mapping[str, Count]]
    """Names and how many there are; or kinds, with names and numbers below each."""
    name: str | None = None
    """What the collection is called."""
    notes: str | None = None
    """Anything worth remembering."""


SHORT_OF = "collection.short"
KEYS = tuple(one.name for one in fields(CollectionFile))


@record
class Collection:
    """How many of each entry are owned, by kind and id. Of a kind that is named, unlisted entries are not owned."""

    game: str
    owned: Mapping[tuple[str, str], int]
    kinds: frozenset[str]

    def has(self, entry: Entry) -> int | None:
        """How many are owned; None when the kind is not collected."""
        return self.owned.get(entry.key, 0) if entry.kind in self.kinds else None


# A document is parsed once the game of the list is known.
CollectionSource: TypeAlias = Collection | Document


def read_collection(path: Path | str, game: Game) -> Collection:
    """The collection in a file."""
    return parse_collection(read_file(Path(path)), game)


def parse_collection(document: Document, game: Game) -> Collection:
    """The collection in a document: `owned` with names and counts, or kinds with names and counts."""
    problems: list[Finding] = []
    for key in document.data:
        if key not in KEYS and not key.startswith("x-"):
            hint = did_you_mean(key, ("game", "owned")) or "The keys are game and owned."
            problems.append(_problem(document, (key,), f"Unknown key `{key}`.", hint))
    if slug(str(document.data.get("game", ""))) not in (game.id, slug(game.name)):
        message = f"The collection is not for {game.name}."
        problems.append(_problem(document, ("game",), message, f"Write `game: {game.id}`."))
    owned = dict(_parse_owned(document, game, problems))
    if problems:
        raise DocumentError("the collection can't be read", tuple(capped(problems)))
    return Collection(game=game.id, owned=owned, kinds=frozenset(kind for kind, _ in owned))


def _parse_owned(document: Document, game: Game, problems: list[Finding]) -> Iterator[tuple[tuple[str, str], int]]:
    """Each thing that is owned with its number."""
    raw = document.data.get("owned")
    if not isinstance(raw, dict):
        message = "`owned` must be names and numbers."
        problems.append(_problem(document, ("owned",), message, "Write `owned: {name: 2}`."))
        return
    kinds = {slug(kind): kind for kind in game.names}
    for name, value in raw.items():
        # Both forms, with and without kinds, become names with counts.
        places: Mapping[str, Tree] = value if isinstance(value, dict) else {name: value}
        inside = kinds.get(slug(name)) if isinstance(value, dict) else None
        for one, count in places.items():
            path = ("owned", name, one) if isinstance(value, dict) else ("owned", name)
            found = [game.find(kind, one) for kind in ([inside] if inside else game.names)]
            entries = [entry for entry in found if entry]
            # `true` is an int too, but no number of miniatures.
            if type(count) is not int or not 0 <= count <= 999:
                problems.append(_problem(document, path, f"{one} can't be {count!r}.", "Write a number from 0 to 999."))
            elif len(entries) == 1:
                yield (entries[0].kind, entries[0].id), count
            else:
                # Beyond this many mistakes only their number is shown, so that no suggestion needs to be searched.
                known = [entry.name for entry in game.entries] if len(problems) < MOST else []
                problems.append(_problem(document, path, *_ambiguous(game, one, entries, known)))


def _ambiguous(game: Game, name: str, entries: list[Entry], known: list[str]) -> tuple[str, str]:
    """Message and hint for a name that means no entry, or several; `known` are names to suggest."""
    if entries:
        kinds = " or ".join(entry.kind for entry in entries)
        return f'"{name}" could be {kinds}.', f"Write `{entries[0].kind}: {{{name}: 1}}`."
    hint = did_you_mean(name, known) or f"`listbuilder show {game.id}` lists all."
    return f'"{name}" is not in {game.name}.', hint


def find_missing(force: Force, collection: Collection) -> Iterator[Finding]:
    """A warning for everything that the list has more of than the player owns."""
    picks = [pick for model in force.models for pick in model.entries if not pick.given_by]
    picks += [pick for pick in force.entries if not pick.given_by]
    picks += [one for pick in picks for one in pick.picks]
    for key, number in Counter(pick.entry.key for pick in picks).items():
        entry = force.game.by_id.get(key)
        owned = collection.has(entry) if entry else None
        if entry and owned is not None and number > owned:
            yield Finding(
                code=SHORT_OF,
                severity="warning",
                message=f"{entry.name}: the list has {number}, the collection {owned}.",
                hint=f"Borrow or build {number - owned} more, or swap {entry.name} for something you own.",
                where="models",
            )


def _problem(document: Document, path: tuple[str, ...], message: str, hint: str) -> Finding:
    found = Finding(code="collection.file", message=message, hint=hint, where=".".join(path))
    return found.at(document.file, document.line(path))
