"""What is wrong with a file that is refused?

An error is data: the *place* (`evenings[3].rounds[1].games[0].white`, "" for the whole file),
a *code* and its *facts*. `pairing.sentences` has a sentence for every code.

An option that the system refuses has its code from `pairing.registry.make_options` with
"option_" before it, so that a system can have codes of its own.
"""

from collections.abc import Mapping

from pairing.core.types import Fact


class DocumentError(ValueError):
    """A file that is refused: `place`, `code` and `facts`."""

    def __init__(self, place: str, code: str, facts: Mapping[str, Fact] | None = None):
        super().__init__(place, code, facts)
        self.place = place
        self.code = code
        self.facts: dict[str, Fact] = dict(facts or {})

    def __str__(self) -> str:
        facts = ", ".join(f"{name}: {fact}" for name, fact in self.facts.items())
        words = self.code.replace("_", " ") + (f" ({facts})" if facts else "")
        return f"{self.place}: {words}" if self.place else words
