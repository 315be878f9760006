"""The small mistakes that could be in the code, one at a time: a comparison, a condition, a number, a word, a result.

What goes in is the source of the rules and the resolver; what comes out are mutants and the code of each. Nothing here
runs them.
"""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from tests.support.paths import ROOT, TESTS

__all__ = ["EXPLAINED", "FILES", "PACKAGE", "Mutant", "all_mutants", "code_of", "codes", "functions", "told_in"]

PACKAGE = ROOT / "listbuilder"
ROOMS = [
    "catalogue/rules/*.py",
    "catalogue/fields/[!b]*.py",
    "judging/plan.py",
    "judging/resolver.py",
    "catalogue/query.py",
    "catalogue/phrasing.py",
]
FILES = sorted(str(path) for room in ROOMS for path in PACKAGE.glob(room) if path.name != "__init__.py")
EXPLAINED = TESTS / "tools" / "code_mutants.txt"
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
    """One change: which node of which function, in which of the ways that it can be changed.

    It is called by its `key` where survivors are explained: no line numbers, so that it outlives other changes.
    """

    file: str
    function: str
    line: int
    node: int
    way: str
    key: str


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
    """Every mutant there is, or those of the files that are named, in that order; of field types only their rules."""
    for file in [str(PACKAGE / one) for one in named] or FILES:
        source, seen = Path(file).read_text("utf-8"), Counter[str]()
        lines = source.splitlines()
        for name, function in functions(ast.parse(source)):
            if name.partition(".")[0].endswith("Field"):
                continue
            for number, node in enumerate(inside(function)):
                line = node.target.lineno if isinstance(node, ast.comprehension) else getattr(node, "lineno", 0)
                for way in ways(node):
                    text = lines[line - 1].strip()
                    seen[f"{name} {way} {text}"] += 1
                    which = seen[f"{name} {way} {text}"]
                    told = f"{way}, number {which}" if which > 1 else way
                    key = f"{Path(file).relative_to(PACKAGE)} | {name} | {told} | {text}"
                    yield Mutant(file, name, line, number, way, key)


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


def told_in(file: Path) -> set[str]:
    """The mutants that a file names, by their keys: what is explained, or what an earlier run told."""
    lines = [line.strip() for line in file.read_text("utf-8").splitlines() if " | " in line]
    return {re.sub(r"^[a-z ]+: line [0-9]+: ", "", line) for line in lines}
