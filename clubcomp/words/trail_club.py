"""The lines of the log about the club itself: founded, changed, closed by the site."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubcomp.words.trail_words import Facts, Wording
from clubcomp.words.values import as_date, day


def _of_day(sentence: Promise) -> Wording:
    """A sentence about the day on which the club ends."""
    return lambda facts, before, after: (
        str(sentence) % Facts(facts, day=day(as_date(facts.get("day") or ""), "short year") or "–")
    )


SENTENCES: dict[str, Wording] = {
    "found_club": _("The club %(club)s was founded, with %(owner)s as its owner."),
    "accept_terms": _("The terms of this site, signed on %(day)s, were accepted."),
    "import_club": _(
        "The club %(club)s came in with its archive: competitions: %(competitions)s, players:"
        " %(players)s."
    ),
    "change_club": _("The club was changed (%(changes)s)."),
    "change_nameplate": _("What the club shows of itself was changed (%(changes)s)."),
    "write_headline": _("The news on the front page was changed (%(changes)s)."),
    "show_club_to": _("Who may see what of the club was changed (%(changes)s)."),
    "ask_end": _of_day(_("An owner asked for the club to be deleted, on %(day)s.")),
    "call_end_off": _of_day(_("The club is not deleted on %(day)s after all: it stays.")),
    "suspend_club": _("Who keeps the site closed the pages of the club."),
    "resume_club": _("Who keeps the site opened the pages of the club again."),
}
