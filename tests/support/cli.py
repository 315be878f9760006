"""Commands in this process, for all tests but those of signals, pipes, encodings and start-up."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import chdir, nullcontext
from pathlib import Path

from click.testing import CliRunner, Result

from listbuilder.ui.cli.app import app


def run(
    *words: object,
    code: int | None = 0,
    stdin: str | bytes | None = None,
    cwd: Path | None = None,
    env: Mapping[str, str | None] | None = None,
) -> Result:
    """Run a command: its output, stdout, stderr and exit code. It must end with `code`, or anyhow where that is None.

    `env` changes variables of this process's environment meanwhile; None takes one out.
    """
    with chdir(cwd) if cwd else nullcontext():
        result = CliRunner().invoke(app, [str(word) for word in words], input=stdin, env=env)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert code is None or result.exit_code == code, result.output
    return result


def invoke(*words: object, stdin: str | bytes | None = None) -> Result:
    """Run a command whose exit code is looked at afterwards."""
    return run(*words, code=None, stdin=stdin)
