"""How does a proposal become the record, and how is that undone?

Publishing writes a game for each board, and a row for the bye and for everybody who is away.
Withdrawing deletes them; results are kept with the round, and come back when the same pairs are
published again.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.errors import LookAgain, NeedsConfirmation, StepError
from clubcomp.flow.pairings import counting
from clubcomp.flow.pairings import proposal as proposals
from clubcomp.flow.pairings.left_out import must_leave_nobody_out
from clubcomp.flow.pairings.proposal import digest, kept_result, pair_key, proposal_digest
from clubcomp.flow.pairings.proposing import (
    Read,
    already_published,
    named,
    new_proposal,
    pair_again,
    proposal_now,
    renew_proposal,
)
from clubcomp.flow.rounds import round_title
from clubcomp.flow.rows_now import competition_of, must_be_open, open_evening_in, round_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.flow.wishes import board_is_known
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Entry, Evening, Game, Round, Unpaired, User
from clubcomp.models.unplayed import stored
from pairing.core import types
from pairing.core.types import Pair, PlayerId, Proposal
from pairing.core.unplayed import Unplayed
from pairing.sentences.words import capitalised


@all_or_nothing
def publish_round(round_: Round, *, seen: str, by: User | None) -> Round:
    """Make a proposal the pairing. `seen` is the `proposal_digest` of what the page showed.

    It is paired again from the present data; when that gives another pairing than the one seen,
    the new proposal is kept and LookAgain raised. The game before has to be finished.
    """
    with step_on(competition_of(round_), "publish_round", by=by) as step:
        round_ = proposal_now(step, round_)
        pairings = {pairing.number: pairing for pairing in round_.evening.pairings}
        _must_be_finished(pairings.get(round_.number - 1))
        read = pair_again(step, round_)
        if proposal_digest(round_) != seen:
            raise LookAgain(
                _("The proposal changed while you looked at it. Look at it again, then publish.")
            )
        _publish(step, round_, read)
    return round_


@all_or_nothing
def publish_next(evening: Evening, *, after: int, is_extra: bool = False, by: User | None) -> Round:
    """Pair and publish the game after number `after` with one press.

    `is_extra`: the evening has it besides those that were planned. An existing proposal is used,
    with what the leader fixed in it. LeftOut when it would leave out in silence a player who was
    there in the game before.
    """
    with step_on(evening.competition, "publish_next", by=by) as step:
        rows = Rows(step.competition)
        evening = open_evening_in(rows, step.competition, evening)
        last = next((round_ for round_ in reversed(evening.pairings) if round_.is_on_record), None)
        played = last.number if last else 0
        if last and played > after:
            raise StepError(already_published(last))
        if played < after:
            words = _("%(game)s has been withdrawn meanwhile. Look at the page again.")
            raise StepError(words, game=capitalised(evening.round_name(after)))
        _must_be_finished(last)
        if is_extra and evening.games == after:
            evening.games += 1
            evening.save(update_fields=["games"])
        proposed = evening.proposed
        if proposed is None:
            round_, read = new_proposal(step, evening, rows)
            if "cannot" in round_.proposal:
                _keep_unpaired(step, round_, read)
        else:
            round_ = round_now(step, proposed)
            read = pair_again(step, round_, rows)
        must_leave_nobody_out(round_, rows, read.plans)
        _publish(step, round_, read)
        return round_


def _keep_unpaired(step: Step, round_: Round, read: Read) -> None:
    """Store a round that cannot be paired, with its ways out; raises LookAgain."""
    round_.save()
    proposed = replace(step, action="propose_round")
    nothing = named(Proposal(()), read.rows.by_key)
    proposed.note(evening=round_.evening, facts=round_.facts, after=nothing)
    raise LookAgain(proposals.on_page(round_, round_.proposal, read.rows.by_key).cannot)


def _must_be_finished(round_: Round | None) -> None:
    """StepError that names the boards of a round, if there is one, that are still playing."""
    if round_ is None or round_.status == Round.Status.FINISHED:
        return
    playing = round_.games.still_playing().order_by("board")
    boards = [str(game.board) for game in playing]
    unfinished = ngettext(
        "%(game)s is not finished: board %(boards)s has no result yet. Enter it, or"
        " put the game off.",
        "%(game)s is not finished: boards %(boards)s have no result yet. Enter them,"
        " or put the games off.",
        len(boards),
    ) % {"game": round_title(round_), "boards": ", ".join(boards)}
    claims = playing.filter(claims__isnull=False)
    claimed = [str(board) for board in claims.values_list("board", flat=True).distinct()]
    if not claimed:
        raise StepError(unfinished)
    words = ngettext(
        "What a player entered for board %(boards)s is not confirmed yet.",
        "What players entered for boards %(boards)s is not confirmed yet.",
        len(claimed),
    )
    raise StepError(f"{unfinished} {words % {'boards': ', '.join(claimed)}}")


def _publish(step: Step, round_: Round, read: Read) -> None:
    """Write the record of a proposal and its line in the trail."""
    to_pair, entries = read.snapshot.to_pair(), read.rows.by_key
    if "cannot" in round_.proposal or to_pair is None:
        raise StepError(proposals.on_page(round_, round_.proposal, entries).cannot)
    proposal = proposals.from_json(round_.proposal)
    games = []
    for board, pair in enumerate(proposal.pairs, start=1):
        game = Game(
            round=round_,
            board=board,
            white=entries[pair.white],
            black=entries[pair.black],
            fixed=pair.fixed,
        )
        if result := round_.kept_results.pop(pair_key(game), None) or _without_play(pair):
            _restore(game, result, step.by)
        games.append(game)
    round_.published_at = timezone.now()
    round_.published_by = step.by
    round_.update_status(games)
    # How a proposal was paired, which is longer than all the rest, is stored with it.
    idle = step.competition.rules.idle(read.snapshot)
    unpaired = _unpaired(round_, to_pair.round, proposal, entries, idle)
    names = ["status", "finished_at", "kept_results", "published_at", "published_by"]
    if round_.elsewhere:
        names, round_.elsewhere = [*names, "elsewhere"], {}
    round_.save(update_fields=names if round_.pk else None)
    Game.objects.bulk_create(games)
    Unpaired.objects.bulk_create(unpaired)
    restored = sum(game.is_decided for game in games)
    step.note(
        evening=round_.evening,
        facts={**round_.facts, "boards": len(games), "restored": restored},
        after=named(proposal, entries),
    )
    board_is_known(step, round_, games, [entries[key] for key in proposal.byes])
    if step.competition.counts_in_id:
        counting.published(step, round_, games)


def _without_play(pair: Pair) -> dict[str, Any] | None:
    """The result of a game that is not played, since somebody is away; None if it is played."""
    if pair.result is None:
        return None
    put_off = Game.PutOff.NO if pair.result.is_finished else Game.PutOff.POSTPONED
    return {"result": pair.result.value, "put_off": put_off.value, "played_on": None}


def _restore(game: Game, kept: dict[str, Any], by: User | None) -> None:
    """Give a game the result that was kept for it."""
    game.result, game.put_off = kept["result"], kept["put_off"]
    game.played_on = kept["played_on"] and date.fromisoformat(kept["played_on"])
    game.entered_by, game.entered_at = by, timezone.now()


def _unpaired(
    round_: Round,
    paired: types.Round,
    proposal: Proposal,
    entries: dict[str, Entry],
    idle: Collection[PlayerId],
) -> list[Unpaired]:
    """The rows of the byes, of everybody who is away and has no board, and of the players with
    nothing to play in the round."""
    rows = [Unpaired(round=round_, entry=entries[key], kind=Unplayed.BYE) for key in proposal.byes]
    seated = {key for pair in proposal.pairs for key in (pair.white, pair.black)}
    number = round_.evening.number
    kinds = {key: str(Unplayed.EXEMPT) for key in idle if entries[key].belongs_to(number)}
    kinds |= {key: kind for key, kind in paired.unplayed.items() if not kind.was_there}
    kinds |= {key: stored(kind) for key, kind in paired.away.items()}
    results = {key: result for key, result in round_.elsewhere.items() if key not in seated}
    kinds = dict.fromkeys(results, str(Unplayed.ABSENT)) | kinds
    rows += (
        Unpaired(round=round_, entry=entries[key], kind=kind, result=results.get(key, ""))
        for key, kind in kinds.items()
        if key not in seated and key not in proposal.byes
    )
    return rows


def record_digest(round_: Round) -> str:
    """A digest of a published pairing with its results, all of which withdrawing it gives up."""
    games = round_.games.order_by("board")
    return digest(round_.number, [[game.seating, game.result, game.put_off] for game in games])


@all_or_nothing
def withdraw_round(
    round_: Round, *, give_up_results: bool = False, seen: str | None = None, by: User | None
) -> Round:
    """Withdraw the last pairing of the evening: it is a proposal again, as it was before.

    If it has results, NeedsConfirmation names their boards unless the caller says to
    `give_up_results`, which are kept with the round. A proposal for the next game is dropped.
    `seen` is the `record_digest` of what the page showed.
    """
    with step_on(competition_of(round_), "withdraw_round", by=by) as step:
        round_ = round_now(step, round_)
        must_be_open(round_.evening)
        if round_.is_proposed:
            raise StepError(_("%(game)s has been withdrawn already."), game=round_title(round_))
        later = Round.objects.filter(evening=round_.evening, number__gt=round_.number)
        if later.on_record().exists():
            words = _("%(game)s is not the last one. Withdraw what was paired later first.")
            raise StepError(words, game=round_title(round_))
        proposals.must_be_as_seen(record_digest(round_), seen)
        counting.must_count_nothing(round_)
        games = list(round_.games.select_related("white__player", "black__player"))
        settled = _settled_since(round_, games)
        if settled and not give_up_results:
            raise NeedsConfirmation(_asks_to_give_up(round_, settled), settled)
        counting.withdrawn(step, round_, games)
        later.delete()
        entries = {entry.pk: entry for entry in step.competition.entries.by_key().values()}
        step.note(
            evening=round_.evening,
            facts={**round_.facts, "results": len(settled)},
            before=_record_in_words(round_, games, entries),
        )
        round_.kept_results |= {pair_key(game): kept_result(game) for game in settled}
        round_.games.all().delete()
        elsewhere = round_.unpaired.exclude(result="").values_list("entry__key", "result")
        round_.elsewhere = dict(elsewhere)
        round_.unpaired.all().delete()
        round_.status = Round.Status.PROPOSED
        round_.paired_by = Round.PairedBy.SYSTEM
        round_.published_at = round_.published_by = round_.finished_at = None
        round_.save()
        counting.keep_free(step, round_.evening)
        renew_proposal(step, round_.evening)
    round_.refresh_from_db()
    return round_


def _settled_since(round_: Round, games: list[Game]) -> list[Game]:
    """The games with a result, except those that the proposal gave without play."""
    pairs = proposals.from_json(round_.proposal).pairs
    given = {(pair.white, pair.black): _without_play(pair) for pair in pairs}
    settled = [game for game in games if game.is_decided or game.put_off]
    return [
        game for game in settled if kept_result(game) != given.get((game.white.key, game.black.key))
    ]


def _asks_to_give_up(round_: Round, settled: list[Game]) -> str:
    return ngettext(
        "%(game)s has a result on board %(boards)s. Withdraw it all the same? The result is"
        " kept, and comes back when the same players are paired again.",
        "%(game)s has results on boards %(boards)s. Withdraw it all the same? The results"
        " are kept, and come back when the same players are paired again.",
        len(settled),
    ) % {"game": round_title(round_), "boards": ", ".join(str(game.board) for game in settled)}


def _record_in_words(round_: Round, games: list[Game], entries: dict[int, Entry]) -> dict[str, Any]:
    """The boards with their results and who had the bye, for the trail."""
    byes = round_.unpaired.filter(kind=Unplayed.BYE)
    return {
        "pairs": [[str(game.white), str(game.black), game.result] for game in games],
        "bye": ", ".join(str(entries[bye.entry_id]) for bye in byes) or None,
    }
