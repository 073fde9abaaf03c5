"""Which addresses may a club and a competition have?

A club's slug is the first word of its addresses and a competition's the second, so neither may
be a word that the site map uses in that place.
"""

import re
from collections.abc import Container

from django.utils.text import slugify

from clubcomp.doors.names import search_key

SITE_WORDS = frozenset(
    """
    account admin backups api clubs deputy favicon.ico health help language media metrics
    operator password robots.txt rules set-up sign-in sign-out sign-up site-check sitemap.xml static
    style welcome
    """.split()
)
CLUB_WORDS = frozenset(
    """
    archive calendar calendar.ics competitions feed.xml hall import invitation link
    manifest.webmanifest me members messages nameplate news people pictures preview.png privacy
    readers search service-worker.js settings trail
    """.split()
)
#: What a stranger's club may not be called, since it would look like the site itself.
OFFICIAL_WORDS = frozenset(
    """
    about abuse administrator billing clubcomp contact forum host info legal login mail news
    official owner postmaster privacy register root security service shop site staff status support
    team terms webmaster www
    """.split()
)

LONGEST = 60
_SLUG = re.compile(r"[a-zA-Z0-9_-]{1,60}", re.ASCII)


def is_slug(text: str) -> bool:
    """Whether a text can be an address: letters without accents, digits, hyphens, underscores."""
    return _SLUG.fullmatch(text) is not None


def free_slug(name: str, *, taken: Container[str], reserved: Container[str]) -> str:
    """An address made from a name that is neither reserved nor taken: "open", then "open-2"."""
    stem = slugify(search_key(name))[: LONGEST - 5].strip("-") or "1"
    number, slug = 1, stem
    while slug in taken or slug in reserved:
        number += 1
        slug = f"{stem}-{number}"
    return slug
