"""The command line keeps its contract: exit codes, one JSON document, and every command a player types first."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from listbuilder.loading import game_folders, shipped
from tests.support.cli import invoke

SQUAD = "game: rogue-conflict\nname: Five Pistols\nmodels:\n  - {rank: I, weapon: Slug Pistol, count: 5}\n"
BAND = "game: constellation-warrior\nname: One Hero\nmodels:\n  - {unit: Hero}\n"
OVER = SQUAD + "limit: 40\n"
WRONG_KEY = SQUAD.replace("weapon:", "wepon:")
BROKEN = "game: rogue-conflict\nmodels: [\n"
GAMES = ("constellation-warrior", "rogue-conflict")
COMMANDS = ("games", "show", "new", "validate", "rules", "schema", "catalogue check")
STARTERS = sorted(path for folder in game_folders().values() for path in (folder / "lists").glob("*.yaml"))


def report(*args: object, stdin: str | None = None) -> dict[str, Any]:
    """What `validate --json` prints."""
    document: dict[str, Any] = json.loads(invoke("validate", "--json", *args, stdin=stdin).stdout)
    return document


def write(folder: pathlib.Path, **files: str) -> pathlib.Path:
    """Put list files into a folder."""
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("text", "code"), [(SQUAD, 0), (BAND, 0), (OVER, 1), (WRONG_KEY, 1), (BROKEN, 3), ("game: chess\n", 3), ("", 3)]
)
def test_exit_code_says_how_bad_the_list_is(tmp_path: pathlib.Path, text: str, code: int) -> None:
    """0 is fine, 1 illegal, an unknown key included, 3 malformed; the same with --json and from stdin."""
    file = write(tmp_path, squad=text) / "squad.yaml"
    assert invoke("validate", file).exit_code == code
    assert invoke("validate", file, "--json").exit_code == code
    assert invoke("validate", "-", stdin=text).exit_code == code


@pytest.mark.parametrize(
    "args",
    [
        ("bogus",),
        ("validate",),
        ("validate", "--bogus", "x.yaml"),
        ("show",),
        ("show", "chess"),
        ("show", "rogue-conflict", "nosuchthing"),
        ("rules", "nosuchthing"),
        ("rules", "points.nosuch"),
        ("new", "chess"),
        ("new", "rogue-conflict", "--format", "huge"),
        ("new", "rogue-conflict", "--starter", "nosuch"),
        ("schema",),
        ("schema", "chess"),
        ("--catalogue", "/nonexistent", "games"),
        ("catalogue", "check", "/nonexistent"),
    ],
)
def test_wrong_usage_exits_with_2(args: tuple[str, ...]) -> None:
    """A command that can't be understood exits with 2, says why on stderr and prints nothing on stdout."""
    result = invoke(*args)
    assert result.exit_code == 2
    assert result.stderr.strip()
    assert result.stdout == ""


@pytest.mark.sample(2)
@pytest.mark.parametrize("args", [("validate", "--event"), ("validate", "--report"), ("schema", "--write"), ("new",)])
def test_a_file_that_cannot_be_used_exits_with_3(tmp_path: pathlib.Path, args: tuple[str, ...]) -> None:
    """An event that is not there, or an output that can't be written, is a message and exit code 3."""
    squad = write(tmp_path, squad=SQUAD) / "squad.yaml"
    nowhere = tmp_path / "nosuch" / "file"
    rest = {"validate": (nowhere, squad), "schema": (nowhere,), "new": ("rogue-conflict", nowhere)}
    result = invoke(*args, *rest[args[0]])
    assert result.exit_code == 3
    assert "nosuch" in result.stderr


def test_json_report_has_the_keys_and_types_of_the_contract(tmp_path: pathlib.Path) -> None:
    """`validate --json` prints what the contract says, and what the schema says."""
    folder = write(tmp_path, a=SQUAD, b=OVER, c=WRONG_KEY, d=BROKEN, e=BAND, f="game: chess\n")
    document = report(folder)
    schema = json.loads((shipped("schemas") / "report.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    assert set(document) == {"lists", "summary"}
    assert {"lists", "valid", "errors", "warnings"} <= set(document["summary"])
    for one in document["lists"]:
        assert {"file", "game", "name", "valid", "points", "models", "findings"} <= set(one)
        assert type(one["valid"]) is bool
        assert one["valid"] == (not any(found["severity"] == "error" for found in one["findings"]))
        for found in one["findings"]:
            assert {"code", "severity", "where", "model", "message", "hint", "rule", "source"} <= set(found)
            assert found["message"]
            assert found["hint"]


def test_json_report_has_the_numbers_of_the_list(tmp_path: pathlib.Path) -> None:
    """Points, limit, models and name are those of the list; the verdict names the rule, its source and the place."""
    one = report(write(tmp_path, over=OVER) / "over.yaml")["lists"][0]
    assert one["game"] == "rogue-conflict"
    assert one["name"] == "Five Pistols"
    assert one["points"] == {"total": 75, "limit": 40}
    assert one["models"] == 5
    (found,) = one["findings"]
    assert (found["code"], found["rule"], found["where"], found["line"]) == ("points.over", "points-limit", "models", 3)
    assert found["source"]


def test_malformed_file_among_good_ones(tmp_path: pathlib.Path) -> None:
    """The others are still judged, the bad one has its own entry with lines, and the exit code is 3."""
    folder = write(tmp_path, a=SQUAD, b=BROKEN, c=OVER, d="game: rouge-conflict\n")
    result = invoke("validate", folder, "--json")
    document = json.loads(result.stdout)
    assert result.exit_code == 3
    assert [one["valid"] for one in document["lists"]] == [True, False, False, False]
    assert [pathlib.Path(one["file"]).stem for one in document["lists"]] == ["a", "b", "c", "d"]
    assert document["summary"]["lists"] == 4
    assert document["summary"]["valid"] == 1
    for at in (1, 3):
        assert all(type(found["line"]) is int for found in document["lists"][at]["findings"])
    assert invoke("validate", folder).stdout.count("NOT LEGAL") == 1


def test_path_that_the_disk_refuses(tmp_path: pathlib.Path) -> None:
    """A path that can't even be looked at is one unreadable file; the others are still judged."""
    good = write(tmp_path, good=SQUAD) / "good.yaml"
    result = invoke("validate", tmp_path / ("x" * 300), good, "--json")
    assert result.exit_code == 3
    assert [one["valid"] for one in json.loads(result.stdout)["lists"]] == [False, True]


def test_folder_means_its_list_files(tmp_path: pathlib.Path) -> None:
    """YAML and JSON files are judged, other files and folders are left alone; no list at all is wrong usage."""
    squad = {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "slug-pistol", "count": 5}]}
    (tmp_path / "b.json").write_text(json.dumps(squad, indent="\t"), "utf-8")
    (tmp_path / "c.yml").write_text(BAND, "utf-8")
    (tmp_path / "notes.txt").write_text("nothing", "utf-8")
    (tmp_path / "empty").mkdir()
    names = [pathlib.Path(one["file"]).name for one in report(write(tmp_path, a=SQUAD))["lists"]]
    assert names == ["a.yaml", "b.json", "c.yml"]
    assert invoke("validate", tmp_path / "empty").exit_code == 2


def test_report_option_writes_what_json_prints(tmp_path: pathlib.Path) -> None:
    """`--report OUT` holds the same document, and the text still goes to stdout."""
    file, out = write(tmp_path, a=OVER) / "a.yaml", tmp_path / "report.out"
    result = invoke("validate", file, "--report", out)
    assert result.exit_code == 1
    assert "NOT LEGAL" in result.stdout
    assert json.loads(out.read_text("utf-8")) == report(file)


@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_every_starter_list_is_legal_without_warnings(path: pathlib.Path) -> None:
    """What we give people to start with has nothing to find fault with."""
    (one,) = report(path)["lists"]
    assert one["valid"]
    assert one["findings"] == []
    assert one["models"] > 0
    assert one["points"]["limit"] is None or 0 < one["points"]["total"] <= one["points"]["limit"]


@pytest.mark.parametrize("game", GAMES)
def test_new_writes_a_list_without_errors(tmp_path: pathlib.Path, game: str) -> None:
    """A new list judges without errors, under the name that was given."""
    file = tmp_path / "new.yaml"
    assert invoke("new", game, file, "--name", 'Žižka: "the" #1').exit_code == 0
    (one,) = report(file)["lists"]
    assert one["valid"]
    assert one["name"] == 'Žižka: "the" #1'
    assert invoke("new", game).stdout.startswith("# A list for")


@pytest.mark.parametrize("game", GAMES)
def test_new_never_overwrites_unless_told(tmp_path: pathlib.Path, game: str) -> None:
    """A file that is there stays as it was; --force replaces it."""
    file = tmp_path / "mine.yaml"
    file.write_text("precious", "utf-8")
    result = invoke("new", game, file)
    assert result.exit_code == 3
    assert "--force" in result.stderr
    assert file.read_text("utf-8") == "precious"
    assert invoke("new", game, file, "--force").exit_code == 0
    assert f"game: {game}" in file.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_new_from_a_starter(tmp_path: pathlib.Path, game: str) -> None:
    """`--starters` lists the names that `--starter` takes; the file is the starter list to the letter."""
    names = invoke("new", game, "--starters").stdout.split()
    shipped_names = sorted(path.stem for path in (game_folders()[game] / "lists").glob("*.yaml"))
    assert names == shipped_names
    invoke("new", game, tmp_path / "mine.yaml", "--starter", names[0])
    wanted = (game_folders()[game] / "lists" / f"{names[0]}.yaml").read_text("utf-8")
    assert (tmp_path / "mine.yaml").read_text("utf-8") == wanted
    missing = invoke("new", game, "--starter", "nosuch")
    assert names[0] in missing.stderr


def test_new_with_starter_takes_the_given_name(tmp_path: pathlib.Path) -> None:
    """A name that the player gives is used or refused, never dropped without a word."""
    file = tmp_path / "mine.yaml"
    result = invoke("new", "rogue-conflict", file, "--starter", "blue-dossier", "--name", "My Own")
    assert result.exit_code == 2 or report(file)["lists"][0]["name"] == "My Own"


def test_both_help_flags_work_whoever_asked_first() -> None:
    """Click keeps the help option that the first context asked for; one without the root's settings changes nothing."""
    import click

    from listbuilder.ui.cli.catalogue import group

    check = group.get_command(click.Context(group), "check")
    assert check is not None
    assert check.get_help(click.Context(check))
    assert invoke("catalogue", "check", "-h").exit_code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    """`--help` of every command shows a line that can be typed."""
    for flag in ("--help", "-h"):
        result = invoke(*command.split(), flag)
        assert result.exit_code == 0
        assert f"listbuilder {command}" in " ".join(result.stdout.split("Example")[1].split())


def test_event_pack_overrides_the_limit_and_adds_rules(tmp_path: pathlib.Path) -> None:
    """The event's limit counts, not the list's own; its rules are judged and say where they come from."""
    squad = write(tmp_path, squad=SQUAD + "limit: 999\n") / "squad.yaml"
    pack = tmp_path / "pack.yml"
    pack.write_text("name: Cup\ngame: rogue-conflict\nlimit: 74\n", "utf-8")
    one = report(squad, "--event", pack)["lists"][0]
    assert (one["points"]["limit"], [found["code"] for found in one["findings"]]) == (74, ["points.over"])
    pack.write_text("name: Cup\ngame: rogue-conflict\nlimit: 75\n", "utf-8")
    assert report(squad, "--event", pack)["lists"][0]["valid"]
    pack.write_text("name: Cup\ngame: rogue-conflict\nrules: [{kind: count, id: few, of: models, max: 4}]\n", "utf-8")
    (found,) = report(squad, "--event", pack)["lists"][0]["findings"]
    assert (found["code"], found["rule"], found["from"]) == ("count.over", "few", "event Cup")


def test_event_of_another_game(tmp_path: pathlib.Path) -> None:
    """A list for another game than the event's is illegal; the game may be given by id or printed name."""
    folder = write(tmp_path, squad=SQUAD, pack="name: Cup\ngame: Rogue Conflict\n", band=BAND)
    one = report(folder / "band.yaml", "--event", folder / "pack.yaml")["lists"][0]
    assert [found["code"] for found in one["findings"]] == ["event.game"]
    assert report(folder / "squad.yaml", "--event", folder / "pack.yaml")["lists"][0]["valid"]


@pytest.mark.parametrize(
    "line",
    [
        "limit: true",
        "limit: -5",
        "limit: .nan",
        "limti: 5",
        "rules: 5",
        "rules: [{kind: cuont, id: x}]",
        "rules: [{kind: spread, id: x, slot: abilitys, by: category, max: 1}]",
        "rules: [{kind: count, id: x, of: picks, where: {slot: weapn}, max: 1}]",
    ],
)
def test_event_with_a_mistake_is_refused(tmp_path: pathlib.Path, line: str) -> None:
    """A pack whose rule could never apply, or whose limit is no number, must not let lists pass."""
    folder = write(tmp_path, squad=SQUAD, pack=f"name: Cup\ngame: rogue-conflict\n{line}\n")
    result = invoke("validate", folder / "squad.yaml", "--event", folder / "pack.yaml")
    assert result.exit_code == 3
    assert "pack.yaml:3" in result.stderr


def test_share_code_is_judged_where_a_file_is_expected(tmp_path: pathlib.Path) -> None:
    """`validate CODE` and `validate LINK` judge the list in the code; a damaged code is named as one."""
    file = write(tmp_path, squad=SQUAD) / "squad.yaml"
    code = invoke("export", file, "--to", "code").output.strip()
    assert invoke("validate", code).exit_code == 0
    assert invoke("validate", f"https://example.org/list#{code}").exit_code == 0
    damaged = invoke("validate", code[:-3])
    assert damaged.exit_code == 3
    assert "code." in damaged.output


@pytest.mark.parametrize("words", [("cards",), ("event", "intake"), ()])
def test_help_is_a_command(words: tuple[str, ...]) -> None:
    """`help cards` says what `cards --help` says."""
    asked, said = invoke("help", *words), invoke(*words, "--help")
    assert (asked.exit_code, asked.output) == (0, said.output)


def test_output_has_one_long_name(tmp_path: pathlib.Path) -> None:
    """`--output` writes the file; `--out` is answered with the right name."""
    file = write(tmp_path, squad=SQUAD) / "squad.yaml"
    assert invoke("export", file, "--to", "text", "--output", tmp_path / "a.txt").exit_code == 0
    assert (tmp_path / "a.txt").exists()
    refused = invoke("export", file, "--to", "text", "--out", tmp_path / "b.txt")
    assert refused.exit_code == 2
    assert "--output" in refused.output


def test_show_prints_no_raw_parameter() -> None:
    """What a use of an entry fills in is shown as a letter."""
    said = invoke("show", "stack-and-horde", "transport").output
    assert "Carries up to X units" in said
    assert "{" not in said
