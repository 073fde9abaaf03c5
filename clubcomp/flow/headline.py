"""What is the club's news? One line on its front page, with the day on which it was written."""

from django.utils import timezone

from clubcomp.flow.checks import check_texts
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, User


@all_or_nothing
def write_headline(club: Club, *, headline: str, by: User | None) -> Club:
    """Write a line of news, dated today; "" removes it. StepError when it is too long."""
    with club_held(club) as now:
        before, now.headline = now.headline, " ".join(headline.split())
        check_texts(now)
        if now.headline != before:
            now.headline_on = timezone.localdate() if now.headline else None
            now.save(update_fields=["headline", "headline_on"])
            change = {"before": {"headline": before}, "after": {"headline": now.headline}}
            write_trail(now, "write_headline", by=by, **change)
    return now
