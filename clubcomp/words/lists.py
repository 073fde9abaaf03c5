"""How do several things stand in a sentence?"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def listed(things: Iterable[Any]) -> str:
    """Things in a sentence: "3", "3 and 6", "3, 6 and 8"."""
    *first, last = (str(thing) for thing in things)
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


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
