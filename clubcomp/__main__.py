"""`clubcomp ...` on the command line: the commands on files, which need no site, and Django's.

`python -m clubcomp` and `manage.py` are the same. Without a command it serves the site;
`serve --demo` serves the demo.
"""

import os
import sys

from pairing import commands


def main(argv: list[str] | None = None) -> int:
    """Do what is asked; the exit status."""
    argv = sys.argv if argv is None else argv
    asked = argv[1:] or ["serve"]
    if asked[0] in commands.COMMANDS:
        return commands.main([argv[0], *asked])
    if asked[0] == "serve" and "--demo" in asked:
        # The settings depend on it, and are read before the command is.
        os.environ["CLUBCOMP_DEMO"] = "1"
        asked.remove("--demo")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubcomp.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line([argv[0], *asked])
    return 0


if __name__ == "__main__":
    sys.exit(main())
