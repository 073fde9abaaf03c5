"""What comes first in an answer, for a member? At most two sentences, the most telling ones."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pairing.core.explanation import Refused
from pairing.core.reason import Reason
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss_groups as told
from pairing.swiss.explained_round import AskedRound
from pairing.swiss.position import PlayerState


def first_of_pair(
    asked: AskedRound, number: int, index: int, refused: Sequence[Refused]
) -> tuple[Reason, ...]:
    """Why the higher of a pair came down to this group, and why these two."""
    group = asked.groups[number]
    first, second = group.made.pairs[index]
    ids = group.id(first), group.id(second)
    why, came = _why_these(asked, number, index, refused), _came_down(asked, number, first)
    return asked.few_words.first(ids, why, came, otherwise=of_all.Plays("C6", *ids))


def _why_these(
    asked: AskedRound, number: int, index: int, refused: Sequence[Refused]
) -> list[Reason]:
    """Why these two, the most telling first."""
    group = asked.groups[number]
    first, second = group.made.pairs[index]
    player, opponent = group.state(first), group.state(second)
    in_first_part = index < len(group.made.moved_down)
    halves = group.made.halves
    reasons: list[Reason] = []
    if not in_first_part and (first in halves.up or second in halves.down):
        why = asked.of_exchange(number)
        reasons.append(told.ChangedHalves("D2", group.ids(halves.down), group.ids(halves.up), why))
    if player.score != opponent.score and asked.is_only_one(opponent):
        reasons.append(of_all.OnlyOneWith("A2", opponent.id, Fraction(opponent.score, 2)))
    elif refused:
        reasons.append(told.CameFirst("D1", player.id, refused[0].other, refused[0].why))
        reasons.append(told.CameBefore("D1", opponent.id, len(refused)))
    elif in_first_part:
        reasons.append(told.ComesToPlayBest("D1", player.id, group.score, opponent.id))
    else:
        reasons.append(told.PlaysBest("D1", player.id, group.score, opponent.id))
    return reasons


def _came_down(asked: AskedRound, number: int, player: int) -> list[Reason]:
    """Why somebody is in a group below their own points; the fullest reason first."""
    here, state = asked.groups[number].settled, asked.groups[number].state(player)
    seat = asked.roster.seat[state.id]
    for settled in sorted(asked.decision.settled, key=lambda settled: -settled.score):
        if settled.score <= here.score:
            break
        score = Fraction(settled.score, 2)
        if seat in settled.removed:
            if settled.score == state.score and asked.is_only_one(state):
                return [of_all.OnlyOneWith("A2", state.id, score)]
            return [told.NoOpponentThere("C1", state.id, score)]
        if seat in settled.unpaired:
            if settled.bracket.seats[-1] == seat:
                return [told.LowestStayedOver("C6", state.id, score)]
            over = told.StayedOver("C6", state.id, score)
            for refused in stayed_over(asked, state, settled.score):
                return [told.StayedOverNot("C6", state.id, score, refused.other, refused.why), over]
            return [over]
    merged = [step for step in here.steps if step.code == "merged"]
    if state.score > here.score and merged:
        return [told.Merged(merged[-1].article, Fraction(merged[-1].score, 2))]
    return []


def stayed_over(asked: AskedRound, state: PlayerState, score: int) -> Iterator[Refused]:
    """Who could have stayed over in somebody's place in the group of this score (half points)."""
    seat = asked.roster.seat[state.id]
    for number, group in enumerate(asked.groups):
        if group.settled.score == score and seat in group.number:
            yield from asked.not_over(number, group.number[seat])


def came_down_refused(asked: AskedRound, number: int, state: PlayerState) -> Iterator[Refused]:
    """The same of all groups above one."""
    for group in asked.groups[:number]:
        yield from stayed_over(asked, state, group.settled.score)


def first_of_bye(asked: AskedRound, bye: PlayerState) -> tuple[Reason, ...]:
    """Why somebody has the bye."""
    if asked.left.named_bye is not None:
        return (of_all.NamedBye("A5", bye.id),)
    if bye is asked.roster.players[-1]:
        if asked.position.round == 1:
            return (told.LowestFirstRound("F4", bye.id),)
        return (told.LowestStaysOver("C6", bye.id),)
    why: list[Reason] = [told.StaysOverLast("C6", bye.id)]
    last = len(asked.groups) - 1
    over = asked.groups[last].number[asked.roster.seat[bye.id]]
    refused = next(asked.not_over(last, over), None)
    if refused is not None:
        why.append(told.StandsLower("C6", refused.other, refused.why))
    return asked.few_words.first([bye.id], why)
