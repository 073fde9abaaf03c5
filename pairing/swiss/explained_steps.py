"""What does an arbiter go through, group by group? C1, the halves, D1, D2, what was given up."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pairing.core.explanation import Refused, Steps
from pairing.core.reason import Reason
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss_groups as told
from pairing.reasons import swiss_steps as arbiter
from pairing.swiss.explained_group import AnyGroup
from pairing.swiss.explained_round import AskedRound
from pairing.swiss.settled import Settled

Step = Reason | Refused


def steps_of(asked: AskedRound, score: Fraction | None) -> list[Steps]:
    """All groups, or that of a score; those too of which everybody moved on; the highest first."""
    numbers = {id(group.settled): number for number, group in enumerate(asked.groups)}
    settled = sorted(asked.decision.settled, key=lambda settled: -settled.score)
    return [
        Steps(
            Fraction(one.score, 2),
            tuple(_of_group(asked, one, numbers.get(id(one)))),
        )
        for one in settled
        if score in (None, Fraction(one.score, 2))
    ]


def _of_group(asked: AskedRound, settled: Settled[Any, Any], number: int | None) -> Iterator[Step]:
    """One group; `number` None: nobody was paired in it."""
    players = asked.roster.players
    score = Fraction(settled.score, 2)
    seats = sorted((*settled.bracket.seats, *settled.removed))
    own = tuple(players[seat].id for seat in seats if players[seat].score == settled.score)
    arrived = tuple(players[seat].id for seat in seats if players[seat].score > settled.score)
    yield of_all.GroupOf("A3", score, own, arrived, len(seats))
    for seat in settled.removed:
        yield told.NoOpponentThere("C1", players[seat].id, score)
    if number is None:
        for seat in settled.unpaired:
            yield told.StayedOver("C6", players[seat].id, score)
        return
    group = asked.groups[number]
    yield from _done(group)
    yield from group.given_up()
    yield from _pairs(asked, number, group)
    yield from _over(asked, number, group)


def _done(group: AnyGroup) -> Iterator[Reason]:
    """C12-C15: what was done beyond pairing the group."""
    for step in group.settled.steps:
        if step.code == "merged":
            yield told.Merged(step.article, Fraction(step.score, 2))
        elif step.code == "in_vain":
            yield arbiter.OpenedInVain(step.article)
        elif step.code == "one_group":
            yield arbiter.AsOneGroup(step.article, group.bracket.size)
    articles, made, bracket = group.articles, group.made, group.bracket
    level, pairs, opening = made.level, len(made.pairs), group.opening
    is_fewer = opening is not None and pairs < opening.pairs
    came = 0 if bracket.is_homogeneous else bracket.moved_down
    if level.in_s1 < came and (opening is None or level.in_s1 == opening.in_s1) and not is_fewer:
        yield arbiter.FewerInS1(articles.fewer_moved_down, level.in_s1, came)
    if opening is not None and is_fewer:
        yield arbiter.FewerForLast(articles.last, pairs, opening.pairs, opening.in_s1)
    elif level.lowered:
        yield arbiter.NoMorePairs(articles.fewer_pairs, pairs)
    if opening is None:
        return
    free = group.first(bracket)
    if free is not None and free.unpaired != made.unpaired:
        then, now = (group.ids(one.halves.unpaired) for one in (free, made))
        article = articles.last if opening.is_last else articles.reopen
        yield arbiter.Opened(article, then, now, Fraction(opening.score, 2))


def _pairs(asked: AskedRound, number: int, group: AnyGroup) -> Iterator[Step]:
    """D1-D3: the halves, then by player of S1 who was refused and who was taken."""
    came, halves = group.made.moved_down, group.made.halves
    for index, (player, opponent) in enumerate(group.made.pairs):
        if index in (0, len(came)):
            pairs, lower = group.part(index)
            yield arbiter.TheHalves("C4", group.ids(a for a, _ in pairs), group.ids(lower))
            if halves.down and index == len(came):
                down, up = group.ids(halves.down), group.ids(halves.up)
                yield told.ChangedHalves("D2", down, up, asked.of_exchange(number))
        yield from asked.passed_over(number, index)
        yield of_all.Plays("C6", group.id(player), group.id(opponent))


def _over(asked: AskedRound, number: int, group: AnyGroup) -> Iterator[Step]:
    """C6: who stays over, and why nobody who stands lower."""
    for over in group.made.halves.unpaired:
        yield from asked.not_over(number, over)
        player, is_lowest = group.id(over), over == group.bracket.size - 1
        if not group.bracket.is_last:
            stayed = told.LowestStayedOver if is_lowest else told.StayedOver
            yield stayed("C6", player, group.score)
        elif not is_lowest:
            yield told.StaysOverLast("C6", player)
        elif asked.position.round == 1:
            yield told.LowestFirstRound("F4", player)
        else:
            yield told.LowestStaysOver("C6", player)
