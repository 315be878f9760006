"""A ledger that was cut, emptied or formatted otherwise, and a pack that was changed under it: `check` says so."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desk.test_hostile import forge
from tests.support import fast_yaml
from tests.support.desk_setup import LEGAL, OTHER, cup, data, lines, put, run

COUNTS = [{"id": "vp", "name": "Victory Points"}]
PENALTIES = [{"id": "late", "name": "Late", "points": -1}]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event after one round; two players have one name, and two have one list."""
    people = (("Mira Voss", ""), ("Tom Okafor", ""), ("Tom  Okafor", ""), ("Jon Brook", ""))
    folder = cup(tmp_path_factory.mktemp("cut") / "cup", people[:2], counts=COUNTS, penalties=PENALTIES)
    with (folder / "players.yaml").open("a") as file:
        file.write("  - {id: p03, name: Tom Okafor}\n  - {id: p04, name: Jon Brook}\n")
    for id, tree in (("p01", LEGAL), ("p02", OTHER), ("p03", LEGAL), ("p04", OTHER)):
        put(folder, f"{id}.yaml", tree, **({"limit": 31} if id == "p04" else {}))
    for words in ("intake", "approve --all-legal", "lock", "pair", "score 1 3 4 2 5 6", "standings"):
        run(folder, *words.split())
    return folder


@pytest.fixture()
def ledger(played: Path) -> Iterator[Path]:
    """The ledger, put back afterwards."""
    path = played / "ledger.jsonl"
    kept = path.read_bytes()
    yield path
    path.write_bytes(kept)


def test_lines_cut_off_are_seen_by_every_page(played: Path, ledger: Path) -> None:
    """Without seals and signatures, a ranking still says which head it was made with."""
    seals = played / "out" / "seals.txt"
    seals.rename(played / "seals.txt")
    try:
        assert "all is well" in run(played, "check").stdout
        ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:-1]))
        told = " ".join(run(played, "check", code=3).stdout.split())
    finally:
        (played / "seals.txt").rename(seals)
    for name in ("standings.html", "standings.md", "results.json"):
        assert f"out/{name} was made with" in told


def test_empty_ledger_is_no_event(played: Path, ledger: Path) -> None:
    """Nothing is built on nothing."""
    ledger.write_bytes(b"")
    for command in ("check", "status", "standings"):
        assert "has no line" in run(played, command, code=3).output


def test_event_is_opened_once_and_first(played: Path, ledger: Path) -> None:
    """A ledger that begins with something else, or is opened again, is not taken."""
    rows = lines(played)
    for some, number in ((rows[1:], 1), ([*rows, rows[0]], len(rows) + 1)):
        ledger.write_bytes(forge(some))
        assert f"Line {number} of the ledger" in " ".join(run(played, "check", code=3).stdout.split())


def test_a_line_is_written_in_one_way(played: Path, ledger: Path) -> None:
    """A key twice, with a right checksum, could be read as either."""
    raw = ledger.read_bytes()
    last = json.loads(raw.splitlines()[-1])
    rest = raw[: raw.rstrip(b"\n").rfind(b"\n") + 1]
    ledger.write_bytes(rest + forge_twice(last))
    assert "not formatted as a desk writes it" in " ".join(run(played, "check", code=3).stdout.split())


def forge_twice(row: dict[str, object]) -> bytes:
    """A line in which a key stands twice, with the checksum of what is there."""
    from listbuilder.desk.ledger import _checksum

    row = {key: value for key, value in row.items() if key != "sum"}
    text = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    text = text.replace('"by":"desk"', '"by":"desk","by":"desk"')
    return text.replace('"table"', f'"sum":"{_checksum(text.encode())}","table"').encode() + b"\n"


def test_a_pack_is_what_it_says(played: Path) -> None:
    """Another order of keys, other quotes and a comment change nothing: `check` has no word about the pack."""
    pack = played / "event.yaml"
    kept = pack.read_text("utf-8")
    try:
        pack.write_text("# tidied\n" + json.dumps(turned(fast_yaml.load(kept)), indent=1), "utf-8")
        told = " ".join(run(played, "check").stdout.split())
    finally:
        pack.write_text(kept, "utf-8")
    assert "pack" not in told


def turned(value: Any) -> Any:
    """The same with its keys the other way round, to any depth."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(one) for one in value] if isinstance(value, list) else value


def test_changed_pack_is_said(played: Path) -> None:
    """A pack that counts other things than were scored, after the lock, changes what was played."""
    pack = played / "event.yaml"
    kept = pack.read_text("utf-8")
    tree = fast_yaml.load(kept)
    try:
        pack.write_text(
            fast_yaml.dump({**tree, "counts": [*COUNTS, {"id": "kp", "name": "Kills"}]}, sort_keys=False), "utf-8"
        )
        told = " ".join(run(played, "check").stdout.split())
    finally:
        pack.write_text(kept, "utf-8")
    assert "The pack was changed since lists were locked" in told
    assert "was scored with 1 number, and the pack counts 2 numbers" in told


def test_twins_are_named(played: Path) -> None:
    """Two people of one name are asked for by id; a list that two have is both of theirs."""
    for command in (["verify", "Tom Okafor"], ["drop", "Tom Okafor"]):
        told = run(played, *command, code=2).stderr
        assert "could be p02 or p03. Say the id." in told
    (played / "shown.yaml").write_text(fast_yaml.dump(LEGAL), "utf-8")
    assert data(played, "verify", played / "shown.yaml")["why"].endswith("The same list: Tom Okafor (p03).")


def test_checks_are_noted(played: Path, ledger: Path) -> None:
    """What a judge notes stands in the ledger and the status; also that nothing is known of a code."""
    assert data(played, "verify", "p01")["line"] == 0
    noted = data(played, "verify", "p01", "--note")["line"]
    assert lines(played)[noted - 1]["verdict"] == "COMPARE"
    assert "locked; checked: COMPARE" in run(played, "status").stdout
    assert "Recorded in line" in run(played, "verify", "ABCD-1234", "--note", code=1).stdout
    assert lines(played)[-1]["verdict"] == "UNKNOWN"


def test_penalty_of_a_round_that_was_not_drawn(played: Path) -> None:
    """A penalty stands in a round that there is."""
    assert "There is no round 2" in run(played, "penalty", "p01", "late", "--round", 2, code=2).stderr


def test_opponent_who_is_in_no_file(played: Path, ledger: Path) -> None:
    """Lists are shown to opponents also where somebody was taken out of players.yaml by hand."""
    path = played / "players.yaml"
    kept = path.read_text("utf-8")
    path.write_text("".join(line for line in kept.splitlines(keepends=True) if "p04" not in line), "utf-8")
    try:
        assert run(played, "reveal").exit_code == 0
    finally:
        path.write_text(kept, "utf-8")
