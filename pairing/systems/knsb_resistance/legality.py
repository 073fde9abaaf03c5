"""What do the norms say against a proposal, hand-made or our own? 3.1-3.3, 6."""

from pairing.core.by_hand import score_difference
from pairing.core.types import Fact, Problem, Proposal, Snapshot
from pairing.systems.knsb_resistance.explain import coloured
from pairing.systems.knsb_resistance.options import Options
from pairing.systems.knsb_resistance.position import read_position


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Warnings: the two have met (3.1), a second free point (3.2), colours that 6 would give the
    other way round; of a pair that the leader made also different points (3.3)."""
    position = read_position(snapshot, options)
    cards = {card.id: card for card in position.cards}
    found: list[Problem] = []
    for pair in proposal.pairs:
        white, black = cards[pair.white], cards[pair.black]
        facts: dict[str, Fact] = {"white": white.id, "black": black.id}
        if black.id in white.opponents:
            found.append(Problem("warning", "met_before", facts, "3.1"))
        if pair.fixed and white.score != black.score:
            found.append(score_difference(white, black, facts, "3.3"))
        wanted = coloured(white, black, options, position.place)
        if wanted.white != white.id:
            (reason,) = wanted.reasons
            facts = facts | {"rule": reason.code, "facts": dict(reason.facts)}
            found.append(Problem("warning", "colours", facts, reason.article))
    if proposal.bye is not None and cards[proposal.bye.player].has_had_free_point:
        found.append(Problem("warning", "second_bye", {"player": proposal.bye.player}, "3.2"))
    return found
