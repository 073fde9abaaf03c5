"""The WSGI entry point, for the site's own server and any other."""

import gc
import os
import sys
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubcomp.settings")


def under_path(site: Any, path: str) -> Any:
    """A site under a path of its host: it gets the rest; other addresses do not exist."""

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        asked = environ.get("PATH_INFO", "")
        if asked.startswith(f"{path}/"):
            return site(environ | {"PATH_INFO": asked[len(path) :]}, start_response)
        status, to = "404 Not Found", []
        if asked == path:
            status, to = "301 Moved Permanently", [("Location", f"{path}/")]
        start_response(status, [("Content-Type", "text/plain"), *to])
        return [f"The site is at {path}/\n".encode()]

    return answer if path else site


application = under_path(get_wsgi_application(), settings.SITE_PATH)

# A poll is answered in a millisecond. It must not wait five for its turn while another thread makes
# a page, nor a tenth of a second while all loaded modules are searched for garbage.
sys.setswitchinterval(0.001)
gc.freeze()
