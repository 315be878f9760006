"""The ledger: whatever is done to it is seen and named, killed at any byte it reads on, two writers lose nothing."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.desk import ledger as desk_ledger
from listbuilder.desk.folder import find_desk
from listbuilder.desk.ledger import Chain, LedgerWriter, locked, next_line, read_chain, read_ledger
from listbuilder.desk.ledger_kinds import Dropped, LedgerLine, Opened, Reducer, SignedUp, Undone, replay
from listbuilder.desk.rounds.running import drop_out
from tests.support.desk_setup import cup

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def ledger(number: int = 6) -> bytes:
    """A ledger of some lines."""
    raw, chain = b"", Chain()
    for at in range(number):
        line, chain = next_line(chain, "2026-05-01T20:00:00+00:00", "desk", SignedUp(player=f"p{at:02}"))
        raw += line
    return raw


def test_what_is_written_is_read() -> None:
    """A line comes back as it was noted, and the head is the hash of the last."""
    chain = read_chain(ledger())
    assert [line.entry.data["player"] for line in chain.lines] == [f"p{at:02}" for at in range(6)]
    assert [line.seq for line in chain.lines] == [1, 2, 3, 4, 5, 6]
    assert chain.head == chain.lines[-1].hash and not chain.findings and not chain.torn
    assert all(line.prev == before.hash for before, line in zip(chain.lines, chain.lines[1:], strict=False))


def test_every_changed_byte_is_named() -> None:
    """Whatever byte is another, also in the last line, the line it stands in is named."""
    raw = ledger(4)
    for at in range(len(raw) - 1):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        chain = read_chain(changed)
        line = raw[:at].count(b"\n") + 1
        assert chain.findings and chain.findings[0].line == line, (at, chain.findings)
        assert len(chain.lines) == line - 1


TAMPERED = {
    "a line taken out": (lambda lines: [*lines[:2], *lines[3:]], 3),
    "two lines changed about": (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3),
    "a line twice": (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
    "a line put in": (lambda lines: [*lines[:2], b'{"what":"player"}', *lines[2:]], 3),
    "an empty line": (lambda lines: [*lines[:2], b"", *lines[2:]], 3),
    "a line of another shape": (lambda lines: [*lines[:2], b"[1]", *lines[2:]], 3),
    "spaces in a line": (lambda lines: [*lines[:2], lines[2].replace(b",", b", "), *lines[3:]], 3),
    "the first lines gone": (lambda lines: lines[2:], 1),
    "deep brackets": (lambda lines: [*lines[:2], b"[" * 100_000, *lines[2:]], 3),
}


@pytest.mark.parametrize(("change", "line"), TAMPERED.values(), ids=TAMPERED)
def test_tampering_is_named(change, line) -> None:  # type: ignore[no-untyped-def]
    """Lines taken out, put in or moved break the chain at that line, and nothing behind it counts."""
    chain = read_chain(b"\n".join(change(ledger().splitlines())) + b"\n")
    assert chain.findings[0].line == line and len(chain.lines) == line - 1


def test_fork_names_both_lines() -> None:
    """Two lines that follow the same line were written by two desks."""
    raw = ledger(4)
    short = read_chain(b"".join(raw.splitlines(keepends=True)[:2]))
    other, _ = next_line(short, "2026-05-01T21:00:00+00:00", "desk", SignedUp(player="p99"))
    found = read_chain(raw + other).findings[0]
    assert found.code == "desk.fork" and "Lines 3 and 5" in found.message


def test_killed_at_any_byte(tmp_path: Path) -> None:
    """Whatever is left of the last line, the others are read, the rest is set aside, and work goes on."""
    raw = ledger(3)
    start = len(b"".join(raw.splitlines(keepends=True)[:2]))
    for at in range(start + 1, len(raw)):
        path = tmp_path / str(at) / "ledger.jsonl"
        path.parent.mkdir()
        path.write_bytes(raw[:at])
        chain = read_ledger(path)
        assert len(chain.lines) == 2 and chain.torn == raw[start:at] and not chain.findings
        pen = LedgerWriter(path, chain, NOW)
        pen.append(SignedUp(player="p50"))
        pen.flush()
        again = read_ledger(path)
        assert len(again.lines) == 3 and not again.torn and not again.findings
        assert path.with_suffix(".torn").read_bytes() == raw[start:at] + b"\n"


def test_full_disk_leaves_the_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails half-way, or never reaches the disk, leaves the ledger as it was, and says so."""
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(ledger(3))
    real = os.write

    def half(handle: int, data: bytes) -> int:
        return real(handle, data[: len(data) // 2])

    def no_sync(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for name, fails in (("write", half), ("fsync", no_sync)):
        pen = LedgerWriter(path, read_ledger(path), NOW)
        pen.append(SignedUp(player="p50"))
        with monkeypatch.context() as patch, pytest.raises(DocumentError, match="No space left"):
            patch.setattr(os, name, fails)
            pen.flush()
        assert path.read_bytes() == ledger(3)


def write_many(folder: str, who: str) -> None:
    """One of two desks that write at once."""
    for at in range(20):
        with locked(Path(folder) / "desk.lock"):
            path = Path(folder) / "ledger.jsonl"
            pen = LedgerWriter(path, read_ledger(path), NOW)
            pen.append(SignedUp(player=f"{who}{at}"))
            pen.flush()


def test_two_writers_lose_nothing(tmp_path: Path) -> None:
    """Desks that write at once wait for each other: one chain, every line in it."""
    (tmp_path / "ledger.jsonl").write_bytes(ledger(1))
    context = multiprocessing.get_context("fork")
    desks = [context.Process(target=write_many, args=(str(tmp_path), who)) for who in "ab"]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join(60)
    chain = read_ledger(tmp_path / "ledger.jsonl")
    assert not chain.findings and len(chain.lines) == 41
    assert {line.entry.data["player"] for line in chain.lines[1:]} == {f"{who}{at}" for who in "ab" for at in range(20)}


def test_lines_hold_text_and_whole_numbers_only() -> None:
    """A line with a fraction, a yes or nothing in it is none of ours."""
    for value in ("1.5", "true", "null"):
        line = f'{{"at":"","by":"","prev":"{"0" * 64}","seq":1,"sum":"","what":"","x":{value}}}\n'
        assert read_chain(line.encode()).findings
    assert json.loads(ledger(1))["prev"] == "0" * 64


def test_reading_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only new lines are parsed; a ledger that was rewritten, cut or torn is read as if nothing were known."""
    path = tmp_path / "ledger.jsonl"
    raw = ledger(6)
    parts = raw.splitlines(keepends=True)
    path.write_bytes(b"".join(parts[:4]))
    known = read_ledger(path)
    parsed: list[int] = []
    real = desk_ledger._parse

    def parse(text: bytes, seq: int, head: str) -> LedgerLine | str:
        parsed.append(seq)
        return real(text, seq, head)

    monkeypatch.setattr(desk_ledger, "_parse", parse)
    path.write_bytes(raw)
    assert read_ledger(path, known) == read_chain(raw) and parsed[:2] == [5, 6]
    for changed in (b"".join(parts[:3]), ledger(2) + b"".join(parts[2:]), raw[: len(raw) - 9], raw[:-1] + b" \n"):
        path.write_bytes(changed)
        assert read_ledger(path, known) == read_chain(changed, str(path))


def test_state_goes_on_where_it_was(tmp_path: Path) -> None:
    """What follows from lines that were added one by one is what follows from all of them; undo starts again."""
    opened, _ = next_line(Chain(), "2026-05-01T20:00:00+00:00", "desk", Opened(game="g", name="n", number="0"))
    whole = read_chain(opened)
    for at in range(5):
        for entry in (SignedUp(player=f"p{at}"), Dropped(player=f"p{at}")):
            _, whole = next_line(whole, "2026-05-01T20:00:00+00:00", "desk", entry)
    step = Reducer(whole.lines[:3])
    before = step.state()
    assert step.after(whole.lines).state() == Reducer(whole.lines).state() == replay(whole.lines)
    assert step.state() == before and before.lines == 3
    _, undone = next_line(whole, "2026-05-01T20:00:00+00:00", "desk", Undone(line=3))
    assert not step.after(undone.lines).state().entrants["p0"].dropped
    assert not step.after(whole.lines[:2]).state().entrants["p0"].dropped


def test_a_refused_action_leaves_no_hole(tmp_path: Path) -> None:
    """Lines that were prepared for a refused action are forgotten: the next line of the process follows the file."""
    folder = cup(tmp_path / "cup")
    desk = find_desk(folder)
    people = folder / "players.yaml"
    people.write_text(people.read_text("utf-8") + "  - {id: p77, name: Wanda Late}\n", "utf-8")
    now = datetime(2026, 5, 1, 20, tzinfo=UTC)
    written = len(read_ledger(folder / "ledger.jsonl").lines)
    with pytest.raises(EditError, match="nobody"):
        drop_out(desk, "nobody", False, now)
    assert len(desk.chain.lines) == written
    drop_out(desk, "p01", False, now)
    assert desk.state.entrants["p01"].dropped and "p77" in desk.state.entrants
    assert find_desk(folder).state == desk.state
