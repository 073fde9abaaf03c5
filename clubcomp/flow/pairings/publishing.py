"""How does a proposal become the record, and how is that undone?

Publishing writes a game for each board, and a row for each who does not play and is not merely
absent with notice. Withdrawing takes them out again; results that there were stay with the
round and come back when the same pairs are published again.
"""

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.errors import LookAgain, NeedsConfirmation, StepError
from clubcomp.flow.fresh import (
    competition_of,
    entries_by_key,
    must_be_open,
    open_evening_now,
    round_now,
)
from clubcomp.flow.pairings import proposal as proposals
from clubcomp.flow.pairings.left_out import refuse_left_out
from clubcomp.flow.pairings.proposal import digest, proposal_mark
from clubcomp.flow.pairings.proposing import (
    already_published,
    named,
    new_proposal,
    pair_anew,
    proposal_now,
    renew_proposal,
)
from clubcomp.flow.rounds import round_facts, round_name, settle
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Entry, Evening, Game, Round, Unpaired, User
from pairing.core import types
from pairing.core.types import Bye, Pair, Snapshot

#: Which list of a round to be paired becomes which kind of row.
UNPAIRED_LISTS = {
    "external": Unpaired.Kind.EXTERNAL,
    "no_notice": Unpaired.Kind.NO_NOTICE,
    "exempt": Unpaired.Kind.EXEMPT,
    "half_point_byes": Unpaired.Kind.HALF_POINT_BYE,
    "full_point_byes": Unpaired.Kind.FULL_POINT_BYE,
}


@all_or_nothing
def publish_round(round_: Round, *, seen: str, by: User | None) -> Round:
    """Make a proposal the pairing. `seen` is the `proposal_mark` of what the page showed.

    It is made anew from what is so now; when that is not what was seen, the new proposal stays
    and a StepError asks to look again. The game before has to be finished.
    """
    with step_on(competition_of(round_), "publish_round", by=by) as step:
        round_ = proposal_now(step, round_)
        _must_be_finished(
            Round.objects.filter(evening=round_.evening, number=round_.number - 1).first()
        )
        snapshot = pair_anew(step, round_)
        if proposal_mark(round_) != seen:
            # The renewed proposal stays, to be looked at.
            raise LookAgain(
                _("The proposal changed while you looked at it. Look at it again, then publish.")
            )
        _publish(step, round_, snapshot)
    return round_


@all_or_nothing
def publish_next(evening: Evening, *, after: int, by: User | None) -> Round:
    """Pair and publish the game after number `after` with one press.

    A proposal that is there already is the one published, with what the leader fixed in it.
    LeftOut when it would leave out in silence who was there a game ago.
    """
    with step_on(evening.competition, "publish_next", by=by) as step:
        evening = open_evening_now(step, evening)
        rounds = Round.objects.filter(evening=evening).select_related("published_by")
        last = rounds.on_record().order_by("number").last()
        played = last.number if last else 0
        if last and played > after:
            raise StepError(already_published(last))
        if played < after:
            raise StepError(
                _("%(game)s has been withdrawn meanwhile. Look at the page again.")
                % {"game": capfirst(round_name(evening, after))}
            )
        _must_be_finished(last)
        round_ = rounds.proposed().first()
        if round_ is None:
            round_, snapshot = new_proposal(step, evening)
        else:
            round_.evening = evening
            snapshot = pair_anew(step, round_)
        refuse_left_out(round_)
        _publish(step, round_, snapshot)
        return round_


def _must_be_finished(round_: Round | None) -> None:
    """StepError that names the boards still playing in `round_`; nothing without a round."""
    if round_ is None or round_.status == Round.Status.FINISHED:
        return
    boards = [str(game.board) for game in round_.games.still_playing().order_by("board")]
    raise StepError(
        ngettext(
            "%(game)s is not finished: board %(boards)s has no result yet. Enter it, or"
            " put the game off.",
            "%(game)s is not finished: boards %(boards)s have no result yet. Enter them,"
            " or put the games off.",
            len(boards),
        )
        % {
            "game": capfirst(round_name(round_.evening, round_.number)),
            "boards": ", ".join(boards),
        }
    )


def _publish(step: Step, round_: Round, snapshot: Snapshot) -> None:
    """Write the record of a proposal and its line in the trail."""
    place = snapshot.to_pair()
    entries = entries_by_key(step)
    if "cannot" in round_.proposal or place is None:
        shown = proposals.shown(round_, round_.proposal, entries)
        raise StepError(shown.cannot)
    proposal = proposals.from_json(round_.proposal)
    kept = dict(round_.kept_results)
    games = []
    for board, pair in enumerate(proposal.pairs, start=1):
        game = _new_game(round_, board, pair, entries)
        result = kept.pop(_pair_key(pair.white, pair.black), None)
        if result:
            _restore(game, result, step.by)
        games.append(game)
    Game.objects.bulk_create(games)
    Unpaired.objects.bulk_create(_unpaired(round_, place.round, proposal.bye, entries))
    round_.kept_results = kept
    round_.published_at = timezone.now()
    round_.published_by = step.by
    settle(round_, games)
    round_.save()
    restored = sum(game.is_decided for game in games)
    step.note(
        evening=round_.evening,
        facts={
            **round_facts(round_.evening, round_.number),
            "boards": len(games),
            "restored": restored,
        },
        after=named(proposal, entries),
    )


def _new_game(round_: Round, board: int, pair: Pair, entries: dict[str, Entry]) -> Game:
    return Game(
        round=round_,
        board=board,
        white=entries[pair.white],
        black=entries[pair.black],
        fixed=pair.fixed,
        reasons=proposals.reasons_as_json(pair.reasons),
    )


def _restore(game: Game, kept: dict[str, Any], by: User | None) -> None:
    """Give a game the result that it had before its round was withdrawn."""
    game.result, game.put_off = kept["result"], kept["put_off"]
    game.played_on = kept["played_on"] and date.fromisoformat(kept["played_on"])
    game.entered_by, game.entered_at = by, timezone.now()


def _unpaired(
    round_: Round, paired: types.Round, bye: Bye | None, entries: dict[str, Entry]
) -> list[Unpaired]:
    """The rows of those who do not play: the bye with its reasons, then the lists."""
    rows = []
    if bye:
        reasons = proposals.reasons_as_json(bye.reasons)
        entry = entries[bye.player]
        rows.append(Unpaired(round=round_, entry=entry, kind=Unpaired.Kind.BYE, reasons=reasons))
    for name, kind in UNPAIRED_LISTS.items():
        for key in getattr(paired, name):
            rows.append(Unpaired(round=round_, entry=entries[key], kind=kind))
    return rows


def record_mark(round_: Round) -> str:
    """A short digest of a published pairing with its results: what withdrawing it gives up."""
    games = round_.games.order_by("board")
    return digest(round_.number, [[game.mark, game.result, game.put_off] for game in games])


@all_or_nothing
def withdraw_round(
    round_: Round, *, give_up_results: bool = False, seen: str | None = None, by: User | None
) -> Round:
    """Take the last pairing of the evening back: it is a proposal again, as it was before.

    With results in it the step asks first (NeedsConfirmation names the boards), then keeps
    them with the round. A proposal for the game after it is dropped. `seen` is the
    `record_mark` of what the page showed.
    """
    with step_on(competition_of(round_), "withdraw_round", by=by) as step:
        round_ = round_now(step, round_)
        must_be_open(round_.evening)
        if round_.is_proposed:
            raise StepError(
                _("%(game)s has been withdrawn already.")
                % {"game": capfirst(round_name(round_.evening, round_.number))}
            )
        later = Round.objects.filter(evening=round_.evening, number__gt=round_.number)
        if later.on_record().exists():
            raise StepError(
                _("%(game)s is not the last one. Withdraw what was paired later first.")
                % {"game": capfirst(round_name(round_.evening, round_.number))}
            )
        proposals.must_be_as_seen(record_mark(round_), seen)
        games = list(round_.games.select_related("white__player", "black__player"))
        told = [game for game in games if game.is_decided or game.put_off]
        if told and not give_up_results:
            raise NeedsConfirmation(_results_given_up(round_, told), boards=told)
        later.delete()
        entries = {entry.pk: entry for entry in entries_by_key(step).values()}
        step.note(
            evening=round_.evening,
            facts={**round_facts(round_.evening, round_.number), "results": len(told)},
            before=_record_in_words(round_, games, entries),
        )
        round_.kept_results |= {
            _pair_key(game.white.key, game.black.key): _kept_result(game) for game in told
        }
        round_.games.all().delete()
        round_.unpaired.all().delete()
        round_.status = Round.Status.PROPOSED
        round_.paired_by = Round.PairedBy.SYSTEM
        round_.published_at = round_.published_by = round_.finished_at = None
        round_.save()
        renew_proposal(step, round_.evening)
    round_.refresh_from_db()
    return round_


def _results_given_up(round_: Round, told: list[Game]) -> str:
    return ngettext(
        "%(game)s has a result on board %(boards)s. Withdraw it all the same? The result is"
        " kept, and comes back when the same players are paired again.",
        "%(game)s has results on boards %(boards)s. Withdraw it all the same? The results"
        " are kept, and come back when the same players are paired again.",
        len(told),
    ) % {
        "game": capfirst(round_name(round_.evening, round_.number)),
        "boards": ", ".join(str(game.board) for game in told),
    }


def _pair_key(white: str, black: str) -> str:
    """What kept results go by: white's key, a blank (no key has one), black's key."""
    return f"{white} {black}"


def _kept_result(game: Game) -> dict[str, Any]:
    """What a game gets back when it is published again."""
    return {
        "result": game.result,
        "put_off": game.put_off,
        "played_on": game.played_on and game.played_on.isoformat(),
    }


def _record_in_words(round_: Round, games: list[Game], entries: dict[int, Entry]) -> dict[str, Any]:
    """The boards with their results and who was free, for the trail."""
    free = [row for row in round_.unpaired.all() if row.kind == Unpaired.Kind.BYE]
    return {
        "pairs": [[str(game.white), str(game.black), game.result] for game in games],
        "bye": str(entries[free[0].entry_id]) if free else None,
    }
