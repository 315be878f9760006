"""Keywords as printed on entries: found by their forms, their values typed, their texts filled in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from listbuilder.base.findings import Finding
from listbuilder.catalogue import Entry, FieldValue, Form, Grant, KeywordUse, KindSpec, NumberChange
from listbuilder.catalogue.effects.printed_values import amount_of, fill_places
from listbuilder.catalogue.entries import Keyword
from listbuilder.catalogue.printed_names import printed_as, read_form, typed_value
from listbuilder.catalogue.query import Quantity
from listbuilder.loading.raw_parts import Origin

Change = TypeVar("Change", bound=NumberChange)


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
        # Values may be entries of a kind, which are then checked by their spellings.
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
        """The use of a keyword; raises KeywordError with what was expected."""
        kinds = set(allowed)
        fits = [one for one in self.readers if not kinds or one.keyword.kind in kinds]
        for one in fits:
            raw = read_form(one.shape, one.form.values, printed)
            if raw is not None and (values := self.values(one.form, raw)) is not None:
                shown = printed_as(one.form.form, raw, values) if raw else printed
                return KeywordUse(
                    kind=one.keyword.kind,
                    keyword=one.keyword.id,
                    printed=shown,
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
    return fill_places(one.form.text or one.keyword.text, values.get)


def fill_grant(grant: Grant, values: Mapping[str, FieldValue]) -> Grant:
    """A keyword's grant with the printed value in the place of its name, such as `x`."""

    def fill_all(changes: Mapping[str, Change]) -> dict[str, Change]:
        return {key: fill_change(change, values) for key, change in changes.items()}

    return replace(
        grant,
        stats=fill_all(grant.stats),
        slots=fill_all(grant.slots),
        budgets=fill_all(grant.budgets),
        fields={slot: fill_all(changes) for slot, changes in grant.fields.items()},
    )


def fill_change(change: Change, values: Mapping[str, FieldValue]) -> Change:
    """A change with the keyword's value as its amount, if it names one."""
    if isinstance(change.add, str):
        number = amount_of(values.get(change.add.removeprefix("-")))
        if number is not None:
            return replace(change, add=Quantity(number=-number if change.add.startswith("-") else number))
    return change


# Linking: keywords on entries are read, grants of keywords join those of the entry that prints them.


def link_entries(
    entries: list[tuple[Entry, Origin]], kinds: dict[str, KindSpec], problems: list[Finding]
) -> list[tuple[Entry, Origin]]:
    """The entries with `keyword_uses` and `all_grants` filled in."""
    index = KeywordIndex([entry for entry, _ in entries])
    return [(_link(entry, origin, index, kinds, problems), origin) for entry, origin in entries]


def given_keywords(entries: list[Entry], grants: Iterable[Grant]) -> Iterator[tuple[str, Entry | None]]:
    """The keywords that grants give, as entries of their own with their values filled in; None for no keyword."""
    index = KeywordIndex(entries)
    for printed in dict.fromkeys(word for grant in grants for word in grant.keywords):
        try:
            use = index.read(printed)
        except KeywordError:
            yield printed, None
            continue
        uses = [use, *index.implied(use, ())]
        own = tuple(fill_grant(grant, one.values) for one in uses for grant in index.home(one).grants)
        yield printed, replace(index.home(use), name=printed, text=use.text, keyword_uses=tuple(uses), all_grants=own)


def _link(
    entry: Entry, origin: Origin, index: KeywordIndex, kinds: dict[str, KindSpec], problems: list[Finding]
) -> Entry:
    spec = kinds.get(entry.kind, KindSpec())
    base = kinds.get(spec.is_, KindSpec())
    allowed = spec.keywords or base.keywords
    if not index.kinds.issuperset(allowed):
        # A kind that does not exist is reported where it is named; here it must not hide all keywords.
        allowed = ()
    uses: list[KeywordUse] = []
    for at, printed in enumerate(entry.keywords):
        try:
            uses.append(index.read(printed, allowed))
        except KeywordError as problem:
            fact, hint = problem.args
            problems.append(origin.at("keywords", at).problem(fact, hint, "catalogue.keyword"))
    uses = _stacked(uses, index, allowed)
    for use in uses:
        # `uses` grows during the loop: implied keywords imply their own.
        for implied in index.implied(use, allowed):
            # Also what ends circles of keywords, which the proofs report.
            if implied.key not in {one.key for one in uses}:
                uses.append(replace(implied, implied_by=use.printed))
    # The grants of a keyword with values need those values, so they work on the entry that prints it.
    given: list[Grant] = [] if isinstance(entry, Keyword) and entry.forms else [*entry.grants]
    given += [fill_grant(grant, use.values) for use in uses for grant in index.home(use).grants]
    return replace(entry, keyword_uses=tuple(uses), all_grants=tuple(given))


def _stacked(uses: list[KeywordUse], index: KeywordIndex, allowed: tuple[str, ...]) -> list[KeywordUse]:
    """The uses, with several of one keyword replaced by what they stack to."""
    counts = Counter(use.key for use in uses)
    found: list[KeywordUse] = []
    for use in uses:
        stacks = index.home(use).stacks if counts[use.key] > 1 else ""
        one = index.read(stacks, allowed) if stacks else use
        if one not in found or not stacks:
            found.append(one)
    return found
