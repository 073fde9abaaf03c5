"""What was found out from an old table, in sentences for whoever switches."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.core.amounts import AbsenceKind, Amount
from pairing.core.types import PlayerId
from pairing.registry import get_system, make_options
from pairing.sentences.amounts import amount_in_short, kind_name
from pairing.sentences.option_words import groups_of
from pairing.sentences.own_regulation import chapters_of
from pairing.sentences.words import capitalised, listed

_RESULTS = ("win", "draw", "loss", "forfeit_win", "forfeit_loss")
Name = Callable[[PlayerId], str]


class Line(NamedTuple):
    """Somebody who differs: the points there and here, and what would make them equal."""

    player: PlayerId
    theirs: str
    ours: str
    hints: list[str]


def verdict(found: Any) -> str:
    """How many players are equal, or that no options make them so."""
    equal, rest = len(found.finding.equal), len(found.finding.rest)
    facts = {"equal": equal, "all": equal + rest}
    if found.options is None:
        return _("No options make the two tables equal.")
    if not rest:
        words = ngettext(
            "Equal for %(equal)s of %(all)s player.",
            "Equal for %(equal)s of %(all)s players.",
            facts["all"],
        )
        return words % facts
    words = ngettext(
        "Equal for %(equal)s of %(all)s players; the other one is explained below.",
        "Equal for %(equal)s of %(all)s players; the others are explained below.",
        rest,
    )
    return words % facts


def remarks(found: Any, name: Name) -> Iterator[str]:
    """What else there is to say before anybody takes the options over."""
    finding = found.finding
    if finding.gone:
        words = ngettext(
            "%(names)s played and has no points in the old table, so has left there. No option"
            " carries what their value and games against them count in the old program.",
            "%(names)s played and have no points in the old table, so have left there. No option"
            " carries what their values and games against them count in the old program.",
            len(finding.gone),
        )
        yield words % {"names": listed([name(one) for one in finding.gone])}
    if not finding.is_whole:
        yield _("The search was ended before all was tried that could be.")
    for key in finding.alone:
        yield _("Only one player tells of: %(option)s.") % {"option": key_name(key, {})}


def lines(found: Any, decimals: int) -> list[Line]:
    """Everybody who differs: in points, or else in the value alone."""

    def shown(row: Any, with_value: bool) -> str:
        points = number_format(float(row.points), decimals)
        if not with_value or row.value is None:
            return points
        return _("%(points)s (value %(value)s)") % {
            "points": points,
            "value": number_format(float(row.value)),
        }

    made = []
    for one in found.finding.rest:
        by_value = shown(one.theirs, False) == shown(one.ours, False)
        hints = [_("only the value differs")] if by_value else [*map(hint_text, one.hints)]
        made.append(Line(one.player, shown(one.theirs, by_value), shown(one.ours, by_value), hints))
    return made


def hint_text(hint: Any) -> str:
    """What an amount would have to be for one player alone."""
    amount = Amount(**{hint.part: hint.number})
    bare = "opponent" if hint.key in _RESULTS else "own"
    words = _("equal if this earned %(amount)s: %(option)s")
    return words % {"option": key_name(hint.key, {}), "amount": amount_in_short(amount, bare)}


def met_text(names: list[str]) -> str:
    """That somebody played a player who is left out."""
    return _("played %(names)s, who has left") % {"names": listed(names)}


def key_name(key: str, kinds: Mapping[str, AbsenceKind]) -> str:
    """What something that earns points is called: a result, the bye, a kind of absence."""
    name = {"bye": "bye.amount", "own": "values.own"}.get(key)
    name = name or (f"results.{key}" if key in _RESULTS else "")
    if name:
        return option_name(name)
    return kind_name(kinds.get(key) or AbsenceKind(key))


def option_name(option: str) -> str:
    """What an option is called where it is said that it may differ."""
    options = {n: o for group in groups_of(get_system("keizer")) for n, o in group.options.items()}
    if option in options:
        return str(options[option].label)
    kind = option.removeprefix("absences.").removesuffix(".times")
    if option.endswith(".times"):
        return _("how often this earns: %(kind)s") % {"kind": kind_name(AbsenceKind(kind))}
    return kind_name(AbsenceKind(kind))


def undecided(found: Any) -> Iterator[str]:
    """Each option that the table cannot tell from others."""
    for one in found.finding.undecided:
        if one.option.endswith(".times"):
            least = min(times for times in (one.chosen, *one.others) if times is not None)
            words = ngettext(
                "%(option)s (once or any more)",
                "%(option)s (%(count)s times or any more)",
                least,
            )
            yield words % {"option": capitalised(option_name(one.option)), "count": least}
            continue
        others = " / ".join(choice_text(one.option, other) for other in one.others)
        words = _("%(option)s: %(chosen)s, or as well %(others)s")
        facts = {"option": capitalised(option_name(one.option)), "others": others}
        yield words % {**facts, "chosen": choice_text(one.option, one.chosen)}


class Question(NamedTuple):
    """An option that the table does not settle, with its possible values, as documents have them
    and in words; the one that was found comes first."""

    option: str
    label: str
    choices: list[tuple[Any, str]]


def questions(found: Any) -> Iterator[Question]:
    """The questions if somebody can choose."""
    for one in found.finding.undecided:
        yield Question(
            one.option,
            capitalised(option_name(one.option)),
            [
                (written, capitalised(choice_text(one.option, written)))
                for written in (one.chosen, *one.others)
            ],
        )


def choice_text(option: str, written: Any) -> str:
    """A value of an option in words."""
    if option.endswith(".times"):
        times = ngettext("%(count)s time", "%(count)s times", written or 0)
        return _("every time") if written is None else times % {"count": written}
    options = {n: o for group in groups_of(get_system("keizer")) for n, o in group.options.items()}
    said = options.get(option)
    if option == "standing.ties":
        words = [str(said.words[tie]) for tie in written] if said else [*written]
        return ", ".join(words) or str(said.empty if said else "")
    if said and (written is None or said.words):
        return str(said.words.get(written, said.empty)) if said.words else str(said.empty)
    if option == "absences.late_join":
        return kind_name(AbsenceKind(written)) if written else _("nothing")
    if option == "values.first":
        return str(written)
    parts = written if isinstance(written, Mapping) else None
    bare = "opponent" if option.startswith("results.") else "own"
    numbers = {k: Fraction(v) for k, v in (parts or {bare: written}).items()}
    return amount_in_short(Amount(**numbers), bare)


def untold(found: Any) -> list[str]:
    """The options about which nothing on record tells anything."""
    return [key_name(key, {}) for key in found.finding.untold]


def regulation(options: Mapping[str, Any]) -> list[str]:
    """What the options let everything earn, in sentences: values, games, absences, the bye."""
    made = make_options(get_system("keizer"), options)
    return [sentence for chapter in chapters_of(made)[:4] for sentence in chapter.articles]
