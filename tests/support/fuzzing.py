"""A small fuzzer: bytes that once made trouble, and lists in every format, mutated at random from a seed.

`python -m tests.support.fuzzing SECONDS [SEED]` runs it for long; whatever is new goes into `tests/fuzz/`, where every
run of the tests tries it again.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from listbuilder import import_text
from listbuilder.base.errors import DocumentError, ListbuilderError
from listbuilder.exchange.documents.judged import JudgedList, judge_list
from listbuilder.exchange.formats import TARGETS, write_list
from listbuilder.exchange.formats.importing import find_lists
from listbuilder.exchange.formats.rosters import import_roster
from listbuilder.judging.resolver import resolve
from listbuilder.judging.validator import Referee, validate
from listbuilder.lists import parse_list
from listbuilder.lists.canonical import format_list
from listbuilder.lists.file_editor import Editor
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import read_bytes, read_file
from tests.support.paths import TESTS

KEPT = TESTS / "fuzz"
SLOW = 2.0
TOKENS = [
    *"[]{}:,-#&*!|>'\"%@`?\n\t =()/\\",
    *(
        "\n- ",
        "\n  ",
        ": ",
        "- - ",
        "models:",
        "groups:",
        "game:",
        "count: ",
        "raise: {",
        "]]]]",
        "[[[[",
        "null",
        "true",
    ),
    *("-1", "0", "999999999", "1e999", "NaN", ".inf", "0x1F", "\r\n", "\ufeff", "\u00e9", "\u202e", "\u0301", "\u3164"),
    *(
        "x3",
        "2x ",
        "* ",
        "**",
        "</td>",
        "<table>",
        "LB1-",
        "---\n",
        "...\n",
        "%TAG ! x\n",
        "<<: ",
        "*a",
        "&a ",
        "!!int ",
    ),
]


def entries() -> dict[str, Callable[[bytes], object]]:
    """Every way in that takes bytes of strangers."""
    games = list(game_folders())

    def judge(raw: bytes) -> object:
        document = parse_list(read_bytes(raw))
        return validate(resolve(document, load_game(document.game))).valid

    def bring_in(raw: bytes) -> object:
        return [found.read(skip) for found in find_lists(raw, load_game, games) for skip in (True,)]

    def edit(raw: bytes) -> object:
        editor = Editor(raw)
        format_list(editor, load_game(parse_list(editor.document).game))
        return editor.text()

    def published(raw: bytes) -> object:
        return import_text(raw, allow_illegal=True, placeholders=True).valid

    return {
        "read": read_bytes,
        "judge": judge,
        "import": bring_in,
        "edit": edit,
        "published": published,
        "roster": import_roster,
    }


def seeds() -> list[bytes]:
    """Lists of every game in every format, and what was kept."""
    found = [path.read_bytes() for path in sorted(KEPT.glob("*.bin"))]
    found += [path.read_bytes() for path in sorted((KEPT.parent / "rosters").glob("*.ros*"))]
    for folder in game_folders().values():
        for path in sorted((folder / "lists").glob("*.yaml"))[:2]:
            found.append(path.read_bytes())
            found += [write_list(judged(path), name).encode() for name in TARGETS if name != "engine"]
    return [one for one in found if len(one) < 20_000]


def judged(path: Path) -> JudgedList:
    """A list file, ready to be written in any format."""
    document = read_file(path)
    return judge_list(document, Referee(load_game(parse_list(document).game)))


class Mutator:
    """Makes new bytes of old ones."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seeds = seeds()
        self.words = [word for raw in self.seeds for word in raw.split()[:40]]

    def made(self) -> bytes:
        """One case: a seed changed a few times."""
        raw = bytearray(self.random.choice(self.seeds))
        for _ in range(self.random.choice((0, 1, 1, 2, 3, 6, 12))):
            self.change(raw)
        return bytes(raw[:60_000])

    def change(self, raw: bytearray) -> None:
        """One change somewhere."""
        pick = self.random
        start = pick.randrange(len(raw) + 1)
        end = min(len(raw), start + pick.choice((0, 1, 1, 4, 30, 300)))
        kind = pick.randrange(7)
        if kind == 0:
            del raw[start:end]
        elif kind == 1:
            raw[start:end] = pick.choice(TOKENS).encode() * pick.choice((1, 1, 2, 9, 500))
        elif kind == 2:
            raw[start:start] = raw[start:end] * pick.choice((1, 2, 50))
        elif kind == 3:
            raw[start:end] = pick.choice(self.words)
        elif kind == 4 and start < len(raw):
            raw[start] = pick.randrange(256)
        elif kind == 5:
            other = pick.choice(self.seeds)
            at = pick.randrange(len(other) + 1)
            raw[start:end] = other[at : at + pick.choice((20, 200, 2000))]
        else:
            lines = bytes(raw).split(b"\n")
            pick.shuffle(lines)
            raw[:] = b"\n".join(lines)


def troubles(raw: bytes, ways: dict[str, Callable[[bytes], object]], slow: float = math.inf) -> Iterator[str]:
    """What goes wrong with some bytes: anything but an answer or a documented error, or one after `slow` seconds."""
    for name, way in ways.items():
        start = time.process_time()
        try:
            way(raw)
        except ListbuilderError as error:
            if not error.findings or not all(one.message for one in error.findings):
                yield f"{name}: an error without findings"
            if name == "edit" and isinstance(error, DocumentError) and "without touching the rest" in str(error):
                yield f"{name}: can't be edited"
        except RecursionError:
            yield f"{name}: RecursionError"
        except Exception as error:
            yield f"{name}: {type(error).__name__}: {error}"
        if time.process_time() - start > slow:
            yield f"{name}: took {time.process_time() - start:.1f} s"


def main(seconds: float, seed: int) -> None:
    """Fuzz for some time and keep what makes trouble."""
    mutator, ways, known, cases = Mutator(seed), entries(), set[str](), 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        raw = mutator.made()
        cases += 1
        for trouble in troubles(raw, ways, SLOW):
            short = trouble[:60]
            if short not in known:
                known.add(short)
                sys.stdout.write(f"{trouble[:200]}\n")
                (KEPT / f"new-{seed}-{len(known)}.bin").write_bytes(raw)
    sys.stdout.write(f"{cases} cases, {len(known)} troubles\n")


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
