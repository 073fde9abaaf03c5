"""What do both older editions of "on rating" call their articles and warn about?"""

from django.utils.translation import gettext_lazy as _

from pairing.sentences import knsb_rating
from pairing.sentences.words import Table

FAILURES: Table = knsb_rating.FAILURES

PROBLEMS: Table = {
    **knsb_rating.PROBLEMS,
    "no_colours": _("No colours are possible for %(white)s and %(black)s together."),
}

#: The articles that both editions number alike.
ARTICLES = knsb_rating.SHARED | {
    "A2": _("the order"),
    "A7": _("the last round"),
}
