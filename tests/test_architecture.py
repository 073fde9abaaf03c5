"""Does the project keep its shape? Which layer may know which, how long files are, their names.

`ALLOWED` says of each part of the program which other parts it may import; nothing points
back. Read from the source with `ast`, imports within functions included.
"""

import ast
import re
from pathlib import Path

import pytest

from tests.attempts import every

ROOT = Path(__file__).parent.parent
LONGEST_FILE, LONGEST_TEMPLATE, WIDEST_TEMPLATE = 400, 120, 120
FORBIDDEN_NAMES = {"utils", "helpers", "common", "manager", "handler", "base"}
#: Django wants a database engine to be called so.
ALLOWED_NAMES = {
    *("clubcomp/inside_django/postgresql/base.py", "clubcomp/running/postgres/base.py"),
}

#: The engines, a folder each: what each may import beside `pairing.core` and `pairing.reasons`.
ENGINES = {
    "pairing.berger": set(),
    "pairing.brackets": {"pairing.matching"},
    "pairing.dutch": {"pairing.brackets", "pairing.matching"},
    "pairing.keizer": {"pairing.matching"},
    "pairing.knockout": set(),
    "pairing.own_keizer": {"pairing.keizer", "pairing.matching"},
    "pairing.resistance": {"pairing.matching"},
    "pairing.swiss": {"pairing.brackets", "pairing.matching"},
}
#: Every part of the program (the longest name that fits counts) and what it may import of it.
ALLOWED = {
    # The pure part: no Django either.
    "pairing.core": {"pairing.matching"},
    "pairing.matching": set(),
    "pairing.reasons": {"pairing.core"},
    **{engine: {"pairing.core", "pairing.reasons"} | knows for engine, knows in ENGINES.items()},
    "pairing.systems": {*ENGINES, "pairing.core", "pairing.matching", "pairing.reasons"},
    "pairing.sections": {"pairing.core"},
    "pairing.registry": {"pairing.core", "pairing.sections", "pairing.systems"},
    "pairing.formats": {"pairing.core", "pairing.registry", "pairing.sections"},
    "pairing.old_table": {f"pairing.{p}" for p in "core formats own_keizer registry".split()},
    "pairing.random_competition": {"pairing.core", "pairing.registry"},
    **{f"pairing.{part}": set() for part in ("installed", "rules", "version")},
    # Its Django skin.
    "pairing.sentences": {
        *(f"pairing.{part}" for part in "core formats reasons registry rules sections".split())
    },
    "pairing.amount_fields": {"pairing.core"},
    "pairing.kind_fields": {
        *(f"pairing.{part}" for part in "amount_fields core sections sentences".split())
    },
    "pairing.forms": {
        *(f"pairing.{part}" for part in "core kind_fields registry sections sentences".split()),
        "pairing.amount_fields",
    },
    "pairing.apps": {"pairing.core", "pairing.registry", "pairing.sentences"},
    **{key: {"pairing.commands"} for key in ("pairing.__main__", "clubcomp.__main__")},
    "pairing.commands": {
        *(f"pairing.{part}" for part in "core formats installed registry sentences".split()),
        *(f"pairing.{part}" for part in ("old_table", "random_competition")),
    },
    # The domain.
    **{f"clubcomp.doors.{leaf}": set() for leaf in ("names", "web_addresses")},
    **{f"clubcomp.doors.{leaf}": {"clubcomp.doors.names"} for leaf in ("look_alikes", "slugs")},
    "clubcomp.inside_django": set(),
    "clubcomp.models": {
        *("clubcomp.doors.names", "clubcomp.doors.web_addresses", "clubcomp.inside_django"),
        *("pairing.core", "pairing.registry"),
    },
    "clubcomp.record.replica": set(),
    "clubcomp.inside_django.rows": {"clubcomp.models", "clubcomp.record.replica"},
    "clubcomp.record": {
        *("clubcomp.inside_django.rows", "clubcomp.models", "clubcomp.record.replica"),
        "pairing.core",
    },
    "clubcomp.running.measures": {"clubcomp.models"},
    "clubcomp.flow": {
        *(f"clubcomp.doors.{leaf}" for leaf in "look_alikes names slugs web_addresses".split()),
        *("clubcomp.inside_django", "clubcomp.inside_django.rows"),
        *("clubcomp.models", "clubcomp.record", "clubcomp.record.replica"),
        "clubcomp.running.measures",
        *(f"pairing.{part}" for part in "core formats installed matching old_table".split()),
        *(f"pairing.{part}" for part in "registry sections sentences".split()),
    },
    "clubcomp.demo": {"clubcomp.doors.names", "clubcomp.flow", "clubcomp.models", "pairing.core"},
    "clubcomp.demo.public": {
        *("clubcomp.demo", "clubcomp.doors", "clubcomp.middleware", "clubcomp.views"),
    },
    # Who is this, and what does an operator meet?
    "clubcomp.doors": {
        *("clubcomp.doors.names", "clubcomp.flow", "clubcomp.inside_django"),
        *("clubcomp.models", "clubcomp.record", "clubcomp.record.replica"),
    },
    "clubcomp.running": {"clubcomp.inside_django", "clubcomp.models", "pairing.installed"},
    "clubcomp.running.sending": {
        *("clubcomp.doors", "clubcomp.doors.names", "clubcomp.doors.web_addresses"),
        "clubcomp.flow",
        "clubcomp.models",
        "clubcomp.pages",
        "clubcomp.words",
        "pairing.core",
    },
    # The pages.
    "clubcomp.forms": {
        "clubcomp.doors",
        *(f"clubcomp.doors.{leaf}" for leaf in ("names", "slugs")),
        "clubcomp.flow",
        "clubcomp.models",
        "clubcomp.words",
        *(f"pairing.{part}" for part in "core formats forms registry sentences".split()),
    },
    "clubcomp.words": {
        *("clubcomp.doors", "clubcomp.doors.names", "clubcomp.flow", "clubcomp.models"),
        *(f"pairing.{part}" for part in "core forms installed registry sentences".split()),
    },
    "clubcomp.templatetags": {
        *("clubcomp.doors", "clubcomp.doors.names", "clubcomp.models"),
        *("clubcomp.running", "clubcomp.words"),
        *(f"pairing.{part}" for part in "core installed rules sentences".split()),
    },
    "clubcomp.pages": {
        *("clubcomp.doors", "clubcomp.doors.names", "clubcomp.flow"),
        "clubcomp.inside_django.rows",
        *("clubcomp.models", "clubcomp.words"),
        *(f"pairing.{part}" for part in "core formats registry sentences".split()),
    },
    "clubcomp.views": {
        "clubcomp.doors",
        *(f"clubcomp.doors.{leaf}" for leaf in ("names", "slugs", "web_addresses")),
        *(f"clubcomp.{part}" for part in "flow forms models pages record words".split()),
        *("clubcomp.record.replica", "clubcomp.running", "clubcomp.running.measures"),
        "clubcomp.running.sending",
        *(f"pairing.{part}" for part in "core formats forms installed registry".split()),
        *("pairing.rules", "pairing.sentences"),
    },
    "clubcomp.urls": {"clubcomp.doors.slugs", "clubcomp.views"},
    # Around them.
    "clubcomp.admin": {"clubcomp.forms", "clubcomp.models"},
    "clubcomp.apps": {"clubcomp.doors", "clubcomp.forms"},
    "clubcomp.asgi": set(),
    "clubcomp.wsgi": set(),
    "clubcomp.settings": {"clubcomp.running", "pairing.installed"},
    "clubcomp.record.kept_pages": {
        *("clubcomp.doors", "clubcomp.inside_django", "clubcomp.models", "clubcomp.record"),
        *("clubcomp.record.replica", "clubcomp.views", "pairing.installed"),
    },
    "clubcomp.middleware": {
        *("clubcomp.doors", "clubcomp.doors.names", "clubcomp.flow", "clubcomp.views"),
    },
    "clubcomp.running.serving": {
        "clubcomp.demo",
        "clubcomp.doors",
        "clubcomp.middleware",
        "clubcomp.running",
        "clubcomp.running.sending",
        "pairing.installed",
    },
    "clubcomp.migrations": {
        *("clubcomp.inside_django", "clubcomp.models", "pairing.registry"),
    },
    "clubcomp.management": {
        *("clubcomp.demo", "clubcomp.doors.names", "clubcomp.doors.slugs"),
        *("clubcomp.flow", "clubcomp.models"),
        *(f"clubcomp.running{part}" for part in ("", ".sending", ".serving")),
        *("pairing.formats", "pairing.installed", "pairing.sentences"),
    },
}
PURE = (
    *ENGINES,
    *(
        f"pairing.{part}"
        for part in "core matching reasons systems sections registry formats rules".split()
    ),
)


def files(*folders, suffix=".py"):
    """The program's files in some folders, by their path from the root."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob(f"*{suffix}"))]
    return [str(path.relative_to(ROOT)) for path in found]


PROGRAM = files("clubcomp", "pairing")
TESTS = files("tests")
TEMPLATES = files("templates", suffix=".html")


def module_of(path):
    """The dotted name of a file: clubcomp/flow/step.py is clubcomp.flow.step."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def part_of(module):
    """The part of the program that a module belongs to, None for a package's own head."""
    fitting = [part for part in ALLOWED if module == part or module.startswith(f"{part}.")]
    return max(fitting, key=len, default=None)


def imports_of(path):
    """Every module that a file imports, as dotted names; `from x import y` counts as x and x.y."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports from the root"
            found |= {node.module} | {f"{node.module}.{name.name}" for name in node.names}
    return found


def in_part(path, part):
    return part_of(module_of(path)) == part


def test_every_module_belongs_to_a_part():
    heads = {"clubcomp", "pairing"}
    strays = {m for m in map(module_of, PROGRAM) if part_of(m) is None}
    assert strays == heads, "write a line for it in ALLOWED; for an engine, in ENGINES"


@every("part", ALLOWED)
def test_a_part_imports_only_what_it_may_know(part):
    wrong = [
        f"{path} imports {module}"
        for path in PROGRAM
        if in_part(path, part)
        for module in imports_of(path)
        if part_of(module) not in {None, part} | ALLOWED[part]
    ]
    assert wrong == []


def test_the_parts_point_one_way():
    """The table itself has no circles, so that "nothing points back" is more than a list."""
    left = {part: set(knows) for part, knows in ALLOWED.items()}
    while left:
        free = [part for part, knows in left.items() if not knows & left.keys()]
        assert free, f"a circle among {sorted(left)}"
        for part in free:
            del left[part]


@pytest.mark.parametrize("part", PURE)
def test_the_pure_part_knows_no_django(part):
    wrong = [
        f"{path} imports {module}"
        for path in PROGRAM
        if in_part(path, part)
        for module in imports_of(path)
        if module.split(".")[0] in {"django", "clubcomp"}
    ]
    assert wrong == []


def test_steps_know_nothing_of_requests_and_pages():
    wrong = [
        f"{path} imports {module}"
        for path in PROGRAM
        if in_part(path, "clubcomp.flow")
        for module in imports_of(path)
        if module.startswith(("django.http", "django.forms", "django.shortcuts", "django.urls"))
    ]
    assert wrong == []


def test_nothing_reacts_behind_the_back():
    """A step says what happens; there are no signals."""
    assert [p for p in PROGRAM if any("signals" in m for m in imports_of(p))] == []


def test_points_are_never_floats_in_the_pure_part():
    wrong = [
        f"{path}:{node.lineno}"
        for path in PROGRAM
        if part_of(module_of(path)) in PURE
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("paths", "longest"), [(PROGRAM + TESTS, LONGEST_FILE), (TEMPLATES, LONGEST_TEMPLATE)]
)
def test_no_file_is_so_long_that_it_is_two(paths, longest):
    joined = re.compile(r"clubcomp/migrations/\d+_(before|release)_[\d_]+\.py")
    lengths = {
        path: len((ROOT / path).read_text().splitlines())
        for path in paths
        if not joined.fullmatch(path)  # as Django wrote it
    }
    assert {path: length for path, length in lengths.items() if length > longest} == {}


def test_no_line_of_a_template_is_wider_than_a_screen():
    wide = [
        f"{path}:{number}"
        for path in TEMPLATES
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if len(line.encode()) > WIDEST_TEMPLATE
    ]
    assert wide == []


def test_loose_files_are_few():
    """At the top of the site are Django's own names; what has a subject is in its room."""
    assert len([path for path in PROGRAM if Path(path).parent == Path("clubcomp")]) <= 10
    assert len([path for path in PROGRAM if Path(path).parent == Path("clubcomp/flow")]) <= 25


def test_little_is_passed_around_arguments():
    """Who reads, what was pressed, which database is read, what a pairing may take: no more."""
    with_one = [path for path in PROGRAM if "ContextVar(" in Path(path).read_text()]
    assert len(with_one) <= 4, with_one


def test_a_files_name_says_what_is_in_it():
    vague = {path for path in PROGRAM + TESTS if Path(path).stem in FORBIDDEN_NAMES}
    vague |= {path for path in PROGRAM + TESTS if set(Path(path).parts[:-1]) & FORBIDDEN_NAMES}
    assert vague <= ALLOWED_NAMES


def test_every_module_says_which_question_it_answers():
    silent = [
        path
        for path in PROGRAM
        if (tree := ast.parse((ROOT / path).read_text())).body
        and "migrations" not in path
        and ast.get_docstring(tree) is None
    ]
    assert silent == []


def names_used():
    """Every name that the program, a template or a test uses; docstrings only speak of names."""
    used = set()
    for path in PROGRAM + TESTS:
        tree = ast.parse((ROOT / path).read_text())
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                    used.add(name)
                case ast.alias(name=name) if not path.endswith("__init__.py"):
                    used.add(name)
                case ast.Constant(value=str(text)) if "\n" not in text:
                    used |= set(re.findall(r"\w+", text))
    return used.union(*(re.findall(r"\w+", (ROOT / path).read_text()) for path in TEMPLATES))


def test_nothing_is_defined_that_nobody_uses():
    used, unused = names_used(), []
    for path in PROGRAM:
        if "/migrations/" in path or path.endswith(("/settings.py", "/urls.py")):
            continue  # Django reads these
        for node in ast.parse((ROOT / path).read_text()).body:
            match node:
                case ast.FunctionDef(name=name, decorator_list=[]):
                    names = {name}
                case ast.Assign(targets=targets):
                    parts = (part for target in targets for part in ast.walk(target))
                    names = {part.id for part in parts if isinstance(part, ast.Name)}
                case _:
                    names = set()
            unused += [f"{path} {name}" for name in names - used if name[:2] != "__"]
    assert unused == []


#: What makes HTML itself: what stands on a page hundreds of times, the manual from Markdown,
#: the squares of a code, and fields that consist of several.
MAKES_HTML = {
    *(f"clubcomp/templatetags/{name}.py" for name in ("everywhere", "tables", "manual", "qr")),
    *("pairing/forms.py", "pairing/kind_fields.py"),
}


def test_html_is_made_in_templates():
    found = {
        str(path.relative_to(ROOT))
        for part in ("clubcomp", "pairing")
        for path in (ROOT / part).rglob("*.py")
        if re.search(r"mark_safe|format_html|SafeString", path.read_text())
    }
    assert found == MAKES_HTML


def test_no_template_has_script_or_style_in_it():
    """The Content-Security-Policy is strict: what is inline would not run."""
    inline = ("<style", " style=", "<script>", "javascript:", " onclick=", " onchange=", "hx-on")
    wrong = [
        (path, word) for path in TEMPLATES for word in inline if word in (ROOT / path).read_text()
    ]
    assert wrong == []
