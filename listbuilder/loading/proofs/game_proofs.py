"""The head of a game: its version, and numbers, roles and words that contradict each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from listbuilder.base.finding_codes import OTHER_CODES
from listbuilder.base.findings import Finding
from listbuilder.base.records import replace, yaml_key
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import Dice, slug
from listbuilder.catalogue import ENTRY_TYPES, Entry, NumberChange, NumberField
from listbuilder.catalogue.entries import Keyword, Table, Weapon, use_of
from listbuilder.catalogue.query import Quantity, Selector
from listbuilder.loading.proofs.breakable import models_have
from listbuilder.loading.proofs.case import IDLE, RULE, TAKE_OUT, Case

SHORTEST, COMMON = 6, 3
"""The letters of a word that may be another misspelt, and how many entries have that other."""


def contradictions(case: Case) -> Iterator[Finding]:
    """Contradictions in the head of a game."""
    game = case.game
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", game.version):
        fact = f"`version: {game.version}` is not three numbers."
        yield case.head(("version",)).problem(fact, "Write it like 1.0.0: big, small and smallest changes.")
    yield from check_stats(case)
    yield from check_currencies(case)
    yield from check_roles(case)
    yield from check_missions(case)
    yield from check_card(case)
    yield from check_kinds(case)
    for key, named in (("currencies", game.currencies), ("stats", game.stats), ("budgets", game.budgets)):
        called: dict[str, str] = {}
        for id, thing in named.items():
            if called.setdefault(thing.name.casefold() or id, id) != id:
                fact = f"Two {key} are called {thing.name}."
                yield case.head((key, id, "name")).problem(fact, "Rename one.", "catalogue.id")
    shorts: dict[str, str] = {}
    for id, currency in game.currencies.items():
        if currency.short and shorts.setdefault(currency.short.casefold(), id) != id:
            fact = f"Two currencies are called {currency.short} for short."
            yield case.head(("currencies", id, "short")).problem(fact, "Rename one.", "catalogue.id")
    for key, many in (("headers", game.headers), ("formats", game.formats), ("match", game.match)):
        names = [one.name for one in many]
        what = "lines of the match" if key == "match" else key
        for at, name in enumerate(names):
            if name and name in names[:at]:
                yield case.head((key, at)).problem(f"Two {what} are called {name}.", "Rename one.", "catalogue.id")


def check_stats(case: Case) -> Iterator[Finding]:
    """A stat's base is between its minimum and its maximum, and its two numbers have two names."""
    for key, named in (("stats", case.game.stats), ("budgets", case.game.budgets)):
        if "cost" in named:
            fact = "`cost` is what things cost in the first currency: nothing else can be called that."
            yield case.head((key, "cost")).problem(fact, "Call it something else.", "catalogue.id")
    for id, stat in case.game.stats.items():
        least, most, base = stat.minimum, stat.maximum, stat.base
        if stat.before and stat.before.casefold() == stat.name.casefold():
            fact = f"`before` is what `{id}` is called anyway: nobody could tell the two apart."
            yield case.head(("stats", id, "before")).problem(fact, "Call it something else.", "catalogue.id")
        if least is not None and most is not None and least > most:
            fact = f"`{id}` has a minimum of {least} above its maximum of {most}."
            yield case.head(("stats", id, "minimum")).problem(fact, "Swap them, or correct one.")
        elif base is not None and ((least is not None and base < least) or (most is not None and base > most)):
            fact = f"`{id}` starts at {base}, outside its own minimum and maximum."
            yield case.head(("stats", id, "base")).problem(fact, "Correct one of the three.")
        else:
            for entry in case.game.entries:
                own = entry.stats.get(id)
                if own is not None and ((least is not None and own < least) or (most is not None and own > most)):
                    fact = f"{entry.name} has {stat.name} {own}, outside {least} to {most}."
                    yield case.at(entry)(("stats", id)).problem(fact, "Correct it, or the stat's bounds.")


def check_currencies(case: Case) -> Iterator[Finding]:
    """A format states each limit once; every currency and budget can be spent, and every budget is granted."""
    game = case.game
    for at, format_ in enumerate(game.formats):
        if format_.limit is not None and game.first_currency in format_.limits:
            fact = f"`limit` and `limits` both say how many {game.points}."
            yield case.head(("formats", at, "limits")).problem(fact, "Keep one of them.", IDLE)
    yield from check_computed_limits(case)
    yield from check_same_formats(case)
    yield from check_format_changes(case)
    # A grant that only lowers a budget gives nobody anything.
    given = {id for grant, _, _ in case.grants() for id, change in grant.budgets.items() if may_raise(change)}
    prices = [id for entry in game.entries for id in entry.prices]
    offers = [offer.cost for entry in game.entries for few in entry.offers.values() for offer in few]
    prices += [id for cost in offers if isinstance(cost, dict) for id in cost]
    spent = {*prices, *(getattr(one, "budget", None) for _, sheet in case.sheets() for one in sheet.fields.values())}
    changed = {id for grant, _, _ in case.grants() for few in grant.fields.values() for id in few}
    for id, currency in list(game.currencies.items())[1:]:
        if id not in {*prices, *changed}:
            fact = f"Nothing costs {currency.name or id}: no entry, offer or grant has the currency `{id}`."
            yield case.head(("currencies", id)).problem(fact, f"Write `cost: {{{id}: 1}}` on what costs some.", IDLE)
    for id, budget in game.budgets.items():
        if id not in given:
            fact = f"Nothing gives the budget `{id}`, so nobody can spend from it."
            yield case.head(("budgets", id)).problem(fact, f"Grant it: `grants: {{budgets: {{{id}: 3}}}}`.", IDLE)
        elif id not in spent and not any(
            field.raises and field.budget_id is None for field in game.model.fields.values()
        ):
            fact = f"Nothing costs {budget.name}: no raise and no entry spends from the budget `{id}`."
            yield case.head(("budgets", id)).problem(fact, f"Write `cost: {{{id}: 1}}` on what costs some.", IDLE)


def check_computed_limits(case: Case) -> Iterator[Finding]:
    """A limit is computed from number fields of the list alone; a supply has something that provides it."""
    game = case.game
    own = game.list.of_type(NumberField)
    for id, limit in game.computed_limits.items():
        for part in limit.parts():
            name = part.sum or part.highest or part.lowest
            # The limit is needed before models are resolved, since conditions of models may read it.
            if part.count or part.limit or part.where or (name and name not in own):
                fact = f"The limit of `{id}` is known before any model, so it can't depend on models, picks or limits."
                hint = "Add up a number field of the list: `{number: 100, plus: {sum: battles, per: 1, give: 10}}`."
                yield case.head(("currencies", id, "limit")).problem(fact, hint)
                break
    for id, currency in game.currencies.items():
        if currency.supply and all(entry.price(id) >= 0 for entry in game.entries):
            fact = f"`{id}` is a supply, but no entry provides any of it."
            yield case.head(("currencies", id, "supply")).problem(fact, f"Write `cost: {{{id}: -4}}` on one.", IDLE)


def check_same_formats(case: Case) -> Iterator[Finding]:
    """Two formats with a limit differ in more than their names."""
    seen: dict[object, str] = {}
    for at, format_ in enumerate(case.game.formats):
        # Compared as text, because formats hold mappings, which have no hash.
        rest = replace(format_, id="", name="")
        if format_.limit is not None and seen.setdefault(repr(rest), format_.id) != format_.id:
            fact = f"The formats {seen[repr(rest)]} and {format_.id} differ in nothing but their names."
            yield case.head(("formats", at)).problem(fact, "Correct one of the limits, or take a format out.", IDLE)


def check_format_changes(case: Case) -> Iterator[Finding]:
    """A format changes keys that a rule has, of rules that would hold in it otherwise."""
    game = case.game
    for at, format_ in enumerate(game.formats):
        chain = game.format_chain(format_)[:-1]
        there = {rule.id: rule for rule in (*game.rules, *(rule for one in chain for rule in one.rules))}
        for id, change in format_.change.items():
            place = case.head(("formats", at, "change", id))
            keys = [key for key, value in vars(change).items() if value is not None]
            if id not in there:
                fact = f"{format_.id} changes the rule {id}, which is not the game's nor of a format it extends."
                yield place.problem(fact, "Write the rule where it belongs.", RULE)
            elif wrong := [key for key in keys if not hasattr(there[id], key)]:
                fact = f"The rule {id} is of the kind {there[id].kind}, which has no `{wrong[0]}`."
                yield place.problem(fact, "Take the key out.", RULE)
            elif all(getattr(there[id], key) == getattr(change, key) for key in keys):
                yield place.problem(f"{format_.id} changes nothing about {id}.", "Take it out.", IDLE)


def may_raise(change: NumberChange) -> bool:
    """Whether a change can make a number larger than 0."""
    amounts = [amount.fixed for _, what, amount in change.steps() if isinstance(amount, Quantity) and what != "times"]
    return not amounts or any(one is None or one > 0 for one in amounts)


ENTRY_KEYS = frozenset(
    {"id", "kind", "name", "cost", "text", "keywords", "tags", "grants", "needs", "rules", "picks", "offers", "forms"}
)
"""Keys of every entry that the game can't do without; its own fields come first and would hide them."""


def check_kinds(case: Case) -> Iterator[Finding]:
    """Every kind is that of something, and its fields say only what their type uses."""
    used = {*ENTRY_TYPES, *(one.kind for one in case.game.entries), *(slot.kind for _, _, slot, _ in case.slots())}
    yield from kinds_without_slot(case)
    yield from check_rare_words(case)
    yield from check_dice_style(case)
    yield from check_rare_tags(case)
    for kind, spec in case.game.kinds.items():
        if kind not in used:
            fact = f"Nothing is of the kind `{kind}`: it has no entries, and no slot holds it."
            yield case.head(("kinds", kind)).problem(fact, f"Add a file with `kind: {kind}`, or take it out.", IDLE)
        for name, one in spec.fields.items():
            if name in ENTRY_KEYS:
                fact = f"`{name}` is a key of every entry: this field would hide it."
                yield case.head(("kinds", kind, "fields", name)).problem(
                    fact, "Call it something else.", "catalogue.id"
                )
            twice = next((at for at, word in enumerate(one.of) if word in one.of[:at]), None)
            if twice is not None:
                place = case.head(("kinds", kind, "fields", name, "of", twice))
                yield place.problem(f"`{one.of[twice]}` is listed twice.", "Keep one of them.", IDLE)
            for key in one.idle_keys:
                fact = f"`{key}` has no effect on a field of type {one.type}."
                yield case.head(("kinds", kind, "fields", name, key)).problem(fact, TAKE_OUT, IDLE)


def check_rare_words(case: Case) -> Iterator[Finding]:
    """A word that only one entry has is not a misspelling of a common one."""
    for kind in sorted({entry.kind for entry in case.game.entries}):
        spec = case.game.kinds.get(kind)
        free = [name for name, one in spec.fields.items() if one.is_free_word] if spec else []
        for name in (*free, "category"):
            having = [entry for entry in case.game.entries if entry.kind == kind and written_word(entry, name)]
            counts = Counter(written_word(entry, name) for entry in having)
            # A word that several entries have is certainly spelt as it is meant.
            common = [word for word, number in counts.items() if number >= COMMON]
            for entry in having if common else ():
                word = written_word(entry, name)
                meant = next((other for other in common if counts[word] == 1 and is_one_slip(word, other)), None)
                if meant:
                    fact = f'"{word}" is the `{name}` of {entry.name} alone, and {counts[meant]} others have "{meant}".'
                    hint = "Correct it."
                    if name in free:
                        hint += f" If both are right, list all words under `kinds: {kind}: fields: {name}: of`."
                    yield case.at(entry)((name,)).problem(fact, hint, "catalogue.reference")


def check_dice_style(case: Case) -> Iterator[Finding]:
    """All weapons write a single die in the same way: `d6` or `1d6`."""
    rolls = [(one, one.damage) for one in case.game.entries if isinstance(one, Weapon)]
    single = [(one, roll) for one, roll in rolls if isinstance(roll, Dice) and roll.count == 1]
    apart = [(one, roll) for one, roll in single if roll.spelt]
    if len(apart) == 1 and len(single) > COMMON:
        (entry, roll), usual = apart[0], next(other for _, other in single if not other.spelt)
        fact = f"{entry.name} alone writes one die as `{roll}`; others write it as in `{usual}`."
        yield case.at(entry)(("damage",)).problem(fact, "Write it as they do: cards print both.", "catalogue.value")


def written_word(entry: Entry, name: str) -> str:
    """The word of one field or of the category; empty for none."""
    return str((entry.category if name == "category" else entry.field(name)) or "")


def check_rare_tags(case: Case) -> Iterator[Finding]:
    """A tag without a use is not a misspelling of a tag that a selector asks for."""
    selectors = [record for _, _, record, _ in case.written() if isinstance(record, Selector)]
    asked = {tag for one in selectors for tag in one.tag}
    for entry in case.game.entries if asked else ():
        for at, tag in enumerate(entry.tags):
            meant = next((other for other in sorted(asked) if tag not in asked and is_one_slip(tag, other)), None)
            if meant:
                fact = f"Nothing asks for the tag `{tag}` of {entry.name}; a selector asks for `{meant}`."
                yield case.at(entry)(("tags", at)).problem(fact, f"Did you mean {meant}?", "catalogue.reference")


def is_one_slip(word: str, other: str) -> bool:
    """Whether two longer words differ by one letter added, left out or changed; digits differ on purpose."""
    short, long = sorted((word, other), key=len)
    at = next((n for n, (one, two) in enumerate(zip(short, long, strict=False)) if one != two), len(short))
    # Names in a series, such as `Mark I 2` and `Mark I 3`, differ in a digit on purpose.
    digits = any(map(str.isdecimal, short[at : at + 1] + long[at : at + 1]))
    same = short[at:] == long[at + 1 :] or (len(short) == len(long) and short[at + 1 :] == long[at + 1 :])
    return short != long and len(long) >= SHORTEST and same and not digits


def kinds_without_slot(case: Case) -> Iterator[Finding]:
    """Entries of every kind can be had or looked up: in a slot, as a mission or goal, on a reference card."""
    game = case.game
    used = {*game.card.reference, *game.playbook.use, *(one.kind for one in game.card.tokens)}
    used |= {game.mission.kind if game.mission else None, *(slot.kind for _, _, slot, _ in case.slots())}
    goals = {id for entry in game.entries for id in getattr(entry, "goals", ())}
    used |= {entry.kind for entry in game.entries if entry.id in goals}
    used |= {kind for entry in game.entries for form in entry.forms for kind in form.values.values()}
    seen: set[str] = set()
    for entry in game.entries:
        # Keywords are printed and tables rolled on: neither needs a slot.
        if isinstance(entry, Keyword | Table) or entry.kind in used | seen or "entry" in used:
            continue
        seen.add(entry.kind)
        fact = f"No list can have anything of kind {entry.kind}, such as {entry.name}: no slot takes it."
        hint = f"Add a slot with `kind: {entry.kind}`, or take these entries out."
        place = case.head(("kinds", entry.kind)) if entry.kind in game.kinds else case.at(entry)(())
        yield place.problem(fact, hint, IDLE)


def check_roles(case: Case) -> Iterator[Finding]:
    """Every role that a list can play is one of some mission."""
    field = case.game.list.fields.get("role")
    played = {name for entry in case.game.entries for name in entry.sides}
    for at, word in enumerate(field.choices if field and played else ()):
        if word not in played:
            place = case.head(("list", "fields", "role", "of", at))
            yield place.problem(
                f"No mission has the role `{word}`.", f"The roles are {', '.join(sorted(played))}.", IDLE
            )


def check_missions(case: Case) -> Iterator[Finding]:
    """There are as many missions as are drawn."""
    roll = case.game.mission
    if roll is None:
        return
    there = sum(1 for entry in case.game.entries if entry.kind == roll.kind)
    if there < roll.draw:
        place = case.head(("mission", "draw" if there else "kind"))
        yield place.problem(
            f"{roll.draw} of kind {roll.kind} are drawn, but there are {there}.", "Draw fewer, or add some."
        )


def check_card(case: Case) -> Iterator[Finding]:
    """Tracks have boxes to tick off; each slot is printed once; a mark needs to know when."""
    shown = case.game.card
    for id, track in shown.tracks.items():
        if not case.game.stats[id].boxes:
            fact = f"`{id}` has a track, but no boxes to tick off."
            yield case.head(("card", "tracks", id)).problem(fact, "Add `boxes: true` to the stat.")
        elif track.mark and track.below is None:
            fact = "`mark` has no effect without `below`."
            yield case.head(("card", "tracks", id, "mark")).problem(fact, "Add `below: 1/2`.", IDLE)
    for at, token in enumerate(shown.tokens):
        if isinstance(token.count, Quantity) and token.count.fixed is not None and token.count.fixed < 1:
            yield case.head(("card", "tokens", at, "count")).problem("There are none of it.", "Write 1 or more.", IDLE)
        if token.stat and not case.game.stats[token.stat].boxes:
            fact = f"`{token.stat}` has tokens with numbers, but is not ticked off."
            yield case.head(("card", "tokens", at, "stat")).problem(fact, "Add `boxes: true` to the stat.", IDLE)
    for key in ("line", "reference", "badges", "boxes_per"):
        words = getattr(shown, key) or ()
        for at, word in enumerate(words):
            if word in words[:at]:
                yield case.head(("card", yaml_key(key), at)).problem(f"`{word}` is printed twice.", "Keep one.", IDLE)
    for at, name in enumerate(shown.line or ()):
        if not models_have(case, name):
            fact = f"The line of the card never has `{name}`: no model has that."
            yield case.head(("card", "line", at)).problem(fact, "Name a slot or a field that models have.", IDLE)
    seen: set[str] = set()
    for path, slot in (
        *((("card", "tables", at, "slot"), table.slot) for at, table in enumerate(shown.tables)),
        *((("card", "texts", at), slot) for at, slot in enumerate(shown.texts)),
    ):
        if slot in seen:
            yield case.head(path).problem(f"The slot `{slot}` is printed twice.", "Keep one of them.", IDLE)
        seen.add(slot)


# Words without effect: printed names that no other entry has, misspelt periods of use, picks that beat themselves.


def idle_words(case: Case) -> Iterator[Finding]:
    """Every word without effect in entries, matches and cards."""
    yield from check_printed_names(case)
    yield from check_times_of_use(case)
    yield from check_matches(case)
    yield from check_decays(case)
    yield from check_layouts(case)
    yield from check_accepted(case)


def check_accepted(case: Case) -> Iterator[Finding]:
    """What is accepted is a finding of `catalogue prove` about something that is there."""
    codes = sorted(code for code in OTHER_CODES if code.startswith("prove."))
    ids = {*(one.id for one in case.game.entries), *(one.id for one in case.game.formats)}
    ids |= {str(placed.rule.id) for placed in case.rules()}
    for at, one in enumerate(case.game.accepted):
        if one.finding not in codes:
            yield case.head(("accepted", at, "finding")).unknown_name("finding", one.finding, codes)
        elif one.of not in ids and one.finding != "prove.check":
            yield case.head(("accepted", at, "of")).unknown_name("entry, rule or format", one.of, sorted(ids))


def check_printed_names(case: Case) -> Iterator[Finding]:
    """`printed` is the name of another entry; otherwise it should be the `name`."""
    called = Counter((one.kind, name) for one in case.game.entries for name in slugs_of(one))
    for entry in case.game.entries:
        if entry.printed and called[entry.kind, slug(entry.printed)] == 1:
            homonyms = [one for one in case.game.entries if one.kind == entry.kind and one is not entry]
            others = [name for one in homonyms for name in (one.name, one.printed) if name]
            fact = f"`printed: {entry.printed}`: no other {entry.kind} is called that."
            hint = did_you_mean(entry.printed, others) or f"Write `name: {entry.printed}`, and leave `printed` out."
            yield case.at(entry)(("printed",)).problem(fact, hint, "catalogue.reference")


def slugs_of(entry: Entry) -> set[str]:
    """What an entry is called."""
    return {slug(name) for name in (entry.name, entry.printed) if name}


def check_times_of_use(case: Case) -> Iterator[Finding]:
    """What uses are counted by: a word that only one entry has and that is nearly another's is a misspelt one."""
    uses = [(entry, use_of(entry)) for entry in case.game.entries]
    words = Counter(one.per for _, one in uses if one)
    # Periods that most games have need no second use to be right.
    usual = {*case.game.card.boxes_per, "game", "turn", "round"}
    for entry, one in uses:
        # A word that two entries share is meant, however unusual it is.
        if one is None or words[one.per] > 1 or one.per in usual or len(one.per) < 4:
            continue
        if near := did_you_mean(one.per, sorted({*words, *usual} - {one.per})):
            fact = f"`uses: {one}`: nothing else is counted by {one.per}."
            yield case.at(entry)(("uses",)).problem(fact, near, "catalogue.reference")


def check_matches(case: Case) -> Iterator[Finding]:
    """Comparisons of two lists: no pick beats itself, no two beat each other, and each line compares something."""
    for at, line in enumerate(case.game.match):
        for key, name in (("same", line.same), ("differ", line.differ)):
            if name in case.game.list.named:
                fact = f"`{key}: {name}` compares nothing: each side names models of its own there."
                yield case.head(("match", at, key)).problem(fact, "Name another field or slot.", RULE)
        if line.plus and line.plus.fixed == 0:
            yield case.head(("match", at, "plus")).problem("`plus: 0` changes nothing.", TAKE_OUT, IDLE)
        for winner, loser in line.beats.items():
            if winner == loser:
                fact = f"{case.game.printed(winner)} beats itself."
                yield case.head(("match", at, "beats", winner)).problem(fact, "Name another.", RULE)
            elif line.beats.get(loser) == winner and list(line.beats).index(winner) > list(line.beats).index(loser):
                fact = f"{case.game.printed(winner)} and {case.game.printed(loser)} beat each other."
                yield case.head(("match", at, "beats", winner)).problem(fact, "Take one of them out.", RULE)


def check_layouts(case: Case) -> Iterator[Finding]:
    """What a set-up names is a thing or a place of the game; a word that is nearly one of them is a misspelt one."""
    terms, roll = case.game.playbook.terms, case.game.mission
    words = {*terms.things, *terms.places}
    layouts = [(("layouts", id), one) for id, one in roll.layouts.items()] if roll else []
    layouts += [(("layout",), roll.layout)] if roll and roll.layout else []  # type: ignore[list-item]
    for path, layout in layouts:
        named = [
            (("pieces", at, key), getattr(one, key)) for at, one in enumerate(layout.pieces) for key in ("what", "at")
        ]
        named += [(("starts", at, "at"), one.at) for at, one in enumerate(layout.starts)]
        roles = case.game.list.fields.get("role")
        sides = {"each", *case.game.list.named, *(roles.choices if roles else ())}
        for at, one in enumerate(layout.starts):
            if one.who not in sides:
                yield case.head(("mission", *path, "starts", at, "who")).unknown_name("side", one.who, sides)
        for steps, name in named:
            if name and name not in words and (near := did_you_mean(name, sorted(words))):
                place = case.head(("mission", *path, *steps))
                yield place.problem(f"There is no thing or place `{name}`.", near, "catalogue.reference")


def check_decays(case: Case) -> Iterator[Finding]:
    """`more` and `every` go together, and what should end decay is lowered by it."""
    for at, one in enumerate(case.game.card.decay):
        for key in ("each", "more"):
            for stat in (id for id, step in getattr(one, key).items() if step == 0):
                fact = f"`{stat}: 0` changes nothing."
                yield case.head(("card", "decay", at, key, stat)).problem(fact, "Correct it, or take it out.", IDLE)
        if one.until and not any(few.get(one.until, 0) < 0 for few in (one.each, one.more)):
            fact = f"{one.name} never ends: `{one.until}` does not go down."
            yield case.head(("card", "decay", at, "until")).problem(fact, "Name a stat that does.", RULE)
        for key, other in (("more", "every"), ("every", "more")):
            if getattr(one, key) and not getattr(one, other):
                fact = f"`{key}` has no effect without `{other}`."
                yield case.head(("card", "decay", at, key)).problem(fact, f"Add `{other}`.", IDLE)
