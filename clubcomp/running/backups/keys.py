"""The key that signed the links of members: it is stored beside each backup, and restored with it.

Only a key that a local site made for itself: keeping a SECRET_KEY is its owner's task.
"""

from pathlib import Path

from django.conf import settings

from clubcomp.running.backups.made import key_beside
from clubcomp.running.local_key import replace_key


def key_to_keep() -> str:
    """The key that goes along with a backup; "" where the environment gives it."""
    return settings.SECRET_KEY if settings.KEY_FILE else ""


def take_key(backup: Path, *, was_empty: bool) -> str:
    """Sign from now on with the key beside a backup that was restored here; returns the outcome.

    Only a site that held nothing takes it: one in use has another key because somebody chose so.
    """
    beside = key_beside(backup)
    try:
        key = beside.read_text().strip()
    except (OSError, ValueError):
        key = ""
    if not key:
        return (
            "No key lies beside the backup. Personal links of before answer only if this site has"
            " the secret key that they were made with."
        )
    if key == settings.SECRET_KEY:
        return "Personal links of before go on working."
    if settings.KEY_FILE is None:
        return (
            "SECRET_KEY is given by the environment, and was left alone. Personal links of before"
            f" answer only with the key in {beside}"
        )
    by_hand = f"Personal links of before answer once {beside} is copied to {settings.KEY_FILE}"
    if not was_empty:
        return f"This site keeps its own secret key. {by_hand}"
    try:
        replace_key(settings.KEY_FILE, key)
    except OSError as problem:
        return f"The secret key could not be written: {problem}. {by_hand}"
    return "The secret key came along: personal links of before go on working."
