"""An engine that reads nothing but exported JSON plays three games to the end, and a turning point with terrain."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from player import deeds, harm, pairs, terrain, turns
from player.match import Match, new_match
from player.playing import play_game, played
from player.world import Figure

from listbuilder import load_game
from listbuilder.loading import game_folders, shipped
from tests.support.cli import invoke
from tests.support.paths import TESTS

PLAYER = TESTS / "clients" / "player"
GAMES = {"constellation-warrior": 10, "demihuman-combat": 5, "rogue-conflict": 4}
SEEDS = range(1, 12)
LEFT = {"special": 2}
"""What comes up and no verb says: an ability that copies another, and the distance between two civilians."""


@cache
def exported(game: str) -> tuple[Any, ...]:
    """The starter lists of a game, as `export --to engine` prints them."""
    lists = sorted(shipped("catalogue").glob(f"{game}/lists/*.yaml"))
    return tuple(json.loads(invoke("export", path, "--to", "engine").stdout) for path in lists)


@cache
def mission(game: str, seed: int) -> Any:
    """A mission as `mission --json` prints it."""
    return json.loads(invoke("mission", game, "--seed", seed, "--json").stdout)


@cache
def game_of(game: str, seed: int) -> Match:
    """A whole game between two starter lists."""
    forces = exported(game)
    pair = [forces[seed % len(forces)], forces[(seed * 3 + 1) % len(forces)]]
    return played(pair, mission(game, seed), seed)


each_game = pytest.mark.parametrize("game", GAMES)
each_seed = pytest.mark.parametrize("seed", SEEDS)


@pytest.mark.sample(4)
@each_seed
@each_game
def test_games_keep_the_laws(game: str, seed: int) -> None:
    """No number falls below 0, nobody is out with health left, and everything was used as often as it may be."""
    match = game_of(game, seed)
    out = match.course["health"]["out"]
    for figure in match.figures:
        assert all(0 <= figure.lost[stat] <= number for stat, number in figure.stats.items())
        assert figure.alive == (figure.lost[out] < figure.stats[out])
        assert min(figure.counts.values(), default=0) >= 0
        for held in figure.held:
            often = held.entry.get("use", {}).get("uses")
            if often:
                stamps = [stamp.get(often["per"], 1) for stamp in held.used]
                assert max(map(stamps.count, stamps), default=0) <= often["times"]["value"]
    assert all(min(player.counts.values(), default=0) >= 0 for player in match.players)


@pytest.mark.sample(4)
@each_seed
@each_game
def test_games_last_as_long_as_the_data_say(game: str, seed: int) -> None:
    """Every round is played, every figure activates once in each until it is out, and the most of the data wins."""
    match = game_of(game, seed)
    (outer,) = [name for name, one in match.terms["periods"].items() if one.get("in", "game") == "game"]
    assert match.clock[outer] == match.mission["roll"]["rounds"] == GAMES[game]
    assert match.clock["activation"] <= GAMES[game] * len(match.figures)
    side = turns.winner(match)
    points = [player.counts["vp"] for player in match.players]
    assert side in ((None, 0, 1) if points[0] == points[1] else (points.index(max(points)),))


@each_game
def test_same_seed_is_the_same_game(game: str) -> None:
    """A seed repeats a game to the letter, another one does not."""
    pair, drawn = [*exported(game)[:2]], mission(game, 1)
    first, again, other = (play_game(pair, drawn, seed) for seed in (5, 5, 6))
    assert first == again
    assert first["log"] != other["log"]


def test_nearly_every_effect_that_comes_up_is_played() -> None:
    """Over all these games, no more is left than what a plain board or no vocabulary can have."""
    done: set[str] = set()
    left: dict[str, str] = {}
    for game in GAMES:
        for seed in SEEDS:
            tally = game_of(game, seed).tally
            done |= tally.done
            left |= tally.left
    left = {place: verb for place, verb in left.items() if place not in done}
    assert {verb: list(left.values()).count(verb) for verb in left.values()}.items() <= LEFT.items()
    assert len(done) > 85
    assert len(left) / (len(done) + len(left)) < 0.02


POLICIES = (("bold", "careful"), ("careful", "bold"))


@each_game
def test_policies_play_games_of_their_own(game: str) -> None:
    """Each policy plays whole games by the same rules, and decides otherwise than the other."""
    pair, drawn = [*exported(game)[:2]], mission(game, 1)
    games = [play_game(pair, drawn, 5, policies) for policies in POLICIES]
    assert games[0]["log"] != games[1]["log"]
    for one in games:
        assert max(one["periods"].values()) >= GAMES[game]


def test_nobody_waits_for_enemies_that_are_not_there(tmp_path: Path) -> None:
    """Out of range of everybody, Overwatch and a hook without terrain are not worth an action."""
    match, (ada, foe) = table(tmp_path, "name: Ada, rank: I, weapon: slug-pistol, gear: [Grappling Hook]")
    ada.counts["action"] = 2
    assert {"overwatch", "grappling-hook"}.isdisjoint(one.entry["id"] for one in turns.usable(match, ada))
    foe.spot = type(foe.spot)(20, 26)
    assert "overwatch" in [one.entry["id"] for one in turns.usable(match, ada)]


def test_rolls_are_raised_by_what_the_data_say() -> None:
    """Both sides spend what raises rolls, never more than they have and never past the highest face."""
    matches = [game_of("demihuman-combat", seed) for seed in SEEDS]
    raised = [line.split() for match in matches for line in match.log if " raises " in line]
    assert {words[-3] for words in raised} == {"force-roll", "defense-roll"}
    assert all(player.counts["pip"] >= 0 for match in matches for player in match.players)


# A table that blocks sight: a turning point, and pieces of it played by hand.

HEAVY, LIGHT = {"traits": ["terrain-trait/heavy-terrain"]}, {"traits": ["terrain-trait/light"]}
RUINS: dict[str, Any] = {
    "rounds": 1,
    "sides": [22, 16],
    "zone": 5,
    "areas": {"territory": [[0, 0, 22, 8], [0, 8, 22, 16]], "enemy-territory": [[0, 8, 22, 16], [0, 0, 22, 8]]},
    "shapes": {
        "light-barricades": {"size": [2, 0.5], "height": 1, **LIGHT},
        "heavy-barricade": {"size": [3, 0.5], "height": 2, **HEAVY},
        "sacks": {"size": [1.5, 0.5], "height": 1, **LIGHT},
    },
    "pieces": [
        {"name": "hall", "at": [8, 7.5], "size": [6, 1], "height": 4, **HEAVY},
        {
            "name": "grating",
            "at": [10, 10.5],
            "size": [3, 0.5],
            "height": 3,
            "gaps": True,
            "traits": ["terrain-trait/blocking"],
        },
        *({"name": "wall", "at": [x, y], "size": [3, 1], "height": 4, **HEAVY} for x in (2, 17) for y in (5.5, 9.5)),
        *({"name": "rubble", "at": at, "size": [2, 1], "height": 1, **LIGHT} for at in ([6, 5.5], [13, 9.5])),
    ],
}
"""The terrain that players bring, in inches: its traits are those of the force, the rest no rulebook prints."""


def ruins(seed: int, policies: tuple[str, str]) -> Match:
    """A turning point between two starter lists on that table."""
    pair = [one for one in exported("kill-team") if one["list"]["name"] in ("First Frost", "The Granary Door")]
    return played(pair, mission("kill-team", 1), seed, policies, RUINS)


@cache
def turning_points() -> tuple[Match, ...]:
    """Turning points of several seeds, each policy on each side."""
    return tuple(ruins(seed, policies) for seed in (2, 3) for policies in POLICIES)


@pytest.mark.slow
def test_turning_point_is_played_whole() -> None:
    """Every model activates once unless it was taken out before, and nobody without an order."""
    for match in turning_points():
        period = match.terms["periods"]
        assert match.clock["turning-point"] == 1
        assert match.clock["activation"] == sum(log.startswith(" ") and log[1] != " " for log in match.log)
        acted = {log.strip() for log in match.log if log.startswith(" ") and log[1] != " "}
        assert all(figure.title in acted or not figure.alive for figure in match.figures)
        assert all(figure.counts["concealed"] + figure.counts["engaged"] == 1 for figure in match.present())
        assert period["activation"]["order"] == "alternate"
        moves = [at for at, line in enumerate(match.log) if line.endswith((": Reposition", ": Dash", ": Charge"))]
        assert all(" moves " in "".join(match.log[at + 1 : at + 6]) for at in moves)


@pytest.mark.slow
def test_terrain_keeps_models_from_being_seen() -> None:
    """Terrain hides some, who can't be shot at by whoever does not see them; without it everybody is seen."""
    match = ruins(3, POLICIES[0])
    eyes = [(one, other) for one in match.present() for other in match.present() if one.side != other.side]
    hidden = [pair for pair in eyes if not terrain.visible(match, *pair)]
    assert 0 < len(hidden) < len(eyes)
    for one, other in hidden:
        one.counts["engaged"], one.counts["concealed"] = 1, 0
        for attack in deeds.attacks(match, one):
            assert attack.sequence != "shoot" or other not in deeds.reachable(match, one, attack)
    match.pieces.clear()
    assert all(terrain.visible(match, *pair) for pair in hidden)


@pytest.mark.slow
def test_fights_are_struck_and_blocked_by_turns() -> None:
    """In some turning point both sides of a fight use their dice one by one, and some are blocked."""
    log = [line.strip() for match in turning_points() for line in match.log]
    assert any(" strikes: " in line for line in log)
    assert any(" blocks: " in line for line in log)


@pytest.mark.slow
def test_nearly_all_of_a_turning_point_is_played() -> None:
    """What comes up and is not played is named, and less than 3 % of what comes up."""
    done = {place for match in turning_points() for place in match.tally.done}
    left = {place for match in turning_points() for place in match.tally.left} - done
    assert len(done) > 40
    assert len(left) / (len(done) + len(left)) < 0.03
    spoken = [line for match in turning_points() for line in match.log]
    for what in ("into nothing", "Counteract", "has engaged", "again: ", "not stopped: "):
        assert any(what in line for line in spoken), what


@pytest.mark.slow
def test_same_seed_is_the_same_turning_point() -> None:
    """A seed repeats a turning point to the letter; another one does not."""
    assert ruins(2, POLICIES[0]).log == turning_points()[0].log
    assert turning_points()[0].log != turning_points()[2].log


def test_each_side_makes_the_best_of_its_dice() -> None:
    """Who can take the other out strikes; who would be taken out by a critical blocks it with one."""
    rates = [(0, {"stop": {"normal": 1}, "with": {"normal": 1}}), (1, {"stop": {"crit": 1}, "with": {"crit": 1}})]
    harms = [[3.0, 5.0], [3.0, 5.0]]

    def move(dice: tuple[tuple[int, int], tuple[int, int]], health: tuple[float, float]) -> pairs.Move:
        return pairs.best([rates, rates], ["normal", "crit"], harms, dice, health, 0)

    assert move(((0, 1), (0, 1)), (5, 5)).strike == "crit"
    assert move(((0, 1), (0, 1)), (5, 9)) == pairs.Move("", 1, ((0, 0), (0, 0)))
    assert move(((2, 0), (0, 0)), (9, 9)).strike == "normal"


def test_pass_chips_let_the_other_side_go_on() -> None:
    """A player with fewer models has what the match says, and spends it in place of an activation."""
    pair = [one for one in exported("demihuman-combat") if one["list"]["name"] in ("Closing Time", "Lantern Lesson")]
    paths = [
        shipped("catalogue") / "demihuman-combat/lists" / f"{name}.yaml" for name in ("closing-time", "lantern-lesson")
    ]
    agreed = json.loads(invoke("match", *paths, "--json").stdout)
    match = played(pair, mission("demihuman-combat", 1), 1, ("careful", "careful"), {"match": agreed})
    (line,) = [one for one in agreed["lines"] if one["name"] == "Pass chips"]
    passed = [log.strip() for log in match.log if log.endswith(" passes")]
    assert line["amount"] == 1
    assert set(passed) == {f"{line['to']} passes"}
    assert len(passed) <= GAMES["demihuman-combat"]


def constants() -> set[str]:
    """Every text in the code of the player that is no docstring and no name of its own functions."""
    found: set[str] = set()
    for path in PLAYER.glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        exports = [
            one.value for one in tree.body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "__all__"
        ]
        said |= {id(node) for one in exports for node in ast.walk(one)}
        found |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
        }
    return found


def vocabulary(schema: object) -> set[str]:
    """The words of the schema: its keys, and the words that it lists."""
    if isinstance(schema, list):
        return {word for one in schema for word in vocabulary(one)}
    if not isinstance(schema, dict):
        return set()
    own = {*schema.get("properties", {}), *map(str, schema.get("enum", ())), str(schema.get("const", ""))}
    return own | {word for one in schema.values() for word in vocabulary(one)}


def test_code_knows_no_game() -> None:
    """No id, no name and no declared word of any catalogue is in the code, and it never looks at a text."""
    known = vocabulary(json.loads(invoke("schema", "force").stdout))
    own: set[str] = set()
    names: set[str] = set()
    for folder in game_folders():
        game = load_game(folder)
        own |= {game.id, *game.stats, *(entry.id for entry in game.entries)}
        own |= {word for _, words in game.playbook.terms.sorts() for word in words}
        names |= {game.name.lower(), *(entry.name.lower() for entry in game.entries)}
    said = constants()
    assert (said & own) - known == set()
    assert {word.lower() for word in said} & names - known == set()
    code = "\n".join(path.read_text("utf-8").lower() for path in PLAYER.glob("*.py"))
    assert [name for name in names if " " in name and name in code] == []
    assert not {"text", "source"} & said


def test_play_by_play_is_printed(tmp_path: Path) -> None:
    """The command prints the game line by line and what of the effects was played."""
    for name, force in zip("ab", exported("rogue-conflict")[:2], strict=True):
        (tmp_path / f"{name}.json").write_text(json.dumps(force), "utf-8")
    (tmp_path / "m.json").write_text(json.dumps(mission("rogue-conflict", 1)), "utf-8")
    files = [str(tmp_path / name) for name in ("a.json", "b.json", "m.json")]
    done = subprocess.run(
        [sys.executable, str(PLAYER), *files, "--seed", "1"], capture_output=True, text=True, check=True, timeout=60
    )
    assert "round 4" in done.stdout
    assert '"never came up"' in done.stdout


# An exchange of shots and the medic's turn, played by hand.


def force_of(folder: Path, *models: str) -> Any:
    """A force of some models."""
    path = folder / "list.yaml"
    path.write_text("game: rogue-conflict\nmodels:\n" + "".join(f"  - {{{model}}}\n" for model in models), "utf-8")
    return json.loads(invoke("export", path, "--to", "engine").stdout)


class Loaded:
    """Dice that show what they are told, the last one for ever."""

    def __init__(self, *shown: int) -> None:
        self.shown = list(shown)

    def randint(self, low: int, high: int) -> int:
        """The next face."""
        return self.shown.pop(0) if len(self.shown) > 1 else self.shown[0]

    def random(self) -> float:
        """Players always want to."""
        return 0.0

    def choice(self, offers: list[Any]) -> Any:
        """The first."""
        return offers[0]


def table(folder: Path, *models: str) -> tuple[Match, list[Figure]]:
    """A game with some models on one side and one shooter on the other, all within a few inches."""
    shooter = "name: Foe, rank: I, weapon: slug-rifle"
    match = new_match([force_of(folder, *models), force_of(folder, shooter)], None, 1)
    for at, figure in enumerate(match.figures):
        figure.spot = match.board.clamped(type(figure.spot)(20 + 1.26 * at, 20))
    match.figures[-1].spot = type(figure.spot)(20, 36)
    return match, match.figures


def test_exchange_of_shots(tmp_path: Path) -> None:
    """Beyond half range, Acc 1 needs 4. Heavy Rounds make a 7 a 4, which hits, and add 2 to the damage."""
    match, (ada, foe) = table(
        tmp_path,
        "name: Ada, rank: II, raise: {acc: 1}, weapon: slug-rifle, abilities: [Focused aim], gear: [Heavy Rounds]",
    )
    match.dice = Loaded(7, 4)  # type: ignore[assignment]
    deeds.deed(match, ada, match.actions(ada)["attack"], foe)
    assert "    attack-roll: 7-3 = 4" in match.log
    assert "    hit against 4" in match.log
    assert foe.lost["hp"] == 4 + 2
    assert not foe.alive


def test_natural_faces_decide(tmp_path: Path) -> None:
    """A natural 1 misses whatever is added."""
    match, (ada, foe) = table(
        tmp_path, "name: Ada, rank: V, raise: {acc: 4}, weapon: slug-rifle, abilities: [Focused aim, Hard to Hit]"
    )
    match.dice = Loaded(1)  # type: ignore[assignment]
    deeds.deed(match, ada, match.actions(ada)["attack"], foe)
    assert foe.lost["hp"] == 0


def test_medic_heals_a_friend_and_not_itself(tmp_path: Path) -> None:
    """The given Medkit goes to a friend in contact, the bought one to its owner; each works once."""
    match, (medic, friend, _) = table(
        tmp_path,
        "name: Bo, rank: II, raise: {hp: 2}, weapon: slug-pistol, abilities: [Combat Medic], gear: [Medkit]",
        "name: Cy, rank: I, weapon: slug-pistol",
    )
    match.dice = Loaded(2)  # type: ignore[assignment]
    medic.counts["action"] = 3
    medic.lost["hp"], friend.lost["hp"] = 4, 5
    kits = [one for one in medic.held if one.entry.get("use", {}).get("uses")]
    given, bought = (next(one for one in kits if one.pick.get("granted", False) is free) for free in (True, False))
    deeds.deed(match, medic, given, medic)
    assert (medic.lost["hp"], friend.lost["hp"]) == (4, 0)
    deeds.deed(match, medic, bought, medic)
    assert medic.lost["hp"] == 0
    assert medic.counts["action"] == 1
    assert not deeds.able(match, medic, given)


def test_nothing_lowers_poison(tmp_path: Path) -> None:
    """Power Through and armour take damage away, but none of what poison does."""
    hard = "rank: II, raise: {hp: 2}, weapon: slug-pistol, abilities: [Power Through], armour: Heavy"
    match, (ada, _) = table(tmp_path, f"name: Ada, {hard}, gear: [Combat Drugs]")
    ada.counts["poison"] = 3
    turns.activation(match, "activation", ada)
    assert ada.lost["hp"] >= 3
    harm.hit(match, None, ada, 1)
    assert ada.lost["hp"] == 3 + ada.counts["poison"] - 3


def test_overwatch_ends_the_activation(tmp_path: Path) -> None:
    """Whoever goes into Overwatch does nothing more, and uses no free gear either."""
    match, (ada, _) = table(tmp_path, "name: Ada, rank: I, weapon: slug-rifle, gear: [Personal Force Field]")
    only = [one for one in ada.held if one.entry["id"] in ("attack", "overwatch", "personal-force-field", "slug-rifle")]
    ada.held[:] = only
    match.dice = Last()  # type: ignore[assignment]
    match.dice.wanted = "overwatch"  # type: ignore[attr-defined]
    turns.activation(match, "activation", ada)
    assert [line for line in match.log if line.startswith("  Ada")] == ["  Ada: Overwatch"]
    assert ada.counts["overwatch-shot"] == 1


class Last(Loaded):
    """Dice that choose one thing by its id where they can."""

    wanted = ""

    def __init__(self) -> None:
        super().__init__(1)

    def choices(self, offers: list[Any], weights: list[float]) -> list[Any]:
        """The one that is wanted, else the first."""
        return [next((one for one in offers if one.entry["id"] == self.wanted), offers[0])]


def test_panic_is_over_after_the_move(tmp_path: Path) -> None:
    """A hit on 18 panics the target, which is moved once and then panicked no more."""
    match, (ada, foe) = table(tmp_path, "name: Ada, rank: I, weapon: slug-rifle")
    match.dice = Loaded(18, 1)  # type: ignore[assignment]
    deeds.deed(match, ada, match.actions(ada)["attack"], foe)
    assert any(line.startswith("    Foe is moved") for line in match.log)
    assert foe.counts["panicked"] == 0


def test_free_gear_goes_with_hit_and_run(tmp_path: Path) -> None:
    """Combat Drugs cost no action, so Hit and Run is still possible after them; after a move it is not."""
    match, (ada, _) = table(
        tmp_path,
        "name: Ada, rank: II, raise: {hp: 2}, weapon: slug-rifle, abilities: [Hit and Run], gear: [Combat Drugs]",
    )
    held = {one.entry["id"]: one for one in ada.held}
    match.active = ada
    turns.begin(match, "activation", ada)
    deeds.deed(match, ada, held["combat-drugs"])
    assert deeds.able(match, ada, held["hit-and-run"])
    deeds.deed(match, ada, held["move"])
    assert not deeds.able(match, ada, held["hit-and-run"])


def test_inspired_friend_acts_at_once(tmp_path: Path) -> None:
    """The friend attacks out of its activation and keeps the actions of its own."""
    match, (ada, bo, foe) = table(
        tmp_path,
        "name: Ada, rank: II, raise: {hp: 2}, weapon: slug-pistol, abilities: [Inspire]",
        "name: Bo, rank: I, weapon: slug-rifle",
    )
    match.dice = Loaded(17, 2)  # type: ignore[assignment]
    match.active = ada
    turns.begin(match, "activation", ada)
    deeds.deed(match, ada, next(one for one in ada.held if one.entry["id"] == "inspire"))
    assert foe.lost["hp"] == 2
    assert bo.counts["action"] == 0
