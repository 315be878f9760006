"""Mutants: every small mistake that could be in the rules and the resolver, each tried against the cases of the suite.

`make mutants` changes one thing at a time in the code (a comparison, a condition, a number, a result), runs the cases
that go through that line in a forked child, and counts the changes that some case notices. Those that none does are
listed; `tests/code_mutants.txt` says of the known ones why they change nothing: those are tried with `--again` only
and count as not noticed. `python tests/code_mutants.py resolver/give.py` tries those of one file, `--share 0.1` a tenth
of them.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import copy
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
from typing import Any, NamedTuple

import mutant_cases

PACKAGE = Path(__file__).parents[1] / "listbuilder"
ROOMS = ["rules/*.py", "resolver/*.py", "quantity.py", "conditions.py", "gathering.py", "selectors.py", "predicates.py"]
FILES = sorted(str(path) for room in ROOMS for path in PACKAGE.glob(room) if path.name != "__init__.py")
EXPLAINED = Path(__file__).parent / "code_mutants.txt"
SECONDS, BYTES, GOAL = 2, 1 << 30, 0.9
MEMORY = Path("/dev/shm")
HIT, HOT = "__met__", 12
# Of the cases of one test that go through a line so many seconds are tried, those first that go where few go in that
# function, else in an order of chance that is always the same; of the test that tells every case to the letter all are.
MOST, WHOLE = 0.4, "test_told.test_case_is_told_to_the_letter"
AT = mmap.mmap(-1, 8)  # which case a child is at
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One change: which node of which function, in which of the ways that it can be changed."""

    file: str
    function: str
    line: int
    node: int
    way: str

    def key(self, lines: list[str]) -> str:
        """How it is called where survivors are explained: no line numbers, so that it outlives other changes."""
        return f"{Path(self.file).relative_to(PACKAGE)} | {self.function} | {self.way} | {lines[self.line - 1].strip()}"


def ways(node: ast.AST) -> Iterator[str]:
    """The ways in which a node can be changed."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        yield f"{type(node.ops[0]).__name__} is {COMPARED[type(node.ops[0])].__name__}"
    elif isinstance(node, ast.BoolOp):
        yield "and is or" if isinstance(node.op, ast.And) else "or is and"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "without not"
    elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED and not is_text(node):
        yield f"{type(node.op).__name__} is {RECKONED[type(node.op)].__name__}"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} is {not node.value}"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} is {node.value + 1}"
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
        yield f"{node.value} is another word"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield f"{node.func.id} is {CALLED[node.func.id]}"
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "the other way round"
    elif isinstance(node, ast.comprehension):
        yield from (f"without filter {at}" for at in range(len(node.ifs)))
    elif isinstance(node, ast.Return) and node.value is not None and not is_none(node.value):
        yield "returns nothing"
    elif isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
        yield "left out"
    elif isinstance(node, ast.Continue | ast.Break):
        yield "break or continue"


def is_none(node: ast.AST) -> bool:
    """Whether a node is the word None."""
    return isinstance(node, ast.Constant) and node.value is None


def is_text(node: ast.BinOp) -> bool:
    """Whether texts are put together, which is no reckoning."""
    sides = (node.left, node.right)
    return any(
        isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in sides
    )


def change(node: Any, way: str) -> ast.AST:
    """A node changed."""
    if isinstance(node, ast.Compare):
        node.ops = [COMPARED[type(node.ops[0])]()]
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp):
        return ast.copy_location(ast.Call(ast.Name("bool", ast.Load()), [node.operand], []), node)
    elif isinstance(node, ast.BinOp):
        node.op = RECKONED[type(node.op)]()
    elif isinstance(node, ast.Constant):
        old = node.value
        node.value = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else str(old) + "x"
    elif isinstance(node, ast.Call):
        node.func = ast.copy_location(ast.Name(CALLED[ast.unparse(node.func)], ast.Load()), node.func)
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
    elif isinstance(node, ast.comprehension):
        del node.ifs[int(way.rsplit(" ", 1)[1])]
    elif isinstance(node, ast.Return):
        node.value = ast.copy_location(ast.Constant(None), node)
    elif isinstance(node, ast.Expr):
        # What yields must go on doing so.
        inner = node.value
        node.value = (
            ast.copy_location(ast.YieldFrom(ast.Tuple([], ast.Load())), node) if yields(inner) else ast.Constant(0)
        )
    else:
        return ast.copy_location(ast.Break() if isinstance(node, ast.Continue) else ast.Continue(), node)
    return node  # type: ignore[no-any-return]


def yields(node: ast.AST) -> bool:
    """Whether an expression yields."""
    return isinstance(node, ast.Yield | ast.YieldFrom)


def functions(tree: ast.AST, before: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function of a module that stands in no other function, with its name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield f"{before}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{before}{node.name}.")


def inside(function: ast.FunctionDef) -> list[ast.AST]:
    """What may be changed in a function: its body, without annotations."""
    found: list[ast.AST] = []

    def walk(node: ast.AST) -> None:
        found.append(node)
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list", "args") or isinstance(node, ast.Call):
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, ast.AST) and not isinstance(one, ast.JoinedStr):
                        walk(one)

    for statement in function.body:
        walk(statement)
    return found


def all_mutants(named: list[str]) -> Iterator[Mutant]:
    """Every mutant there is, or those of the files that are named, in that order."""
    for file in [str(PACKAGE / one) for one in named] or FILES:
        for name, function in functions(ast.parse(Path(file).read_text("utf-8"))):
            for number, node in enumerate(inside(function)):
                line = node.target.lineno if isinstance(node, ast.comprehension) else getattr(node, "lineno", 0)
                yield from (Mutant(file, name, line, number, way) for way in ways(node))


class Replacer(ast.NodeTransformer):
    """Puts a changed node in the place of another."""

    def __init__(self, old: ast.AST, way: str) -> None:
        self.old, self.way = old, way

    def visit(self, node: ast.AST) -> Any:
        """Change the one node that is meant."""
        return change(node, self.way) if node is self.old else self.generic_visit(node)


def code_of(mutant: Mutant, known: dict[str, ast.FunctionDef]) -> CodeType:
    """The code of the changed function, which is compiled alone, in empty classes of the same names."""
    function = copy.deepcopy(known[mutant.function])
    Replacer(inside(function)[mutant.node], mutant.way).visit(function)
    body: ast.stmt = function
    for name in reversed(mutant.function.split(".")[:-1]):
        body = ast.ClassDef(name, [], [], [body], [])
    tree = ast.fix_missing_locations(ast.Module([*ast.parse("from __future__ import annotations").body, body], []))
    return next(code for code in codes(compile(tree, mutant.file, "exec")) if code.co_qualname == mutant.function)


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code and all code in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from codes(one)


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


def main(named: list[str], share: float, seed: int, again: bool) -> int:
    """Try a share of all mutants and tell the score of each file; 0 where every file is good enough."""
    sources = {file: Path(file).read_text("utf-8").splitlines() for file in FILES}
    explained = {line.strip() for line in EXPLAINED.read_text("utf-8").splitlines() if " | " in line}
    chosen = [one for one in all_mutants(named) if random.Random(f"{seed}{one}").random() < share]
    known = [] if again else [one for one in chosen if one.key(sources[one.file]) in explained]
    tried, left = Counter(one.file for one in chosen), Counter(one.file for one in known)
    folder = Path(tempfile.mkdtemp(prefix="mutants-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        cases = list(traced(folder))
        tell(f"{len(cases)} cases")
        untold = set(chosen) - set(known)
        for mutant, met in left_of([one for one in chosen if one in untold], cases):
            key = mutant.key(sources[mutant.file])
            left[mutant.file] += 1
            known += [mutant] if key in explained else []
            tell(f"{'explained' if key in explained else 'survives' if met else 'no case'}: line {mutant.line}: {key}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for file, number in tried.items():
        reasons = sum(one.file == file for one in known)
        tell(f"{Path(file).relative_to(PACKAGE)}: {number - left[file]} of {number}, {reasons} explained")
    number = len(chosen) - left.total()
    tell(f"{number} of {len(chosen)} mutants noticed ({number / len(chosen):.1%}), {len(known)} explained.")
    return 0 if all(number - left[file] >= GOAL * number for file, number in tried.items()) else 1


if __name__ == "__main__":
    os.nice(10)
    began = time.monotonic()
    asked = argparse.ArgumentParser()
    asked.add_argument("files", nargs="*")
    asked.add_argument("--share", type=float, default=1.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--again", action="store_true", help="try those that are explained too")
    given = asked.parse_args()
    status = main(given.files, given.share, given.seed, given.again)
    tell(f"{time.monotonic() - began:.0f} s")
    sys.exit(status)
