"""The latest pairings, results and standings as an Atom feed.

A round has one entry from the moment it is published. Its results go into the same entry, which
keeps its id and has the time of the last result. A closed evening has an entry with the standings.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import F, Max
from django.template.loader import render_to_string
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubcomp.doors.names import names_as_written
from clubcomp.flow.documents.evening_report import report_of
from clubcomp.models import Club, Competition, Evening, Round, TrailEntry
from clubcomp.pages.identifiers import site_of_ids
from clubcomp.pages.report_text import language_of, round_lines, standing_lines
from clubcomp.words.evenings import evening_name
from clubcomp.words.values import few
from pairing.sentences.words import capitalised

#: How many evenings a feed covers.
EVENINGS = 6
#: Gives the address of a round, by its number, or (True) of the standings after it.
Address = Callable[[Evening, int, bool], str]


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed: round `number` of an evening, or the standings after that last round."""

    evening: Evening
    number: int
    is_standing: bool
    title: str
    lines: Sequence[str]
    published: datetime
    updated: datetime

    @property
    def tag(self) -> str:
        """The id of the entry, which never changes."""
        evening, part = self.evening, "standings" if self.is_standing else self.number
        site = site_of_ids(evening.competition.club)
        return f"tag:{site},2026:{evening.competition_id}/{evening.serial}/{part}"

    @property
    def html(self) -> str:
        """The lines as HTML; the first is their heading."""
        return render_to_string("feeds/entry.html", {"lines": self.lines})


class Feed(Atom1Feed):
    """An Atom feed with the time of its latest entry, so that it changes only with an entry."""

    def latest_post_date(self) -> datetime:
        """When the latest entry was updated; for an empty feed a day long ago."""
        updates = (item["updateddate"] for item in self.items)
        return max(updates, default=datetime(2000, 1, 1, tzinfo=UTC))


@names_as_written()
def feed_of(
    club: Club,
    competitions: Sequence[Competition],
    name: str,
    link: str,
    feed_url: str,
    address: Address,
    *,
    key: str,
) -> str:
    """The feed of some competitions of a club, in the club's language.

    `key` identifies the feed within the club's site.
    """
    with override(language_of(club)):
        feed = Feed(
            title=name,
            link=link,
            description="",
            language=language_of(club),
            feed_url=feed_url,
            feed_guid=f"tag:{site_of_ids(club)},2026:{key}",
            author_name=str(club),
        )
        for news in sorted(_news(competitions), key=lambda news: news.updated, reverse=True):
            feed.add_item(
                title=news.title,
                link=address(news.evening, news.number, news.is_standing),
                description=news.html,
                unique_id=news.tag,
                pubdate=news.published,
                updateddate=news.updated,
            )
        return feed.writeString("utf-8")


def _news(competitions: Sequence[Competition]) -> Iterator[FeedEntry]:
    """The entries of the latest evenings."""
    by_pk = {competition.pk: competition for competition in competitions}
    played = Evening.objects.filter(competition__in=by_pk, rounds__in=Round.objects.on_record())
    latest = (
        played.distinct()
        .select_related("tempo")
        .order_by(F("date").desc(nulls_last=True), "-number", "-pk")
    )
    evenings = few(latest, EVENINGS)
    times = _times(evenings)
    for evening in evenings:
        evening.competition = by_pk[evening.competition_id]
        yield from _news_of(evening, times)


def _times(evenings: Iterable[Evening]) -> dict[tuple[int, int | None], list[datetime]]:
    """When something happened to a round, or (None) to an evening, in order."""
    rounds = Round.objects.filter(evening__in=evenings).annotate(entered=Max("games__entered_at"))
    times: dict[tuple[int, int | None], list[datetime | None]] = {
        (pk, number): moments
        for pk, number, *moments in rounds.values_list(
            "evening_id", "number", "published_at", "entered"
        )
    }
    # Standings depend on all earlier evenings, so they are as new as the last change in those.
    competitions = {evening.competition_id for evening in evenings}
    lines = TrailEntry.objects.filter(evening__competition__in=competitions)
    of_evenings = lines.values_list("evening__competition", "evening__number").order_by()
    changed = list(of_evenings.annotate(last=Max("at")))
    for evening in evenings:
        until = (evening.competition_id, evening.number)
        counted = [at for key, number, at in changed if key == until[0] and number <= until[1]]
        times[evening.pk, None] = [evening.closed_at, *counted]
    return {key: sorted(filter(None, moments)) for key, moments in times.items()}


def _news_of(
    evening: Evening, times: dict[tuple[int, int | None], list[datetime]]
) -> Iterator[FeedEntry]:
    """The rounds of an evening, and the standings after it once it is closed."""
    report, competition = report_of(evening), evening.competition
    facts = {"competition": competition, "evening": evening_name(evening)}
    for round_ in report.rounds:
        moments = times.get((evening.pk, round_.number)) or [competition.made_at]
        is_over = all(game.is_decided or game.put_off for game in round_.games)
        words = _("%(competition)s, %(evening)s: results of %(round)s")
        if not is_over:
            words = _("%(competition)s, %(evening)s: pairing of %(round)s")
        title = words % (facts | {"round": evening.round_name(round_.number)})
        lines = list(round_lines(round_, competition))
        yield FeedEntry(
            evening, round_.number, False, capitalised(title), lines, moments[0], moments[-1]
        )
    if evening.is_closed and report.standing:
        moments = times[evening.pk, None] or [competition.made_at]
        title = _("%(competition)s, %(evening)s: the standings") % facts
        lines = list(standing_lines(report))
        began, last = evening.closed_at or moments[0], report.rounds[-1].number
        yield FeedEntry(
            evening, last, True, capitalised(title), lines, began, max(began, moments[-1])
        )
