"""Mutants: every small mistake that could be in the rules and the resolver, each tried against the cases of the suite.

`make mutants` changes one thing at a time in the code (a comparison, a condition, a number, a result), runs the cases
that go through that line in a forked child, and counts the changes that some case notices. Those that none does are
listed; `code_mutants.txt` says of the known ones why they change nothing: those are tried with `--again` only
and count as not noticed. It fails where too few of a file are noticed, where one that none notices has no word of
explanation, and with `--again` where one that is explained is noticed.
`python -m tests.tools.code_mutants resolver/give.py` tries those of one file, `--share 0.1` a tenth of them,
`--left FILE` those only that an earlier run told.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import mmap
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

from tests.tools import mutant_cases
from tests.tools.code_changes import EXPLAINED, FILES, PACKAGE, Mutant, all_mutants, code_of, codes, functions, told_in

SECONDS, BYTES, GOAL = 2, 1 << 30, 0.9
MEMORY = Path("/dev/shm")
HIT, HOT = "__met__", 12
# Of the cases of one test that go through a line so many seconds are tried, those first that go where few go in that
# function, else in an order of chance that is always the same; of the test that tells every case to the letter all are.
MOST, WHOLE = 0.4, "test_told.test_case_is_told_to_the_letter"
AT = mmap.mmap(-1, 8)  # which case a child is at


def living() -> dict[tuple[str, str], list[FunctionType]]:
    """The functions in memory, by file and name."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in FILES:
            found.setdefault((one.__code__.co_filename, one.__code__.co_qualname), []).append(one)
    return found


Run = Callable[[], None]
Lines = set[tuple[str, int]]


class Case(NamedTuple):
    """A case, the lines of the rooms that it goes through, and the seconds that it takes."""

    run: Run
    lines: Lines
    seconds: float


class Prober(ast.NodeTransformer):
    """Puts a call before every statement of a function that says which lines are met there."""

    def __init__(self, file: str, met: list[Lines]) -> None:
        self.file, self.met = file, met

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Change what is in a node, then each of its blocks."""
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, [one for statement in block for one in (self.probe(statement), statement)])
        return node

    def probe(self, statement: ast.stmt) -> ast.stmt:
        """The call for one statement: all lines of it, or those above its first block."""
        inner = getattr(statement, "body", None)
        end = inner[0].lineno - 1 if inner else statement.end_lineno or 0
        call = ast.parse(f"{HIT}({len(self.met)})").body[0]
        self.met.append({(self.file, line) for line in range(statement.lineno, max(end, statement.lineno) + 1)})
        return ast.copy_location(call, statement)


def probe_all(met: list[Lines]) -> Callable[[], None]:
    """Let every function of the rooms say which lines it goes through; what comes back takes that away again."""
    live = living()
    before = [(function, function.__code__) for several in live.values() for function in several]
    for file in FILES:
        tree = ast.parse(Path(file).read_text("utf-8"))
        for _, function in functions(tree):
            Prober(file, met).visit(function)
        made = {code.co_qualname: code for code in codes(compile(ast.fix_missing_locations(tree), file, "exec"))}
        for name, _ in functions(tree):
            for one in live.get((file, name), ()):
                one.__code__ = made[name]

    def undo() -> None:
        for function, code in before:
            function.__code__ = code

    return undo


def noticed(code: CodeType, cases: list[Case], live: list[FunctionType]) -> Case | None:
    """The first case that fails in a child that has the mutant; one that never ends is noticed as well."""
    AT.seek(0)
    pid = os.fork()
    if pid == 0:
        result = 0
        try:
            resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
            for function in live:
                function.__code__ = code
            for number, case in enumerate(cases):
                AT[:8] = number.to_bytes(8)
                # A case that never ends is noticed as well.
                signal.setitimer(signal.ITIMER_PROF, SECONDS + 5 * case.seconds)
                case.run()
        except BaseException:
            result = 1
        finally:
            os._exit(result)
    return cases[int.from_bytes(AT[:8])] if os.waitpid(pid, 0)[1] else None


def few(cases: list[Case], seed: int, hot: list[Case], trodden: Counter[tuple[str, int]]) -> Iterator[Case]:
    """Those that noticed others lately, some cases of each test, then the rest of the test that is tried whole."""
    lonely = {id(case): min(number for line, number in trodden.items() if line in case.lines) for case in cases}
    mine = {id(case) for case in cases}
    before = {id(case): case for case in hot if id(case) in mine}
    yield from before.values()
    tests: dict[str, list[Case]] = {}
    for case in cases:
        if id(case) not in before:
            tests.setdefault(mutant_cases.test_of(case.run), []).append(case)
    rest: list[Case] = []
    for name, several in tests.items():
        left = MOST
        for case in sorted(random.Random(seed).sample(several, len(several)), key=lambda one: lonely[id(one)]):
            if left > 0:
                yield case
            elif name == WHOLE:
                rest.append(case)
            left -= case.seconds
    yield from rest


def traced(folder: Path) -> Iterator[Case]:
    """Every case that holds without a mutant."""
    met: list[Lines] = []
    hits: set[int] = set()
    setattr(builtins, HIT, hits.add)
    undo = probe_all(met)
    for run in mutant_cases.all_cases(folder):
        try:
            run()
            mutant_cases.forget()
            hits.clear()
            before = time.process_time()
            run()
        except AssertionError:
            tell(f"Fails without any mutant, so it is left out: {run}"[:200])
            continue
        yield Case(run, set().union(*(met[one] for one in hits)), time.process_time() - before)
    undo()
    mutant_cases.make_all()


def tell(line: str) -> None:
    """Say a line at once, since the next may take long."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def left_of(chosen: list[Mutant], cases: list[Case]) -> Iterator[tuple[Mutant, bool]]:
    """The mutants that no case notices, and whether one goes through the line."""
    known = {file: dict(functions(ast.parse(Path(file).read_text("utf-8")))) for file in FILES}
    live = living()
    hot: list[Case] = []
    trodden = Counter(line for case in cases for line in case.lines)
    gc.freeze()  # children then share what is there, instead of looking through all of it
    for at, mutant in enumerate(chosen):
        if at % 100 == 99:
            tell(f"… {at + 1} of {len(chosen)}")
        function = known[mutant.file][mutant.function]
        around = [(mutant.file, line) for line in range(function.lineno, (function.end_lineno or 0) + 1)]
        here = Counter({line: trodden[line] for line in around if trodden[line]})
        there = [case for case in cases if (mutant.file, mutant.line) in case.lines]
        mine = list(few(there, mutant.line, hot, here))
        code = code_of(mutant, known[mutant.file])
        if by := noticed(code, mine, live[mutant.file, mutant.function]):
            hot = [by, *(case for case in hot if case is not by)][:HOT]
        else:
            yield mutant, bool(mine)


def main(chosen: list[Mutant], again: bool) -> int:
    """Try mutants and tell the score of each file; 0 where every file is good enough and nothing is left unsaid."""
    explained = told_in(EXPLAINED)
    left = [] if again else [one for one in chosen if one.key in explained]
    folder = Path(tempfile.mkdtemp(prefix="mutants-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        cases = list(traced(folder))
        tell(f"{len(cases)} cases")
        for mutant, met in left_of([one for one in chosen if again or one.key not in explained], cases):
            left.append(mutant)
            word = "explained" if mutant.key in explained else "survives" if met else "no case"
            tell(f"{word}: line {mutant.line}: {mutant.key}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    untold = [one.key for one in left if one.key not in explained]
    wrong = [one.key for one in chosen if one.key in explained and one not in left]
    for key in wrong:
        tell(f"noticed, but explained: {key}")
    number, unseen = Counter(one.file for one in chosen), Counter(one.file for one in left)
    for file in number:
        share = 1 - unseen[file] / number[file]
        tell(f"{Path(file).relative_to(PACKAGE)}: {number[file] - unseen[file]} of {number[file]} ({share:.1%})")
    tell(f"{len(chosen) - len(left)} of {len(chosen)} noticed ({1 - len(left) / len(chosen):.1%})")
    tell(f"{len(left)} are left, {len(untold)} of them without a word; {len(wrong)} are explained for nothing")
    return (
        0 if not untold and not wrong and all(number[one] - unseen[one] >= GOAL * number[one] for one in number) else 1
    )


if __name__ == "__main__":
    os.nice(10)
    began = time.monotonic()
    asked = argparse.ArgumentParser()
    asked.add_argument("files", nargs="*")
    asked.add_argument("--share", type=float, default=1.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--again", action="store_true", help="try those that are explained too")
    asked.add_argument("--left", type=Path, help="try those only that an earlier run told, from its output")
    given = asked.parse_args()
    named = told_in(given.left) if given.left else None
    status = main(
        [
            one
            for one in all_mutants(given.files)
            if random.Random(f"{given.seed}{one.key}").random() < given.share and (named is None or one.key in named)
        ],
        given.again,
    )
    tell(f"{time.monotonic() - began:.0f} s")
    sys.exit(status)
