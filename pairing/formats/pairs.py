"""How is a proposal written for other programs: as lines of pairs, or with its reasons?"""

from collections.abc import Sequence

from pairing.core.types import Fact, Proposal, Reason

#: Who sits opposite the one with the bye, in lines of pairs.
NOBODY = "0"


def write_pairs(proposal: Proposal) -> str:
    """The number of lines that follow, then `WHITE BLACK` in board order, the bye as `ID 0`.

    The form that JaVaFo and bbpPairings write.
    """
    lines = [f"{pair.white} {pair.black}" for pair in proposal.pairs]
    if proposal.bye is not None:
        lines.append(f"{proposal.bye.player} {NOBODY}")
    return "".join(f"{line}\n" for line in (len(lines), *lines))


def proposal_data(proposal: Proposal) -> dict[str, Fact]:
    """The proposal with all its reasons, ready for JSON.

    {"pairs": [{"board", "white", "black", "fixed"?, "reasons"}], "byes": [{"player",
    "reasons"}]}; a reason is {"article", "code", "facts"}.
    """
    pairs: list[Fact] = []
    for board, pair in enumerate(proposal.pairs, start=1):
        data: dict[str, Fact] = {"board": board, "white": pair.white, "black": pair.black}
        if pair.fixed:
            data["fixed"] = pair.fixed
        pairs.append(data | {"reasons": _reasons(pair.reasons)})
    byes: list[Fact] = []
    if proposal.bye is not None:
        byes.append({"player": proposal.bye.player, "reasons": _reasons(proposal.bye.reasons)})
    return {"pairs": pairs, "byes": byes}


def _reasons(reasons: Sequence[Reason]) -> list[Fact]:
    return [
        {"article": reason.article, "code": reason.code, "facts": dict(reason.facts)}
        for reason in reasons
    ]
