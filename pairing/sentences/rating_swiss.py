"""What do both older editions of "on rating" call their articles and warn about?"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.sentences import knsb_rating
from pairing.sentences.swiss import two
from pairing.sentences.words import Table

FAILURES: Table = knsb_rating.FAILURES

PROBLEMS: Table = {
    **knsb_rating.PROBLEMS,
    "no_colours": lambda f, w: (
        _("No colours are possible for %(white)s and %(black)s together.") % two(f, w)
    ),
}

#: The articles that both editions number alike.
ARTICLES = knsb_rating.SHARED | {
    "A2": gettext_lazy("the order"),
    "A7": gettext_lazy("the last round"),
}
