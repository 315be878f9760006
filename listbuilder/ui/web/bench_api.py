"""The bench over HTTP: a list comes in with a question or an edit, the judged list goes out. Nothing is kept between.

`open` and `apply` answer with the bench as `building/bench_json.py` describes it, and beside it `about` (the game's
name, formats, the key that names a model's group, whether lists have choices of their own, whether the game keeps
anything secret, its stats by id), `kinds` (what each kind of thing costs in all) and `line` (the list's own picks);
`apply` adds `change`, and rolls for what it adds where that is left to dice. `place` has a row's slots, those `inner`
ones of picks with slots, its fields, its `card`, and what can be had by one edit (`offers`: slot by slot, whatever
fits it now); with `edit`, it is the place as it would be after it, without offers. `find` ranks choices by what was
typed. `collection` has what can be owned and how many are, `preview` the first card as it is printed. `share` with
`secret` is for an opponent, and has beside it what opens the seal later (`reveal`). `play_api.py` answers what is
asked in play.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple

from listbuilder.base.errors import EditError
from listbuilder.building import (
    Bench,
    Choice,
    Choices,
    Many,
    Place,
    SlotView,
    additions,
    apply,
    changes,
    costs_by_kind,
    edit_document,
    find,
    fits,
    fixes,
    open_bench,
    quick,
    read_edit,
    rolls,
    share_code,
    slots,
    with_rolls,
)
from listbuilder.building.bench_json import (
    bench_json,
    change_json,
    choices_json,
    fits_json,
    fix_json,
    found_json,
    place_json,
)
from listbuilder.building.choices import iter_choices, run_search
from listbuilder.exchange.documents.catalogue_document import game_summary
from listbuilder.exchange.documents.difference import compare_lists, difference_lines
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.exchange.documents.reveal_document import reveal_of, write_reveals
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.import_result import ImportedList, import_doubts
from listbuilder.exchange.formats.importing import import_one
from listbuilder.exchange.formats.qr import write_qr
from listbuilder.judging.collection import parse_collection
from listbuilder.judging.secrecy import conceal, keeps_secrets
from listbuilder.lists import parse_list
from listbuilder.lists.rolling import draw_seed
from listbuilder.loading.templates import Templates
from listbuilder.storage.reading import Document, read_text
from listbuilder.ui.web.card_json import card_at, facts_of
from listbuilder.ui.web.play_api import (
    attack_document,
    dice_document,
    mission_page,
    odds_document,
    play_document,
    read_attack,
    rules_document,
)
from listbuilder.ui.web.shelf import Shelf

Json = dict[str, Any]


class BenchQuestion(NamedTuple):
    """A list that is being built, and what is asked of it; `api_types.BenchRequest` explains each key."""

    list: Mapping[str, Any] | str
    edit: Json | None = None
    at: Sequence[str | int] = ()
    slot: str = ""
    nth: int | None = None
    kind: Literal["models", "groups"] = "models"
    seed: int | None = None
    finding: int = 0
    line: str = ""
    other: Json | None = None
    collection: str | None = None
    secret: str | None = None
    event: str | None = None
    address: str = ""
    attack: Json | None = None
    theme: str | None = None
    paper: str | None = None
    size: str | None = None
    never: bool = False


def answer(question: str, asked: BenchQuestion, shelf: Shelf) -> Json:
    """The answer to a question about a list, which may be in any form that `import` reads.

    Opening a text answers `notes`, too: what `import` says about it, a sentence or two each.
    """
    given, imported = asked.list, None
    if isinstance(given, str):
        imported = import_one(given.encode("utf-8", "replace"), shelf.load, shelf.ids)
        given = imported.tree
    document = Document(dict(given), {}, None)
    game = shelf.load(parse_list(document).game)
    owned = parse_collection(read_text(asked.collection), game) if asked.collection else None
    bench = open_bench(document, game, shelf.event(asked.event), owned)
    if question == "preview":
        return _preview(document, asked, shelf)
    if question in WITH_CARDS:
        return WITH_CARDS[question](bench, asked, shelf.templates(game.id))
    found = ANSWERS[question](bench, asked)
    return {**found, "notes": list(_notes(imported, bench))} if question == "open" and imported else found


def _notes(imported: ImportedList, bench: Bench) -> Iterator[str]:
    for doubt in import_doubts(imported, bench.report):
        yield f"Line {doubt.line}: {doubt.message} {doubt.hint or ''}".rstrip()
    if lines := [str(one.line) for one in imported.kept]:
        yield f"Left out, because no part of a list: {'lines' if len(lines) > 1 else 'line'} {', '.join(lines)}."


def _open(bench: Bench, asked: BenchQuestion) -> Json:
    return _view(bench)


def _apply(bench: Bench, asked: BenchQuestion) -> Json:
    after = apply(bench, with_rolls(bench, read_edit(asked.edit), _seed(asked)))
    return {**_view(after), "change": change_json(changes(bench, after))}


def _place(bench: Bench, asked: BenchQuestion, templates: Templates) -> Json:
    after = apply(bench, read_edit(asked.edit)) if asked.edit is not None else bench
    at: Place = tuple(asked.at)
    inner = _inner(after, at)
    offers = [] if after is not bench else list(_offers(bench, [*slots(bench, at), *chain(*inner.values())]))
    return {
        **place_json(after, at),
        "inner": {place: [dump(slot) for slot in found] for place, found in inner.items()},
        "card": card_at(after.report.force, at, templates),
        "offers": offers,
    }


def _choices(bench: Bench, asked: BenchQuestion) -> Json:
    found = _asked(bench, asked)
    made = choices_json(found)
    for one, choice in zip(made["choices"], found.choices, strict=True):
        one["facts"] = facts_of(bench.game, choice.entry) if choice.entry else []
    return made


def _find(bench: Bench, asked: BenchQuestion) -> Json:
    within = _asked(bench, asked)
    return found_json(find(bench, asked.line, within), within)


def _asked(bench: Bench, asked: BenchQuestion) -> Choices:
    """The choices for a slot, those it never takes only if asked for; or without a slot what can be added."""
    if not asked.slot:
        return additions(bench, asked.kind)
    return run_search(iter_choices(bench, tuple(asked.at), asked.slot, asked.nth, never=asked.never))


def _quick(bench: Bench, asked: BenchQuestion) -> Json:
    return {"edit": edit_document(quick(bench, tuple(asked.at), asked.line))}


def _roll(bench: Bench, asked: BenchQuestion) -> Json:
    at: Place = tuple(asked.at)
    if asked.slot and not any(one.id == asked.slot and one.rolled for one in slots(bench, at)):
        raise EditError.of("edit.word", f"`{asked.slot}` is not rolled for here.", "Choose for it instead.")
    edits, found = rolls(bench, at, _seed(asked), asked.slot or None)
    told = " ".join(f"{one.table.name}: a roll of {one.number} is {one.entry.name}." for one in found)
    return {"edit": edit_document(Many(edits=edits, words=told)), "told": told or "There is nothing to roll for here."}


def _seed(asked: BenchQuestion) -> int:
    return draw_seed() if asked.seed is None else asked.seed


def _fixes(bench: Bench, asked: BenchQuestion) -> Json:
    findings = bench.report.findings
    if asked.finding >= len(findings):
        raise EditError.of("edit.place", f"The list has no finding {asked.finding}.", "Judge it again.")
    return {"fixes": [fix_json(one) for one in fixes(bench, findings[asked.finding])]}


def _fits(bench: Bench, asked: BenchQuestion) -> Json:
    return fits_json(fits(bench))


def _collection(bench: Bench, asked: BenchQuestion) -> Json:
    """Everything that models can hold, kind by kind, and how many of each are owned; null where nobody counts them."""
    game, owned = bench.report.force.game, bench.collection
    if isinstance(owned, Document):
        owned = parse_collection(owned, game)
    kinds = dict.fromkeys(slot.kind for slot in game.model.slots.values())
    return {
        "kinds": [
            {
                "id": kind,
                "name": game.kind_name(kind, many=True),
                "entries": [
                    {"id": one.id, "name": one.name, "owned": owned.has(one) if owned else None}
                    for one in game.entries
                    if one.kind == kind
                ],
            }
            for kind in kinds
        ]
    }


def _diff(bench: Bench, asked: BenchQuestion) -> Json:
    other = open_bench(Document(asked.other or {}, {}, None), bench.game, bench.event, bench.collection)
    found = compare_lists(list_from_report(other.report), list_from_report(bench.report))
    return {"same": found.same, "lines": difference_lines(found)}


def _share(bench: Bench, asked: BenchQuestion) -> Json:
    report = bench.report if asked.secret is None else conceal(bench.report, asked.secret)
    judged = list_from_report(report)
    code = share_code(report)
    return {
        "file": re.sub(r"[^a-z0-9]+", "-", judged.title.lower()).strip("-")[:60] or "list",
        "text": write_list(judged, "text"),
        "yaml": write_list(judged, "yaml"),
        "json": write_list(judged, "json"),
        "code": code,
        "reveal": write_reveals([reveal_of(bench.report, asked.secret)]) if asked.secret else None,
        # A camera opens an address; a bare code would be text that nobody knows what to do with.
        "qr": write_qr(f"{asked.address}#{code}" if asked.address else code, "svg").decode() if code else None,
    }


def _preview(document: Document, asked: BenchQuestion, shelf: Shelf) -> Json:
    # Imported late: in the browser, what draws arrives with the first print.
    from listbuilder.ui.web.pdf import PrintRequest, print_preview

    return print_preview(
        PrintRequest(document, True, asked.event, asked.secret, None, asked.theme, asked.paper, asked.size), shelf
    )


def _play(bench: Bench, asked: BenchQuestion, templates: Templates) -> Json:
    return play_document(bench.report.force, templates)


def _odds(bench: Bench, asked: BenchQuestion) -> Json:
    return odds_document(bench, asked.other, read_attack(asked.attack))


def _attack(bench: Bench, asked: BenchQuestion) -> Json:
    return attack_document(bench, asked.other, read_attack(asked.attack), _seed(asked))


def _dice(bench: Bench, asked: BenchQuestion) -> Json:
    return {**dice_document(asked.line, seed := _seed(asked)), "seed": seed}


def _mission(bench: Bench, asked: BenchQuestion) -> Json:
    return mission_page(bench.game, _seed(asked), asked.line)


def _rules(bench: Bench, asked: BenchQuestion) -> Json:
    return rules_document(bench.report.force)


ANSWERS: Mapping[str, Callable[[Bench, BenchQuestion], Json]] = {
    "additions": _choices,
    "apply": _apply,
    "attack": _attack,
    "choices": _choices,
    "dice": _dice,
    "collection": _collection,
    "diff": _diff,
    "find": _find,
    "fits": _fits,
    "fixes": _fixes,
    "mission": _mission,
    "odds": _odds,
    "open": _open,
    "quick": _quick,
    "roll": _roll,
    "rules": _rules,
    "share": _share,
}
# Their cards look as they do in print.
WITH_CARDS: Mapping[str, Callable[[Bench, BenchQuestion, Templates], Json]] = {"place": _place, "play": _play}


def _view(bench: Bench) -> Json:
    force = bench.report.force
    game = force.game
    summary = game_summary(game)
    about = {
        **{key: summary[key] for key in ("id", "name", "points", "formats")},
        "groups": game.model.group_key,
        "own": bool(game.list.slots or game.list.fields),
        "secrets": keeps_secrets(game),
        "stats": {id: stat.name for id, stat in game.stats.items()},
    }
    kinds = [{"label": kind, "cost": cost} for kind, cost in costs_by_kind(force)]
    line = ", ".join(pick.entry.name for pick in force.entries)
    return {**bench_json(bench), "about": about, "kinds": kinds, "line": line}


def _category(choice: Choice) -> str | None:
    return choice.entry.category if choice.entry else None


def _inner(bench: Bench, at: Place) -> dict[str, tuple[SlotView, ...]]:
    """The slots inside the picks of a place, to any depth, by the place of the pick as JSON writes it."""
    found: dict[str, tuple[SlotView, ...]] = {}
    waiting = list(slots(bench, at))
    while waiting:
        for held in waiting.pop().held:
            if held.inside:
                inner = slots(bench, held.at)
                found[json.dumps(held.at, separators=(",", ":"))] = inner
                waiting += inner
    return found


def _offers(bench: Bench, several: Iterable[SlotView]) -> Iterator[Json]:
    """What fits into each slot that can take something now; what a row is at all is left alone once it is chosen."""
    heads = {next(iter(sheet.slots), "") for sheet in (bench.report.force.game.model, bench.report.force.game.group)}
    for slot in several:
        chosen = len(slot.at) == 2 and slot.id in heads and slot.held
        if not slot.open or chosen or (slot.full and slot.room != 1):
            continue
        found = run_search(iter_choices(bench, slot.at, slot.id, never=False))
        fitting = [one for one in found.choices if one.standing in ("fits", "warns", "needs")]
        yield {
            "at": list(slot.at),
            "slot": slot.id,
            "all": len(found.choices),
            "fits": [
                {"name": one.name, "price": one.price, "category": _category(one), "edit": edit_document(one.edit)}
                for one in fitting
            ],
        }
