"""Lists typed by hand, in the style of forum posts, are understood or refused line by line; nothing is guessed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats.importing import find_lists
from tests.support.lists_made import GAMES, load
from tests.support.work import counted

DOE = {
    "name": "Sgt. John Doe",
    "rank": "IV",
    "weapon": "Laser Rifle",
    "armour": "Medium",
    "gear": ["Cybernetic Implants"],
    "abilities": ["Inspire", "Go for Cover"],
    "raise": {"hp": 2, "mv": 2, "dod": 1, "acc": 1},
}
GRUNTS = {"rank": "I", "weapon": "Slug Pistol", "count": 3}
POSTS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "indented": (
        """
        My Rogue Conflict list (250 pts)

        Sgt. John Doe - Rank IV [50 pts]
          * laser rifle
          * medium armor
          * cybernetic implants
          * Inspire, go for cover
          * +2 HP, +2 MV, Acc +1, Dod +1
        3x Rank I w/ slug pistol (15)

        Total: 95/250 points
        """,
        [DOE, GRUNTS],
    ),
    "one line each": (
        """
        ROGUE CONFLICT
        ==============
        Sgt. John Doe: RANK IV, LASER RIFLE, Medium, Cybernetic Implants, INSPIRE, HP+2, MV +2, Acc+1, Dod +1 = 50pts
          Go For Cover
        Rank I, Slug Pistols x3
        """,
        [DOE, GRUNTS],
    ),
    "bullets": (
        """
        Rogue Conflict, standard game
        - Sgt. John Doe, IV, Laser Rifle, Medium, Inspire; Go for Cover, Cybernetic Implants, HP +2, MV +2 (50)
          - Acc +1, Dod +1
        - 3 x rank 1 with slug pistol
        """,
        [DOE, GRUNTS],
    ),
    "name above": (
        """
        game: rogue-conflict
        Models:
        Sgt. John Doe
        Rank: IV
        Weapon: Laser Rifle
        Armour: medium
        Gear: cybernetic implants
        Abilities: inspire, go for cover
        HP +2, MV +2, Acc +1, Dod +1

        3x I, slug pistol [15 each]
        """,
        [DOE, GRUNTS],
    ),
}


def read(text: str, game: str | None = None) -> dict[str, Any]:
    """What a text is read as."""
    (found,) = find_lists(text.encode(), load, GAMES, game)
    return dict(found.read(False).tree)


@pytest.mark.parametrize("post", POSTS, ids=str)
def test_forum_posts_are_understood(post: str) -> None:
    """Any case, bullets, counts before and behind, points in brackets, with headings and without."""
    text, expected = POSTS[post]
    assert read(text)["models"] == expected


@pytest.mark.parametrize(
    ("text", "models"),
    [
        ("2x novices\nEXPERT (Long, Swift Shooter, Area Damage) 35pts", [{"unit": "Novice", "count": 2}, "Expert"]),
        ("Soldier x2\nHero with sacrifice and reckless", [{"unit": "Soldier", "count": 2}, "Hero"]),
        ("1) Novice\n2) novice + Step", [{"unit": "Novice"}, {"unit": "Novice", "abilities": ["Step"]}]),
        ("* 4 novices (8 points each)", [{"unit": "Novice", "count": 4}]),
    ],
)
def test_short_lists_need_only_the_game(text: str, models: list[Any]) -> None:
    """With --game, a list of two lines is enough."""
    found = read(text, "constellation-warrior")["models"]
    assert len(found) == len(models)
    for one, expected in zip(found, models, strict=True):
        assert one == expected if isinstance(expected, dict) else one["unit"] == expected


def test_list_level_picks_groups_and_flags() -> None:
    """Coalitions, missions, benches, equipment with picks, groups and levels are read as well."""
    team = read(
        "Demihuman Combat\nFull Session\nmission: rescue\nrole: Defender\nmagistrate rook\nheron jib (not deployed)"
    )
    assert (team["coalition"], team["mission"], team["role"]) == ("Full Session", "Rescue", "defender")
    assert team["models"][1] == {"unit": "Heron Jib", "deploy": False}
    crew = read(
        "Kill Team\nTeam: saltglass salvors\nEquipment: ladders, utility grenades (2x smoke grenade)\nDive master"
    )
    assert crew["equipment"][1] == {"entry": "Utility Grenades", "picks": ["Smoke Grenade", "Smoke Grenade"]}
    units = "Tod: fen reeve, level 3, 2x block, group: Van\n5 reedspears, group: Van"
    horde = read(f"Stack and Horde\n{units}\nGroups\nVan: kind: stack")
    assert horde["models"][0]["modifiers"] == ["Block", "Block"]
    assert horde["models"][1] == {"unit": "Reedspear", "group": "Van", "count": 5}
    assert horde["groups"] == [{"name": "Van", "kind": "stack"}]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Jon: IV, laser, heavy", ["laser", "could mean", "Laser Pistol", "Laser Rifle"]),
        ("Bo: I, lazer rifle", ["lazer rifle", "Did you mean Laser Rifle"]),
        ("what is this", ["what is this"]),
        ("Rank IX, Laser Rifle", ["Rank IX"]),
    ],
)
def test_what_is_unclear_is_refused_with_its_line(line: str, words: list[str]) -> None:
    """An unknown or ambiguous name is never guessed: the line and the candidates are given."""
    with pytest.raises(DocumentError) as caught:
        read(f"Rogue Conflict\n\nI, Slug Pistol\n{line}\n")
    finding = caught.value.findings[0]
    assert finding.line == 4
    assert all(word in f"{finding.message} {finding.hint}" for word in words)


def test_every_problem_is_reported_at_once() -> None:
    """Three bad lines are three findings."""
    with pytest.raises(DocumentError) as caught:
        read("Rogue Conflict\nI, Slog Pistol\nI, Slug Pistol, Medkiit\nfoo bar baz")
    assert [one.line for one in caught.value.findings] == [2, 3, 4]


@pytest.mark.parametrize("text", ["Novice", "Rogue Conflict and Kill Team\nNovice", "\n\n", "hello world"])
def test_game_is_asked_for(text: str) -> None:
    """A text that names no game, or two, is refused with the games there are."""
    with pytest.raises(DocumentError, match=r"game|empty|names"):
        read(text)


@pytest.mark.parametrize("size", [10, 1000, 3900])
def test_long_and_strange_texts_end_quickly(size: int) -> None:
    """Brackets, quotes, spaces and commas without end are refused, and soon."""
    signs = ("(", '"', "a, ", "2x ", "a: ", "[1", " ", '\\"', "{", "a;", "- a ")
    for sign in signs:
        junk = (sign * size)[:3900]
        with counted() as work, pytest.raises(DocumentError):
            read(f"Rogue Conflict\nI, Slug Pistol\nA{junk}B\nI, Slug Pistol")
        assert work.calls < 300_000, sign


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "line",
    ["1. " + "- " * 1900, "a," * 90, "Zorb: Blax", "notes: " + "[" * 3000, "Slog Pistel, I", "A" + " " * 3000],
    ids=["dashes", "commas", "name", "brackets", "misspelt", "spaces"],
)
def test_texts_full_of_junk_end_quickly(line: str) -> None:
    """A text as long as any may be, of any kind of junk, is little work."""
    with counted() as work, suppress(DocumentError):
        read("Rogue Conflict\nI, Slug Pistol\n" + f"{line} x\n" * (250_000 // len(line)) + "I, Slug Pistol")
    assert work.calls < 10_000_000
