"""What no list has shown is said and is no error: formats without a legal list, rules that nothing breaks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.building.generate import unseen
from listbuilder.loading import check_folder, game_folders, load_game
from tests.judging import test_game_lists

SCRIPT = Path(sys.executable).with_name("listbuilder")
GAME = """\
id: {id}
name: Pond
edition: "1"
version: 1.0.0
text: Ducks.
model: {{slots: {{unit: {{kind: unit, min: 1, max: 1}}}}}}
formats: [{{id: small, name: Small, limit: 10}}]
rules:
  - {{kind: count, id: flock, of: models, min: 2, max: 5}}
  - {{kind: count, id: grand, of: {{sum: cost}}, max: {most}}}
"""
MORE = """\
kinds: {card: {is: option}}
list: {slots: {hand: {kind: card, repeats: true}}}
model: {fields: {carries: {type: models}, xp: {type: number, default: 0}}}
rules:
  - {kind: count, id: learnt, over: model, of: {sum: xp}, max: 3}
  - {kind: link, id: light, field: carries, to: {not: {entry: duck}}}
  - {kind: count, id: copies, of: picks, by: entry, where: {slot: hand}, max: 2}
"""
UNITS = "kind: unit\nentries: [{name: Duck, cost: COST}, {name: Drake, cost: 9}]\n"


def pond(folder: Path, cost: int, most: int) -> Path:
    """A small game whose cheapest model costs so much."""
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.format(id=folder.name, most=most), "utf-8")
    (folder / "units.yaml").write_text(UNITS.replace("COST", str(cost)), "utf-8")
    return folder


def test_a_sound_game_shows_everything(tmp_path: Path) -> None:
    """Without a single starter list, a legal list is found and every rule is broken by some list."""
    assert unseen(check_folder(pond(tmp_path / "pond", 2, 40), thorough=True)) == ((), (), {})


def test_a_format_without_a_legal_list_is_named(tmp_path: Path) -> None:
    """Two models that cost too much together: no list is legal. The thorough check would refuse such a format."""
    assert unseen(check_folder(pond(tmp_path / "pond", 8, 40))).formats == ("small",)


def test_a_hard_format_takes_no_work_from_others(tmp_path: Path) -> None:
    """However long a list is looked for in one format, there is work left for the next."""
    folder = pond(tmp_path / "pond", 8, 40)
    head = folder / "game.yaml"
    head.write_text(head.read_text("utf-8").replace("limit: 10}]", "limit: 10}, {id: large, limit: 30}]"), "utf-8")
    assert unseen(check_folder(folder), work=20).formats == ("small",)


def test_a_rule_that_nothing_breaks_is_named(tmp_path: Path) -> None:
    """No list that is tried costs a million; the one that comes nearest is named, with its number."""
    game = check_folder(pond(tmp_path / "pond", 2, 1_000_000), thorough=True)
    ducks = [{"game": "pond", "models": [{"unit": "Duck", "count": number}]} for number in (2, 5, 3)]
    assert unseen(game, ducks) == ((), ("grand",), {"grand": (1, "10, where at most 1000000 is allowed")})


def test_numbers_and_links_are_tried_too(tmp_path: Path) -> None:
    """Rules about experience, about who carries whom and about copies in a hand are broken by some list."""
    folder = pond(tmp_path / "pond", 2, 40)
    (folder / "more.yaml").write_text(MORE, "utf-8")
    (folder / "cards.yaml").write_text("kind: card\nentries: [{name: Sun}, {name: Rain}]\n", "utf-8")
    ducks = {"game": "pond", "models": [{"unit": "Duck", "name": "Ada"}, {"unit": "Duck"}]}
    assert unseen(check_folder(folder), [ducks]).rules == ()


def test_unseen_is_information_and_no_error(tmp_path: Path) -> None:
    """The command says what it has not seen, and is content."""
    folder = pond(tmp_path / "pond", 2, 1_000_000)
    done = subprocess.run([str(SCRIPT), "catalogue", "check", str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "info: no list that was tried breaks grand; there may be one." in done.stdout


# Nobody is named, led, mounted or benched in random lists, and no team has all of its weapons at once.
UNSEEN = {
    "demihuman-combat": {
        "assassination-vip-named",
        "deploy-limit",
        "idle-rescuees",
        "idle-vip",
        "lesson-vip-named",
        "rescue-rescuees-named",
    },
    "kill-team": {"tallmill-crossbows", "tallmill-specialists", "tallmill-weapons"},
    "stack-and-horde": {"horde-members", "horde-size", "no-heavy-rider", "rider-in-stack"},
}


@pytest.mark.parametrize("id", sorted(game_folders()))
def test_shipped_games_are_seen_to_work(id: str) -> None:
    """Each format has a legal list, and each rule is broken by a list that is tried, or by a case of the game."""
    found = unseen(load_game(id), work=60_000)
    assert found.formats == ()
    assert set(found.rules) <= UNSEEN.get(id, set())
    cases = (path for path in test_game_lists.CASES if path.parents[1].name == id)
    broken = {finding.rule for path in cases for finding in test_game_lists.judged(path).findings}
    assert UNSEEN.get(id, set()) <= broken
