"""How are the reasons of a pairing said on a page, each with its article?"""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Any, Self

from clubcomp.models import Competition, Entry, Round
from pairing.core.types import Reason
from pairing.sentences import Teller, topics
from pairing.sentences.words import capitalised

NEARER = "nearer"
BY_HAND = "fixed"


@dataclass(frozen=True)
class Article:
    """An article of a system's regulation: its anchor on that page, and its title."""

    system: str
    anchor: str
    title: str

    @classmethod
    def of(cls, tell: Teller, article: str) -> Self:
        """The article with its title in the reader's language."""
        return cls(tell.system, article, tell.article(article))


@dataclass(frozen=True)
class Answer:
    """The answer to one question: at most a few sentences, and the articles behind them."""

    sentences: list[str]
    articles: list[Article]


@dataclass(frozen=True)
class Line:
    """Half a line under a board, and the article that says most about it."""

    text: str
    article: Article | None


@dataclass(frozen=True)
class Candidate:
    """Somebody who came before a player's opponent, and why not him; `place` where it counts."""

    entry: Entry
    place: int | None
    why: str


@dataclass(frozen=True)
class Others:
    """Those who came before a player's opponent, or before who is free; `more` were left out."""

    player: Entry
    candidates: list[Candidate]
    more: int


class Tellers:
    """Who says the reasons of a competition's rounds, with players and tempos by name.

    Only to a leader they name pairs that members may not read. Three queries at most, whatever
    the number of rounds.
    """

    def __init__(self, competition: Competition, *, to_leader: bool = False):
        self.competition = competition
        self.entries = competition.entries.by_key()
        self.untold = frozenset() if to_leader else untold_pairs(competition)
        self.tempos = {tempo.key: str(tempo) for tempo in competition.tempos.all()}

    def of(self, round_: Round | None = None) -> Teller:
        """For the system that a round was paired by; without a round for the one played by now."""
        return Teller(
            (round_ and round_.system) or self.competition.system,
            lambda key: str(self.entries[key]) if key in self.entries else key,
            lambda key: self.tempos.get(key, key),
            self.competition.game,
            self.untold,
        )


def untold_pairs(competition: Competition) -> frozenset[frozenset[str]]:
    """The pairs that are never made and that only a leader reads about, by key. One query."""
    pairs = competition.forbidden_pairs.filter(members_may_read=False)
    return frozenset(frozenset(pair) for pair in pairs.values_list("one__key", "other__key"))


def that_matter(reasons: Iterable[Reason]) -> list[Reason]:
    """The reasons without what a bracket or a round needed but these players did not."""
    return [reason for reason in reasons if reason.facts.get("matters", True)]


def answer_of(tell: Teller, reasons: Iterable[Reason], told: Container[str] = ()) -> Answer:
    """What reasons say; `told` are articles that the page has a link to already."""
    reasons = list(reasons)
    articles = dict.fromkeys(reason.article for reason in reasons if reason.article not in told)
    return Answer(
        [tell.say(reason) for reason in reasons], [Article.of(tell, one) for one in articles]
    )


def answers_of(tell: Teller, reasons: Iterable[Reason]) -> dict[str, Answer]:
    """The answers by question (`pairing.sentences.topics`); those without a reason are left out."""
    by_topic: dict[str, list[Reason]] = {}
    for reason in reasons:
        by_topic.setdefault(tell.topic(reason), []).append(reason)
    told: set[str] = set()
    answers = {}
    for topic in topics:
        if topic in by_topic:
            answers[topic] = answer_of(tell, by_topic[topic], told)
            told |= {reason.article for reason in by_topic[topic]}
    return answers


def whole_answer(tell: Teller, reasons: Iterable[Reason]) -> Answer:
    """What is said of a board in one go, in the order of the questions, but where it stands."""
    answers = [answer for topic, answer in answers_of(tell, reasons).items() if topic != "board"]
    return Answer(
        [sentence for answer in answers for sentence in answer.sentences],
        [article for answer in answers for article in answer.articles],
    )


def line_of(tell: Teller, reasons: Iterable[Reason], fixed: str = "") -> Line | None:
    """Half a line; the last of its clauses is the most particular, so its article is named.

    Of a board that the leader `fixed` it is his own words.
    """
    reasons = list(reasons)
    if fixed:
        by_hand = (Article.of(tell, one.article) for one in reasons if one.code == BY_HAND)
        return Line(fixed, next(by_hand, None))
    clauses = tell.clauses(reason for reason in reasons if reason.code != BY_HAND)
    if not clauses:
        return None
    text = capitalised("; ".join(clause for clause, _article in clauses))
    return Line(text, Article.of(tell, clauses[-1][1]))


def others_of(tellers: Tellers, tell: Teller, reasons: Iterable[Reason]) -> list[Others]:
    """For each of the players those who came before, with one reason each."""
    entries = tellers.entries
    found = []
    for reason in reasons:
        facts: Any = reason.facts
        if "candidates" not in facts or tell.topic(reason) not in (NEARER, "opponent"):
            continue
        candidates = [
            Candidate(
                entries[one["player"]], one.get("place"), tell.candidate(one, facts["player"])
            )
            for one in facts["candidates"]
            if one["player"] in entries
        ]
        # That nobody came before in an order does not say that nobody stood nearer.
        if candidates or tell.topic(reason) == NEARER:
            found.append(Others(entries[facts["player"]], candidates, facts.get("more", 0)))
    return found
