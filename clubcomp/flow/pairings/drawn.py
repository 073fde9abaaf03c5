"""In which order are the players of a round for which lots are drawn?"""

from django.utils.crypto import salted_hmac

from clubcomp.models import Competition, Round
from pairing.core.types import Snapshot


def drawn_in(competition: Competition, round_: Round, snapshot: Snapshot) -> list[str]:
    """The order drawn so far, with everybody else who takes part inserted by their own lot.

    A lot follows from the site's secret, competition, evening, game and player: nobody can know it
    before, and pairing the game again, or running a step again, draws the same.
    """
    drawn = list(round_.drawn)
    serial = round_.evening.serial
    of_game = (competition.club_id, competition.slug, serial, round_.number)
    for player in sorted({*snapshot.must_pair().round.taking_part()} - {*drawn}):
        text = " ".join(map(str, (*of_game, player)))
        lot = salted_hmac("clubcomp.flow.pairings.drawn", text, algorithm="sha256").hexdigest()
        drawn.insert(int(lot, 16) % (len(drawn) + 1), player)
    return drawn
