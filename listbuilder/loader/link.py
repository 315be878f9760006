"""Linking: keywords on entries are read, grants of keywords join those of the entry that prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from listbuilder.catalogue import Entry, Grant, KeywordUse, KindSpec
from listbuilder.catalogue.entry import Keyword
from listbuilder.finding import Finding
from listbuilder.loader.keywords import KeywordError, KeywordIndex, fill_grant
from listbuilder.loader.parts import Origin

__all__ = ["link_entries"]


def link_entries(
    entries: list[tuple[Entry, Origin]], kinds: dict[str, KindSpec], problems: list[Finding]
) -> list[tuple[Entry, Origin]]:
    """The entries with `uses_of` and `effects` filled in."""
    index = KeywordIndex([entry for entry, _ in entries])
    by_id = {keyword.id: keyword for keyword in index.keywords}
    return [(_link(entry, origin, index, by_id, kinds, problems), origin) for entry, origin in entries]


def _link(
    entry: Entry,
    origin: Origin,
    index: KeywordIndex,
    by_id: Mapping[str, Entry],
    kinds: dict[str, KindSpec],
    problems: list[Finding],
) -> Entry:
    spec = kinds.get(entry.kind, KindSpec())
    base = kinds.get(spec.is_, KindSpec())
    allowed = spec.keywords or base.keywords
    uses: list[KeywordUse] = []
    for at, printed in enumerate(entry.keywords):
        try:
            uses.append(index.read(printed, allowed))
        except KeywordError as problem:
            fact, hint = problem.args
            problems.append(origin.at("keywords", at).problem(fact, hint, "catalogue.keyword"))
    uses = _stacked(uses, by_id, index, allowed)
    for use in uses:
        # The list grows as it is walked, so that implied keywords imply their own.
        for implied in index.implied(by_id[use.keyword], allowed):
            if implied.keyword not in {one.keyword for one in uses}:
                uses.append(replace(implied, implied_by=use.printed))
    # A keyword's own grants may hang on its values, so they work on the entry that prints it, never by themselves.
    given: list[Grant] = [] if isinstance(entry, Keyword) else [*entry.grants]
    given += [fill_grant(grant, use.values) for use in uses for grant in by_id[use.keyword].grants]
    return replace(entry, uses_of=tuple(uses), effects=tuple(given))


def _stacked(
    uses: list[KeywordUse], by_id: Mapping[str, Entry], index: KeywordIndex, allowed: tuple[str, ...]
) -> list[KeywordUse]:
    """The uses with several of one keyword read as what that keyword says they stack to."""
    counts = Counter(use.keyword for use in uses)
    found: list[KeywordUse] = []
    for use in uses:
        stacks = getattr(by_id[use.keyword], "stacks", "") if counts[use.keyword] > 1 else ""
        one = index.read(stacks, allowed) if stacks else use
        if one not in found or not stacks:
            found.append(one)
    return found
