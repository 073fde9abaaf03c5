"""What does the federation's rating list change for the club, and for whom is it not certain?

A member is found by his number at the federation (KNSB), or by one of which nobody knew whose it
was; a name only makes a question for a human. What the list does
not know of him stays. A competition goes on with the ratings that it has unless it is chosen
to take the new ones, and then for rounds still to be paired: what a round was paired from is
kept with it.
"""

import datetime
import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.identities import number_at, numbers_of, set_numbers
from clubcomp.flow.namesakes import tell_apart
from clubcomp.flow.pairings import renew_proposal
from clubcomp.flow.rating_list import ListedPlayer, RatingList, read_rating_list
from clubcomp.flow.step import all_or_nothing, club_held, step_on, write_trail
from clubcomp.models import (
    Club,
    Competition,
    Entry,
    Evening,
    Identity,
    Player,
    Rating,
    Round,
    User,
)
from clubcomp.names import may_be_same, parse_name, search_key

#: What the list knows of a player.
FIELDS = ("rating", "title", "birth_year", "federation", "sex")
#: What the trail calls the number that a player gets.
KNSB_NUMBER = "knsb_number"
KNSB = Identity.Issuer.KNSB
#: So many of one name are shown to choose from.
MOST_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class Found:
    """A player of the club with his row of the list, and what the row changes."""

    player: Player
    row: ListedPlayer
    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass
class RatingsPreview:
    """What a list would do. `mark` is another one when a player has changed meanwhile.

    `certain`: found by number; `doubtful`: the list has another name for the number;
    `candidates`: players without a number and who may be they; `unchanged`: found by number,
    nothing new; `missing`: members the list has nothing for; `running`: competitions that have
    other ratings than the list, with how many of the players found by number.
    """

    listed: RatingList
    mark: str
    certain: list[Found] = field(default_factory=list)
    doubtful: list[Found] = field(default_factory=list)
    unchanged: list[Found] = field(default_factory=list)
    candidates: list[tuple[Player, list[ListedPlayer]]] = field(default_factory=list)
    missing: list[Player] = field(default_factory=list)
    running: list[tuple[Competition, int]] = field(default_factory=list)

    @property
    def concerned(self) -> list[ListedPlayer]:
        """The rows of the list that are about somebody of the club."""
        found = [one.row for one in (*self.certain, *self.doubtful, *self.unchanged)]
        return found + [row for _player, rows in self.candidates for row in rows]


def preview_ratings(club: Club, data: bytes) -> RatingsPreview:
    """What the list in a file would change; StepError when it is none."""
    listed = read_rating_list(data)
    players = list(club.players.prefetch_related("identities"))
    preview = RatingsPreview(listed, _mark(players))
    numbers = _numbers(players)
    by_surname = _by_surname(listed, set(numbers.values()))
    for player in players:
        number = numbers[player.pk]
        row = listed.players.get(number)
        if row is not None:
            _sort_in(preview, _found(player, row))
        elif not number and (rows := _candidates(player, by_surname)):
            preview.candidates.append((player, rows))
        elif player.is_member:
            preview.missing.append(player)
    by_player = {one.player.pk: one.row for one in (*preview.certain, *preview.unchanged)}
    for competition in filter(_is_running, club.competitions.all()):
        if count := len(_behind(competition, by_player)):
            preview.running.append((competition, count))
    return preview


@all_or_nothing
def take_ratings(
    club: Club,
    data: bytes,
    *,
    same: Collection[int] = (),
    matches: Mapping[int, str] | None = None,
    competitions: Collection[int] = (),
    date: datetime.date | None = None,
    seen: str = "",
    by: User | None,
) -> int:
    """Take the list over for who is found in it, all or nothing; returns for how many.

    `same` are the keys of doubtful players who are the same person after all, `matches` the
    number that a player without one has in the list, `date` is that of the list. The
    `competitions` (keys) take the new ratings too. Refused when the players are no longer those
    that were `seen`.
    """
    with club_held(club) as now:
        preview = preview_ratings(now, data)
        if seen and seen != preview.mark:
            raise StepError(_("The players have changed meanwhile. Look at it again."))
        found = preview.certain + [one for one in preview.doubtful if one.player.pk in same]
        found += _matched(preview, matches or {})
        _store(now, found, by)
        _note_ratings([*found, *preview.unchanged], date)
        rows = {one.player.pk: one.row for one in (*found, *preview.unchanged)}
        for competition in now.competitions.filter(pk__in=competitions).order_by("pk"):
            _take_into(competition, rows, by)
    return len(found)


def _mark(players: list[Player]) -> str:
    facts = [
        (
            one.pk,
            one.name,
            numbers_of(one),
            one.birth_date,
            *(getattr(one, name) for name in FIELDS),
        )
        for one in sorted(players, key=lambda one: one.pk)
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def _numbers(players: list[Player]) -> dict[int, str]:
    """The number to look for, by player: the KNSB's, else one of which nobody knows whose it is.

    A number that is somebody's at the KNSB is no other's.
    """
    numbers = {player.pk: number_at(player, KNSB) for player in players}
    known = set(numbers.values())
    for player in players:
        unknown = number_at(player, Identity.Issuer.UNKNOWN)
        if not numbers[player.pk] and unknown not in known:
            numbers[player.pk] = unknown
    return numbers


def _by_surname(listed: RatingList, taken: Collection[str]) -> dict[str, list[ListedPlayer]]:
    """The rows that no player of the club has the number of, by surname."""
    found = defaultdict(list)
    for row in listed.players.values():
        if row.number not in taken:
            found[search_key(parse_name(row.name).surname)].append(row)
    return found


def _candidates(player: Player, by_surname: Mapping[str, list[ListedPlayer]]) -> list[ListedPlayer]:
    namesakes = by_surname.get(search_key(player.parts.surname), [])
    rows = [row for row in namesakes if may_be_same(player.parts, parse_name(row.name))]
    return rows[:MOST_CANDIDATES]


def _found(player: Player, row: ListedPlayer) -> Found:
    """What the row changes: what it knows, and the number where the player has none."""
    known = {name: getattr(row, name) for name in FIELDS if getattr(row, name) not in (None, "")}
    if player.birth_date:
        known.pop("birth_year", None)
    after = {name: value for name, value in known.items() if getattr(player, name) != value}
    before = {name: getattr(player, name) for name in after}
    if (number := number_at(player, KNSB)) != row.number:
        before[KNSB_NUMBER], after[KNSB_NUMBER] = number, row.number
    return Found(player, row, before, after)


def _sort_in(preview: RatingsPreview, found: Found) -> None:
    if not may_be_same(found.player.parts, parse_name(found.row.name)):
        preview.doubtful.append(found)
    elif found.after:
        preview.certain.append(found)
    else:
        preview.unchanged.append(found)


def _matched(preview: RatingsPreview, matches: Mapping[int, str]) -> list[Found]:
    """The players without a number for whom a human has chosen a row."""
    rows = {player.pk: (player, candidates) for player, candidates in preview.candidates}
    taken: dict[str, Player] = {}
    found = []
    for key, number in matches.items():
        player, candidates = rows.get(key, (None, []))
        row = next((one for one in candidates if one.number == number), None)
        if player is None or row is None:
            raise StepError(_("The player chosen is no longer there. Look at it again."))
        other = taken.setdefault(number, player)
        if other is not player:
            raise StepError(
                _("%(number)s was chosen for two players: %(one)s and %(other)s.")
                % {"number": number, "one": other, "other": player}
            )
        found.append(_found(player, row))
    return found


def _store(club: Club, found: list[Found], by: User | None) -> None:
    changed = [one for one in found if one.after]
    if not changed:
        return
    players = [one.player for one in changed]
    # First the competitions and then the players, the order in which steps lock.
    mine = Competition.objects.filter(entries__player__in=players).order_by("pk")
    keys = list(mine.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    Competition.objects.filter(pk__in=keys).update(version=F("version") + 1)
    for one in changed:
        for name in FIELDS:
            setattr(one.player, name, one.after.get(name, getattr(one.player, name)))
        if KNSB_NUMBER in one.after:
            _note_number(one)
    Player.objects.bulk_update(players, FIELDS)
    tell_apart(club, *players)
    write_trail(
        club,
        "take_ratings",
        by=by,
        facts={"count": len(changed)},
        before={str(one.player.pk): dict(one.before) for one in changed},
        after={"players": [_told(one) for one in changed]},
    )


def _note_number(found: Found) -> None:
    """The number that the list has for a player is his at the KNSB, and no longer anybody's."""
    number = found.row.number
    kept = [
        (issuer, known)
        for issuer, known in numbers_of(found.player)
        if issuer != KNSB and (issuer, known) != (Identity.Issuer.UNKNOWN, number)
    ]
    set_numbers(found.player, [(KNSB, number), *kept])


def _note_ratings(found: list[Found], date: datetime.date | None) -> None:
    """What the list says of everybody found in it, kept by the date of the list."""
    rows = [
        Rating(player=one.player, list=KNSB, date=date, value=one.row.rating)
        for one in found
        if one.row.rating is not None
    ]
    Rating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["player", "list", "tempo", "date"],
        update_fields=["value"],
    )


def _told(one: Found) -> str:
    """ "Jan de Vries (1500 → 1520)": a line of the trail outlives its player."""
    if "rating" not in one.after:
        return str(one.player)
    before = one.before["rating"]
    return f"{one.player} ({'–' if before is None else before} → {one.after['rating']})"


def _is_running(competition: Competition) -> bool:
    """Whether rounds may still be paired: an evening to come, none at all yet, or rounds left."""
    statuses = set(competition.evenings.values_list("status", flat=True))
    if statuses != {Evening.Status.CLOSED}:
        return True
    played = Round.objects.on_record().filter(evening__competition=competition).count()
    return played < competition.options.get("rounds", 0)


def _behind(competition: Competition, rows: Mapping[int, ListedPlayer]) -> list[Entry]:
    """The entries with another rating than the list has, where ratings come from this list."""
    if (competition.seeding_list, competition.seeding_tempo) not in (("", ""), (KNSB, "")):
        return []
    entries = competition.entries.filter(player__in=rows).select_related("player")
    return [entry for entry in entries if rows[entry.player_id].rating not in (None, entry.rating)]


def _take_into(competition: Competition, rows: Mapping[int, ListedPlayer], by: User | None) -> None:
    """The ratings of the list for the rounds that this competition has still to pair."""
    with step_on(competition, "take_entry_ratings", by=by) as step:
        entries = _behind(step.competition, rows)
        if not entries:
            return
        told = []
        for entry in entries:
            before, entry.rating = entry.rating, rows[entry.player_id].rating
            told.append(f"{entry} ({'–' if before is None else before} → {entry.rating})")
        Entry.objects.bulk_update(entries, ["rating"])
        step.note(facts={"count": len(entries)}, after={"players": told})
        renew_proposal(step)
