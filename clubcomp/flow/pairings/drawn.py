"""In which order stand those of a round for which lots are drawn?"""

from django.utils.crypto import salted_hmac

from clubcomp.models import Competition, Round
from pairing.core.types import Snapshot


def drawn_in(competition: Competition, round_: Round, snapshot: Snapshot) -> list[str]:
    """The order drawn so far, with all who take part by now, each at a place of their own lot.

    A lot is that of this site, competition, evening, game and player: nobody can know it before,
    and anyone who pairs the game again draws the same, as does a step that runs again.
    """
    drawn = list(round_.drawn)
    serial = round_.evening.serial
    of_game = (competition.club_id, competition.slug, serial, round_.number)
    for player in sorted({*snapshot.must_pair().round.taking_part()} - {*drawn}):
        said = " ".join(map(str, (*of_game, player)))
        lot = salted_hmac("clubcomp.flow.pairings.drawn", said, algorithm="sha256").hexdigest()
        drawn.insert(int(lot, 16) % (len(drawn) + 1), player)
    return drawn
