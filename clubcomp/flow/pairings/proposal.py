"""What is a proposal? Made from a snapshot, kept as JSON with the round, shown as boards.

The JSON has `pairs` ({white, black, reasons, fixed}), `bye` ({player, reasons} or null) and
`problems` ({severity, code, facts, article}: what the system's rules say against it), with
players by key; where the system pairs by groups of equal points also `points` (by player,
"p/q"). When nothing can be paired it has `cannot` ({code, article, facts}) instead.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow import outside
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.seated import seats_ahead
from clubcomp.models import Entry, Evening, Game, Round, Unpaired
from clubcomp.models.plans import statuses_in
from clubcomp.snapshots import round_to_pair, snapshot_of
from pairing.core import types
from pairing.core.invariants import problems
from pairing.core.system import CannotPair
from pairing.core.types import Bye, Pair, Problem, Proposal, Reason, Snapshot
from pairing.registry import get_system, make_options
from pairing.sentences import Teller


@dataclass(frozen=True, slots=True)
class ProposedBoard:
    """One board of a proposal. `fixed` is the leader's reason; `problems` are warnings."""

    board: int
    white: Entry
    black: Entry
    reasons: tuple[Reason, ...]
    fixed: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ProposedBye:
    """Who is free, why, and whether the leader named him."""

    entry: Entry
    reasons: tuple[Reason, ...]
    is_named: bool


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal for a page. `problems` are those of no single board.

    `cannot` says in words why nothing can be paired, and what to do; "" when there are boards.
    `to_fix`: the boards of which one is to be fixed then, the one with white first.
    """

    boards: list[ProposedBoard]
    bye: ProposedBye | None
    problems: tuple[Problem, ...]
    cannot: str
    to_fix: tuple[tuple[Entry, Entry], ...] = ()


# From a snapshot ------------------------------------------------------------------------


def pair(snapshot: Snapshot, text: str = "") -> tuple[Proposal, list[Problem]]:
    """The system's proposal for the round to be paired, and what is to be said against it.

    It depends on nothing but the snapshot: paired again from what is stored with a round it
    gives the same. `text` is the snapshot as a document, if that was written already. CannotPair
    when there is none, PairingBusy.
    """
    proposal = outside.paired(snapshot, text)
    system = get_system(snapshot.system)
    return proposal, problems(snapshot, proposal, system, make_options(system, snapshot.options))


def as_json(proposal: Proposal, found: list[Problem]) -> dict[str, Any]:
    """A proposal as it is kept with its round."""
    bye = proposal.bye
    return {
        "pairs": [
            {
                "white": pair.white,
                "black": pair.black,
                "reasons": reasons_as_json(pair.reasons),
                "fixed": pair.fixed,
            }
            for pair in proposal.pairs
        ],
        "bye": bye and {"player": bye.player, "reasons": reasons_as_json(bye.reasons)},
        "problems": [asdict(problem) for problem in found],
    }


def points_as_json(snapshot: Snapshot) -> dict[str, Any]:
    """The points that the next round is paired by, as they are kept with a proposal."""
    system = get_system(snapshot.system)
    points = system.pairing_points(snapshot, make_options(system, snapshot.options))
    return {"points": {key: str(one) for key, one in points.items()}} if points else {}


def points_of(round_: Round) -> dict[str, Fraction]:
    """The points that a round was paired by, by key, as they were then.

    Empty where the system goes by something else, and when the round was not paired here.
    """
    return {key: Fraction(one) for key, one in round_.proposal.get("points", {}).items()}


def cannot_as_json(error: CannotPair, snapshot: Snapshot) -> dict[str, Any]:
    """Why nothing can be paired, as it is kept with the round; boards to fix with their colours."""
    facts = dict(error.facts)
    if error.code == "too_hard":
        system = get_system(snapshot.system)
        options = make_options(system, snapshot.options)
        coloured = [system.colours(snapshot, options, *board) for board in facts["boards"]]
        facts["boards"] = [[pair.white, pair.black] for pair in coloured]
    return {"cannot": {"code": error.code, "article": error.article, "facts": facts}}


def from_json(kept: Mapping[str, Any]) -> Proposal:
    """The proposal that is kept with a round; empty when nothing could be paired."""
    bye = kept.get("bye")
    return Proposal(
        pairs=tuple(
            Pair(pair["white"], pair["black"], reasons_from_json(pair["reasons"]), pair["fixed"])
            for pair in kept.get("pairs", ())
        ),
        bye=Bye(bye["player"], reasons_from_json(bye["reasons"])) if bye else None,
    )


def reasons_as_json(reasons: tuple[Reason, ...]) -> list[dict[str, Any]]:
    """Reasons as games, byes and proposals keep them."""
    return [asdict(reason) for reason in reasons]


def reasons_from_json(kept: list[dict[str, Any]]) -> tuple[Reason, ...]:
    """Reasons as the sentences want them."""
    return tuple(Reason(**reason) for reason in kept)


def proposal_mark(round_: Round) -> str:
    """A short digest of who plays whom with which colours, and who is free.

    A page sends it back with the button, so that nobody publishes what he has not seen.
    """
    return pairing_mark(round_.number, from_json(round_.proposal))


def pairing_mark(number: int, pairing: Proposal) -> str:
    """The same of any pairing of game `number`."""
    seats = [[pair.white, pair.black] for pair in pairing.pairs]
    return digest(number, seats, pairing.bye and pairing.bye.player)


def digest(*facts: Any) -> str:
    """A short text for plain values, another one for others."""
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def of_record(games: Iterable[Game], free: Unpaired | None) -> Proposal:
    """A published pairing, in the order of its boards, as if it were still a proposal."""
    return Proposal(
        tuple(Pair(game.white.key, game.black.key, (), game.fixed) for game in games),
        Bye(free.entry.key) if free else None,
    )


def must_be_as_seen(mark: str, seen: str | None) -> None:
    """StepError when a pairing is not the one that the page showed; None: there was no page."""
    if seen is not None and mark != seen:
        raise StepError(_("The pairing changed meanwhile. Nothing was changed. Look at it again."))


# Another round to be paired -------------------------------------------------------------


def with_round_to_pair(snapshot: Snapshot, evening: int, round_: types.Round) -> Snapshot:
    """The snapshot with `round_` as the next one of evening number `evening`."""
    place = evening - 1
    paired_on = snapshot.evenings[place]
    longer = replace(paired_on, rounds=(*paired_on.rounds, round_))
    before, after = snapshot.evenings[:place], snapshot.evenings[place + 1 :]
    return replace(snapshot, evenings=(*before, longer, *after))


def rearranged(snapshot: Snapshot, boards: list[tuple[str, str, str]], bye: str | None) -> Snapshot:
    """The snapshot with other fixed boards (white, black, reason) and another named bye."""
    place = snapshot.to_pair()
    if place is None:
        raise ValueError("the snapshot has no round to be paired")
    there = place.round.who_is_there()
    seated = {player for white, black, _reason in boards for player in (white, black)}
    changed = replace(
        place.round,
        games=tuple(
            types.Game(board, white, black, fixed=reason)
            for board, (white, black, reason) in enumerate(boards, start=1)
        ),
        bye=bye,
        present=tuple(
            player.id
            for player in snapshot.players
            if player.id in there and player.id not in seated and player.id != bye
        ),
    )
    before = snapshot.after(place.evening, place.number - 1)
    later = snapshot.evenings[place.evening :]
    return with_round_to_pair(
        replace(before, evenings=before.evenings + later), place.evening, changed
    )


def who_would_be_free(evening: Evening, game: int) -> Bye | None:
    """Who would have the bye in game number `game` if those present now were all; and why.

    What the leader has fixed for that game counts. None when nobody would be free, or when
    no pairing is possible at all, or only with much work. PairingBusy.
    """
    proposed = Round.objects.proposed().filter(evening=evening, number=game).first()
    if proposed is not None:
        return from_json(proposed.proposal).bye
    snapshot = snapshot_of(evening.competition, with_proposal=False)
    ahead = seats_ahead(evening, game)["fixed"]
    to_pair = round_to_pair(statuses_in(evening, game), fixed=ahead)
    what_if = with_round_to_pair(snapshot, evening.number, to_pair)
    if what_if.to_pair() is None:
        return None
    try:
        return outside.paired_in_passing(what_if).bye
    except CannotPair:
        return None


# In words, and for pages ----------------------------------------------------------------


def teller(system: str, by_key: Mapping[str, Entry]) -> Teller:
    """Who says in words what a system found, with the players' names."""
    return Teller(system, lambda key: str(by_key[key]) if key in by_key else key)


def refuse_errors(found: list[Problem], tell: Teller) -> None:
    """StepError for the first problem that may not be stored; warnings may."""
    for problem in found:
        if problem.severity == "error":
            raise StepError(tell.problem(problem))


def proposal_boards(round_: Round) -> ShownProposal:
    """The proposal of a round for a page. Two queries at most."""
    entries = Entry.objects.filter(competition__evenings=round_.evening_id)
    by_key = {entry.key: entry for entry in entries.select_related("player")}
    return shown(round_, round_.proposal, by_key)


def shown(round_: Round, kept: Mapping[str, Any], by_key: Mapping[str, Entry]) -> ShownProposal:
    """A proposal for a round with its players, each warning at its board."""
    proposal = from_json(kept)
    found = [Problem(**problem) for problem in kept.get("problems", ())]
    boards = [
        ProposedBoard(
            board,
            by_key[pair.white],
            by_key[pair.black],
            pair.reasons,
            pair.fixed,
            tuple(problem for problem in found if _is_about(problem, pair)),
        )
        for board, pair in enumerate(proposal.pairs, start=1)
    ]
    at_boards = [problem for board in boards for problem in board.problems]
    bye = None
    if proposal.bye:
        entry = by_key[proposal.bye.player]
        bye = ProposedBye(entry, proposal.bye.reasons, entry.pk == round_.named_bye_id)
    cannot, to_fix = "", ()
    if "cannot" in kept:
        cannot = teller(round_.system, by_key).failure(CannotPair(**kept["cannot"]))
        proposed = kept["cannot"]["facts"].get("boards", ())
        to_fix = tuple((by_key[white], by_key[black]) for white, black in proposed)
    general = tuple(problem for problem in found if problem not in at_boards)
    return ShownProposal(boards, bye, general, cannot, to_fix)


def _is_about(problem: Problem, pair: Pair) -> bool:
    """Whether a warning is about this board."""
    return {problem.facts.get("white"), problem.facts.get("black")} == {pair.white, pair.black}
