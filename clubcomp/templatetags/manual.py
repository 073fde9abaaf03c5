"""A task of the manual, from Markdown to its page."""

import re
import struct
from collections.abc import Mapping
from html import unescape

import mistune
from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from mistune.util import striptags

from clubcomp.words.manual import FOLDER, Task
from pairing.installed import as_served, as_typed

register = template.Library()
#: The commands in the manual, each as it is typed on this machine.
_COMMANDS = {
    "make club": as_served(is_demo=False, port=8000),
    "make club HOST=0.0.0.0": as_served(is_demo=False, port=8000, host="0.0.0.0"),  # noqa: S104
    "make restore FILE=...": as_typed("restore FILE"),
    "clubcomp serve --demo --public": as_typed("serve --demo --public"),
}


class _Page(mistune.HTMLRenderer):
    """Markdown as pages of the program show it; HTML in the text is escaped."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        super().__init__()
        self.pages = pages

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """A picture with its size, so that nothing moves when it is loaded."""
        name = url.rpartition("/")[2]
        head = (FOLDER / "pictures" / name).read_bytes()[16:24]
        width, height = struct.unpack(">II", head)
        return (
            f'<img src="{escape(static(f"manual/{name}"))}" alt="{escape(striptags(text))}"'
            f' width="{width}" height="{height}" loading="lazy">'
        )

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """A link; a link to another file leads to the page of that task."""
        file = re.fullmatch(r"\d\d-([a-z-]+)\.md", url)
        return super().link(text, reverse("help-task", args=[file[1]]) if file else url, title)

    def list(self, text: str, ordered: bool, **attrs: object) -> str:
        """A list: numbered steps, or bullets."""
        tag, look = ("ol", "numbered") if ordered else ("ul", "bullets")
        return f'<{tag} class="{look}">\n{text}</{tag}>\n'

    def codespan(self, text: str) -> str:
        """Text to type; a command as it is typed on this machine."""
        return f"<code>{escape(_COMMANDS.get(text, text))}</code>"

    def strong(self, text: str) -> str:
        """A word that stands on a page; the name of one of the reader's pages is a link to it."""
        to = self.pages.get(unescape(text))
        return f'<b><a href="{escape(to)}">{text}</a></b>' if to else f"<b>{text}</b>"


@register.simple_tag
def manual_text(task: Task, pages: Mapping[str, str]) -> SafeString:
    """The text of a task as HTML; HTML in the text itself is escaped.

    `pages` are the words that become links, each with its address.
    """
    return mark_safe(str(mistune.create_markdown(renderer=_Page(pages))(task.text)))  # noqa: S308
