"""What does a federation's rating list change for the club, and about whom is it unsure?

Members are matched by their number at the federation, by the one at FIDE where the list has it too,
or by a number of an unknown federation; an equal name, and no other year of birth, is only a
question for the user. Facts that the list lacks stay. A competition keeps its ratings unless the
user chooses otherwise. Even then only rounds still to be paired use the new ratings: what a round
was paired from is kept with it.
"""

import datetime
import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import IO, Any

from django.db.models import Count
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.rating_list import ListedPlayer, RatingList, read_rating_list
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.people.identities import number_at, numbers_of, set_numbers, update_suffixes
from clubcomp.flow.people.who_is import People, Person, Source, check_chosen
from clubcomp.flow.rounds import number_of_rounds
from clubcomp.flow.step import all_or_nothing, club_held, raise_versions, step_on, write_trail
from clubcomp.models import Club, Competition, Entry, Evening, Identity, Player, Rating, Round, User

#: The fields that the list has for a player.
FIELDS = ("rating", "title", "birth_year", "federation", "sex")
#: What the trail calls the number that a player gets: from the KNSB, and from others.
KNSB_NUMBER, NUMBER = "knsb_number", "identities"
KNSB, FIDE = Identity.Issuer.KNSB, Identity.Issuer.FIDE
#: Facts about a player that change only by the list that the club goes by.
OF_CLUB = ("rating",)
#: Rows offered for one player; a longer choice hardly fits a telephone.
MOST_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class Match:
    """A player of the club with their row of the list, and what the row changes."""

    player: Player
    row: ListedPlayer
    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass
class RatingsPreview:
    """What a list would change. `digest` differs when a player has changed meanwhile.

    `issuer` is whose list it is, and `sets_rating`: the club goes by it. `certain`: matched by
    number; `candidates`: players who have no number, or whose number has another name in the list,
    with rows that may be theirs; `unchanged`: matched by number, nothing new; `missing`: members
    not in the list; `running`: competitions whose ratings differ from it, and for how many of the
    matched players.
    """

    listed: RatingList
    digest: str
    issuer: str = KNSB
    sets_rating: bool = True
    certain: list[Match] = field(default_factory=list)
    unchanged: list[Match] = field(default_factory=list)
    candidates: list[tuple[Player, list[ListedPlayer]]] = field(default_factory=list)
    missing: list[Player] = field(default_factory=list)
    running: list[tuple[Competition, int]] = field(default_factory=list)

    @property
    def concerned(self) -> list[ListedPlayer]:
        """The rows of the list that may be about players of the club."""
        matched = [match.row for match in (*self.certain, *self.unchanged)]
        return matched + [row for _player, rows in self.candidates for row in rows]


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list as it came: the file, its name, and the user's answers about it.

    `issuer` "": the federation that the list names; `tempo` None: the one in the file's name;
    `sets_rating` None: where it is the list that most ratings of the club are from, or the first.
    """

    source: bytes | IO[bytes]
    name: str = ""
    issuer: str = ""
    tempo: str | None = None
    sets_rating: bool | None = None


def preview_ratings(club: Club, file: ListFile | bytes) -> RatingsPreview:
    """What the list in a file would change; StepError when it is not such a list."""
    file = ListFile(file) if isinstance(file, bytes) else file
    players = list(club.players.prefetch_related("identities"))
    known = {number for player in players for _issuer, number in numbers_of(player)}
    listed = read_rating_list(
        file.source,
        name=file.name,
        numbers=known,
        names=[player.name for player in players if not player.is_forgotten],
        tempo=file.tempo,
    )
    issuer = listed.issuer or file.issuer
    if not issuer:
        raise StepError(_("Say whose list it is: the file does not say it."))
    sets_rating = file.sets_rating
    if sets_rating is None:
        sets_rating = _usual_list(club) in ("", issuer)
    preview = RatingsPreview(listed, _digest(players), issuer, sets_rating)
    rows = People(
        (row, Person(row.name, [(issuer, row.number)], row.birth_year))
        for row in listed.players.values()
    )
    asked = _asked(players, listed, issuer)
    answers = rows.who_are(asked, Source.FEDERATION)
    for player, person, answer in zip(players, asked, answers, strict=True):
        if answer.sure and person.may_be(Person(answer.sure.name)):
            match = _match(player, answer.sure, preview)
            (preview.certain if match.after else preview.unchanged).append(match)
        elif answer.people:
            preview.candidates.append((player, answer.people[:MOST_CANDIDATES]))
        elif player.is_member:
            preview.missing.append(player)
    by_player = {match.player.pk: match.row for match in (*preview.certain, *preview.unchanged)}
    for competition in filter(_is_running, club.competitions.all()):
        if count := len(_with_older_rating(competition, by_player, preview)):
            preview.running.append((competition, count))
    return preview


@all_or_nothing
def take_ratings(
    club: Club,
    file: ListFile | bytes,
    *,
    matches: Mapping[int, str] | None = None,
    competitions: Collection[int] = (),
    date: datetime.date | None = None,
    seen: str = "",
    by: User | None,
) -> int:
    """Take the list over for the players in it, all or nothing; returns how many.

    `matches` are the numbers chosen for players who were not certain, `date` is that of the list.
    The `competitions` (keys) take the new ratings too. StepError when the players changed since
    they were `seen`.
    """
    with club_held(club) as now:
        preview = preview_ratings(now, file)
        if seen and seen != preview.digest:
            raise StepError(_("The players have changed meanwhile. Look at it again."))
        taken = preview.certain + _matched(preview, matches or {})
        _store(now, taken, preview, by)
        _store_listed([*taken, *preview.unchanged], preview.issuer, date)
        rows = {match.player.pk: match.row for match in (*taken, *preview.unchanged)}
        for competition in now.competitions.filter(pk__in=competitions, stage="running").order_by(
            "pk"
        ):
            _take_into(competition, rows, preview, by)
    return len(taken)


def _usual_list(club: Club) -> str:
    """The list that most ratings of the club are from; "" where there is none."""
    lists = Rating.objects.filter(player__club=club).values_list("list", flat=True)
    counted = lists.annotate(count=Count("pk")).order_by("-count", "list")
    return counted.first() or ""


def _digest(players: list[Player]) -> str:
    known = attrgetter("pk", "name", "birth_date", *FIELDS)
    facts = sorted((*known(player), numbers_of(player)) for player in players)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def _asked(players: list[Player], listed: RatingList, issuer: str) -> list[Person]:
    """The players with the number to look for: theirs at the list's federation, else the one that
    the list has beside their FIDE number, else one of an unknown federation, which the list tells.
    A number that is known to be one player's belongs to nobody else.
    """
    own = [number_at(player, issuer) for player in players]
    by_fide = {row.fide: row.number for row in listed.players.values() if row.fide}
    asked, known = [], {*own}
    for player, number in zip(players, own, strict=True):
        fide = by_fide.get(number_at(player, FIDE), "")
        candidates = fide, number_at(player, Identity.Issuer.UNKNOWN)
        unclaimed = (candidate for candidate in candidates if candidate and candidate not in known)
        wanted = number or next(unclaimed, "")
        asked.append(Person(player.name, [(issuer, wanted)] * bool(wanted), player.birth_year))
    return asked


def _match(player: Player, row: ListedPlayer, preview: RatingsPreview) -> Match:
    """What the row changes: the facts that it has, and the number if the player has none."""
    known = {name: getattr(row, name) for name in FIELDS if getattr(row, name) not in (None, "")}
    if player.birth_date:
        known.pop("birth_year", None)
    for name in () if preview.sets_rating else OF_CLUB:
        known.pop(name, None)
    after = {name: value for name, value in known.items() if getattr(player, name) != value}
    before = {name: getattr(player, name) for name in after}
    if (number := number_at(player, preview.issuer)) != row.number:
        of_knsb = preview.issuer == KNSB
        with_issuer = number and f"{preview.issuer} {number}", f"{preview.issuer} {row.number}"
        was, becomes = (number, row.number) if of_knsb else with_issuer
        name = KNSB_NUMBER if of_knsb else NUMBER
        before[name], after[name] = was, becomes
    return Match(player, row, before, after)


def _matched(preview: RatingsPreview, matches: Mapping[int, str]) -> list[Match]:
    """The players for whom the user has chosen a row."""
    rows = {player.pk: (player, candidates) for player, candidates in preview.candidates}
    matched = []
    for key, number in matches.items():
        player, candidates = rows.get(key, (None, []))
        row = next((row for row in candidates if row.number == number), None)
        if player is None or row is None:
            raise StepError(_("The player chosen is no longer there. Look at it again."))
        matched.append(_match(player, row, preview))
    check_chosen((match.player, match.row.number) for match in matched)
    return matched


def _store(club: Club, matches: list[Match], preview: RatingsPreview, by: User | None) -> None:
    changed = [match for match in matches if match.after]
    if not changed:
        return
    players = [match.player for match in changed]
    raise_versions(players)
    for match in changed:
        for name in FIELDS:
            setattr(match.player, name, match.after.get(name, getattr(match.player, name)))
        if {KNSB_NUMBER, NUMBER} & match.after.keys():
            _store_number(match, preview.issuer)
    Player.objects.bulk_update(players, FIELDS)
    update_suffixes(club, *players)
    write_trail(
        club,
        "take_ratings",
        by=by,
        facts={"count": len(changed), "list": preview.issuer},
        before={str(match.player.pk): dict(match.before) for match in changed},
        after={
            "players": [
                _with_ratings(match.player, match.before["rating"], match.after["rating"])
                if "rating" in match.after
                else str(match.player)
                for match in changed
            ]
        },
    )


def _store_number(match: Match, issuer: str) -> None:
    """Store the list's number as its federation's, no longer as one of an unknown federation."""
    number = match.row.number
    other_numbers = [
        (known_issuer, known)
        for known_issuer, known in numbers_of(match.player)
        if known_issuer != issuer and (known_issuer, known) != (Identity.Issuer.UNKNOWN, number)
    ]
    set_numbers(match.player, [(issuer, number), *other_numbers])


def _store_listed(matches: list[Match], issuer: str, date: datetime.date | None) -> None:
    """Store the ratings of the matched players as of this list and date."""
    rows = [
        Rating(player=match.player, list=issuer, tempo=tempo, date=date, value=value)
        for match in matches
        for tempo, value in match.row.ratings.items()
    ]
    Rating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["player", "list", "tempo", "date"],
        update_fields=["value"],
    )


def _with_ratings(player: Player | Entry, before: int | None, after: int | None) -> str:
    """ "Jan de Vries (1500 → 1520)": by name, as an entry of the trail outlives its player."""
    return f"{player} ({'–' if before is None else before} → {after})"


def _is_running(competition: Competition) -> bool:
    """Whether rounds may still be paired: there is an evening to come, none yet, or rounds are
    left."""
    if not competition.is_running:
        return False
    statuses = set(competition.evenings.values_list("status", flat=True))
    if statuses != {Evening.Status.CLOSED}:
        return True
    played = Round.objects.on_record().filter(evening__competition=competition).count()
    return played < (number_of_rounds(competition) or 0)


def _with_older_rating(
    competition: Competition, rows: Mapping[int, ListedPlayer], preview: RatingsPreview
) -> list[Entry]:
    """The entries whose rating differs from the list's, where ratings come from this list."""
    tempo = _tempo_from(competition, preview)
    if tempo is None:
        return []
    entries = competition.entries.filter(player__in=rows).select_related("player")
    ratings = {key: row.ratings.get(tempo) for key, row in rows.items()}
    return [entry for entry in entries if ratings[entry.player_id] not in (None, entry.rating)]


def _tempo_from(competition: Competition, preview: RatingsPreview) -> str | None:
    """The tempo of the list that the competition takes its ratings from; None: from another."""
    if not competition.seeding_list:
        return "" if preview.sets_rating else None
    return competition.seeding_tempo if competition.seeding_list == preview.issuer else None


def _take_into(
    competition: Competition,
    rows: Mapping[int, ListedPlayer],
    preview: RatingsPreview,
    by: User | None,
) -> None:
    """Take the ratings of the list for the rounds that this competition still has to pair."""
    with step_on(competition, "take_entry_ratings", by=by) as step:
        entries = _with_older_rating(step.competition, rows, preview)
        tempo = _tempo_from(step.competition, preview) or ""
        if not entries:
            return
        changes = []
        for entry in entries:
            before, entry.rating = entry.rating, rows[entry.player_id].ratings[tempo]
            changes.append(_with_ratings(entry, before, entry.rating))
        Entry.objects.bulk_update(entries, ["rating"])
        step.note(facts={"count": len(entries)}, after={"players": changes})
        renew_proposal(step)
