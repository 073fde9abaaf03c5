"""What comes first in an answer, for a member? And what does an arbiter go through?"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pairing.core.explanation import Refused, Steps
from pairing.core.reason import Reason
from pairing.dutch.explained_group import Group
from pairing.dutch.explained_round import AskedRound
from pairing.dutch.position import PlayerState
from pairing.matching.perfect import bits, greatest_matching
from pairing.reasons import dutch
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss_groups as told
from pairing.reasons import swiss_steps as arbiter

Step = Reason | Refused


# The answer to a member --------------------------------------------------------------------


def first_of_pair(
    asked: AskedRound, number: int, index: int, refused: Sequence[Refused]
) -> tuple[Reason, ...]:
    """Why the higher of a pair came down to this group, and why these two."""
    group = asked.groups[number]
    first, second = group.settled.pairs[index]
    ids = group.id(first), group.id(second)
    why, came = _why_these(asked, number, index, refused), _came_down(asked, number, first)
    return asked.few_words.first(ids, why, came, otherwise=of_all.Plays("3.3", *ids))


def _why_these(
    asked: AskedRound, number: int, index: int, refused: Sequence[Refused]
) -> list[Reason]:
    """Why these two, the most telling first."""
    group = asked.groups[number]
    made = group.settled
    first, second = made.pairs[index]
    player, opponent = group.state(first), group.state(second)
    is_mdp = index < len(made.mdps)
    reasons: list[Reason] = []
    if not is_mdp and (first in made.up or second in made.down):
        why = asked.of_exchange(number)
        reasons.append(told.ChangedHalves("4.3", group.ids(made.down), group.ids(made.up), why))
    if player.score != opponent.score and asked.is_only_one(opponent):
        reasons.append(of_all.OnlyOneWith("1.3", opponent.id, Fraction(opponent.score, 2)))
    elif refused:
        reasons.append(told.CameFirst("4.2", player.id, refused[0].other, refused[0].why))
        reasons.append(told.CameBefore("4.2", opponent.id, len(refused)))
    elif is_mdp:
        reasons.append(told.ComesToPlayBest("4.2", player.id, group.score, opponent.id))
    else:
        reasons.append(told.PlaysBest("4.2", player.id, group.score, opponent.id))
    return reasons


def _came_down(asked: AskedRound, number: int, player: int) -> list[Reason]:
    """Why somebody is in a group below their own points; the fullest reason first."""
    state = asked.groups[number].state(player)
    seat = asked.roster.seat[state.id]
    for above, group in enumerate(asked.groups[:number]):
        if seat not in group.number:
            continue
        over, score = group.number[seat], group.score
        if not group.bracket.may_meet[over]:
            if score == Fraction(state.score, 2) and asked.is_only_one(state):
                return [of_all.OnlyOneWith("1.3", state.id, score)]
            return [told.NoOpponentThere("C1", state.id, score)]
        if over == group.bracket.size - 1:
            return [told.LowestStayedOver("C6", state.id, score)]
        stayed = told.StayedOver("C6", state.id, score)
        for refused in asked.not_over(above, over):
            return [told.StayedOverNot("C6", state.id, score, refused.other, refused.why), stayed]
        return [stayed]
    return []


def came_down_refused(asked: AskedRound, number: int, state: PlayerState) -> Iterator[Refused]:
    """Who could have stayed over in somebody's place in the groups above one."""
    seat = asked.roster.seat[state.id]
    for above, group in enumerate(asked.groups[:number]):
        if seat in group.number:
            yield from asked.not_over(above, group.number[seat])


def first_of_bye(asked: AskedRound, bye: PlayerState) -> tuple[Reason, ...]:
    """Why somebody has the bye."""
    if asked.left.named_bye is not None:
        return (of_all.NamedBye("1.5", bye.id),)
    if bye is asked.roster.players[-1]:
        return (told.LowestStaysOver("C5", bye.id),)
    why: list[Reason] = [told.StaysOverLast("C5", bye.id)]
    refused = next(bye_refused(asked, bye), None)
    if refused is not None:
        why.append(told.StandsLower("C5", refused.other, refused.why))
    return asked.few_words.first([bye.id], why)


def bye_refused(asked: AskedRound, bye: PlayerState) -> Iterator[Refused]:
    """Who stands lower than who has the bye, the lowest first."""
    players = asked.roster.players
    for state in reversed(players[asked.roster.seat[bye.id] + 1 :]):
        why = asked.why_not_bye(state.id)
        if why is not None:
            yield Refused(bye.id, state.id, why, in_place=True)


# The steps of an arbiter --------------------------------------------------------------------


def steps_of(asked: AskedRound, score: Fraction | None) -> list[Steps]:
    """All groups, or that of a score; the highest first."""
    return [
        Steps(group.score, tuple(_of_group(asked, number, group)))
        for number, group in enumerate(asked.groups)
        if score in (None, group.score)
    ]


def _of_group(asked: AskedRound, number: int, group: Group) -> Iterator[Step]:
    bracket, made = group.bracket, group.settled
    own, arrived = group.ids(bits(bracket.residents)), group.ids(bits(bracket.mdps))
    yield of_all.GroupOf("1.3", group.score, own, arrived, bracket.size)
    alone = [player for player, row in enumerate(bracket.may_meet) if not row]
    for player in alone if not bracket.is_last else ():
        yield told.NoOpponentThere("C1", group.id(player), group.score)
    could = (bracket.size - greatest_matching(bracket.may_meet)[1].bit_count()) // 2
    if could > len(made.pairs):
        yield dutch.FewerForRest("C4", len(made.pairs), could)
    elif could < bracket.size // 2:
        yield arbiter.NoMorePairs("C6", could)
    if not made.pairs and not bracket.is_last:
        yield dutch.NobodyPaired("C6", group.ids(range(bracket.size)))
        return
    yield from group.given_up()
    for index, (player, opponent) in enumerate(made.pairs):
        if index in (0, len(made.mdps)):
            pairs, lower = group.part(index)
            yield arbiter.TheHalves("3.2", group.ids(a for a, _ in pairs), group.ids(lower))
            if made.down and index == len(made.mdps):
                down, up = group.ids(made.down), group.ids(made.up)
                yield told.ChangedHalves("4.3", down, up, asked.of_exchange(number))
        yield from asked.passed_over(number, index)
        yield of_all.Plays("3.3", group.id(player), group.id(opponent))
    for over in bits(made.unpaired):
        if over in alone and not bracket.is_last:
            continue
        yield from asked.not_over(number, over)
        player_id, is_lowest = group.id(over), over == bracket.size - 1
        if not bracket.is_last:
            stayed = told.LowestStayedOver if is_lowest else told.StayedOver
            yield stayed("C6", player_id, group.score)
        else:
            stays = told.LowestStaysOver if is_lowest else told.StaysOverLast
            yield stays("C5", player_id)
