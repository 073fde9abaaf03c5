"""What does an old table tell about its options? In sentences, for a club that switches."""

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
    """A player who differs: the points there and here, and what would make them equal."""

    player: PlayerId
    theirs: str
    ours: str
    hints: list[str]


def verdict(outcome: Any) -> str:
    """How many players have equal points in both tables, or that no options give such tables."""
    equal, rest = len(outcome.finding.equal), len(outcome.finding.rest)
    facts = {"equal": equal, "all": equal + rest}
    if outcome.options is None:
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


def remarks(outcome: Any, name: Name) -> Iterator[str]:
    """Remarks for the leader before the options are taken over."""
    finding = outcome.finding
    if finding.gone:
        words = ngettext(
            "%(names)s played and has no points in the old table, so has left there. No option"
            " carries what their value and games against them count in the old program.",
            "%(names)s played and have no points in the old table, so have left there. No option"
            " carries what their values and games against them count in the old program.",
            len(finding.gone),
        )
        yield words % {"names": listed([name(player) for player in finding.gone])}
    if not finding.is_whole:
        yield _("The search was ended before all was tried that could be.")
    for key in finding.alone:
        yield _("Only one player tells of: %(option)s.") % {"option": key_name(key, {})}


def lines(outcome: Any, decimals: int) -> list[Line]:
    """The players who differ: in points, or in the value alone."""

    def shown(row: Any, with_value: bool) -> str:
        points = number_format(float(row.points), decimals)
        if not with_value or row.value is None:
            return points
        return _("%(points)s (value %(value)s)") % {
            "points": points,
            "value": number_format(float(row.value)),
        }

    differing = []
    for rest in outcome.finding.rest:
        by_value = shown(rest.theirs, False) == shown(rest.ours, False)
        hints = [_("only the value differs")] if by_value else [*map(hint_text, rest.hints)]
        theirs, ours = shown(rest.theirs, by_value), shown(rest.ours, by_value)
        differing.append(Line(rest.player, theirs, ours, hints))
    return differing


def hint_text(hint: Any) -> str:
    """What an amount would have to be for one player alone."""
    amount = Amount(**{hint.part: hint.number})
    bare = "opponent" if hint.key in _RESULTS else "own"
    words = _("equal if this earned %(amount)s: %(option)s")
    return words % {"option": key_name(hint.key, {}), "amount": amount_in_short(amount, bare)}


def met_text(names: list[str]) -> str:
    """That a player met these players, who are left out."""
    return _("played %(names)s, who has left") % {"names": listed(names)}


def key_name(key: str, kinds: Mapping[str, AbsenceKind]) -> str:
    """The name of something that earns points: a result, the bye, a kind of absence."""
    name = {"bye": "bye.amount", "own": "values.own"}.get(key)
    name = name or (f"results.{key}" if key in _RESULTS else "")
    if name:
        return option_name(name)
    return kind_name(kinds.get(key) or AbsenceKind(key))


def option_name(option: str) -> str:
    """The name of an option in a sentence about its possible values."""
    options = {n: o for group in groups_of(get_system("keizer")) for n, o in group.options.items()}
    if option in options:
        return str(options[option].label)
    kind = option.removeprefix("absences.").removesuffix(".times")
    if option.endswith(".times"):
        return _("how often this earns: %(kind)s") % {"kind": kind_name(AbsenceKind(kind))}
    return kind_name(AbsenceKind(kind))


def undecided(outcome: Any) -> Iterator[str]:
    """Each option that the table cannot tell from others."""
    for unsettled in outcome.finding.undecided:
        if unsettled.option.endswith(".times"):
            numbers = (unsettled.chosen, *unsettled.others)
            least = min(times for times in numbers if times is not None)
            words = ngettext(
                "%(option)s (once or any more)",
                "%(option)s (%(count)s times or any more)",
                least,
            )
            yield words % {"option": capitalised(option_name(unsettled.option)), "count": least}
            continue
        others = " / ".join(choice_text(unsettled.option, value) for value in unsettled.others)
        words = _("%(option)s: %(chosen)s, or as well %(others)s")
        facts = {"option": capitalised(option_name(unsettled.option)), "others": others}
        yield words % {**facts, "chosen": choice_text(unsettled.option, unsettled.chosen)}


class Question(NamedTuple):
    """An option that the table does not settle, with its possible values, as documents have them
    and in words; the chosen one comes first."""

    option: str
    label: str
    choices: list[tuple[Any, str]]


def questions(outcome: Any) -> Iterator[Question]:
    """A question for each option that the table does not settle."""
    for unsettled in outcome.finding.undecided:
        yield Question(
            unsettled.option,
            capitalised(option_name(unsettled.option)),
            [
                (written, capitalised(choice_text(unsettled.option, written)))
                for written in (unsettled.chosen, *unsettled.others)
            ],
        )


def choice_text(option: str, written: Any) -> str:
    """A value of an option in words."""
    if option.endswith(".times"):
        times = ngettext("%(count)s time", "%(count)s times", written or 0)
        return _("every time") if written is None else times % {"count": written}
    options = {n: o for group in groups_of(get_system("keizer")) for n, o in group.options.items()}
    known = options.get(option)
    if option == "standing.ties":
        words = [str(known.words[tie]) for tie in written] if known else [*written]
        return ", ".join(words) or str(known.empty if known else "")
    if known and (written is None or known.words):
        return str(known.words.get(written, known.empty)) if known.words else str(known.empty)
    if option == "absences.late_join":
        return kind_name(AbsenceKind(written)) if written else _("nothing")
    if option == "values.first":
        return str(written)
    parts = written if isinstance(written, Mapping) else None
    bare = "opponent" if option.startswith("results.") else "own"
    numbers = {k: Fraction(v) for k, v in (parts or {bare: written}).items()}
    return amount_in_short(Amount(**numbers), bare)


def untold(outcome: Any) -> list[str]:
    """The names of the options that nothing on record depends on."""
    return [key_name(key, {}) for key in outcome.finding.untold]


def regulation(options: Mapping[str, Any]) -> list[str]:
    """What everything earns by the options, in sentences: values, games, absences, the bye."""
    made = make_options(get_system("keizer"), options)
    return [sentence for chapter in chapters_of(made)[:4] for sentence in chapter.articles]
