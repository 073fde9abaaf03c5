"""What does a competition document say of its evenings: who met whom, who did not play?"""

from collections.abc import Iterable, Sequence

from pairing.core.system import PairingSystem
from pairing.core.types import Evening, Fact, Game, Player, PlayerId, Result, Round, Tempo
from pairing.core.unplayed import BYES_ON_REQUEST, NAMED, Unplayed
from pairing.formats.nodes import Node, Once, clipped

REASON_LIMIT = 500
BOARD_LIMIT = 9999
RESULTS = tuple(result.value for result in Result)
PAIRED_BY = ("system", "hand", "elsewhere")

Members = dict[str, Node]


class Roster:
    """Who is in the competition, and on which evenings."""

    def __init__(self, players: Iterable[Player]):
        self._players = {player.id: player for player in players}

    def player(self, node: Node, evening: int | None = None) -> PlayerId:
        """The player whose id stands here; they must belong to the evening, if one is given."""
        name = node.text(REASON_LIMIT)
        player = self._players.get(name)
        if player is None:
            node.refuse("unknown_player", player=clipped(name))
        joined, left = player.joined, player.left
        if evening is not None and (evening < joined or (left is not None and evening > left)):
            node.refuse("not_a_member", player=name, evening=evening, joined=joined, left=left)
        return name


class _Seats:
    """Who was named in a round so far: nobody is, twice."""

    def __init__(self, roster: Roster, evening: int):
        self._roster = roster
        self._evening = evening
        self._once = Once("named_twice")

    def take(self, node: Node) -> PlayerId:
        """The player who is named here."""
        player = self._roster.player(node, self._evening)
        self._once.take(node, player, player=player)
        return player

    def take_all(self, members: Members, key: str) -> tuple[PlayerId, ...]:
        """The players in a list of the round, which may be left out."""
        return tuple(map(self.take, members[key].items())) if key in members else ()

    def take_unplayed(self, members: Members) -> dict[PlayerId, Unplayed]:
        """Who is named as being without a game: one player has the bye, the others are lists."""
        unplayed: dict[PlayerId, Unplayed] = {}
        for kind in NAMED:
            if kind is Unplayed.BYE and kind.document_key in members:
                unplayed[self.take(members[kind.document_key])] = kind
            elif kind is not Unplayed.BYE:
                unplayed |= dict.fromkeys(self.take_all(members, kind.document_key), kind)
        return unplayed


class Record:
    """Reads the evenings of a competition with these tempos and players."""

    def __init__(self, system: PairingSystem, tempos: Sequence[Tempo], roster: Roster):
        self._system = system
        self._tempos = [tempo.id for tempo in tempos]
        self._roster = roster
        #: Where two players met for the first time, if they may not meet again.
        self._met: dict[frozenset[PlayerId], str] = {}

    def evenings(self, node: Node) -> tuple[Evening, ...]:
        """The evenings in order of play; only the last round of all may be still to be paired."""
        evenings: list[Evening] = []
        unpaired: Node | None = None
        for number, item in enumerate(node.items(), start=1):
            members = item.members(("tempo", "rounds"), ("date",))
            rounds: list[Round] = []
            for round_node in members["rounds"].items():
                if unpaired is not None:
                    unpaired.refuse("present_not_last", later=round_node.path)
                round_members = round_node.members(
                    ("games",), (*(kind.document_key for kind in NAMED), "paired_by", "present")
                )
                rounds.append(self._round(round_members, number))
                unpaired = round_members.get("present")
            date = members["date"].date() if "date" in members else ""
            evenings.append(Evening(self._tempo(members["tempo"]), tuple(rounds), date))
        return tuple(evenings)

    def _tempo(self, node: Node) -> str:
        tempo = node.text(REASON_LIMIT)
        if tempo not in self._tempos:
            node.refuse("unknown_tempo", tempo=clipped(tempo), known=[*self._tempos])
        return tempo

    def _round(self, members: Members, evening: int) -> Round:
        if not self._system.abilities.has_byes_on_request:
            for kind in BYES_ON_REQUEST:
                key = kind.document_key
                if key in members and any(members[key].items()):
                    members[key].refuse("byes_on_request", system=self._system.key)
        seats = _Seats(self._roster, evening)
        return Round(
            games=self._games(members["games"], seats, is_to_pair="present" in members),
            unplayed=seats.take_unplayed(members),
            paired_by=(
                members["paired_by"].choice(*PAIRED_BY) if "paired_by" in members else "elsewhere"
            ),
            present=seats.take_all(members, "present") if "present" in members else None,
        )

    def _games(self, node: Node, seats: _Seats, *, is_to_pair: bool) -> tuple[Game, ...]:
        """The games in board order; without board numbers the list is in that order."""
        boards = Once("duplicate_board")
        games: list[Game] = []
        has_board = False
        for number, item in enumerate(node.items(), start=1):
            members = item.members(("white", "black", "result"), ("board", "date", "fixed"))
            if number == 1:
                has_board = "board" in members
            if has_board != ("board" in members):
                Node(None, item, "board").refuse("board_for_some")
            board = members["board"].integer(1, BOARD_LIMIT) if has_board else number
            if has_board:
                boards.take(members["board"], board, board=board)
            games.append(_read_game(members, board, seats))
            if is_to_pair:
                _check_fixed(item, members, games[-1])
            self._check_first_time(item, games[-1])
        return tuple(sorted(games, key=lambda game: game.board))

    def _check_first_time(self, node: Node, game: Game) -> None:
        """Where the system lets two players meet once, only the leader's reason lets them again.

        A game that was won by forfeit is no meeting.
        """
        if self._system.abilities.repeats != "never" or game.result.is_forfeit:
            return
        first = self._met.setdefault(frozenset(game.players), node.path)
        if first != node.path and not game.fixed:
            facts: dict[str, Fact] = {"one": game.white, "other": game.black, "first": first}
            node.refuse("played_twice", **facts, system=self._system.key)


def _read_game(members: Members, board: int, seats: _Seats) -> Game:
    white = seats.take(members["white"])
    if members["black"].value == white:
        members["black"].refuse("against_himself", player=white)
    return Game(
        board=board,
        white=white,
        black=seats.take(members["black"]),
        result=Result.parse(members["result"].choice(*RESULTS)),
        date=members["date"].date() if "date" in members else "",
        fixed=members["fixed"].text(REASON_LIMIT, required=True) if "fixed" in members else "",
    )


def _check_fixed(node: Node, members: Members, game: Game) -> None:
    """In a round to be paired a game is a board that the leader fixed, not played yet."""
    if game.result is not Result.UNFINISHED:
        members["result"].refuse("result_before_pairing", result=game.result.value)
    if not game.fixed:
        Node(None, node, "fixed").refuse("reason_before_pairing")
