"""The ASGI entry point, for servers that want one."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubcomp.settings")
application = get_asgi_application()
