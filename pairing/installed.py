"""Is this a checkout, or was the program installed from its wheel? And what differs then?

Templates, static files and languages lie in no package. In a checkout they are beside the packages;
the wheel has them in a folder of their own (pyproject.toml).
"""

from pathlib import Path

#: The folder with the packages.
CODE = Path(__file__).resolve().parent.parent
_SHIPPED = CODE / "clubcomp_files"
IS_INSTALLED = _SHIPPED.is_dir()
#: The folder with `templates`, `static`, `locale` and `docs/manual`.
FILES = _SHIPPED if IS_INSTALLED else CODE

#: Commands for which a checkout has a shorter form.
_MAKE = {
    "serve": "make club",
    "serve --demo": "make run",
    "set_up_link": "make club-link",
    "restore FILE": "make restore FILE=...",
    "restore FILE --replace": "make restore FILE=... REPLACE=1",
}


def as_typed(command: str, **options: str | int) -> str:
    """How a command of the program is typed here, for messages that name it."""
    if IS_INSTALLED or command not in _MAKE:
        program = "clubcomp" if IS_INSTALLED else ".venv/bin/python manage.py"
        return " ".join([program, command, *(f"--{key} {value}" for key, value in options.items())])
    return " ".join([_MAKE[command], *(f"{key.upper()}={value}" for key, value in options.items())])


#: The port of `serve` when none is named.
USUAL_PORT = 8000


def as_served(*, is_demo: bool, port: int, **options: str | int) -> str:
    """How the site is started, as a demo or not, at its port."""
    own = {} if port == USUAL_PORT else {"port": port}
    return as_typed("serve --demo" if is_demo else "serve", **options, **own)
