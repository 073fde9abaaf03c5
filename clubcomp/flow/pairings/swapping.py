"""How do two players change places, in a proposal or in a pairing that was published?

In a proposal the boards that the swap makes are fixed, and the rest is paired around them; in
a published pairing the other boards stay as they are. Both can be looked at first.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.fresh import (
    competition_of,
    entries_by_key,
    entry_now,
    must_be_open,
    round_now,
)
from clubcomp.flow.given import given_reason
from clubcomp.flow.pairings import proposal as proposals
from clubcomp.flow.pairings.proposal import ShownProposal, rearranged, teller
from clubcomp.flow.pairings.proposing import named, rearranging, renew_proposal
from clubcomp.flow.rounds import round_facts
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Competition, Entry, Game, Round, Unpaired, User
from clubcomp.snapshots import snapshot_of
from pairing.core import types
from pairing.core.invariants import problems
from pairing.core.system import CannotPair
from pairing.core.types import Bye, Pair, Problem, Proposal, Snapshot
from pairing.registry import get_system, make_options


@dataclass(frozen=True, slots=True)
class SwapPreview:
    """What a swap changes: the boards and the bye that there are only before, or only after."""

    before: ShownProposal
    after: ShownProposal


# In a proposal ----------------------------------------------------------------------------


def preview_swap(round_: Round, *, one: Entry, other: Entry) -> SwapPreview:
    """What would change if the two changed places; one of them may have the bye.

    Nothing is stored. A swap that may not be has its problem at the board (severity "error").
    """
    snapshot = snapshot_of(competition_of(round_))
    return _previewed(round_, snapshot, *_swapped(round_, snapshot, one, other, reason="-"))


def preview_pair(round_: Round, *, one: Entry, other: Entry) -> SwapPreview:
    """What would change if the two met, with the colours of the rules, and the rest around it."""
    snapshot = snapshot_of(competition_of(round_))
    system = get_system(snapshot.system)
    _check_seated(proposals.from_json(round_.proposal), one, other)
    made = system.colours(snapshot, make_options(system, snapshot.options), one.key, other.key)
    boards = _fixed_without(round_, {one.key, other.key})
    bye = round_.named_bye.key if round_.named_bye_id not in (None, one.pk, other.pk) else None
    return _previewed(round_, snapshot, [*boards, (made.white, made.black, "-")], bye)


def preview_bye(round_: Round, *, player: Entry) -> SwapPreview:
    """What would change if the leader named who is free."""
    old = proposals.from_json(round_.proposal)
    _check_seated(old, player)
    if old.bye is None:
        raise StepError(_("The number of players is even, so nobody is free."))
    snapshot = snapshot_of(competition_of(round_))
    return _previewed(round_, snapshot, _fixed_without(round_, {player.key}), player.key)


def _previewed(
    round_: Round, snapshot: Snapshot, boards: list[tuple[str, str, str]], bye: str | None
) -> SwapPreview:
    """What a proposal would become with these fixed boards and this named bye."""
    entries = Entry.objects.filter(competition__evenings=round_.evening_id)
    by_key = {entry.key: entry for entry in entries.select_related("player")}
    old = proposals.from_json(round_.proposal)
    try:
        new, _kept = proposals.pair(rearranged(snapshot, boards, bye))
    except CannotPair as error:
        raise StepError(teller(snapshot.system, by_key).failure(error)) from error
    found = _said_against(snapshot, boards, new)
    said = [Problem(**one) for one in round_.proposal["problems"]]
    return _preview(round_, (_only_in(old, new), said), (_only_in(new, old), found), by_key)


def _said_against(
    snapshot: Snapshot, boards: list[tuple[str, str, str]], new: Proposal
) -> list[Problem]:
    """What there is against a pairing with these fixed boards.

    Also against who is free, of whom the rules say nothing once the leader has named him.
    """
    system = get_system(snapshot.system)
    options = make_options(system, snapshot.options)
    return problems(rearranged(snapshot, boards, None), new, system, options)


Judged = tuple[Proposal, list[Problem]]


def _preview(round_: Round, before: Judged, after: Judged, by_key: dict[str, Entry]) -> SwapPreview:
    """What goes and what comes, with what there is against it at its board."""
    return SwapPreview(
        *(proposals.shown(round_, proposals.as_json(*one), by_key) for one in (before, after))
    )


def _only_in(these: Proposal, those: Proposal) -> Proposal:
    """The boards and the bye of one proposal that are not in the other."""
    seats = {(pair.white, pair.black) for pair in those.pairs}
    bye = these.bye
    if bye and those.bye and bye.player == those.bye.player:
        bye = None
    return Proposal(
        tuple(pair for pair in these.pairs if (pair.white, pair.black) not in seats), bye
    )


@all_or_nothing
def swap_players(
    round_: Round,
    *,
    one: Entry,
    other: Entry,
    reason: str,
    seen: str | None = None,
    by: User | None,
) -> Round:
    """Let two players change places; their boards are fixed with the reason.

    `seen` is the `proposal_mark` of what the page showed: a second press swaps nobody back.
    """
    with rearranging(round_, "swap_players", by=by, reason=reason) as (step, now, facts):
        proposals.must_be_as_seen(proposals.proposal_mark(now), seen)
        one, other = entry_now(step, one), entry_now(step, other)
        facts |= {"one": str(one), "other": str(other)}
        snapshot = snapshot_of(step.competition)
        fixed, bye = _swapped(now, snapshot, one, other, reason=reason.strip())
        now.fixed = [list(board) for board in fixed]
        now.named_bye = {one.key: one, other.key: other}.get(bye or "", now.named_bye)
    return now


def _swapped(
    round_: Round, snapshot: Snapshot, one: Entry, other: Entry, *, reason: str
) -> tuple[list[tuple[str, str, str]], str | None]:
    """The fixed boards and the named bye after a swap in a proposal."""
    old = proposals.from_json(round_.proposal)
    pairs, bye = swap_seats(old, snapshot, one, other)
    changed = {one.key, other.key} | {key for pair in pairs for key in pair}
    fixed = _fixed_without(round_, changed)
    fixed += [(white, black, reason) for white, black in pairs]
    was_free = old.bye.player if old.bye else None
    if bye == was_free:
        bye = round_.named_bye.key if round_.named_bye else None
    return fixed, bye


def _fixed_without(round_: Round, players: set[str]) -> list[tuple[str, str, str]]:
    """The boards that the leader fixed in a proposal, but those of some players."""
    return [
        (white, black, why) for white, black, why in round_.fixed if not players & {white, black}
    ]


def swap_seats(
    old: Proposal, snapshot: Snapshot, one: Entry, other: Entry
) -> tuple[list[tuple[str, str]], str | None]:
    """The boards (white, black) that a swap makes, and who is free afterwards.

    Two who play each other change colours; else the system's colour rules decide at each of
    the new boards. StepError when one of the two is on no board and not free either.
    """
    bye = old.bye.player if old.bye else None
    seats = {pair.white: pair for pair in old.pairs} | {pair.black: pair for pair in old.pairs}
    _check_seated(old, one, other)
    if seats.get(one.key) is seats.get(other.key):
        pair = seats[one.key]
        return [(pair.black, pair.white)], bye
    system = get_system(snapshot.system)
    options = make_options(system, snapshot.options)
    pairs = []
    for leaves, comes in ((one.key, other.key), (other.key, one.key)):
        if leaves in seats:
            stays = _opponent(seats[leaves], leaves)
            coloured = system.colours(snapshot, options, stays, comes)
            pairs.append((coloured.white, coloured.black))
        else:
            bye = comes
    return pairs, bye


def _check_seated(old: Proposal, *entries: Entry) -> None:
    """StepError unless these are different players of the pairing."""
    there = {key for pair in old.pairs for key in (pair.white, pair.black)}
    there |= {old.bye.player} if old.bye else set()
    for entry in entries:
        if entry.key not in there:
            raise StepError(_("%(player)s is not in this pairing.") % {"player": entry})
    if len({entry.key for entry in entries}) < len(entries):
        raise StepError(_("Choose two different players."))


def _opponent(pair: Pair, player: str) -> str:
    return pair.black if pair.white == player else pair.white


# In a published pairing ------------------------------------------------------------------


def preview_swap_published(round_: Round, *, one: Entry, other: Entry) -> SwapPreview:
    """What would change in a published pairing, board by board, if the two changed places.

    Nothing is stored. StepError when one of the boards has a result.
    """
    competition = competition_of(round_)
    entries = Entry.objects.filter(competition=competition).select_related("player")
    by_key = {entry.key: entry for entry in entries}
    games, free = _on_record(round_)
    boards = _boards_of(games, one, other)
    old = proposals.of_record(games, free)
    new, made, found = _swapped_by_hand(competition, round_, old, one, other, "-", by_key)
    is_bye_new = old.bye and new.bye and old.bye.player != new.bye.player
    seated = proposals.of_record(boards, free if is_bye_new else None)
    after = Proposal(
        tuple(_pair_for(game, made, one, other) for game in boards), new.bye if is_bye_new else None
    )
    to_pair = _as_to_be_paired(competition, round_, old)
    said = _said_against(to_pair, [], old)
    return _preview(round_, (seated, said), (after, found), by_key)


@all_or_nothing
def swap_published(
    round_: Round,
    *,
    one: Entry,
    other: Entry,
    reason: str,
    seen: str | None = None,
    by: User | None,
) -> Round:
    """Let two players of a published pairing change places, on boards without a result.

    The other boards stay as they are. The new boards bear the leader's reason. `seen` is the
    `pairing_mark` of what the page showed.
    """
    with step_on(competition_of(round_), "swap_published", by=by) as step:
        round_ = round_now(step, round_)
        must_be_open(round_.evening)
        one, other = entry_now(step, one), entry_now(step, other)
        reason = given_reason(reason)
        _check_swappable(round_)
        entries = entries_by_key(step)
        games, free = _on_record(round_)
        old = proposals.of_record(games, free)
        proposals.must_be_as_seen(proposals.pairing_mark(round_.number, old), seen)
        new, made, found = _swapped_by_hand(
            step.competition, round_, old, one, other, reason, entries
        )
        proposals.refuse_errors(found, teller(step.competition.system, entries))
        for game in _boards_of(games, one, other):
            _reseat(game, _pair_for(game, made, one, other), entries)
        if free and new.bye:
            _hand_bye(round_, free, new.bye, entries)
        round_.fixed = [
            [game.white.key, game.black.key, game.fixed] for game in games if game.fixed
        ]
        round_.paired_by = Round.PairedBy.HAND
        round_.save()
        step.note(
            evening=round_.evening,
            facts={
                **round_facts(round_.evening, round_.number),
                "one": str(one),
                "other": str(other),
            },
            before=named(old, entries),
            after=named(new, entries),
            reason=reason,
        )
        renew_proposal(step, round_.evening)
    return round_


def _check_swappable(round_: Round) -> None:
    if not round_.is_on_record:
        raise StepError(_("This pairing has been withdrawn. Swap in the proposal instead."))
    if Round.objects.after(round_).on_record().exists():
        raise StepError(_("A later pairing has been made already, so this one stands."))


def _on_record(round_: Round) -> tuple[list[Game], Unpaired | None]:
    """The boards of a published round with their players, and who is free."""
    games = round_.games.select_related("white__player", "black__player").order_by("board")
    free = round_.unpaired.filter(kind=Unpaired.Kind.BYE).select_related("entry__player")
    return list(games), free.first()


def _as_to_be_paired(competition: Competition, round_: Round, old: Proposal) -> Snapshot:
    """The competition before a published round, with everybody in it present for pairing."""
    snapshot = snapshot_of(competition, with_proposal=False)
    seated = [key for pair in old.pairs for key in (pair.white, pair.black)]
    present = (*seated, old.bye.player) if old.bye else tuple(seated)
    before = snapshot.after(round_.evening.number, round_.number - 1)
    return proposals.with_round_to_pair(before, round_.evening.number, types.Round(present=present))


def _swapped_by_hand(
    competition: Competition,
    round_: Round,
    old: Proposal,
    one: Entry,
    other: Entry,
    reason: str,
    entries: dict[str, Entry],
) -> tuple[Proposal, list[Pair], list[Problem]]:
    """A published pairing after a swap as the system explains it, its new pairs, and problems.

    All boards are fixed, so that the system only adds reasons.
    """
    to_pair = _as_to_be_paired(competition, round_, old)
    pairs, bye = swap_seats(old, to_pair, one, other)
    changed = {key for pair in pairs for key in pair} | {bye}
    boards = [
        (pair.white, pair.black, pair.fixed)
        for pair in old.pairs
        if not {pair.white, pair.black} & changed
    ]
    boards += [(white, black, reason) for white, black in pairs]
    try:
        new, _kept = proposals.pair(rearranged(to_pair, boards, bye))
    except CannotPair as error:
        raise StepError(teller(to_pair.system, entries).failure(error)) from error
    made = [pair for pair in new.pairs if (pair.white, pair.black) in pairs]
    return new, made, _said_against(to_pair, boards, new)


def _boards_of(games: list[Game], one: Entry, other: Entry) -> list[Game]:
    """The boards of two players, which may not have a result yet."""
    boards = [game for game in games if {game.white, game.black} & {one, other}]
    for game in boards:
        if game.is_decided or game.put_off:
            raise StepError(
                _(
                    "Board %(board)s has a result already, so its players cannot change places."
                    " Clear the result first."
                )
                % {"board": game.board}
            )
    return boards


def _pair_for(game: Game, made: list[Pair], one: Entry, other: Entry) -> Pair:
    """The new pair of a board: who does not leave stays there."""
    stays = {game.white.key, game.black.key} - {one.key, other.key}
    return next(pair for pair in made if stays <= {pair.white, pair.black})


def _reseat(game: Game, pair: Pair, entries: dict[str, Entry]) -> None:
    """Put a new pair on a board."""
    game.white, game.black = entries[pair.white], entries[pair.black]
    game.fixed = pair.fixed
    game.reasons = proposals.reasons_as_json(pair.reasons)
    game.save(update_fields=["white", "black", "fixed", "reasons"])


def _hand_bye(round_: Round, free: Unpaired, bye: Bye, entries: dict[str, Entry]) -> None:
    """Give the bye of a published round to another player, who then is the one named."""
    if free.entry.key != bye.player:
        free.entry = round_.named_bye = entries[bye.player]
        free.reasons = proposals.reasons_as_json(bye.reasons)
        free.save()
