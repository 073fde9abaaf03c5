"""What was understood of a list that somebody pasted: its lines and columns."""

from dataclasses import dataclass
from datetime import date

from clubcomp.flow.identities import Number
from clubcomp.flow.pasting_columns import UNUSED, Column

#: What is known of somebody besides the name: the fields of `PastedLine`.
FACTS = ("rating", "title", "birth_year", "birth_date", "email")


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line as it was understood. `number` counts lines of the text from 1.

    `unused` is what of a line without headings is left over. `problem` says why it cannot be
    added, `doubt` what has to be answered first; "" for none.
    """

    number: int
    text: str
    name: str = ""
    rating: int | None = None
    identities: tuple[Number, ...] = ()
    title: str = ""
    birth_year: int | None = None
    birth_date: date | None = None
    email: str = ""
    unused: str = ""
    problem: str = ""
    doubt: str = ""

    @property
    def is_certain(self) -> bool:
        """Whether the line can be added without a question."""
        return not self.problem and not self.doubt


@dataclass(frozen=True, slots=True)
class PastedList:
    """The lines of a pasted list, without the empty ones and the one that names the columns.

    `columns` are those that it names; none when it names none.
    """

    lines: list[PastedLine]
    columns: tuple[Column, ...] = ()

    @property
    def unused(self) -> list[str]:
        """The headings of the columns of which nothing is taken."""
        return [column.title for column in self.columns if column.kind == UNUSED and column.title]

    @property
    def has_open_numbers(self) -> bool:
        """Whether there are numbers of which the columns do not say whose they are."""
        return any(issuer == "" for line in self.lines for issuer, _number in line.identities)

    @property
    def has_no_rating(self) -> bool:
        """Whether nobody of several players has a rating."""
        good = [line for line in self.lines if not line.problem]
        return len(good) > 1 and all(line.rating is None for line in good)

    @property
    def broken(self) -> list[PastedLine]:
        """The lines that cannot be added as they are."""
        return [line for line in self.lines if line.problem]
