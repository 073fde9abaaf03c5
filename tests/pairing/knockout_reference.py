"""The cup, written a second time: ties as objects that ask those before them who comes.

Shares no code with the engine. Games are given to a tie in order of play: to the one that these two
have to play at that moment.
"""

from collections import Counter

#: Nobody comes to this seat; nobody knows yet who does.
NOBODY, UNKNOWN = "nobody", "unknown"


def bracket(numbers):
    """The numbers of a bracket as nested pairs: 1, 4, 5, 8, ... above, 2, 3, 6, 7, ... below."""
    if len(numbers) == 1:
        return numbers[0]
    upper = [number for place, number in enumerate(numbers) if place % 4 in (0, 3)]
    lower = [number for place, number in enumerate(numbers) if place % 4 in (1, 2)]
    return bracket(upper), bracket(lower)


class Tie:
    """Two seats, each a question to be asked, and the games so far."""

    def __init__(self, cup, part, round_, number, upper, lower):
        self.cup, self.part, self.round, self.number = cup, part, round_, number
        self.asked = (upper, lower)
        self.games = []
        #: The tie after it; and who had come to this one when it was first played.
        self.next, self.came = None, []

    @property
    def seats(self):
        return self.came or [ask() for ask in self.asked]

    def add(self, game):
        """A game of it; from now on those two are its players, whatever becomes of others."""
        self.came = self.seats
        self.games.append(game)

    @property
    def needs_playing(self):
        return self.winner == UNKNOWN and not {NOBODY, UNKNOWN} & set(self.seats)

    @property
    def is_open(self):
        return any(game.result.value == "*" for game in self.games)

    @property
    def kind(self):
        """What the next game is; None: they are done, or still playing."""
        options, played = self.cup.options, len(self.games)
        if self.is_open or any(game.result.value == "0-0F" for game in self.games):
            return None
        if played < options["games"]:
            return ["first", "second"][played]
        if self.lead:
            return None
        more = ["replay"] * options["replays"]
        more += ["rapid"] * options["rapid"] + ["blitz"] * options["blitz"]
        more = more[played - options["games"] :]
        return more[0] if more else {"black": None, "lot": "lot"}[options["still_level"]]

    @property
    def lead(self):
        """By how many half points the upper one is ahead."""
        upper, lead = self.seats[0], 0
        for game in self.games:
            value = {"1": 2, "0": 0, "1/2": 1}
            white, black = (value[one] for one in game.result.value.strip("F").split("-"))
            lead += white - black if game.white == upper else black - white
        return lead

    @property
    def winner(self):
        upper, lower = self.seats
        if UNKNOWN in (upper, lower):
            return UNKNOWN
        if NOBODY in (upper, lower):
            alone = lower if upper == NOBODY else upper
            is_last = self.round == self.cup.rounds_of(self.part)
            return NOBODY if is_last and alone in self.cup.gone else alone
        for one in self.next.came if self.next else ():
            if one in (upper, lower):
                return one
        if not self.is_open and self.kind is None:
            if any(game.result.value == "0-0F" for game in self.games):
                return NOBODY
            if self.lead:
                return upper if self.lead > 0 else lower
            return self.games[-1].black
        staying = [one for one in (upper, lower) if one not in self.cup.gone]
        return UNKNOWN if len(staying) == 2 else (*staying, NOBODY)[0]

    @property
    def loser(self):
        winner, seats = self.winner, self.seats
        if winner == UNKNOWN:
            return UNKNOWN
        if winner == NOBODY or NOBODY in seats:
            return NOBODY
        return next(one for one in seats if one != winner)


class Cup:
    """All ties of a snapshot, with the games on record."""

    DEFAULTS = {
        "games": 1,
        "replays": 0,
        "rapid": 1,
        "blitz": 1,
        "still_level": "black",
        "away": "notice",
        "third_place": False,
        "plate": False,
    }

    def __init__(self, snapshot, evening):
        self.options = self.DEFAULTS | dict(snapshot.options)
        by_number = sorted(snapshot.players, key=lambda player: player.start)
        self.ids = [player.id for player in by_number]
        self.whites = Counter()
        self.gone = set()
        self._build()
        for recorded in snapshot.record():
            self.gone = self._gone(by_number, recorded.evening)
            to_play = [tie for tie in self.ties if tie.needs_playing]
            for game in recorded.round.games:
                both = {game.white, game.black}
                next(tie for tie in to_play if set(tie.seats) == both).add(game)
                if not game.result.value.endswith(("F", "*")):
                    self.whites.update({game.white: 1, game.black: -1})
        self.gone = self._gone(by_number, evening)

    def _gone(self, players, evening):
        return {one.id for one in players if one.left is not None and one.left < evening}

    def _build(self):
        size = 2
        while size < len(self.ids):
            size *= 2
        self.cup = [[]]

        def add(node, level):
            """The question who comes out of a node."""
            if isinstance(node, int):
                name = self.ids[node - 1] if node <= len(self.ids) else NOBODY
                return lambda: name
            asked = [add(half, level - 1) for half in node]
            while len(self.cup) < level + 1:
                self.cup.append([])
            ties = self.cup[level]
            ties.append(Tie(self, "cup", level, len(ties) + 1, *asked))
            for before in self.cup[level - 1][-2:]:
                before.next = ties[-1]
            return lambda tie=ties[-1]: tie.winner

        rounds = size.bit_length() - 1
        add(bracket([*range(1, size + 1)]), rounds)
        self.third, self.plate = [], []
        if self.options["third_place"] and rounds > 1:
            semis = [lambda tie=tie: tie.loser for tie in self.cup[rounds - 1]]
            self.third = [Tie(self, "third", 1, 1, *semis)]
        if self.options["plate"] and rounds > 2:
            asked = [lambda tie=tie: self._second_chance(tie, rounds) for tie in self.cup[1]]
            before = []
            for level in range(1, rounds):
                made = [
                    Tie(self, "plate", level, at // 2 + 1, asked[at], asked[at + 1])
                    for at in range(0, len(asked), 2)
                ]
                for number, tie in enumerate(before):
                    tie.next = made[number // 2]
                before = made
                self.plate += made
                asked = [lambda tie=tie: tie.winner for tie in made]
        self.ties = [tie for level in self.cup for tie in level] + self.third + self.plate

    def _second_chance(self, first, rounds):
        """Who comes to the plate from a tie of round 1."""
        if NOBODY not in first.seats:
            return first.loser
        if self.third and rounds == 3:
            return NOBODY
        second = self.cup[2][(first.number - 1) // 2]
        return second.loser if second.loser in (first.winner, UNKNOWN) else NOBODY

    @property
    def due(self):
        """The ties whose game comes next."""
        due = [tie for tie in self.ties if tie.needs_playing and not tie.is_open]
        begun = [tie for tie in due if tie.games]
        cup = [tie for tie in due if tie.part == "cup"]
        cup = [tie for tie in cup if tie.round == min(one.round for one in cup)]
        return begun or cup + [tie for tie in due if tie.part != "cup"]

    def white(self, tie):
        """Who has White in the next game of a tie."""
        upper, lower = tie.seats
        if tie.games:
            return tie.games[-1].black
        if self.whites[upper] != self.whites[lower]:
            return min((upper, lower), key=self.whites.__getitem__)
        return upper if tie.number % 2 else lower

    @property
    def still_in(self):
        """Who has a tie to come."""
        coming = {one for tie in self.ties if tie.winner == UNKNOWN for one in tie.seats}
        return coming - {NOBODY, UNKNOWN} - self.gone

    def rounds_of(self, part):
        """How many rounds a part has."""
        return max((tie.round for tie in self.ties if tie.part == part), default=0)
