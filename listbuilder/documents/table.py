"""The table of entries of a published force: every entry that is picked or referred to, under its key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from listbuilder.catalogue import ENTRY_TYPES, Entry, Game, KeywordUse
from listbuilder.catalogue.asking import activation_of, dice_of, goal_ids, rows_of, use_of
from listbuilder.catalogue.entry import Keyword, Weapon
from listbuilder.documents.entry import EngineEntry, EngineKeyword
from listbuilder.documents.pieces import fields_of
from listbuilder.documents.sealed import Sealed
from listbuilder.documents.values import publish_value
from listbuilder.force import Pick, loose
from listbuilder.record import changed
from listbuilder.values import slug

if TYPE_CHECKING:
    from listbuilder.catalogue.effects.course import Course

Rows = dict[str, EngineEntry]


class Table:
    """Makes the rows of one game's tables."""

    def __init__(self, game: Game) -> None:
        from listbuilder.documents.played import Played

        self.game = game
        self.played = Played(game)
        self.stats = {id: stat.base or 0 for id, stat in game.stats.items()}
        self.by_id: dict[str, list[Entry]] = {}
        for entry in game.entries:
            self.by_id.setdefault(entry.id, []).append(entry)

    def key(self, pick: Pick) -> str:
        """The key of a pick's entry; where grants changed its numbers, with what they are here."""
        entry = pick.entry
        here = sorted(pick.now.items()) if pick.now else ()
        now = ",".join(f"{name}={value}".replace('"', "in") for name, value in here)
        said = f"?{slug(entry.name)}" if entry.unknown or entry.kind == "tag" else ""
        return f"{entry.kind}/{entry.id}{said}{f'@{now}' if now else ''}"

    def add(self, rows: Rows, pick: Pick) -> str:
        """The key of a pick's entry, which is put into a table with all that it refers to."""
        key = self.key(pick)
        if key not in rows:
            made = self.row(rows, pick)
            rows[key] = made
            for other in self.played.referred(made):
                for entry in self.by_id.get(other, ()):
                    self.add(rows, loose(entry))
        return key

    @cached_property
    def common(self) -> tuple[Course, Rows]:
        """What holds for everybody, by keys, and the rows of all of that; printed tables are there too."""
        rows: Rows = {}
        course = self.game.playbook.course
        for entry in self.game.entries:
            if self.base(entry.kind) == "table":
                self.add(rows, loose(entry))
        models, players = (
            tuple(self.add(rows, loose(entry)) for entry in self.game.entries if {entry.kind, entry.id} & {*named})
            for named in (course.models, course.players)
        )
        return changed(course, models=models, players=players), rows

    def add_own(self, rows: Rows, picks: Iterable[Pick]) -> None:
        """Put into a table what belongs to picks of the list: rules and actions that have the id of one as a tag."""
        chosen = {pick.entry.id for pick in picks}
        for entry in self.game.entries if chosen else ():
            if not chosen.isdisjoint(entry.tags):
                self.add(rows, loose(entry))

    def row(self, rows: Rows, pick: Pick) -> EngineEntry:
        """One entry with everything about it."""
        entry = pick.entry
        weapon = isinstance(entry, Weapon)
        use, effects = self.played.of(pick)
        return EngineEntry(
            id=entry.id,
            kind=entry.kind,
            base=self.base(entry.kind),
            name=entry.name,
            category=entry.category,
            tags=entry.tags,
            text=pick.text or (" ".join(form.text for form in entry.forms) if isinstance(entry, Keyword) else ""),
            source=entry.source,
            sample=entry.sample,
            stats=Sealed({**self.stats, **entry.stats} if self.base(entry.kind) == "unit" else entry.stats),
            range=publish_value(pick.field("range") if weapon else None),
            damage=publish_value(pick.field("damage") if weapon else None),
            activation=activation_of(entry),
            uses=publish_value(use_of(entry)),
            keywords=tuple(self.keywords(rows, entry)),
            values=Sealed({name: publish_value(pick.field(name)) for name in entry.values}),
            fields=Sealed(fields_of(pick)),
            dice=publish_value(dice_of(entry)),
            rows=Sealed(rows_of(entry)),
            roles=Sealed({name: role.text for name, role in entry.sides.items()}),
            goals=tuple(self.goals(rows, entry)),
            use=use,
            effects=effects,
            unknown=entry.unknown,
        )

    def keywords(self, rows: Rows, entry: Entry) -> Iterator[EngineKeyword]:
        """The keywords of an entry with their values, each with a row of its own."""
        for use in entry.uses_of:
            yield EngineKeyword(
                entry=self.keyword(rows, use),
                id=use.keyword,
                form=use.form,
                printed=use.printed,
                values=Sealed({name: publish_value(value) for name, value in use.values.items()}),
                implied=use.implied_by,
            )

    def keyword(self, rows: Rows, use: KeywordUse) -> str:
        """The key of a keyword as it is printed; one that has only one form is the entry itself."""
        home = self.game.by_id[use.key]
        if not home.forms:
            return self.add(rows, loose(home))
        key = f"{use.kind}/{use.keyword}/{slug(use.printed)}"
        if key not in rows:
            play, effects = self.played.keyword(home, use)
            rows[key] = EngineEntry(
                id=use.keyword,
                kind=use.kind,
                base="keyword",
                name=use.printed,
                text=use.text,
                source=home.source,
                tags=home.tags,
                values=Sealed({name: publish_value(one) for name, one in {**home.values, **use.values}.items()}),
                use=play,
                effects=effects,
            )
            for other in self.played.referred(rows[key]):
                for entry in self.by_id.get(other, ()):
                    self.add(rows, loose(entry))
        return key

    def goals(self, rows: Rows, entry: Entry) -> Iterator[str]:
        """The keys of what another scores by."""
        found = [one for id in goal_ids(entry) for one in self.by_id.get(id, ())[:1]]
        yield from (self.add(rows, loose(one, "goals")) for one in found if one is not entry)

    def base(self, kind: str) -> str:
        """The built-in kind that a kind of the game is built like."""
        spec = self.game.kinds.get(kind)
        return spec.is_ if spec and spec.is_ else kind if kind in ENTRY_TYPES else "option"
