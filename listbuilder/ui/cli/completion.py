"""What could stand at the cursor: a line goes in, the words that fit its end come out.

A press of Tab runs this, so it reads as little as it can, and it never fails: where nothing can be read there is
nothing to offer. Offers for values are found by the names of parameters, in one table for all commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from click.shell_completion import CompletionItem, ShellComplete

from listbuilder.base.errors import EditError
from listbuilder.building.bench import Bench, apply
from listbuilder.building.change import short_reason
from listbuilder.building.choices import Choice, additions, choices
from listbuilder.building.edits import Add, Edit, Many, Place, Set
from listbuilder.building.row_views import fields, slots
from listbuilder.building.search import find
from listbuilder.catalogue import Game
from listbuilder.lists.find_row import count_first_entries, describe_row, resolve_row, row_at, row_names
from listbuilder.lists.find_row import rows_of_kind as rows_of
from listbuilder.lists.key_values import WORD, WordReader
from listbuilder.storage.reading import Tree

if TYPE_CHECKING:
    from click import Context

    from listbuilder.ui.cli.shells import Typed


class CompletionWord(NamedTuple):
    """A word that fits, what to say about it, and whether more must follow in the same word."""

    value: str
    about: str = ""
    more: bool = False


def complete(group: click.Command, typed: Typed) -> list[CompletionWord] | None:
    """The offers for the last word of a line; None when it is the name of a file."""
    from listbuilder.base.errors import ListbuilderError

    prefix, word = "", typed.last
    args = list(typed.words[1:])
    if word.startswith("--") and "=" in word:
        name, _, word = word.partition("=")
        prefix = f"{name}="
        args.append(name)
    try:
        items = ShellComplete(group, {}, "listbuilder", "").get_completions(args, word)
    except (ListbuilderError, click.UsageError, OSError):
        return []
    if any(item.type == "file" for item in items):
        return None
    fits = [item for item in items if item.value.lower().startswith(word.lower())]
    return list(dict.fromkeys(CompletionWord(prefix + item.value, item.help or "", bool(item.more)) for item in fits))


def parameter_offers(context: Context, param: click.Parameter, word: str) -> list[CompletionItem[str]]:
    """The offers for an argument or for the value of an option."""
    completer = COMPLETERS.get(f"{context.info_name} {param.name}") or COMPLETERS.get(param.name)
    if completer:
        return [CompletionItem(one.value, help=one.about, more=one.more) for one in completer(context, word)]
    if isinstance(param.type, click.Path) or param.name in FILES:
        return [CompletionItem(word, type="file")]
    return [CompletionItem(choice) for choice in getattr(param.type, "choices", ())]


Completer = Callable[["Context", str], Iterator[CompletionWord]]


def games(context: Context, word: str) -> Iterator[CompletionWord]:
    """The ids of the games."""
    from listbuilder.loading.folders import game_folders

    yield from map(CompletionWord, game_folders(catalogues(context)))


def formats(context: Context, word: str) -> Iterator[CompletionWord]:
    """The formats of the game named before."""
    game = load(context, str(context.params.get("game")))
    yield from (CompletionWord(one.id, one.name) for one in game.formats)


def starters(context: Context, word: str) -> Iterator[CompletionWord]:
    """The starter lists of the game named before."""
    from listbuilder.loading.folders import game_folders

    folder = game_folders(catalogues(context)).get(str(context.params.get("game")))
    if folder:
        yield from (CompletionWord(path.stem) for path in sorted(folder.glob("lists/*.yaml")))


def shells(context: Context, word: str) -> Iterator[CompletionWord]:
    """The shells that can complete."""
    from listbuilder.ui.cli.shells import SCRIPTS

    yield from map(CompletionWord, SCRIPTS)


def targets(context: Context, word: str) -> Iterator[CompletionWord]:
    """The formats to export to."""
    from listbuilder.exchange.formats import TARGETS

    yield from map(CompletionWord, (*TARGETS, "rules"))


def sizes(context: Context, word: str) -> Iterator[CompletionWord]:
    """The sizes of cards."""
    from listbuilder.loading.templates import load_templates

    yield from (CompletionWord(id, f"{one.width:g} × {one.height:g} mm") for id, one in load_templates().sizes.items())


def themes(context: Context, word: str) -> Iterator[CompletionWord]:
    """The themes of cards."""
    from listbuilder.loading.templates import load_templates

    yield from (CompletionWord(id, one.name) for id, one in load_templates().themes.items())


def entries(context: Context, word: str) -> Iterator[CompletionWord]:
    """The kinds and entries of the game named before; a name of several words goes on where it was left."""
    game = load(context, str(context.params.get("game")))
    before = "".join(f"{one} " for one in context.params.get("what") or ())
    if not before:
        yield from (CompletionWord(kind, game.kind_name(kind, many=True)) for kind in game.names)
    for entry in game.entries:
        if entry.name.lower().startswith(before.lower()):
            yield CompletionWord(entry.name[len(before) :], game.kind_name(entry.kind))


def missions(context: Context, word: str) -> Iterator[CompletionWord]:
    """The missions of the game named before."""
    from listbuilder.play import missions_of

    game = load(context, str(context.params.get("game")))
    before = "".join(f"{one} " for one in context.params.get("name") or ())
    names = [one.name for one in missions_of(game)]
    yield from (CompletionWord(name[len(before) :]) for name in names if name.lower().startswith(before.lower()))


def packs(context: Context, word: str) -> Iterator[CompletionWord]:
    """The packs that missions of the game named before come in."""
    from listbuilder.play.missions import packs_of

    yield from map(CompletionWord, packs_of(load(context, str(context.params.get("game")))))


def topics(context: Context, word: str) -> Iterator[CompletionWord]:
    """Rule kinds, finding codes and games."""
    from listbuilder.base.finding_codes import OTHER_CODES
    from listbuilder.catalogue.rules import KINDS
    from listbuilder.catalogue.rules.implied import STANDING

    yield from games(context, word)
    for kind, cls in {**KINDS, **STANDING}.items():
        yield CompletionWord(kind)
        yield from (CompletionWord(f"{kind}.{code}", words.about) for code, words in cls.codes.items())
    yield from (CompletionWord(code, text) for code, text in OTHER_CODES.items())


def documents(context: Context, word: str) -> Iterator[CompletionWord]:
    """Documents that have a schema."""
    from listbuilder.ui.schema_check import KINDS

    yield from map(CompletionWord, KINDS)


def schemas(context: Context, word: str) -> Iterator[CompletionWord]:
    """Documents that have a schema, and games; and `check`, for files."""
    from listbuilder.ui.published_schemas import DOCUMENTS

    yield CompletionWord("check", "Check files against their schemas.")
    yield from map(CompletionWord, DOCUMENTS)
    yield from games(context, word)


def rows(context: Context, word: str) -> Iterator[CompletionWord]:
    """What the models and groups of the file are called: names, what they are if that tells, then numbers."""
    data = tree(context)
    yield from (CompletionWord(name) for name in row_names(data))
    yield from (
        CompletionWord(name)
        for name, many in count_first_entries(data, load(context, str(data.get("game")))).items()
        if many == 1
    )
    for at in range(len(rows_of(data, "models"))):
        yield CompletionWord(str(at + 1), describe_row(data, ("models", at)))
    if context.info_name in ("set", "roll"):
        yield CompletionWord("list", "the list itself")


def places(context: Context, word: str) -> Iterator[CompletionWord]:
    """The places in the file, by number."""
    yield from (CompletionWord(str(at + 1)) for at in range(len(rows_of(tree(context), "models"))))


def rolled(context: Context, word: str) -> Iterator[CompletionWord]:
    """The slots of the file's game that are rolled for."""
    from listbuilder.lists.rolling import rolled_slots, table_of

    game = load(context, str(tree(context).get("game", "")))
    for sheet in (game.list, game.group, game.model):
        yield from (CompletionWord(id, table_of(game, slot).name) for id, slot in rolled_slots(sheet).items())


def words(context: Context, word: str) -> Iterator[CompletionWord]:
    """The keys of a row, the names of entries, and behind `=` what fits the key."""
    from listbuilder.building.bench import open_bench
    from listbuilder.loading.events import load_event
    from listbuilder.storage.reading import Document

    data = tree(context)
    typed = [str(one) for one in context.params.get("words") or ()]
    model, pack = context.params.get("model"), context.params.get("event")
    event = load_event(Path(str(pack)), catalogues(context)) if pack else None
    bench = open_bench(Document(data, {}, None), load(context, str(data.get("game", ""))), event)
    yield from word_offers(bench, model and str(model), typed, word)


def tree(context: Context) -> dict[str, Tree]:
    """The values of the file named before; what the shell would still make of its name is done here."""
    import os

    from listbuilder.storage.reading import read_file

    return read_file(Path(os.path.expandvars(str(context.params.get("file")))).expanduser()).data


def load(context: Context, game: str) -> Game:
    """A game, from the folders named before as well."""
    from listbuilder.loading import load_game

    return load_game(game, catalogues(context))


def catalogues(context: Context) -> list[Path]:
    """The catalogue folders named so far."""
    above = context.parent.params.get("catalogue") if context.parent else None
    return [Path(str(one)) for one in (*(above or ()), *(context.params.get("catalogue") or ()))]


FILES = frozenset({"out", "source"})
COMPLETERS: dict[str, Completer] = {
    "as_": documents,
    "at": places,
    "format": formats,
    "game": games,
    "install_completion": shells,
    "mission name": missions,
    "model": rows,
    "models": rows,
    "number": places,
    "pack": packs,
    "schema what": schemas,
    "slot": rolled,
    "show what": entries,
    "show_completion": shells,
    "size": sizes,
    "starter": starters,
    "theme": themes,
    "to": targets,
    "topic": topics,
    "words": words,
}


# What fits in a `key=value` word while it is typed: keys, names of entries, and values for each key.


def word_offers(bench: Bench, model: str | None, typed: Sequence[str], word: str) -> Iterator[CompletionWord]:
    """The offers for a word of `add`, or of `set` and `copy` where a model is named; `typed` are the words before."""
    game = bench.report.force.game
    match = WORD.fullmatch(word)
    if model is None and not typed and match is None:
        if game.group.slots or game.group.fields:
            yield CompletionWord("group", "a group instead of a model")
        yield from key_offers(*typed_row(bench, model, typed))
        # The first word of a new model is what it is.
        yield from name_offers(bench, word) if word else choice_offers(bench, additions(bench).choices)
        return
    bench, at = typed_row(bench, model, typed)
    if match is None:
        yield from key_offers(bench, at)
        first = next((slot.id for slot in slots(bench, at) if slot.open), None)
        if word:
            yield from name_offers(bench, word, at)
        elif first is not None:
            yield from choice_offers(bench, choices(bench, at, first).choices)
        return
    reader = reader_at(bench, at)
    done, comma, _ = match["value"].rpartition(",")
    start = f"{match['key']}{match['op']}{done}{comma}"
    for offer in value_offers(bench, at, reader.parts(word)[0], match["op"], done):
        yield offer._replace(value=start + offer.value)


def typed_row(bench: Bench, model: str | None, typed: Sequence[str]) -> tuple[Bench, Place]:
    """The bench with the words before made to it, as far as they can be read, and the row that they are about."""
    game = bench.report.force.game
    if model is not None:
        at = resolve_row(bench.tree, model, game)
        try:
            new = reader_at(bench, at).read(list(typed), row_at(bench.tree, at))
        except EditError:
            return bench, at
        edits: list[Edit] = [Set(at=at, key=key, value=value) for key, value in new.items()] if typed else []
        return apply(bench, Many(edits=tuple(edits))), at
    kind = "groups" if typed[:1] == ["group"] else "models"
    reader, words = WordReader(game, kind), list(typed[kind == "groups" :])
    try:
        made: Sequence[dict[str, Tree]] = reader.rows(words) if kind == "models" else [reader.read(words, {})]
    except EditError:
        made = [{}]
    after = apply(bench, Many(edits=tuple(Add(row=row, kind=kind) for row in made)))
    return after, (kind, len(rows_of(after.tree, kind)) - 1)


def reader_at(bench: Bench, at: Place) -> WordReader:
    """What reads words about a row, or about the list itself."""
    return WordReader(bench.report.force.game, str(at[0]) if at else "list")


def key_offers(bench: Bench, at: Place) -> Iterator[CompletionWord]:
    """Keys, each to be followed by a value."""
    for slot in slots(bench, at):
        if slot.open:
            yield CompletionWord(f"{slot.id}=", more=True)
    for field in fields(bench, at):
        yield CompletionWord(f"{field.id}=", more=True)


def name_offers(bench: Bench, word: str, at: Place = ("models", 0)) -> Iterator[CompletionWord]:
    """The names that a word begins, of all slots that are open."""
    reader = reader_at(bench, at)
    kinds = {slot.kind for slot in reader.open_slots.values()}
    for hit in find(bench, word).hits:
        if hit.entry is not None and hit.entry.kind in kinds:
            price = f"{hit.entry.cost} {reader.game.points}" if hit.entry.cost else ""
            yield CompletionWord(reader.spelling(hit.entry), price)


def value_offers(bench: Bench, at: Place, key: str, op: str, done: str) -> Iterator[CompletionWord]:
    """What fits behind a key, and behind the names that are there already; behind `-=`, what is held."""
    slot = next((one for one in slots(bench, at) if one.id == key), None)
    if slot is not None and op == "-=":
        yield from (CompletionWord(one.name) for one in slot.held if one.nth is not None)
    elif slot is not None:
        held = [one for one in slot.held if one.nth is not None]
        if op == "=" and not done and len(held) == 1:
            yield from choice_offers(bench, choices(bench, at, key, nth=0).choices)
        else:
            old = row_at(bench.tree, at).get(key) if op == "+=" else None
            value = reader_at(bench, at).change(key, op, done, old) if done else old
            found = choices(apply(bench, Set(at=at, key=key, value=value)), at, key, more=True).choices
            yield from choice_offers(bench, (one for one in found if one.standing != "held"))
    for field in fields(bench, at):
        if field.id == key:
            yield from (CompletionWord(f"{one.id}:", one.name, more=True) for one in field.raises)
            names = {one.id: one.name for one in bench.report.force.game.formats} if key == "format" else {}
            yield from (
                CompletionWord(value, names.get(value, ""), more=value.endswith(":")) for value in field.options
            )


def choice_offers(bench: Bench, found: Iterable[Choice]) -> Iterator[CompletionWord]:
    """Choices that can be taken, with what the total moves by and what is against them."""
    game, before = bench.report.force.game, bench.report.force.cost
    reader = WordReader(game, "models")
    for one in found:
        if one.standing != "never" and one.entry is not None:
            total = before if one.standing == "held" else one.total
            price = [f"{total - before:+d} {game.points}"] if total != before else []
            reasons = [short_reason(one.reasons[0])] if one.standing == "not-now" else []
            yield CompletionWord(reader.spelling(one.entry), ", ".join([*price, *reasons]))
