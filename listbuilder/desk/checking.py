"""Check an event's folder: pack, players, ledger and every file. Findings with file and line come out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from listbuilder.base.errors import ListbuilderError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record
from listbuilder.base.wording import counted
from listbuilder.catalogue import Event
from listbuilder.desk.folder import LEDGER, Desk, list_id_faults
from listbuilder.desk.intake.verdicts import judge_alone
from listbuilder.desk.ledger import Chain, is_changed, read_ledger, reason_file
from listbuilder.desk.ledger_kinds import CutDrawn, LedgerLine, Paired, replay
from listbuilder.desk.rounds.boards import seat_round
from listbuilder.desk.rounds.pairing import draw
from listbuilder.desk.rounds.running import field_of
from listbuilder.desk.rounds.standings import make_table
from listbuilder.desk.rounds.team_ranking import boards_of, team_points
from listbuilder.desk.rounds.top_cut import seat_cut
from listbuilder.desk.seal import seal_of, short_code
from listbuilder.desk.signing import HEAD_FILE as HEAD
from listbuilder.desk.signing import KEY, head_matches, heads_in, posted_head
from listbuilder.desk.state import Arrival, Entrant, State, Version
from listbuilder.storage.files import is_scratch

# Draws: each is repeated from the lines before it and compared.


def check_draws(lines: Sequence[LedgerLine], event: Event, file: str) -> Iterator[Finding]:
    """Check every draw."""
    for line in lines:
        entry, fault = line.entry, ""
        if isinstance(entry, Paired):
            fault = _fault(lines, line, entry, event)
        elif isinstance(entry, CutDrawn):
            fault = _cut_fault(lines, line, entry, event)
        if fault:
            message = f"The draw of round {vars(entry)['round']} (line {line.seq}) {fault}."
            hint = "Draws are made by the desk; a change by hand is a swap with its reason."
            yield Finding(code="desk.draw", message=message, hint=hint, file=file, line=line.seq)


def _cut_fault(lines: Sequence[LedgerLine], line: LedgerLine, entry: CutDrawn, event: Event) -> str:
    """What is wrong with a round of the bracket, as the end of a sentence."""
    made = seat_cut(replay(lines[: line.seq - 1]), event)
    same = all(value == vars(entry)[key] for key, value in made.items())
    return "" if same else "is not the one that follows from the ranking"


def _fault(lines: Sequence[LedgerLine], line: LedgerLine, entry: Paired, event: Event) -> str:
    """What is wrong with a draw, as the end of a sentence."""
    if entry.seed != line.prev:
        return "has another seed than the line before it"
    before = replay(lines[: line.seq - 1])
    made = seat_round(before, draw(field_of(before, entry)), entry.boards or 0, bool(entry.choice))
    if any(value != vars(entry)[key] for key, value in made.items()):
        return "is not the one that follows from its seed"
    points = team_points(before, event) if entry.matches is not None else make_table(before, event).points
    if any(points.get(id) != number for id, number in entry.points):
        return "was made with other points than the results give"
    return ""


POSTED = (".html", ".json", ".md")
"""The files in `out/` that state the head of the ledger."""


@record
class CheckResult:
    """The ledger as it was read, and all findings."""

    chain: Chain
    findings: tuple[Finding, ...]

    @property
    def broken(self) -> bool:
        """Whether anything is an error."""
        return any(one.severity == "error" for one in self.findings)


def check_desk(desk: Desk) -> CheckResult:
    """Run all checks on a folder."""
    chain = read_ledger(desk.root / LEDGER)
    found = [*chain.findings, *_torn(desk, chain)]
    try:
        state = replay(chain.lines)
    except ListbuilderError as error:
        return CheckResult(chain=chain, findings=(*found, *error.findings))
    checks: list[Callable[[Desk, State], Iterator[Finding]]] = [
        check_pack,
        check_players,
        check_several,
        check_files,
        check_reasons,
        check_orphans,
        check_rounds,
        check_key,
        check_privacy,
        check_stage,
        check_posted,
    ]
    # Each by itself: a broken pack must not hide what is wrong with the ledger.
    for check in checks:
        try:
            found += check(desk, state)
        except ListbuilderError as error:
            found += error.findings
    return CheckResult(chain=chain, findings=tuple({_key(one): one for one in found}.values()))


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.message, finding.file, finding.line


def _torn(desk: Desk, chain: Chain) -> Iterator[Finding]:
    if chain.torn:
        message = f"The last line of the ledger is torn: a run was killed while it wrote line {len(chain.lines) + 1}."
        hint = "Do the last step again; what is left of the line is kept in ledger.torn."
        file, line = str(desk.root / LEDGER), len(chain.lines) + 1
        yield Finding(code="desk.torn", message=message, hint=hint, severity="warning", file=file, line=line)


def check_pack(desk: Desk, state: State) -> Iterator[Finding]:
    """The pack can be read, is for the event's game, and is the one that lists were locked with."""
    game, file = desk.game, str(desk.pack_file)
    if game.id != state.game:
        message = f"The event was opened for {state.game}, and its pack is for {game.id}."
        yield Finding(code="desk.pack", message=message, hint=f"Write `game: {state.game}`.", file=file)
    pinned = desk.event.catalogue
    if pinned is not None and pinned != game.version:
        message = f"The event is played with {game.name} {pinned}, and here is {game.version}."
        hint = "Name the folder of that version with --catalogue, or see `event impact` and change `catalogue`."
        yield Finding(code="desk.pack", message=message, hint=hint, file=file)
    if state.pinned and state.pinned["catalogue"] != game.digest:
        message = "The pack or the catalogue judges lists otherwise than when they were locked."
        hint = "See `listbuilder event impact`, and lock again if it is meant."
        yield Finding(code="desk.pack", message=message, hint=hint, severity="warning", file=file)
    elif state.pinned and state.pinned["pack"] != desk.pack_digest:
        message = "The pack was changed since lists were locked; lists are judged as before."
        hint = "What it says about rounds, results and penalties counts for rounds that were played too."
        yield Finding(code="desk.pack", message=message, hint=hint, severity="warning", file=file)


def check_players(desk: Desk, state: State) -> Iterator[Finding]:
    """Every player of the ledger is in players.yaml, and teams are complete."""
    for entrant in state.entrants.values():
        if entrant.id not in desk.players and not entrant.forgotten:
            message = f"The ledger knows {entrant.id}, and players.yaml does not."
            hint = f"Put {entrant.id} back, or say `listbuilder event advanced forget {entrant.id}`."
            yield Finding(code="desk.players", message=message, hint=hint, file=str(desk.players_file))
    yield from _teams(desk)


def check_several(desk: Desk, state: State) -> Iterator[Finding]:
    """If players bring several lists, their ids are unambiguous."""
    yield from list_id_faults(desk)


def _teams(desk: Desk) -> Iterator[Finding]:
    """Teams have the size that the pack says; with boards, more players are reserves."""
    size = desk.event.teams.size if desk.event.teams else None
    reserves = boards_of(desk.event) is not None
    for name, ids in (desk.teams if size else {}).items():
        if size and len(ids) != size and not (reserves and len(ids) > size):
            message = f"Team {name} has {counted(len(ids), 'player')}, not {size}: {', '.join(ids)}."
            hint = "Change `team` in players.yaml, or `size` in the pack."
            yield Finding(code="desk.team", message=message, hint=hint, severity="warning", file=str(desk.players_file))


def check_stage(desk: Desk, state: State) -> Iterator[Finding]:
    """The previous stage, if there is one, can be read."""
    before = desk.before
    yield from read_ledger(before.root / LEDGER).findings if before else ()


def check_files(desk: Desk, state: State) -> Iterator[Finding]:
    """Every original and every version exists unchanged, and every seal fits."""
    gone = {one.id for one in state.lists.values() if one.forgotten}
    for arrival in state.arrivals.values():
        if arrival.player not in gone:
            yield from _original(desk, arrival)
    for entrant in state.lists.values():
        for version in entrant.versions:
            yield from _version(desk, state, entrant, version)


def _original(desk: Desk, arrival: Arrival) -> Iterator[Finding]:
    path = desk.arrived / arrival.file
    if not path.is_file():
        yield _wrong(path, f"arrived/{arrival.file} is gone.")
    elif desk.keyed_hash(path.read_bytes()) != arrival.hash:
        yield _wrong(path, f"arrived/{arrival.file} is not what arrived.")


def _version(desk: Desk, state: State, entrant: Entrant, version: Version) -> Iterator[Finding]:
    path = desk.list_file(entrant.id, version.number)
    try:
        meaning = judge_alone(desk, entrant.id, version.number).force.meaning
        salt = desk.salt(entrant.id, version.number)
    except ListbuilderError as error:
        yield from error.findings
        return
    if seal_of(meaning, salt, state.event, entrant.id) != version.seal:
        name = f"lists/{entrant.id}/{version.number}.yaml"
        yield _wrong(path, f"{name} is not the list that line {version.line} of the ledger sealed.")


def check_reasons(desk: Desk, state: State) -> Iterator[Finding]:
    """Every reason that was not deleted is unchanged."""
    for line in desk.chain.lines:
        if is_changed(desk.root, line.entry.reason):
            path = reason_file(desk.root, line.entry.reason)
            yield _wrong(path, f"reasons/{path.name} is not the reason that line {line.seq} of the ledger noted.")


def check_orphans(desk: Desk, state: State) -> Iterator[Finding]:
    """Originals that no line of the ledger names: a run was killed before it recorded them."""
    known = {one.file for one in state.arrivals.values()}
    for path in sorted(desk.arrived.iterdir()):
        if path.name not in known and not is_scratch(path.name):
            message = f"arrived/{path.name} is in no line of the ledger."
            hint = f"Take it in again: listbuilder event intake arrived/{path.name}"
            yield Finding(code="desk.file", message=message, hint=hint, severity="warning", file=str(path))


def check_rounds(desk: Desk, state: State) -> Iterator[Finding]:
    """Every draw follows from the lines before it, and results have the counts of the pack."""
    counts = len(desk.event.counts)
    played = [(one.number, game) for one in state.rounds for game in one.games if game.line and not game.words[0]]
    other = next(((number, game) for number, game in played if {*map(len, game.scores)} != {counts}), None)
    if other:
        number, game = other
        had, has = counted(len(game.scores[0]), "number"), counted(counts, "number")
        message = f"Table {game.table} of round {number} was scored with {had}, and the pack counts {has}."
        hint = "Write `counts` as it was, or score the games again."
        yield Finding(code="desk.pack", message=message, hint=hint, severity="warning", file=str(desk.pack_file))
    yield from check_draws(desk.chain.lines, desk.event, str(desk.root / LEDGER))


def check_key(desk: Desk, state: State) -> Iterator[Finding]:
    """Only the owner can read the key."""
    path = desk.root / KEY
    if path.is_file() and path.stat().st_mode & 0o077 and os.name == "posix":
        message, hint = f"Others can read {KEY}, and sign in the name of the desk.", f"Run `chmod 600 {KEY}`."
        yield Finding(code="desk.file", message=message, hint=hint, severity="warning", file=str(path))


def check_privacy(desk: Desk, state: State) -> Iterator[Finding]:
    """Only the owner can open the folder, which contains names, lists and salts."""
    if os.name == "posix" and desk.root.stat().st_mode & 0o077:
        message = "Others on this machine can open the folder, in which names, contacts and sealed lists lie."
        hint = f"Run `chmod -R go= {desk.root}`."
        yield Finding(code="desk.file", message=message, hint=hint, severity="warning", file=str(desk.root))


def check_posted(desk: Desk, state: State) -> Iterator[Finding]:
    """Files in `out/` fit this ledger. This detects removed lines at its end and a rewritten ledger."""
    for name in ("seals.txt", HEAD):
        path = desk.out / name
        posted = posted_head(path.read_text("utf-8", "replace")) if path.is_file() else None
        if posted is not None and not head_matches(desk.chain.lines, *posted):
            yield _posted(path, f"out/{name} was made when the ledger had {posted[0]} lines, and these are not in it.")
    codes = [short_code(bytes.fromhex(line.hash)) for line in desk.chain.lines]
    for path in sorted(desk.out.glob("*")):
        heads = heads_in(path.read_text("utf-8", "replace")) if path.suffix in POSTED else ()
        # Codes may have fewer characters than ours: those of older ledgers are compared as far as they go.
        strange = next((code for code in heads if code not in {one[: len(code)] for one in codes}), "")
        if strange:
            yield _posted(path, f"out/{path.name} was made with {strange} as the head of the ledger: no line has it.")


def _posted(path: Path, message: str) -> Finding:
    hint = "Lines were cut off or written anew. Restore the ledger from a backup, or compare what was posted."
    return Finding(code="desk.posted", message=message, hint=hint, file=str(path))


def _wrong(path: object, message: str) -> Finding:
    return Finding(code="desk.file", message=message, hint="Restore it from a backup.", file=str(path))
