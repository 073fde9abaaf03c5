"""The name of a prize, and why a player has won it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from clubcomp.models import Entry
from clubcomp.words.values import display_name
from pairing.core.prizes import Award
from pairing.sentences.words import capitalised, listed

#: If more players than this were passed over, they are not named.
MOST_NAMES = 4


def prize_text(prize: Any, table: str) -> str:
    """A prize by its name, or else by its place: "Place 1, youth"."""
    if prize.name:
        return str(prize.name)
    words = gettext("Place %(place)s") % {"place": prize.place}
    return f"{words}, {table}" if table else words


def reason_text(
    award: Award, table: str, entries: Mapping[str, Entry], called: Mapping[int, str]
) -> str:
    """Why the winners have a prize, or why nobody has it.

    `called` are the names of the prizes that may be named, by their keys.
    """
    passed = _passed(award, entries, called)
    if award.prize.table is None:
        if award.winners:
            return gettext("Chosen by hand.")
        return passed or gettext("Nobody is named yet.")
    if not award.winners:
        return gettext("Nobody is left for it.")
    facts = {"table": table, "place": listed(award.places), "count": len(award.winners)}
    if len(award.winners) > 1:
        words = gettext("Places %(place)s of %(table)s") if table else gettext("Places %(place)s")
        shared = ngettext(
            "%(where)s; equal points, so %(count)s player shares it.",
            "%(where)s; equal points, so %(count)s players share it.",
            len(award.winners),
        )
        sentence = shared % (facts | {"where": words % facts})
    else:
        words = gettext("Place %(place)s of %(table)s.") if table else gettext("Place %(place)s.")
        sentence = words % facts
    return f"{sentence} {passed}".rstrip()


def _passed(award: Award, entries: Mapping[str, Entry], called: Mapping[int, str]) -> str:
    """The players who were passed over, and the prize that each has."""
    if len(award.passed) > MOST_NAMES:
        words = gettext("%(count)s players before them have another prize.")
        return words % {"count": len(award.passed)}
    sentences = []
    for player, key in award.passed:
        facts = {"player": display_name(entries[player]), "prize": called.get(key, "")}
        words = gettext("%(player)s has “%(prize)s”.")
        if key not in called:
            words = gettext("%(player)s has another prize.")
        sentences.append(capitalised(words % facts))
    return " ".join(sentences)
