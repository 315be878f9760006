"""Run the examples of a documentation page: its text goes in, the same text with the real output comes out.

Blocks are taken in the order of the page, in one empty folder for each page:

    ```yaml squad.yaml      a block with a file name is written to that file
    ```console              each `$ listbuilder …` runs; what it prints, errors included, stands below it
    ```console exit=3       the same, where the commands end with this code; 0, or 1 for a list that is NOT LEGAL
    ```python               runs; a block ```text output right after it has what it prints
    ```yaml                 with a first line `# legal`, `# not legal: CODES`, `# event` or `# collection`: is that

`make docs` writes the output into the pages.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

from listbuilder import Game, Referee, load_event, load_game, read_collection
from tests.support.paths import ROOT

SCRIPT = Path(sys.executable).with_name("listbuilder")
BLOCK = re.compile(r"^```(?P<language>[a-z]+)(?: (?P<about>[^\n]+))?\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
TOOK = re.compile(r"in \d+\.\d s$")  # differs from run to run
# The unnamed blocks of these pages have a check of their own (tests/project/test_author_guide.py), which lays each over
# one game.
LAID_OVER = [ROOT / "docs" / "design" / name for name in ("language.md", "cookbook.md", "further.md")]


def pages() -> Iterator[Path]:
    """Every page that people read."""
    yield from sorted(ROOT.glob("*.md"))
    yield from sorted((ROOT / "docs").rglob("*.md"))


def run_page(text: str, folder: Path) -> str:
    """The page with the real output of its examples; AssertionError where an example is not what it claims to be."""
    made, at, code = "", 0, ""
    for block in BLOCK.finditer(text):
        language, about, inner = block["language"], block["about"] or "", block["text"]
        printed = _run_python(code, folder) if code else ""
        code = inner if language == "python" else ""
        if language == "console":
            inner = "\n".join(_run_commands(inner, about, folder)) + "\n"
        elif about == "output":
            inner = printed
        elif about:
            (folder / about).parent.mkdir(parents=True, exist_ok=True)
            (folder / about).write_text(inner, "utf-8")
        made += text[at : block.start("text")] + inner
        at = block.end("text")
    if code:
        _run_python(code, folder)
    return made + text[at:]


def _run_commands(block: str, about: str, folder: Path) -> Iterator[str]:
    """The commands of a block, each with what it prints below it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    for number, part in enumerate(parts):
        command = part.partition("\n")[0]
        words = shlex.split(command)
        assert words[0] == "listbuilder", f"only listbuilder is run, not {command}"
        done = _run([str(SCRIPT), *words[1:]], folder)
        lines = [TOOK.sub("in 0.1 s", line.rstrip()) for line in done.stdout.strip().splitlines()]
        code = int(about.removeprefix("exit=")) if about else int("NOT LEGAL" in done.stdout)
        assert done.returncode == code, f"{command} ended with {done.returncode}: {done.stdout}"
        yield "\n".join([f"$ {command}", *lines, *([""] if number < len(parts) - 1 and lines else [])])


def _run_python(code: str, folder: Path) -> str:
    done = _run([sys.executable, "-c", code], folder)
    assert done.returncode == 0, done.stdout
    return done.stdout


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a reader does, with output and errors as a terminal shows them."""
    path = f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "XDG_STATE_HOME": str(folder / ".state")}
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )


def judge_examples(text: str, folder: Path) -> int:
    """Check every list, event and collection of a page that says what it is; how many there are."""
    event: Game | None = None
    checked = 0
    for block in BLOCK.finditer(text):
        language, inner = block["language"], block["text"]
        remark = inner.partition("\n")[0].removeprefix("# ") if language == "yaml" else "legal"
        if language not in ("yaml", "json") or not re.match(r"(not )?legal\b|event$|collection$", remark):
            continue
        checked += 1
        path = folder / f"example.{language}"
        path.write_text(inner, "utf-8")
        game = load_game(json.loads(inner)["game"] if language == "json" else yaml.safe_load(inner)["game"])
        if remark == "collection":
            assert read_collection(path, game)
        elif remark == "event":
            event = load_event(path.rename(folder / "event.yaml"))
        else:
            # An event above a list of its game applies to that list.
            played = event if event is not None and event.id == game.id else game
            report = Referee(played).judge(path)
            codes = sorted({one.code for one in report.findings if one.severity == "error"})
            assert codes == sorted(remark.partition(": ")[2].split(", ") if ": " in remark else []), report.findings
            assert report.valid is (remark == "legal")
    return checked


def headings(text: str) -> set[str]:
    """The anchors of a page, as GitHub makes them from its headings."""
    prose = BLOCK.sub("", text)
    titles = re.findall(r"^#{1,6} (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", one.lower()).replace(" ", "-") for one in titles}


def links(text: str) -> list[str]:
    """Where the links and pictures of a page lead."""
    return re.findall(r"\]\(([^)\s]+)\)", BLOCK.sub("", text))


def main() -> None:
    """Write the real output of every example into its page."""
    for page in pages():
        text = page.read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder:
            made = run_page(text, Path(folder))
        if made != text:
            page.write_text(made, "utf-8")
            sys.stdout.write(f"Wrote {page.relative_to(ROOT)}.\n")


if __name__ == "__main__":
    main()
