"""How do several things stand in a sentence?"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.sentences.words import listed

Thing = TypeVar("Thing")
Made = TypeVar("Made")


class Few(list[Thing]):
    """The first of some things, and how many `more` there are: a page that shows no more than these
    says so. Nothing in `clubcomp.pages` and `clubcomp.words` is cut in another way."""

    more = 0

    def made(self, make: Callable[[Thing], Made]) -> "Few[Made]":
        """Something made of each, and as many more."""
        made = Few(map(make, self))
        made.more = self.more
        return made


def few(things: Iterable[Thing], most: int) -> Few[Thing]:
    """At most so many, the first ones. Of rows in the database no more are read than that."""
    if not isinstance(things, QuerySet):
        things = list(things)
    shown = Few(things[:most])
    if len(shown) == most:
        shown.more = (things.count() if isinstance(things, QuerySet) else len(things)) - most
    return shown


def boards(games: Iterable[Any]) -> str:
    """Boards in a sentence: "board 3", "boards 3, 6 and 8"."""
    numbers = [game.board for game in games]
    words = ngettext("board %(boards)s", "boards %(boards)s", len(numbers))
    return words % {"boards": listed(numbers)}


def put_off_counted(games: Iterable[Any]) -> str:
    """How many boards were put off, and how: "1 adjourned, 2 postponed"; "" for none."""
    kinds = [game.put_off for game in games]
    adjourned, postponed = kinds.count("adjourned"), kinds.count("postponed")
    counts = (
        (adjourned, ngettext("%(count)d adjourned", "%(count)d adjourned", adjourned)),
        (postponed, ngettext("%(count)d postponed", "%(count)d postponed", postponed)),
    )
    return ", ".join(words % {"count": count} for count, words in counts if count)


def seated(players: Sequence[Any]) -> str:
    """Who sits at a board, White first: "Anna – Bert"; one name alone is "Anna (bye)"."""
    names = " – ".join(map(str, players))
    return names if len(players) > 1 else _("%(player)s (bye)") % {"player": names}


def swap_words(board: Any) -> str:
    """Behind "Swap", for those who cannot see where the button stands: ", board 3"."""
    return _(", board %(board)s") % {"board": board.number} if board.number else _(", the bye")
