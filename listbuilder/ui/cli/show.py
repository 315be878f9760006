"""`show`: browse a game: its kinds, one kind, or one entry with everything known about it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Annotated, NoReturn

from listbuilder.base.errors import EditError
from listbuilder.base.wording import counted, summed
from listbuilder.catalogue import Entry, Format, Game, Grant, NumberChange, Offer, Only, Ruling, Slot
from listbuilder.catalogue.entries import Table, goal_ids, mission_texts, rows_of, short_values
from listbuilder.catalogue.turn_sequence import constants_of, tables_of, turn_sequence, victory_of
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import GameName, GameReader, JsonFlag
from listbuilder.ui.cli.terminal import heading, paragraph, print_json, say, table

if TYPE_CHECKING:
    from collections.abc import Iterable


def show(
    game: GameName,
    library: GameReader,
    what: Annotated[list[str] | None, Argument(metavar="[KIND or ENTRY]", help="A kind, an entry, or words.")] = None,
    search: Annotated[str | None, Option(metavar="WORDS", help="Entries whose name or text has these words.")] = None,
    json: JsonFlag = False,
) -> None:
    """Show a game, the entries of a kind, or one entry in full.

    Examples: listbuilder show GAME | listbuilder show GAME KIND | listbuilder show GAME ENTRY | listbuilder show GAME
    --search WORDS | listbuilder show GAME --json. See `listbuilder games` for the games, and `show GAME` for its kinds.
    Exit codes: 0 success, 2 there is no such game, kind or entry.
    """
    book = library.game(game)
    wanted = " ".join(what or [])
    kind = find_kind(book, wanted) if wanted else None
    found = entries_for(book, wanted, kind)
    if search:
        found = tuple(entry for entry in found if mentions(entry, search))
    if not found:
        refuse_unknown(book, wanted or search or "")
    if json:
        from listbuilder.exchange.documents.catalogue_document import catalogue_document

        print_json(catalogue_document(book, found))
    elif not wanted and not search:
        say(game_text(book))
    # Entries of several kinds may share a name: all of them are shown in full.
    elif len(found) == 1 or (wanted and not kind and found and not search and entries_named(book, wanted)):
        say("\n\n".join(entry_text(book, entry) for entry in found))
    else:
        say(entries_text(book, found))


def entries_for(game: Game, wanted: str, kind: str | None) -> tuple[Entry, ...]:
    """The entries meant: of a kind, by name, or by words in their text; all when nothing is asked."""
    if not wanted:
        return game.entries
    if kind:
        return tuple(entry for entry in game.entries if entry.kind == kind)
    return entries_named(game, wanted) or tuple(entry for entry in game.entries if mentions(entry, wanted))


def entries_named(game: Game, name: str) -> tuple[Entry, ...]:
    """The entries that answer to a name, in any kind."""
    found = (game.find(kind, name) for kind in game.names)
    return tuple(entry for entry in found if entry)


def find_kind(game: Game, name: str) -> str | None:
    """A kind by its id or by what players call it, one or many, in either spelling."""
    from listbuilder.base.spelling import same_word

    for kind in game.names:
        if any(same_word(name, word) for word in (kind, game.kind_name(kind), game.kind_name(kind, many=True))):
            return kind
    return None


def mentions(entry: Entry, words: str) -> bool:
    """Whether every word occurs in an entry's name, text, tags or category."""
    text = " ".join([entry.name, entry.text, entry.category or "", *entry.tags, *entry.keywords]).lower()
    return all(word in text for word in words.lower().split())


def refuse_unknown(game: Game, wanted: str) -> NoReturn:
    """Say that nothing was found, and what is near."""
    from listbuilder.base.spelling import did_you_mean

    names = [*(entry.name for entry in game.entries), *game.names]
    hint = did_you_mean(wanted, names) or f"The kinds are {', '.join(game.names)}."
    raise EditError(f"{game.name} has nothing called or about {wanted!r}. {hint}")


# A game, a kind or an entry as people read it.


# Characters of a value in a table of a kind; a column with a longer one is left out.
WIDEST = 24
PARAMETER = re.compile(r"\{(\w+)\}")


def game_text(game: Game) -> str:
    """A game in one screen: what it has and how to look further."""
    parts = [heading(f"{game.titled}, catalogue {game.version}"), paragraph(game.text), ""]
    counts = Counter(entry.kind for entry in game.entries)
    rows = [(kind, str(count), game.kind_name(kind, many=True)) for kind, count in counts.items()]
    parts += [table(rows, ("KIND", "ENTRIES", "NAME")), ""]
    if game.stats:
        rows = [
            (stat.name, "" if stat.base is None else f"{stat.base}{stat.suffix}", stat.text)
            for stat in game.stats.values()
        ]
        parts += [table(rows, ("STAT", "BASE", "MEANS")), ""]
    numbers = [(game.currency_name(id), one.text) for id, one in game.currencies.items()]
    numbers += [(one.name, one.text) for one in game.budgets.values()]
    numbers += [(one.name, one.text) for one in game.headers]
    if any(text for _, text in numbers):
        parts += [table([(name, text) for name, text in numbers if text], ("NUMBER", "MEANS")), ""]
    if game.formats:
        explained = any(one.text for one in game.formats)
        formats = [(one.id, limit_words(game, one), one.name, *([one.text] * explained)) for one in game.formats]
        parts += [table(formats, ("FORMAT", "LIMIT", "NAME", *(["MEANS"] * explained))), ""]
    fixed = [(name, str(one.value), one.text) for name, one in constants_of(game)]
    parts += [table(fixed, ("IN PLAY", "IS", "MEANS")), ""] if fixed else []
    stages = [(f"{'  ' * one.depth}{one.name}", one.text) for one in turn_sequence(game)]
    parts += [table(stages, ("TURN SEQUENCE", "MEANS")), ""] if stages else []
    printed = [(one.name, str(one.dice or ""), one.text) for one in tables_of(game)]
    parts += [table(printed, ("TABLE", "DICE", "MEANS")), ""] if printed else []
    victory = victory_of(game)
    parts += [paragraph(f"Victory: {victory.text}"), ""] if victory and victory.text else []
    parts.append(
        paragraph(
            f"`listbuilder show {game.id} KIND` lists a kind, `show {game.id} NAME` shows one entry, "
            f"`rules {game.id}` the rules and {counted(len(game.rulings), 'rulings')}."
        )
    )
    return "\n".join(parts)


def limit_words(game: Game, format_: Format) -> str:
    """Every limit of a format, the first currency by its number alone."""
    limits = game.limits_of(format_)
    first = limits.pop(game.first_currency, None)
    others = [summed(number, game.currency_name(id)) for id, number in limits.items()]
    return ", ".join(["none" if first is None else str(first), *others])


def entries_text(game: Game, entries: tuple[Entry, ...]) -> str:
    """Entries as tables, one for each kind."""
    kinds = list(dict.fromkeys(entry.kind for entry in entries))
    return "\n\n".join(kind_table(game, kind, [entry for entry in entries if entry.kind == kind]) for kind in kinds)


def kind_table(game: Game, kind: str, entries: list[Entry]) -> str:
    """One kind as a table; columns that would be empty are left out."""
    details = [detail_columns(game, entry) for entry in entries]
    heads = list(dict.fromkeys(head for row in details for head in row))
    heads = [head for head in heads if all(len(row.get(head, "")) <= WIDEST for row in details)]
    priced = any(entry.cost for entry in entries)
    grouped = any(entry.category not in (None, kind) for entry in entries)
    rows = [
        (
            entry.name,
            *([str(entry.cost)] * priced),
            *([entry.category or ""] * grouped),
            *(row.get(head, "") for head in heads),
            text_of(entry),
        )
        for entry, row in zip(entries, details, strict=True)
    ]
    titles = (
        game.kind_name(kind).upper(),
        *(["COST"] * priced),
        *(["CATEGORY"] * grouped),
        *(head.upper() for head in heads),
    )
    return table(rows, (*titles, "TEXT"))


def detail_columns(game: Game, entry: Entry) -> dict[str, str]:
    """The short printed values of an entry, by name."""
    found = {game.stats[id].name: f"{value}{game.stats[id].suffix}" for id, value in entry.stats.items()}
    found |= {name: str(value) for name, value in short_values(entry).items()}
    return {**found, **{name: value_text(own) for name, own in entry.fields.items()}}


def value_text(value: object) -> str:
    """A field's value in words."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def letter_parameters(text: str) -> str:
    """A text with a capital letter for each number that a use of it fills in, as rulebooks print it: `Piercing X`."""
    return PARAMETER.sub(lambda found: found[1].upper(), text)


def text_of(entry: Entry) -> str:
    """An entry's text for a table row, samples marked."""
    text = entry.text or next((letter_parameters(form.text) for form in entry.forms), "")
    return f"[sample] {text}" if entry.sample else text


def entry_text(game: Game, entry: Entry) -> str:
    """One entry with everything known about it."""
    parts = [heading(entry.name, f"{game.kind_name(entry.kind)} of {game.name}, id {entry.id}")]
    if entry.sample:
        parts.append(paragraph("Sample content of this catalogue, not printed in the rulebook."))
    parts += [paragraph(entry.text)] if entry.text else []
    rows = [(name, value) for name, value in facts(game, entry) if value]
    parts += ["", *(paragraph(value, " " * 16, f"  {name:<13} ") for name, value in rows)]
    for use in entry.keyword_uses:
        implied = f" (from {use.implied_by})" if use.implied_by else ""
        parts.append(paragraph(f"{use.printed}{implied}: {use.text}", "    ", "  "))
    rulings = [ruling for ruling in game.rulings if entry.id in ruling.about]
    parts += [line for ruling in rulings for line in ("", ruling_text(ruling))]
    return "\n".join(parts)


def facts(game: Game, entry: Entry) -> list[tuple[str, str]]:
    """The fields of an entry in words."""
    found = [("cost", f"{entry.cost} {game.points}" if entry.cost else "")]
    found += [("category", entry.category if entry.category not in (None, entry.kind) else "")]
    found += [(name, value) for name, value in detail_columns(game, entry).items()]
    found += mission_texts(entry).items()
    found += [("dice", str(entry.dice or ""))] if isinstance(entry, Table) else []
    found += [(f"role {name}", role.text) for name, role in entry.sides.items()]
    found += [(row, value) for row, value in rows_of(entry).items()]
    found += [(letter_parameters(form.form), letter_parameters(form.text)) for form in entry.forms]
    found += [(f"offers {slot}", offers_text(game, offers)) for slot, offers in entry.offers.items()]
    goals = [one.name for one in game.entries if one.id in goal_ids(entry)]
    found += [("goals", ", ".join(goals)), ("picks", picks_text(game, entry))]
    found += [("gives", grant_text(game, grant)) for grant in entry.grants]
    found += [("needs", entry.needs.describe(game) if entry.needs else "")]
    found += [("may be taken", "" if entry.limit == 1 else f"{limit_text(entry)} times by one model")]
    found += [("rule", rule.text or f"{rule.kind} {rule.id}") for rule in entry.rules]
    found += [("tags", ", ".join(entry.tags)), ("also called", ", ".join(entry.aliases)), ("source", entry.source)]
    return found


def limit_text(entry: Entry) -> str:
    """How often one model may take an entry."""
    return str(entry.limit) if isinstance(entry.limit, int) else "as many as the list allows,"


def offers_text(game: Game, offers: Iterable[Offer]) -> str:
    """What is offered, with the price where it is another than the printed one."""
    parts = []
    for offer in offers:
        name = (
            game.printed(offer.entry)
            if offer.entry
            else f"whatever is {offer.where.describe(game) if offer.where else ''}"
        )
        price = "" if offer.cost is None else f" for {offer.cost}"
        parts.append(f"{name}{price}{' (unless another is taken)' * bool(offer.default)}")
    return ", ".join(parts)


def picks_text(game: Game, entry: Entry) -> str:
    """The choices inside an entry."""
    parts = []
    for id, slot in entry.picks.items():
        offered = [
            one.name
            for one in game.entries
            if one.kind == slot.kind and (not slot.where or slot.where.could_fit(one, id))
        ]
        number = how_many(slot)
        parts.append(f"{number} of {', '.join(offered)}{', repeats allowed' * slot.repeats}")
    return "; ".join(parts)


def how_many(slot: Slot) -> str:
    """How many a slot inside an entry holds: `2`, `1 to 3`, `up to 3`, `any number`."""
    if not isinstance(slot.max, int):
        return f"{slot.min} or more" if slot.min else "any number"
    return str(slot.max) if slot.min == slot.max else f"{slot.min} to {slot.max}" if slot.min else f"up to {slot.max}"


TARGET_WORDS = {"self": "its own", "holder": "its holder's", "inside": "everything inside's"}


def grant_text(game: Game, grant: Grant) -> str:
    """A grant in words."""
    parts = [f"{game.stats[id].name} {change_text(change)}" for id, change in grant.stats.items()]
    parts += [f"{slot} {change_text(change)}" for slot, change in grant.slots.items()]
    parts += [f"{game.budgets[id].name} {change_text(change)}" for id, change in grant.budgets.items()]
    parts += [
        f"{TARGET_WORDS.get(slot, slot)} {name} {change_text(change)}"
        for slot, one in grant.fields.items()
        for name, change in one.items()
    ]
    for id, limit in grant.limits.items():
        parts += [f"limit of {id} {change_text(change)}" for change in (limit.min, limit.max) if change]
    for given in grant.entries.values():
        names = [
            f"{one.count} × {game.printed(one.entry)}" if one.count > 1 else game.printed(one.entry) for one in given
        ]
        parts.append(f"{', '.join(names)} for free")
    parts += [*grant.keywords, *grant.tags, *(f"no longer {tag}" for tag in grant.remove_tags)]
    return "; ".join(parts) + conditions_text(game, grant)


def conditions_text(game: Game, grant: Grant) -> str:
    """To whom a grant goes, how often and when."""
    to = f" to {grant.to if isinstance(grant.to, str) else grant.to.describe(game)}" if grant.to else ""
    what = f" of what is {grant.where.describe(game)}" if grant.where else ""
    what += only_text(grant.only) if grant.only else ""
    return f"{what}{to}{', only in some lists' if grant.when else ''}{', several times' if grant.each else ''}"


def only_text(only: Only) -> str:
    """Which of several prices change: `, only the 2 cheapest`."""
    number = only.number.fixed
    return (
        f", only {'so many of the' if number is None else f'the {number}'} {'cheapest' if only.cheapest else 'dearest'}"
    )


def change_text(change: NumberChange) -> str:
    """A change in signs: `+2`, `= 8`, `× 1/2`, `= "5+"`."""
    signs = {"set": "= ", "add": "+", "times": "× ", "least": "at least ", "most": "at most ", "write": "= "}
    signs["append"] = "and "
    steps = []
    for _, what, amount in change.steps():
        number = getattr(amount, "fixed", amount)
        shown = "so much" if number is None else f'"{number}"' if isinstance(number, str) else str(number)
        steps.append(shown if what == "add" and shown.startswith("-") else f"{signs[what]}{shown}")
    return " ".join(steps) or f"+{change.add}"


def ruling_text(ruling: Ruling) -> str:
    """How something open is read."""
    return paragraph(
        f"Ruling, {ruling.name}: {ruling.text} ({ruling.source})"
        if ruling.source
        else f"Ruling, {ruling.name}: {ruling.text}",
        "  ",
        "  ",
    )
