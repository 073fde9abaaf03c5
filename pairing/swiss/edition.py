"""In what do the editions differ? An edition is data: `pairing.systems` has one in each file.

Where two editions do the same by another number, the number is in `Articles`. Where they do
something else, a field of `Edition` says what; only C itself is written down twice, as
`procedure_1996` and `procedure_2012`.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from pairing.core.history import Outcome


class Articles(NamedTuple):
    """The articles by what they say, where the editions number them differently.

    `met`: nobody meets twice. `bye`: who may not have it. `last_round`: when there are top scorers.
    `reopen`: another pairing of the bracket above. `last`: the last bracket and the one above it.
    `fewer_pairs`; `fewer_moved_down`: who of them is in S1. `lot`: the colours of two who have not
    played yet.
    """

    met: str
    bye: str
    last_round: str
    reopen: str
    last: str
    fewer_pairs: str
    fewer_moved_down: str
    lot: str


class Edition(NamedTuple):
    """One edition of the regulations.

    `procedure`: which text of C it has. `relaxes`: the criteria that a bracket can give up, in
    that order, each with its article. `titles`: A2, any other text is no title.

    `bars_bye`: the outcomes after which a player may not have the bye (B1). `floats_by_score`:
    the outcomes in which the scores of the two make the float (A4), `floats_down`: those that are a
    downfloat. `reverses_mild`: A8's last sentence, mild preferences may be reversed to make x
    smaller. `counts_colours`: B2 counts the games with a colour, else it bars two absolute
    preferences for the same colour. `exempts_top_scorers`: they have no absolute preference, and
    B5 and B6 do not count for them. `lot_by_index`: in round 1 the place in S1 decides who gets
    the colour of the lot, else the pairing number. `pairs_one`: a single player is paired too,
    with the bye.
    """

    procedure: Literal[1996, 2012]
    articles: Articles
    relaxes: Mapping[str, str]
    titles: tuple[str, ...]
    bars_bye: frozenset[Outcome]
    floats_down: frozenset[Outcome]
    floats_by_score: frozenset[Outcome]
    reverses_mild: bool
    counts_colours: bool
    exempts_top_scorers: bool
    lot_by_index: bool
    pairs_one: bool
