"""What does the log say of the club itself: founded, changed, closed by who runs the site?"""

from django.utils.translation import gettext_lazy as _

from clubcomp.words.trail_words import Wording

SENTENCES: dict[str, Wording] = {
    "found_club": _("The club %(club)s was founded, with %(owner)s as its owner."),
    "import_club": _(
        "The club %(club)s came in with its archive: competitions: %(competitions)s, players:"
        " %(players)s."
    ),
    "change_club": _("The club was changed (%(changes)s)."),
    "change_nameplate": _("What the club shows of itself was changed (%(changes)s)."),
    "write_headline": _("The news on the front page was changed (%(changes)s)."),
    "show_club_to": _("Who may see what of the club was changed (%(changes)s)."),
    "suspend_club": _("Who keeps the site closed the pages of the club."),
    "resume_club": _("Who keeps the site opened the pages of the club again."),
}
