"""The changes of the newest version: the first section of the changelog on the disk.

It is in English; a changelog in another language is beside it, such as `CHANGELOG.nl.md`.
"""

import re
from collections.abc import Iterator

import mistune
from mistune.util import striptags

from pairing.installed import FILES


def what_changed(language: str) -> tuple[str, list[tuple[str, list[str]]]]:
    """The language of the section, and each chapter with its lines, without Markdown."""
    own = FILES / f"CHANGELOG.{language}.md"
    file, written = (own, language) if own.exists() else (FILES / "CHANGELOG.md", "en")
    try:
        text = file.read_text("utf-8")
    except OSError:  # it is just being replaced
        return written, []
    section = re.split(r"^## .*\n", text, maxsplit=2, flags=re.MULTILINE)[1:2]
    return written, [*_chapters(section[0])] if section else []


def _chapters(section: str) -> Iterator[tuple[str, list[str]]]:
    for chapter in re.split(r"^### ", section, flags=re.MULTILINE)[1:]:
        title, _end, lines = chapter.partition("\n")
        points = re.split(r"^\* ", lines, flags=re.MULTILINE)[1:]
        yield title, [" ".join(striptags(str(mistune.html(line))).split()) for line in points]
