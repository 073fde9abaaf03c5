"""Which small changes can be made to a module, one at a time? Made from its source with `ast`.

A comparison, + or -, `and` or `or`, `not`, a whole number or a boolean becomes another one, a
condition always or never holds, a call is left out, nothing is returned. Types, decorators, the
fields of classes, texts and `strict=` stay as they are.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS = {
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
SIGNS = {ast.Add: ast.Sub, ast.Sub: ast.Add}
WORDS = {ast.And: ast.Or, ast.Or: ast.And}
LEFT_ALONE = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to a module; `source` is the module with it.

    Named by function, text of the line and change, so that the name outlives edits elsewhere.
    """

    function: str
    line: str
    change: str
    number: int
    source: bytes

    @property
    def name(self) -> tuple[str, str, str]:
        return self.function, self.line, self.change


def mutants_of(source: bytes) -> list[Mutant]:
    """Every mutant of a module, in the order of its source."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    mutants = []
    for function, node, text in _changes(ast.parse(source), ""):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        before, line = source[begin:end].decode(), lines[node.lineno - 1].decode().strip()
        change = f"{' '.join(before.split())} -> {text}"
        # Functions stay on their lines.
        shorter = "\n" * before.count("\n")
        text = f"({text}{shorter})" if shorter and isinstance(node, ast.expr) else text + shorter
        mutated = source[:begin] + text.encode() + source[end:]
        mutants.append(Mutant(function, line, change, node.lineno, mutated))
    return mutants


def _changes(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST, str]]:
    """Function, the node that is replaced, and the text that replaces it."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for replaced, text in _replacements(node):
        yield function, replaced, text
    for field, value in ast.iter_fields(node):
        if field in LEFT_ALONE:
            continue
        for child in value if isinstance(value, list) else [value]:
            is_field = isinstance(node, ast.ClassDef) and not isinstance(child, ast.FunctionDef)
            if isinstance(child, ast.AST) and not is_field:
                yield from _changes(child, function)


def _replacements(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    match node:
        case ast.Compare(left, ops, comparators):
            for index, op in enumerate(ops):
                changed = [*ops[:index], COMPARISONS[type(op)](), *ops[index + 1 :]]
                yield node, _bracketed(ast.Compare(left, changed, comparators))
        case ast.BinOp(left, op, right) if type(op) in SIGNS:
            yield node, _bracketed(ast.BinOp(left, SIGNS[type(op)](), right))
        case ast.AugAssign(target, op, value) if type(op) in SIGNS and not _is_list(value):
            yield node, ast.unparse(ast.AugAssign(target, SIGNS[type(op)](), value))
        case ast.BoolOp(op, values):
            yield node, _bracketed(ast.BoolOp(WORDS[type(op)](), values))
        case ast.UnaryOp(ast.Not(), operand):
            yield node, _bracketed(operand)
        case ast.Constant(bool() as value):
            yield node, str(not value)
        case ast.Constant(int() as value):
            yield node, str(value + 1)
        case ast.If(test) | ast.IfExp(test):
            yield test, "True"
            yield test, "False"
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield test, "True"
        case ast.Expr(ast.Call()):
            yield node, "pass"
        case ast.Return(ast.expr() as value) if ast.unparse(value) != "None":
            yield node, "return None"


def _is_list(node: ast.expr) -> bool:
    """Lists cannot be subtracted: no test is needed to notice that."""
    return isinstance(node, ast.List | ast.ListComp)


def _bracketed(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"
