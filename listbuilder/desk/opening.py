"""A new event: its folder, a pack with every key explained, and the first line of its ledger."""

from __future__ import annotations

import secrets
from datetime import datetime
from pathlib import Path

from listbuilder.catalogue import Game
from listbuilder.desk.folder import LEDGER, PACK, PLAYERS, SECRET, Desk
from listbuilder.desk.ledger import Chain
from listbuilder.desk.players import players_text, write_players
from listbuilder.desk.writing import Pen
from listbuilder.files import PRIVATE_FOLDER, is_scratch, make_folder, refused, write_bytes, write_text
from listbuilder.lists.render import scalar

FOLDERS = ("inbox", "arrived", "lists", "out")
PACK_TEXT = """\
# The pack of this event: what it changes in the game, and how it is run. Take the # away from what you want.
name: {name}
game: {game}
catalogue: {version}  # the version of the game that is played; `event lock` holds it fast
# extends: league.yaml  # another pack beside this one that this one adds to

# What a list must keep to, besides the game's own rules
{format}# limit: 200
# ban: [{{kind: {kind}, entry: {entry}}}]
# allow: [{{kind: {kind}, entry: {entry}}}]  # of this kind, nothing else
# rules: [{{kind: unique, id: no-twins, source: Cup rules, slot: {slot}}}]
# change: [{{kind: {kind}, entry: {entry}, text: As the event reads it.}}]
# rulings: [{{id: ties, name: Ties, text: How the event reads what the rulebook leaves open.}}]
# secret: []  # slots that opponents may not see before the end, besides those the game keeps secret

# Lists: when they are due, and who may see them once locked, while rounds are played, and at the end
# lists: {{due: 2026-05-01T20:00+02:00, grace: 2h, show: {{lock: nobody, round: opponent, end: everybody}}}}
#   each: 2, once: [{kind}]  # beside `due`: two lists of each player; what only one may have, or `same`: what both have
# penalties:
#   - {{id: late, name: Late list, points: -2}}
#   - {{id: illegal, name: Illegal list, remedies: [correct, lose-round, lose-all]}}

# teams: {{size: 3, once: [{kind}]}}  # players of one `team` in players.yaml; what only one list of a team may have
# teams: {{size: 3, boards: {{by: seat, sum: points, result: {{win: 2, draw: 1, loss: 0}}}}}}  # team against team
# follows: ../stage-1  # the event before: every list contains the list that its player had locked there

# Rounds
rounds: {{count: 3, minutes: 120}}
# rounds: {{count: 5, minutes: 120, tables: 30, first: random, then: by-points, apart: [club], bye: {{result: win}}}}
result: {{win: 3, draw: 1, loss: 0}}
# result: {{bands: [{{lead: 0-2, gives: [10, 10]}}, {{lead: 3-7, gives: [13, 7]}}, {{lead: 8+, gives: [20, 0]}}]}}
# counts: [{{id: vp, name: Victory Points, max: 20}}]  # what both score; the first decides who wins, and bands go by it
# order: [points, opponents, vp-lead, vp, head-to-head, lot]  # the ranking, with `counts`
"""


def pack_text(game: Game, name: str) -> str:
    """A pack for a game with every key explained."""
    slot, kind = next((id, slot.kind) for id, slot in game.model.slots.items())
    first = f"# format: {game.formats[0].id}\n" if game.formats else ""
    return PACK_TEXT.format(
        name=scalar(name),
        game=game.id,
        version=game.version,
        format=first,
        slot=slot,
        kind=kind,
        entry=next(one.id for one in game.entries if one.kind == kind),
    )


def new_event(root: Path, game: Game, name: str, catalogues: tuple[Path, ...], now: datetime) -> Desk:
    """The folder of a new event, which must not be there, be empty, or be one that was never finished."""
    pack = pack_text(game, name)
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        make_folder(root)
        taken = [one for one in root.iterdir() if not _begun(one, pack)]
        for folder in FOLDERS if not taken else ():
            make_folder(root / folder)
    except OSError as error:
        raise refused(root, f"can't be made: {error.strerror}", "Choose another name.") from error
    if taken:
        raise refused(root, "is not empty", "Choose another name.")
    root.chmod(PRIVATE_FOLDER)  # it may have been there, empty
    write_text(root / PACK, pack, replace=True, private=True)
    write_players(root / PLAYERS, [])
    write_bytes(root / SECRET, secrets.token_bytes(32), replace=True, private=True)
    pen = Pen(root / LEDGER, Chain(), now)
    # The number makes two events of one name two events.
    pen.note("opened", game=game.id, name=name, number=secrets.token_hex(8))
    desk = Desk(root, catalogues)
    pen.note("pack", digest=desk.pack_digest)
    pen.write()
    return desk


def _begun(path: Path, pack: str) -> bool:
    """Whether something is only what was left of the same new event by a run that was ended or met a full disk.

    The ledger is written last and has no whole line then; a pack or players that somebody wrote are never taken for
    ours.
    """
    if path.is_dir():
        return path.name in FOLDERS and not any(path.iterdir())
    ours = {PACK: pack, PLAYERS: players_text([])}
    if path.name in ours:
        return path.read_bytes() == ours[path.name].encode()
    if path.name == LEDGER:
        return b"\n" not in path.read_bytes()
    return path.name == SECRET or is_scratch(path.name)
