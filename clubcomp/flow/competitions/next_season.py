"""How does a competition begin again in the next season?

Its options, tempos, categories, prizes and forbidden pairs go along, with the players who are still
there, in the order of the last table where the system takes an order. Its evenings can go along
too, on the same weekdays.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import ngettext

from clubcomp.doors.slugs import CLUB_WORDS, free_slug
from clubcomp.flow.competitions.apart import groups_apart, how_of, keep_apart
from clubcomp.flow.competitions.categories import carry_categories
from clubcomp.flow.competitions.competition import start_competition, tempo_as_json
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.competitions.first_value import first_value_for
from clubcomp.flow.competitions.groups import promoted
from clubcomp.flow.competitions.prizes import RULE, carry_prizes
from clubcomp.flow.competitions.start_order import draw_lots
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import plan_evenings
from clubcomp.flow.seasons import ONE_DAY, usual_season
from clubcomp.flow.step import all_or_nothing, club_held
from clubcomp.flow.tables.promotion import EdgePlaces, last_table, level_at_edges, number_as_in
from clubcomp.models import Competition, Entry, Evening, Player, Season, TrailEntry, User

#: The years of a season within a name.
_YEARS = re.compile(r"\b20\d\d ?[-/–] ?(20)?\d\d\b", re.ASCII)
#: After this many days, about a year, it is the same weekday again.
YEAR = timedelta(weeks=52)
#: The columns that the next season takes over, besides the arguments of `start_competition`.
KEPT = (
    "audience",
    "names_shown",
    "sign_off_until",
    "reserves_asked_ahead",
    "results_by_players",
    "goes_up",
    "goes_down",
    "by_fide_rules",
    *RULE,
)
#: Options that the leader fixed for the players of the old season, so they are worked out again.
NOT_KEPT = ("first_value",)


@dataclass(frozen=True)
class NextSeason:
    """What the next season would take over: its name, and the players in the last order.

    `groups` are the new ones by player, after the promotion by the table; `level` are the edges
    where the table leaves it open, and the lower start number was taken.
    """

    season: Season
    name: str
    players: list[Player]
    groups: dict[int, str]
    dates: list[tuple[Evening, Date]]
    takes_order: bool
    has_value_numbers: bool
    level: list[EdgePlaces]

    @property
    def day(self) -> Date:
        """A day of the season."""
        return self.season.first


def next_season_of(competition: Competition) -> NextSeason:
    """What the form offers a leader. Only reads."""
    club, over = competition.club, competition.season
    day = max(timezone.localdate(), over.last + ONE_DAY)
    season = club.seasons.on(day).first() or usual_season(club, day)
    lines, groups = last_table(competition), promoted(competition)
    return NextSeason(
        season,
        _YEARS.sub(str(season), competition.name.replace(str(over), str(season))),
        [line.entry.player for line in lines if _still_plays(line.entry)],
        {line.entry.player_id: group for line in lines if (group := groups[line.entry.key])},
        _dates(competition, season),
        competition.abilities.start_numbers == "rating"
        or getattr(competition.rules.options, "numbers", "") == "list",
        competition.abilities.has_value_numbers,
        level_at_edges(competition, lines),
    )


def _still_plays(entry: Entry) -> bool:
    """Whether a player is still a member, and still plays in the competition."""
    return entry.left is None and not entry.guest and entry.player.is_member


def _dates(competition: Competition, season: Season) -> list[tuple[Evening, Date]]:
    """The evenings that there were, each on its weekday in the season; those that fit in it."""
    evenings = competition.evenings.filter(date__isnull=False).select_related("tempo")
    ordered = list(evenings.order_by("date", "number"))
    moved: list[tuple[Evening, Date]] = []
    if ordered and ordered[0].date:
        years = -(-(season.first - ordered[0].date) // YEAR)
        moved = [(evening, evening.date + years * YEAR) for evening in ordered if evening.date]
    return [(evening, day) for evening, day in moved if season.first <= day <= season.last]


@all_or_nothing
def start_next_season(
    competition: Competition,
    *,
    name: str,
    players: Collection[Player],
    by_table: bool = False,
    with_evenings: bool = False,
    holidays: Sequence[tuple[Date, Date]] = (),
    expected: int = 0,
    changing: Mapping[str, Collection[Player]] | None = None,
    by: User | None,
) -> Competition:
    """The same competition in the next season; the old one stays as it is.

    `players` play in it; start numbers are by rating, or `by_table` as in the last standing.
    In the `holidays`, each from a day until another, no evening is planned. The first value number
    has room for the `expected` number of players; 0: it follows their number. `changing` are the
    players level at the edge of a group who change, by edge ("B A": players of B who go to A).
    """
    with club_held(competition.club) as club:
        competition.club = club
        coming = next_season_of(competition)
        for edge in coming.level:
            gone = (changing or {}).get(f"{edge.group} {edge.to}")
            if gone is not None:
                _choose(coming.groups, edge, gone)
        taken = set(club.competitions.values_list("slug", flat=True))
        dated_name = name if str(coming.season) in name else f"{name} {coming.season}"
        options = {key: value for key, value in competition.options.items() if key not in NOT_KEPT}
        if expected > 1 and competition.abilities.has_value_numbers:
            options["first_value"] = first_value_for(max(expected, len(players)))
        drawn = [name for name in _drawn(competition) if options.pop(name, None) is not None]
        new = start_competition(
            club,
            name=name,
            slug=free_slug(dated_name, taken=taken, reserved=CLUB_WORDS),
            system=competition.system,
            game=competition.game,
            options=options,
            drawn=drawn,
            tempos=[tempo_as_json(tempo) for tempo in competition.tempos.all()],
            players=players,
            seeding=(competition.seeding_list, competition.seeding_tempo),
            season=coming.day,
            groups=coming.groups,
            by=by,
        )
        for kept in KEPT:
            setattr(new, kept, getattr(competition, kept))
        new.save(update_fields=KEPT)
        if by_table and coming.takes_order:
            number_as_in(new, coming.players)
        entries = {entry.player_id: entry for entry in new.entries.select_related("player")}
        _forbid_again(competition, new, entries, by)
        years = coming.season.first.year - competition.season.first.year
        carry_categories(competition, new, years, by=by)
        if new.abilities.schedule_is_fixed and new.drawn_at:
            # Lots keep the forbidden pairs apart, which were not known when they were drawn.
            draw_lots(new, by=by)
        carry_prizes(competition, new, by=by)
        if with_evenings:
            _plan_again(new, coming, holidays, by)
        return new


def _choose(groups: dict[int, str], edge: EdgePlaces, gone: Collection[Player]) -> None:
    """Let the chosen players at an edge change group, instead of those with the lowest numbers."""
    chosen = {player.pk for player in gone} & {entry.player_id for entry in edge.entries}
    if len(chosen) != edge.count:
        words = ngettext(
            "Choose %(count)s player who goes to group %(group)s.",
            "Choose %(count)s players who go to group %(group)s.",
            edge.count,
        )
        raise StepError(words, count=edge.count, group=edge.to)
    for entry in edge.entries:
        groups[entry.player_id] = edge.to if entry.player_id in chosen else edge.group


def _drawn(competition: Competition) -> Collection[str]:
    """The options that were drawn by lot when the competition began: they are drawn again."""
    started = TrailEntry.objects.filter(competition=competition, action="start_competition")
    facts = started.values_list("facts", flat=True).first() or {}
    return list(facts.get("drawn") or ())


def _forbid_again(
    competition: Competition, new: Competition, entries: dict[int, Entry], by: User | None
) -> None:
    for pair, members in groups_apart(competition):
        still = [entry for member in members if (entry := entries.get(member.player_id))]
        if len(still) > 1:
            keep_apart(
                new,
                group=pair.group,
                members=still,
                how=how_of(pair),
                rounds=pair.until_round,
                reason=pair.reason,
                by=by,
            )
    for pair in competition.forbidden_pairs.filter(group="").select_related("one", "other"):
        first, second = entries.get(pair.one.player_id), entries.get(pair.other.player_id)
        if first and second:
            may_read = pair.members_may_read
            forbid_pair(new, first, second, reason=pair.reason, members_may_read=may_read, by=by)


def _plan_again(
    new: Competition,
    coming: NextSeason,
    holidays: Sequence[tuple[Date, Date]],
    by: User | None,
) -> None:
    tempos = {tempo.key: tempo for tempo in new.tempos.all()}
    planned = [
        {
            "tempo": tempos[evening.tempo.key],
            "date": day,
            "games": evening.games,
            "starts_at": evening.starts_at,
        }
        for evening, day in coming.dates
        if not any(first <= day <= last for first, last in holidays)
    ]
    plan_evenings(new, planned, by=by)
