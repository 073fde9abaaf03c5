"""The lines of the log about another program that gets the club's news."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.models import WebhookNews
from clubcomp.words.trail_words import Facts, Wording


def _changed(facts: Facts, _before: Facts, _after: Facts) -> str:
    labels = [
        str(WebhookNews(news).label)
        for news in facts.get("news") or []
        if news in WebhookNews.values
    ]
    words = gettext("%(host)s is told from now on: %(news)s.")
    return words % Facts(facts, news="; ".join(labels) or "–")


SENTENCES: dict[str, Wording] = {
    "change_webhook": _changed,
    "renew_webhook": _("There is a new secret for the messages to %(host)s."),
    "stop_webhook": _("%(host)s is told nothing any more."),
    "webhook_failed": _(
        "%(host)s did not take what it was told %(failures)s times in a row, and is told nothing"
        " any more."
    ),
}
