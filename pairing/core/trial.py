"""Does a pairing system answer every question? A trial with two players.

It finds what is missing before a competition does: `manage.py check` and the tests ask it of
every system.
"""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pairing.core.explanation import Explanation
from pairing.core.invariants import problems
from pairing.core.rules import Rules
from pairing.core.system import Abilities, PairingSystem
from pairing.core.types import (
    OVERALL,
    Evening,
    Game,
    Pair,
    Player,
    Proposal,
    Result,
    Round,
    Snapshot,
    Tempo,
)

_BOTH = ("a", "b")


def faults(system: PairingSystem) -> Iterator[str]:
    """What a system lacks or answers wrongly, each beginning with the part's name."""
    kinds = {"key": str, "label": str, "source": str, "games": frozenset, "abilities": Abilities}
    for name, kind in kinds.items():
        value = getattr(system, name)
        if not isinstance(value, kind) or not value:
            yield f"{name} is {value!r}"
    if not is_dataclass(system.options):
        yield f"options is {system.options!r}, not a dataclass"
        return
    rules = Rules(system, system.options(**_least_options(system)))
    for name, answer, is_right in _questions(rules, system.key):
        try:
            answered = answer()
            if not is_right(answered):
                yield f"{name} answers {answered!r}"
        except Exception as error:  # whatever an unfinished system can raise
            yield f"{name} raises {error!r}"


def _least_options(system: PairingSystem) -> dict[str, Any]:
    """The least value of each option that has no default."""
    kinds = get_type_hints(system.options)
    least: dict[str, Any] = {}
    for option in fields(system.options):
        if option.default is not MISSING or option.default_factory is not MISSING:
            continue
        kind = kinds[option.name]
        is_choice = get_origin(kind) is Literal
        least[option.name] = get_args(kind)[0] if is_choice else kind(option.metadata.get("low", 0))
    return least


def _questions(
    rules: Rules, key: str
) -> Iterator[tuple[str, Callable[[], Any], Callable[[Any], bool]]]:
    """Each method's name, its answer, and whether that is right."""
    to_pair = Snapshot(
        name="Trial",
        system=key,
        tempos=(Tempo("long"),),
        players=tuple(Player(id, start, id) for start, id in enumerate(_BOTH, start=1)),
        evenings=(Evening("long", (Round(present=_BOTH),)),),
    )
    game = Game(1, *_BOTH, Result.WHITE_WINS)
    played = replace(to_pair, evenings=(Evening("long", (Round((game,)),)),))

    def is_sound(proposal: Proposal) -> bool:
        return all(problem.severity != "error" for problem in problems(to_pair, proposal))

    def says_why(explanation: Explanation) -> bool:
        return all(explanation.answer(pair).first for pair in explanation.proposal.pairs)

    def is_both(pair: Pair) -> bool:
        return sorted((pair.white, pair.black)) == [*_BOTH]

    yield "pair", lambda: rules.pair(to_pair), is_sound
    yield "explain", lambda: rules.explain(to_pair), says_why
    yield "bye", lambda: rules.bye(to_pair), lambda bye: bye is None
    yield "order", lambda: rules.order(to_pair), lambda order: sorted(order) == [*_BOTH]
    yield "colours", lambda: rules.colours(to_pair, *_BOTH), is_both
    yield (
        "standings",
        lambda: rules.standings(played, OVERALL),
        lambda rows: sorted(row.player for row in rows) == [*_BOTH],
    )
    yield (
        "statement",
        lambda: rules.statement(played, "a", OVERALL),
        lambda statement: sum(line.points for line in statement.lines) == statement.points,
    )
    yield "progress", lambda: rules.progress(played, OVERALL), lambda ranks: len(ranks) == 1
    yield (
        "legality",
        lambda: rules.legality(to_pair, rules.pair(to_pair)),
        lambda warnings: all(problem.severity != "error" for problem in warnings),
    )
