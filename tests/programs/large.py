"""A season of a large club as a report of Sevilla (JSON), always the same; nobody in it exists.

`python -m tests.programs.large > season.json` writes one of 300 members and 3,000 games.
"""

import json
import sys
from datetime import date, timedelta

MEMBERS, ROUNDS = 300, 20


def season_of(members: int = MEMBERS, rounds: int = ROUNDS) -> bytes:
    """Everybody plays in each round, by a round robin; so nobody meets the same one twice."""
    first = date(2025, 9, 2)
    days = [f"{first + timedelta(weeks=number):%d/%m/%Y}" for number in range(rounds)]
    games: list[list[dict[str, object]]] = []
    scores = dict.fromkeys(range(1, members + 1), 0.0)
    for number in range(rounds):
        circle = [1, *((place + number) % (members - 1) + 2 for place in range(members - 1))]
        pairs = zip(circle[: members // 2], reversed(circle[members // 2 :]), strict=True)
        games.append([])
        for board, (one, other) in enumerate(pairs):
            white, black = (one, other) if (board + number) % 2 else (other, one)
            won = (white * 7 + black * 3 + number) % 3
            result = ("1-0", "0-1", "1/2-1/2")[won]
            scores[white] += (1, 0, 0.5)[won]
            scores[black] += (0, 1, 0.5)[won]
            game = {"Round": number + 1, "WhiteNr": white, "BlackNr": black, "Res": result}
            games[-1].append(game)
    players = [
        {
            "ID": player,
            "Name": f"Achternaam{player:03}, Voornaam{player:03}",
            "IRtg": 2300 - 5 * player,
            "Rating": 2300 - 5 * player,
            "Score": scores[player],
            "Value": 1,
        }
        for player in range(1, members + 1)
    ]
    ranking = [
        {"Round": number, "Date": day, "Player": players if number == rounds else []}
        for number, day in enumerate(days, start=1)
    ]
    history = [
        {"ID": number, "Date": day, "Game": games[number - 1]}
        for number, day in enumerate(days, start=1)
    ]
    group = {"ID": 1, "Name": "Groot", "Ranking": ranking, "RoundHist": history}
    return json.dumps({"Name": "Groot", "GroupReport": [group]}).encode()


if __name__ == "__main__":
    sys.stdout.buffer.write(season_of())
