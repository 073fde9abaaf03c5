"""The WSGI entrance, of the site's own server and of any other."""

import gc
import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubcomp.settings")
application = get_wsgi_application()

# A poll is answered in a millisecond. It must not wait five for each turn while another thread
# makes a page, nor a tenth of a second while everything that was loaded is searched for garbage.
sys.setswitchinterval(0.001)
gc.freeze()
