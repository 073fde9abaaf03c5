"""The sentences that explain a pairing, each with its article."""

from dataclasses import dataclass, replace
from typing import Self

from clubcomp.models import Competition, Round
from pairing.core.explanation import Refused
from pairing.core.reason import Reason
from pairing.core.types import PlayerId
from pairing.sentences import Sentences


@dataclass(frozen=True)
class CitedSentence:
    """A sentence and the article behind it: the article's system, anchor and title, "" for none."""

    text: str
    system: str
    article: str
    title: str

    @classmethod
    def of(cls, say: Sentences, reason: Reason, reader: PlayerId = "") -> Self:
        """A reason in words for `reader`."""
        title = reason.article and say.article(reason.article)
        return cls(say.sentence(reason, reader), say.system, reason.article, title)

    @classmethod
    def of_refused(
        cls, say: Sentences, refused: Refused, reader: PlayerId = "", *, of_bye: bool = False
    ) -> Self:
        """Why a player was refused, with their name."""
        text = say.refusal(refused, reader, of_bye=of_bye)
        return replace(cls.of(say, refused.why), text=text)


class SentencesOf:
    """The sentences about a competition's rounds, with the players' names.

    Only leaders read about forbidden pairs that members may not know. At most two queries, however
    many rounds.
    """

    def __init__(self, competition: Competition, *, to_leader: bool = False):
        self.competition = competition
        self.entries = competition.entries.by_key()
        self.secret = frozenset() if to_leader else secret_pairs(competition)

    def of(self, round_: Round | None = None) -> Sentences:
        """Sentences for the system by which a round was paired, or else the present system."""
        return Sentences(
            (round_ and round_.system) or self.competition.system,
            lambda key: str(self.entries[key]) if key in self.entries else key,
            self.competition.game,
            self.secret,
        )


def secret_pairs(competition: Competition) -> frozenset[frozenset[str]]:
    """The forbidden pairs that only leaders may know about, by key. One query."""
    pairs = competition.forbidden_pairs.filter(members_may_read=False)
    return frozenset(frozenset(pair) for pair in pairs.values_list("one__key", "other__key"))
