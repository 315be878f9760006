"""Nothing sealed gets out: after every command, each file of out/ is searched for what only locked lists have."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.support import fast_yaml
from tests.support.desk_setup import GAME, cup, data, put, run

LISTS = {
    "p01": {"unit": "Expert", "weapon": "Long", "abilities": ["Swift shooter"]},
    "p02": {"unit": "Expert", "weapon": "Short", "abilities": ["Area damage"]},
    "p03": {"unit": "Soldier", "abilities": ["Poison attack", "Light feet"]},
    "p04": {"unit": "Novice", "abilities": []},
}
SECRET = ("swift", "area-damage", "area damage", "poison", "light feet", "light-feet")
PICKS = ("expert", "soldier", "novice", "lb1-", *SECRET)


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    """An event that keeps abilities secret until the end, with four locked lists, one of which came back before."""
    made = cup(
        tmp_path / "cup",
        secret=["abilities"],
        rounds={"count": 2},
        penalties=[{"id": "late", "name": "Late", "points": -1}],
        lists={"show": {"lock": "nobody", "round": "opponent", "end": "everybody"}},
    )
    for id, model in LISTS.items():
        put(made, f"{id}.yaml", {"game": GAME, "name": "My list", "models": [model]})
    run(made, "intake", code=None)
    run(made, "return", "p01", "--why", "Your Expert should have another name.")
    run(made, "approve", "p01")
    run(made, "approve", "--all-legal")
    run(made, "lock", code=0)
    return made


def words_in(path: Path) -> str:
    """All words of a file, in small letters."""
    if path.suffix == ".pdf":
        return " ".join(page.extract_text() for page in PdfReader(path).pages).lower()
    return path.read_bytes().decode("utf-8", "replace").lower()


def leaks(folder: Path, secrets: tuple[str, ...]) -> list[tuple[str, str]]:
    """Files of out/ with a word that nobody may know yet."""
    files = [path for path in (folder / "out").rglob("*") if path.is_file()]
    return [(path.name, word) for path in files for word in secrets if word in words_in(path)]


def commands(folder: Path) -> list[tuple[object, ...]]:
    """Every command that may be given while lists are locked, with reports of every form into out/."""
    out, cheap = folder / "out", folder / "cheap.yaml"
    pack = fast_yaml.load((folder / "event.yaml").read_text("utf-8"))
    cheap.write_text(fast_yaml.dump({**pack, "limit": 3, "ban": [{"entry": "expert"}]}), "utf-8")
    reports = [(one, "--report", out / f"{one}.{end}") for one in ("status", "standings") for end in ("html", "pdf")]
    impact = [("impact", "--pack", cheap, "--report", folder / f"impact.{end}") for end in ("html",)]
    return [
        ("check",), ("players",), ("intake",), ("status", "p01"), *reports, *impact, ("messages",), ("booklet",),
        ("verify", "p01", "--note"), ("verify", "p02"), ("publish", "--pdf"), ("meta",), ("reveal",), ("lock",),
        ("drop", "p04"), ("drop", "p04", "--back"), ("penalty", "p02", "late"),
        ("intake", "--player", "p04", "--late", "ill"),
    ]  # fmt: skip


def test_nothing_sealed_gets_out(folder: Path) -> None:
    """While the pack shows lists to nobody, no command puts an entry of a locked list into out/."""
    for words in commands(folder):
        run(folder, *words, code=None)
        assert leaks(folder, PICKS) == [], words
    # A new list of somebody who may be late, wrong and given back, is as secret.
    put(folder, "p04.yaml", {"game": GAME, "models": [{"unit": "Soldier", "count": 9}]})
    for words in (("intake", "--player", "p04", "--late", "ill"), ("return", "p04"), ("messages",)):
        run(folder, *words, code=None)
        assert leaks(folder, PICKS) == [], words
    assert "soldier" in words_in(folder / "judge/messages/p04-returned.txt")


@pytest.mark.slow
def test_secrets_stay_secret_while_rounds_are_played(folder: Path) -> None:
    """Opponents see lists without what is secret, so does everybody; at the end all of it is open."""
    for number in (1, 2):
        drawn = data(folder, "pair")
        run(folder, "reveal")
        for words in (*commands(folder), ("booklet", "--slips", 100)) if number == 1 else ():
            run(folder, *words, code=None)
            assert leaks(folder, SECRET) == [], words
        sent = " ".join(words_in(path) for path in (folder / "out/messages").glob("*-opponent.txt"))
        assert "expert" in sent
        if number == 2:
            pack = folder / "event.yaml"
            pack.write_text(pack.read_text("utf-8").replace("round: opponent", "round: everybody"), "utf-8")
            for words in (
                ("reveal",),
                ("publish", "--pdf"),
                ("meta", "--report", folder / "out/m.csv"),
                ("standings",),
            ):
                run(folder, *words)
                assert leaks(folder, SECRET) == [], words
            assert "soldier" in words_in(folder / "out/lists.pdf")
        for game in drawn["games"]:
            run(folder, "score", game["table"], "win", "loss")
            assert leaks(folder, SECRET) == []
    run(folder, "reveal")
    run(folder, "publish")
    assert {"lists.html", "lists.json", "lists.txt"} <= {name for name, _ in leaks(folder, SECRET)}
