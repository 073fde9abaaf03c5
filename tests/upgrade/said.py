"""What a release says about a database: its documents, its calendar, the values on its pages.

Words may become better and markup other; names, numbers, results and their order in a row may
not. So of each row of a page (a line of a table or of a list) only those are kept.
"""

import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from clubcomp.flow.documents.documents import export_document
from clubcomp.models import Club, Competition, Player, Round

ROWS = {"tr", "li"}
NUMBER = r"(?<![\w.])[0-9½]+(?:[-/:.,][0-9½]+)*(?![\w])"
PLAYERS_SHOWN = 6


def say_everything() -> dict[str, Any]:
    """All of it, as JSON writes it."""
    competitions = Competition.objects.select_related("club").order_by("pk")
    return {
        "documents": {_place(one): export_document(one) for one in competitions},
        "calendars": {_place(one): calendar_of(one) for one in competitions},
        "apart": {
            club.slug: [[player.name, player.apart] for player in club.players.order_by("pk")]
            for club in Club.objects.order_by("pk")
        },
        "pages": {
            address: rows_of(address) for one in competitions for address in addresses_of(one)
        },
    }


def calendar_of(competition: Competition) -> list[list[Any]]:
    """Each evening: number, date, tempo, games, status and its first round."""
    return [
        [
            *(evening.number, evening.date and evening.date.isoformat(), evening.tempo.key),
            *(evening.games, evening.status, evening.first_round),
        ]
        for evening in competition.evenings.select_related("tempo").order_by("number")
    ]


def addresses_of(competition: Competition) -> list[str]:
    """The public pages of a competition that hold values."""
    scopes = [tempo.key for tempo in competition.tempos.order_by("pk")]
    entries = competition.entries.order_by("start")[:PLAYERS_SHOWN]
    played = Round.objects.on_record().filter(evening__competition=competition)
    rounds = played.order_by("evening__number", "number").values_list("evening__number", "number")
    # Not the front page: what it shows depends on the day.
    rest = ["standings/", "cross-table/", "places/", "players/", "start-list/", "calendar/"]
    if len(scopes) > 1:
        rest += [f"standings/{scope}/" for scope in ("all", *scopes)]
    rest += [f"players/{entry.key}/" for entry in entries]
    rest += [f"evenings/{evening}/" for evening in sorted({evening for evening, _game in rounds})]
    rest += [f"evenings/{evening}/games/{game}/" for evening, game in list(rounds)[-12:]]
    return [f"/{_place(competition)}/{where}" for where in rest]


def rows_of(address: str) -> list[list[str]]:
    """The values of each row of a page that has at least two; none when there is no such page."""
    response = Client(headers={"accept-language": "en"}).get(address)
    if response.status_code != 200:
        return [[f"answered {response.status_code}"]]
    reader = RowReader()
    reader.feed(response.content.decode())
    value = re.compile("|".join((*_names(address.split("/")[1]), NUMBER)))
    # On a page a result does not break at its hyphen.
    texts = ["".join(row).replace("\N{NON-BREAKING HYPHEN}", "-") for row in reader.rows]
    rows = [value.findall(" ".join(text.split())) for text in texts]
    return [row for row in rows if len(row) > 1]


def _names(club: str) -> list[str]:
    """The names of a club's players as pages show them, longest first, for a pattern."""
    shown = {str(player.parts) for player in Player.objects.filter(club__slug=club)}
    return [re.escape(name) for name in sorted(shown, key=lambda name: (-len(name), name))]


def _place(competition: Competition) -> str:
    return f"{competition.club.slug}/{competition.slug}"


class RowReader(HTMLParser):
    """The visible text of every row; one that stands in another belongs to both."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._open: list[list[str]] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in ROWS:
            self.rows.append([])
            self._open.append(self.rows[-1])
        self._unseen += tag in ("script", "style", "template")
        self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ROWS and self._open:
            self._open.pop()
        self._unseen -= tag in ("script", "style", "template")
        self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            for row in self._open:
                row.append(data)


def missing_rows(then: list[list[str]], now: list[list[str]]) -> list[list[str]]:
    """The rows of then whose values no row of now has; it may have more, and in another order."""
    shown = [set(row) for row in now]
    return [row for row in then if not any(values.issuperset(row) for values in shown)]
