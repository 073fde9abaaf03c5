"""What does a competition document say about its evenings: games, byes and absences?"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pairing.core.beside_games import Extra
from pairing.core.system import PairingSystem
from pairing.core.types import Evening, Game, Player, PlayerId, Result, Round, Tempo
from pairing.core.unplayed import BYES_ON_REQUEST, NAMED, Unplayed
from pairing.formats.document_people import NUMBER_LIMIT, POINTS
from pairing.formats.form import Form, Written, itself
from pairing.formats.nodes import Node, Once, clipped
from pairing.sections import RESERVED

REASON_LIMIT = 500
BOARD_LIMIT = 9999
RESULTS = tuple(result.value for result in Result)
PAIRED_BY = ("system", "hand", "elsewhere")
ELSEWHERE = ("1", "1/2", "0")
#: Kinds of absence that have a key of their own in a round.
_STANDARD = tuple(str(kind) for kind in Unplayed if not kind.was_there and not kind.is_on_request)


def _named(kind: Unplayed, round_: Round) -> object:
    """The players without a game for this reason: a list, unless one player has the bye."""
    named = round_.of_kind(kind)
    return named[0] if kind is Unplayed.BYE and len(named) == 1 else named


def _away_by_kind(round_: Round) -> Written:
    """The players who are away for a kind of the club's own, kind by kind."""
    kinds: Written = {}
    for player, kind in round_.away.items():
        kinds.setdefault(kind, []).append(player)
    return kinds


_ROUND = Form(
    Round,
    {
        "games": itself,
        **{kind.document_key: itself for kind in NAMED},
        "away": itself,
        "away_results": itself,
        "drawn": itself,
        "paired_by": lambda node: node.choice(*PAIRED_BY),
        "present": itself,
    },
    required=("games",),
    derived={
        **{kind.document_key: partial(_named, kind) for kind in NAMED},
        "away": _away_by_kind,
        "away_results": lambda round_: dict(round_.away_results),
        "drawn": lambda round_: round_.drawn,
    },
)
_OF_OWN_KINDS = ("away", "away_results", "drawn")
_EXTRA = Form(
    Extra,
    {
        "player": itself,
        "evening": partial(Node.integer, low=1, high=NUMBER_LIMIT),
        "points": POINTS,
        "reason": partial(Node.text, limit=REASON_LIMIT, required=True),
    },
)
_GAME = Form(
    Game,
    {
        "board": partial(Node.integer, low=1, high=BOARD_LIMIT),
        "white": itself,
        "black": itself,
        "result": lambda node: Result.parse(node.choice(*RESULTS)),
        "date": Node.date,
        "fixed": partial(Node.text, limit=REASON_LIMIT, required=True),
    },
    optional=("board",),
    required=("result",),
)
_EVENING = Form(
    Evening, {"date": Node.date, "tempo": itself, "rounds": Node.items}, required=("rounds",)
)


class Roster:
    """The players of the competition by id, and the evenings they belong to."""

    def __init__(self, players: Iterable[Player]):
        self._players = {player.id: player for player in players}

    def player(self, node: Node, evening: int | None = None) -> PlayerId:
        """The player with the id in `node`; they must belong to the evening, if one is given."""
        name = node.text(REASON_LIMIT)
        player = self._players.get(name)
        if player is None:
            node.refuse("unknown_player", player=clipped(name))
        if evening is not None and not player.belongs_to(evening):
            joined, left = player.joined, player.left
            node.refuse("not_a_member", player=name, evening=evening, joined=joined, left=left)
        return name

    def group(self, node: Node, evening: int) -> str:
        """The group, on an evening, of the player with the id in `node`."""
        return self._players[self.player(node)].group_on(evening)


class _Seats:
    """The players named in a round so far: none of them twice, and one bye in each group."""

    def __init__(self, roster: Roster, evening: int):
        self._roster = roster
        self._evening = evening
        self._once = Once("named_twice")
        self._byes = Once("second_bye")

    def take(self, node: Node, *, whenever: bool = False) -> PlayerId:
        """The player named in `node`, who must belong to the evening unless `whenever`."""
        player = self._roster.player(node, None if whenever else self._evening)
        self._once.take(node, player, player=player)
        return player

    def take_unplayed(self, values: Mapping[str, Any]) -> dict[PlayerId, Unplayed]:
        """Take the players without a game, by the kind of bye or absence."""
        unplayed: dict[PlayerId, Unplayed] = {}
        for kind in NAMED:
            if node := values.get(kind.document_key):
                is_one = kind is Unplayed.BYE and isinstance(node.value, str)
                named = [node] if is_one else [*node.items()]
                unplayed |= dict.fromkeys(map(self.take, named), kind)
                for item in named if kind is Unplayed.BYE else ():
                    self._byes.take(item, self.group(item), player=item.value)
        return unplayed

    def take_away(self, node: Node | None, kinds: Collection[str]) -> dict[PlayerId, str]:
        """Take the players who are away for a kind of the club's own."""
        away: dict[PlayerId, str] = {}
        for key, named in (node.any_members() if node else {}).items():
            if key in _STANDARD or key in RESERVED:
                named.refuse("kind_reserved", key=key)
            if key not in kinds:
                named.refuse("kind_unknown", key=clipped(key), where="away")
            away |= dict.fromkeys(map(self.take, named.items()), key)
        return away

    def results_elsewhere(
        self, node: Node | None, is_away: Collection[PlayerId]
    ) -> dict[PlayerId, str]:
        """The results elsewhere, of players in `is_away` or named nowhere, who are away too."""
        results: dict[PlayerId, str] = {}
        for player, result in (node.any_members() if node else {}).items():
            self._roster.player(Node(player, node, player), self._evening)
            if self._once.has(player) and player not in is_away:
                result.refuse("result_without_kind", player=player)
            results[player] = result.choice(*ELSEWHERE)
        return results

    def group(self, node: Node) -> str:
        """The group that a player is in on the evening."""
        return self._roster.group(node, self._evening)


class Record:
    """Reads the evenings of a competition with these tempos and players."""

    def __init__(
        self,
        system: PairingSystem,
        tempos: Sequence[Tempo],
        roster: Roster,
        kinds: Collection[str] = (),
    ):
        self._system = system
        self._kinds = kinds
        self._unknown_keys = () if kinds else _OF_OWN_KINDS
        self._tempos = [tempo.id for tempo in tempos]
        self._roster = roster

    def evenings(self, node: Node) -> tuple[Evening, ...]:
        """The evenings in order of play; only the last round of all may be still to be paired."""
        evenings: list[Evening] = []
        unpaired: Node | None = None
        for number, item in enumerate(node.items(), start=1):
            values = _EVENING.read(item)
            rounds: list[Round] = []
            for round_node in values["rounds"]:
                if unpaired is not None:
                    unpaired.refuse("present_not_last", later=round_node.path)
                round_values = _ROUND.read(round_node, self._unknown_keys)
                unpaired = round_values.get("present")
                rounds.append(self._round(round_values, number))
            values |= {"tempo": self._tempo(values["tempo"]), "rounds": tuple(rounds)}
            evenings.append(Evening(**values))
        return tuple(evenings)

    def _tempo(self, node: Node) -> str:
        tempo = node.text(REASON_LIMIT)
        if tempo not in self._tempos:
            node.refuse("unknown_tempo", tempo=clipped(tempo), known=[*self._tempos])
        return tempo

    def _round(self, values: Mapping[str, Any], evening: int) -> Round:
        if not self._system.abilities.has_byes_on_request:
            for kind in BYES_ON_REQUEST:
                node = values.get(kind.document_key)
                if node and any(node.items()):
                    node.refuse("byes_on_request", system=self._system.key)
        seats = _Seats(self._roster, evening)
        present, drawn = values.get("present"), values.get("drawn")
        games = self._games(values["games"], seats, is_to_pair=present is not None)
        unplayed = seats.take_unplayed(values)
        away = seats.take_away(values.get("away"), self._kinds)
        to_pair = tuple(map(seats.take, present.items())) if present else None
        is_away = {player for player, how in unplayed.items() if str(how) in self._kinds} | {*away}
        return Round(
            games=games,
            unplayed=unplayed,
            away=away,
            away_results=seats.results_elsewhere(values.get("away_results"), is_away),
            drawn=self._drawn(drawn) if drawn else (),
            paired_by=values.get("paired_by", "elsewhere"),
            present=to_pair,
        )

    def _drawn(self, node: Node) -> tuple[PlayerId, ...]:
        """The order drawn for a round, each player once."""
        once, order = Once("named_twice"), []
        for item in node.items():
            order.append(self._roster.player(item))
            once.take(item, order[-1], player=order[-1])
        return tuple(order)

    def _games(self, node: Node, seats: _Seats, *, is_to_pair: bool) -> tuple[Game, ...]:
        """The games in board order, which is the list's order if it has no board numbers."""
        boards = Once("duplicate_board")
        games: list[Game] = []
        has_board = False
        # By a fixed schedule a player who has left still has boards, which are forfeited.
        take = partial(seats.take, whenever=self._system.abilities.schedule_is_fixed)
        for number, item in enumerate(node.items(), start=1):
            values = _GAME.read(item)
            if number == 1:
                has_board = "board" in values
            if has_board != ("board" in values):
                item.at("board").refuse("board_for_some")
            board = values.setdefault("board", number)
            if has_board:
                boards.take(item.at("board"), board, board=board)
            white = take(values["white"])
            if values["black"].value == white:
                values["black"].refuse("against_himself", player=white)
            if seats.group(values["white"]) != seats.group(values["black"]):
                values["black"].refuse("other_group", one=white, other=values["black"].value)
            game = Game(**values | {"white": white, "black": take(values["black"])})
            # In a round to be paired a game is a board that the leader fixed, not played yet.
            if is_to_pair and game.result is not Result.UNFINISHED:
                item.at("result").refuse("result_before_pairing", result=game.result.value)
            if is_to_pair and not game.fixed:
                item.at("fixed").refuse("reason_before_pairing")
            games.append(game)
        return tuple(sorted(games, key=lambda game: game.board))


def read_extra(node: Node, roster: Roster, evenings: int) -> tuple[Extra, ...]:
    """Points given by hand, each on one of this many evenings."""
    given = []
    for item in node.items():
        values = _EXTRA.read(item)
        player, evening = roster.player(values["player"]), values["evening"]
        if evening > evenings:
            item.at("evening").refuse("out_of_range", low=1, high=evenings, value=evening)
        given.append(Extra(**values | {"player": player}))
    return tuple(given)
