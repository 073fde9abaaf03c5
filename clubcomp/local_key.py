"""Which secret key signs the cookies and links of a site that was given none?

A public site is given SECRET_KEY. A local one makes a key of its own at the first start and keeps
it beside its data, so that everybody stays signed in.
"""

import os
import secrets
import tempfile
from pathlib import Path

from clubcomp.postgres.programs import make_folder


def local_key(folder: Path) -> str:
    """The key that is kept in `folder`, made at the first call.

    Where nothing can be written the key lasts as long as the program: people sign in again after
    a restart, and that is all.
    """
    file = folder / "secret-key"
    try:
        if not file.exists():
            _make(file)
        return file.read_text().strip() or _new_key()
    except OSError:
        return _new_key()


def _make(file: Path) -> None:
    """Write a new key under another name first: of two programs that start at once one wins."""
    make_folder(file.parent)
    handle, written = tempfile.mkstemp(prefix="key-", dir=file.parent)  # for its owner alone
    try:
        with os.fdopen(handle, "w") as text:
            text.write(_new_key())
        os.link(written, file)
    except FileExistsError:
        pass
    finally:
        os.unlink(written)


def _new_key() -> str:
    return secrets.token_urlsafe(50)
