"""From a list to its report: `Referee` reads, resolves and validates.

`validate` gathers every rule in force, remembers who brought it in, runs them all and reports everything at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from listbuilder.base.errors import ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.catalogue import Entry, Event, Game
from listbuilder.catalogue.rules import Rule
from listbuilder.catalogue.rules.implied import event_rules, implied_rules
from listbuilder.judging.collection import CollectionSource, find_missing, parse_collection
from listbuilder.judging.force import Force, Node, Owner
from listbuilder.judging.resolver import resolve
from listbuilder.lists.document import ListDocument, Source, parse_list, read_list
from listbuilder.storage.reading import Document

ORDER = {"error": 0, "warning": 1, "info": 2}
MALFORMED = ("file.", "key.")
EMPTY_LIST = Finding(
    code="list.empty",
    message="The list has no models.",
    hint="Add at least one under `models:`.",
    severity="warning",
    where="models",
    path=("models",),
)


class RuleInForce(NamedTuple):
    """A rule, who brought it in, and the model or group it is about where an entry there brought it in."""

    rule: Rule
    brought_by: str
    at: Owner | None = None


@record
class Report:
    """The verdict on one list, with every finding."""

    force: Force
    findings: tuple[Finding, ...]

    @property
    def valid(self) -> bool:
        """Whether there is no error."""
        return not self.errors

    @property
    def errors(self) -> int:
        """How many errors there are."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def malformed(self) -> bool:
        """Whether some key or value of the file could not be understood."""
        return any(finding.code.startswith(MALFORMED) for finding in self.findings)


class Referee:
    """Judges lists: a list goes in, the report on it comes out. Everybody who needs a report uses one of these.

    It is bound once to a game, or to a function that finds a game by name, and optionally to an event and a collection,
    so that judging one of many lists is a single call.
    """

    def __init__(
        self,
        game: Game | Callable[[str], Game],
        event: Game | None = None,
        collection: CollectionSource | None = None,
    ) -> None:
        self.game, self.event, self.collection = game, event, collection

    def judge(self, source: ListDocument | Document | Source, *, file: str | None = None) -> Report:
        """The report on a list: parsed, read, or a source that `read_list` takes; `file` is its name in findings.

        `event` is the game as it is played there, its pack laid over it. What the player does not own is a warning.
        """
        if isinstance(source, ListDocument):
            document = source
        else:
            document = parse_list(source) if isinstance(source, Document) else read_list(source, file=file)
        report = validate(resolve(document, self.game_of(document)))
        owned = self.collection
        # A collection is parsed with the game of the list, which is known only now.
        if isinstance(owned, Document):
            owned = parse_collection(owned, report.force.game)
        findings = (*report.findings, *(find_missing(report.force, owned) if owned else ()))
        # The list is judged by its own game then, so that all other findings are still right.
        event = self.event.event if self.event is not None and self.event is not report.force.game else None
        if event:
            message = f"{event.name} is an event for {event.game}, but this is a list for {report.force.game.id}."
            wrong = event_finding("event.game", event, message, f"Hand in a list for {event.game}.")
            findings = (add_line(wrong, document), *findings)
        return replace(report, findings=findings) if len(findings) > len(report.findings) else report

    def game_of(self, document: ListDocument) -> Game:
        """The game that a list is judged by, at the event if it is the event's; an unknown one raises with its line."""
        try:
            game = self.game if isinstance(self.game, Game) else self.game(document.game)
        except ListbuilderError as error:
            raise type(error)(str(error), tuple(add_line(one, document) for one in error.findings)) from error
        return self.event if self.event is not None and self.event.id == game.id else game


def event_finding(code: str, event: Event, message: str, hint: str) -> Finding:
    """The finding for a list whose game or format is not the event's."""
    key = code.removeprefix("event.")
    by = f"event {event.name}"
    return Finding(code=code, message=message, hint=hint, where=key, path=(key,), brought_by=by)


def validate(force: Force) -> Report:
    """Judge a force by the rules of its game and, where the game was loaded for one, of an event."""
    findings = list(force.problems)
    dropped, root = dropped_rules(force), force.root
    for rule, brought_by, at in rules_in_force(force):
        if rule.id in dropped:
            continue
        for finding in rule.check(force, at or root):
            # Before anybody is deployed, limits on who is deployed would only repeat that.
            if force.undecided and is_undecided(rule, finding, force):
                continue
            findings.append(replace(finding, brought_by=brought_by))
    event, played = force.game.event, force.format
    if event and event.format and played and played.id != event.format:
        message = f"{event.name} is played in the format {event.format}, but this list is for {played.id}."
        hint = f"Write `format: {event.format}`, or leave it out."
        findings.append(event_finding("event.format", event, message, hint))
    # A list without models that has other findings has a better explanation already.
    if not force.rows and not findings:
        findings.append(EMPTY_LIST)
    if findings:
        findings = [add_line(finding, force.document) for finding in findings]
        # Stable: findings of one line stay in the order of the rules.
        findings.sort(key=lambda finding: (ORDER[finding.severity], finding.line or 0))
    return Report(force=force, findings=tuple(findings))


def is_undecided(rule: Rule, finding: Finding, force: Force) -> bool:
    """Whether a finding follows only from the default of a flag that is still undecided."""
    usual = force.game.model.open
    ends = tuple(".over" if usual[id] else ".under" for id in force.undecided & rule.tested_fields)
    return finding.code.endswith(ends)


def is_in_force(rule: Rule, force: Force, at: Node) -> bool:
    """Whether the condition of a rule holds at a node; a rule that judges parts one by one asks it of each part."""
    return rule.when is None or rule.one_by_one or rule.when.holds(force, at)


def dropped_rules(force: Force) -> set[str]:
    """The rules that an overlay, the format or the event switches off."""
    dropped = set(force.game.without)
    for one in force.formats:
        dropped.update(one.without)
    return dropped | set(force.game.event.without) if force.game.event else dropped


def rules_in_force(force: Force) -> Iterator[RuleInForce]:
    """Every rule that judges this force, in the order the rules came in."""
    root = force.root
    for one in game_rules(force.game, force.format.id if force.format else None):
        if one.rule.when is None or is_in_force(one.rule, force, root):
            yield one
    if not force.game.facts.some_bring_rules:
        return
    known = rules_by_entry(force.game)
    seen: set[tuple[int, int]] = set()
    for pick in force.picks:
        entry = pick.entry
        found = known.get(id(entry))
        if found is None:
            # An entry with values, or without some of its tags, was made for a list; the printed one has the rules.
            printed = force.game.by_id.get(entry.key)
            if printed is None or not (printed is entry or entry.written_as or entry.tags_taken):
                continue
            found = known.setdefault(id(printed), tuple(rules_of_entry(force.game, printed)))
        for rule, brought_by, role in found:
            if not has_subject(rule, pick.owner) or role not in (None, force.values.get("role")):
                continue
            at = subject_of(rule, pick.owner)
            # A rule about the whole list, or about one model, is in force once, however many bring it in.
            key = (id(rule), id(at))
            if key not in seen and is_in_force(rule, force, pick):
                seen.add(key)
                yield RuleInForce(rule, brought_by, at)


@lru_cache(maxsize=32)
def rules_by_entry(game: Game) -> dict[int, tuple[tuple[Rule, str, str | None], ...]]:
    """The rules that entries bring in, by identity: the rule, who brings it in, and the role that the list must play.

    Keywords that are given are there from the start; an entry of the game is added when a list first has it.
    """
    return {id(one): tuple(rules_of_entry(game, one)) for one in game.given_keywords}


def rules_of_entry(game: Game, entry: Entry) -> Iterator[tuple[Rule, str, str | None]]:
    """The rules that an entry and its keywords bring in, and those of the roles in it."""
    for one in (entry, *game.demanding_keywords_of(entry)):
        kind = game.kind_name(one.kind).lower()
        yield from ((rule, f"{kind} {one.name}", None) for rule in one.rules)
    for name, role in entry.sides.items():
        yield from ((rule, f"{name} in {entry.name}", name) for rule in role.rules)


def has_subject(rule: Rule, owner: Owner) -> bool:
    """Whether a rule that a row brings in has something to judge.

    A row that stands apart brings in no rule about the list, and a model in no group none about groups.
    """
    if rule.over_what == "list":
        return owner.part == "main"
    return rule.over_what != "group" or owner.model is None or owner.group is not None


def subject_of(rule: Rule, owner: Owner) -> Owner | None:
    """The model or group that a rule judges when something there brings it in; None for the whole list."""
    if rule.over_what == "list":
        return None
    return owner if rule.over_what != "group" or owner.group is None else owner.group


@lru_cache(maxsize=128)
def game_rules(game: Game, format_id: str | None) -> tuple[RuleInForce, ...]:
    """The rules of the game and a format: implied ones, printed ones, and those of its event."""
    own = [RuleInForce(rule, game.name) for rule in implied_rules(game)]
    chosen = next((one for one in game.formats if one.id == format_id), None)
    own += [RuleInForce(rule, f"format {by.name}" if by else game.name) for rule, by in game.rules_in(chosen)]
    if game.event:
        rules = (*game.event.rules, *event_rules(game))
        own += [RuleInForce(rule, f"event {game.event.name}") for rule in rules]
    return tuple(own)


def add_line(finding: Finding, document: ListDocument) -> Finding:
    """The finding with the line of the player's file that it is about."""
    if finding.line is not None or not document.lines or finding.path is None:
        return finding
    return finding.at(document.file, Document({}, document.lines, document.file).line(finding.path))
