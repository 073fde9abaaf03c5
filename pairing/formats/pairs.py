"""How is a proposal written for other programs: as lines of pairs, or for JSON?"""

from pairing.core.types import Fact, Proposal

#: The opponent of the player with the bye, in lines of pairs.
NOBODY = "0"


def write_pairs(*proposals: Proposal) -> str:
    """The number of lines that follow, then `WHITE BLACK` in board order, the bye as `ID 0`.

    JaVaFo and bbpPairings write this form. In a competition in groups each group has its own
    proposal, with its bye after its boards.
    """
    lines: list[str] = []
    for proposal in proposals:
        lines += [f"{pair.white} {pair.black}" for pair in proposal.pairs]
        lines += [f"{player} {NOBODY}" for player in proposal.byes]
    return "".join(f"{line}\n" for line in (len(lines), *lines))


def proposal_data(proposal: Proposal) -> dict[str, list[dict[str, Fact]]]:
    """The proposal, ready for JSON: {"pairs": [{"board", "white", "black", "fixed"?}], "byes":
    [{"player"}]}."""
    pairs: list[dict[str, Fact]] = []
    for board, pair in enumerate(proposal.pairs, start=1):
        data: dict[str, Fact] = {"board": board, "white": pair.white, "black": pair.black}
        if pair.fixed:
            data["fixed"] = pair.fixed
        pairs.append(data)
    return {"pairs": pairs, "byes": [{"player": player} for player in proposal.byes]}
