"""Names as rulebooks print them with something beside them: a cost in brackets, or the values of a form.

A game, a kind and a text go in, the entry comes out; with values, an entry of the same id that has them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from listbuilder.catalogue.effects.texts import filled
from listbuilder.catalogue.forms import printed_as, read_form, typed_value
from listbuilder.record import changed

if TYPE_CHECKING:
    from listbuilder.catalogue.entry import Entry
    from listbuilder.catalogue.game import Game

PRICED = re.compile(r"\((?P<before>\d{1,4})\) ?(?P<name>.+)|(?P<first>.+?) ?\((?P<behind>\d{1,4})\)")


def read_printed(game: Game, kind: str, text: str) -> Entry | None:
    """The entry that a printed text with brackets or values means."""
    for entry in game.formed.get(kind, ()):
        if (found := _with_values(entry, text)) is not None:
            return found
    match = PRICED.fullmatch(text.strip()) if "(" in text else None
    if match is None:
        return None
    found = game.find(kind, match["name"] or match["first"])
    return found if found and found.cost == int(match["before"] or match["behind"]) else None


def _with_values(entry: Entry, text: str) -> Entry | None:
    """An entry with the values that a text says, where the text is of one of its forms."""
    for form in entry.forms:
        raw = read_form(form.form, form.values, text)
        if raw is None:
            continue
        values = {name: typed_value(form.values.get(name, "text"), one) for name, one in raw.items()}
        said = printed_as(form.form, raw, values)
        fields = {**entry.fields, **{name: value for name, value in values.items() if value is not None}}
        return changed(
            entry, name=said, said=said, text=filled(form.text or entry.text, values.get), fields=fields, forms=()
        )
    return None
