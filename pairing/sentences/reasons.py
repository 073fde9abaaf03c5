"""How is a reason said? Its text in the reader's language, each field as its kind is written."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.core.reason import Kind, Plural, Reason, kinds_of
from pairing.core.types import Colour, PlayerId
from pairing.reasons.every_system import Forbidden
from pairing.sentences.words import Words


def sentence(reason: Reason, words: Words, reader: PlayerId = "") -> str:
    """The text of a reason; a clause, where it is a `Refusal`. "You" is `reader`."""
    if isinstance(reason, Forbidden) and frozenset((reason.one, reason.other)) in words.untold:
        return _("these two could not be paired")
    writers = _writers(words)
    kinds = kinds_of(reason)
    values = {
        field.name: _written(
            getattr(reason, field.name), kinds.get(field.name), writers, words, reader
        )
        for field in fields(reason)
    }
    wording = reason.wording()
    if isinstance(wording, Plural):
        counted = getattr(reason, wording.number)
        number = len(counted) if isinstance(counted, tuple) else counted
        text = ngettext(wording.singular, wording.plural, number)
    else:
        text = _(wording)
    return reason.said_to(reader, text) % values


def _written(
    value: Any,
    kind: Kind | None,
    writers: dict[Kind, Callable[[Any], str]],
    words: Words,
    reader: PlayerId,
) -> Any:
    if isinstance(value, Reason):
        return sentence(value, words, reader)
    if isinstance(value, Colour):
        return _("white") if value is Colour.WHITE else _("black")
    return value if kind is None or value is None else writers[kind](value)


def _writers(words: Words) -> dict[Kind, Callable[[Any], str]]:
    return {
        Kind.PLAYER: words.name,
        Kind.PLAYERS: words.names,
        Kind.POINTS: words.points_with_unit,
        Kind.AMOUNT: words.points,
        Kind.SHARE: words.share,
        Kind.DAY: words.day,
        Kind.COLOURS: words.colours,
    }
