"""Groups whose members do not meet: a family, a club, a school, a team.

They never meet, not in the first rounds, or not if it can be avoided. As forbidden pairs, only
leaders see them.
"""

from collections.abc import Iterable
from itertools import combinations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_texts
from clubcomp.flow.competitions.fide_rules import reason_for_pair
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rows_now import entry_now
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Competition, Entry, ForbiddenPair, User

#: How its members are kept apart.
ALWAYS, FIRST_ROUNDS, IF_POSSIBLE = "always", "first", "possible"
#: One of a group's pairs, which says how, and who is in it.
Apart = tuple[ForbiddenPair, list[Entry]]
#: The most members of a group: each two of them are a row.
MOST = 40


@all_or_nothing
def keep_apart(
    competition: Competition,
    *,
    group: str,
    members: Iterable[Entry],
    how: str = ALWAYS,
    rounds: int | None = None,
    reason: str = "",
    by: User | None,
) -> None:
    """The members of a group do not meet from now on; a group of that name is replaced.

    `rounds`: in how many of the first rounds, if `how` is `FIRST_ROUNDS`.
    """
    with step_on(competition, "keep_apart", by=by) as step:
        group = " ".join(group.split())
        entries = [entry_now(step, entry) for entry in members]
        if not group:
            raise StepError(_("Give the group a name."))
        if not 2 <= len({entry.pk for entry in entries}) <= MOST:
            raise StepError(_("A group has 2 to %(most)s players."), most=MOST)
        if (how == FIRST_ROUNDS) != bool(rounds):
            raise StepError(_("Say in how many of the first rounds they do not meet."))
        reason, late = reason_for_pair(step.competition, reason)
        before = ForbiddenPair.objects.filter(competition=step.competition, group=group)
        before.delete()
        rows = [
            ForbiddenPair(
                competition=step.competition,
                one=first,
                other=second,
                reason=reason,
                group=group,
                until_round=rounds,
                if_possible=how == IF_POSSIBLE,
            )
            for first, second in combinations(entries, 2)
        ]
        check_texts(rows[0])
        ForbiddenPair.objects.bulk_create(rows)
        # Without the group's name, which may be a person's.
        facts = {"count": len(entries), "how": how, "rounds": rounds, **late}
        step.note(facts=facts, after={"players": [str(entry) for entry in entries]}, reason=reason)
        renew_proposal(step)


@all_or_nothing
def end_apart(competition: Competition, *, group: str, reason: str = "", by: User | None) -> None:
    """The members of a group may meet again. Doing so twice is no error."""
    with step_on(competition, "end_apart", by=by) as step:
        rows = ForbiddenPair.objects.filter(competition=step.competition, group=group).exclude(
            group=""
        )
        pairs = list(rows.select_related("one__player", "other__player"))
        if not pairs:
            return
        reason, late = reason_for_pair(step.competition, reason)
        names = dict.fromkeys(str(entry) for pair in pairs for entry in (pair.one, pair.other))
        rows.delete()
        facts = {"count": len(names), **late}
        step.note(facts=facts, before={"players": [*names]}, reason=reason)
        renew_proposal(step)


def how_of(pair: ForbiddenPair) -> str:
    """How the group of a pair is kept apart."""
    if pair.if_possible:
        return IF_POSSIBLE
    return FIRST_ROUNDS if pair.until_round else ALWAYS


def groups_apart(competition: Competition) -> list[Apart]:
    """The groups, in the order in which they were made."""
    pairs = competition.forbidden_pairs.exclude(group="")
    groups: dict[str, tuple[ForbiddenPair, dict[int, Entry]]] = {}
    for pair in pairs.select_related("one__player", "other__player"):
        _first, members = groups.setdefault(pair.group, (pair, {}))
        members |= {entry.pk: entry for entry in (pair.one, pair.other)}
    return [(pair, [*members.values()]) for pair, members in groups.values()]


def forget_groups(pairs: QuerySet[ForbiddenPair], entries: Iterable[Entry]) -> None:
    """Take the name, which may be a family's, and the reason from the groups of these pairs."""
    named = dict(pairs.exclude(group="").order_by("-pk").values_list("group", "pk"))
    for group, pk in named.items():
        rows = ForbiddenPair.objects.filter(group=group, competition__entries__in=entries)
        rows.update(group=str(pk), reason="")
