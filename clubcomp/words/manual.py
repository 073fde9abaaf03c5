"""The tasks of the manual in `docs/manual`: one task a file, in each language.

`nl/05-evening.md` is the fifth task, at /help/evening/. Its first lines are the title, words that
people may search for and the text does not have, and the readers of a task that is not for
everybody in a club. A word in bold stands on a page.
The folders can be read without the program too: links lead to other files, and pictures are beside.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import mistune
from mistune.util import striptags

from pairing.installed import FILES

FOLDER = FILES / "docs" / "manual"
#: The reader of a task for the person who keeps the machine; other tasks are for everybody.
KEEPER = "keeper"
#: The pages that each task is about, by the names of their addresses.
_PAGES = {
    "set-up": "club-settings nameplate club-readers people",
    "members": "members add-member paste-members member-links rating-list",
    "competition": "new-competition plan-evening entries",
    "rules": "options own-regulation",
    "evening": "lead attendance results",
    "late": "plan-attendance drop-out not-coming correct-notice add-board",
    "swap": "pairing swap-published keep-apart forbidden-pairs",
    "correct": "results-of result-more correct-result",
    "guests": "add-guest",
    "close": "close",
    "kinds": "groups",
    "season": "next-season stage season",
    "successor": "person deputies",
    "files": "import past-games downloads federations",
    "players": "me my-evening my-away",
    "keeper": "backups",
}
#: Words in bold that name a page of the club or of the site, each with the name of its address.
PAGE_NAMED = {
    "Members": "members",
    "Paste a list": "paste-members",
    "Add a member": "add-member",
    "Personal links": "member-links",
    "Rating list": "rating-list",
    "People who may sign in": "people",
    "Messages of the club": "club-messages",
    "Another program": "webhook",
    "The club’s name and address": "club-settings",
    "Crest, colour, contact": "nameplate",
    "Who may see what": "club-readers",
    "Start a competition": "new-competition",
    "From another program (Sevilla, KeizerForClubs, Excel …)": "import",
    "Competitions": "competitions",
    "Log": "trail",
    "Search": "search",
    "My page": "me",
    "Away for longer": "my-away",
    "Backups": "backups",
    "Is this site set up well?": "site-check",
}
TASK_OF = {page: task for task, pages in _PAGES.items() for page in pages.split()}


@dataclass(frozen=True, slots=True)
class Task:
    """A task: the word in its address, title, more words to find it by, its reader, its text in
    Markdown, its language.
    """

    name: str
    title: str
    words: str
    reader: str
    text: str
    language: str

    @property
    def plain(self) -> str:
        """The text without Markdown, to search in."""
        return " ".join(striptags(str(mistune.html(self.text))).split())


@cache
def tasks(language: str) -> dict[str, Task]:
    """All tasks in their order, by name; in English where there is no text in `language`."""
    read = (_read(file.name, language) for file in sorted((FOLDER / "en").glob("*.md")))
    return {task.name: task for task in read}


def _read(file_name: str, language: str) -> Task:
    if not (FOLDER / language / file_name).is_file():
        language = "en"
    written = (FOLDER / language / file_name).read_text("utf-8")
    _none, front, text = written.split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in front.splitlines())
    name = file_name.removesuffix(".md").partition("-")[2]
    words, reader = fields.get("words", ""), fields.get("for", "")
    return Task(name, fields["title"], words, reader, text.strip(), language)


@dataclass(frozen=True, slots=True)
class FoundTask:
    """A task in the table of contents, with the sentence around the words of a search."""

    task: Task
    excerpt: str = ""


def tasks_with(language: str, query: str, *, is_keeper: bool) -> Iterator[FoundTask]:
    """The reader's tasks that contain every word of `query`; all tasks without a query."""
    words = query.casefold().split()
    for task in tasks(language).values():
        if task.reader == KEEPER and not is_keeper:
            continue
        if not words:
            yield FoundTask(task)
        elif all(word in f"{task.title} {task.words} {task.plain}".casefold() for word in words):
            yield FoundTask(task, _around(task.plain, words))


def _around(text: str, words: list[str]) -> str:
    """The first sentence with one of the words."""
    sentences = re.split(r"(?<=[.?!]) ", text)
    matching = (text for text in sentences if any(word in text.casefold() for word in words))
    return next(matching, "")
