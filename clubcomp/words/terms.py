"""A template of terms for anyone who runs a site for clubs, with gaps to fill in.

Nobody can accept it as it is: sign-up stays off until all gaps are filled in and it is signed.
"""

from django.utils.translation import gettext_lazy as _

#: A paragraph a subject; gaps are in brackets.
_PARAGRAPHS = (
    _(
        "Who runs this site: [name and address of who runs it]. Questions and complaints go to"
        " [contact address]."
    ),
    _(
        "What it offers: clubs keep their competitions here. It costs [nothing, or what it costs]."
        " It is offered as it is; nobody promises that it is always there."
    ),
    _(
        "What is kept and where: of a club its members, competitions and results, as its leaders"
        " enter them; of an account the name, the e-mail address and the browsers that are signed"
        " in. It is kept at [company and country of the server]."
    ),
    _(
        "Privacy: the club decides what is kept of its members and who reads it, and answers to"
        " them. Whoever runs the site keeps it for the club, uses it for nothing else, passes it on"
        " to nobody but [companies that see it, or nobody], and tells the club of a leak without"
        " delay."
    ),
    _(
        "Backups: one is made every night, and kept for [how long]. They are of the whole site; a"
        " club can take its own archive along at any time, and should."
    ),
    _(
        "How it ends: an owner can end the club here at any time. Whoever runs the site can end it"
        " with [how long] notice, and at once where it is misused or the law asks for it. What was"
        " deleted is gone from the backups too after [how long]."
    ),
    _("Changes of these terms are told to the owners of clubs [how long] before they hold."),
    _("The law of [country] holds."),
)


def terms_template() -> str:
    """The template, in the language of the person who runs the site."""
    return "\n\n".join(map(str, _PARAGRAPHS))
