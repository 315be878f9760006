"""A short tour of an installed listbuilder, for versions of its dependencies that the tests do not run with.

`python tests/tools/smoke.py BIN` runs every kind of command from that folder of programs. `--bare` means that no extra
is installed: commands that need one must then say how to install it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

STARTER = "constellation-warrior"
EXTRAS = [("png", ["cards", "squad.yaml", "--png", "pictures"])]


def run(program: Path, folder: Path, *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
    """Run one command, which must end well, and give back what it said."""
    done = subprocess.run(
        [program, *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode in codes, (arguments, done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def tour(program: Path, folder: Path) -> None:
    """Everything that needs no extra."""
    assert re.match(r"listbuilder \d", run(program, folder, "--version"))
    starter = run(program, folder, "new", STARTER, "--starters").split()[0]
    run(program, folder, "new", STARTER, "squad.yaml", "--starter", starter)
    report = json.loads(run(program, folder, "validate", "squad.yaml", "--json"))
    assert report["summary"]["valid"] == 1
    run(program, folder, "cards", "squad.yaml", "-o", "cards.pdf")
    run(program, folder, "sheet", "squad.yaml", "-o", "sheet.pdf")
    run(program, folder, "cards", "squad.yaml", "--dry-run")
    code = run(program, folder, "export", "squad.yaml", "--to", "code").strip()
    run(program, folder, "import", code, "-o", "back.yaml")
    run(program, folder, "diff", "squad.yaml", "back.yaml")
    run(program, folder, "copy", "back.yaml", "1", codes=(0, 1))
    run(program, folder, "fmt", "back.yaml")
    run(program, folder, "schema", "report")
    run(program, folder, "schema", "check", "squad.yaml")
    run(program, folder, "export", "squad.yaml", "--to", "code", "--qr", "-o", "code.svg")
    serve(program, folder)
    assert "--most" in run(program, folder, "deploy", "squad.yaml", "--most", "many", codes=(2,))


def serve(program: Path, folder: Path) -> None:
    """The service answers, with its builder page and its OpenAPI document."""
    serving = subprocess.Popen(
        [program, "serve", "--port", "0"], cwd=folder, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert serving.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", serving.stderr.readline())
        assert found, "the address is not on the first line of the log"
        body = json.dumps({"list": (folder / "squad.yaml").read_text("utf-8")}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{found[0]}/validate", body, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert json.load(answer)
        with urllib.request.urlopen(f"{found[0]}/openapi.json", timeout=20) as answer:
            assert json.load(answer)["paths"]
        with urllib.request.urlopen(f"{found[0]}/build/", timeout=20) as answer:
            assert b"<title>" in answer.read()
    finally:
        serving.terminate()
        serving.wait(timeout=20)


def extras(program: Path, folder: Path) -> None:
    """What extras add."""
    run(program, folder, "cards", "squad.yaml", "--png", "pictures")
    assert list((folder / "pictures").glob("*.png"))


def missing(program: Path, folder: Path) -> None:
    """Without its extra, a command says in one line how to install it."""
    for extra, arguments in EXTRAS:
        said = run(program, folder, *arguments, codes=(2,))
        assert f"pip install 'listbuilder[{extra}]'" in said, said
        assert len(said.splitlines()) == 1, said


def main(bin_folder: str, bare: bool) -> None:
    """The tour in a folder of its own."""
    program = Path(bin_folder).resolve() / "listbuilder"
    with tempfile.TemporaryDirectory() as folder:
        tour(program, Path(folder))
        (missing if bare else extras)(program, Path(folder))


if __name__ == "__main__":
    main(sys.argv[1], "--bare" in sys.argv)
