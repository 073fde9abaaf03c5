"""Which secret key signs the cookies and links of a site without SECRET_KEY?

A public site has SECRET_KEY in its environment. A local one makes a key of its own at the first
start and keeps it beside its data, so that everybody stays signed in. Each backup includes it,
since members hold links that it signed (`backups/keys.py`).
"""

import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from clubcomp.running.postgres.programs import make_folder


def local_key(file: Path) -> str:
    """The key that is kept in a file, made at the first call.

    If nothing can be written the key lasts as long as the program: people have to sign in again
    after a restart, and that is all.
    """
    try:
        if not file.exists():
            make_folder(file.parent)
            _write(file, _new_key(), os.link)  # if two programs start at once, one of them wins
        return file.read_text().strip() or _new_key()
    except OSError:
        return _new_key()


def replace_key(file: Path, key: str) -> None:
    """Use this key from now on; everybody who is signed in has to sign in again."""
    make_folder(file.parent)
    _write(file, key, os.replace)


def _write(file: Path, key: str, give_name: Callable[[str, Path], None]) -> None:
    """Write a key under another name first, for its owner alone."""
    handle, written = tempfile.mkstemp(prefix="key-", dir=file.parent)
    try:
        with os.fdopen(handle, "w") as text:
            text.write(key)
        give_name(written, file)
    except FileExistsError:
        pass
    finally:
        Path(written).unlink(missing_ok=True)


def _new_key() -> str:
    return secrets.token_urlsafe(50)
