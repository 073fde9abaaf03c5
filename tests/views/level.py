"""A competition with a tie, for a leader to decide by hand."""

from datetime import date as Date

from clubcomp.flow.competitions.competition import start_competition
from clubcomp.models import Club, Competition, Player, Receipt
from pairing.core.types import Result
from tests.make import make_evening, play_game


def level_competition(club: Club, players: list[Player], day: Date) -> Competition:
    """ "gelijk": two who have drawn, and are level; as if it had come in with a file."""
    competition = start_competition(
        club,
        name="Gelijk",
        slug="gelijk",
        system="knsb-rating",
        options={"rounds": 5},
        tempos=[{"key": "standard"}],
        players=players,
        by=None,
    )
    play_game(make_evening(competition, "standard", date=day), Result.DRAW)
    brought = {"new": [], "filled": [], "numbers": [], "ratings": []}
    held = {"players": 2, "remarks": 0}
    Receipt.objects.create(competition=competition, kind="document", held=held, brought=brought)
    return competition


def other_order(competition: Competition) -> dict[str, int]:
    """What the form sends that puts the players the other way round."""
    level = [*competition.entries.order_by("start")]
    places = {f"place-{entry.pk}": place for place, entry in enumerate(reversed(level), 1)}
    return {**places, "first": level[0].pk}
