"""A player's own game, and what another player entered of theirs, in the clubs of a test."""

from django.db.models import Q

from clubcomp.flow.claims import claim_result
from clubcomp.models import Claim, Competition, Game, Player
from clubcomp.models.competitions import ByPlayers
from pairing.core.types import Result


def own_game(competition: Competition, player: Player) -> Game:
    """The last game that a player has in a competition."""
    own = Q(white__player=player) | Q(black__player=player)
    games = Game.objects.filter(own, round__evening__competition=competition)
    return games.order_by("round__evening__number").last()


def own_and_claimed(competition: Competition, player: Player) -> tuple[Game, Claim]:
    """Results by the players are allowed: a player's game, and what somebody entered of another."""
    competition.results_by_players = ByPlayers.CONFIRMED
    competition.save(update_fields=["results_by_players"])
    own = own_game(competition, player)
    others = own.round.games.exclude(pk=own.pk).select_related("white__player", "black__player")
    game = others.order_by("board")[0]
    claim_result(game, result=Result.DRAW, by=game.white.player)
    claim = Claim.objects.get()
    claim.game = game
    return own, claim
