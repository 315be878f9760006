"""Linking: keywords on entries are read, grants of keywords join those of the entry that prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from listbuilder.catalogue import Entry, Grant, KeywordUse, KindSpec
from listbuilder.catalogue.entry import Keyword
from listbuilder.finding import Finding
from listbuilder.loader.keywords import KeywordError, KeywordIndex, fill_grant
from listbuilder.loader.parts import Origin


def link_entries(
    entries: list[tuple[Entry, Origin]], kinds: dict[str, KindSpec], problems: list[Finding]
) -> list[tuple[Entry, Origin]]:
    """The entries with `uses_of` and `all_grants` filled in."""
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
        yield printed, replace(index.home(use), name=printed, text=use.text, uses_of=tuple(uses), all_grants=own)


def _link(
    entry: Entry, origin: Origin, index: KeywordIndex, kinds: dict[str, KindSpec], problems: list[Finding]
) -> Entry:
    spec = kinds.get(entry.kind, KindSpec())
    base = kinds.get(spec.is_, KindSpec())
    allowed = spec.keywords or base.keywords
    if not index.kinds.issuperset(allowed):
        allowed = ()  # a kind that does not exist is told where it is named
    uses: list[KeywordUse] = []
    for at, printed in enumerate(entry.keywords):
        try:
            uses.append(index.read(printed, allowed))
        except KeywordError as problem:
            fact, hint = problem.args
            problems.append(origin.at("keywords", at).problem(fact, hint, "catalogue.keyword"))
    uses = _stacked(uses, index, allowed)
    for use in uses:
        # The list grows as it is walked, so that implied keywords imply their own.
        for implied in index.implied(use, allowed):
            if implied.key not in {one.key for one in uses}:
                uses.append(replace(implied, implied_by=use.printed))
    # The grants of a keyword with values need those values, so they work on the entry that prints it.
    given: list[Grant] = [] if isinstance(entry, Keyword) and entry.forms else [*entry.grants]
    given += [fill_grant(grant, use.values) for use in uses for grant in index.home(use).grants]
    return replace(entry, uses_of=tuple(uses), all_grants=tuple(given))


def _stacked(uses: list[KeywordUse], index: KeywordIndex, allowed: tuple[str, ...]) -> list[KeywordUse]:
    """The uses with several of one keyword read as what that keyword says they stack to."""
    counts = Counter(use.key for use in uses)
    found: list[KeywordUse] = []
    for use in uses:
        stacks = index.home(use).stacks if counts[use.key] > 1 else ""
        one = index.read(stacks, allowed) if stacks else use
        if one not in found or not stacks:
            found.append(one)
    return found
