"""The table of entries of a published force: every entry that is picked or referred to, under its key."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from listbuilder.catalogue import ENTRY_TYPES, Entry, Game, KeywordUse
from listbuilder.catalogue.asking import activation_of, dice_of, goal_ids, rows_of, use_of
from listbuilder.catalogue.course import holds_with, list_choices, named_in_course
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
Chosen = frozenset[tuple[str, str]]
KEPT = 256
"""How many sets of choices the course of a force is kept for."""


class Table:
    """Makes the rows of one game's tables."""

    def __init__(self, game: Game) -> None:
        from listbuilder.documents.played import Played

        self.game = game
        self.played = Played(game)
        self.stats = {id: stat.base or 0 for id, stat in game.stats.items()}
        self.courses: dict[Chosen, tuple[Course, Rows]] = {}

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
            for entry in self.played.referred(made):
                self.add(rows, loose(entry))
        return key

    def common(self, picks: Iterable[Pick]) -> tuple[Course, Rows]:
        """What holds for everybody beside these picks of the list, by keys, and the rows of all of that."""
        chosen = frozenset(pick.entry.key for pick in picks if pick.entry.kind in list_choices(self.game))
        if chosen not in self.courses:
            if len(self.courses) >= KEPT:
                self.courses.clear()
            self.courses[chosen] = self.course_with(chosen)
        return self.courses[chosen]

    def course_with(self, chosen: Chosen) -> tuple[Course, Rows]:
        """The same, for what was chosen; printed tables are there too, and what belongs to a choice."""
        rows: Rows = {}
        course = self.game.playbook.course
        self.add_own(rows, {id for _, id in chosen})
        for entry in self.game.entries:
            if self.base(entry.kind) == "table":
                self.add(rows, loose(entry))
        models, players, table = (
            tuple(
                key for entry in entries if holds_with(self.game, entry, chosen) for key in self.all_forms(rows, entry)
            )
            for entries in self.everybody
        )
        return changed(course, models=models, players=players, table=table), rows

    def all_forms(self, rows: Rows, entry: Entry) -> Iterator[str]:
        """The keys of an entry of the course; a keyword with forms has a row for each, its values by their names."""
        if not (isinstance(entry, Keyword) and entry.forms):
            yield self.add(rows, loose(entry))
            return
        for form in entry.forms:
            key = f"{entry.kind}/{entry.id}/{form.id}"
            use, effects = self.played.form(entry, form.id)
            rows[key] = EngineEntry(
                id=entry.id,
                kind=entry.kind,
                base="keyword",
                name=form.form,
                text=form.text,
                source=entry.source,
                tags=entry.tags,
                values=Sealed({name: publish_value(one) for name, one in entry.values.items()}),
                use=use,
                effects=effects,
            )
            yield key

    def add_own(self, rows: Rows, chosen: Collection[str]) -> None:
        """Put into a table what belongs to choices: rules and actions that have the id of one as a tag."""
        for entry in self.game.entries:
            if any(tag in chosen for tag in entry.tags):
                self.add(rows, loose(entry))

    @cached_property
    def everybody(self) -> tuple[tuple[Entry, ...], ...]:
        """The entries that the course of the game names, whatever a list chooses."""
        course = self.game.playbook.course
        return tuple(named_in_course(self.game, named) for named in (course.models, course.players, course.table))

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
            for entry in self.played.referred(rows[key]):
                self.add(rows, loose(entry))
        return key

    def goals(self, rows: Rows, entry: Entry) -> Iterator[str]:
        """The keys of what another scores by."""
        found = [one for id in goal_ids(entry) for one in self.played.by_id.get(id, ())[:1]]
        yield from (self.add(rows, loose(one, "goals")) for one in found if one is not entry)

    def base(self, kind: str) -> str:
        """The built-in kind that a kind of the game is built like."""
        spec = self.game.kinds.get(kind)
        return spec.is_ if spec and spec.is_ else kind if kind in ENTRY_TYPES else "option"
