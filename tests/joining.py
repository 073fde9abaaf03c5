"""Joins the changes of tables since the last release: `python -m tests.joining 1.2.0`.

One migration then stands for all of them, with the same operations in their order and with the
functions that fill columns; the files of before go. It is what Django's `squashmigrations` makes,
with its optimizer and its writer, and with what that leaves to be done by hand: to copy functions,
and to say what a database needs that has only some of them. `make release` does it.
"""

import ast
import copy
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import django
from django.db.migrations import Migration, RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.optimizer import MigrationOptimizer
from django.db.migrations.serializer import BaseSerializer
from django.db.migrations.writer import MigrationWriter

APP = "clubcomp"
#: In one transaction a table cannot be changed while references wait to be checked at its end.
AT_ONCE = "SET CONSTRAINTS ALL IMMEDIATE"
SAYS = '"""What 1.2 changed in the tables: one migration for the {count} that led to it."""\n\n'


class CannotJoin(Exception):
    """Which migration has to be changed first, and why."""


class Verbatim:
    """Something that is written into the file as it stands here."""

    def __init__(self, text: str) -> None:
        self.text = text


class VerbatimSerializer(BaseSerializer):
    """So that Django's writer does."""

    def serialize(self) -> tuple[str, set[str]]:
        """The text; it needs no import."""
        return self.value.text, set()


MigrationWriter.register_serializer(Verbatim, VerbatimSerializer)


def join(release: str, commit: str) -> Path | None:
    """Write the migration of this release, and remove those that it replaces; None: there is none.

    `commit` is the last one that has them apart.
    """
    parts = since_last_release()
    if not parts:
        return None
    number, name = parts[-1].name[:4], re.sub(r"\.0$", "", release)
    joined = type("Migration", (Migration,), {})(f"{number}_release_{name.replace('.', '_')}", APP)
    replaced = "".join(f"        ({APP!r}, {part.name!r}),\n" for part in parts)
    joined.replaces = Verbatim(f"[\n{replaced}    ]")
    joined.dependencies = outer_dependencies(parts)
    functions = Functions()
    joined.operations = [functions.named(one) for one in operations_of(parts)]
    writer = MigrationWriter(joined, include_header=False)
    text = writer.as_string()
    if writer.needs_manual_porting:
        raise CannotJoin("A column has its default or its rule in a migration; move it elsewhere.")
    head, _, rest = text.partition("\n\nclass Migration(migrations.Migration):\n")
    says = SAYS.format(count=len(parts)).replace("1.2", name)
    file = Path(writer.path)
    file.write_text(
        f"{says}{head}{functions.imports}\n{functions.code}class Migration(migrations.Migration):"
        f"\n    #: The last commit that has them apart.\n    last_apart = {commit!r}\n{rest}",
        "utf-8",
    )
    sorts = [sys.executable, "-m", "ruff", "check", "--isolated", "--quiet", "--fix"]
    subprocess.run([*sorts, "--select", "F401,F811,I", file], check=True)
    for part in parts:
        file.with_name(f"{part.name}.py").unlink()
    return file


def since_last_release() -> list[Migration]:
    """The migrations after the last one that replaces others, in their order."""
    graph = MigrationLoader(None).graph
    (leaf,) = graph.leaf_nodes(APP)
    chain = [graph.nodes[key] for key in graph.forwards_plan(leaf) if key[0] == APP]
    released = [place for place, one in enumerate(chain) if one.replaces]
    return chain[max(released, default=-1) + 1 :]


def outer_dependencies(parts: list[Migration]) -> list[tuple[str, str]]:
    """What has to be there before all of them."""
    names = {(APP, part.name) for part in parts}
    wanted = {tuple(one) for part in parts for one in part.dependencies}
    return sorted(wanted - names)


def operations_of(parts: list[Migration]) -> list[Operation]:
    """All that they do, with fewer operations where nothing else stands between.

    Django's optimizer moves nothing past a data step that has to stay, and here all have to: a
    database may come from the last release.
    """
    for part in parts:
        if not part.atomic:
            raise CannotJoin(f"{part.name} is in no transaction: release it before, or change it.")
    operations: list[Operation] = []
    for part in parts:
        for operation in map(copy.copy, part.operations):
            if isinstance(operation, RunPython | RunSQL):
                operation.elidable, operation.part = False, part
            operations.append(operation)
    if any(isinstance(one, RunPython | RunSQL) for one in operations):
        operations.insert(0, RunSQL(AT_ONCE, RunSQL.noop))
    return MigrationOptimizer().optimize(operations, APP)


class Functions:
    """The functions of data steps, with all of their modules that these need."""

    def __init__(self) -> None:
        self._imports: set[str] = set()
        self._pieces: dict[str, tuple[Any, str]] = {}

    @property
    def imports(self) -> str:
        """Lines that import what they use."""
        return "".join(f"{line}\n" for line in sorted(self._imports))

    @property
    def code(self) -> str:
        """Their definitions."""
        return "".join(f"{text}\n\n\n" for _module, text in self._pieces.values())

    def named(self, operation: Operation) -> Operation:
        """The operation, with the name of a function that stands in the file, and readable SQL."""
        if isinstance(operation, RunPython):
            operation.code = self._kept(operation.code)
            operation.reverse_code = self._kept(operation.reverse_code)
        elif isinstance(operation, RunSQL) and "\n" in operation.sql:
            operation.sql = self._kept_text(operation.sql, operation.part)
        return operation

    def _kept_text(self, sql: str, part: Migration) -> Verbatim:
        """A constant, since Django's writer would indent its lines; named after where it was."""
        source = inspect.getsource(inspect.getmodule(type(part)))
        for node in ast.parse(source).body:
            if isinstance(node, ast.Assign) and getattr(node.value, "value", None) == sql:
                (name,) = bound_by(node)
                new = f"{name}_{part.name[:4]}"
                text = re.sub(rf"^{name}\b", new, text_of(node, source), flags=re.MULTILINE)
                self._pieces[new] = (part, text)
                return Verbatim(new)
        raise CannotJoin(f"{part.name}: give the SQL of several lines a name, above the class.")

    def _kept(self, function: Any) -> Any:
        if function is RunPython.noop:
            return Verbatim("migrations.RunPython.noop")
        module = inspect.getmodule(function)
        package, _is_named = MigrationLoader.migrations_module(APP)
        if module is None or not module.__name__.startswith(f"{package}."):
            return function  # none, or one of the program, which stays
        source = inspect.getsource(module)
        defined = {name: node for node in ast.parse(source).body for name in bound_by(node)}
        for name in needed_by(function.__name__, defined):
            node = defined[name]
            if isinstance(node, ast.Import):
                self._imports.add(f"import {node.names[0].name}")
            elif isinstance(node, ast.ImportFrom):
                self._imports.add(f"from {node.module} import {name}")
            elif self._pieces.setdefault(name, (module, text_of(node, source)))[0] is not module:
                there = self._pieces[name][0].__name__.rpartition(".")[2]
                here = module.__name__.rpartition(".")[2]
                raise CannotJoin(f"{there} and {here} both have {name}: rename it in one of them.")
        return Verbatim(function.__name__)


def bound_by(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [(one.asname or one.name).partition(".")[0] for one in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [one.id for one in targets if isinstance(one, ast.Name)]


def needed_by(name: str, defined: dict[str, ast.stmt]) -> Iterable[str]:
    """This name and all that its definition uses, in the order of the module."""
    needed, to_do = set(), [name]
    while to_do:
        if (one := to_do.pop()) in defined and one not in needed:
            needed.add(one)
            to_do += [node.id for node in ast.walk(defined[one]) if isinstance(node, ast.Name)]
    return [one for one in defined if one in needed]


def text_of(node: ast.stmt, source: str) -> str:
    """A definition as it is written, with the comment above it."""
    lines = source.splitlines()
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))]) - 1
    while first and lines[first - 1].startswith("#"):
        first -= 1
    return "\n".join(lines[first : node.end_lineno])


def main(arguments: list[str]) -> int:
    """Join, and say which file it is now."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    head = ["git", "rev-parse", "--short=8", "HEAD"]
    commit = subprocess.run(head, capture_output=True, text=True, check=True).stdout.strip()
    try:
        file = join(arguments[0], commit)
    except CannotJoin as why:
        sys.stderr.write(f"{why}\n")
        return 1
    sys.stdout.write(f"{file or 'No table has changed.'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
