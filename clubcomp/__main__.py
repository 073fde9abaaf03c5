"""`clubcomp ...` on the command line: the commands on files, which need no site, and Django's.

`python -m clubcomp` and `manage.py` are the same. Without a command it serves the site;
`serve --demo` serves the demo, with `--public` to strangers. `--help` lists our own commands.
"""

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import clubcomp
from pairing import commands


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    argv = sys.argv if argv is None else argv
    asked = argv[1:] or ["serve"]
    if asked in (["--version"], ["version"]):
        sys.stdout.write(f"Clubcomp {clubcomp.__version__}\n")
        return 0
    if asked in (["--help"], ["-h"], ["help"]):
        sys.stdout.writelines(f"{line}\n" for line in _help(os.path.basename(argv[0])))
        return 0
    if asked[0] == "help" and asked[1] in commands.COMMANDS:
        asked = [asked[1], "--help"]
    if asked[0] in commands.COMMANDS:
        return commands.main([argv[0], *asked])
    if asked[0] == "serve" and "--demo" in asked:
        # The settings depend on it, and are read before the command's options.
        asked.remove("--demo")
        os.environ["CLUBCOMP_DEMO"] = "public" if "--public" in asked else "1"
        asked = [word for word in asked if word != "--public"]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubcomp.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line([argv[0], *asked])
    return 0


def _help(program: str) -> Iterator[str]:
    """The lines of `--help`: our own commands, each with the first line of its file."""
    program = "python -m clubcomp" if program == "__main__.py" else program
    here = Path(__file__).parent
    version = clubcomp.__version__
    yield f"Clubcomp {version}. {program} COMMAND --help says what can stand behind it."
    of_files = [Path(commands.__file__).parent / f"{name}.py" for name in commands.COMMANDS]
    of_site = sorted((here / "management" / "commands").glob("[a-z]*.py"))
    for title, files in (("On files, without a site", of_files), ("The site", of_site)):
        yield f"\n{title}:"
        for file in files:
            docstring = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
            words = re.sub(r"^`[^`]*`[:,] (and )?", "", docstring.partition("\n")[0])
            yield f"  {file.stem:<20} {words[:1].upper()}{words[1:]}"
    yield f"\n{program} help --commands lists Django's own commands too."


if __name__ == "__main__":
    sys.exit(main())
