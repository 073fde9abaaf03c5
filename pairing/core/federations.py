"""What do federations know and ask: numbers, ratings on lists, and about the event?"""

from dataclasses import dataclass

#: Who gives players numbers; "own" is the club itself.
ISSUERS = ("FIDE", "KNSB", "KNDB", "TSF", "EGD", "ECF", "DSB", "KBSB", "FFE", "FFG", "own")
#: The issuer of a number whose federation is unknown; no federation's file has such a number.
UNKNOWN_ISSUER = ""


@dataclass(frozen=True, slots=True)
class Identity:
    """A player's number at a federation."""

    issuer: str
    number: str


def is_of_the_state(issuer: str, number: str) -> bool:
    """Whether a federation has the state's number of a person for its own: Turkey's, 11 digits."""
    return issuer == "TSF" and len(number) == 11 and number.isdigit()


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A rating as a list gives it. `tempo` "": classical, or the list has one for all games.

    `date`: of the list, ISO 8601 or empty.
    """

    list: str
    value: int
    tempo: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class SeedingList:
    """The list that the ratings of a competition were taken from, and for which tempo."""

    list: str
    tempo: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """What a federation's file asks about a competition; dates are ISO 8601 or empty."""

    place: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    chief_arbiter: str = ""
    arbiters: tuple[str, ...] = ()
    time_control: str = ""
    type: str = ""
