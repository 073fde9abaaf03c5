"""How does a competition come about that hands made, not rules? Seeded, of any system.

Pairs that meet again, rounds in which nobody played, byes and absences of every kind, forfeits
either way, late entries, names of all sorts: what a leader can make, and a file must keep.
"""

from dataclasses import replace
from fractions import Fraction
from random import Random

from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import BYES_ON_REQUEST, NAMED, Unplayed
from pairing.registry import get_system, make_rules, options_to_document, rules_of
from tests.pairing.swiss_tournaments import STORMY, Tournament, drawn_options

NAMES = [
    *("O'Neill, D’Arcy", "Żółć, Ğüneş", "İlker Şık", "Jörg Müller-Weiß", "van 't Hoff, Ànna"),
    *(
        "Ã©lodie",
        "Bo",
        "Đặng Thị Ngọc Thịnh",
        "“Tiny” de Vries",
        "Zoë  Brontë",
        "l'Écuyer",
        "1 w 1",
    ),
    "Wolfeschlegelsteinhausenbergerdorff, Hubert",
]
TEMPOS = [Tempo("15-10", "15′ + 10″"), Tempo("long"), Tempo("1u-30", "1½ uur; “lang”, d'oude")]
RESULTS = [*Result]
#: Those of an arbiter, after the unfinished one, are as rare as they are.
RESULT_WEIGHTS = [30, 30, 30, 4, 2, 2, 2, 6, 6, 4]


def competition_by_any_hand(system, seed):
    """A competition of 2 to 12 players, its next round to be paired unless all were played."""
    random = Random(f"{system} {seed}")
    if get_system(system).abilities.schedule_is_fixed:
        return _by_schedule(system, seed, random)
    players = _players(random, random.randint(2, 12))
    rounds = random.randint(1, 7)
    played = random.randint(0, rounds)
    tempos = TEMPOS
    if get_system(system).abilities.uses_tempos:
        counts = (1, 3, 7)
        sets_limits = get_system(system).abilities.limits_per_tempo

        def limits(count):
            return {"last_n": count - 1} if sets_limits else {}

        tempos = [
            replace(tempo, games_per_evening=count, weight=Fraction(1, count), **limits(count))
            for tempo, count in zip(tempos, counts, strict=True)
        ]
    else:
        tempos = [random.choice(tempos)]
    return Snapshot(
        name=random.choice(NAMES),
        system=system,
        tempos=tuple(tempos),
        players=players,
        evenings=_evenings(random, system, players, tempos, (played, rounds)),
        forbidden_pairs=tuple({tuple(sorted(random.sample(_ids(players), 2)))})
        if random.random() < 0.3
        else (),
        options=_options(random, system, max(1, rounds - random.choice([0, 0, 0, 2]))),
    )


def _options(random, system, rounds):
    """As documents have them: only where they differ from the usual."""
    options = drawn_options(random, system, rounds, [1, "1/2"])
    return dict(options_to_document(make_rules(get_system(system), options)))


def _evenings(random, system, players, tempos, rounds):
    """Evenings of one round or more, or of none, with a day or without."""
    played, most = rounds
    evenings, left = [], played
    while left or (played < most and not evenings):
        here = [player.id for player in players if player.joined <= len(evenings) + 1]
        made = tuple(_round(random, system, here) for _ in range(min(left, random.randint(0, 2))))
        left -= len(made)
        if not left and played < most:
            made += (_to_pair(random, system, here),)
        day = f"2026-10-{len(evenings) + 1:02}" if random.random() < 0.5 else ""
        evenings.append(Evening(random.choice(tempos).id, made, day))
    return tuple(evenings)


def _by_schedule(system, seed, random):
    """Paired by the system, since no hand may make another round; results and names are not its."""
    tournament = Tournament(seed, random.randint(3, 9), random.randint(1, 8), STORMY, system)
    made = [*tournament.before_each_round()]
    most = rules_of(made[0]).round_count(tournament.size) or len(made)
    snapshot = random.choice(made[:most])
    leaves = {random.choice(snapshot.players).id} if random.random() < 0.2 else ()
    players = tuple(
        replace(
            player,
            name=_name(random),
            rating=_rating(random),
            left=random.randint(player.joined, 4) if player.id in leaves else None,
        )
        for player in snapshot.players
    )
    options = options_to_document(rules_of(snapshot))
    snapshot = replace(snapshot, players=players, options=dict(options))
    evenings = [
        replace(
            evening, rounds=tuple(_without(round_, number, players) for round_ in evening.rounds)
        )
        for number, evening in enumerate(snapshot.evenings, start=1)
    ]
    snapshot = replace(snapshot, evenings=tuple(evenings))
    if random.random() < 0.15 and len(snapshot.evenings) > 1:
        # The last round on record is still to be played.
        *before, last, to_pair = snapshot.evenings
        games = tuple(replace(game, result=Result.UNFINISHED) for game in last.rounds[0].games)
        last = replace(last, rounds=(replace(last.rounds[0], games=games),))
        snapshot = replace(snapshot, evenings=(*before, last, to_pair))
    return snapshot


def _without(round_, evening, players):
    """The round without who has left before it, but for their boards, which the schedule keeps."""
    gone = {player.id for player in players if player.has_left(evening)}
    present = round_.present and tuple(one for one in round_.present if one not in gone)
    unplayed = {one: kind for one, kind in round_.unplayed.items() if one not in gone}
    return replace(round_, present=present, unplayed=unplayed)


def _players(random, size):
    starts = [*range(1, size + 1)]
    if random.random() < 0.3:
        random.shuffle(starts)
    ids = random.choice(["{}", "{}", "p{:02}"])
    return tuple(
        Player(
            ids.format(number),
            start,
            _name(random),
            rating=_rating(random),
            title=random.choice(["", "", "WGM", "FM"]),
            federation=random.choice(["", "NED", "TUR"]),
            birth_year=random.choice([None, 1951]),
            sex=random.choice(["m", "w"]),
            joined=random.choice([1, 1, 1, 2, 3]),
            guest=random.random() < 0.1,
        )
        for number, start in enumerate(starts, start=1)
    )


def _ids(players):
    return [player.id for player in players]


def _name(random):
    return random.choice(NAMES)


def _rating(random):
    return random.choice([None, 800, 1500, 1501, 2100])


def _round(random, system, here):
    """A round on record: nobody asks who has met whom, and sometimes nobody plays."""
    random.shuffle(here)
    playing = random.choice([0, 0.6, 0.9, 1])
    left = iter([player for player in here if random.random() < playing])
    games = tuple(
        Game(board, white, black, random.choices(RESULTS, RESULT_WEIGHTS)[0], fixed=reason)
        for board, (white, black) in enumerate(zip(left, left, strict=False), start=1)
        for reason in [random.choice(["", "", "by hand"])]
    )
    seated = {player for game in games for player in game.players}
    without = [player for player in here if player not in seated]
    return Round(games=games, unplayed=_unplayed(random, system, without), paired_by="hand")


def _to_pair(random, system, here):
    """Some are there, or nobody is."""
    presence = random.choice([0, 0.5, 0.9, 1])
    present = tuple(player for player in here if random.random() < presence)
    away = [player for player in here if player not in present]
    kinds = _unplayed(random, system, away)
    return Round(
        unplayed={player: kind for player, kind in kinds.items() if kind is not Unplayed.BYE},
        present=present,
    )


def _unplayed(random, system, players):
    """In every way there is; at most one has the bye."""
    asked = get_system(system).abilities.has_byes_on_request
    kinds = [kind for kind in NAMED if asked or kind not in BYES_ON_REQUEST]
    unplayed = {}
    for player in players:
        kind = random.choice([*kinds, Unplayed.ABSENT])
        if kind is not Unplayed.ABSENT and (
            kind is not Unplayed.BYE or kind not in unplayed.values()
        ):
            unplayed[player] = kind
    return unplayed
