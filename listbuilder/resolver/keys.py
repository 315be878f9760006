"""Keys in a list file: slots become picks and fields become values, by the sheet they are written on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from listbuilder.catalogue import Entry
from listbuilder.catalogue.fields import Place
from listbuilder.finding import Finding
from listbuilder.force import ModelValue, Pick
from listbuilder.reading import Tree
from listbuilder.resolver.names import unknown_entry, unknown_name
from listbuilder.resolver.plan import Plan, SheetPlan
from listbuilder.spelling import did_you_mean

__all__ = ["KeyReader"]

KEPT = 8  # picks are kept ready for this many places of a slot


class KeyReader:
    """Reads the keys of one list; problems gather in `problems`, nothing is dropped without one."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.problems: list[Finding] = []

    def picks(self, sheet: SheetPlan, keys: Mapping[str, Tree], prefix: str) -> dict[str, tuple[Pick, ...]]:
        """What the player chose, slot by slot in the order of the sheet."""
        found: dict[str, tuple[Pick, ...]] = {}
        ready = sheet.ready
        for slot in sheet.spellings:
            raw = keys.get(slot)
            if raw is None:
                if slot in sheet.filled:
                    found[slot] = (sheet.filled[slot],)
            elif type(raw) is str:
                found[slot] = (ready.get((slot, None, raw)) or self.pick(sheet, slot, raw, None, prefix),)
            elif type(raw) is list:
                found[slot] = tuple(
                    [
                        (type(item) is str and ready.get((slot, at, item))) or self.pick(sheet, slot, item, at, prefix)
                        for at, item in enumerate(raw)
                    ]
                )
            else:
                found[slot] = (self.pick(sheet, slot, raw, None, prefix),)
        return found

    def pick(self, sheet: SheetPlan, slot: str, raw: Tree, at: int | None, prefix: str) -> Pick:
        """One name in a slot, or `{entry: name, picks: [...]}`."""
        spellings = sheet.spellings[slot]
        if type(raw) is str and raw in spellings and not spellings[raw].picks:
            pick = Pick(spellings[raw], slot, at, spellings[raw].cost)
            if (at or 0) < KEPT:
                sheet.ready[slot, at, raw] = pick
            return pick
        where = f"{prefix}{slot}" if at is None else f"{prefix}{slot}[{at}]"
        inner: Tree = None
        if isinstance(raw, dict):
            for key in raw:
                if key not in ("entry", "picks"):
                    self.unknown_key(key, ("entry", "picks"), f"{where}.{key}")
            inner, raw = raw.get("picks"), raw.get("entry")
        entry = self.entry(sheet.sheet.slots[slot].kind, raw, slot, where)
        return Pick(entry, slot, at, entry.cost, picks=self.inner(entry, inner, where))

    def inner(self, entry: Entry, raw: Tree, where: str) -> tuple[Pick, ...]:
        """The picks inside a pick."""
        names = raw if isinstance(raw, list) else [] if raw is None else [raw]
        if entry.picks is None:
            if names and not entry.unknown:
                self.wrong(f"{where}.picks", f"{entry.name} has no picks of its own", "Remove `picks:`.")
            return ()
        kind = entry.picks.kind
        entries = [self.entry(kind, name, "picks", f"{where}.picks[{at}]") for at, name in enumerate(names)]
        return tuple(Pick(one, "picks", at, one.cost) for at, one in enumerate(entries))

    def entry(self, kind: str, raw: Tree, slot: str, where: str) -> Entry:
        """The entry that a name means, or a stand-in and a problem."""
        if isinstance(raw, bool | dict | list) or raw is None:
            self.wrong(where, f"`{slot}` takes names", "Write the printed name of an entry, or its id.")
            return unknown_entry(kind, "?")
        found = self.plan.game.find(kind, str(raw))
        if found is None:
            self.problems.append(unknown_name(self.plan.game, kind, str(raw), where, slot))
        return found or unknown_entry(kind, str(raw))

    def fields(
        self, sheet: SheetPlan, keys: Mapping[str, Tree], prefix: str
    ) -> tuple[dict[str, ModelValue], dict[str, int]]:
        """The values of fields, with defaults for what is left out; apart from them, how far stats are raised."""
        found, raises = dict(sheet.defaults), {}
        for key, field in sheet.fields:
            raw = keys.get(key)
            if raw is not None:
                value = field.read(raw, Place(self.plan.game, key, prefix + key, self.problems))
                if isinstance(value, dict):
                    raises = value
                elif value is not None:
                    found[key] = value
        return found, raises

    def strangers(self, sheet: SheetPlan, keys: Mapping[str, Tree], prefix: str, words: Iterable[str]) -> None:
        """Note keys that this sheet does not have."""
        for key in keys:
            if key not in sheet.spellings and key not in sheet.sheet.fields:
                self.unknown_key(key, (*words, *sheet.sheet.slots, *sheet.sheet.fields), prefix + key)

    def unknown_key(self, key: str, known: tuple[str, ...], where: str) -> None:
        """Note one key that nothing reads."""
        hint = did_you_mean(key, known) or f"The keys are {', '.join(known)}; data of other tools begins with `x-`."
        self.problems.append(Finding(code="key.unknown", message=f"Unknown key `{key}`.", hint=hint, where=where))

    def wrong(self, where: str, fact: str, hint: str) -> None:
        """Note a value of the wrong type or out of bounds."""
        self.problems.append(Finding(code="key.type", message=f"{fact}.", hint=hint, where=where))
