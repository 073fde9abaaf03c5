"""How is a reason, a problem or an error put, in the reader's language?

The pure part of `pairing` speaks in values; here they become sentences. A reason brings its text
along (`reasons` says it). For problems and failures every system has a module of sentences with its
own name, with a table for each kind of code; those that all systems share are in `soundness`. A
code without a sentence is a bug, and a test looks for it.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pairing.core import reason as decided
from pairing.core.explanation import Refused
from pairing.core.system import BadOptions, CannotPair
from pairing.core.types import Fact, PlayerId, Problem
from pairing.formats.errors import DocumentError, TrfError
from pairing.rules import regulation
from pairing.sentences import documents, reasons, soundness
from pairing.sentences.articles import article_label
from pairing.sentences.trf import trf_error, trf_warning
from pairing.sentences.words import Table, Words

__all__ = ["Sentences", "error", "trf_warning"]


class Sentences:
    """What a system decides, asks and refuses, said in the words of a game.

    `name`, `game` and `untold` are those of `Words`.
    """

    def __init__(
        self,
        system: str,
        name: Callable[[PlayerId], str] = str,
        game: str = "chess",
        untold: Collection[frozenset[PlayerId]] = (),
    ):
        self.system = system
        self.table = _table(system)
        self.words = Words(name, game, untold)

    def sentence(self, reason: decided.Reason, reader: PlayerId = "") -> str:
        """A reason, one or two whole sentences; a refusal is a clause. "You" is `reader`."""
        return reasons.sentence(reason, self.words, reader)

    def refusal(self, refused: Refused, reader: PlayerId = "", *, of_bye: bool = False) -> str:
        """Who was refused and why, with both names; `of_bye`: who has the bye is known already."""
        why, name = self.sentence(refused.why, reader), self.words.name
        facts = {"one": name(refused.player), "other": name(refused.other), "why": why}
        if of_bye:
            return f"{facts['other']}: {why}"
        if refused.in_place:
            return _("%(other)s instead of %(one)s: %(why)s") % facts
        return _("%(one)s – %(other)s: %(why)s") % facts

    def problem(self, problem: Problem) -> str:
        """What is wrong with a proposal, as a whole sentence."""
        why = "" if problem.why is None else self.sentence(problem.why)
        return self._tell(self.table.PROBLEMS, problem.code, {**problem.facts, "why": why})

    def failure(self, failure: CannotPair) -> str:
        """Why no pairing can be made, in which group, and what the competition leader can do."""
        sentence = self._tell(self.table.FAILURES, failure.code, failure.facts)
        if group := failure.facts.get("group"):
            facts = {"group": group, "sentence": sentence}
            return _("In group %(group)s: %(sentence)s") % facts
        return sentence

    def unproven(self, article: str) -> str:
        """That it is unknown whether a pairing is the first by an article."""
        return _("not proven to be the first (%(article)s)") % {"article": article_label(article)}

    def article(self, article: str) -> str:
        """An article's number with its title: "pairing 5: From the top down"."""
        title = regulation(self.system, get_language() or "en").title_of(article)
        label = article_label(article)
        return _("%(article)s: %(title)s") % {"article": label, "title": title} if title else label

    def _tell(self, table: Table, code: str, facts: Mapping[str, Fact]) -> str:
        return self.words.say({**table, **soundness.SENTENCES}[code], facts)


def error(problem: Exception) -> str:
    """The sentence for a refused document, TRF file or option."""
    if isinstance(problem, TrfError):
        return trf_error(problem)
    if isinstance(problem, DocumentError):
        return documents.document_error(problem)
    if isinstance(problem, BadOptions):
        return documents.option_error(problem)
    raise TypeError(problem)


@cache
def _table(system: str) -> ModuleType:
    """The module with a system's sentences."""
    return import_module(f"{__name__}.{system.replace('-', '_')}")
