"""Folders: every file is judged or named with the reason, and one bad file never stops the others."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.qr import write_qr
from listbuilder.ui.cli.validate import FEW
from tests.support import fast_yaml
from tests.support.cli import invoke
from tests.support.lists_made import judged

SQUAD = {"game": "rogue-conflict", "name": "Squad", "models": [{"rank": "I", "weapon": "Slug Pistol", "count": 5}]}
GOOD = fast_yaml.dump(SQUAD)
ILLEGAL = fast_yaml.dump({**SQUAD, "limit": 1})
LISTS = ("a.yaml", "b.YML", "c.YAML", "d.json")
CONVERTED = ("e.txt", "f.TXT", "n.md", "o.html", "p.csv", "q.json", "t.png")
BROKEN = "game: rogue-conflict\nmodels: [\n"


def validated(*args: object) -> dict[str, Any]:
    """The JSON report of `validate`."""
    found: dict[str, Any] = json.loads(invoke("validate", "--json", *args).stdout)
    return found


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with everything that an organiser's inbox has."""
    folder = tmp_path / "inbox"
    (folder / "late").mkdir(parents=True)
    texts = {
        "a.yaml": GOOD,
        "b.YML": GOOD,
        "c.YAML": GOOD,
        "d.json": json.dumps(SQUAD),
        "e.txt": write_list(judged(SQUAD), "text"),
        "f.TXT": write_list(judged(SQUAD), "code"),
        "g.yaml": ILLEGAL,
        "h.yaml": BROKEN,
        "i.txt": "Buy milk.\n",
        "j.pdf": "%PDF-",
        "k": "no ending",
        ".hidden.yaml.swp": "x",
        "late/z.yaml": GOOD,
        "n.md": write_list(judged(SQUAD), "markdown"),
        "o.html": write_list(judged(SQUAD), "html"),
        "p.csv": write_list(judged(SQUAD), "csv"),
        "q.json": write_list(judged(SQUAD), "engine"),
        "r.md": "# Read me\n\nThe lists of our club.\n",
        "s.rosz": "PK",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "t.png").write_bytes(write_qr(write_list(judged(SQUAD), "code"), "png"))
    (folder / "u.jpg").write_bytes(b"\xff\xd8\xff no picture")
    os.mkfifo(folder / "l.yaml")
    (folder / "m.yaml").symlink_to(folder / "nowhere.yaml")
    return folder


def test_every_file_is_judged_or_named(mixed: Path) -> None:
    """YAML, JSON, text and codes are judged whatever the case of their endings; the rest is named with a reason."""
    found = validated(mixed)
    verdicts = {Path(one["file"]).name: one["valid"] for one in found["lists"]}
    good = dict.fromkeys([*LISTS, *CONVERTED], True)
    assert verdicts == {**good, **dict.fromkeys(["g.yaml", "h.yaml", "l.yaml", "m.yaml"], False)}
    left = {Path(one["file"]).name: one["reason"] for one in found["summary"]["left_out"]}
    assert set(left) == {"i.txt", "j.pdf", "k", ".hidden.yaml.swp", "late", "r.md", "s.rosz", "u.jpg"}
    assert "which game" in left["i.txt"]
    assert "--recursive" in left["late"]
    assert set(verdicts) | set(left) == {path.name for path in mixed.iterdir()}
    assert found["summary"]["lists"] == 15
    assert found["summary"]["valid"] == 11


def test_text_is_the_list_that_it_means(mixed: Path) -> None:
    """A text and a code are judged to the letter as the list file that they come from."""
    by_name = {Path(one["file"]).name: one for one in validated(mixed)["lists"]}
    for name in CONVERTED:
        assert by_name[name]["points"] == by_name["a.yaml"]["points"]
        assert by_name[name]["models"] == by_name["a.yaml"]["models"] == 5


def test_text_with_several_lists_and_talk(tmp_path: Path) -> None:
    """Each list of a paste has its verdict, known by its line; one that can't be read stops no other; talk is told."""
    bad, *good = (write_list(judged({**SQUAD, "name": name}), "text") for name in ("Ash", "Birch", "Cedar"))
    path = tmp_path / "paste.txt"
    path.write_text("\n\n".join([bad.rstrip() + "\n2. I, Snail Pistol\n", *good]), "utf-8")
    found = validated(path)
    assert [one["valid"] for one in found["lists"]] == [False, True, True]
    assert [one["file"].rpartition(":")[0] for one in found["lists"]] == [str(path)] * 3
    assert invoke("validate", path).exit_code == 3
    assert "3 lists in this" in invoke("sheet", path, "-o", tmp_path / "x.pdf").stderr
    path.write_text(f"Hi all, this is what I bring on Sunday!\n\n{write_list(judged(SQUAD), 'code')}", "utf-8")
    (one,) = validated(path)["lists"]
    assert one["valid"]
    assert [(finding["code"], finding["severity"]) for finding in one["findings"]] == [("import.talk", "info")]


def test_people_are_told_as_well(mixed: Path) -> None:
    """The last lines count the files and name each that was not read."""
    result = invoke("validate", mixed)
    assert result.exit_code == 3
    assert "11 of 15 lists legal" in result.stdout
    assert "8 not read" in result.stdout
    tail = result.stdout.partition("lists legal")[2]
    assert all(name in tail for name in ("i.txt", "j.pdf", "late/", ".hidden.yaml.swp"))


def test_recursive_opens_folders_in_folders(mixed: Path) -> None:
    """--recursive judges what lies deeper, but follows no link in a circle."""
    (mixed / "late" / "round").symlink_to(mixed)
    found = validated(mixed, "--recursive")
    assert str(mixed / "late" / "z.yaml") in [one["file"] for one in found["lists"]]
    assert "a link to a folder" in str(found["summary"]["left_out"])


def test_file_named_twice_is_judged_once(tmp_path: Path) -> None:
    """A file and its folder are not two lists."""
    (tmp_path / "a.yaml").write_text(GOOD, "utf-8")
    assert validated(tmp_path, tmp_path / "a.yaml")["summary"]["lists"] == 1


def test_unreadable_file_has_its_own_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A named file that may not be read is an entry with exit code 3, and the file beside it is judged."""
    good, secret = tmp_path / "good.yaml", tmp_path / "secret.yaml"
    for path in (good, secret):
        path.write_text(GOOD, "utf-8")
    open_, access = os.open, os.access

    def no_open(path: Any, *args: Any, **options: Any) -> int:
        if Path(path) == secret:
            raise PermissionError(13, "Permission denied")
        return open_(path, *args, **options)

    # Root, as whom tests may run, is refused nothing.
    monkeypatch.setattr(os, "open", no_open)
    monkeypatch.setattr(os, "access", lambda path, *mode, **options: path != str(secret) and access(path, *mode))
    result = invoke("validate", "--json", secret, good)
    assert result.exit_code == 3
    lists = json.loads(result.stdout)["lists"]
    assert [(one["valid"], [found["code"] for found in one["findings"]]) for one in lists] == [
        (False, ["file.unreadable"]),
        (True, []),
    ]


def test_folder_without_lists_says_what_is_there(tmp_path: Path) -> None:
    """A folder that holds no list is wrong usage, and what lies there is named."""
    (tmp_path / "plan.pdf").write_bytes(b"")
    result = invoke("validate", tmp_path)
    assert result.exit_code == 2
    assert "plan.pdf" in result.stderr
    (tmp_path / "notes.txt").write_text("Buy milk.", "utf-8")
    result = invoke("validate", tmp_path)
    assert result.exit_code == 2
    assert "0 of 0 lists legal" in result.stdout
    assert "notes.txt" in result.stdout
    (tmp_path / "empty").mkdir()
    assert "empty/: the folder is empty" in invoke("validate", tmp_path / "empty").stderr


@pytest.mark.parametrize("command", ["sheet", "cards"])
def test_printing_goes_on_without_the_bad_ones(command: str, mixed: Path, tmp_path: Path) -> None:
    """Legal lists are printed, the others are told, and the exit code tells of the worst."""
    out = tmp_path / "out.pdf"
    result = invoke(command, mixed, "-o", out)
    assert result.exit_code == 3
    assert out.read_bytes().startswith(b"%PDF-")
    assert "11 of 15 lists are printed" in result.stderr
    assert all(name in result.stderr for name in ("g.yaml", "h.yaml", "i.txt", "j.pdf", "l.yaml", "late/"))
    (mixed / "only").mkdir()
    (mixed / "only" / "bad.yaml").write_text(ILLEGAL, "utf-8")
    result = invoke(command, mixed / "only", "-o", tmp_path / "none.pdf")
    assert result.exit_code == 1
    assert "Nothing was printed" in result.stderr
    assert not (tmp_path / "none.pdf").exists()


@pytest.mark.parametrize("command", ["sheet", "cards"])
def test_list_that_no_font_can_print_stops_no_other(command: str, tmp_path: Path) -> None:
    """A list with a character that can't be printed is told and left out; the other is printed."""
    (tmp_path / "a.yaml").write_text(GOOD, "utf-8")
    (tmp_path / "b.yaml").write_text(GOOD.replace("Squad", "Squad ไ"), "utf-8")
    out = tmp_path / "out.pdf"
    result = invoke(command, tmp_path, "-o", out)
    assert result.exit_code == 3
    assert "U+0E44" in result.stderr
    assert "1 of 2 lists are printed" in result.stderr
    assert out.read_bytes().startswith(b"%PDF-")


def test_fmt_goes_on_without_the_bad_ones(mixed: Path) -> None:
    """Readable lists are formatted, the others are told and stay as they are."""
    result = invoke("fmt", mixed)
    assert result.exit_code == 3
    assert "h.yaml" in result.stderr
    assert "e.txt" in result.stderr
    assert "t.png" in result.stderr
    assert (mixed / "h.yaml").read_text("utf-8") == BROKEN
    assert invoke("fmt", "--check", mixed / "a.yaml", mixed / "g.yaml").exit_code == 0


def test_report_never_replaces_a_file(tmp_path: Path) -> None:
    """`--report` replaces another file only with --force, and a list of the same command not even then."""
    first, second = tmp_path / "a.yaml", tmp_path / "b.yaml"
    for path in (first, second):
        path.write_text(GOOD, "utf-8")
    assert invoke("validate", "--report", first, second).exit_code == 3
    assert invoke("validate", "--force", "--report", first, first, second).exit_code == 3
    assert first.read_text("utf-8") == GOOD
    done = invoke("validate", "--force", "--report", first, second)
    assert done.exit_code == 0, (done.output, done.exception)
    assert json.loads(first.read_text("utf-8"))["summary"]["valid"] == 1


# Many files go to child processes


HOSTILE: dict[str, str] = {
    "bytes": "\udcff\udcfe",
    "deep": "game: rogue-conflict\nx-a: " + "[" * 5000,
    "wide": "game: rogue-conflict\nmodels:\n" + "- {}\n" * 30_000,
    "anchors": "a: &a [1]\nb: *a\n",
    "rows": "game: rogue-conflict\nmodels: [" + "{weapon: [" + "zz," * 3000 + "]}," * 3 + "]\n",
    "spaces": "game: rogue-conflict\nname: A" + " " * 3000 + "B\n",
    "nothing": "",
    "chess": "game: chess\n",
    "tags": "%TAG ! tag:a,2000:\n" * 5000,
}


def test_poisoned_folder(tmp_path: Path) -> None:
    """Among sixty lists, hostile ones have findings and all others exactly the verdicts that they have alone."""
    assert FEW < 60
    expected: dict[str, Any] = {}
    for number in range(60):
        path = tmp_path / f"{number:02d}.yaml"
        path.write_text([GOOD, ILLEGAL][number % 2].replace("Squad", f"Squad {number}"), "utf-8")
        expected[path.name] = {**validated(path)["lists"][0]}
    for name, text in HOSTILE.items():
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8", "surrogateescape")
    os.mkfifo(tmp_path / "pipe.yaml")
    result = invoke("validate", tmp_path, "--json")
    assert result.exit_code == 3
    found = {Path(one["file"]).name: one for one in json.loads(result.stdout)["lists"]}
    assert list(found) == sorted(path.name for path in tmp_path.iterdir())
    assert {name: one for name, one in found.items() if name in expected} == expected
    bad = [one for name, one in found.items() if name not in expected]
    assert len(bad) == len(HOSTILE) + 1
    assert all(one["findings"] and not one["valid"] for one in bad)


@pytest.mark.sample(1)
@pytest.mark.parametrize("count", [3, FEW + 5])
def test_file_over_its_budget_has_a_finding(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that takes for ever, one that eats memory and one that meets a mistake of ours: the rest go on."""
    from listbuilder.ui.cli import common

    real = common.ListReader.lists_in

    def lists_in(self: common.ListReader, path: Path) -> Any:
        while path.stem == "slow":
            pass
        if path.stem == "large":
            return [bytearray(1 << 20) for _ in range(10_000)]
        if path.stem == "mistake":
            raise ZeroDivisionError("never foreseen")
        return real(self, path)

    monkeypatch.setattr(common.ListReader, "lists_in", lists_in)
    names = [*(f"{number:02d}" for number in range(count)), "slow", "large", "mistake"]
    for name in names:
        (tmp_path / f"{name}.yaml").write_text(GOOD, "utf-8")
    result = invoke("validate", tmp_path, "--json")
    assert result.exit_code == 4
    found = {Path(one["file"]).stem: one for one in json.loads(result.stdout)["lists"]}
    codes = {name: [finding["code"] for finding in one["findings"]] for name, one in found.items()}
    bad = {"slow": ["work.too-long"], "large": ["work.too-large"], "mistake": ["work.failed"]}
    assert codes == {name: bad.get(name, []) for name in names}
    assert "ZeroDivisionError" in found["mistake"]["findings"][0]["message"]


def test_many_findings_of_a_kind_are_capped(tmp_path: Path) -> None:
    """Hundreds of findings of one kind are shown as a few and a number; all of them count."""
    rows = [{"rank": "I", "weapon": f"Nonsense {number}"} for number in range(150)]
    path = tmp_path / "a.yaml"
    path.write_text(fast_yaml.dump({**SQUAD, "models": rows}), "utf-8")
    (one,) = validated(path)["lists"]
    unknown = [found for found in one["findings"] if found["code"] == "name.unknown"]
    assert len(unknown) == 26
    assert unknown[-1]["message"] == "… and 125 more of this kind."
    assert one["errors"] >= 150
    assert invoke("validate", path).stdout.count("[name.unknown]") == 26


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "command", [["sheet", "-o", "x.pdf"], ["cards", "-o", "x.pdf"], ["match", "good.yaml"], ["deploy"]]
)
def test_every_command_judges_within_limits(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list that takes for ever is refused by whatever command judges it, as one that can't be read."""
    from listbuilder.ui.cli import common

    real = common.ListReader.lists_in

    def lists_in(self: common.ListReader, path: Path) -> Any:
        while path.stem == "slow":
            pass
        return real(self, path)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(common.ListReader, "lists_in", lists_in)
    for name in ("good", "slow"):
        (tmp_path / f"{name}.yaml").write_text(GOOD, "utf-8")
    result = invoke(*command, "slow.yaml")
    assert result.exit_code == 3
    assert "slow.yaml" in result.stderr
    assert "longer than" in result.stderr
