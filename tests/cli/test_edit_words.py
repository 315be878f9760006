"""The words of an edit: several models at once, keys under their other names, and nothing dropped without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.base.spelling import same_word
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from tests.cli.test_edit_output import GANG, SQUAD
from tests.support import fast_yaml
from tests.support.cli import run


@pytest.fixture
def squad(tmp_path: Path) -> Path:
    """A squad of a game with ranks, weapons, armour, gear and abilities."""
    path = tmp_path / "squad.yaml"
    path.write_text(SQUAD, "utf-8")
    return path


@pytest.fixture
def gang(tmp_path: Path) -> Path:
    """A gang of a game with units."""
    path = tmp_path / "gang.yaml"
    path.write_text(GANG, "utf-8")
    return path


def test_several_names_add_several_models(gang: Path) -> None:
    """Each name of a unit begins another model; what stands behind it is its own."""
    out = run("add", gang, "Silt", "Eel Jack", "name=Sparks", "newt", "deploy=no").stdout
    rows = read_list(gang).models[4:]
    assert [row.keys.get("unit") for row in rows] == ["Silt", "Eel Jack", "Newt"]
    assert [row.name for row in rows] == [None, "Sparks", None]
    assert rows[2].keys["deploy"] is False
    assert [line.split(",")[0] for line in out.splitlines()[:3]] == ["Added model 5", "Added model 6", "Added model 7"]


def test_several_models_with_options_and_a_place(squad: Path) -> None:
    """Names of options belong to the model before them; `--at` puts all of them there in order."""
    run("add", squad, "--at", "2", "name=Ann", "I", "Slug Pistol", "Medkit", "II", "Laser Rifle", "name=Ben")
    rows = read_list(squad).models
    assert [row.name for row in rows[:3]] == ["Jax", "Ann", "Ben"]
    assert rows[1].keys == {"rank": "I", "weapon": "Slug Pistol", "gear": ["Medkit"]}
    assert rows[2].keys == {"rank": "II", "weapon": "Laser Rifle"}


def test_several_are_added_together_or_not_at_all(gang: Path) -> None:
    """One misspelt name among three adds none."""
    before = gang.read_bytes()
    assert "Did you mean Eel Jack?" in run("add", gang, "Silt", "Eel Jak", "Newt", code=2).stderr
    assert gang.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rank=I", "rank=V"], "`rank` is given twice: I and V. Give it once."),
        (["rank=", "rank=V"], "`rank` is given twice: nothing and V."),
        (["name=A", "name=B"], "`name` is given twice: A and B."),
        (["count=2", "count=3"], "`count` is given twice: 2 and 3."),
        (["gear=Medkit", "gear=Energy Blade"], 'Write `gear="Medkit,Energy Blade"`.'),
        (["armor=Heavy", "armour=Medium"], "`armour` is given twice: Heavy and Medium."),
        (["Laser Rifle", "Slug Pistol"], "`weapon` is given twice: Laser Rifle and Slug Pistol."),
        (["weapon=Laser Rifle", "Slug Pistol"], "`weapon` is given twice"),
        (["raise=hp:1", "raise=mv:1"], "`raise` is given twice: hp:1 and mv:1."),
        (["raise=hp:1,HP:2"], "`HP` is raised twice."),
        (["weapon+=Laser Rifle"], "`weapon` holds one, and has Slug Pistol."),
        (["gear-=Grappling Hook"], "no Grappling Hook under `gear` to take out. It has Medkit, Energy Blade."),
        (["name+=x"], "`name` holds one value."),
        (["hp+=1"], "Unknown key `hp`. Write `raise=hp:1`, or `raise+=hp:1`."),
        (["name", "Bob"], "Write `name=` and its value in one word"),
        (["3x Medkit"], 'Write `"Medkit" count=3`.'),
        (["weapon=Laser"], "Did you mean Laser Pistol, Laser Rifle or Laser Lancer?"),
    ],
)
def test_contradictions_are_refused(squad: Path, words: list[str], said: str) -> None:
    """What is given twice, or can't be added to or taken from, is refused with what to write; the file stays."""
    before = squad.read_bytes()
    assert said in " ".join(run("set", squad, 1, *words, code=2).stderr.split())
    assert squad.read_bytes() == before


def test_add_refuses_two_values_for_one_key(squad: Path) -> None:
    """`rank=I rank=V` is not two models and not the last one; the names alone are two."""
    assert "Names without a key add one model each." in run("add", squad, "rank=I", "rank=V", code=2).stderr
    assert len(read_list(squad).models) == 3


def test_adding_to_and_taking_from(squad: Path) -> None:
    """`+=` and `-=` leave what else is there, in one edit or several."""
    run("set", squad, 1, "gear-=medkit", "gear+=Grappling Hook", "gear+=Medkit")
    assert read_list(squad).models[0].keys["gear"] == ["Energy Blade", "Grappling Hook", "Medkit"]
    run("set", squad, 1, "gear-=Energy Blade,Grappling Hook,Medkit")
    assert "gear" not in read_list(squad).models[0].keys
    run("set", squad, 2, "raise+=acc:1,hp:2", "abilities-=Deadeye")
    row = read_list(squad).models[1]
    assert row.keys["raise"] == {"acc": 2, "hp": 2}
    assert "abilities" not in row.keys


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("armor=Heavy", "armour"),
        ("ARMORS=Heavy", "armour"),
        ("ability=Vault", "abilities"),
        ("abilitys=Vault", "abilities"),
        ("abillity=Vault", None),
        ("weapons=Laser Rifle", "weapon"),
        ("ranks=II", "rank"),
        ("gears=Medkit", "gear"),
    ],
)
def test_keys_answer_to_other_spellings(squad: Path, word: str, key: str | None) -> None:
    """One or many, English or American: the key is found; a misspelt one is asked about."""
    if key is None:
        assert "Did you mean abilities?" in run("set", squad, 3, word, code=2).stderr
        return
    out = run("set", squad, 3, word).stdout
    assert out.startswith(f"Changed {key} of model 3")


def test_keys_answer_to_the_kind_they_hold(tmp_path: Path) -> None:
    """Where players call a unit something else, that word finds the key too."""
    path = tmp_path / "team.yaml"
    path.write_text("game: kill-team\nmodels: [{unit: Sailhand}]\n", "utf-8")
    assert load_game("kill-team").kind_name("unit") == "Operative"
    run("set", path, 1, "operative=Sackhauler", "weapon=Chaff Gun")
    assert read_list(path).models[0].keys == {"unit": "Sackhauler", "weapons": ["Chaff Gun"]}
    run("set", path, "list", "tac ops=Bar the Gate")
    assert read_list(path).keys["tac-op"] == "Bar the Gate"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Colours", "color"),
        ("defences", "defense"),
        ("focus", "focuses"),
        ("calibre", "Calibers"),
        ("manoeuvres", "maneuver"),
        ("special_rules", "Special rule"),
        ("catalog", "catalogue"),
        ("specialisation", "specialisations"),
    ],
)
def test_one_word_in_two_spellings(one: str, other: str) -> None:
    """The spellings of one word are one; different words are not."""
    assert same_word(one, other)
    assert same_word(other, one)
    assert not same_word(one, f"{other}x")


def test_different_words_stay_different() -> None:
    """Nothing is joined that only looks alike."""
    for one, other in (("class", "clas"), ("unit", "units-x"), ("hour", "horn"), ("rank", "ran"), ("our", "or")):
        assert not same_word(one, other)


def test_keys_that_no_word_changes(squad: Path) -> None:
    """The game and the rows of a list are named for what they are, and not taken for a misspelling."""
    assert "The game of a list can't be changed." in run("set", squad, "list", "game=x", code=2).stderr
    assert "`models` holds rows." in run("set", squad, "list", "models=x", code=2).stderr


def test_part_of_a_name_is_asked_about(squad: Path) -> None:
    """A word that is in one name only leads to it."""
    run("set", squad, 1, "name=Sgt. Jax Doe")
    assert "Did you mean Sgt. Jax Doe?" in run("set", squad, "jax", "rank=I", code=2).stderr


def test_list_cannot_be_moved(squad: Path) -> None:
    """Places are for models and groups, and there are as many as rows."""
    assert "The list itself" in run("move", squad, "list", "1", code=2).stderr
    assert "the list has 3 models. Give a number from 1 to 3." in run("move", squad, "1", "9", code=2).stderr


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("models: [5, {}]", ("set", "1", "rank=I")),
        ("models: [5, {}]", ("copy", "1")),
        ("groups: [x]", ("set", "groups[0]", "name=A")),
        ("models: 5", ("add", "rank=I")),
        ("models: {rank: I}", ("add", "rank=I")),
    ],
)
def test_rows_that_are_none_are_left_alone(tmp_path: Path, text: str, args: tuple[str, ...]) -> None:
    """What is no row of keys is neither changed nor written over; the refusal says what the file has there."""
    path = tmp_path / "odd.yaml"
    path.write_text(f"game: rogue-conflict\n{text}\n", "utf-8")
    said = run(args[0], path, *args[1:], code=2).stderr
    assert " of the file is " in said
    assert path.read_text("utf-8") == f"game: rogue-conflict\n{text}\n"


def test_name_of_several_entries_is_told_apart_by_id(tmp_path: Path) -> None:
    """Where two entries are printed under one name, neither is guessed; an id is written as the id."""
    folder = tmp_path / "games" / "twins"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "id: twins\nname: Twins\nedition: '1'\nversion: 1.0.0\ntext: Two of a name.\n"
        "model: {slots: {unit: {kind: unit, min: 1, max: 1}}}\n",
        "utf-8",
    )
    (folder / "units.yaml").write_text(
        "kind: unit\nentries:\n"
        "  - {id: old-ann, name: Ann, text: Old.}\n"
        "  - {id: young-ann, name: Ann, text: Young.}\n",
        "utf-8",
    )
    path = tmp_path / "list.yaml"
    path.write_text("game: twins\nmodels: []\n", "utf-8")
    for word in ("Ann", "unit=ann"):
        said = run("--catalogue", tmp_path / "games", "add", path, word, code=2).stderr
        assert "is the name of several. Write `old-ann` or `young-ann`." in said
    run("--catalogue", tmp_path / "games", "add", path, "young-ann")
    assert read_list(path).models[0].keys == {"unit": "young-ann"}


def test_add_takes_a_count_and_the_only_choice(tmp_path: Path) -> None:
    """`x2` counts the model, a whole line is read as builders read it, and a slot with one choice is filled."""
    (tmp_path / "duel").mkdir()
    (tmp_path / "duel" / "game.yaml").write_text(
        "id: duel\nname: Duel\nversion: 1.0.0\ntext: A duel.\n"
        "model:\n  slots:\n    unit: {kind: unit, min: 1, max: 1}\n"
        "    weapon: {kind: weapon, min: 1, max: 1}\n"
    )
    (tmp_path / "duel" / "units.yaml").write_text(
        "kind: unit\nentries:\n  - {name: Page, offers: {weapon: [stick]}}\n"
        "  - {name: Knight, offers: {weapon: [stick, sword]}}\n"
    )
    (tmp_path / "duel" / "weapons.yaml").write_text("kind: weapon\nentries:\n  - {name: Stick}\n  - {name: Sword}\n")
    file = tmp_path / "list.yaml"
    file.write_text("game: duel\nmodels: []\n")
    for words in (["Page", "x2"], ["Knight"], ["2 x Knight with Sword"]):
        run("add", file, *words, "--catalogue", tmp_path)
    assert fast_yaml.load(file.read_text())["models"] == [
        {"unit": "Page", "weapon": "Stick", "count": 2},
        {"unit": "Knight"},
        {"unit": "Knight", "weapon": "Sword", "count": 2},
    ]
