"""How is a proposal made, and how does the leader change it?

A proposal is always paired from the present data: every step that changes those calls
`renew_proposal` in its own transaction. What the leader fixed by hand stays, and the system pairs
the rest around it.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubcomp.flow.checks import checked_reason, first_unordered
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings import proposal as proposals
from clubcomp.flow.pairings.drawn import drawn_in
from clubcomp.flow.pairings.proposal import must_keep_ahead, played_ahead, seats_of, sentences_of
from clubcomp.flow.rounds import round_title
from clubcomp.flow.rows_now import (
    competition_of,
    entry_now,
    must_be_drawn,
    must_be_of_one_group,
    must_be_open,
    open_evening_in,
    round_now,
)
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Entry, Evening, ForbiddenPair, Round, User
from clubcomp.models.plans import Plans, plans_of, statuses_in
from clubcomp.record.snapshots import round_to_pair, snapshot_from, with_proposed
from pairing.core.system import CannotPair
from pairing.core.types import Proposal, Snapshot
from pairing.formats.document import write_document
from pairing.sentences.words import capitalised


@all_or_nothing
def propose_round(evening: Evening, *, number: int | None = None, by: User | None) -> Round:
    """Pair the next game of the evening, or return its proposal if there is one already.

    The game before may still be playing. `number` is the number that the page showed, if any.
    """
    with step_on(evening.competition, "propose_round", by=by) as step:
        rows = Rows(step.competition)
        evening = open_evening_in(rows, step.competition, evening)
        on_record = [round_ for round_ in evening.pairings if round_.is_on_record]
        _must_be_next(evening, on_record, number)
        existing = evening.proposed
        if existing is not None:
            return round_now(step, existing)
        round_, _read = new_proposal(step, evening, rows)
        round_.save()
        step.note(
            evening=evening,
            facts=round_.facts,
            after=named(proposals.from_json(round_.proposal), rows.by_key),
        )
        return round_


def _must_be_next(evening: Evening, on_record: list[Round], number: int | None) -> None:
    """StepError when game `number` has been published meanwhile, or is not the next any more."""
    if number is None:
        return
    if paired := next((round_ for round_ in on_record if round_.number == number), None):
        raise StepError(already_published(paired))
    if len(on_record) + 1 != number:
        words = _("%(game)s has been withdrawn meanwhile. Look at the page again.")
        raise StepError(words, game=capitalised(evening.round_name(number - 1)))


class Read(NamedTuple):
    """What a round was paired from: the competition's rows, the plans of the evening, and the
    snapshot that they make."""

    rows: Rows
    plans: Plans
    snapshot: Snapshot


def new_proposal(step: Step, evening: Evening, rows: Rows) -> tuple[Round, Read]:
    """The proposal of the next game, which the caller stores, and what it was paired from.

    StepError when there is no next game, or no pairing is possible.
    """
    number = len(evening.pairings) + 1
    if number > evening.games:
        words = _(
            "All games planned for this evening are paired (%(games)s). Plan another game,"
            " or close the evening."
        )
        raise StepError(words, games=evening.games)
    must_be_drawn(step.competition)
    seats = seats_of(rows.games_ahead_of(evening, number))
    round_ = Round(evening=evening, number=number, **seats)
    return round_, pair_again(step, round_, rows, must_succeed=True)


def pair_again(
    step: Step,
    round_: Round,
    rows: Rows | None = None,
    *,
    plans: Plans | None = None,
    must_succeed: bool = False,
    keep_errors: bool = False,
) -> Read:
    """Pair a proposal from the present data, unless it was paired from the same.

    `rows` are the competition's, if the caller has them, `plans` those of the evening. A proposal
    that is not stored yet stays so. When no pairing is possible, that is a StepError if it
    `must_succeed`, and else stored with the round; it is always stored when pairing is too hard, or
    none is legal where there was none before, since the leader then takes a way out. `keep_errors`
    accepts boards that a document fixed against the rules: they are shown, and publishing refuses
    them.
    """
    plans = plans or plans_of(round_.evening)
    rows = rows or Rows(step.competition)
    record = snapshot_from(rows, step.competition)
    snapshot = with_proposed(record, rows, round_, plans)
    if step.competition.rules.draws_rounds:
        round_.drawn = drawn_in(step.competition, round_, snapshot)
        snapshot = with_proposed(record, rows, round_, plans)
    read = Read(rows, plans, snapshot)
    text = write_document(read.snapshot)
    stored = round_.proposal.get("problems", ())
    has_errors = any(problem["severity"] == "error" for problem in stored)
    if round_.is_paired_from(text) and not must_succeed and not has_errors:
        return read
    try:
        proposal, problems = proposals.pair(read.snapshot)
    except CannotPair as error:
        has_ways = error.code == "no_pairing" and not round_.proposal.get("pairs")
        if must_succeed and error.code != "too_hard" and not has_ways:
            sentences = sentences_of(step.competition.system, rows.by_key)
            raise proposals.refused(error, read.snapshot, sentences) from error
        round_.proposal = proposals.cannot_as_json(error)
    else:
        if not keep_errors:
            proposals.must_have_no_errors(problems, step.competition.system, rows.by_key)
        points = proposals.points_as_json(read.snapshot)
        round_.proposal = proposals.as_json(proposal, problems) | points
    round_.keep_paired_from(text)
    round_.system, round_.options = step.competition.system, step.competition.options
    round_.paired_by = Round.PairedBy.SYSTEM
    if round_.pk:
        round_.save()
    return read


def renew_proposal(step: Step, evening: Evening | None = None) -> None:
    """Pair the open proposal again, if there is one, because the data it was made from changed.

    For use inside the step that changed them: attendance, a result, an entry, a forbidden pair,
    the options. `evening` None: any evening of the competition; an open one is the only one that
    can have a proposal.
    """
    if evening is None:
        rounds = Round.objects.filter(evening__competition=step.competition)
        proposed = first_unordered(rounds.proposed().select_related("evening"))
    else:
        proposed = evening.proposed
    if proposed is not None:
        renew(step, proposed)


def renew(step: Step, proposed: Round, plans: Plans | None = None) -> None:
    """Pair a proposal again; `plans` are those of its evening by now.

    A board that the leader fixed lapses, with a line in the trail, when one of the two is away or
    they may no longer meet; a result elsewhere lapses when its player has left.
    """
    if proposed.elsewhere:
        known, number = step.competition.entries.by_key(), proposed.evening.number
        stay = {key for key, entry in known.items() if entry.belongs_to(number)}
        results = proposed.elsewhere.items()
        proposed.elsewhere = {key: result for key, result in results if key in stay}
        proposed.save(update_fields=["elsewhere"])
    _let_lapse(step, proposed)
    pair_again(step, proposed, plans=plans)


def _let_lapse(step: Step, round_: Round) -> None:
    """Drop fixed boards and named byes that are no longer possible."""
    if not round_.fixed and not round_.named_byes:
        return
    present = taking_part(round_)
    forbidden = ForbiddenPair.objects.in_force(step.competition)
    ahead = played_ahead(round_)
    lapsed = [
        board
        for board in round_.fixed
        if (seated := frozenset(board[:2])) not in ahead
        and (not seated <= present or seated in forbidden or len(_groups_of(round_, seated)) > 1)
    ]
    entries = step.competition.entries.by_key()
    byes = [
        key
        for key in round_.named_byes
        if key not in present or is_even(round_.evening, entries[key], present)
    ]
    if not lapsed and not byes:
        return
    round_.fixed = [board for board in round_.fixed if board not in lapsed]
    round_.named_byes = [key for key in round_.named_byes if key not in byes]
    facts = round_.facts | {"lapsed": True}
    for white, black, reason in lapsed:
        # One of the two may have been taken out of the competition altogether.
        pair = {"white": str(entries.get(white, white)), "black": str(entries.get(black, black))}
        replace(step, action="release_board").note(
            evening=round_.evening, facts=facts | pair, before={"reason": reason}
        )
    for key in byes:
        replace(step, action="name_bye").note(
            evening=round_.evening, facts=facts, before={"player": str(entries.get(key, key))}
        )
    round_.save(update_fields=["fixed", "named_byes"])


def _groups_of(round_: Round, seated: Collection[str]) -> set[str]:
    """The groups of players, by key, in a round. One query."""
    competition = round_.evening.competition_id
    entries = Entry.objects.filter(competition=competition, key__in=seated)
    return {entry.group_on(round_.evening.number) for entry in entries}


def taking_part(round_: Round) -> frozenset[str]:
    """The keys of those who are present for a proposal and have not played its game ahead."""
    present = round_to_pair(statuses_in(round_.evening, round_.number)).present or ()
    return frozenset(present) - frozenset().union(*played_ahead(round_))


@all_or_nothing
def discard_proposal(round_: Round, *, seen: str | None = None, by: User | None) -> None:
    """Delete a proposal. Results kept from when it was published stay in the trail.

    `seen` is, here and below, the `proposal_digest` of what the page showed.
    """
    with step_on(competition_of(round_), "discard_proposal", by=by) as step:
        round_ = proposal_now(step, round_)
        proposals.must_be_as_seen(proposals.proposal_digest(round_), seen)
        before = in_words(step, round_) | {"kept_results": round_.kept_results}
        step.note(evening=round_.evening, facts=round_.facts, before=before)
        round_.delete()


@all_or_nothing
def fix_board(
    round_: Round,
    *,
    white: Entry,
    black: Entry,
    reason: str,
    seen: str | None = None,
    by: User | None,
) -> Round:
    """Let two players meet, with these colours, for the reason that the leader gives."""
    with rearranging(round_, "fix_board", by=by, seen=seen, reason=reason) as (step, now, facts):
        white, black = entry_now(step, white), entry_now(step, black)
        facts |= {"white": str(white), "black": str(black)}
        if white.pk == black.pk:
            raise StepError(_("Choose two different players."))
        _must_take_part(now, white, black)
        must_be_of_one_group(now.evening, white, black)
        board = [white.key, black.key, reason.strip()]
        if board not in now.fixed:
            seated = {white.key, black.key}
            now.fixed = [fixed for fixed in now.fixed if not seated & set(fixed[:2])] + [board]
        now.named_byes = [key for key in now.named_byes if key not in (white.key, black.key)]
    return now


@all_or_nothing
def release_board(
    round_: Round, *, white: Entry, black: Entry, seen: str | None = None, by: User | None
) -> Round:
    """Let the system pair two players again whose board was fixed."""
    with rearranging(round_, "release_board", by=by, seen=seen) as (_step, now, facts):
        facts |= {"white": str(white), "black": str(black)}
        seated = {white.key, black.key}
        now.fixed = [board for board in now.fixed if set(board[:2]) != seated]
    return now


@all_or_nothing
def name_bye(
    round_: Round, *, player: Entry, is_named: bool = True, seen: str | None = None, by: User | None
) -> Round:
    """Name the player who has the bye of their group, or let the system decide again."""
    with rearranging(round_, "name_bye", by=by, seen=seen) as (step, now, facts):
        player = entry_now(step, player)
        now.named_byes = byes_elsewhere(now, player)
        if is_named:
            facts |= {"player": str(player)}
            _must_take_part(now, player)
            if is_even(now.evening, player, taking_part(now)):
                raise StepError(_("The number of players is even, so nobody has the bye."))
            now.fixed = [board for board in now.fixed if player.key not in board[:2]]
            now.named_byes.append(player.key)
    return now


def byes_elsewhere(round_: Round, player: Entry) -> list[str]:
    """The named byes, by key, of other groups than a player's. One query."""
    named = Entry.objects.filter(competition=player.competition_id, key__in=round_.named_byes)
    elsewhere = [entry.key for entry in named if not entry.plays_with(player, round_.evening)]
    return sorted(elsewhere)


def is_even(evening: Evening, entry: Entry, present: Collection[str]) -> bool:
    """Whether an even number of the player's group is present. One query."""
    candidates = Entry.objects.filter(competition=entry.competition_id, key__in=present)
    return sum(entry.plays_with(candidate, evening) for candidate in candidates) % 2 == 0


def _must_take_part(round_: Round, *players: Entry) -> None:
    present = taking_part(round_)
    for player in players:
        if player.key not in present:
            words = _("%(player)s is not present for %(game)s. Mark the player present first.")
            raise StepError(words, player=player, game=round_.evening.round_name(round_.number))


@contextmanager
def rearranging(
    round_: Round,
    action: str,
    *,
    by: User | None,
    seen: str | None = None,
    reason: str | None = None,
) -> Iterator[tuple[Step, Round, dict[str, Any]]]:
    """A step that changes what is fixed in a proposal, and pairs the rest around it.

    The body changes `fixed` and `named_byes` of the round it gets, and adds to the facts for the
    trail. If it does, the proposal has to be the one that was `seen`; if not, nothing is written.
    `reason` None: the step needs none.
    """
    with step_on(competition_of(round_), action, by=by) as step:
        now = proposal_now(step, round_)
        reason = "" if reason is None else checked_reason(reason)
        fixed_before = ([list(board) for board in now.fixed], [*now.named_byes])
        before = in_words(step, now)
        facts: dict[str, Any] = now.facts
        yield step, now, facts
        if fixed_before == (now.fixed, now.named_byes):
            return
        proposals.must_be_as_seen(proposals.proposal_digest(now), seen)
        must_keep_ahead(now)
        now.save(update_fields=["fixed", "named_byes"])
        pair_again(step, now, must_succeed=True)
        warnings = now.proposal.get("problems")
        step.note(
            evening=now.evening,
            facts=facts | ({"problems": warnings} if warnings else {}),
            before=before,
            after=in_words(step, now),
            reason=reason,
        )


def proposal_now(step: Step, round_: Round) -> Round:
    """The round read again; it still has to be a proposal on an open evening."""
    now = round_now(step, round_)
    must_be_open(now.evening)
    if not now.is_proposed:
        raise StepError(already_published(now))
    return now


def already_published(round_: Round) -> str:
    """The sentence that says when and by whom a round was published."""
    facts = {
        "game": round_title(round_),
        "time": date_format(timezone.localtime(round_.published_at), "TIME_FORMAT"),
        "person": str(round_.published_by or ""),
    }
    if round_.published_by is None:
        return _("%(game)s was already published, at %(time)s.") % facts
    return _("%(game)s was already published, at %(time)s by %(person)s.") % facts


def in_words(step: Step, round_: Round) -> dict[str, Any]:
    """A pairing for the trail: the players of each board by name, and who has the bye."""
    return named(proposals.from_json(round_.proposal), step.competition.entries.by_key())


def named(proposal: Proposal, entries: dict[str, Entry]) -> dict[str, Any]:
    """A proposal with the players' names instead of their keys."""
    return {
        "pairs": [[str(entries[pair.white]), str(entries[pair.black])] for pair in proposal.pairs],
        "bye": ", ".join(str(entries[key]) for key in proposal.byes) or None,
    }
