"""What does every message in words have?"""

from typing import NamedTuple

from django.conf import settings
from django.urls import reverse


class Letter(NamedTuple):
    """A message in words. `link` is where it leads, `stop` where its receiver turns them off.

    `club_line` is what the club says of itself, below everything else.
    """

    to: str
    subject: str
    paragraphs: list[str]
    link: str = ""
    stop: str = ""
    stop_words: str = ""
    club_line: str = ""

    @property
    def text(self) -> str:
        """All of it as plain text."""
        parts = [*self.paragraphs, *([self.link] if self.link else [])]
        stop = f"{self.stop_words}: {self.stop}" if self.stop else ""
        if foot := [line for line in (self.club_line, stop) if line]:
            parts.append("\n".join(["-- ", *foot]))
        return "\n\n".join(parts) + "\n"


def address_of(name: str, *arguments: object) -> str:
    """The address of a page of the site, as it is written outside it."""
    return f"{settings.SITE_URL}{reverse(name, args=arguments)}"
