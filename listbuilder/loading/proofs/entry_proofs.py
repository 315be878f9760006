"""Entries: what they carry can take effect, what they offer can be taken, and tables cover their dice."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.base.findings import Finding
from listbuilder.base.wording import join_names
from listbuilder.catalogue import Entry, SizeField, Slot
from listbuilder.catalogue.effects.playbook import play_key
from listbuilder.catalogue.entries import Ability, Armour, Gear, Keyword, Table, Unit, Weapon, row_bounds
from listbuilder.catalogue.rules.include import Include
from listbuilder.loading.effects.effect_checks import shown_by, wrong_rows
from listbuilder.loading.proofs.breakable import check_needs
from listbuilder.loading.proofs.case import IDLE, RULE, TAKE_OUT, Case
from listbuilder.loading.proofs.game_proofs import COMMON, is_one_slip
from listbuilder.loading.type_checks import flow

CARRIED_THINGS = (Ability, Armour, Gear, Weapon)
CARRIED = ("cost", "grants", "needs", "rules", "offers", "picks", "stats", "size")


def idle_entries(case: Case) -> Iterator[Finding]:
    """Keys of entries without effect, and entries that no list can have."""
    for entry in case.game.entries:
        homes = case.stands(entry)
        if not homes:
            yield from without_slot(case, entry)
            continue
        yield from idle_limit(case, entry)
        yield from self_references(case, entry)
        yield from wrong_flavour(case, entry)
        yield from wrong_offers(case, entry)
        yield from repeated_words(case, entry)
        if entry.stats and "model" in homes and isinstance(entry, CARRIED_THINGS):
            # Read as a statline, it would take the place of the unit's own.
            fact = f"`stats` is what a model is by itself; {entry.name} is something that it has."
            yield case.at(entry)(("stats",)).problem(fact, f"Write `grants: {{stats: {flow(entry.stats)}}}`.", RULE)
        for key in ("stats", "size"):
            if getattr(entry, key) and "model" not in homes:
                fact = f"`{key}` has no effect: {entry.name} is never on a model."
                yield case.at(entry)((key,)).problem(fact, TAKE_OUT, IDLE)


def wrong_sizes(case: Case) -> Iterator[Finding]:
    """The size of an entry is within that of rows, and no bound of rows excludes several entries."""
    sized = [entry for entry in case.game.entries if entry.size and "model" in case.stands(entry)]
    found = case.game.model.of_type(SizeField)
    if not found:
        hint = "Add `size: {type: size}` to the fields of the model."
        for entry in sized:
            yield case.at(entry)(("size",)).problem("`size` has no effect: models have no size.", hint, IDLE)
        return
    id, field = next(iter(found.items()))
    for entry in sized:
        if entry.size and entry.size.max is not None and entry.size.max < field.min:
            fact = f"`max: {entry.size.max}` is below the least that a row may be, {field.min}."
            yield case.at(entry)(("size", "max")).problem(fact, "Correct one of them.", RULE)
    for key, end in (("max", field.max), ("min", field.min)):
        wide = [entry for entry in sized if end is not None and exceeds(key, getattr(entry.size, key), end)]
        # One entry alone is wrong itself; several mean that the bound of the row is.
        if len(wide) == 1:
            fact = f"`{key}: {getattr(wide[0].size, key)}` lies outside what a row may be, which ends at {end}."
            yield case.at(wide[0])(("size", key)).problem(fact, "Correct one of them.", RULE)
        elif wide:
            fact = f"`{key}: {end}` leaves out what {join_names(one.name for one in wide)} may be."
            yield case.head(("model", "fields", id, key)).problem(fact, "Correct it, or those.", RULE)


def exceeds(key: str, number: int | None, end: int) -> bool:
    """Whether a bound lies outside another."""
    return number is not None and (number > end if key == "max" else number < end)


def without_slot(case: Case, entry: Entry) -> Iterator[Finding]:
    """An entry that no slot holds has no keys that need one; those of a keyword work where it is printed."""
    for key in CARRIED:
        if getattr(entry, key):
            if isinstance(entry, Keyword):
                fact, hint = f"`{key}` has no effect: nothing prints or gives {entry.name}.", "Print it on something."
            else:
                fact = f"`{key}` has no effect: no slot holds anything of kind {entry.kind}."
                hint = f"Add a slot with `kind: {entry.kind}`."
            yield case.at(entry)((key,)).problem(fact, hint, IDLE)
            return


def wrong_stats(case: Case) -> Iterator[Finding]:
    """A unit has every stat that has no base."""
    bare = [id for id, stat in case.game.stats.items() if stat.base is None]
    for entry in case.game.entries if bare else ():
        missing = [id for id in bare if id not in entry.stats]
        if missing and isinstance(entry, Unit):
            fact = f"{entry.name} lacks {', '.join(missing)}."
            yield case.at(entry)(("stats",)).problem(fact, "Add them, or give the stats a `base`.", "catalogue.value")


def models_without_health(case: Case) -> Iterator[Finding]:
    """No model is out of play before it was hurt: it has at least 1 of the stat that the game's `health` ends with.

    What a unit brings along may raise the number, and so may what is picked for it: then 0 is no mistake.
    """
    game, health = case.game, case.game.playbook.course.health
    vital = health.out if health else None
    # Anything but a keyword or unit may be picked by some models only, so nothing is certain then.
    raising = [entry for entry in game.entries if any(vital in one.stats for one in entry.grants)]
    if vital is None or not all(isinstance(entry, Keyword | Unit) for entry in raising):
        return
    stat = game.stats[vital]
    units = [entry for entry in game.entries if isinstance(entry, Unit) and "model" in case.stands(entry)]
    if stat.base is not None and stat.base <= 0 and not raising and not any(vital in entry.stats for entry in units):
        fact = f"`base: {stat.base}`: a model that adds no {stat.name} is out of play from the start."
        yield case.head(("stats", vital, "base")).problem(fact, "Write 1 or more.", "catalogue.value")
    words = {entry.name for entry in raising}
    for entry in units:
        if entry.stats.get(vital, 1) <= 0 and entry not in raising and words.isdisjoint(entry.keywords):
            fact = f"{entry.name} has {entry.stats[vital]} {stat.name}: it is out of play from the start."
            yield case.at(entry)(("stats", vital)).problem(fact, "Write 1 or more.", "catalogue.value")


def idle_limit(case: Case, entry: Entry) -> Iterator[Finding]:
    """A limit that some slot lets it reach."""
    if not isinstance(entry.limit, int):
        if entry.limit.fixed is not None and entry.limit.fixed < 1:
            fact = f"{entry.name} can never be taken: its `limit` is {entry.limit.fixed}."
            yield case.at(entry)(("limit",)).problem(fact, "Write 1 or more.", RULE)
        return
    if entry.limit == 1:
        return
    slots = [(id, slot) for _, id, slot, _ in case.slots() if slot.kind == entry.kind and fits_slot(entry, id, slot)]
    place = case.at(entry)(("limit",))
    # Grants may open more room, and then the limit matters.
    single = [slot for id, slot in slots if isinstance(slot.max, int) and slot.max <= 1 and id not in case.opened]
    if slots and all(slot.repeats or slot in single for _, slot in slots):
        fact = f"`limit: {entry.limit}` has no effect: the slot holds one."
        if len(single) < len(slots):
            fact = "`limit` has no effect: the slot lets everything repeat."
        hint = TAKE_OUT if len(single) == len(slots) else "Take it out, or `repeats` out of the slot."
        yield place.problem(fact, hint, IDLE)


def self_references(case: Case, entry: Entry) -> Iterator[Finding]:
    """Needs and rules of an entry ask for something else than the entry itself."""
    if entry.needs:
        yield from check_needs(case, entry)
    for at, rule in enumerate(entry.rules):
        if isinstance(rule, Include) and entry.id in rule.entries and not rule.where:
            fact = f"Rule {rule.id} can't be broken: {entry.name}, which brings it in, is there."
            yield case.at(entry)(("rules", at, "entries")).problem(fact, "Name another entry.", RULE)


def repeated_words(case: Case, entry: Entry) -> Iterator[Finding]:
    """No list of keywords, tags, goals or given entries names anything twice."""
    place = case.at(entry)
    lists: list[tuple[tuple[str | int, ...], tuple[str, ...]]] = [
        (("keywords",), entry.keywords),
        (("tags",), entry.tags),
        (("goals",), getattr(entry, "goals", ())),
    ]
    lists += [
        (("rules", at, "entries"), rule.entries) for at, rule in enumerate(entry.rules) if isinstance(rule, Include)
    ]
    for at, grant in enumerate(entry.grants):
        lists += [
            (("grants", at, "entries", slot), tuple(one.entry for one in few)) for slot, few in grant.entries.items()
        ]
        lists += [(("grants", at, "keywords"), grant.keywords), (("grants", at, "tags"), grant.tags)]
    for path, words in lists:
        if twice := next((word for at, word in enumerate(words) if word in words[:at]), None):
            hint = "Keep one, or write `count: 2`." if "grants" in path and "entries" in path else "Keep one of them."
            yield place(path).problem(f"`{twice}` stands there twice.", hint, IDLE)


def wrong_flavour(case: Case, entry: Entry) -> Iterator[Finding]:
    """The text of an entry with effects is a rule and no flavour."""
    if entry.flavour and play_key(entry.kind, entry.id) in case.game.playbook.entries:
        fact = f"{entry.name} has effects, so its text is a rule and no flavour."
        yield case.at(entry)(("flavour",)).problem(fact, "Write `flavour: false`.", "catalogue.value")


def wrong_offers(case: Case, entry: Entry) -> Iterator[Finding]:
    """Offers are for slots on the row or inside the entry, name each entry once, and have room for the defaults."""
    sheets = [sheet for on, sheet in case.sheets() if on in case.stands(entry)]
    for id, offers in entry.offers.items():
        place = case.at(entry)
        slot = entry.picks.get(id) or next((one.slots[id] for one in sheets if id in one.slots), None)
        # The rule about offers looks for the slot inside the entry or on its row, and would find nothing.
        if slot is None:
            fact = f"{entry.name} is never where the slot `{id}` is, so it can't offer anything there."
            yield place(("offers", id)).problem(fact, TAKE_OUT, IDLE)
            continue
        if slot.min and not offers and id not in case.filled:
            fact = f"{entry.name} can never be taken: `{id}` needs {slot.min}, and it offers none."
            yield place(("offers", id)).problem(fact, f"Offer some, or take `{id}` out to allow all.", RULE)
        seen: set[str] = set()
        held = [one for one in case.game.entries if one.kind == slot.kind and fits_slot(one, id, slot)]
        for at, offer in enumerate(offers):
            if offer.entry in seen and offer.when is None:
                fact = f"{entry.name} offers {offer.entry} twice."
                yield place(("offers", id, at)).problem(fact, "Keep one of them.", IDLE)
            # With conditions, one entry may be offered twice at different prices.
            seen |= {offer.entry} if offer.entry and offer.when is None else set()
            if offer.where and not any(offer.where.could_fit(one, id) for one in held):
                fact = f"Nothing that fits `{id}` fits this offer."
                yield place(("offers", id, at, "where")).problem(fact, "Correct the selector.", RULE)
            named = case.game.by_id.get((slot.kind, offer.entry or ""))
            if named and slot.where and not slot.where.could_fit(named, id):
                fact = f"{named.name} does not fit the slot `{id}`, so it can't be offered there."
                yield place(("offers", id, at)).problem(fact, TAKE_OUT, RULE)
        usual = sum(int(offer.default) for offer in offers)
        if isinstance(slot.max, int) and usual > slot.max and id not in case.opened:
            fact = f"{usual} things are the default, but `{id}` has room for {slot.max}."
            yield place(("offers", id)).problem(fact, "Take `default` off some.", RULE)


def fits_slot(entry: Entry, id: str, slot: Slot) -> bool:
    """Whether an entry may stand in a slot."""
    return slot.where is None or slot.where.could_fit(entry, id)


def misspelt_rows(case: Case, table: Table) -> Iterator[Finding]:
    """Where other rows are names of entries, a row is not such a name with one letter wrong."""
    names = {entry.name for entry in case.game.entries}
    # Rows may be plain text; only among names of entries does a misspelt one stand out.
    if sum(text in names for text in table.rows.values()) < COMMON:
        return
    for row, text in table.rows.items():
        meant = next((name for name in sorted(names) if text not in names and is_one_slip(text, name)), None)
        if meant:
            fact = f'Nothing is called "{text}"; other rows of {table.name} name entries.'
            yield case.at(table)(("rows", row)).problem(fact, f"Did you mean {meant}?", "catalogue.reference")


def check_tables(case: Case) -> Iterator[Finding]:
    """The rows of a table are rolls that its dice can show, each once, and none is missing."""
    for entry in case.game.entries:
        if not isinstance(entry, Table):
            continue
        yield from misspelt_rows(case, entry)
        place, dice = case.at(entry), entry.dice
        wrong = [row for row in entry.rows if row_bounds(row) == (0, -1)]
        for row in wrong if dice else ():
            yield place(("rows", row)).problem(f"`{row}` is no roll.", "Write it like 3, 2-4 or 5+.")
        if dice is None or wrong:
            if dice is None and any(slot.rolled == entry.id for _, _, slot, _ in case.slots()):
                fact = f"A slot is rolled on {entry.name}, which has no `dice`."
                yield place(()).problem(fact, "Add `dice: 1d6`.", "catalogue.missing")
            continue
        yield from wrong_rows(entry.rows, dice, place)
        ends = [row_bounds(row) for row in entry.rows]
        shown = shown_by(dice)
        if missing := [one for one in shown if not any(low <= one <= (high or shown[-1]) for low, high in ends)]:
            fact = f"{dice} can show {missing[0]}, which stands in no row."
            yield place(("rows",)).problem(fact, "Add a row for it.", "catalogue.missing")
