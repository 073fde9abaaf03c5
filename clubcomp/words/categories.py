"""The rule of a category, in words."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext, ngettext

from pairing.sentences.words import capitalised, listed


def rule_text(category: Any, picked: int = 0) -> str:
    """The rule: "Born in or after 2009 and rating up to 1600." `picked`: more players by hand."""
    rule = list(_parts(category))
    if picked:
        words = ngettext("%(count)s player by hand", "%(count)s players by hand", picked)
        by_hand = words % {"count": picked}
        return capitalised(f"{listed(rule)}; {by_hand}." if rule else f"{by_hand}.")
    return capitalised(f"{listed(rule)}.") if rule else ""


def _parts(category: Any) -> Iterator[str]:
    facts = {name: getattr(category, name) for name in ("born_from", "born_until")}
    facts |= {name: getattr(category, name) for name in ("rating_from", "rating_until")}
    if category.is_women:
        yield gettext("women")
    if None not in (category.born_from, category.born_until):
        yield gettext("born from %(born_from)s until %(born_until)s") % facts
    elif category.born_from is not None:
        yield gettext("born in or after %(born_from)s") % facts
    elif category.born_until is not None:
        yield gettext("born in or before %(born_until)s") % facts
    if None not in (category.rating_from, category.rating_until):
        yield gettext("rating from %(rating_from)s to %(rating_until)s") % facts
    elif category.rating_from is not None:
        yield gettext("rating from %(rating_from)s") % facts
    elif category.rating_until is not None:
        yield gettext("rating up to %(rating_until)s") % facts
    if category.is_newcomers:
        yield gettext("in the first season at the club")
