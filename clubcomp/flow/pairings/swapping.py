"""How are two players swapped, in a proposal or in a published pairing?

In a proposal the new boards are fixed, and the rest is paired around them; in a published pairing
the other boards stay as they are. Both can be previewed.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubcomp.flow.checks import checked_reason
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings import proposal as proposals
from clubcomp.flow.pairings.proposal import ProposalOnPage, sentences_of
from clubcomp.flow.pairings.proposing import byes_elsewhere, named, rearranging, renew_proposal
from clubcomp.flow.rows_now import (
    Two,
    competition_of,
    must_be_of_one_group,
    must_be_open,
    round_now,
    two_now,
)
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.flow.wishes import board_is_known
from clubcomp.models import Entry, Game, Round, Unpaired, User
from clubcomp.record.snapshots import as_on, snapshot_of
from pairing.core.invariants import problems
from pairing.core.replay import before, rearranged
from pairing.core.system import CannotPair
from pairing.core.types import Pair, Problem, Proposal, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.registry import rules_of

#: A fixed board: White and Black by key, and why.
Fixed = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class SwapPreview:
    """What a swap changes: the boards and the bye that exist only before, or only after it."""

    before: ProposalOnPage
    after: ProposalOnPage


# In a proposal ----------------------------------------------------------------------------


def preview_swap(round_: Round, players: Two) -> SwapPreview:
    """What would change if two players were swapped; one of them may have the bye.

    A swap that is not allowed has its problem at the board, with severity "error".
    """
    snapshot = snapshot_of(competition_of(round_))
    return _previewed(round_, snapshot, *_swapped(round_, snapshot, players, reason="-"))


def preview_pair(round_: Round, players: Two) -> SwapPreview:
    """What would change if two players met, with the colours that the rules give them."""
    snapshot = snapshot_of(competition_of(round_))
    _check_seated(round_, proposals.from_json(round_.proposal), *players)
    keys = [player.key for player in players]
    pair = rules_of(snapshot).colours(snapshot, *keys)
    boards = [*_fixed_without(round_, keys), (pair.white, pair.black, "-")]
    return _previewed(
        round_, snapshot, boards, [key for key in round_.named_byes if key not in keys]
    )


def preview_bye(round_: Round, player: Entry) -> SwapPreview:
    """What would change if the leader gave this player the bye."""
    old = proposals.from_json(round_.proposal)
    _check_seated(round_, old, player)
    with_bye = Entry.objects.filter(competition__evenings=round_.evening_id, key__in=old.byes)
    if not any(entry.plays_with(player, round_.evening) for entry in with_bye):
        raise StepError(_("The number of players is even, so nobody has the bye."))
    snapshot = snapshot_of(competition_of(round_))
    byes = [*byes_elsewhere(round_, player), player.key]
    return _previewed(round_, snapshot, _fixed_without(round_, [player.key]), byes)


def _previewed(
    round_: Round, snapshot: Snapshot, boards: list[Fixed], byes: list[str]
) -> SwapPreview:
    """How a proposal would change with these fixed boards and named byes."""
    by_key = Entry.objects.filter(competition__evenings=round_.evening_id).by_key()
    old, old_problems = proposals.from_json(round_.proposal), proposals.problems_in(round_.proposal)
    new, new_problems = _paired(snapshot, boards, byes, by_key)
    return _preview(
        round_, (_only_in(old, new), old_problems), (_only_in(new, old), new_problems), by_key
    )


WithProblems = tuple[Proposal, list[Problem]]


def _paired(
    snapshot: Snapshot, boards: list[Fixed], byes: Iterable[str], entries: dict[str, Entry]
) -> WithProblems:
    """The pairing with these fixed boards and named byes, and its problems; or StepError."""
    try:
        proposal, _problems = proposals.pair(rearranged(snapshot, boards, *byes))
    except CannotPair as error:
        raise StepError(sentences_of(snapshot.system, entries).failure(error)) from error
    return proposal, _problems_of(snapshot, boards, proposal)


def _problems_of(snapshot: Snapshot, boards: list[Fixed], proposal: Proposal) -> list[Problem]:
    """The problems of a pairing with these fixed boards.

    They include the bye, which the rules would not judge if the leader had named it.
    """
    return problems(rearranged(snapshot, boards), proposal, rules_of(snapshot))


def _preview(
    round_: Round, before: WithProblems, after: WithProblems, by_key: dict[str, Entry]
) -> SwapPreview:
    return SwapPreview(
        proposals.on_page(round_, proposals.as_json(*before), by_key),
        proposals.on_page(round_, proposals.as_json(*after), by_key),
    )


def _only_in(proposal: Proposal, counterpart: Proposal) -> Proposal:
    """The boards and the byes of a proposal that its counterpart does not have."""
    seats = {(pair.white, pair.black) for pair in counterpart.pairs}
    return Proposal.of(
        (pair for pair in proposal.pairs if (pair.white, pair.black) not in seats),
        _byes_only_in(proposal, counterpart),
    )


def _byes_only_in(proposal: Proposal, counterpart: Proposal) -> list[str]:
    return [key for key in proposal.byes if key not in counterpart.byes]


@all_or_nothing
def swap_players(
    round_: Round, players: Two, *, reason: str, seen: str | None = None, by: User | None
) -> Round:
    """Swap two players; their new boards are fixed with the reason.

    `seen` is the `proposal_digest` of what the page showed, so that a second press does not swap
    them back.
    """
    with rearranging(round_, "swap_players", by=by, reason=reason) as (step, now, facts):
        proposals.must_be_as_seen(proposals.proposal_digest(now), seen)
        players = two_now(step, players)
        facts |= _by_name(players)
        snapshot = snapshot_of(step.competition)
        fixed, byes = _swapped(now, snapshot, players, reason=reason.strip())
        now.fixed, now.named_byes = [list(board) for board in fixed], byes
    return now


def _by_name(players: Two) -> dict[str, str]:
    """The two players who were swapped, for the trail."""
    return dict(zip(("one", "other"), map(str, players), strict=True))


def _swapped(
    round_: Round, snapshot: Snapshot, players: Two, *, reason: str
) -> tuple[list[Fixed], list[str]]:
    """The fixed boards and the named byes after a swap in a proposal."""
    old = proposals.from_json(round_.proposal)
    pairs, byes = _swap_seats(round_, old, snapshot, players)
    changed = [player.key for player in players] + [key for pair in pairs for key in pair]
    fixed = [*_fixed_without(round_, changed), *((*pair, reason) for pair in pairs)]
    return fixed, _named_byes(round_, old, byes)


def _named_byes(round_: Round, old: Proposal, byes: Iterable[str]) -> list[str]:
    """Which of the byes after a swap the leader named: by the swap, or before it."""
    return [key for key in byes if key not in old.byes or key in round_.named_byes]


def _fixed_without(round_: Round, players: Iterable[str]) -> list[Fixed]:
    """The boards that the leader fixed in a proposal, except those of some players."""
    out = {*players}
    return [(white, black, why) for white, black, why in round_.fixed if not out & {white, black}]


def _swap_seats(
    round_: Round, old: Proposal, snapshot: Snapshot, players: Two
) -> tuple[list[tuple[str, str]], list[str]]:
    """The boards (white, black) that a swap makes, and the players with a bye afterwards.

    Two who play each other exchange colours; otherwise the system's rules give the colours of both
    new boards. StepError when one of the two has neither a board nor a bye, or they are in
    different groups.
    """
    byes = [*old.byes]
    seats = {pair.white: pair for pair in old.pairs} | {pair.black: pair for pair in old.pairs}
    _check_seated(round_, old, *players)
    first, second = (player.key for player in players)
    if seats.get(first) is seats.get(second):
        pair = seats[first]
        return [(pair.black, pair.white)], byes
    rules = rules_of(snapshot)
    pairs = []
    for leaving, coming in ((first, second), (second, first)):
        if leaving in seats:
            left = seats[leaving]
            opponent = left.black if left.white == leaving else left.white
            pair = rules.colours(snapshot, opponent, coming)
            pairs.append((pair.white, pair.black))
        else:
            byes[byes.index(leaving)] = coming
    return pairs, byes


def _check_seated(round_: Round, old: Proposal, *entries: Entry) -> None:
    """StepError unless these are different players of the pairing, and of one group."""
    seated = {key for seat in old.seats for key in seat}
    for entry in entries:
        if entry.key not in seated:
            raise StepError(_("%(player)s is not in this pairing."), player=entry)
    if len({entry.key for entry in entries}) < len(entries):
        raise StepError(_("Choose two different players."))
    must_be_of_one_group(round_.evening, *entries)


# In a published pairing ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _OnRecord:
    """A published pairing: its boards with their players, and the rows of the byes."""

    games: list[Game]
    byes: list[Unpaired]
    pairing: Proposal


@dataclass(frozen=True, slots=True)
class _Swap:
    """A published pairing after a swap: `boards` are those of the two, each with its new pair."""

    boards: list[tuple[Game, Pair]]
    pairing: Proposal
    problems: list[Problem]


def preview_swap_published(round_: Round, players: Two) -> SwapPreview:
    """What would change in a published pairing, board by board, if two players were swapped.

    StepError when one of the boards has a result.
    """
    by_key = competition_of(round_).entries.by_key()
    old = _on_record(round_)
    new = _swapped_on_record(round_, old, players, "-", by_key)
    before_swap = _only_in(old.pairing, new.pairing)
    new_byes = _byes_only_in(new.pairing, old.pairing)
    after_swap = Proposal.of((pair for _game, pair in new.boards), new_byes)
    old_problems = _problems_of(_as_to_be_paired(round_), [], old.pairing)
    return _preview(round_, (before_swap, old_problems), (after_swap, new.problems), by_key)


@all_or_nothing
def swap_published(
    round_: Round, players: Two, *, reason: str, seen: str | None = None, by: User | None
) -> Round:
    """Swap two players of a published pairing, on boards without a result.

    The new boards have the leader's reason. `seen` is the `pairing_digest` of what the page showed.
    """
    with step_on(competition_of(round_), "swap_published", by=by) as step:
        round_ = round_now(step, round_)
        must_be_open(round_.evening)
        players = two_now(step, players)
        reason = checked_reason(reason)
        if not round_.is_on_record:
            raise StepError(_("This pairing has been withdrawn. Swap in the proposal instead."))
        if Round.objects.after(round_).on_record().exists():
            raise StepError(_("A later pairing has been made already, so this one stands."))
        entries = step.competition.entries.by_key()
        old = _on_record(round_)
        proposals.must_be_as_seen(proposals.pairing_digest(round_.number, old.pairing), seen)
        new = _swapped_on_record(round_, old, players, reason, entries)
        proposals.must_have_no_errors(new.problems, step.competition.system, entries)
        for game, pair in new.boards:
            game.white, game.black, game.fixed = (
                entries[pair.white],
                entries[pair.black],
                pair.fixed,
            )
            game.save(update_fields=["white", "black", "fixed"])
        gone = [row for row in old.byes if row.entry.key not in new.pairing.byes]
        for row, key in zip(gone, _byes_only_in(new.pairing, old.pairing), strict=True):
            row.entry = entries[key]
            row.save()
        round_.named_byes = _named_byes(round_, old.pairing, new.pairing.byes)
        round_.fixed = [
            [game.white.key, game.black.key, game.fixed] for game in old.games if game.fixed
        ]
        round_.paired_by = Round.PairedBy.HAND
        round_.save()
        step.note(
            evening=round_.evening,
            facts=round_.facts | _by_name(players),
            before=named(old.pairing, entries),
            after=named(new.pairing, entries),
            reason=reason,
        )
        boards = [game for game, _pair in new.boards]
        board_is_known(step, round_, boards, [row.entry for row in old.byes])
        renew_proposal(step, round_.evening)
    return round_


def _on_record(round_: Round) -> _OnRecord:
    games = [*round_.games.select_related("white__player", "black__player").order_by("board")]
    byes = [*round_.unpaired.filter(kind=Unplayed.BYE).select_related("entry__player")]
    return _OnRecord(games, byes, proposals.of_record(games, byes))


def _as_to_be_paired(round_: Round) -> Snapshot:
    """The competition as it was before a published round was paired."""
    competition = competition_of(round_)
    snapshot = as_on(
        snapshot_of(competition, with_proposal=False), competition, round_.evening.number
    )
    return before(snapshot, snapshot.round_on_record(round_.evening.number, round_.number))


def _swapped_on_record(
    round_: Round, old: _OnRecord, players: Two, reason: str, entries: dict[str, Entry]
) -> _Swap:
    """The pairing with two players swapped and all boards fixed. StepError if one has a result."""
    games = [game for game in old.games if {game.white, game.black} & {*players}]
    for game in games:
        if game.is_decided or game.put_off:
            words = _(
                "Board %(board)s has a result already, so its players cannot change places."
                " Clear the result first."
            )
            raise StepError(words, board=game.board)
    to_pair = _as_to_be_paired(round_)
    seats, byes = _swap_seats(round_, old.pairing, to_pair, players)
    changed = {key for seat in seats for key in seat} | {*byes}
    boards = [
        (pair.white, pair.black, pair.fixed)
        for pair in old.pairing.pairs
        if not {pair.white, pair.black} & changed
    ]
    new, new_problems = _paired(
        to_pair, boards + [(*seat, reason) for seat in seats], byes, entries
    )
    pairs = [pair for pair in new.pairs if (pair.white, pair.black) in seats]
    swapped = {player.key for player in players}

    def pair_of(game: Game) -> Pair:
        """The new pair of a board: that of the player who is not swapped."""
        stays = {game.white.key, game.black.key} - swapped
        return next(pair for pair in pairs if stays <= {pair.white, pair.black})

    return _Swap([(game, pair_of(game)) for game in games], new, new_problems)
