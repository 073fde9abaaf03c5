"""What does a feed reader read? The latest pairings, results and standings, as an Atom feed.

A round is one entry from the moment it is published: its results come into the same entry, whose
id stays and whose time is that of the last of them. A closed evening has one with the standing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import F, Max
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubcomp.flow.evening_report import report_of
from clubcomp.models import Club, Competition, Evening, Round, TrailEntry
from clubcomp.pages.identifiers import site_of_ids
from clubcomp.pages.report_text import language_of, round_lines, standing_lines
from clubcomp.words.evenings import evening_name, round_name
from pairing.sentences.words import capitalised

#: Of so many evenings, the latest ones, a feed tells.
EVENINGS = 6
#: The address of a round, by its number, or (True) of the standing after it.
Address = Callable[[Evening, int, bool], str]


@dataclass(frozen=True)
class News:
    """An entry of a feed: a round, or the standing after the evening, whose last one it is."""

    evening: Evening
    number: int
    is_standing: bool
    title: str
    lines: Sequence[str]
    published: datetime
    updated: datetime

    @property
    def tag(self) -> str:
        """What it is known by, for ever and wherever it is read."""
        evening, what = self.evening, "standings" if self.is_standing else self.number
        site = site_of_ids(evening.competition.club)
        return f"tag:{site},2026:{evening.competition_id}/{evening.serial}/{what}"

    @property
    def html(self) -> str:
        """The lines, the first of which says what they are."""
        first, *others = self.lines
        rest = format_html_join("", "<br>{}", ((line,) for line in others))
        return format_html("<p><b>{}</b>{}</p>", first, rest)


class Feed(Atom1Feed):
    """An Atom feed that is as old as its latest entry, also without one."""

    def latest_post_date(self) -> datetime:
        """When something was last told; for a feed of nothing a day long ago."""
        told = (item["updateddate"] for item in self.items)
        return max(told, default=datetime(2000, 1, 1, tzinfo=UTC))


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

    `key`: what it is known by within the club's site, wherever that is read.
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


def _news(competitions: Sequence[Competition]) -> Iterator[News]:
    """What is told of the latest evenings."""
    by_pk = {competition.pk: competition for competition in competitions}
    played = Evening.objects.filter(competition__in=by_pk, rounds__in=Round.objects.on_record())
    latest = (
        played.distinct()
        .select_related("tempo")
        .order_by(F("date").desc(nulls_last=True), "-number", "-pk")
    )
    evenings = list(latest[:EVENINGS])
    times = _times(evenings)
    for evening in evenings:
        evening.competition = by_pk[evening.competition_id]
        yield from _news_of(evening, times)


def _times(evenings: Iterable[Evening]) -> dict[tuple[int, int | None], list[datetime]]:
    """When something happened to a round, and (None) to an evening, the first time first."""
    rounds = Round.objects.filter(evening__in=evenings).annotate(entered=Max("games__entered_at"))
    times: dict[tuple[int, int | None], list[datetime | None]] = {
        (pk, number): moments
        for pk, number, *moments in rounds.values_list(
            "evening_id", "number", "published_at", "entered"
        )
    }
    # A standing counts what was played before it, so it is as new as the last change of that.
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
) -> Iterator[News]:
    """The rounds of an evening, and the standing after it once it is closed."""
    report, competition = report_of(evening), evening.competition
    facts = {"competition": competition, "evening": evening_name(evening)}
    for round_ in report.rounds:
        moments = times.get((evening.pk, round_.number)) or [competition.made_at]
        is_over = all(game.is_decided or game.put_off for game in round_.games)
        words = _("%(competition)s, %(evening)s: results of %(round)s")
        if not is_over:
            words = _("%(competition)s, %(evening)s: pairing of %(round)s")
        title = words % (facts | {"round": round_name(evening, round_.number)})
        lines = list(round_lines(round_, competition))
        yield News(
            evening, round_.number, False, capitalised(title), lines, moments[0], moments[-1]
        )
    if evening.is_closed and report.standing:
        moments = times[evening.pk, None] or [competition.made_at]
        title = _("%(competition)s, %(evening)s: the standings") % facts
        lines = list(standing_lines(report))
        began, last = evening.closed_at or moments[0], report.rounds[-1].number
        yield News(evening, last, True, capitalised(title), lines, began, max(began, moments[-1]))
