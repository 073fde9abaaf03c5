"""In which ways can a player be without a game in a round, and what follows from each?"""

from enum import StrEnum
from fractions import Fraction


class Unplayed(StrEnum):
    """How somebody can be without a game in a round, and all that follows from it.

    The value is its name in the database, in reasons and in statements; the order is that of
    documents. Who is `ABSENT`, with notice, is named nowhere in a round: a document has no
    key for them.
    """

    # name, key in a document's round, points, was there, uses a credit, public
    BYE = "bye", "bye", None, True, False, True
    HALF_POINT_BYE = "half_point_bye", "half_point_byes", Fraction(1, 2), False, False, True
    FULL_POINT_BYE = "full_point_bye", "full_point_byes", Fraction(1), False, False, True
    EXTERNAL = "external", "external", None, False, False, True
    NO_NOTICE = "no_notice", "no_notice", Fraction(0), False, False, False
    EXEMPT = "exempt", "exempt", Fraction(0), False, False, False
    ABSENT = "absent", "", None, False, True, False

    document_key: str
    points: Fraction | None
    was_there: bool
    uses_credit: bool
    is_public: bool

    def __new__(
        cls,
        name: str,
        document_key: str = "",
        points: Fraction | None = None,
        was_there: bool = False,
        uses_credit: bool = False,
        is_public: bool = False,
    ) -> "Unplayed":
        """`points` None: what it earns, if anything, is for the system to say.

        `was_there`: took part in the round, without an opponent. `uses_credit`: where a system
        has absence credits. `is_public`: pages and reports for everybody name it.
        """
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.document_key = document_key
        kind.points = points
        kind.was_there = was_there
        kind.uses_credit = uses_credit
        kind.is_public = is_public
        return kind

    @property
    def is_on_request(self) -> bool:
        """Whether it is a bye that was agreed on before the round was paired."""
        return bool(self.points)

    @property
    def is_missed(self) -> bool:
        """Whether standings count it as a missed round."""
        return self in (Unplayed.ABSENT, Unplayed.NO_NOTICE)

    @property
    def is_known_ahead(self) -> bool:
        """Whether it can be said before the evening has begun."""
        return self not in (Unplayed.BYE, Unplayed.NO_NOTICE)

    @property
    def is_bye(self) -> bool:
        """Whether it is a bye of any kind."""
        return self is Unplayed.BYE or self.is_on_request


#: The kinds that a round names its players by, in the order of documents.
NAMED = tuple(kind for kind in Unplayed if kind.document_key)
BYES_ON_REQUEST = tuple(kind for kind in Unplayed if kind.is_on_request)
#: Why else somebody has no game in a table of games played before: they are no longer, or not yet,
#: one of the competition.
LEFT, NOT_YET = "left", "not_yet"
