"""What do the rules of AttaCalc say, word for word? A slow second transcription for tests.

It works on the parsed JSON of a competition document, each time anew, and shares nothing with the
engine. Comments name the part of the rules page. The one departure: in fields of more than ten
players the search asks Tutte's theorem whether the rest can be completed (`can_be_completed`).
"""

from fractions import Fraction
from random import Random

DEFAULTS = {"first_value": None, "value_step": 1, "own_value_counts": True}
DEFAULTS |= {"win": 1, "draw": "1/2", "loss": 0, "bye": "2/3", "absent": "1/3", "external": "2/3"}
DEFAULTS |= {"late_join": "absent", "revaluation": "stable", "guests": "always"}
#: What the result is for both; one by forfeit is a win or a loss.
SCORES = {"1-0": ("win", "loss"), "1/2-1/2": ("draw", "draw"), "0-1": ("loss", "win")}
SCORES |= {"1-0F": ("win", "loss"), "0-1F": ("loss", "win"), "0-0F": ("loss", "loss")}
HALF, THIRD, TWO_THIRDS = Fraction(1, 2), Fraction(1, 3), Fraction(2, 3)
ATTEMPTS = [("top", True), ("bottom", True), ("top", False), ("bottom", False)]
ATTEMPTS += [("search", True), ("search", False)]  # Six, in this order (2.4, 5).
TRY_EVERYTHING_UP_TO = 10


class ReferenceCannotPair(Exception):
    """Nobody is there, or no pairing exists."""


def reference_pair(doc):
    """The pairing of the document's last round, which has `present` (2.4).

    Answers ([(white, black), ...] in board order with the fixed boards, bye or None, info):
    {"attempt", "direction", "colour", "n"}, empty when nothing had to be paired.
    """
    _, tempo, round_ = round_to_pair(doc)
    order = reference_order(doc)
    fixed = [(game["white"], game["black"]) for game in round_["games"]]
    named_bye = round_.get("bye")

    # 5a: what the leader has fixed comes out first.
    left = set(round_["present"])
    if named_bye is not None:
        left.add(named_bye)
    for white, black in fixed:
        left -= {white, black}
    for key in ("external", "no_notice", "exempt"):
        left -= set(round_.get(key, []))
    left = [p for p in order if p in left]
    if not left and not fixed:
        raise ReferenceCannotPair("nobody is there")  # 2

    bye = None
    if len(left) % 2 == 1:  # 3 (and 2: one present)
        bye = named_bye
        if bye is None:
            fewest = min(byes_in(doc, tempo, p) for p in left)
            bye = [p for p in left if byes_in(doc, tempo, p) == fewest][-1]
        left.remove(bye)

    matches, info = paired(doc, tempo, left) if left else ([], {})
    pairs = fixed + [with_colours(doc, tempo, a, b) for a, b in matches]  # 6
    pairs.sort(key=lambda pair: min(order.index(pair[0]), order.index(pair[1])))  # 7
    return pairs, bye, info


def reference_standings(doc, scope):
    """The standing of a tempo's id or "all": [(id, points, value), ...] by rank (2.2)."""
    rounds = [r for r in record(doc) if scope in ("all", r[1])]
    revaluation = option(doc, "revaluation")
    start = start_order(doc)
    evenings = [r[0] for r in all_rounds(doc) if scope in ("all", r[1])]
    now = max(evenings or [r[0] for r in all_rounds(doc)], default=1)
    ranking, points = start, one_pass(doc, start, parts_of_points(doc, scope, []), now)
    if revaluation == "stable":
        ranking, points = repetition(doc, start, parts_of_points(doc, scope, rounds), now)
    for k in range(1, len(rounds) + 1):
        evening = now if k == len(rounds) else rounds[k - 1][0]
        parts = parts_of_points(doc, scope, rounds[:k])
        if revaluation == "previous":
            ranking = ranked(doc, points := one_pass(doc, ranking, parts, evening))
        if revaluation == "chained":
            ranking, points = repetition(doc, ranking, parts, evening)
    values = values_from(doc, ranking, now)
    return [(p, points[p], values[p]) for p in ranking]


def reference_order(doc):
    """All players by points in the tempo to be paired, overall points, start number (2.4, 1)."""
    _, tempo, _ = round_to_pair(doc)
    in_tempo = {p: points for p, points, _ in reference_standings(doc, tempo)}
    overall = {p: points for p, points, _ in reference_standings(doc, "all")}
    return sorted(start_order(doc), key=lambda p: (-in_tempo[p], -overall[p]))  # sort is stable


def option(doc, name):
    """The option as written in the document, or its default."""
    return doc.get("options", {}).get(name, DEFAULTS[name])


def fraction(doc, name):
    """The option as an exact fraction."""
    return Fraction(option(doc, name))


def start_order(doc):
    """The ids of all players by start number; the place in the list where none is given."""
    players = enumerate(doc["players"], start=1)
    return [p["id"] for _, p in sorted(players, key=lambda item: item[1].get("start", item[0]))]


def all_rounds(doc):
    """[(evening number, tempo id, round), ...] in order of play."""
    return [
        (number, evening["tempo"], round_)
        for number, evening in enumerate(doc["evenings"], start=1)
        for round_ in evening["rounds"]
    ]


def record(doc):
    """All rounds but the one to be paired, which counts for nothing yet."""
    return [r for r in all_rounds(doc) if "present" not in r[2]]


def round_to_pair(doc):
    """The last round, which has `present`."""
    last = all_rounds(doc)[-1]
    assert "present" in last[2], "the document has no round to be paired"
    return last


def status(player, evening_number, round_):
    """What a player is in a round, in the order of 2.2."""
    for game in round_["games"]:
        if player["id"] in (game["white"], game["black"]):
            return "game"
    if round_.get("bye") == player["id"]:
        return "bye"
    if evening_number < player.get("joined", 1):
        return "before"
    if player.get("left") is not None and evening_number > player["left"]:
        return "after"
    for name in ("external", "no_notice", "exempt"):
        if player["id"] in round_.get(name, []):
            return name
    return "absent"


# 2.2 points


def parts_of_points(doc, scope, rounds):
    """Per player [(factor, whose value), ...]: his points but for the own value (2.2)."""
    parts = {}
    for player in doc["players"]:
        parts[player["id"]] = own = []
        for tempo in doc["tempos"]:
            weight = Fraction(tempo.get("weight", 1)) if scope == "all" else Fraction(1)
            missed = 0
            for evening_number, tempo_id, round_ in rounds:
                if tempo_id != tempo["id"]:
                    continue
                what = status(player, evening_number, round_)
                if what == "game":
                    own += [(weight * f, o) for f, o in game_score(doc, player["id"], round_)]
                if what in ("bye", "external"):
                    own.append((weight * fraction(doc, what), player["id"]))
                if what == "absent" or (what == "before" and option(doc, "late_join") == "absent"):
                    missed += 1
            if player.get("guest", False):
                missed = 0  # a guest earns no absence credit
            credits = min(missed, tempo["absence_limit"])  # 2.5
            own.append((weight * fraction(doc, "absent") * credits, player["id"]))
    return parts


def game_score(doc, player_id, round_):
    """[(fraction, opponent)] for a finished game, [] for an unfinished one."""
    for game in round_["games"]:
        if game["result"] != "*" and player_id in (game["white"], game["black"]):
            is_white = player_id == game["white"]
            part = fraction(doc, SCORES[game["result"]][0 if is_white else 1])
            return [(part, game["black" if is_white else "white"])]
    return []


def values_from(doc, ranking, evening_number):
    """value(rank r) = F - step*(r-1) (2.2), with r counted without the guests of other evenings."""
    counting = set(ranking)
    for p in doc["players"] if option(doc, "guests") == "there" else []:
        is_there = p.get("joined", 1) <= evening_number <= (p.get("left") or evening_number)
        counting -= {p["id"]} if p.get("guest") and not is_there else set()
    first, step, values = option(doc, "first_value"), fraction(doc, "value_step"), {}
    first = 3 * len(counting) // 2 if first is None else first
    for place, p in enumerate(ranking):
        above = len(counting.intersection(ranking[:place]))
        values[p] = first - step * min(above, len(counting) - 1) if counting else 0
    assert min(values.values()) >= 0
    return values


def one_pass(doc, ranking, parts, evening_number):
    """Everybody's points with the values of this ranking."""
    values = values_from(doc, ranking, evening_number)
    own = 1 if option(doc, "own_value_counts") else 0
    return {
        p: own * values[p] + sum((factor * values[o] for factor, o in parts[p]), Fraction(0))
        for p in ranking
    }


def ranked(doc, points):
    """Points down, start number up."""
    return sorted(start_order(doc), key=lambda p: -points[p])  # sort is stable


def repetition(doc, start, parts, evening_number):
    """(final ranking, points): repeated until the ranking stays, or goes round (2.2)."""
    used = []
    ranking = start
    while True:
        used.append(ranking)
        new = ranked(doc, points := one_pass(doc, ranking, parts, evening_number))
        if new == ranking:
            return ranking, points
        ranking = new
        if ranking in used:
            cycle = [one_pass(doc, r, parts, evening_number) for r in used[used.index(ranking) :]]
            average = {p: sum(points[p] for points in cycle) / len(cycle) for p in start}
            return ranked(doc, average), average


# 2.3 colours


def games_of(doc, player_id, tempo):
    """A player's games in a tempo (None: in all) in order of play, whatever the result."""
    return [
        game
        for _, tempo_id, round_ in record(doc)
        if tempo in (None, tempo_id)
        for game in round_["games"]
        if player_id in (game["white"], game["black"])
    ]


def white_share(doc, player_id, tempo):
    """Whites / games, 1/2 without games."""
    games = games_of(doc, player_id, tempo)
    whites = [game for game in games if game["white"] == player_id]
    return Fraction(len(whites), len(games)) if games else HALF


def with_colours(doc, tempo, a, b):
    """(white, black) by 2.3."""
    mutual = [g for g in games_of(doc, a, tempo) if b in (g["white"], g["black"])]
    if mutual:  # 1
        return mutual[-1]["black"], mutual[-1]["white"]
    for scope in (tempo, None):  # 2, 3
        share_a, share_b = white_share(doc, a, scope), white_share(doc, b, scope)
        if share_a != share_b:
            return (a, b) if share_a < share_b else (b, a)
    values = {p: value for p, _, value in reference_standings(doc, tempo)}  # 4
    return (a, b) if values[a] < values[b] else (b, a)


# 2.4 pairing


def byes_in(doc, tempo, player_id):
    """How many byes he had in the tempo."""
    return sum(1 for _, t, round_ in record(doc) if t == tempo and round_.get("bye") == player_id)


def paired(doc, tempo, order):
    """(matches, info) of the players of `order`, an even number of them (2.4, 4 and 5)."""
    [last_n] = [t["last_n"] for t in doc["tempos"] if t["id"] == tempo]
    forbidden = [set(pair) for pair in doc.get("forbidden_pairs", [])]
    share = {p: white_share(doc, p, tempo) for p in order}
    opponents = {p: opponents_of(doc, p, tempo) for p in order}

    def may_meet(p, o, n, colour):
        return (
            o != p
            and {p, o} not in forbidden
            and o not in last(n, opponents[p])
            and p not in last(n, opponents[o])
            and (not colour or colours_allow(share[p], share[o]))
        )

    number = 0
    for n in range(min(last_n, len(order) - 1), -1, -1):
        for direction, colour in ATTEMPTS:
            number += 1
            may = {p: {o for o in order if may_meet(p, o, n, colour)} for p in order}
            if direction == "search":
                small = len(order) <= TRY_EVERYTHING_UP_TO
                matches = (depth_first if small else highest_that_can_be_completed)(order, may)
            else:
                matches = run(order if direction == "top" else order[::-1], may)
            if matches is not None:
                info = {"attempt": number, "direction": direction, "colour": colour, "n": n}
                return matches, info
    raise ReferenceCannotPair("no pairing exists")


def opponents_of(doc, player_id, tempo):
    """His opponents in the tempo, one for each game, in order of play."""
    games = games_of(doc, player_id, tempo)
    return [g["black"] if g["white"] == player_id else g["white"] for g in games]


def last(n, opponents):
    """The last n of them, all when there are fewer."""
    return opponents[max(0, len(opponents) - n) :]


def colours_allow(wp, wo):
    """COLOUR(p, o) (2.4)."""
    return (
        not (wp > TWO_THIRDS and wo >= TWO_THIRDS)
        and not (wo > TWO_THIRDS and wp >= TWO_THIRDS)
        and not (wp < THIRD and wo <= THIRD)
        and not (wo < THIRD and wp <= THIRD)
    )


def run(s, may):
    """RUN in the order `s`: the matches, or None when it fails (2.4)."""
    left = list(s)
    matches = []
    while left:
        lists = {p: [o for o in left if o in may[p]] for p in left}
        if any(len(lists[p]) == 0 for p in left):
            return None
        few = [p for p in left if len(lists[p]) in (1, 2)]
        p = left[0]
        if matches and few:
            fewest = min(len(lists[q]) for q in few)
            p = next(q for q in few if len(lists[q]) == fewest)
        o = lists[p][0]
        matches.append((p, o))
        left = [q for q in left if q not in (p, o)]
    return matches


def depth_first(left, may):
    """SEARCH: the highest with the highest he may meet, undoing the last at a dead end."""
    if not left:
        return []
    p = left[0]
    for o in left[1:]:
        if o in may[p]:
            rest = depth_first([q for q in left if q not in (p, o)], may)
            if rest is not None:
                return [(p, o), *rest]
    return None


def highest_that_can_be_completed(left, may):
    """SEARCH in its other words: such that the rest can still be completed."""
    if not can_be_completed(left, may):
        return None
    matches = []
    while left:
        p = left[0]
        for o in left[1:]:
            rest = [q for q in left if q not in (p, o)]
            if o in may[p] and can_be_completed(rest, may):
                break
        matches.append((p, o))
        left = rest
    return matches


def can_be_completed(players, may):
    """Whether all can be paired off: Tutte's matrix with random entries has full rank.

    A wrong "no" has a chance below 1e-16 (the prime has 61 bits), a wrong "yes" none.
    """
    prime = 2**61 - 1
    random = Random(len(players))
    matrix = [[0] * len(players) for _ in players]
    for i, p in enumerate(players):
        for j, o in enumerate(players[:i]):
            if o in may[p]:
                matrix[i][j] = random.randrange(1, prime)
                matrix[j][i] = prime - matrix[i][j]
    while matrix:  # Gaussian elimination, a column at a time
        pivots = [row for row in matrix if row[-1]]
        if not pivots:
            return False
        pivot = pivots[0]
        inverse = pow(pivot[-1], -1, prime)
        matrix = [
            [(x - row[-1] * inverse * y) % prime for x, y in zip(row, pivot, strict=True)][:-1]
            if row[-1]
            else row[:-1]
            for row in matrix
            if row is not pivot
        ]
    return True
