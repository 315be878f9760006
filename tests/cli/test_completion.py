"""Shell completion in real shells: what is typed before Tab becomes the words that were meant, and nothing fails."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.ui.cli.shells import quoted, read_line
from tests.support.shells import FOUND, START, TAB, Shell

SCRIPT = Path(sys.executable).with_name("listbuilder")
LIST = """\
game: rogue-conflict
name: L
models:
  - {name: Jax of Old, rank: I, weapon: Slug Pistol, gear: [Medkit, Energy Blade]}
  - {name: 'Žižka''s $5 "!"', rank: II}
"""
BAND = """\
game: stack-and-horde
models: [{unit: Fen Reeve, name: Tod, group: Van Guard}]
groups: [{name: Van Guard, kind: stack, leader: Tod}]
"""
CASES = [
    # A word before it is complete, and the words that the shell has then; X behind it tells whether a space came.
    ("vali", "validate X"),
    ("catalogue ch", "catalogue check X"),
    ("validate a.y", "validate a.yaml X"),
    ("validate a.yaml --js", "validate a.yaml --json X"),
    ("show rogue-c", "show rogue-conflict X"),
    ("mission demihuman-combat King", "mission demihuman-combat 'King of the Hill' X"),
    ("mission demihuman-combat --pack Crim", "mission demihuman-combat --pack Criminals X"),
    ("show rogue-conflict medk", "show rogue-conflict Medkit X"),
    ("show rogue-conflict Laser R", "show rogue-conflict Laser Rifle X"),
    ("rules points.o", "rules points.over X"),
    ("new rogue-c", "new rogue-conflict X"),
    ("new constellation-warrior --format sm", "new constellation-warrior --format small X"),
    ("new constellation-warrior --format=sm", "new constellation-warrior --format=small X"),
    ("new rogue-conflict --starter blu", "new rogue-conflict --starter blue-dossier X"),
    ("export a.yaml --to mark", "export a.yaml --to markdown X"),
    ("cards a.yaml --size ta", "cards a.yaml --size tarot X"),
    ("cards a.yaml --theme=emb", "cards a.yaml --theme=ember X"),
    ("cards a.yaml --paper lett", "cards a.yaml --paper letter X"),
    ("schema rep", "schema report X"),
    ("schema check a.yaml --as coll", "schema check a.yaml --as collection X"),
    ("sheet a.yaml --event ban", "sheet a.yaml --event band.yaml X"),
    ("remove band.yaml Fen", "remove band.yaml 'Fen Reeve' X"),
    ("--show-completion zs", "--show-completion zsh X"),
    ("set a.yaml Ja", "set a.yaml 'Jax of Old' X"),
    ("remove a.yaml Ž", "remove a.yaml 'Žižka'\"'\"'s $5 \"!\"' X"),
    ("set 'my list.yaml' Ja", "set 'my list.yaml' 'Jax of Old' X"),
    ("set my\\ list.yaml Ja", "set 'my list.yaml' 'Jax of Old' X"),
    ("set ~/a.yaml Ja", "set HOME/a.yaml 'Jax of Old' X"),
    ("add a.yaml weap", "add a.yaml weapon=X"),
    ("add a.yaml weapon=slug\\ p", "add a.yaml 'weapon=Slug Pistol' X"),
    ("add a.yaml weapon=laser\\ r", "add a.yaml 'weapon=Laser Rifle' X"),
    ('add a.yaml weapon="laser r', "add a.yaml 'weapon=Laser Rifle' X"),
    ("add a.yaml weapon='Laser R", "add a.yaml 'weapon=Laser Rifle' X"),
    ('add a.yaml "weapon=Laser R', "add a.yaml 'weapon=Laser Rifle' X"),
    ("add a.yaml armor=hea", "add a.yaml armor=Heavy X"),
    ("add a.yaml Grapp", "add a.yaml 'Grappling Hook' X"),
    ("set a.yaml 1 gear-=Me", "set a.yaml 1 gear-=Medkit X"),
    ("set a.yaml 1 gear+=Grap", "set a.yaml 1 'gear+=Grappling Hook' X"),
    ("set a.yaml 1 gear=Medkit,En", "set a.yaml 1 'gear=Medkit,Energy Blade' X"),
    ("set a.yaml 1 raise=h", "set a.yaml 1 raise=hp:X"),
    ("set a.yaml list form", "set a.yaml list format=X"),
    ("set a.yaml list format=st", "set a.yaml list format=standard X"),
    ("add band.yaml group=Va", "add band.yaml 'group=Van Guard' X"),
    ("add band.yaml group lead", "add band.yaml group leader=X"),
    ("add band.yaml carries=To", "add band.yaml carries=Tod X"),
    ("set band.yaml Van\\ Guard kind=ho", "set band.yaml 'Van Guard' kind=horde X"),
    ("add a.yaml weapon=zzz", "add a.yaml weapon=zzzX"),
    ("add nosuch.yaml weap", "add nosuch.yaml weapX"),
    ("add broken.yaml weap", "add broken.yaml weapX"),
]


def fill(folder: Path) -> Path:
    """Lists to complete from."""
    (folder / "a.yaml").write_text(LIST, "utf-8")
    (folder / "my list.yaml").write_text(LIST, "utf-8")
    (folder / "band.yaml").write_text(BAND, "utf-8")
    (folder / "broken.yaml").write_text("game: [\n", "utf-8")
    return folder


@pytest.fixture(scope="module", params=list(START))
def shell(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """A shell with our completion loaded, in a folder with lists."""
    if request.param not in FOUND:
        pytest.skip(f"{request.param} is not installed here, so that its completion is not tried")
    one = Shell(request.param, fill(tmp_path_factory.mktemp("home")))
    yield one
    one.close()


@pytest.mark.sample(3)
@pytest.mark.parametrize(("typed", "meant"), CASES, ids=[typed for typed, _ in CASES])
def test_tab_gives_the_word_that_was_meant(shell: Shell, typed: str, meant: str) -> None:
    """The shell itself says which words its line holds after Tab."""
    wanted = [word.replace("HOME", str(shell.folder)) for word in shlex.split(f"listbuilder {meant}")]
    assert shell.words(f"listbuilder {typed}{TAB}") == wanted


def test_two_tabs_go_from_key_to_value(shell: Shell) -> None:
    """A completed key stands without a space, so that the next Tab completes its value and nothing is removed."""
    assert shell.words(f"listbuilder set a.yaml 2 arm{TAB}Hea{TAB}")[-2:] == ["armour=Heavy", "X"]


def test_bash_goes_as_far_as_the_names_agree(tmp_path: Path) -> None:
    """Where several names fit, what they share is put in, in the right case and with its blank escaped."""
    shell = Shell("bash", fill(tmp_path))
    assert shell.words(f"listbuilder add a.yaml weapon=las{TAB}")[-1] == "weapon=Laser X"
    shell.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", list(START))
def test_installed_completion_is_there_in_a_new_shell(tmp_path: Path, name: str) -> None:
    """`--install-completion` from a shell makes the next one complete; doing it twice adds nothing."""
    if name not in FOUND:
        pytest.skip(f"{name} is not installed here, so that its completion is not tried")
    fill(tmp_path)
    first = Shell(name, tmp_path, "true")
    first.run("listbuilder --install-completion")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file() and "fish" not in path.name}
    first.run("listbuilder --install-completion")
    assert before.items() <= {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}.items()
    first.close()
    plain = {"bash": ["bash", "-i"], "zsh": ["zsh", "-i"], "fish": ["fish", "-i"]}[name]
    second = Shell(name, tmp_path, "bindkey -e" if name == "zsh" else "true", plain)
    assert second.words(f"listbuilder add a.yaml weapon=slug\\ p{TAB}")[-2:] == ["weapon=Slug Pistol", "X"]
    second.close()


def test_script_of_any_shell_can_be_shown() -> None:
    """A shell that is named gets its script wherever this runs; one that is not known is refused."""
    for name in START:
        done = subprocess.run([SCRIPT, "--show-completion", name], capture_output=True, text=True, check=True)
        assert "_listbuilder_completion" in done.stdout
        assert f"complete_{name}" in done.stdout
    wrong = subprocess.run([SCRIPT, "--show-completion", "tcsh"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "name one of bash, fish, zsh" in wrong.stderr


def offers(line: str, folder: Path, shell: str = "fish") -> list[str]:
    """What the program answers to a script."""
    environment = {**os.environ, "_LISTBUILDER_COMPLETE": f"complete_{shell}", "COMP_WORDS": line}
    done = subprocess.run([str(SCRIPT)], capture_output=True, text=True, env=environment, cwd=folder, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_offers_come_with_what_they_cost(tmp_path: Path) -> None:
    """Where a shell shows descriptions, an entry has its price and a command what it does."""
    fill(tmp_path)
    assert "weapon=Laser Rifle\t+20 points" in offers("listbuilder add a.yaml weapon=", tmp_path)
    assert "undo\tUndo the last edits of a list." in offers("listbuilder ", tmp_path)


@pytest.mark.slow
def test_offers_are_the_choices_of_the_workbench(tmp_path: Path) -> None:
    """They have its prices and reasons in this list, know the words before, and leave out what a unit never takes."""
    fill(tmp_path)
    (tmp_path / "crew.yaml").write_text("game: kill-team\nteam: Saltglass Salvors\n", "utf-8")
    gear = offers("listbuilder set a.yaml 1 gear=Medkit,", tmp_path)
    assert "gear=Medkit,Energy Blade\t1 too many" in gear
    more = offers("listbuilder set a.yaml 1 gear+=", tmp_path)
    assert "gear+=Grappling Hook\t+5 points, 2 too many" in more
    assert "gear+=Tactical Pockets\t+5 points" in more
    weapons = offers("listbuilder add crew.yaml Harpooner weapons=", tmp_path)
    assert "weapons=Barbed Harpoon" in weapons
    assert len(weapons) < 6
    rifle = offers("listbuilder set a.yaml 1 'gear=Tactical Shield' weapon=Laser", tmp_path)
    assert "weapon=Laser Rifle\t+10 points, Tactical Shield, which needs a pistol under `weapon`." in rifle
    (tmp_path / "cup.yaml").write_text("name: Cup\ngame: rogue-conflict\nban: [{entry: medkit}]\n", "utf-8")
    assert any("Medkit" in line for line in offers("listbuilder set a.yaml 2 gear=", tmp_path))
    assert not any("Medkit" in line for line in offers("listbuilder set --event cup.yaml a.yaml 2 gear=", tmp_path))


def test_what_nobody_can_pick_is_not_offered(tmp_path: Path) -> None:
    """A slot that only holds what is granted is no key to type."""
    (tmp_path / "gang.yaml").write_text("game: demihuman-combat\nmodels: [{unit: Silt}]\n", "utf-8")
    found = offers("listbuilder add gang.yaml ", tmp_path)
    assert "unit=" in found
    assert "deploy=" in found
    assert "attacks=" not in found
    assert "Eel Jack\t+15 points" in found


def test_files_are_left_to_the_shell(tmp_path: Path) -> None:
    """Where a file is wanted, the shell completes it."""
    for line in ("listbuilder validate ", "listbuilder cards a.yaml -o ", "listbuilder validate --event "):
        assert offers(line, tmp_path) == ["files"]


def test_games_of_other_folders_are_offered(tmp_path: Path) -> None:
    """`--catalogue DIR` counts before the command and behind it."""
    (tmp_path / "my" / "tea-duel").mkdir(parents=True)
    (tmp_path / "my" / "tea-duel" / "game.yaml").write_text("id: tea-duel\n", "utf-8")
    assert "tea-duel" in offers("listbuilder --catalogue my show tea", tmp_path)
    assert "tea-duel" in offers("listbuilder show --catalogue my tea", tmp_path)


def test_completion_loads_little(tmp_path: Path) -> None:
    """A press of Tab loads no heavy package."""
    fill(tmp_path)
    code = (
        "import sys, listbuilder.ui.cli.completion as c, listbuilder.ui.cli.app as a\n"
        "from listbuilder.ui.cli.shells import read_line\n"
        "c.complete(a.app, read_line('listbuilder add a.yaml weapon='))\n"
        "print([name for name in ('pydantic', 'reportlab', 'fastapi', 'listbuilder.printing') if name in sys.modules])"
    )
    # The first press may have to compile the game, which needs more.
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8), min_size=1, max_size=4))
def test_words_are_read_back(words: list[str]) -> None:
    """Words that are written for a shell read back as they were, bare or in either quote."""
    for quote in ("", "'", '"'):
        line = " ".join(f"{quote}{quoted(word, quote)}{quote}" for word in words if word or quote)
        found = read_line(f"{line} ")
        assert list(found.words) == [word for word in words if word or quote]
        assert found.last == ""


@pytest.mark.parametrize(
    ("line", "last", "quote", "fixed"),
    [
        ("lb add weapon=Las", "weapon=Las", "", "weapon="),
        ('lb add weapon="Laser R', "weapon=Laser R", '"', "weapon="),
        ("lb add 'weapon=Laser R", "weapon=Laser R", "'", ""),
        ("lb add raise=hp:", "raise=hp:", "", "raise=hp:"),
        ("lb add a\\=b", "a=b", "", ""),
        ("lb add ", "", "", ""),
    ],
)
def test_line_is_read_as_bash_breaks_it(line: str, last: str, quote: str, fixed: str) -> None:
    """What bash leaves alone ends at its last break that no quote hides."""
    assert read_line(line, "\"'=:")[1:] == (last, quote, fixed)
