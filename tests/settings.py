"""The settings under test: the real ones, with files straight from the tree and quick hashes."""

import tempfile
from pathlib import Path

from clubcomp.settings import *  # noqa: F403
from clubcomp.settings import STORAGES

STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["*"]
HAS_ADMIN = True
# A busy machine is no mistake: only a site gives up a statement that takes long, or the wait for a
# connection. And what a test stores need not outlive a power cut.
DATABASES["default"]["OPTIONS"].get("pool", {})["timeout"] = 300  # noqa: F405
DATABASES["default"]["OPTIONS"]["options"] = (  # noqa: F405
    "-c statement_timeout=300s -c synchronous_commit=off"
)
# Nobody's backups, nobody's key: a test that makes some names its own folder.
SECOND_BACKUP_DIR = None
BACKUP_DIR = Path(tempfile.gettempdir()) / "clubcomp-backups-of-tests"
KEY_FILE = BACKUP_DIR / "secret-key"
