"""How are templates read? Their indentation is for the people who write them, not for browsers."""

import re

from django.template import Origin
from django.template.loaders import filesystem


class Loader(filesystem.Loader):
    """Reads a template without its indents and empty lines: a wide table repeats them a lot."""

    def get_contents(self, origin: Origin) -> str:
        return re.sub(r"\n\s+", "\n", super().get_contents(origin))
