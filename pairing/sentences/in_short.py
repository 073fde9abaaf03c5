"""Who was passed over for a pair, in half a line: for who judges all boards of a round at once.

Each text claims what the refusal claims, of two: `others` are refused as an opponent of `player`.
A refusal without a text here has none so short that is still true; its page has the whole sentence.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.translation import ngettext

from pairing.core.explanation import Answer
from pairing.core.reason import Plural, Refusal, ngettext_lazy
from pairing.core.types import PlayerId
from pairing.reasons import attacalc, every_system, keizer, swiss
from pairing.reasons import attacalc_refusals as refusals

_ALREADY = ngettext_lazy(
    "%(others)s has met %(player)s already", "%(others)s have met %(player)s already", "number"
)
_LATELY = ngettext_lazy(
    "%(others)s met %(player)s too recently", "%(others)s met %(player)s too recently", "number"
)
_OFTEN = ngettext_lazy(
    "%(others)s met %(player)s too often", "%(others)s met %(player)s too often", "number"
)
_NEEDS_COLOUR = ngettext_lazy(
    "%(others)s needs the same colour as %(player)s",
    "%(others)s need the same colour as %(player)s",
    "number",
)
_WANTS_COLOUR = ngettext_lazy(
    "%(others)s wants the same colour as %(player)s",
    "%(others)s want the same colour as %(player)s",
    "number",
)
_NEVER = ngettext_lazy(
    "%(others)s never plays %(player)s", "%(others)s never play %(player)s", "number"
)
_LEAVES = ngettext_lazy(
    "with %(others)s somebody would be left over",
    "with %(others)s somebody would be left over",
    "number",
)
_EARLIER = ngettext_lazy(
    "%(others)s was paired earlier", "%(others)s were paired earlier", "number"
)
_FIXED = ngettext_lazy(
    "%(others)s is on a fixed board", "%(others)s are on a fixed board", "number"
)

#: What tells most comes first; the last ones are about who is passed over alone, whom the field
#: of this name holds.
_OF_TWO: Mapping[type[Refusal], Plural] = {
    every_system.Forbidden: _NEVER,
    every_system.Met: _ALREADY,
    keizer.MetBefore: _ALREADY,
    refusals.MetWithin: _LATELY,
    keizer.TooSoon: _LATELY,
    keizer.MetOften: _OFTEN,
    refusals.SameColour: _NEEDS_COLOUR,
    swiss.BothMust: _NEEDS_COLOUR,
    swiss.BothWant: _WANTS_COLOUR,
    every_system.RestNotPaired: _LEAVES,
}
_OF_ONE: Mapping[type[Refusal], tuple[Plural, str]] = {
    every_system.OnFixedBoard: (_FIXED, "other"),
    every_system.AlreadyPaired: (_EARLIER, "other"),
    refusals.WasChosen: (_EARLIER, "player"),
    refusals.WasChosenFromAbove: (_EARLIER, "player"),
    refusals.ChoseOther: (_EARLIER, "player"),
    refusals.ChoseLower: (_EARLIER, "player"),
}
_ORDER = [*_OF_TWO.values(), *(text for text, _named in _OF_ONE.values())]


def passed_over(answer: Answer, name: Callable[[Sequence[PlayerId]], str]) -> Iterator[str]:
    """Who came before the opponent of the one who was asked about first, and why not they, grouped
    by why; `name` writes players. What tells most comes first."""
    groups: dict[Plural, list[PlayerId]] = {}
    asked = next((one.player for one in answer.refused if not one.in_place), None)
    for one in answer.refused:
        if one.player != asked or one.in_place:
            continue
        text = _OF_TWO.get(type(one.why))
        if text is None and type(one.why) in _OF_ONE:
            text, named = _OF_ONE[type(one.why)]
            text = text if getattr(one.why, named) == one.other else None
        if text is not None:
            groups.setdefault(text, []).append(one.other)
    for text in sorted(groups, key=_ORDER.index):
        others = groups[text]
        words = ngettext(text.singular, text.plural, len(others))
        yield words % {"others": name(others), "player": name([str(asked)])}


def is_left_over(answer: Answer) -> bool:
    """Whether nobody but these two was left when the pair was made."""
    return any(isinstance(reason, attacalc.OnlyTwoLeft) for reason in answer.first)


def goes_by_places(answer: Answer) -> bool:
    """Whether the two were chosen by their places in one order."""
    return any(isinstance(reason, attacalc.HighestChose) for reason in answer.first)
