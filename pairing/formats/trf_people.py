"""What does a TRF file say about a player, before the points and in TRF26's national lines?

FIDE's columns hold FIDE's number and rating. Those of a national federation stand in a line of
their own, which starts with that federation's code; the issuer of a number must be known.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pairing.core.federations import Identity, ListedRating, SeedingList
from pairing.core.titles import WOMAN, official
from pairing.core.types import Player
from pairing.formats.nodes import YEARS
from pairing.formats.trf_text import NUMBER_LIMIT, Line, iso_date

#: The most characters of a name, and of a number.
NAME_LIMIT, IDENTITY_LIMIT = 33, 11
FIDE = "FIDE"
#: FIDE's code for a chess federation with numbers of its own, and its issuer here.
NATIONAL: Mapping[str, str] = {"NED": "KNSB", "TUR": "TSF"}
CODES: Mapping[str, str] = {issuer: code for code, issuer in NATIONAL.items()}

_FEDERATION = re.compile(r"[A-Z]{3}", re.ASCII)
_DAY = re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d\d)[-/.](?P<d>\d\d)", re.ASCII)


def read_player(line: Line, number: int) -> Player:
    """The player in the columns of a line 001; TrfError if it cannot be understood."""
    sex, rating = line.word(10, 10), line.word(49, 52)
    federation = line.sentence(54, 56).upper()
    # A whole date, or else the year that is known alone.
    birth_date, year = iso_date(line.at(70, 79).strip(), _DAY), line.at(70, 73)
    is_year = year.isascii() and year.isdigit() and int(year) in YEARS
    return Player(
        id=str(number),
        start=number,
        name=line.sentence(15, 47) or str(number),
        rating=rating.integer(0, 4000) if rating else None,
        title=official(line.sentence(11, 13)),
        identities=_identity(FIDE, line),
        federation=federation if _FEDERATION.fullmatch(federation) else "",
        birth_date=birth_date,
        birth_year=int(birth_date[:4] or year) if birth_date or is_year else None,
        sex={"M": "m", "W": "w", "F": "w"}[sex.choice("M", "W", "F")] if sex else "",
    )


def unused_in(line: Line, player: Player) -> Iterator[str]:
    """The texts of a line 001 that are not understood: a federation, a birth."""
    federation, born = line.at(54, 56).strip(), line.at(70, 79).strip()
    if federation and not player.federation:
        yield federation
    if born.strip("0-/. ") and player.birth_year is None:
        yield born


def national_number(line: Line) -> int | None:
    """The pairing number of a national line; None if the federation is not known here."""
    word = line.word(5, 8)
    if line.tag not in NATIONAL or line.at(4, 4) != " " or word is None or not word.text.isdigit():
        return None
    return word.integer(1, NUMBER_LIMIT)


def with_national(player: Player, line: Line) -> Player:
    """The player with the number and rating of their national line."""
    issuer = NATIONAL[line.tag]
    word = line.word(49, 52)
    value = word.integer(0, 4000) if word else 0
    listed = (ListedRating(issuer, value),) if value else ()
    return replace(
        player,
        identities=(*player.identities, *_identity(issuer, line)),
        ratings=(*player.ratings, *listed),
    )


def columns_of(player: Player, rating: int | None) -> Sequence[tuple[int, str]]:
    """The columns that identify a player, with their content."""
    sex = player.sex[:1].lower()
    title = official(player.title)
    title = title if len(title) <= 3 else ""
    born = player.birth_date.replace("-", "/") or player.birth_year or ""
    return (
        (10, f"{'w' if sex in WOMAN else sex:1}"),
        (11, f"{title:>3}"),
        (15, f"{player.name[:NAME_LIMIT]:<{NAME_LIMIT}}"),
        *rated_columns(player, FIDE, rating),
        (54, f"{player.federation:<3}"),
        (70, f"{born:<10}"),
    )


def rated_columns(player: Player, issuer: str, rating: int | None) -> Sequence[tuple[int, str]]:
    """Their rating and number, at FIDE or in their national line; a number that is too long is
    left out."""
    at_issuer = player.number_of(issuer)
    number = at_issuer if len(at_issuer) <= IDENTITY_LIMIT else ""
    return ((49, f"{'' if rating is None else rating:>4}"), (58, f"{number:>11}"))


def listed_rating(player: Player, name: str, tempo: str = "") -> int | None:
    """Their latest rating on a list, for a tempo; None if they have none there."""
    ratings = [rating for rating in player.ratings if (rating.list, rating.tempo) == (name, tempo)]
    return max(ratings, key=lambda rating: rating.date).value if ratings else None


def rating_at_fide(player: Player, seeding: SeedingList | None) -> int | None:
    """What FIDE's column may hold: FIDE's rating, and never one of another list."""
    listed = listed_rating(player, FIDE, seeding.tempo if seeding else "")
    if listed is not None:
        return listed
    elsewhere = {rating.value for rating in player.ratings if rating.list != FIDE}
    may_be_fides = player.rating not in elsewhere if seeding is None else seeding.list == FIDE
    return player.rating if may_be_fides else None


def rating_at_home(player: Player, issuer: str, seeding: SeedingList | None) -> int | None:
    """Their national rating: the one the competition counts with, if it is of that list."""
    if seeding is not None and seeding.list == issuer:
        return player.rating
    return listed_rating(player, issuer, seeding.tempo if seeding else "")


def national_issuer(players: Iterable[Player], federation: str) -> str:
    """The issuer of a file's national lines: the event's federation, or the one of most players;
    "" for none. The format has room for one (172)."""
    known = [issuer for player in players for issuer in CODES if player.number_of(issuer)]
    home = NATIONAL.get(federation, "")
    return home if home in known else max(sorted(set(known)), key=known.count, default="")


def _identity(issuer: str, line: Line) -> tuple[Identity, ...]:
    """The number in columns 58-68: zeros stand for none."""
    number = "".join(line.sentence(58, 68).split())
    return (Identity(issuer, number),) if number.strip("0") else ()
