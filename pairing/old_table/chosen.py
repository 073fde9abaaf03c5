"""What the old table cannot tell, and somebody has chosen: the options with that."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pairing.core.amounts import Amount
from pairing.core.rules import Rules
from pairing.core.system import BadOptions
from pairing.old_table.earned import BYE, OF_GAMES, OWN, amounts_of, with_amounts
from pairing.old_table.undecided import option_of
from pairing.own_keizer.options import Options
from pairing.registry import get_system, make_options, make_rules, options_to_document

TIMES = ".times"
#: The options that are no amounts.
_PLAIN = ("values.revaluation", "values.first", "standing.ties", "absences.late_join")


def with_chosen(options: Mapping[str, Any], chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """Options as documents write them, with what was chosen for some of them (`Undecided.option`,
    each as documents write it) in the place of what was found. BadOptions."""
    system = get_system("keizer")
    made: Options = make_options(system, options)
    for option, written in chosen.items():
        if option not in _PLAIN:
            made = _with_amount(made, option, written)
    document: dict[str, Any] = dict(options_to_document(Rules(system, made)))
    for option in _PLAIN:
        if option in chosen:
            section, name = option.split(".")
            document[section] = {**document.get(section, {}), name: chosen[option]}
    return options_to_document(make_rules(system, document))


def _with_amount(options: Options, option: str, written: Any) -> Options:
    """With another amount, or another number of times that an absence earns."""
    amounts = amounts_of(options)
    keys = {option_of(key): key for key in (*OF_GAMES, BYE, OWN, *options.absences.table)}
    key = keys.get(option.removesuffix(TIMES))
    if key is None:
        raise BadOptions(option, "unknown")
    if option.endswith(TIMES):
        if written is not None and not (isinstance(written, int) and 1 <= written <= 99):
            raise BadOptions(option, "out_of_range", {"low": 1, "high": 99})
        return with_amounts(options, replace(amounts, times={**amounts.times, key: written}))
    parts = written if isinstance(written, Mapping) else {_bare(key): written}
    try:
        amount = Amount(**{part: Fraction(number) for part, number in parts.items()})
    except (TypeError, ValueError, ZeroDivisionError) as wrong:
        raise BadOptions(option, "not_fraction") from wrong
    return with_amounts(options, replace(amounts, amount={**amounts.amount, key: amount}))


def _bare(key: str) -> str:
    """What a number alone is a part of."""
    return "opponent" if key in OF_GAMES else "own"
