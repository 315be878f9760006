"""Keywords as printed on entries: found by their forms, their values typed, their texts filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from listbuilder.catalogue import Change, Entry, FieldValue, Form, Grant, KeywordUse
from listbuilder.catalogue.effects.texts import filled
from listbuilder.catalogue.effects.values import amount_of
from listbuilder.catalogue.entry import Keyword
from listbuilder.catalogue.forms import printed_as, read_form, typed_value
from listbuilder.quantity import plain


class KeywordError(ValueError):
    """A printed keyword that no form fits; its two arguments are the fact and a hint."""


@dataclass(frozen=True)
class _Reader:
    """One shape that a form of a keyword is printed in."""

    keyword: Keyword
    form: Form
    shape: str


class KeywordIndex:
    """All keywords of a game, ready to read what entries print."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.keywords = [entry for entry in entries if isinstance(entry, Keyword)]
        self.kinds = {keyword.kind for keyword in self.keywords}
        self.by_key = {keyword.key: keyword for keyword in self.keywords}
        self.names: dict[str, set[str]] = {"entry": set()}
        for entry in entries:
            spellings = {name.lower() for name in (entry.id, entry.name, *entry.aliases)}
            self.names["entry"] |= spellings
            self.names.setdefault(entry.kind, set()).update(spellings)
        readers = [
            _Reader(keyword, form, shape)
            for keyword in self.keywords
            for form in forms_of(keyword)
            for shape in (form.form, *form.also)
        ]
        # Forms with more fixed words win, so that `Pierce Crits {x}` is tried before `Pierce {x}`.
        self.readers = sorted(
            readers, key=lambda one: (-len(re.sub(r"\{[^}]*\}", "", one.shape)), len(one.form.values))
        )

    def read(self, printed: str, allowed: Iterable[str] = ()) -> KeywordUse:
        """The use of a keyword, or KeywordError that says what was expected."""
        kinds = set(allowed)
        fits = [one for one in self.readers if not kinds or one.keyword.kind in kinds]
        for one in fits:
            raw = read_form(one.shape, one.form.values, printed)
            if raw is not None and (values := self.values(one.form, raw)) is not None:
                said = printed_as(one.form.form, raw, values) if raw else printed
                return KeywordUse(
                    kind=one.keyword.kind,
                    keyword=one.keyword.id,
                    printed=said,
                    form=one.form.id,
                    values=values,
                    text=fill(one, values),
                )
        raise KeywordError(f'"{printed}" is no keyword.', self.expected(printed, fits))

    def home(self, use: KeywordUse) -> Keyword:
        """The keyword that a use is of."""
        return self.by_key[use.key]

    def implied(self, use: KeywordUse, allowed: Iterable[str]) -> list[KeywordUse]:
        """The keywords that a keyword brings along; misspelt ones have been reported where they are written."""
        found = []
        for printed in self.home(use).keywords:
            with suppress(KeywordError):
                found.append(self.read(printed, allowed))
        return found

    def values(self, form: Form, raw: Mapping[str, str]) -> dict[str, FieldValue] | None:
        """The typed values of a form, or None when one is not of its type."""
        found: dict[str, FieldValue] = {}
        for name, text in raw.items():
            kind = form.values.get(name, "text")
            value = typed_value(kind, text)
            if value is None or (kind in self.names and text.lower() not in self.names[kind]):
                return None
            found[name] = value
        return found

    def expected(self, printed: str, readers: list[_Reader]) -> str:
        """What a keyword that nothing fits should have looked like."""
        from difflib import get_close_matches

        words = printed.lower()
        near = [one.form.form for one in readers if one.keyword.name.lower() in words]
        if not near:
            forms = {one.form.form.lower(): one.form.form for one in readers}
            near = [forms[close] for close in get_close_matches(words, forms, n=2, cutoff=0.5)]
        kinds = {name: kind for one in readers for name, kind in one.form.values.items() if one.form.form in near}
        values = f", where {', '.join(f'{name} is a {kind}' for name, kind in kinds.items())}" if kinds else ""
        return f"It is printed like {' or '.join(near)}{values}." if near else ""


def forms_of(keyword: Keyword) -> tuple[Form, ...]:
    """The forms of a keyword; one without any is printed by its name."""
    names = (keyword.name, *keyword.aliases)
    return keyword.forms or tuple(Form(form=name, id=keyword.id, text=keyword.text) for name in names)


def fill(one: _Reader, values: Mapping[str, FieldValue]) -> str:
    """The text of a form with its values filled in."""
    return filled(one.form.text or one.keyword.text, values.get)


def fill_grant(grant: Grant, values: Mapping[str, FieldValue]) -> Grant:
    """A keyword's grant with the value printed on the entry where it says `x`."""

    def filled(changes: Mapping[str, Change]) -> dict[str, Change]:
        return {key: fill_change(change, values) for key, change in changes.items()}

    return replace(
        grant,
        stats=filled(grant.stats),
        slots=filled(grant.slots),
        budgets=filled(grant.budgets),
        fields={slot: filled(changes) for slot, changes in grant.fields.items()},
    )


def fill_change(change: Change, values: Mapping[str, FieldValue]) -> Change:
    """A change whose amount is the keyword's value, where it says so."""
    if isinstance(change.add, str):
        number = amount_of(values.get(change.add.removeprefix("-")))
        if number is not None:
            return replace(change, add=plain(-number if change.add.startswith("-") else number))
    return change
