"""A new event: its folder, a pack with every key explained, and the first line of its ledger."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from listbuilder.base.records import record
from listbuilder.base.wording import counted, join_names
from listbuilder.catalogue import Event, Game
from listbuilder.catalogue.event_pack import Boards, moment_words
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import LEDGER, PACK, PLAYERS, SECRET, Desk
from listbuilder.desk.ledger import Chain, LedgerWriter
from listbuilder.desk.players import players_text, write_players
from listbuilder.desk.rounds.standings import describe_key
from listbuilder.desk.rounds.team_ranking import boards_of, team_event
from listbuilder.lists.yaml_surgery import scalar_text
from listbuilder.storage.files import PRIVATE_FOLDER, is_scratch, make_folder, write_bytes, write_error, write_text

FOLDERS = ("inbox", "arrived", "lists", "out")
PACK_TEXT = """\
# The pack of this event: what it changes in the game, and how it is run. Take the # away from what you want.
name: {name}
game: {game}
catalogue: {version}  # the version of the game that is played; `event lock` holds it fast
# extends: league.yaml  # another pack beside this one that this one adds to

# What a list must keep to, besides the game's own rules
{format}{limit}
# ban: [{{kind: {kind}, entry: {entry}}}]
# allow: [{{kind: {kind}, entry: {entry}}}]  # of this kind, nothing else
# rules: [{{kind: unique, id: no-twins, source: Cup rules, slot: {slot}}}]
# change: [{{kind: {kind}, entry: {entry}, text: As the event reads it.}}]
# rulings: [{{id: ties, name: Ties, text: How the event reads what the rulebook leaves open.}}]
# secret: []  # slots that opponents may not see before the end, besides those the game keeps secret

# Lists: when they are due, and who may see them once locked, while rounds are played, and at the end
{lists}# lists: {{due: 2026-05-01T20:00+02:00, grace: 2h, show: {{lock: nobody, round: opponent, end: everybody}}}}
#   each: 0  # beside `due`: no lists are handed in
#   each: 2, once: [{kind}]  # beside `due`: two lists of each player; what only one may have, or `same`: what both have
# penalties:
#   - {{id: late, name: Late list, points: -2}}
#   - {{id: illegal, name: Illegal list, remedies: [correct, lose-round, lose-all]}}

# teams: {{size: 3, once: [{kind}]}}  # players of one `team` in players.yaml; what only one list of a team may have
# teams: {{size: 3, boards: {{by: seat, sum: points, result: {{win: 2, draw: 1, loss: 0}}}}}}  # team against team
# follows: ../stage-1  # the event before: every list contains the list that its player had locked there

# Rounds
rounds: {{count: {rounds}, minutes: {minutes}{more}}}
# rounds: {{count: 5, minutes: 120, tables: 30, first: random, then: by-points, apart: [club], bye: {{result: win}}}}
#   days: [3, 2]  # beside `count`: how many rounds each day has; each day has its own check-in
#   missions: random  # beside `count`: one of the game's for each round, or their names in order
#   cut: 8  # beside `count`: how many play on in a bracket afterwards
result: {{win: 3, draw: 1, loss: 0}}
# result: {{bands: [{{lead: 0-2, gives: [10, 10]}}, {{lead: 3-7, gives: [13, 7]}}, {{lead: 8+, gives: [20, 0]}}]}}
{counts}counts: [{{id: vp, name: Victory Points{most}}}]  # what both score; the first one decides
{counts}order: [points, opponents, vp-lead, vp, head-to-head, lot]  # the ranking, with `counts`
"""


@record
class PackTerms:
    """What is said about an event when it is created: the format of its lists, its limit, rounds and minutes.

    `scores`: both players of a game score Victory Points, which decide it. `lists`: they are handed in. `missions`: one
    of the game's is drawn for each round. `cut`: how many play on in a bracket.
    """

    format: str = ""
    limit: int = 0
    rounds: int = 3
    minutes: int = 120
    scores: bool = False
    lists: bool = True
    missions: bool = False
    cut: int = 0


PLAIN_TERMS = PackTerms()


def pack_text(game: Game, name: str, terms: PackTerms = PLAIN_TERMS) -> str:
    """A pack for a game with every key explained."""
    slot, kind = next((id, slot.kind) for id, slot in game.model.slots.items())
    first = f"# format: {game.formats[0].id}\n" if game.formats else ""
    first = f"format: {terms.format}\n" if terms.format else first
    return PACK_TEXT.format(
        name=scalar_text(name),
        game=game.id,
        version=game.version,
        format=first,
        limit=f"limit: {terms.limit}" if terms.limit else "# limit: 200",
        rounds=terms.rounds,
        minutes=terms.minutes,
        more=(", missions: random" if terms.missions else "") + (f", cut: {terms.cut}" if terms.cut else ""),
        lists="" if terms.lists else "lists: {each: 0}\n",
        counts="" if terms.scores else "# ",
        most="" if terms.scores else ", max: 20",
        slot=slot,
        kind=kind,
        entry=next(one.id for one in game.entries if one.kind == kind),
    )


def new_event(
    root: Path, game: Game, name: str, catalogues: tuple[Path, ...], now: datetime, terms: PackTerms = PLAIN_TERMS
) -> Desk:
    """Create the folder of an event. It must not exist, be empty, or be left from a run that was killed."""
    pack = pack_text(game, name, terms)
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        make_folder(root)
        taken = [one for one in root.iterdir() if not _begun(one, pack)]
        for folder in FOLDERS if not taken else ():
            make_folder(root / folder)
    except OSError as error:
        raise write_error(root, f"can't be made: {error.strerror}", "Choose another name.") from error
    if taken:
        raise write_error(root, "is not empty", "Choose another name.")
    # An empty folder may have existed before, with other permissions.
    root.chmod(PRIVATE_FOLDER)
    write_text(root / PACK, pack, replace=True, private=True)
    write_players(root / PLAYERS, [])
    write_bytes(root / SECRET, secrets.token_bytes(32), replace=True, private=True)
    ledger = LedgerWriter(root / LEDGER, Chain(), now)
    # A random number, so that two events of one name have different hashes.
    ledger.append(ledger_kinds.Opened(game=game.id, name=name, number=secrets.token_hex(8)))
    desk = Desk(root, catalogues)
    ledger.append(ledger_kinds.PackChanged(digest=desk.pack_digest))
    ledger.flush()
    return desk


def _begun(path: Path, pack: str) -> bool:
    """Whether a file was left by a run that created the same event and was killed, or met a full disk.

    The ledger is written last, so it has no complete line then. A pack or players that somebody wrote don't count.
    """
    if path.is_dir():
        return path.name in FOLDERS and not any(path.iterdir())
    ours = {PACK: pack, PLAYERS: players_text([])}
    if path.name in ours:
        return path.read_bytes() == ours[path.name].encode()
    if path.name == LEDGER:
        return b"\n" not in path.read_bytes()
    return path.name == SECRET or is_scratch(path.name)


# The pack in sentences, for organisers and players.


SEEN = {"nobody": "nobody", "opponent": "a player's opponent", "everybody": "everybody"}


def explain_pack(event: Event, game: Game) -> list[str]:
    """The pack in sentences."""
    return [*_lists(event, game), *_across(event), *_handing_in(event), *_rounds(event), *_ranking(event)]


def _lists(event: Event, game: Game) -> Iterator[str]:
    version = f" {event.catalogue}" if event.catalogue else ""
    yield f"{event.name} is an event for {game.name}{version}."
    if event.format:
        yield f"It is played in the format {event.format}."
    limits = dict(event.limits) | ({game.first_currency: event.limit} if event.limit is not None else {})
    if limits:
        yield f"A list has at most {join_names(f'{most} {game.currency_name(id)}' for id, most in limits.items())}."
    if event.ban:
        banned = join_names(one.describe(game) for one in event.ban)
        yield f"{counted(len(event.ban), 'ban')} on top of the game's: {banned}."
    if event.allow:
        yield f"Of their kinds, only these may be taken: {join_names(one.describe(game) for one in event.allow)}."
    if event.rules:
        yield f"Its own rules are {join_names(rule.id for rule in event.rules)}."
    if event.without:
        yield f"It does without the rules {join_names(event.without)}."
    for ruling in event.rulings:
        yield f"Ruling, {ruling.name}: {ruling.text}"


def _across(event: Event) -> Iterator[str]:
    teams, terms = event.teams, event.lists
    if not terms.each:
        yield "It is played without lists."
    if terms.each > 1:
        yield f"Every player brings {terms.each} lists."
    if terms.once:
        yield f"Of a player's lists, only one may have the same {' or the same '.join(terms.once)}."
    if terms.same:
        yield f"All lists of a player have the same {' and the same '.join(terms.same)}."
    if teams is not None and teams.size is not None:
        yield f"A team has {counted(teams.size, 'player')}."
    if teams is not None and teams.once:
        yield f"In a team, only one list may have the same {' or the same '.join(teams.once)}."
    if teams is not None and teams.boards is not None:
        yield from _matches(event, teams.boards)
    if event.follows is not None:
        yield f"Every list contains the list that its player had at the stage before ({event.follows})."


def _matches(event: Event, boards: Boards) -> Iterator[str]:
    who = {"seat": "by their seats, the order of players.yaml", "choice": "as their captains choose"}
    yield f"Teams play teams; on the boards of a match, players meet {who[boards.by]}."
    added = {"points": "The points of its boards are added up", "wins": "The boards it wins are counted"}
    for_team = team_event(event)
    yield f"{added[boards.sum]} for each team: {_worth(for_team, 'a match')}."
    order = ", then ".join(describe_key(for_team, key) for key in boards.order)
    yield f"The ranking of teams goes by {order}."


def _handing_in(event: Event) -> Iterator[str]:
    terms = event.lists
    if terms.due:
        grace = f", and {terms.grace} later at the latest" if terms.grace != "0m" else ""
        yield f"Lists are due on {moment_words(terms.due)}{grace}."
    show = terms.show
    if terms.each:
        yield (
            f"Once lists are locked, {SEEN[show.lock]} sees them; while rounds are played, {SEEN[show.round]}; "
            f"at the end, {SEEN[show.end]}."
        )
    if event.secret:
        yield f"Until the end, opponents do not see {join_names(event.secret)}."
    for one in event.penalties:
        costs = f"{one.points:+} points" if one.points else ""
        remedies = f"one of {join_names(one.remedies)}" if one.remedies else ""
        yield f"{one.name} ({one.id}): {' and '.join(filter(None, (costs, remedies)))}."


def _rounds(event: Event) -> Iterator[str]:
    rounds = event.rounds
    if rounds is None:
        return
    long = f" of {rounds.minutes} minutes" if rounds.minutes else ""
    tables = f", on {rounds.tables} tables" if rounds.tables else ""
    yield f"There {'is' if rounds.count == 1 else 'are'} {counted(rounds.count, 'round')}{long}{tables}."
    who = "team" if boards_of(event) else "player"
    how = {"random": "by lot", "by-points": f"among {who}s with as many points"}
    yield f"The first round is drawn {how[rounds.first]}, later ones {how[rounds.then]}; nobody meets twice."
    if rounds.missions:
        yield f"Missions, round by round: {join_names(rounds.missions, 20)}."
    if rounds.cut:
        yield f"After that, the best {rounds.cut} play on in a bracket until one is left."
    if rounds.days:
        yield f"They are played on {counted(len(rounds.days), 'day')}: {join_names(map(str, rounds.days), 20)}."
    if rounds.apart:
        yield f"In the first half of the rounds, players of one {' or '.join(rounds.apart)} are kept apart if possible."
    counts = "what they score on average" if rounds.bye.counts == "average" else "0"
    also = f", and {counts} for what is counted" if event.counts else ""
    yield f"A {who} without an opponent has a {rounds.bye.result}{also}; nobody has that twice if it can be helped."


def _worth(event: Event, what: str) -> str:
    """What a game or a match is worth."""
    result = event.result
    if result.bands:
        bands = [f"{band.lead} gives {band.gives[0]}:{band.gives[1]}" for band in result.bands]
        return f"points of {what} go by the lead in {event.counts[0].name}: {join_names(bands, 20)}"
    return f"winning {what} is worth {result.win}, a draw {result.draw}, a loss {result.loss}"


def _ranking(event: Event) -> Iterator[str]:
    words = _worth(event, "a game")
    yield f"{words[0].upper()}{words[1:]}."
    for one in event.counts:
        most = f", {one.max} at most" if one.max is not None else ""
        yield f"{one.name} ({one.id}) are counted in every game{most}."
    yield f"The ranking goes by {', then '.join(describe_key(event, key) for key in event.order)}."
