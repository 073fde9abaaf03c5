"""What is a proposal? Made from a snapshot, stored as JSON with the round, shown as boards.

The JSON has `pairs` ({white, black, fixed}, and `result` of a game that is not played), `bye`
({player} or null; of later groups `more_byes`) and `problems` ({severity, code, facts, article}:
what the system's rules have against it), with players by key; where the system pairs by score
groups also `points` (by player, "p/q"). When no pairing is possible it has `cannot` ({code,
article, facts}) instead. Before release 1.3 pairs and bye had `reasons` too.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError, Unpairable
from clubcomp.flow.pairings import turns
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Entry, Evening, Game, GameAhead, Round, Unpaired
from clubcomp.models.plans import Plan, plans_of
from clubcomp.record.snapshots import snapshot_from, snapshot_of, with_proposed
from pairing.core.invariants import problems as problems_of
from pairing.core.rules import must_pair_somebody
from pairing.core.system import CannotPair
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Result, Snapshot
from pairing.registry import rules_of
from pairing.sentences import Sentences


@dataclass(frozen=True, slots=True)
class ProposedBoard:
    """One board of a proposal. `fixed` is the leader's reason; `problems` are warnings."""

    board: int
    white: Entry
    black: Entry
    fixed: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ProposedBye:
    """The player who has the bye, and whether the leader named them."""

    entry: Entry
    is_named: bool


@dataclass(frozen=True, slots=True)
class ProposalOnPage:
    """A proposal for a page, with the bye of each group. `problems` are not about one board.

    `cannot` is the sentence that says why there is no pairing, and what to do; "" when there is.
    `is_too_hard`: the search was given up.
    """

    boards: list[ProposedBoard]
    byes: list[ProposedBye]
    problems: tuple[Problem, ...]
    cannot: str
    is_too_hard: bool = False

    @property
    def bye(self) -> ProposedBye | None:
        """The bye of the first group that has one."""
        return next(iter(self.byes), None)


# From a snapshot ------------------------------------------------------------------------


def pair(snapshot: Snapshot) -> tuple[Proposal, list[Problem]]:
    """The system's proposal for the round to be paired, and the problems with it.

    It depends on the snapshot alone, so pairing again from the document stored with a round gives
    the same. CannotPair, PairingBusy.
    """
    proposal = must_pair_somebody(turns.paired(snapshot))
    return proposal, problems_of(snapshot, proposal, rules_of(snapshot))


def as_json(proposal: Proposal, problems: list[Problem]) -> dict[str, Any]:
    """A proposal as it is stored with its round."""
    return {
        "pairs": [
            {"white": pair.white, "black": pair.black, "fixed": pair.fixed}
            | ({"result": str(pair.result)} if pair.result else {})
            for pair in proposal.pairs
        ],
        "bye": {"player": proposal.bye} if proposal.bye else None,
        **({"more_byes": [*proposal.more_byes]} if proposal.more_byes else {}),
        # Without `why`, which is no JSON: its article says where to look.
        "problems": [asdict(replace(problem, why=None)) for problem in problems],
    }


def points_as_json(snapshot: Snapshot) -> dict[str, Any]:
    """The points that the next round is paired by, as they are stored with a proposal."""
    by_player = rules_of(snapshot).pairing_points(snapshot)
    points = {player: str(points) for player, points in by_player.items()}
    return {"points": points} if points else {}


def points_of(round_: Round) -> dict[str, Fraction]:
    """The points that a round was paired by, by player; empty when it was paired otherwise."""
    by_player = round_.proposal.get("points", {})
    return {player: Fraction(points) for player, points in by_player.items()}


def cannot_as_json(error: CannotPair) -> dict[str, Any]:
    """Why no pairing is possible, as it is stored with the round, with the ways out."""
    return {"cannot": {"code": error.code, "article": error.article, "facts": dict(error.facts)}}


def from_json(kept: Mapping[str, Any]) -> Proposal:
    """The proposal that is stored with a round; empty when no pairing was possible."""
    bye = kept.get("bye")
    return Proposal(
        pairs=tuple(
            Pair(
                pair["white"],
                pair["black"],
                pair["fixed"],
                Result.parse(pair["result"]) if "result" in pair else None,
            )
            for pair in kept.get("pairs", ())
        ),
        bye=bye["player"] if bye else None,
        more_byes=tuple(kept.get("more_byes", ())),
    )


def problems_in(kept: Mapping[str, Any]) -> list[Problem]:
    """The problems of a proposal that is stored with a round."""
    return [Problem(**problem) for problem in kept.get("problems", ())]


def proposal_digest(round_: Round) -> str:
    """A digest of who plays whom with which colours, and who has the bye.

    A page sends it back with its button, so that nobody publishes what they have not seen.
    """
    return pairing_digest(round_.number, from_json(round_.proposal))


def pairing_digest(number: int, pairing: Proposal) -> str:
    """The same digest for any pairing of game `number`."""
    seats = [
        [pair.white, pair.black, *([str(pair.result)] if pair.result else [])]
        for pair in pairing.pairs
    ]
    return digest(number, seats, pairing.bye, *pairing.more_byes)


def digest(*facts: Any) -> str:
    """A short hash of plain values."""
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def of_record(games: Iterable[Game], byes: Iterable[Unpaired]) -> Proposal:
    """A published pairing, in the order of its boards, as a proposal."""
    return Proposal.of(
        (Pair(game.white.key, game.black.key, game.fixed) for game in games),
        (bye.entry.key for bye in byes),
    )


def must_be_as_seen(now: str, seen: str | None) -> None:
    """StepError unless the digest of a pairing is the one `seen` on the page; None: no page."""
    if seen is not None and now != seen:
        raise StepError(_("The pairing changed meanwhile. Nothing was changed. Look at it again."))


# The boards of games that were played ahead ---------------------------------------------


def games_ahead_of(evening: Evening, number: int) -> QuerySet[GameAhead]:
    """The games ahead of one round, with their players."""
    games = GameAhead.objects.filter(evening=evening, number=number)
    return games.select_related("white__player", "black__player")


def seats_of(games: Iterable[GameAhead]) -> dict[str, Any]:
    """The fields of a new proposal with these games ahead: `fixed` boards, and their results in
    `kept_results`."""
    games = list(games)
    return {
        "fixed": [[game.white.key, game.black.key, game.reason] for game in games],
        "kept_results": {pair_key(game): kept_result(game) for game in games},
    }


def pair_key(game: Game | GameAhead) -> str:
    """The key of a kept result: the keys of both players, which have no blank in them."""
    return f"{game.white.key} {game.black.key}"


def kept_result(game: Game | GameAhead) -> dict[str, Any]:
    """The result that a board gets when its round is published."""
    return {
        "result": game.result,
        "put_off": game.put_off if isinstance(game, Game) else "",
        "played_on": game.played_on and game.played_on.isoformat(),
    }


def played_ahead(round_: Round) -> set[frozenset[str]]:
    """The pairs, by key, whose game of a round was played ahead."""
    return {game.players for game in games_ahead_of(round_.evening, round_.number)}


def must_keep_ahead(round_: Round) -> None:
    """StepError when a change of a proposal takes away the board of a game played ahead."""
    seated = {frozenset(board[:2]) for board in round_.fixed}
    for game in games_ahead_of(round_.evening, round_.number):
        if game.players not in seated:
            words = _(
                "%(white)s and %(black)s have played this game ahead, so their board stays."
                " Take the game ahead back first."
            )
            raise StepError(words, white=game.white, black=game.black)


# Another round to be paired -------------------------------------------------------------


def who_would_have_bye(
    evening: Evening, game: int, rounds: Iterable[Round], rows: Rows, plans: Mapping[int, Plan]
) -> Sequence[PlayerId]:
    """The players who would have the bye in game number `game`, one in each group, as of now.

    `rounds` and `plans` are those of the evening, `rows` the competition's. What the leader has
    fixed for that game counts. Empty when there would be no bye, no pairing is possible, or
    finding it takes long. PairingBusy.
    """
    proposals = (round_ for round_ in rounds if round_.is_proposed and round_.number == game)
    proposed = next(proposals, None)
    if proposed is not None:
        return from_json(proposed.proposal).byes
    snapshot = _as_if_paired_now(evening, game, rows, plans)
    try:
        return turns.byes_in_passing(snapshot) if snapshot else ()
    except CannotPair:
        return ()


def to_be_paired(evening: Evening, game: int) -> Snapshot | None:
    """The competition with game number `game` to be paired, as of now; None if nobody is there."""
    if Round.objects.proposed().filter(evening=evening, number=game).exists():
        return snapshot_of(evening.competition)
    return _as_if_paired_now(evening, game, Rows(evening.competition), plans_of(evening))


def _as_if_paired_now(
    evening: Evening, game: int, rows: Rows, plans: Mapping[int, Plan]
) -> Snapshot | None:
    """The same for a game that has no proposal."""
    seats = seats_of(rows.games_ahead_of(evening, game))
    round_ = Round(evening=evening, number=game, **seats)
    snapshot = snapshot_from(rows, evening.competition)
    what_if = with_proposed(snapshot, rows, round_, plans)
    return what_if if what_if.to_pair() else None


# In words, and for pages ----------------------------------------------------------------


def sentences_of(system: str, by_key: Mapping[str, Entry]) -> Sentences:
    """The sentences of a system's reasons and problems, with the players' names."""
    return Sentences(system, lambda key: str(by_key[key]) if key in by_key else key)


def refused(failure: CannotPair, snapshot: Snapshot, sentences: Sentences) -> StepError:
    """The error that says what to do where no pairing can be made.

    Where fewer than two players are left it does not ask to mark more of them present.
    """
    still_in = [player for player in snapshot.players if player.left is None]
    if len(still_in) < 2 and failure.code != "no_round_left":
        failure = CannotPair("all_gone")
    return Unpairable(sentences.failure(failure), code=failure.code)


def must_have_no_errors(problems: list[Problem], system: str, by_key: Mapping[str, Entry]) -> None:
    """StepError for the first problem that is an error; warnings are accepted."""
    for problem in problems:
        if problem.severity == "error":
            raise StepError(sentences_of(system, by_key).problem(problem))


def proposal_boards(round_: Round) -> ProposalOnPage:
    """The proposal of a round for a page. Two queries at most."""
    by_key = Entry.objects.filter(competition__evenings=round_.evening_id).by_key()
    return on_page(round_, round_.proposal, by_key)


def on_page(round_: Round, kept: Mapping[str, Any], by_key: Mapping[str, Entry]) -> ProposalOnPage:
    """A proposal for a round with its players, each warning at its board."""
    proposal = from_json(kept)
    problems = problems_in(kept)
    boards = [
        ProposedBoard(
            board,
            by_key[pair.white],
            by_key[pair.black],
            pair.fixed,
            tuple(problem for problem in problems if _is_about(problem, pair)),
        )
        for board, pair in enumerate(proposal.pairs, start=1)
    ]
    at_boards = [problem for board in boards for problem in board.problems]
    with_bye = [by_key[key] for key in proposal.byes]
    byes = [ProposedBye(entry, entry.key in round_.named_byes) for entry in with_bye]
    cannot, is_too_hard = "", False
    if "cannot" in kept:
        failure = CannotPair(**kept["cannot"])
        cannot = sentences_of(round_.system, by_key).failure(failure)
        is_too_hard = failure.code == "too_hard"
    general = tuple(problem for problem in problems if problem not in at_boards)
    return ProposalOnPage(boards, byes, general, cannot, is_too_hard)


def _is_about(problem: Problem, pair: Pair) -> bool:
    return {problem.facts.get("white"), problem.facts.get("black")} == {pair.white, pair.black}
