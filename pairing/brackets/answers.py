"""What comes first in an answer, for a member? And what does an arbiter go through for a group?"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pairing.brackets.asked_round import AskedRound
from pairing.core.explanation import Refused
from pairing.core.position import BracketState
from pairing.core.reason import Reason
from pairing.matching.perfect import bits
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss_groups as told
from pairing.reasons import swiss_steps as arbiter

Step = Reason | Refused


# The answer to a member: at most two sentences, the most telling ones --------------------------


def first_of_pair(
    asked: AskedRound, number: int, index: int, refused: Sequence[Refused]
) -> tuple[Reason, ...]:
    """Why the higher of a pair came down to this group, and why these two."""
    group = asked.groups[number]
    first, second = group.made.pairs[index]
    ids = group.id(first), group.id(second)
    why, came = _why_these(asked, number, index, refused), _came_down(asked, number, first)
    otherwise = of_all.Plays(asked.articles.pair, *ids)
    return asked.few_words.first(ids, why, came, otherwise=otherwise)


def _why_these(
    asked: AskedRound, number: int, index: int, refused: Sequence[Refused]
) -> list[Reason]:
    """Why these two, the most telling first."""
    group, articles = asked.groups[number], asked.articles
    first, second = group.made.pairs[index]
    player, opponent = group.state(first), group.state(second)
    in_first_part = index < len(group.made.moved_down)
    halves = group.made.halves
    reasons: list[Reason] = []
    if not in_first_part and (first in halves.up or second in halves.down):
        reasons.append(_changed_halves(asked, number))
    score, alike = Fraction(opponent.score, 2), asked.there.number_with(opponent.score)
    if player.score != opponent.score and alike == 1:
        reasons.append(of_all.OnlyOneWith(articles.scores, opponent.id, score))
    elif player.score == opponent.score and alike == group.bracket.size == 2:
        reasons.append(of_all.OnlyTwoWith(articles.scores, player.id, opponent.id, score))
    elif refused:
        turn, (came_first, *_) = articles.turn, refused
        reasons.append(told.CameFirst(turn, player.id, came_first.other, came_first.why))
        reasons.append(told.CameBefore(turn, opponent.id, len(refused)))
    else:
        plays = told.ComesToPlayBest if in_first_part else told.PlaysBest
        is_above = group.points(second) > group.score
        reasons.append(plays(articles.turn, player.id, group.score, opponent.id, is_above))
    return reasons


def _changed_halves(asked: AskedRound, number: int) -> Reason:
    """The exchange of a group, and what it was for."""
    group = asked.groups[number]
    down, up = (group.ids(those) for those in (group.made.halves.down, group.made.halves.up))
    return told.ChangedHalves(asked.articles.exchange, down, up, group.why_exchanged())


def _came_down(asked: AskedRound, number: int, player: int) -> list[Reason]:
    """Why somebody is in a group below their own points; the fullest reason first."""
    state = asked.groups[number].state(player)
    for left in asked.left_over(number, state):
        if left.is_alone:
            if left.score == Fraction(state.score, 2) and asked.there.number_with(state.score) == 1:
                return [of_all.OnlyOneWith(asked.articles.scores, state.id, left.score)]
            return [told.NoOpponentThere("C1", state.id, left.score)]
        if left.is_lowest:
            return [told.LowestStayedOver("C6", state.id, left.score)]
        stayed = told.StayedOver("C6", state.id, left.score)
        seat = asked.roster.seat[state.id]
        if left.group is not None:
            for one in asked.not_over(left.group, asked.groups[left.group].number[seat]):
                return [told.StayedOverNot("C6", state.id, left.score, one.other, one.why), stayed]
        return [stayed]
    return asked.came_with(number, state)


def first_of_bye(asked: AskedRound, bye: BracketState) -> tuple[Reason, ...]:
    """Why somebody has the bye."""
    article = asked.articles.over_last
    if asked.left.named_bye is not None:
        return (of_all.NamedBye(asked.articles.bye, bye.id),)
    if bye is asked.roster.players[-1]:
        return (asked.lowest_over(bye.id),)
    why: list[Reason] = [told.StaysOverLast(article, bye.id)]
    refused = next(asked.no_bye_below(bye), None)
    if refused is not None:
        why.append(told.StandsLower(article, refused.other, refused.why))
    return asked.few_words.first([bye.id], why)


# The steps of an arbiter -----------------------------------------------------------------------


def steps_of_pairs(asked: AskedRound, number: int) -> Iterator[Step]:
    """The halves, then by player of S1 who was refused and who was taken."""
    group, articles = asked.groups[number], asked.articles
    made = group.made
    for index, (player, opponent) in enumerate(made.pairs):
        if index in (0, len(made.moved_down)):
            pairs, lower = group.part(index)
            upper = group.ids(a for a, _ in pairs)
            yield arbiter.TheHalves(articles.halves, upper, group.ids(lower))
            if made.halves.down and index == len(made.moved_down):
                yield _changed_halves(asked, number)
        yield from asked.passed_over(number, index)
        yield of_all.Plays(articles.pair, group.id(player), group.id(opponent))


def steps_of_over(asked: AskedRound, number: int) -> Iterator[Step]:
    """Who stays over, and why nobody who stands lower."""
    group = asked.groups[number]
    for over in bits(group.made.unpaired):
        player, is_lowest = group.id(over), group.bracket.seats[over] == group.lowest
        if group.bracket.is_last:
            yield from asked.not_over(number, over)
            stays = told.StaysOverLast(asked.articles.over_last, player)
            yield asked.lowest_over(player) if is_lowest else stays
        elif not group.is_alone(over):
            if group.bracket.may_meet[over]:
                yield from asked.not_over(number, over)
            stayed = told.LowestStayedOver if is_lowest else told.StayedOver
            yield stayed("C6", player, group.score)
