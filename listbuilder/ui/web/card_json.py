"""Cards as data: what the printed card of a model holds, for a page to show. A force goes in, JSON comes out."""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue import Entry, Game
from listbuilder.judging.force import Force, detached_pick
from listbuilder.loading.templates import Templates, outline_paths
from listbuilder.printing.card_content import Block, Content, Decline, Item, Items, Paragraph, ProfileTable, Ticks
from listbuilder.printing.card_style import accent_of, emblem_of
from listbuilder.printing.entry_items import item_of
from listbuilder.printing.model_cards import list_content, model_contents
from listbuilder.printing.reference_cards import reference_contents
from listbuilder.storage.reading import Path

Json = dict[str, Any]


def card_at(force: Force, at: Path, templates: Templates) -> Json | None:
    """The card of the first copy of a row; None for the list, a group, or a row that is no model."""
    for model, content in zip(force.models, model_contents(force, merge=False, texts=True), strict=True):
        if model.path == at[:2]:
            return _content(content, templates)
    return None


def facts_of(game: Game, entry: Entry) -> list[str]:
    """What is printed with an entry in short: stats, range, damage, how it is used, keywords."""
    stats = [f"{game.stats[id].name} {value}{game.stats[id].suffix}" for id, value in entry.stats.items()]
    names = {one.id: one.name for one in game.entries}
    return [*stats, *(names.get(word, word) for word in item_of(game, detached_pick(entry)).meta)]


def card_documents(force: Force, templates: Templates) -> list[Json]:
    """The card of every model, each copy by itself."""
    return [_content(content, templates) for content in model_contents(force, merge=False, texts=True)]


def list_card(force: Force, templates: Templates) -> Json | None:
    """The card of the list itself, without the roster that stands beside it; None if that is all there is."""
    content = list_content(force, texts=True)
    blocks = tuple(block for block in content.blocks if isinstance(block, (Items, Paragraph)))
    return _content(content._replace(blocks=blocks), templates) if blocks else None


def reference_document(force: Force) -> list[Json]:
    """What is looked up in play: every word and table with its text."""
    return [_reference(content) for content in reference_contents(force)]


def _reference(content: Content) -> Json:
    items = [item for block in content.blocks if isinstance(block, Items) for item in block.items]
    return {"title": content.name, "items": [_item(item) for item in items]}


def _content(content: Content, templates: Templates) -> Json:
    return {
        "colour": accent_of(templates, templates.look, content),
        "emblem": outline_paths(emblem_of(templates, templates.look, content).operators),
        "name": content.name,
        "title": content.title,
        "cost": content.cost,
        "unit": content.unit_of_cost,
        "marks": list(content.marks),
        "group": content.group.name if content.group else None,
        "stats": [list(stat) for stat in content.stats],
        "blocks": [_block(block) for block in content.blocks],
    }


def _block(block: Block) -> Json:
    match block:
        case Items():
            return {"kind": "items", "title": block.title, "items": [_item(item) for item in block.items]}
        case ProfileTable():
            rows = [{"item": _item(row.item), "cells": list(row.cells)} for row in block.rows]
            return {"kind": "table", "title": block.title, "heads": list(block.heads), "rows": rows}
        case Ticks():
            return {"kind": "ticks", "tracks": [track._asdict() for track in block.tracks]}
        case Decline():
            return {"kind": "decline", "title": block.title, "turns": list(block.turns), "rows": list(block.rows)}
        case Paragraph():
            return {"kind": "note", **block._asdict()}
        case _:
            return {"kind": "writing"}


def _item(item: Item) -> Json:
    return {"name": item.name, "text": item.text, "meta": list(item.meta), "boxes": item.boxes}
