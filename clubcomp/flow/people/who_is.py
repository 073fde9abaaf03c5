"""Who is this person: somebody known here, perhaps one of these, or somebody new?

Pasted lists, files, rating lists, past games and guests all ask it here. A federation's number
decides, whatever the name is; where neither side names the federation, a number decides only
together with the name. Nothing else decides: the page then asks a human, and offers everybody whom
it may be. How much a name is worth depends on the `Source`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.names import parse_name, search_key
from clubcomp.flow.errors import StepError
from clubcomp.flow.people.identities import Number, numbers_of, taken
from clubcomp.models import Club, Player
from pairing.sentences.words import listed

T = TypeVar("T")


class Source(Enum):
    """Where a person is named.

    OUTSIDE: a list with strangers, where the same whole name makes the same person likely only with
    one more fact. OWN_LIST: the club's own people, where the whole name will do. FEDERATION:
    everybody of a country, so another number or year of birth means another person. CLOSED: people
    who are all known, so a name that fits nobody else decides, the whole name before a shorter one.
    """

    OUTSIDE = auto()
    OWN_LIST = auto()
    FEDERATION = auto()
    CLOSED = auto()


@dataclass(frozen=True, eq=False)
class Person:
    """A person as a source names them: the name as written, numbers with their federation."""

    name: str
    numbers: Sequence[Number] = ()
    birth_year: int | None = None
    rating: int | None = None

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The whole name to compare, its words in no order, the surname without prefix and with."""
        parts = parse_name(self.name)
        whole = search_key(str(parts))
        surnames = search_key(parts.surname), search_key(f"{parts.prefix} {parts.surname}")
        return whole, " ".join(sorted(whole.split())), *surnames

    def may_be(self, other: "Person") -> bool:
        """Whether the names may be one person's: "J. de Vries" or "De Vries", "Jan de Vries"."""
        (whole, words, *surnames), (their_whole, their_words, *theirs) = self.keys, other.keys
        if words == their_words or whole in theirs or their_whole in surnames:
            return bool(whole)
        first, second = (search_key(parse_name(person.name).first_name) for person in (self, other))
        is_initial = min(len(first), len(second)) == 1 and first[0] == second[0]
        return surnames[0] == theirs[0] and (
            first == second or is_initial or not first or not second
        )

    def contradicts(self, other: "Person") -> bool:
        """Whether they have different years of birth, or different numbers of one federation."""
        issuers = {issuer for issuer, _number in other.numbers if issuer}
        return len({self.birth_year, other.birth_year} - {None}) > 1 or any(
            number[0] in issuers and number not in other.numbers for number in self.numbers
        )

    def shares_fact(self, other: "Person") -> bool:
        """Whether they have one rating, one number, or years of birth that are known."""
        numbers = {number for _issuer, number in self.numbers}
        return bool(
            (self.rating and self.rating == other.rating)
            or (self.birth_year and other.birth_year)
            or numbers & {number for _issuer, number in other.numbers}
        )


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """`sure` is the person, if that is certain; otherwise it may be one of the `candidates`, of
    whom the page offers the `likely` one first; without any it is somebody new.

    `number` is the one that they share, "" for none; if it `is_taken`, nobody new can have it.
    """

    sure: T | None = None
    candidates: list[T] = field(default_factory=list)
    likely: T | None = None
    number: str = ""
    is_taken: bool = False

    @property
    def people(self) -> list[T]:
        """Everybody whom it is, or may be."""
        return self.candidates if self.sure is None else [self.sure]

    @property
    def objection(self) -> str:
        """Why it is not just somebody new: whose number it is, or a question; "" for no reason."""
        if not self.people:
            return ""
        if self.is_taken:
            return taken(self.number, self.people[0])
        if self.number and len(self.people) == 1:
            words = _("%(player)s has the number %(number)s: is this another person?")
            return words % {"player": self.people[0], "number": self.number}
        words = ngettext(
            "%(player)s is a player of the club already: is this another person?",
            "%(player)s are players of the club already: is this another person?",
            len(self.people),
        )
        return words % {"player": listed(self.people)}


class _Match(NamedTuple):
    """A known person who has a number of the person asked about."""

    known: Person
    number: str
    decides: bool
    is_taken: bool


class People(Generic[T]):
    """The people who are known, and the search among them."""

    def __init__(self, known: Iterable[tuple[T, Person]] = ()):
        self._known: dict[Person, T] = {}
        self._by_number: dict[str, list[tuple[str, Person]]] = defaultdict(list)
        self._by_name: dict[str, list[Person]] = defaultdict(list)
        for row, person in known:
            self.add(row, person)

    def add(self, row: T, person: Person) -> None:
        """Add a person to those known."""
        self._known[person] = row
        for issuer, number in person.numbers:
            self._by_number[number].append((issuer, person))
        for key in {*person.keys}:
            self._by_name[key].append(person)

    def who_is(self, person: Person, source: Source = Source.OUTSIDE) -> Answer[T]:
        """The answer for one person."""
        return self.who_are([person], source)[0]

    def who_are(self, people: Iterable[Person], source: Source = Source.OUTSIDE) -> list[Answer[T]]:
        """The answers for people of whom no two are the same: a known person whom one of them is
        by number is none of the others by name."""
        asked = [(person, self._numbered(person)) for person in people]
        identified = {
            match.known for _person, matches in asked for match in matches if match.decides
        }
        answers = [self._answer(person, matches, identified, source) for person, matches in asked]
        times = Counter(id(answer.likely) for answer in answers)
        return [
            answer if times[id(answer.likely)] < 2 else replace(answer, likely=None)
            for answer in answers
        ]

    def _numbered(self, person: Person) -> list[_Match]:
        """The known people with a number of this person; first those for whom it decides."""
        matches = []
        for issuer, number in person.numbers:
            for given_by, known in self._by_number.get(number, ()):
                if issuer == given_by or not (issuer and given_by):
                    decides = issuer == given_by and (issuer != "" or person.may_be(known))
                    matches.append(_Match(known, number, decides, issuer == given_by))
        return sorted(matches, key=lambda match: (not match.decides, not match.is_taken))

    def _answer(
        self, person: Person, matches: list[_Match], without: Collection[Person], source: Source
    ) -> Answer[T]:
        number, is_taken = (matches[0].number, matches[0].is_taken) if matches else ("", False)
        sure = [*dict.fromkeys(match.known for match in matches if match.decides)]
        if len(sure) == 1:
            return Answer(self._known[sure[0]], number=number, is_taken=is_taken)
        named = (
            namesake
            for key in person.keys
            for namesake in self._by_name.get(key, ())
            if namesake not in without and person.may_be(namesake)
            if source is not Source.FEDERATION or not person.contradicts(namesake)
        )
        people = [*dict.fromkeys((*(match.known for match in matches), *named))]
        alike = [namesake for namesake in people if namesake.keys[0] == person.keys[0]]
        if source is Source.CLOSED and len(fitting := alike or people) == 1:
            return Answer(self._known[fitting[0]])
        likely = [
            self._known[namesake]
            for namesake in alike
            if not person.contradicts(namesake)
            and (source is Source.OWN_LIST or person.shares_fact(namesake))
        ]
        candidates = [self._known[namesake] for namesake in people]
        return Answer(None, candidates, likely[0] if len(likely) == 1 else None, number, is_taken)


def players_known(club: Club) -> People[Player]:
    """The players of a club, with their numbers. Two queries."""
    players = club.players.prefetch_related("identities")
    return People(
        (player, Person(player.name, numbers_of(player), player.birth_year, player.rating))
        for player in players
    )


def check_chosen(chosen: Iterable[tuple[object, Hashable]]) -> None:
    """StepError when one person was chosen for two rows; `chosen` are pairs (row, person)."""
    asked: dict[Hashable, object] = {}
    for row, who in chosen:
        if (earlier := asked.setdefault(who, row)) is not row:
            words = _("%(player)s was chosen for two players: %(one)s and %(other)s.")
            raise StepError(words, player=who, one=earlier, other=row)
